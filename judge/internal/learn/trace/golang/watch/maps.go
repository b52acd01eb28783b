//go:build unix

package watch

//lint:file-ignore U1000 programs that are watched call it

// judgeMaps holds the candidates of a program that keeps them in bit maps and has no board. A look that finds changes is
// one step with all the changed cells. In a set of candidates, bit d stands for the digit d.
type judgeMaps struct {
	words [16][256]uint64 // the program's words at the last look, by digit and by their first cell
	now   [256]uint32     // the candidates at this look,
	known [256]uint32     // and those that were reported
	fresh bool            // the two may differ
	begun bool            // the maps have held the puzzle
}

var judgeCandidates judgeMaps

// judgeLook looks at all maps after a line of the source: one map for each digit, or one for each cell. A look that
// panics, for instance because the maps do not exist yet, does not count.
func judgeLook(line int, cells bool, read func(i int)) {
	judgeOut.Lock()
	defer judgeOut.Unlock()
	if judgeOut.ended || judge.size == 0 {
		return
	}
	defer func() {
		if recover() == nil {
			judgeCandidates.end(line)
		}
	}()
	n := judge.size
	if cells {
		n = judge.cells
	}
	for i := 0; i < n; i++ {
		read(i)
	}
}

// judgeMap records a word of a digit's map. The word has one bit for each cell, for so many cells from the first on.
func judgeMap(digit, first, bits int, word uint64) {
	m := &judgeCandidates
	changed := (word ^ m.words[digit][first]) & (1<<uint(bits) - 1)
	m.words[digit][first] ^= changed
	for cell := first; changed != 0 && cell < judge.cells; cell++ {
		if changed&1 != 0 {
			m.change(cell, 2<<uint(digit))
		}
		changed >>= 1
	}
}

// judgeMask records a cell's candidates; bit 0 stands for the digit 1.
func judgeMask(cell int, word uint64) {
	m := &judgeCandidates
	m.change(cell, uint32(word&(1<<uint(judge.size)-1))<<1^m.now[cell])
}

func (m *judgeMaps) change(cell int, candidates uint32) {
	m.now[cell] ^= candidates
	m.fresh = m.fresh || candidates != 0
}

// end ends a look. The history begins when the maps hold the puzzle. Before that the program only reads it in.
func (m *judgeMaps) end(line int) {
	if !m.fresh || !m.begun && !m.holds() {
		m.fresh = false
		return
	}
	if !m.begun {
		for cell, clue := range judge.puzzle {
			if clue != 0 {
				m.known[cell] = m.now[cell]
			}
		}
	}
	m.fresh, m.begun = false, true
	with := uint32(0)
	for cell := 0; cell < judge.cells; cell++ {
		if m.now[cell] != m.known[cell] {
			m.known[cell] = m.now[cell]
			judgeOut.word(byte(cell), 0x85, line)
			judgeOut.long(uint64(m.now[cell]|with), 4)
			with = 1
		}
	}
}

// holds reports whether the maps hold the puzzle: a clue's cell has only its digit left, every other cell has some
// digit.
func (m *judgeMaps) holds() bool {
	for cell, clue := range judge.puzzle {
		if m.now[cell] == 0 || clue != 0 && m.now[cell] != 1<<uint(clue) {
			return false
		}
	}
	return true
}
