package main

import (
	"slices"
	"strings"
)

// apply makes the edits. Those at one place stand outermost first where expressions begin, and innermost
// first where they end.
func apply(src []byte, edits []edit) []byte {
	slices.SortStableFunc(edits, func(a, b edit) int {
		if a.at != b.at {
			return a.at - b.at
		}
		ends := func(e edit) int { // what ends here comes before what begins here
			if strings.HasSuffix(e.text, ")") {
				return 0
			}
			return 1
		}
		if d := ends(a) - ends(b); d != 0 {
			return d
		}
		if ends(a) == 0 {
			return b.turn - a.turn // innermost, which begins last, first
		}
		return a.turn - b.turn // outermost, which ends last, first
	})
	var out []byte
	last := 0
	for _, e := range edits {
		out = append(out, src[last:e.at]...)
		out = append(out, e.text...)
		last = e.at
		if e.turn == cutOperator {
			last += 2
		}
	}
	return append(out, src[last:]...)
}
