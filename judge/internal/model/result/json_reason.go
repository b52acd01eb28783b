package result

import (
	"slices"

	"sudokuoj/judge/internal/base/say"
)

// jsonReason is a reason; what it says stands in it in English too, for those who read it without the judge.
type jsonReason struct {
	Sentence string       `json:"sentence,omitempty"`
	Said     say.Message  `json:"sentence_value,omitzero"`
	Beside   say.Message  `json:"beside_value,omitzero"`
	Worst    say.Message  `json:"costliest_value,omitzero"`
	Lacks    Lack         `json:"lacks,omitempty"`
	Own      bool         `json:"own,omitempty"`
	Placed   int          `json:"placed"`
	Counts   map[Lack]int `json:"counts,omitempty"`
	Wrong    *jsonMistake `json:"costliest,omitempty"`
	First    *jsonMoment  `json:"first,omitempty"`
}

type jsonMistake struct {
	Cell  int `json:"cell"`
	Digit int `json:"digit"`
	Step  int `json:"step"`
	Until int `json:"taken_back,omitempty"`
	Cost  int `json:"placed_meanwhile"`
}

type jsonMoment struct {
	Steps int         `json:"steps"`
	Cells []int       `json:"cells"`
	Digit int         `json:"digit,omitempty"`
	Text  say.Message `json:"text_value,omitzero"`
}

func reasonJSON(r *Reason) *jsonReason {
	if r == nil {
		return nil
	}
	out := &jsonReason{Sentence: r.Sentence.String(), Said: r.Sentence, Beside: r.Beside, Worst: r.Worst, Lacks: r.Lacks, Own: r.Own, Placed: r.Placed, Counts: r.Counts}
	if r.Wrong != (Mistake{}) {
		wrong := jsonMistake(r.Wrong)
		out.Wrong = &wrong
	}
	if r.First != nil {
		first := jsonMoment(*r.First)
		out.First = &first
	}
	return out
}

// read makes of it the reason that it was, if a board of so many cells can have it.
func (r *jsonReason) read(cells, steps int) (*Reason, error) {
	if r == nil {
		return nil, nil
	}
	out := &Reason{Sentence: r.Said, Beside: r.Beside, Worst: r.Worst, Lacks: r.Lacks, Own: r.Own, Placed: r.Placed, Counts: r.Counts}
	onBoard := func(cell int) bool { return 0 <= cell && cell < cells }
	if r.Wrong != nil {
		out.Wrong = Mistake(*r.Wrong)
		if !onBoard(out.Wrong.Cell) {
			return nil, errSpoilt
		}
	}
	if r.First != nil {
		first := Moment(*r.First)
		if out.First = &first; first.Steps < 0 || first.Steps > steps || slices.ContainsFunc(first.Cells, func(c int) bool { return !onBoard(c) }) {
			return nil, errSpoilt
		}
	}
	if r.Lacks != LacksNothing && !slices.Contains(Lacks, r.Lacks) {
		return nil, errSpoilt
	}
	return out, nil
}
