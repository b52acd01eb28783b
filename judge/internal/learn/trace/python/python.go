// Package python has programs in Python tell what they do: the syntax tree of each is rewritten by Python itself, when
// the program starts.
package python

import (
	"context"
	_ "embed"
	"fmt"
	"strings"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/model/solution"
)

//go:embed watch.py
var watch string

// Recorder is that of Python.
type Recorder struct{ record.Plain }

// Sources puts in the place of the user's file one that holds its text and what rewrites it. Where the file is, who
// runs it and by which name stay as they were.
func (Recorder) Sources(ctx context.Context, b *build.Builder, s solution.Solution, src build.Source, want record.Kind) ([]build.Source, error) {
	if _, err := b.Compile(ctx, src); err != nil {
		return nil, err // else its syntax would be checked only when it runs
	}
	made, err := build.Named(src)
	if err != nil {
		return nil, err
	}
	for i, m := range made {
		if m.Path == s.Path {
			made[i].Text = "(lambda judge: exec(" + literal(watch) + ", judge) or exec(judge['watched'](" + literal(m.Text) + ", __file__ if '__file__' in globals() else " + literal(m.Name) + ".decode(), globals()), globals()))({'__name__': 'judge'})\n"
		}
	}
	src.Made = made
	return []build.Source{src}, nil
}

// literal writes bytes as Python reads them, whatever they are.
func literal(text string) string {
	var b strings.Builder
	b.WriteString("b'")
	for i := range len(text) {
		switch c := text[i]; {
		case c == '\'' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c > '~':
			fmt.Fprintf(&b, "\\x%02x", c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteString("'")
	return b.String()
}
