package check

import (
	"bytes"
	"encoding/binary"

	"sudokuoj/judge/internal/model/sudoku"
)

// A boardText is how a format writes a full board of 9x9 cells. Boards that stand in a block just so are
// judged where they are, line by line or parsed anew being many times slower; all others, and all that
// are wrong, are left to step.
type boardText struct {
	text  []byte
	fixed []byte  // 255 for its bytes that are the same in all boards, 0 for the cells
	at    [81]int // where the cells are
	solid bool    // they stand at its beginning, with nothing between them
}

var texts = map[sudoku.Format]*boardText{}

func init() {
	for _, f := range sudoku.Formats {
		b := sudoku.Empty()
		fill := func(v int) []byte {
			for i := range b.Cells {
				b.Cells[i] = v
			}
			return []byte(f.Text(b))
		}
		ones, twos := fill(1), fill(2)
		t, k := &boardText{text: ones, fixed: make([]byte, len(ones))}, 0
		for i := range ones {
			if t.fixed[i] = 255; ones[i] != twos[i] {
				t.fixed[i], t.at[k] = 0, i
				k++
			}
		}
		t.solid = t.at[80] == 80
		texts[f] = t
	}
}

// signs are the values that bytes stand for in a cell, noSign those that stand for none.
type signs [256]uint8

const noSign = 128

// signsWith are the digits, and a byte for an empty cell.
func signsWith(empty string) *signs {
	var s signs
	for i := range s {
		s[i] = noSign
	}
	for v := range uint8(9) {
		s['1'+v] = 1 + v
	}
	for i := range len(empty) {
		s[empty[i]] = 0
	}
	return &s
}

var digits = signsWith("")

// read reads the board that a text begins with, and says how long it is there: 0 if there is none. The
// class is what may stand at the ends of lines.
func (t *boardText) read(b []byte, cells *[81]uint8, signs *signs, class *[256]bool) int {
	if t.solid && signs == digits && len(b) >= len(t.text) && string(b[81:len(t.text)]) == string(t.text[81:]) && readDigits(b, cells) {
		return len(t.text)
	}
	if t.begins(b) {
		var all uint8
		for k, at := range t.at {
			cells[k] = signs[b[at]]
			all |= cells[k]
		}
		if all < noSign {
			return len(t.text)
		}
		return 0
	}
	n, k := 0, 0
	for i, c := range t.text {
		if c == '\n' {
			n = after(b, n, class)
		}
		switch {
		case n == len(b):
			return 0
		case t.fixed[i] == 0:
			if cells[k] = signs[b[n]]; cells[k] == noSign {
				return 0
			}
			k++
		case b[n] != c:
			return 0
		}
		n++
	}
	return n
}

// readDigits reads 81 digits from 1 to 9, eight at a time, if there are so many.
func readDigits(b []byte, cells *[81]uint8) bool {
	const each = 0x0101010101010101
	var bad uint64
	word := func(at int) {
		v := binary.LittleEndian.Uint64(b[at:]) ^ each*'0'
		// A byte's highest bit is set in one of these unless it is 1 to 9; there is no carry from one that is below 128.
		bad |= v | (v + each*(128-10)) | ^(v + each*127)
		binary.LittleEndian.PutUint64(cells[at:], v)
	}
	for at := 0; at < 80; at += 8 {
		word(at)
	}
	word(81 - 8)
	return bad&(each*128) == 0
}

// begins says whether b begins with the text, the cells apart.
func (t *boardText) begins(b []byte) bool {
	n := len(t.text)
	if len(b) < n {
		return false
	}
	i, wrong := 0, uint64(0)
	for ; i+8 <= n; i += 8 {
		wrong |= (binary.LittleEndian.Uint64(b[i:]) ^ binary.LittleEndian.Uint64(t.text[i:])) & binary.LittleEndian.Uint64(t.fixed[i:])
	}
	for ; i < n; i++ {
		wrong |= uint64((b[i] ^ t.text[i]) & t.fixed[i])
	}
	return wrong == 0
}

// passRight passes one board that is right, where each line of an answer is one.
func (p *boards) passRight() bool {
	if !p.single || len(p.ignore) > 0 {
		return false
	}
	n, m := p.judgeText(p.w.peek(), p.g.peek(), p.puzzle+1)
	if n == 0 {
		return false
	}
	p.puzzle++
	p.w.skip(n)
	p.g.skip(m)
	return true
}

// right passes the board whose first lines have been read, if it is right.
func (p *boards) right(want, got line) bool {
	a, b := p.w.since(want.mark), p.g.since(got.mark)
	n, m := p.judgeText(a, b, p.puzzle)
	if n == 0 || p.ignoresIn(a[:n]) || p.ignoresIn(b[:m]) {
		return false
	}
	p.w.back(want.mark)
	p.w.skip(n)
	p.g.back(got.mark)
	p.g.skip(m)
	return true
}

// judgeText judges the boards that two texts begin with, and returns their lengths if the second, which
// answers a puzzle of the input, is right.
func (p *boards) judgeText(want, got []byte, puzzle int) (n, m int) {
	var expected, cells [81]uint8
	n, m = p.text.read(want, &expected, digits, blanks), p.text.read(got, &cells, digits, blanks)
	if n == 0 || m == 0 || expected != cells && !p.puzzles.solvedBy(&cells, puzzle) {
		return 0, 0
	}
	return n, m
}

// ignoresIn says whether a line of the text is to be ignored.
func (p *boards) ignoresIn(text []byte) bool {
	if len(p.ignore) > 0 {
		for l := range bytes.Lines(text) {
			if p.ignored(trimmed(bytes.TrimSuffix(l, newline))) {
				return true
			}
		}
	}
	return false
}
