// Package reason explains why a search took so long, from the history of its board alone: what its program did not
// see, which guesses were not needed, and which mistake cost most. It knows nothing of programs, languages or how the
// history was recorded, and runs nothing.
package reason

import (
	"context"
	"math/bits"
	"slices"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
)

// Of finds the reason in a history; nil where no digit was placed.
func Of(r result.Replay) *result.Reason {
	puzzle, ok := sudoku.ParseAny(r.Puzzle)
	if !ok || puzzle.Size != r.Size {
		return nil
	}
	if r.W*r.H == puzzle.Size {
		puzzle.W, puzzle.H = r.W, r.H
	}
	solution, unique := solutionOf(puzzle, r)
	s := &search{board: watch(puzzle), solution: solution, unique: unique, under: make([]standing, len(puzzle.Cells)),
		found: result.Reason{Counts: map[result.Lack]int{}}, first: map[result.Lack]*result.Moment{}}
	s.play(r.Steps)
	if s.found.Placed == 0 {
		return nil
	}
	s.left()
	s.tell(r)
	return &s.found
}

// search is a history that is played step by step.
type search struct {
	board    *watched
	solution []int // nil if unknown
	unique   bool  // there is no other
	under    []standing
	found    result.Reason
	first    map[result.Lack]*result.Moment
	steps    int
	lucky    int // right digits of a unique solution that nothing on the board forced
	blanked  int // digits that were taken back and left a blank
}

// standing is a digit on the board: the step that placed it, and how many digits were placed until then.
type standing struct{ digit, step, placed int }

func (s *search) play(steps []result.Step) {
	for i, c := range steps {
		s.step(c)
		if c.Value == 0 && (i+1 == len(steps) || steps[i+1].Cell != c.Cell) {
			s.blanked++
		}
	}
}

// step judges a step by the board before it, and then takes it.
func (s *search) step(c result.Step) {
	s.board.look()
	if old := s.board.Cells[c.Cell]; c.Value != old {
		if old != 0 {
			s.takeBack(c.Cell)
		}
		if c.Value != 0 {
			s.place(c)
		}
		s.board.Cells[c.Cell] = c.Value
	}
	s.steps++
}

// place judges a digit that is placed.
func (s *search) place(c result.Step) {
	lack := s.lost()
	if lack == result.LacksNothing {
		lack = s.guess(c.Cell, c.Value)
	}
	s.found.Placed++
	s.under[c.Cell] = standing{c.Value, s.steps + 1, s.found.Placed}
	if lack == result.LacksNothing {
		return
	}
	if s.found.Counts[lack]++; s.first[lack] == nil {
		s.first[lack] = s.board.moment(lack, s.steps)
	}
}

// lost returns the sign that the board can no longer be solved, if there is one.
func (s *search) lost() result.Lack {
	switch b := s.board; {
	case b.clash:
		return result.LacksClash
	case b.noDigit:
		return result.LacksNoDigit
	case b.noPlace:
		return result.LacksNoPlace
	}
	return result.LacksNothing
}

// guess returns what the program overlooked when it chose a wrong digit among several. A right digit costs nothing.
func (s *search) guess(cell, digit int) result.Lack {
	b := s.board
	several := bits.OnesCount32(b.fits[cell]) > 1 && !b.forced(cell, digit)
	switch {
	case s.solution == nil || !several:
		return result.LacksNothing
	case s.solution[cell] == digit:
		if s.unique {
			s.lucky++
		}
		return result.LacksNothing
	case b.oneDigit:
		return result.LacksForcedCell
	case b.onePlace:
		return result.LacksForcedPlace
	}
	return result.LacksNothing
}

func (s *search) takeBack(cell int) {
	if u := s.under[cell]; u.digit != 0 {
		s.mistake(cell, u, s.steps+1)
	}
	s.under[cell] = standing{}
}

// left judges the digits that are still there when the record stops.
func (s *search) left() {
	for cell, u := range s.under {
		if u.digit != 0 {
			s.mistake(cell, u, 0)
		}
	}
}

// mistake keeps the costliest mistake. A right digit that was taken back is no mistake: something before it was wrong.
func (s *search) mistake(cell int, u standing, until int) {
	cost := s.found.Placed - u.placed
	if s.solution == nil || s.solution[cell] == u.digit || cost <= s.found.Wrong.Cost {
		return
	}
	s.found.Wrong = result.Mistake{Cell: cell, Digit: u.digit, Step: u.step, Until: until, Cost: cost}
}

// solving limits the search for the only solution of a puzzle.
const solving = time.Second

// solutionOf returns the only solution of a puzzle. If there are several, or the board is too large to tell, it is
// the board at the end of the history; nil if that is not solved.
func solutionOf(puzzle sudoku.Board, r result.Replay) (cells []int, unique bool) {
	if cells := only(puzzle); cells != nil {
		return cells, true
	}
	if !r.Solved || r.Kept() < r.Total {
		return nil, false
	}
	end := puzzle.Clone()
	for _, s := range r.Steps {
		end.Cells[s.Cell] = s.Value
	}
	return end.Cells, false
}

func only(puzzle sudoku.Board) []int {
	if puzzle.Size > 9 {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), solving)
	defer cancel()
	found, err := new(sudoku.Solver).Two(ctx, puzzle)
	if err != nil || len(found) != 1 {
		return nil
	}
	return found[0].Cells
}

// moment returns where on the board a lack shows.
func (w *watched) moment(lack result.Lack, steps int) *result.Moment {
	m := &result.Moment{Steps: steps}
	cell := func(fits int) (at int) {
		for w.Cells[at] != 0 || bits.OnesCount32(w.fits[at]) != fits { // there is such a cell
			at++
		}
		m.Cells = []int{at}
		return at
	}
	unit := func(digits []uint32) say.Message {
		u := slices.IndexFunc(digits, func(all uint32) bool { return all != 0 })
		m.Cells, m.Digit = w.units[u], bits.TrailingZeros32(digits[u])
		return sudoku.Clash{Unit: kinds[u/w.Size], Index: u%w.Size + 1}.Place()
	}
	switch lack {
	case result.LacksClash:
		m.Text = say.Of("%s has %s twice", unit(w.twice), w.Named(m.Digit))
	case result.LacksNoDigit:
		m.Text = say.Of("%s has no digit left", w.at(cell(0)))
	case result.LacksNoPlace:
		place := unit(w.none)
		m.Text = say.Of("%s has no place left for %s", place, w.Named(m.Digit))
	case result.LacksForcedCell:
		at := cell(1)
		m.Digit = bits.TrailingZeros32(w.fits[at])
		m.Text = say.Of("%s can only be %s", w.at(at), w.Named(m.Digit))
	case result.LacksForcedPlace:
		place := unit(w.single)
		m.Text = say.Of("%s has one place left for %s", place, w.Named(m.Digit))
	}
	return m
}

// at names a cell in words.
func (w *watched) at(cell int) say.Message {
	return say.Of("row %d, column %d", cell/w.Size+1, cell%w.Size+1)
}
