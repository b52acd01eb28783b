package page

import (
	"slices"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/show/terminal"
)

// pin is a moment of a search that is worth a look. The pins of a search are a tour for the reader, its pictures on paper
// and for those who want no motion, and the places that a link can name.
type pin struct {
	Name  string      `json:"name"`
	Step  int         `json:"step"` // the steps before it, of those that are kept
	At    int         `json:"at"`   // the same, of all steps
	Cells []int       `json:"cells,omitempty"`
	Text  both        `json:"text"`
	Told  say.Message `json:"-"`
	Board boardView   `json:"-"`
}

// pinsOf finds the first board that was lost, the costliest guess, the deepest board and the end, in their order. One
// moment has one pin.
func pinsOf(puzzle sudoku.Board, r result.Replay) (pins []pin) {
	kept := r.Kept()
	add := func(name string, step, at int, cells []int, told say.Message) {
		if step >= 0 && step <= kept && !slices.ContainsFunc(pins, func(p pin) bool { return p.Step == step }) {
			pins = append(pins, pin{Name: name, Step: step, At: at, Cells: cells, Told: told, Text: spoken(told)})
		}
	}
	add("end", kept, r.Total, nil, endOf(r, kept))
	if reason := r.Reason; reason != nil {
		if first := reason.First; first != nil {
			add("lost", first.Steps, first.Steps, first.Cells, say.Of("The first lost board: %s.", first.Text))
		}
	}
	step, cell, told := dearest(puzzle, r)
	add("guess", step, step, []int{cell}, told)
	if step, depth := deepest(r.Steps); depth > 0 {
		add("deepest", step, step, nil, say.Of("The deepest board: %s filled.", say.Count(depth, "cell")))
	}
	slices.SortFunc(pins, func(a, b pin) int { return a.Step - b.Step })
	drawPins(pins, puzzle, r.Steps)
	return pins
}

// dearest tells which wrong guess was the costliest, and the step that placed it; -1 if there is none, or if not all that
// was placed on top of it is counted. Where all digits are counted in bars, it is the bar that the page shows first.
func dearest(puzzle sudoku.Board, r result.Replay) (step, cell int, told say.Message) {
	step, cell, digit, cost := -1, 0, 0, 0
	if at, mistake := costliest(r); mistake {
		b := r.Insight.Bars[at]
		step, cell, digit, cost = stepOf(r, b), b.Cell, b.Digit, b.Wide[0]-1
	} else if at < 0 && r.Reason != nil && r.Reason.Wrong.Cost > 0 && (r.Reason.Wrong.Until > 0 || r.Kept() == r.Total) {
		wrong := r.Reason.Wrong
		step, cell, digit, cost = wrong.Step, wrong.Cell, wrong.Digit, wrong.Cost
	}
	return step, cell, say.Of("The costliest guess: %s in %s. %s more digits were placed on top of it.", puzzle.Named(digit),
		puzzle.Place(cell), thousands(cost))
}

// endOf says how a record ends, in digits: a step more is none.
func endOf(r result.Replay, kept int) say.Message {
	placed := thousands(r.Placed)
	switch {
	case r.Total == 0 && r.Note.Said():
		return r.Note
	case kept < r.Total && r.Watched > 0:
		return say.Of("The record ends here; the program placed %s digits until it was stopped after %s.", placed, terminal.Duration(r.Watched))
	case kept < r.Total:
		return say.Of("The record ends here; the program placed %s digits in all.", placed)
	case r.Solved:
		return say.Of("Solved with %s digits.", placed)
	case r.Stopped:
		return say.Of("Stopped after %s digits, not solved.", placed)
	}
	return say.Of("It ends after %s digits without a solution.", placed)
}

func thousands(n int) string { return terminal.Thousands(int64(n)) }

// deepest returns the first step after which most cells were filled.
func deepest(steps []result.Step) (at, depth int) {
	for i, s := range steps {
		if s.Depth > depth {
			at, depth = i+1, s.Depth
		}
	}
	return at, depth
}

// drawPins draws the board of each pin.
func drawPins(pins []pin, puzzle sudoku.Board, steps []result.Step) {
	board, next := puzzle.Clone(), 0
	for i := range pins {
		p := &pins[i]
		for ; next < p.Step; next++ {
			board.Cells[steps[next].Cell] = steps[next].Value
		}
		p.Board = pictureOf(p.Told, board, kindIn(puzzle))
		p.Board.Rings = markCells(board, p.Cells)
	}
}
