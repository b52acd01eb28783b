package check

import (
	"bytes"
	"context"
	"slices"

	"sudokuoj/judge/internal/model/problem"
)

// kattis checks as the default validator of the Kattis format does. Each case may add arguments.
func (c *Checker) kattis(ctx context.Context, t texts) (Result, error) {
	how, err := problem.ParseComparison(slices.Concat(c.spec.Args, t.Args))
	if err != nil {
		return Result{}, err
	}
	here := &Checker{ignore: c.ignore, fold: !how.CaseSensitive, spec: problem.Check{Kind: "tokens", Absolute: how.Absolute, Relative: how.Relative}}
	switch {
	case how.Numbers:
		here.spec.Kind = "float"
	case how.SpaceSensitive:
		here.spec.Kind = "lines"
	}
	return here.text(ctx, t)
}

// folded has small letters for capital ones, in ASCII alone, as the default validator compares them.
func folded(text []byte) []byte {
	text = bytes.Clone(text)
	for i, c := range text {
		if 'A' <= c && c <= 'Z' {
			text[i] = c + 'a' - 'A'
		}
	}
	return text
}
