package main

import (
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

// palette is colour or none: the flag decides, then NO_COLOR and FORCE_COLOR, then the terminal.
func (env *environment) palette(w io.Writer, flag string) report.Palette {
	colour := env.terminal(w)
	switch {
	case flag == "always":
		colour = true
	case flag == "never":
		colour = false
	case os.Getenv("NO_COLOR") != "":
		colour = false
	case os.Getenv("FORCE_COLOR") != "":
		colour = os.Getenv("FORCE_COLOR") != "0"
	}
	return report.NewPalette(colour)
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
