package report

import (
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
)

// Busiest returns the recursive function of a search that is called most; nil if none is recursive.
func Busiest(s *result.Search) (most *result.Function) {
	for i, f := range s.Functions {
		if f.Recursive() && (most == nil || f.Calls > most.Calls) {
			most = &s.Functions[i]
		}
	}
	return most
}

// ShownLevels lists the levels of functions that are shown: all, or the first and the last ones of more than most, with -1
// for those between.
func ShownLevels(functions []*result.Function, most int) (shown []int) {
	levels := 0
	for _, f := range functions {
		levels = max(levels, len(f.Levels))
	}
	for level := range levels {
		switch {
		case levels <= most || level < most-5 || level >= levels-5:
			shown = append(shown, level)
		case level == most-5:
			shown = append(shown, -1)
		}
	}
	return shown
}

// Parting says on which level two searches begin to differ, and by how much.
func Parting(name, other string, a, b result.Function) say.Message {
	level := 0
	for level < len(a.Levels) && level < len(b.Levels) && a.Levels[level] == b.Levels[level] {
		level++
	}
	if level == len(a.Levels) && level == len(b.Levels) {
		return say.Of("%s and %s make the same calls on every level.", name, other)
	}
	at := func(f result.Function) int64 {
		if level < len(f.Levels) {
			return f.Levels[level]
		}
		return 0
	}
	more, less := at(a), at(b)
	if more < less {
		more, less, name, other = less, more, other, name
	}
	parts := say.Of("on level %d %s makes %s and %s none", level, name, calls(more), other)
	if less > 0 {
		parts = say.Of("on level %d %s makes %.1f times as many as %s", level, name, float64(more)/float64(less), other)
	}
	if level == 0 {
		return say.Of("They differ from the first level: %s.", parts)
	}
	return say.Of("Up to level %d both make the same calls; %s.", level-1, parts)
}

func calls(n int64) say.Message { return say.Count(int(n), "call") }
