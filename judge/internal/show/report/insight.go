package report

import (
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// Insight tells how many digits a search would have placed with a look after each one; nothing where that is not known.
func Insight(r result.Replay) say.Message {
	in := r.Insight
	if in == nil {
		return say.Message{}
	}
	if in.Places == r.Placed {
		return say.Of("A look at all blanks and places after each digit would have spared %s nothing.", r.Solution)
	}
	if r.Stopped {
		return say.Of("Of the %s digits that %s placed until it was stopped, one look at all blanks after each leaves %s; asking for places, too: %s.",
			number(r.Placed), r.Solution, number(in.Blanks), number(in.Places))
	}
	return say.Of("Of the %s digits that %s placed, one look at all blanks after each leaves %s; asking for places, too: %s.",
		number(r.Placed), r.Solution, number(in.Blanks), number(in.Places))
}

// Fewest tells what the judge's own search places on the puzzle; nothing if that would have taken too long.
func Fewest(in *result.Insight) say.Message {
	if in == nil || in.Fewest == 0 || in.Both == 0 {
		return say.Message{}
	}
	return say.Of("With the blank that has the fewest digits first, which is a new search by the judge itself: %s digits; asking for places, too: %s.",
		number(in.Fewest), number(in.Both))
}

func number(n int) string { return terminal.Thousands(int64(n)) }
