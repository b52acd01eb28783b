// Package screen knows what a terminal needs: text made safe to show, how wide it is and where to break it,
// colours, units, words quoted for a shell. It knows nothing of verdicts.
package terminal

import "sudokuoj/judge/internal/base/say"

// Style is how text looks in one place: for a person at a terminal, or in a log.
type Style struct {
	Palette
	Lang  say.Language
	Width int // of the terminal, in columns
	Fold  int // where to break what must else stay in one piece: a terminal's width, 0 off a terminal
}

// Say puts a sentence into the language of the reader.
func (t Style) Say(format string, args ...any) string { return t.Lang.Say(format, args...) }

// Text is a message on one line in the language of the reader, safe to show.
func (t Style) Text(m say.Message) string { return Escape(t.Lang.Line(m)) }
