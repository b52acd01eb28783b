package stress

import (
	"context"

	"sudokuoj/judge/internal/model/sudoku"
)

// boardStream makes the boards of a seed. Board i depends only on the seed, i and the task, so that each can be made
// again without the earlier ones. Corner cases come first, then families of boards made from one generated puzzle,
// since generating is slow. Early families keep most of the solution; later ones have few clues and need more search.
type boardStream struct {
	family  int // the number of the one that puzzle is of, from 1; 0: none yet
	puzzle  sudoku.Board
	solved  sudoku.Board
	corners []sudoku.Board
}

const (
	familySize = 16
	hardest    = 24 // from this family on nothing is added to the puzzles
)

// sizes are the shapes of boards of a task that knows several, as width and height of a region.
var sizes = [][2]int{{3, 3}, {2, 2}, {3, 2}, {2, 3}, {3, 3}, {4, 2}, {5, 2}, {4, 3}, {4, 4}}

// board makes board i of a seed.
func (s *boardStream) board(ctx context.Context, seed uint64, i int, task sudoku.Task) (sudoku.Board, error) {
	if s.corners == nil {
		s.corners = corners(task)
	}
	if i < len(s.corners) {
		return s.corners[i], nil
	}
	family := (i-len(s.corners))/familySize + 1
	if family != s.family {
		if err := s.found(ctx, seed, family, task); err != nil {
			return sudoku.Board{}, err
		}
	}
	r := sudoku.NewRand(seed ^ uint64(i)<<20 ^ 0x5eed)
	return s.child(r, task), nil
}

// found makes the first puzzle of a family.
func (s *boardStream) found(ctx context.Context, seed uint64, family int, task sudoku.Task) error {
	o := sudoku.Options{Seed: seed ^ uint64(family)<<20}
	if grades := []sudoku.Difficulty{sudoku.Any, sudoku.Little, sudoku.Search}; family >= hardest {
		o.Difficulty = grades[family%len(grades)]
	}
	empty := task.Input.Empty()
	o.Size, o.W, o.H = empty.Size, empty.W, empty.H
	if task.Sizes {
		shape := sizes[family%len(sizes)]
		o.Size, o.W, o.H = shape[0]*shape[1], shape[0], shape[1]
		o.Difficulty = sudoku.Any // small boards have no hard ones
	}
	if o.Size > 9 { // hard ones of that size would take any program minutes
		o.Clues, o.Difficulty = o.Size*o.Size*6/10, sudoku.Any
	}
	g, err := sudoku.NewGenerator(o)
	if err != nil {
		return err
	}
	s.puzzle, s.solved, err = g.Next(ctx)
	s.family = family
	return err
}

// child is one board of the family: the puzzle with clues added, taken away, or with a fault.
func (s *boardStream) child(r *sudoku.Rand, task sudoku.Task) sudoku.Board {
	b := s.puzzle.Clone()
	cells := len(b.Cells)
	ease := max(0, hardest-s.family) // how much of the solution may stay
	for n := r.Intn(1 + cells*ease/hardest); n > 0; n-- {
		c := r.Intn(cells)
		b.Cells[c] = s.solved.Cells[c]
	}
	switch kind := r.Intn(8); {
	case kind == 0 && b.Size <= 9: // larger ones with several solutions may be very hard
		for range 1 + r.Intn(12) {
			b.Cells[r.Intn(cells)] = 0
		}
	case kind == 1 && task.None: // as a rule no solution, and no clash that shows
		s.put(b, r, false)
	case kind == 2 && task.None:
		s.put(b, r, true)
	}
	return b.Shuffled(r)
}

// put puts a wrong value into the board if it finds one; clash decides whether the value breaks a rule at once.
func (s *boardStream) put(b sudoku.Board, r *sudoku.Rand, clash bool) {
	for range 100 {
		c := r.Intn(len(b.Cells))
		old := b.Cells[c]
		b.Cells[c] = 1 + r.Intn(b.Size)
		if _, broken := b.Broken(); broken == clash && b.Cells[c] != s.solved.Cells[c] {
			return
		}
		b.Cells[c] = old
	}
}

// corners are the boards that are different from all others.
func corners(task sudoku.Task) []sudoku.Board {
	empty := task.Input.Empty()
	full, _ := empty.Solve()
	n, last := empty.Size, len(empty.Cells)-1
	change := func(b sudoku.Board, set func(cells []int)) sudoku.Board {
		b = b.Clone()
		set(b.Cells)
		return b
	}
	all := []sudoku.Board{
		full,
		change(full, func(c []int) { c[0] = 0 }),
		change(full, func(c []int) { c[last] = 0 }),
		change(full, func(c []int) { clear(c[:n]) }),
		change(full, func(c []int) { clear(c[n*(n-1):]) }),
	}
	if n <= 9 { // larger ones with so many solutions may be very hard
		all = append(all, change(empty, func(c []int) { c[40] = 5 }), empty)
	}
	if task.None {
		all = append(all,
			change(empty, func(c []int) { c[0], c[8] = 1, 1 }),   // a row
			change(empty, func(c []int) { c[0], c[72] = 9, 9 }),  // a column
			change(empty, func(c []int) { c[60], c[80] = 3, 3 }), // a box
			change(full, func(c []int) { c[40] = c[41] }),
			change(empty, func(c []int) { copy(c, []int{1, 2, 3, 4, 5, 6, 7, 8, 0}); c[17] = 9 }), // no clash, no solution
		)
	}
	if task.Sizes {
		for _, shape := range sizes[1:4] {
			b, _ := sudoku.New(shape[0], shape[1])
			solved, _ := b.Solve()
			all = append(all, b, solved)
		}
	}
	return all
}
