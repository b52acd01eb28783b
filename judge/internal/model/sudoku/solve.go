package sudoku

import (
	"context"
	"math/bits"
)

// Solver solves boards and counts their solutions. For every cell it keeps the set of values that still fit. It fills in
// naked and hidden singles until nothing changes, and then guesses on a copy, at the cell with the fewest values, the
// first one in reading order. It reuses its memory. Its zero value is ready; it is not safe for concurrent use.
type Solver struct {
	// Nodes is how many guesses the last call made: the size of the search.
	Nodes int

	*shape
	rand   *Rand           // if not nil, guesses try the values in random order
	limit  int             // solutions wanted
	budget int             // guesses allowed, 0 for no bound
	done   <-chan struct{} // if not nil, ends the search when it is closed
	gaveUp bool            // the last search ended before it was through
	found  int
	each   func(sets []uint16) // if not nil, is told of every solution
	first  []uint16            // the first solution found
	sets   [][]uint16          // the board at each depth of the search
	queue  []uint8             // cells whose only value has yet to be struck from their peers
}

// Count returns how many solutions the board has, but stops at limit.
func (s *Solver) Count(b Board, limit int) int {
	s.load(b)
	s.limit = limit
	if s.settle(s.sets[0]) {
		s.search(0)
	}
	return s.found
}

// Solve returns a solution, or false if there is none.
func (s *Solver) Solve(b Board) (Board, bool) {
	if s.Count(b, 1) == 0 {
		return Board{}, false
	}
	return s.solution(b), true
}

// Two returns two solutions, or the only one, or none. Its error is the context's, when that ends the
// search: then there may be more solutions than it returns.
func (s *Solver) Two(ctx context.Context, b Board) (found []Board, err error) {
	s.done, s.each = ctx.Done(), func(sets []uint16) { found = append(found, filled(b, sets)) }
	defer func() { s.done, s.each = nil, nil }()
	if s.Count(b, 2); s.gaveUp {
		return found, ctx.Err()
	}
	return found, nil
}

// differs reports whether the board has a solution in which the cell, blank there, is not v. If it cannot
// tell within the budget, it says yes.
func (s *Solver) differs(b Board, cell, v int) bool {
	s.load(b)
	s.limit = 1
	sets := s.sets[0]
	if sets[cell] &^= 1 << (v - 1); sets[cell]&(sets[cell]-1) == 0 {
		s.queue = append(s.queue, uint8(cell))
	}
	if s.settle(sets) {
		s.search(0)
	}
	return s.found > 0 || s.gaveUp
}

// solution is the first one found, as a board of b's shape.
func (s *Solver) solution(b Board) Board { return filled(b, s.first) }

// filled is a board of b's shape with the only value of each set.
func filled(b Board, sets []uint16) Board {
	b = b.Clone()
	for i, set := range sets {
		b.Cells[i] = bits.TrailingZeros16(set) + 1
	}
	return b
}

// load makes b the board to search and queues its clues.
func (s *Solver) load(b Board) {
	if s.shape == nil || s.w != b.W || s.h != b.H {
		s.shape = shapeOf(b)
		s.sets = nil
		s.first = make([]uint16, s.cells)
	}
	s.Nodes, s.found, s.gaveUp = 0, 0, false
	s.queue = s.queue[:0]
	sets := s.depth(0)
	for i, v := range b.Cells {
		sets[i] = s.full
		if v != 0 {
			sets[i] = 1 << (v - 1)
			s.queue = append(s.queue, uint8(i))
		}
	}
}

// depth returns the board of a depth of the search.
func (s *Solver) depth(d int) []uint16 {
	if d == len(s.sets) {
		s.sets = append(s.sets, make([]uint16, s.cells))
	}
	return s.sets[d]
}

// search tries to complete the board at the given depth, which has been settled. It returns true when
// the search is over.
func (s *Solver) search(d int) bool {
	sets := s.sets[d]
	cell := s.fewest(sets)
	if cell < 0 {
		if s.found++; s.found == 1 {
			copy(s.first, sets)
		}
		if s.each != nil {
			s.each(sets)
		}
		return s.found >= s.limit
	}
	for rest := sets[cell]; rest != 0; {
		v := s.pick(rest)
		rest &^= v
		if s.Nodes++; s.spent() {
			s.gaveUp = true
			return true
		}
		next := s.depth(d + 1)
		copy(next, s.sets[d])
		next[cell] = v
		s.queue = append(s.queue[:0], uint8(cell))
		if s.settle(next) && s.search(d+1) {
			return true
		}
	}
	return false
}

// spent reports whether the search must end now.
func (s *Solver) spent() bool {
	if s.done != nil && s.Nodes%64 == 0 { // a guess takes microseconds
		select {
		case <-s.done:
			return true
		default:
		}
	}
	return s.budget > 0 && s.Nodes > s.budget
}

// pick chooses the value to try first.
func (s *Solver) pick(set uint16) uint16 {
	if s.rand != nil {
		for range s.rand.Intn(bits.OnesCount16(set)) {
			set &= set - 1
		}
	}
	return set & -set
}

// fewest returns the open cell with the fewest values, or -1 if no cell is open.
func (s *Solver) fewest(sets []uint16) int {
	best, least := -1, MaxSize+1
	for i, set := range sets {
		if n := bits.OnesCount16(set); n > 1 && n < least {
			if best, least = i, n; n == 2 {
				break
			}
		}
	}
	return best
}

// settle fills in singles until nothing changes. It returns false if a cell or a unit's value has no
// place left.
func (s *Solver) settle(sets []uint16) bool {
	for {
		if !s.strike(sets) || !s.hidden(sets) {
			return false
		}
		if len(s.queue) == 0 {
			return true
		}
	}
}

// strike takes the values of the queued cells from their peers; a peer left with one is queued too.
func (s *Solver) strike(sets []uint16) bool {
	queue := s.queue
	for len(queue) > 0 {
		cell := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		v := sets[cell]
		for _, p := range s.peers[cell] {
			set := sets[p]
			if set&v == 0 {
				continue
			}
			set &^= v
			if set == 0 {
				return false
			}
			sets[p] = set
			if set&(set-1) == 0 {
				queue = append(queue, p)
			}
		}
	}
	s.queue = queue
	return true
}

// hidden queues the cells that are the only place for a value in one of their units.
func (s *Solver) hidden(sets []uint16) bool {
	for _, unit := range s.units {
		var once, twice, done uint16
		for _, cell := range unit {
			set := sets[cell]
			twice |= once & set
			once |= set
			if set&(set-1) == 0 {
				done |= set
			}
		}
		if once != s.full {
			return false
		}
		lone := once &^ twice &^ done
		if lone == 0 {
			continue
		}
		for _, cell := range unit {
			v := sets[cell] & lone
			if v == 0 {
				continue
			}
			if v&(v-1) != 0 {
				return false // the only place for two values
			}
			sets[cell] = v
			s.queue = append(s.queue, cell)
		}
	}
	return true
}
