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
		if wrong := reason.Wrong; wrong.Cost > 0 {
			on := say.Of("%s digits were placed on top of it before it was taken back", thousands(wrong.Cost))
			if wrong.Until == 0 {
				on = say.Of("%s digits and more were placed on top of it", thousands(wrong.Cost))
			}
			told := say.Of("The costliest wrong guess: %s in %s; %s.", puzzle.Named(wrong.Digit), puzzle.Place(wrong.Cell), on)
			add("guess", wrong.Step, wrong.Step, []int{wrong.Cell}, told)
		}
	}
	if step, depth := deepest(r.Steps); depth > 0 {
		add("deepest", step, step, nil, say.Of("The deepest board: %s filled.", say.Count(depth, "cell")))
	}
	slices.SortFunc(pins, func(a, b pin) int { return a.Step - b.Step })
	drawPins(pins, puzzle, r.Steps)
	return pins
}

func endOf(r result.Replay, kept int) say.Message {
	switch {
	case r.Total == 0 && r.Note.Said():
		return r.Note
	case kept < r.Total && r.Watched > 0:
		return say.Of("The record stops after %s steps; the program went on to step %s, until it was stopped after %s.",
			thousands(kept), thousands(r.Total), terminal.Duration(r.Watched))
	case kept < r.Total:
		return say.Of("The record stops after %s steps; the program went on to step %s.", thousands(kept), thousands(r.Total))
	case r.Solved:
		return say.Of("Solved after %s steps.", thousands(kept))
	case r.Stopped:
		return say.Of("Stopped after %s steps, not solved.", thousands(kept))
	}
	return say.Of("It ends after %s steps without a solution.", thousands(kept))
}

func thousands(n int) string { return terminal.Thousands(int64(n)) }

// deepest returns the first step after which most cells were filled.
func deepest(steps []result.Step) (at, depth int) {
	n := 0
	for _, s := range steps {
		if !s.With {
			n++
		}
		if s.Depth > depth {
			at, depth = n, s.Depth
		}
	}
	return at, depth
}

// drawPins draws the board of each pin.
func drawPins(pins []pin, puzzle sudoku.Board, steps []result.Step) {
	board, n, next := puzzle.Clone(), 0, 0
	for i := range pins {
		p := &pins[i]
		for next < len(steps) && (n < p.Step || steps[next].With) {
			if !steps[next].With {
				n++
			}
			board.Cells[steps[next].Cell] = steps[next].Value
			next++
		}
		p.Board = pictureOf(p.Told, board, kindIn(puzzle))
		p.Board.Rings = markCells(board, p.Cells)
	}
}
