package main

import (
	"errors"
	"io"
	"os"
	"strconv"

	"golang.org/x/term"

	"sudokuoj/judge/internal/report"
)

// terminal tells whether w is a terminal that understands escape codes.
func (env *environment) terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb"
}

// colour is the value of the flag -color: auto, which is also "", always or never.
type colour string

// String is part of flag.Value.
func (c *colour) String() string { return string(*c) }

// Set is part of flag.Value.
func (c *colour) Set(word string) error {
	if word != "auto" && word != "always" && word != "never" {
		return errors.New("write auto, always or never")
	}
	*c = colour(word)
	return nil
}

// palette is colour or none: the flag decides, then NO_COLOR and FORCE_COLOR, then the terminal.
func (env *environment) palette(w io.Writer, flag colour) report.Palette {
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
	return report.NewPalette(on)
}

// width is that of the terminal, or of COLUMNS, or what suits a log.
func (env *environment) width() int {
	if f, ok := env.stdout.(*os.File); ok {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
			return w
		}
	}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n >= 20 {
		return n
	}
	return 100
}
