package page

import (
	"cmp"
	"slices"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// inColour gives each solution its colour. If there are more solutions than colours, it colours some at even distances
// between the best and the worst. The others are grey.
func inColour(solutions []result.Solution) []int {
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
		x, y := solutions[a].Sum(), solutions[b].Sum()
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

func legend(solutions []result.Solution) (keys []key) {
	for i, slot := range inColour(solutions) {
		keys = append(keys, key{i, slot, terminal.Escape(solutions[i].Solution)})
	}
	return keys
}
