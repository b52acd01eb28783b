package check

import (
	"context"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/result"
)

// Kinds value and any-order compare values as LeetCode writes them, one a line. Blanks do not count; the
// type says which values are the same. The values of a case are small enough to hold them all.

// values checks an output of such lines.
func (c *Checker) values(ctx context.Context, t texts) (Result, error) {
	want := function.Values(t.want)
	got := valueLines(t.got, len(want)+2) // the first that is too much, and the rest as one
	for i, line := range want {
		if err := ctx.Err(); err != nil {
			return Result{}, err
		}
		v, err := function.ReadValue(c.spec.Type, line)
		if err != nil {
			return Result{}, say.Errorf("%s:%d: %w", t.Answer, i+1, err)
		}
		if i == len(got) {
			if i == 0 {
				return wrong(i+1, line, "", say.Of("nothing was printed")), nil
			}
			return wrong(i+1, line, "", say.Of("nothing where line %d was expected", i+1)), nil
		}
		if line == got[i] {
			continue
		}
		g, err := function.ReadValue(c.spec.Type, got[i])
		if err != nil && strings.TrimSpace(got[i]) == "null" {
			g, err = nil, nil // a null, where there should be a value
		}
		if err != nil {
			return wrong(i+1, line, got[i], onLine(i+1, say.From(err))), nil
		}
		if differ, same := c.spec.Rules().Same(v, g); !same {
			return wrong(i+1, line, got[i], onLine(i+1, differ)), nil
		}
	}
	if len(got) > len(want) {
		return wrong(len(want)+1, "", got[len(want)], say.Of("extra line %d", len(want)+1)), nil
	}
	return Result{Verdict: result.AC}, nil
}

// valueLines splits a text into at most this many lines, without empty lines at the end.
func valueLines(text []byte, most int) []string {
	t := strings.TrimRight(strings.ReplaceAll(string(text), "\r\n", "\n"), " \t\n")
	if t == "" {
		return nil
	}
	return strings.SplitN(t, "\n", most)
}

// wrong is the result for a wrong line; its column is where the texts first differ.
func wrong(line int, want, got string, text say.Message) Result {
	at := common([]byte(want), []byte(got))
	r := different(offset{[]byte(want), at}, offset{[]byte(got), at})
	r.Difference.Line, r.Difference.Text = line, text
	return r
}
