package terminal

import (
	"bytes"
	"io"
	"os"
	"sync"
	"unicode/utf8"

	"golang.org/x/term"
)

// Output is standard output or standard error. A terminal gets text and the judge's own colours from it; anything else
// that might steer the terminal is escaped here, so that no command can forget to. Output also remembers that something
// could not be written, so that no command need ask after each line it prints.
type Output struct {
	io.Writer
	terminal bool
	mu       sync.Mutex
	rest     []byte // the beginning of a character, or of a sequence of our own
	lost     error  // the first failure
}

// NewOutput is an output to w, which may be a terminal.
func NewOutput(w io.Writer) *Output {
	f, _ := w.(*os.File)
	return &Output{Writer: w, terminal: f != nil && term.IsTerminal(int(f.Fd()))}
}

func (o *Output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.terminal {
		return o.write(p)
	}
	safe, rest := harmless(append(o.rest, p...))
	o.rest = bytes.Clone(rest)
	if _, err := o.write(safe); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (o *Output) write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if o.lost == nil {
		o.lost = err
	}
	return n, err
}

// Lost is why something could not be written, nil if all was. It is asked at the end.
func (o *Output) Lost() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.rest) > 0 {
		o.write([]byte(Escape(string(o.rest))))
		o.rest = nil
	}
	return o.lost
}

// own are the sequences that the judge itself writes to a terminal: those of Palette and Live, and a cleared screen.
var own = [][]byte{
	[]byte("\x1b[0m"), []byte("\x1b[1m"), []byte("\x1b[2m"), []byte("\x1b[31m"), []byte("\x1b[32m"), []byte("\x1b[33m"),
	[]byte("\x1b[7;31m"), []byte("\x1b[7;32m"), []byte(wipe), []byte(ClearScreen),
}

// ClearScreen clears a terminal, and what it has scrolled away. Wipe clears a line.
const (
	ClearScreen = "\x1b[H\x1b[2J\x1b[3J"
	wipe        = "\r\x1b[K"
)

// harmless escapes all but text, line breaks, tabs and our own sequences. The rest at the end is not whole yet.
func harmless(b []byte) (safe, rest []byte) {
	for len(b) > 0 {
		if ' ' <= b[0] && b[0] <= '~' || b[0] == '\n' || b[0] == '\t' {
			safe, b = append(safe, b[0]), b[1:]
			continue
		}
		n, begun := ownSequence(b)
		if begun || !utf8.FullRune(b) {
			return safe, b
		}
		if n > 0 {
			safe, b = append(safe, b[:n]...), b[n:]
			continue
		}
		_, n = utf8.DecodeRune(b)
		safe, b = append(safe, Escape(string(b[:n]))...), b[n:]
	}
	return safe, nil
}

// ownSequence returns the length of the sequence of our own that b begins with, or whether b may become one.
func ownSequence(b []byte) (n int, begun bool) {
	for _, one := range own {
		if bytes.HasPrefix(b, one) {
			return len(one), false
		}
		begun = begun || bytes.HasPrefix(one, b)
	}
	return 0, begun
}
