package sudoku

import "slices"

// pointingAlone reports whether singles, and values that a box points out of it, fill in the whole board.
func (s *Solver) pointingAlone(puzzle Board) bool {
	s.load(puzzle)
	sets := s.sets[0]
	for s.settle(sets) {
		if s.fewest(sets) < 0 {
			return true
		}
		if !s.pointing(sets) {
			break
		}
	}
	return false
}

// pointing strikes each value whose places in a box lie in one line from the rest of that line. It returns
// false if there is nothing to strike, or a cell has no value left.
func (s *Solver) pointing(sets []uint16) (changed bool) {
	for i, line := range s.units[:2*s.size] {
		width := s.w // of the part of the line that lies in one box
		if i >= s.size {
			width = s.h
		}
		for at := 0; at < s.size; at += width {
			pointed := s.pointed(sets, line[at:at+width])
			for k, cell := range line {
				if at <= k && k < at+width || sets[cell]&pointed == 0 {
					continue
				}
				changed = true
				if sets[cell] &^= pointed; sets[cell] == 0 {
					return false
				}
				if sets[cell]&(sets[cell]-1) == 0 {
					s.queue = append(s.queue, cell)
				}
			}
		}
	}
	return changed
}

// pointed is the set of values that fit the given part of a box and no other cell of it.
func (s *Solver) pointed(sets []uint16, part []uint8) uint16 {
	var inside, outside uint16
	for _, cell := range part {
		inside |= sets[cell]
	}
	first := int(part[0])
	box := first/s.size/s.h*s.h + first%s.size/s.w
	for _, cell := range s.units[2*s.size+box] {
		if !slices.Contains(part, cell) {
			outside |= sets[cell]
		}
	}
	return inside &^ outside
}
