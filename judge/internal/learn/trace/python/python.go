// Package python watches programs in Python: when a program starts, Python itself rewrites its syntax tree.
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

var (
	//go:embed stream.py
	stream string
	//go:embed watch.py
	watch string
	//go:embed slow.py
	slow string
)

// Recorder watches programs in Python.
type Recorder struct{ record.Plain }

// Sources replaces the user's file by one that holds its text and the rewriter. The new file has the same name and place.
func (Recorder) Sources(_ context.Context, _ *build.Builder, s solution.Solution, src build.Source, want record.Kind) ([]build.Source, error) {
	made, err := build.Named(src)
	if err != nil {
		return nil, err
	}
	text, mode := watch, "False"
	switch want {
	case record.Search:
		mode = "True"
	case record.Circle:
		text, mode = slow, "'circle'"
	case record.Handling:
		text, mode = slow, "'handling'"
	}
	for i, m := range made {
		if m.Path == s.Path {
			made[i].Text = "(lambda judge: exec(" + literal(stream+text) + ", judge) or exec(judge['watched'](" + mode + ", " + literal(m.Text) + ", __file__ if '__file__' in globals() else " + literal(m.Name) + ".decode(), globals()), globals()))({'__name__': 'judge'})\n"
		}
	}
	src.Made = made
	return []build.Source{src}, nil
}

// literal writes any bytes as a Python literal.
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
