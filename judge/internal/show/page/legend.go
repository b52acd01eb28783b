package page

import (
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// inColour gives the first solutions a colour. Where there are more than colours, some stay free, and the others are grey
// until the reader chooses them.
func inColour(solutions []result.Solution) (slots []int) {
	for i := range solutions {
		if len(solutions) > hues && i >= telling {
			i = -1
		}
		slots = append(slots, i)
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
