//go:build unix

package recorder

// judgeMaps is what is known of the candidates of a program that keeps them in maps of bits, and has no
// board: a cell with one candidate left is filled. A look that finds something changed is one step, of all
// the cells that have. Of a set of candidates bit d is the digit d.
type judgeMaps struct {
	words [16][256]uint64 // the program's own at the last look, by digit and by the first cell they tell of
	now   [256]uint32     // the candidates at this look,
	known [256]uint32     // and as recorded
	fresh bool            // the two may differ
	begun bool            // they have once held the puzzle
}

var judgeCandidates judgeMaps

// judgeLook looks at all maps, after a line of the source: one of each digit, or one of each cell. A look
// that goes astray, as where the maps are not made yet, is none.
func judgeLook(line int, cells bool, read func(i int)) {
	h := judge
	h.Lock()
	defer h.Unlock()
	if h.over {
		return
	}
	h.line = line
	defer func() {
		if recover() == nil {
			judgeCandidates.end(h)
		}
	}()
	n := h.size
	if cells {
		n = len(h.board)
	}
	for i := 0; i < n; i++ {
		read(i)
	}
}

// judgeMap notes a word of a digit's map, with a bit for each of so many cells from the first on.
func judgeMap(digit, first, bits int, word uint64) {
	m := &judgeCandidates
	changed := (word ^ m.words[digit][first]) & (1<<uint(bits) - 1)
	m.words[digit][first] ^= changed
	for cell := first; changed != 0 && cell < len(judge.board); cell++ {
		if changed&1 != 0 {
			m.change(cell, 2<<uint(digit))
		}
		changed >>= 1
	}
}

// judgeMask notes a cell's candidates, bit 0 for the digit 1.
func judgeMask(cell int, word uint64) {
	m := &judgeCandidates
	m.change(cell, uint32(word&(1<<uint(judge.size)-1))<<1^m.now[cell])
}

func (m *judgeMaps) change(cell int, candidates uint32) {
	m.now[cell] ^= candidates
	m.fresh = m.fresh || candidates != 0
}

// end ends a look. The history begins when the maps hold the puzzle: what they held while it was read in is
// no search.
func (m *judgeMaps) end(h *judgeHistory) {
	if !m.fresh {
		return
	}
	m.fresh = false
	if !m.begun {
		if !m.holds(h) {
			return
		}
		m.begun = true
		for cell, given := range h.given {
			if given {
				m.known[cell] = m.now[cell]
			}
		}
	}
	placed, withdrawn := 0, 0
	var changed []int
	for cell, was := range h.board {
		if m.now[cell] == m.known[cell] {
			continue
		}
		m.known[cell] = m.now[cell]
		changed = append(changed, cell)
		is := judgeOnly(m.now[cell])
		if was != 0 && was != is {
			withdrawn++
		}
		if is != 0 && was != is {
			placed++
		}
		h.board[cell] = is
	}
	h.filled += placed - withdrawn
	if changed == nil {
		return // struck and back
	}
	h.count(placed, withdrawn)
	if h.holds(len(changed)) {
		for i, cell := range changed {
			marks := m.now[cell]
			if i > 0 {
				marks |= 1
			}
			h.keep(cell, marks)
		}
	}
	if h.filled == h.blanks && h.solved() {
		h.file[judgeSolved] = 1
		h.over = true
	}
}

// holds tells if the maps hold the puzzle: of a clue that digit alone, elsewhere something.
func (m *judgeMaps) holds(h *judgeHistory) bool {
	for cell, v := range h.board {
		if m.now[cell] == 0 || h.given[cell] && m.now[cell] != 1<<uint(v) {
			return false
		}
	}
	return true
}

// judgeOnly is the digit of a set that has but one, else 0.
func judgeOnly(candidates uint32) int {
	if candidates == 0 || candidates&(candidates-1) != 0 {
		return 0
	}
	digit := 0
	for candidates>>uint(digit) != 1 {
		digit++
	}
	return digit
}
