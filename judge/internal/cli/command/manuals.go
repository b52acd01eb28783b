package command

import (
	"embed"
	"strings"

	"sudokuoj/judge/internal/base/say"
)

// The manuals, one file a command in each language: a line that says what the command is for, an empty
// one, and the manual itself.
//
//go:embed manual
var manuals embed.FS

// help returns the purpose of a command in one line, and its manual: usage, explanation, flags, examples.
func (c command) help(l say.Language) (summary, manual string) {
	text, err := manuals.ReadFile("manual/" + string(l) + "/" + c.name + ".txt")
	if err != nil {
		panic(err) // it is part of this package
	}
	summary, manual, _ = strings.Cut(string(text), "\n\n")
	return summary, manual
}
