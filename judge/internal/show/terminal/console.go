package terminal

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/term"

	"sudokuoj/judge/internal/base/say"
)

// Console holds the input, the outputs and the language of a command, and the name of its program.
type Console struct {
	Name           string
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Lang           say.Language
	Colour         Colour // of the flag -color
}

// Say puts a sentence into the language of the user.
func (c *Console) Say(format string, args ...any) string { return c.Lang.Say(format, args...) }

// Tell prints a sentence on standard output.
func (c *Console) Tell(format string, args ...any) {
	fmt.Fprintln(c.Stdout, EscapeLines(c.Say(format, args...)))
}

// fileBehind returns the file that w writes to, or nil.
func fileBehind(w io.Writer) *os.File {
	if o, ok := w.(*Output); ok {
		w = o.Writer
	}
	f, _ := w.(*os.File)
	return f
}

// Terminal reports whether w is a terminal that understands escape codes.
func (c *Console) Terminal(w io.Writer) bool {
	f := fileBehind(w)
	return f != nil && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb" && takesEscapes(f)
}

// Colour is the value of the flag -color: auto, which is also "", always or never.
type Colour string

// String is part of flag.Value.
func (c *Colour) String() string { return string(*c) }

// Set is part of flag.Value.
func (c *Colour) Set(word string) error {
	if word != "auto" && word != "always" && word != "never" {
		return say.Errorf("write auto, always or never")
	}
	*c = Colour(word)
	return nil
}

// palette is colour or none: the flag decides, then NO_COLOR and FORCE_COLOR, then the terminal.
func (c *Console) palette(w io.Writer) Palette {
	on := c.Terminal(w)
	switch {
	case c.Colour == "always":
		on = true
	case c.Colour == "never":
		on = false
	case os.Getenv("NO_COLOR") != "":
		on = false
	case os.Getenv("FORCE_COLOR") != "":
		on = os.Getenv("FORCE_COLOR") != "0"
	}
	return NewPalette(on)
}

// width returns the terminal's width, or COLUMNS, or a width that suits a log.
func (c *Console) width() int {
	if f := fileBehind(c.Stdout); f != nil {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
			return w
		}
	}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n >= 20 {
		return n
	}
	return 100
}

// Style is how text looks on w now.
func (c *Console) Style(w io.Writer) Style {
	return Style{Palette: c.palette(w), Lang: c.Lang, Width: c.width(), Fold: c.fold(w)}
}

// fold is where lines are broken that must else stay in one piece: nowhere but on a terminal.
func (c *Console) fold(w io.Writer) int {
	if c.Terminal(w) {
		return c.width()
	}
	return 0
}

// Print writes lines of any length, folded where they go to a terminal.
func (c *Console) Print(w io.Writer, text string) error {
	_, err := io.WriteString(w, FoldAll(text, c.fold(w)))
	return err
}

// Warn says something on standard error while work goes on. A live line that is in the way is wiped out,
// and comes back when it is next drawn.
func (c *Console) Warn(what say.Message) {
	clear := ""
	if c.Terminal(c.Stderr) {
		clear = wipe
	}
	io.WriteString(c.Stderr, clear+FoldAll(c.Name+": "+EscapeLines(c.Lang.Text(what)), c.fold(c.Stderr)))
}

// Complain says on standard error what kept the program from its work.
func (c *Console) Complain(err error) {
	c.Print(c.Stderr, EscapeLines(c.Name+": "+c.Lang.Error(err)))
}

// Printed shows what a program printed: to a file as it is, to a terminal so that it can do no harm there, which a
// tab does not.
func (c *Console) Printed(w io.Writer, text string) {
	if !c.Terminal(w) {
		io.WriteString(w, text)
		return
	}
	for line := range strings.Lines(text) {
		fmt.Fprintln(w, escapeBetween(strings.TrimSuffix(line, "\n"), "\t"))
	}
}
