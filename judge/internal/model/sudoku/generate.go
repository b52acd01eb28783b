package sudoku

import (
	"cmp"
	"context"
	"slices"

	"sudokuoj/judge/internal/base/say"
)

// Options say which puzzles a Generator makes. The zero value asks for minimal 9x9 puzzles of any
// difficulty.
type Options struct {
	Seed       uint64
	Size       int // 0: 9
	W, H       int // the regions; 0: as Regions has them
	Clues      int // how many; 0: minimal, so that no clue can go without a second solution
	Difficulty Difficulty
	Needs      Technique // the hardest that it needs, instead of a difficulty; then clues may be left that could go
	Symmetric  bool      // a half turn maps the pattern of the clues onto itself
}

// Generator makes puzzles that have one solution. The same options give the same puzzles in the same
// order, on every machine.
type Generator struct {
	options Options
	board   Board // an empty one
	rand    *Rand
	filler  Solver // fills boards, guessing at random
	solver  Solver
	counter Solver // tallies solutions
	times   []int  // how many solutions have a value in a cell, by cell and value
}

// FewestClues is how many clues a 9x9 puzzle with one solution has at least.
const FewestClues = 17

// tries bounds how many puzzles are made and thrown away for one that fits the options: minutes.
// climbs is the same where each is driven to few clues, which takes seconds.
const (
	tries  = 100_000
	climbs = 50
)

// proof bounds the guesses spent on whether a clue can go. On 9x9 boards it is never reached; on larger
// ones a clue stays where the proof would take longer.
const proof = 3_000

// NewGenerator checks the options; its errors say what would be possible.
func NewGenerator(o Options) (*Generator, error) {
	o.Size = cmp.Or(o.Size, 9)
	if o.Size < 1 || o.Size > MaxSize {
		return nil, say.Errorf("size %d: boards have sizes from 1 to %d", o.Size, MaxSize)
	}
	if o.W == 0 && o.H == 0 {
		o.W, o.H = Regions(o.Size)
	}
	board, err := New(o.W, o.H)
	if err != nil {
		return nil, err
	}
	if board.Size != o.Size {
		return nil, say.Errorf("size %d with regions of %d by %d: width times height is the size", o.Size, o.W, o.H)
	}
	if err := o.checkClues(); err != nil {
		return nil, err
	}
	g := &Generator{options: o, board: board, rand: NewRand(o.Seed), times: make([]int, board.Size*len(board.Cells))}
	g.filler = Solver{rand: g.rand, budget: 4 * len(board.Cells)}
	g.solver = Solver{budget: proof}
	return g, nil
}

func (o Options) checkClues() error {
	cells := o.Size * o.Size
	switch {
	case o.Clues < 0 || o.Clues > cells:
		return say.Errorf("%d clues: a board of size %d has %d cells", o.Clues, o.Size, cells)
	case o.Needs != "" && !slices.Contains(Techniques, o.Needs):
		return say.Errorf("no puzzle needs %q: there are %v", string(o.Needs), Techniques)
	case o.Size == 9 && o.W == 3 && o.Clues > 0 && o.Clues < FewestClues:
		return say.Errorf("%d clues: no 9x9 puzzle with a unique solution has under %d", o.Clues, FewestClues)
	case o.Symmetric && cells%2 == 0 && o.Clues%2 == 1:
		return say.Errorf("%d clues: a symmetric pattern on a board without a middle cell has an even number", o.Clues)
	}
	return nil
}

// errRare means that random search finds no puzzle with these options.
var errRare = say.Errorf("no such puzzle found: ask for more clues, another difficulty or another seed")

