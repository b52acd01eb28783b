package record

import (
	"slices"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
)

// buckets is the largest number of parts in an outline.
const buckets = 512

// history follows a board through its steps. It counts them all, and keeps the first.
type history struct {
	puzzle sudoku.Board
	board  []int
	blanks int
	filled int // cells, beyond the clues
	keep   int // how many steps to keep
	over   bool
	rose   bool  // the last step took nothing back,
	depth  int   // so deep
	room   int   // how many more steps go into the last part of the outline
	since  []int // how many steps there were when each cell got its digit
	look   *insight
	result.Replay
}

func newHistory(puzzle sudoku.Board, keep int) *history {
	h := &history{puzzle: puzzle, keep: keep}
	h.board = append(h.board, puzzle.Cells...)
	h.since = make([]int, len(h.board))
	h.blanks = len(h.board) - puzzle.Clues()
	h.PartSteps = 1
	h.over = h.blanks == 0 && h.solved()
	h.look = newInsight(puzzle, h.board)
	return h
}

// set records that a cell now holds a value. A digit that replaces another one takes that one back first. Removing a
// clue is not a step, because a program may empty its board before it fills it in again.
func (h *history) set(cell, value, place int) {
	was := h.board[cell]
	if was == value || h.over || value == 0 && h.puzzle.Cells[cell] != 0 {
		return
	}
	if was != 0 {
		h.filled--
		h.step(cell, 0, place)
	}
	if value != 0 {
		h.filled++
		h.step(cell, value, place)
		h.over = h.filled == h.blanks && h.solved()
	}
}

// setAll records what all cells hold now: first the digits that are gone, the newest first, then the new ones.
func (h *history) setAll(cells []byte, place int) {
	var gone []int
	for cell, was := range h.board {
		if was != 0 && was != int(cells[cell]) {
			gone = append(gone, cell)
		}
	}
	slices.SortFunc(gone, func(a, b int) int { return h.since[b] - h.since[a] })
	for _, cell := range gone {
		h.set(cell, 0, place)
	}
	for cell, value := range cells {
		h.set(cell, int(value), place)
	}
}

// step counts a change of one cell. It is a dead end if the change before it placed a digit, and it takes one back.
func (h *history) step(cell, value, place int) {
	h.board[cell] = value
	if value != 0 {
		h.since[cell] = h.Total
		h.look.place(cell, value)
		h.Placed++
	} else {
		h.look.back()
		h.Back++
		if h.rose {
			h.DeadEnds++
			h.Deepest = max(h.Deepest, h.depth)
		}
	}
	h.Total++
	h.rose = value != 0
	h.depth = max(h.filled, 0)
	h.outline()
	if len(h.Steps) < h.keep {
		h.Steps = append(h.Steps, result.Step{Cell: cell, Value: value, Depth: h.depth, Line: place})
	}
}

// outline keeps the least and the greatest depth for each part of the history. All parts have the same number of steps.
// When there are too many parts, each two become one.
func (h *history) outline() {
	if h.room == 0 {
		if len(h.Outline) == buckets {
			h.halve()
		}
		h.room = h.PartSteps
		h.Outline = append(h.Outline, [2]int{h.depth, h.depth})
	}
	h.room--
	last := &h.Outline[len(h.Outline)-1]
	last[0], last[1] = min(last[0], h.depth), max(last[1], h.depth)
}

func (h *history) halve() {
	for i := range buckets / 2 {
		a, b := h.Outline[2*i], h.Outline[2*i+1]
		h.Outline[i] = [2]int{min(a[0], b[0]), max(a[1], b[1])}
	}
	h.Outline = h.Outline[:buckets/2]
	h.PartSteps *= 2
}

func (h *history) solved() bool {
	b := sudoku.Board{Size: h.puzzle.Size, W: h.puzzle.W, H: h.puzzle.H, Cells: h.board}
	_, broken := b.Broken()
	return !broken
}
