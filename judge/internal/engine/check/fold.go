package check

import (
	"context"
	"slices"

	"sudokuoj/judge/internal/model/problem"
)

// kattis checks as the format's own validator does, which each case may give other arguments.
func (c *Checker) kattis(ctx context.Context, f Files) (Result, error) {
	how, err := problem.ParseComparison(slices.Concat(c.spec.Args, f.Args))
	if err != nil {
		return Result{}, err
	}
	here := &Checker{ignore: c.ignore, told: c.told, fold: !how.CaseSensitive, spec: problem.Check{Kind: "tokens", Absolute: how.Absolute, Relative: how.Relative}}
	switch {
	case how.Numbers:
		here.spec.Kind = "float"
	case how.SpaceSensitive:
		here.spec.Kind = "lines"
	}
	return here.text(ctx, f)
}

// folding is a kind that besides takes A for a, in ASCII as the format's own validator does.
func folding(k kind) kind {
	settle, ahead := k.settle, k.ahead
	k.settle = func(w, g *cursor) bool {
		if a, b := w.peek(), g.peek(); len(a) > 0 && len(b) > 0 && lower(a[0]) == lower(b[0]) {
			w.skip(1)
			g.skip(1)
			return true
		}
		return settle(w, g)
	}
	k.ahead = func(a, b []byte, i, j int) (x, y int, sure bool) {
		for x, y = i, j; x < len(a) && y < len(b) && lower(a[x]) == lower(b[y]); x, y = x+1, y+1 {
		}
		if x > i {
			return x, y, true
		}
		return ahead(a, b, i, j)
	}
	return k
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