// Next makes a puzzle and its solution. It gives up when the context ends, or after very many attempts
// in vain.
func (g *Generator) Next(ctx context.Context) (puzzle, solution Board, err error) {
	left := tries
	if g.options.low() {
		left = climbs
	}
	g.solver.done = ctx.Done() // from then on a clue stays, since that it can go is not proved
	for range left {
		if err := ctx.Err(); err != nil {
			return Board{}, Board{}, err
		}
		solution = g.Full()
		puzzle = g.reduce(solution)
		if g.options.low() && g.lower(ctx, puzzle, g.options.Clues) {
			solution, _ = puzzle.Solve()
		}
		if g.fits(puzzle) {
			return puzzle, solution, nil
		}
	}
	return Board{}, Board{}, errRare
}

// low reports whether so few clues are wanted that random removal hardly ever gets there.
func (o Options) low() bool {
	return o.Size == 9 && o.W == 3 && o.Clues > 0 && o.Clues < 22 && !o.Symmetric
}

// Empty returns an empty board of the shape that the generator fills.
func (g *Generator) Empty() Board { return g.board.Clone() }

// Full makes a random full board.
func (g *Generator) Full() Board {
	for {
		if b, ok := g.filler.Solve(g.board); ok {
			return b
		}
	}
}

// reduce removes clues in random order as long as the puzzle meets the options.
func (g *Generator) reduce(solution Board) Board {
	puzzle := solution.Clone()
	clues := len(puzzle.Cells)
	for _, cell := range g.rand.Perm(len(puzzle.Cells)) {
		orbit := g.orbit(cell)
		if puzzle.Cells[cell] == 0 || clues-len(orbit) < g.options.Clues {
			continue
		}
		for _, c := range orbit {
			puzzle.Cells[c] = 0
		}
		if g.keeps(puzzle, solution, orbit) {
			clues -= len(orbit)
			continue
		}
		for _, c := range orbit {
			puzzle.Cells[c] = solution.Cells[c]
		}
	}
	return puzzle
}

// orbit returns the cells that come and go with a cell.
func (g *Generator) orbit(cell int) []int {
	if opposite := len(g.board.Cells) - 1 - cell; g.options.Symmetric && opposite != cell {
		return []int{cell, opposite}
	}
	return []int{cell}
}

// keeps reports whether the puzzle still has one solution, and is not too hard, after cells were cleared.
func (g *Generator) keeps(puzzle, solution Board, cleared []int) bool {
	switch {
	case g.options.Difficulty == Naked || g.options.Needs == NakedSingle:
		return g.solver.nakedAlone(puzzle)
	case g.options.Difficulty == Hidden || g.options.Needs == HiddenSingle:
		return g.solver.singlesAlone(puzzle)
	case g.options.Needs == Pointing:
		return puzzle.Needs() != Guess
	}
	for _, c := range cleared {
		if g.solver.differs(puzzle, c, solution.Cells[c]) {
			return false
		}
	}
	return true
}

// fits reports whether a reduced puzzle meets the options.
func (g *Generator) fits(puzzle Board) bool {
	o := g.options
	if o.Clues > 0 && puzzle.Clues() != o.Clues {
		return false
	}
	if o.Difficulty != Any {
		if d, _ := g.solver.Grade(puzzle); d != o.Difficulty {
			return false
		}
	}
	if o.Needs != "" {
		return puzzle.Needs() == o.Needs
	}
	return o.Clues > 0 || o.reducesToMinimal() || g.solver.minimal(puzzle)
}

// reducesToMinimal reports whether every clue that reduce leaves is needed. That holds if clues go one by one and stay
// only to keep the solution unique: a clue that is needed among more clues is also needed among fewer.
func (o Options) reducesToMinimal() bool {
	return !o.Symmetric && o.Difficulty != Naked && o.Difficulty != Hidden
}

// minimal reports whether every clue of a puzzle with one solution is needed for that.
func (s *Solver) minimal(puzzle Board) bool {
	for c, v := range puzzle.Cells {
		if v == 0 {
			continue
		}
		puzzle.Cells[c] = 0
		needed := s.differs(puzzle, c, v)
		puzzle.Cells[c] = v
		if !needed {
			return false
		}
	}
	return true
}
