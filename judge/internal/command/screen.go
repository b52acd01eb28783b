package command

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"

	"golang.org/x/term"

	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/screen"
)

// output is standard output. It remembers that something could not be written, so that no command
// need ask after each line it prints.
type output struct {
	io.Writer
	mu   sync.Mutex
	lost error // the first failure
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	n, err := o.Writer.Write(p)
	if o.lost == nil {
		o.lost = err
	}
	return n, err
}

// fileBehind is what w writes to, nil if that is none.
func fileBehind(w io.Writer) *os.File {
	if o, ok := w.(*output); ok {
		w = o.Writer
	}
	f, _ := w.(*os.File)
	return f
}

// terminal tells whether w is a terminal that understands escape codes.
func (env *environment) terminal(w io.Writer) bool {
	f := fileBehind(w)
	return f != nil && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb"
}

// colour is the value of the flag -color: auto, which is also "", always or never.
type colour string

// String is part of flag.Value.
func (c *colour) String() string { return string(*c) }

// Set is part of flag.Value.
func (c *colour) Set(word string) error {
	if word != "auto" && word != "always" && word != "never" {
		return say.Errorf("write auto, always or never")
	}
	*c = colour(word)
	return nil
}

// palette is colour or none: the flag decides, then NO_COLOR and FORCE_COLOR, then the terminal.
func (env *environment) palette(w io.Writer, flag colour) screen.Palette {
	on := env.terminal(w)
	switch {
	case flag == "always":
		on = true
	case flag == "never":
		on = false
	case os.Getenv("NO_COLOR") != "":
		on = false
	case os.Getenv("FORCE_COLOR") != "":
		on = os.Getenv("FORCE_COLOR") != "0"
	}
	return screen.NewPalette(on)
}

// width is that of the terminal, or of COLUMNS, or what suits a log.
func (env *environment) width() int {
	if f := fileBehind(env.stdout); f != nil {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
			return w
		}
	}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n >= 20 {
		return n
	}
	return 100
}

// style is how text looks on w.
func (env *environment) style(w io.Writer, flag colour) screen.Style {
	return screen.Style{Palette: env.palette(w, flag), Lang: env.lang, Width: env.width(), Fold: env.fold(w)}
}

// fold is where lines are broken that must else stay in one piece: nowhere but on a terminal.
func (env *environment) fold(w io.Writer) int {
	if env.terminal(w) {
		return env.width()
	}
	return 0
}

// print writes lines of any length, folded where they go to a terminal.
func (env *environment) print(w io.Writer, text string) error {
	_, err := io.WriteString(w, screen.FoldAll(text, env.fold(w)))
	return err
}

// warn says something on standard error while work goes on. A live line that is in the way is wiped out,
// and comes back when it is next drawn.
func (env *environment) warn(what say.Message) {
	wipe := ""
	if env.terminal(env.stderr) {
		wipe = "\r\x1b[K"
	}
	fmt.Fprintf(env.stderr, "%sjudge: %s\n", wipe, screen.Escape(env.lang.Text(what)))
}

// liveLine is a line on a terminal that is written over again and again; elsewhere it is nothing.
type liveLine struct {
	w     io.Writer
	lang  say.Language
	width func() int // asked each time: the window may have become narrower
	on    bool
	shown bool
}

func (env *environment) liveLine(w io.Writer) *liveLine {
	return &liveLine{w: w, lang: env.lang, width: env.width, on: env.terminal(w)}
}

func (l *liveLine) show(format string, args ...any) {
	if l.on {
		fmt.Fprintf(l.w, "\r\x1b[K%s", screen.Shorten(screen.Escape(l.lang.Say(format, args...)), l.width()-1))
		l.shown = true
	}
}

// erase makes room for what else goes to the same terminal.
func (l *liveLine) erase() {
	if l.shown {
		fmt.Fprint(l.w, "\r\x1b[K")
		l.shown = false
	}
}
