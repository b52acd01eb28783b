package page

import (
	"cmp"
	"slices"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
)

// insightView shows searches as bars, with switches for what they would have been spared with a look after each digit.
type insightView struct {
	Told   []say.Message
	Data   []insightData // for the script
	Folded bool          // the stage is about one program, and fills the screen
}

type insightData struct {
	Name string `json:"name"`
	boardData
	Placed  [3]int `json:"placed"` // as it was, with a look at the blanks, with one at the places, too
	Fewest  [2]int `json:"fewest"` // the judge's own search, without and with a look at the places; 0 if it took too long
	Count   int    `json:"count"`  // of the bars
	Bars    string `json:"bars"`
	Dearest int    `json:"costliest"` // the bar of the costliest guess
}

// viewInsight shows the user's own programs, or else all whose results are on the page, the one that placed most first.
func viewInsight(run result.Run, room budget, folded bool) (v insightView) {
	v.Folded = folded
	own, shown := report.OwnPrograms(run), map[string]bool{}
	for _, s := range run.Results {
		shown[s.Solution] = len(own) == 0 || own[s.Solution]
	}
	all := slices.DeleteFunc(slices.Clone(run.Replays), func(r result.Replay) bool { return r.Insight == nil || !shown[r.Solution] })
	slices.SortStableFunc(all, func(a, b result.Replay) int { return cmp.Compare(b.Placed, a.Placed) })
	told := map[string]bool{}
	for _, r := range all {
		board, ok := r.Board()
		packed := result.Pack(result.BarBytes(r.Insight.Bars))
		if room.replay -= len(packed); !ok || room.replay < 0 {
			continue
		}
		in := r.Insight
		for _, m := range []say.Message{report.Insight(r), report.Fewest(in)} {
			if m.Said() && !told[m.String()] {
				v.Told = append(v.Told, m)
				told[m.String()] = true
			}
		}
		name := terminal.Escape(r.Solution)
		if r.Case != "" {
			name += " · " + terminal.Escape(r.Case)
		}
		dearest, _ := costliest(r)
		v.Data = append(v.Data, insightData{Name: name, boardData: dataOf(board), Placed: [3]int{r.Placed, in.Blanks, in.Places}, Fewest: [2]int{in.Fewest, in.Both},
			Count: len(in.Bars), Bars: packed, Dearest: dearest})
	}
	return v
}

// costliest returns the bar of the costliest guess: the widest one of those that were taken back or are known to be
// wrong, which are mistakes, or else the widest; -1 if there is none.
func costliest(r result.Replay) (best int, mistake bool) {
	best = -1
	if r.Insight == nil {
		return best, false
	}
	for i, b := range r.Insight.Bars {
		wrong := r.Reason != nil && b.Cell == r.Reason.Wrong.Cell && b.Digit == r.Reason.Wrong.Digit && stepOf(r, b) == r.Reason.Wrong.Step
		wrong = wrong || b.From[0]+b.Wide[0] < r.Placed
		if best < 0 || wrong && !mistake || wrong == mistake && b.Wide[0] > r.Insight.Bars[best].Wide[0] {
			best, mistake = i, wrong
		}
	}
	return best, mistake
}

// stepOf returns the step that placed the digit of a bar, -1 if it is not kept.
func stepOf(r result.Replay, b result.Bar) int {
	placed := 0
	for i, s := range r.Steps {
		if s.Value == 0 {
			continue
		}
		if placed++; placed == b.From[0]+1 {
			if s.Cell == b.Cell && s.Value == b.Digit {
				return i + 1
			}
			return -1
		}
	}
	return -1
}
