package report

import (
	"cmp"
	"slices"

	"sudokuoj/judge/internal/measure"
	"sudokuoj/judge/internal/screen"
	"sudokuoj/judge/internal/verdict"
)

// inColour gives each solution its colour. Of more than there are colours for, those are in colour that stand
// at even distances between the best and the worst; the rest is grey.
func inColour(solutions []verdict.Solution) []int {
	slots := make([]int, len(solutions))
	if len(solutions) <= hues {
		for i := range slots {
			slots[i] = i
		}
		return slots
	}
	order := make([]int, len(solutions))
	for i := range order {
		order[i], slots[i] = i, -1
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := Sum(solutions[a]), Sum(solutions[b])
		return cmp.Or(cmp.Compare(y.Accepted, x.Accepted), cmp.Compare(x.CPU, y.CPU))
	})
	for i := range telling {
		slots[order[i*(len(order)-1)/(telling-1)]] = i
	}
	return slots
}

// key is a solution in the legend of a problem's plots.
type key struct {
	Index, Slot int
	Name        string
}

func (k key) Class() string { return slotClass(k.Slot) }

func legend(solutions []verdict.Solution) (keys []key) {
	for i, slot := range inColour(solutions) {
		keys = append(keys, key{i, slot, screen.Escape(solutions[i].Solution)})
	}
	return keys
}

// ratio is how many times as long a solution took as the quickest, with its interval.
type ratio struct {
	Name, Base string
	measure.Ratio
}

// Times, From and To are its figures.
func (r ratio) Times() string { return showRatio(r.Value) }
func (r ratio) From() string  { return showRatio(r.Low) }
func (r ratio) To() string    { return showRatio(r.High) }
func (r ratio) Sure() bool    { return r.Answer == measure.Faster || r.Answer == measure.Slower }

// ratios compares the solutions of a problem with the quickest of them, on the cases that both solved and
// that ran several times.
func ratios(solutions []verdict.Solution) (list []ratio) {
	var quickest *verdict.Solution
	for i := range solutions {
		s, sum := &solutions[i], Sum(solutions[i])
		if sum.Accepted > 0 && len(s.Cases) > 0 && len(s.Cases[0].Samples) > 1 &&
			(quickest == nil || sum.Accepted > Sum(*quickest).Accepted || sum.Accepted == Sum(*quickest).Accepted && sum.CPU < Sum(*quickest).CPU) {
			quickest = s
		}
	}
	if quickest == nil {
		return nil
	}
	for i := range solutions {
		var mine, theirs []measure.Times
		for _, c := range solutions[i].Cases {
			for _, k := range quickest.Cases {
				if c.Case == k.Case && c.Verdict == verdict.AC && k.Verdict == verdict.AC && len(c.Samples) > 1 && len(k.Samples) > 1 {
					mine, theirs = append(mine, c.Samples), append(theirs, k.Samples)
				}
			}
		}
		if &solutions[i] == quickest || mine == nil {
			continue
		}
		list = append(list, ratio{screen.Escape(solutions[i].Solution), screen.Escape(quickest.Solution), measure.Compare(measure.Sum(mine...), measure.Sum(theirs...))})
	}
	return list
}
