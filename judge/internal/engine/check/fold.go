package check

import (
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

// folding is a kind that also takes A for a, in ASCII alone, as the default validator does.
func folding(k kind) kind {
	return func(a, b []byte, i, j int) (x, y int, forgiven bool) {
		for x, y = i, j; x < len(a) && y < len(b) && lower(a[x]) == lower(b[y]); x, y = x+1, y+1 {
		}
		if x > i {
			return x, y, true
		}
		return k(a, b, i, j)
	}
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
