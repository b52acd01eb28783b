// Sudoku on bit maps, one digit at a time: the fast one.
//
// Idea. For each digit keep one map: a bit for each of the 81 cells where it may still go, row after
// row, nine bits a row. Three rows are a band of 27 bits. lo holds the upper two bands and hi the third,
// so a digit fits in two machine words and the board in eighteen. A guess copies them.
//
// Looking at a whole digit at once, without a branch (settle):
//
//   - A row crosses three boxes, three cells in each: nine such triples in a band, 3 rows x 3 boxes. The
//     digit takes one triple in each row and each box, among the triples that still have a place. There
//     are six ways to do so. A table with 2^9 entries gives the union of the possible ways: what may stay.
//     That is "pointing" and "claiming" and, if one triple is left, a hidden single of a row or box.
//   - The same for columns: three boxes above each other have nine columns of three cells, 3 bands x
//     3 columns, and the digit takes one in each band and each column. The same table serves.
//   - A row with one cell left has its digit: without its lowest bit, nothing is left of the row. No row
//     can be empty here, so one subtraction tests six rows. The cells in all other rows are kept as the
//     digit's rest: only these can be struck, and only these can be naked.
//
// Looking at all digits of a cell: adding up the nine rests bit by bit (once, twice) shows the cells with
// no digit left (the guess was wrong) and the cells with one digit left (it is now known).
//
// If one digit takes a cell, the other maps lose that cell at their next turn. A digit has a turn only if
// its map has lost something since the last one. Turns go round until nothing changes, or until no cell is
// open: then finish gives the last cells to their digits and checks the board once. Otherwise guess at the
// cell that ends both tries soonest (choose): among the cells with the fewest digits, mostly two, the one
// with the most open cells around it. A neighbour counts twice if it has as few digits and shares one. It
// also counts how often the cell's digits have failed in this puzzle. Try the digit with more places first.
// If it fails, the second digit is certain, and needs no copy.
//
// Cost. Measured on a 17-clue puzzle: 1.8 microseconds and half a guess; hidden takes eighteen times as long.
// The hardest boards known: 23 microseconds and 34 guesses. Weak if the board is not 9 x 9: three, six and
// nine are in every constant. And nobody would write it like this at first.
//
// Names: a set of cells is a pair lo, hi; bit 9*r+c of lo is row r, column c, and hi starts at row 6.
// taken are the cells whose digit is known; naked are those of them that no map shows yet.
//
//judge:problem acwing166
//judge:expect AC beyond/*
package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
)

type cells struct{ lo, hi uint64 }

const (
	allLo, allHi = 1<<54 - 1, 1<<27 - 1

	// The first bit of each row, and of each triple: of the three rows of hi, and of the six of lo.
	rowHi, rowLo       = 1 | 1<<9 | 1<<18, rowHi | rowHi<<27
	tripleHi, tripleLo = rowHi | rowHi<<3 | rowHi<<6, tripleHi | tripleHi<<27

	// Multiplied by this, bits 0, 3, ... 24 come together as the highest nine, those of the left box first.
	byBox = 1<<39 | 1<<47 | 1<<55
	// Multiplied by this, the lowest bits of eight bytes come together as the highest byte.
	gather = 0x0102040810204080
	// The columns of three bands, nine bits each, where the first row of each band stands, and hi follows lo.
	columnsLo, columnsHi = 511 | 511<<27, 511 << 54
	// Those of the left boxes; times byBand they stand together, as the highest nine bits.
	leftBoxes = 7 | 7<<27 | 7<<54
	byBand    = 1<<7 | 1<<31 | 1<<55
	possible  = 1 << 63 // beside the columns that may stay: there are some

	// A bit of restHi above its cells: the digit wants another turn.
	again = 1 << 32
)

// A digit has its map, and its rest: the cells in rows where it has more than one cell.
type digit struct{ lo, hi, restLo, restHi uint64 }

type state struct {
	digits [9]digit
	taken  cells
}

var (
	board [82]byte  // 81 cells and a line feed
	stack [82]state // a state for each guess that is not yet decided

	failed [16]int       // how often each digit had no way left, in this puzzle
	rests  [2][16]uint64 // the rests of the digits, in the order that choose needs

	triples [512]uint64 // of a band's triples, box by box: the cells that may stay
	columns [512]uint64 // of three boxes' columns, band by band: those that may stay, 27 bits apart

	cell [88]cells  // the cell alone
	seen [128]cells // the 20 others in its row, column and box
	rest [88]cells  // all but those
)

func main() {
	prepare()
	out := bufio.NewWriterSize(os.Stdout, 1<<16)
	err := run(os.Stdin, out)
	out.Flush()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run answers each line with a line, until "end" or the end of the input.
func run(in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 1<<16), 1<<16)
	for n := 1; lines.Scan(); n++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		if string(line) == "end" {
			break
		}
		if err := solve(line); err != nil {
			return fmt.Errorf("line %d: %v", n, err)
		}
		out.Write(board[:82])
	}
	return lines.Err()
}

// solve reads a puzzle into board and completes it.
func solve(line []byte) error {
	if err := read(line); err != nil {
		return err
	}
	if !search(0, cells{}) {
		if err := clash(line); err != nil {
			return err
		}
		return errors.New("no solution")
	}
	board[81] = '\n'
	return nil
}

// search completes stack[depth] into board, and reports whether it succeeded. naked holds the cells that
// have one digit left because of the guess, or because it failed.
func search(depth int, naked cells) bool {
	s := &stack[depth]
	for s.settle(naked) {
		if s.taken.lo == allLo && s.taken.hi == allHi {
			s.write()
			return true
		}
		c, d, two := s.choose()
		guess := &stack[depth+1]
		*guess = *s
		guess.take(c, d)
		if search(depth+1, cells{}) {
			return true
		}
		s.digits[d].strike(cell[c])
		naked = cells{}
		if two {
			naked = cell[c]
		}
	}
	return false
}

// take gives a cell to a digit. The other digits lose it at their next turn.
func (s *state) take(c, d int) {
	w, x, y := &s.digits[d], &rest[c], &cell[c]
	w.lo &= x.lo
	w.hi &= x.hi
	w.restLo &= x.lo &^ y.lo
	w.restHi = w.restHi&x.hi&^y.hi | again
	s.taken.lo |= y.lo
	s.taken.hi |= y.hi
}

// strike takes cells from the map of a digit, outside of its turn.
func (w *digit) strike(c cells) {
	if w.lo&c.lo|w.hi&c.hi != 0 {
		w.lo &^= c.lo
		w.hi &^= c.hi
		w.restLo &^= c.lo
		w.restHi = w.restHi&^c.hi | again
	}
}

// settle works out what follows until nothing changes; it returns false after a contradiction.
func (s *state) settle(naked cells) bool {
	nakedLo, nakedHi := naked.lo, naked.hi
	takenLo, takenHi := s.taken.lo|nakedLo, s.taken.hi|nakedHi|again
	for {
		s.taken = cells{takenLo, takenHi}
		var lateLo, lateHi uint64 // taken, but by the digit before: waiting for it would stall the processor
		for i := range s.digits {
			w := &s.digits[i]
			lostLo, lostHi := w.restLo&takenLo, w.restHi&takenHi
			takenLo |= lateLo
			takenHi |= lateHi
			if lostLo|lostHi == 0 {
				continue
			}
			// A naked cell that is still on this map belongs to this digit; other taken cells do not.
			mineLo, mineHi := lostLo&nakedLo, lostHi&nakedHi
			lo, hi := w.lo^lostLo^mineLo, w.hi^lostHi^mineHi
			for m := mineLo; m != 0; m &= m - 1 {
				x := &rest[bits.TrailingZeros64(m)&63]
				lo &= x.lo
				hi &= x.hi
			}
			for m := mineHi; m != 0; m &= m - 1 {
				x := &rest[54+bits.TrailingZeros64(m)&31]
				lo &= x.lo
				hi &= x.hi
			}

			// The triples of each band that may stay.
			t := (lo | lo>>1 | lo>>2) & tripleLo * (byBox >> 27)
			lo &= triples[t>>28&511] | triples[t>>55]<<27
			t = (hi | hi>>1 | hi>>2) & tripleHi * byBox
			hi &= triples[t>>55]

			// The columns that may stay: three bits of each band to a table.
			was := (lo|lo>>9|lo>>18)&columnsLo | (hi|hi>>9|hi>>18)<<54&columnsHi
			left := columns[was&leftBoxes*byBand>>55]
			middle := columns[was>>3&leftBoxes*byBand>>55]
			right := columns[was>>6&leftBoxes*byBand>>55]
			if int64(left&middle&right) >= 0 {
				failed[i]++
				return false
			}
			now := left | middle<<3 | right<<6
			lo &= now * rowHi
			hi &= now >> 54 & 511 * rowHi

			// The rows with more than one cell: without its lowest bit, such a row still makes a carry into
			// the first bit of the next row.
			open := (lo&(lo-rowLo) + 510*rowLo) & (512 * rowLo)
			restLo := lo & (open - open>>9)
			open = (hi&(hi-rowHi) + 510*rowHi) & (512 * rowHi)
			restHi := hi & (open - open>>9)
			lateLo, lateHi = lo^restLo, hi^restHi
			if (was^now)<<1 != 0 {
				restHi |= again
			}
			w.lo, w.hi, w.restLo, w.restHi = lo, hi, restLo, restHi
		}
		takenLo |= lateLo
		takenHi = (takenHi | lateHi) & allHi
		d := &s.digits // written out nine times: a loop is 3 % slower
		n := tally{}.add(&d[0]).add(&d[1]).add(&d[2]).add(&d[3]).add(&d[4]).add(&d[5]).add(&d[6]).add(&d[7]).add(&d[8])
		if n.onceLo|takenLo != allLo || (n.onceHi|takenHi)&allHi != allHi {
			return false
		}
		nakedLo = n.onceLo &^ (n.twiceLo | takenLo)
		nakedHi = n.onceHi & allHi &^ (n.twiceHi | takenHi)
		if nakedLo|nakedHi|(takenLo^s.taken.lo)|(takenHi^s.taken.hi&allHi)|n.onceHi&again == 0 {
			s.taken.hi = takenHi
			return true
		}
		takenLo |= nakedLo
		takenHi |= nakedHi
		if takenLo == allLo && takenHi == allHi {
			s.taken = cells{allLo, allHi}
			return s.finish(nakedLo, nakedHi)
		}
		takenHi |= again
	}
}

// tally adds maps up, bit by bit: the cells with one digit or more, and with two or more.
type tally struct{ onceLo, onceHi, twiceLo, twiceHi uint64 }

func (n tally) add(w *digit) tally {
	n.twiceLo |= n.onceLo & w.restLo
	n.twiceHi |= n.onceHi & w.restHi
	n.onceLo |= w.restLo
	n.onceHi |= w.restHi
	return n
}

// finish gives the last cells to the digits that they are left for, and reports whether that is a solution:
// no cell has two digits, and each digit is in every row, column and box, so that 81 cells are one in each.
func (s *state) finish(nakedLo, nakedHi uint64) bool {
	var onceLo, onceHi, twice uint64
	rowsLo, rowsHi, columns, boxesLo, boxesHi := ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)
	for i := range s.digits {
		w := &s.digits[i]
		lo, hi := w.lo^w.restLo&^nakedLo, w.hi^w.restHi&^nakedHi&allHi
		w.lo, w.hi = lo, hi
		twice |= onceLo&lo | onceHi&hi
		onceLo |= lo
		onceHi |= hi
		rowsLo &= lo&(255*rowLo) + 255*rowLo | lo
		rowsHi &= hi&(255*rowHi) + 255*rowHi | hi
		c := lo | lo>>27 | hi
		columns &= c | c>>9 | c>>18
		t := lo | lo>>1 | lo>>2
		boxesLo &= t | t>>9 | t>>18
		t = hi | hi>>1 | hi>>2
		boxesHi &= t | t>>9 | t>>18
	}
	const first = 1 | 1<<3 | 1<<6 // of the first row's triples
	return twice == 0 && rowsLo&(256*rowLo) == 256*rowLo && rowsHi&(256*rowHi) == 256*rowHi &&
		columns&511 == 511 && boxesLo&(first|first<<27) == first|first<<27 && boxesHi&first == first
}

// choose picks a cell and the digit to try there, and reports whether the cell has only two digits. It takes
// the cell with the fewest digits that promises to change most, so that both tries end soon.
func (s *state) choose() (c, d int, two bool) {
	var onceLo, onceHi, twiceLo, twiceHi, moreLo, moreHi uint64
	for i := range s.digits {
		lo, hi := s.digits[i].restLo, s.digits[i].restHi
		rests[0][i], rests[1][i] = lo, hi
		moreLo |= twiceLo & lo
		moreHi |= twiceHi & hi
		twiceLo |= onceLo & lo
		twiceHi |= onceHi & hi
		onceLo |= lo
		onceHi |= hi
	}
	few := cells{twiceLo &^ moreLo, twiceHi &^ moreHi}
	two = few.lo|few.hi != 0
	if !two {
		few = s.fewest()
	}

	best := 0 // from the low bits up: the cell's digits, the cell counted from the end, its promise
	for w, m := range [2]uint64{few.lo, few.hi} {
		for ; m != 0; m &= m - 1 {
			k, bit := bits.TrailingZeros64(m)&63, m&-m
			r := &rests[w]
			has := (r[0]&bit | r[1]&bit<<1 | r[2]&bit<<2 | r[3]&bit<<3 | r[4]&bit<<4 |
				r[5]&bit<<5 | r[6]&bit<<6 | r[7]&bit<<7 | r[8]&bit<<8) >> k
			var withLo, withHi uint64
			promise := 0
			for h := has; h != 0; h &= h - 1 {
				i := bits.TrailingZeros64(h) & 15
				withLo |= rests[0][i]
				withHi |= rests[1][i]
				promise += failed[i]
			}
			// The open cells around; a second time those with few digits that share one with this cell.
			x := &seen[(54*w+k)&127]
			promise += 2 * (bits.OnesCount64(x.lo&onceLo) + bits.OnesCount64(x.lo&withLo&few.lo) +
				bits.OnesCount64(x.hi&onceHi|x.hi&withHi&few.hi<<27))
			more := promise<<16 + (127-54*w-k)<<9 + int(has) - best
			best += more &^ (more >> 63) // if more > 0, but without a branch
		}
	}
	c = 127 - best>>9&127

	// Among its digits, the one with the most places left.
	most := 0
	for h := best & 511; h != 0; h &= h - 1 {
		i := bits.TrailingZeros(uint(h)) & 15
		if n := bits.OnesCount64(rests[0][i]) + bits.OnesCount64(rests[1][i]); n > most {
			most, d = n, i
		}
	}
	return c, d, two
}

// fewest returns the cells with the fewest digits if that is three or more, as on boards with few clues.
func (s *state) fewest() (x cells) {
	var least [11]cells // least[n]: the cells with at least n digits
	least[0] = cells{allLo, allHi}
	for i := range s.digits {
		for k := 9; k >= 0; k-- {
			least[k+1].lo |= least[k].lo & s.digits[i].lo
			least[k+1].hi |= least[k].hi & s.digits[i].hi
		}
	}
	for k := 3; x == (cells{}); k++ {
		x = cells{least[k].lo &^ least[k+1].lo, least[k].hi &^ least[k+1].hi}
	}
	return x
}

// read fills stack[0] from 81 characters, eight at a time.
func read(line []byte) error {
	if len(line) != 81 {
		return fmt.Errorf("a puzzle has 81 characters, this line has %d", len(line))
	}
	const each = 0x0101010101010101 // a byte, eight times
	var first, other, bad uint64    // the clues among the first 64 cells, and among the other 17
	for i := 0; i < 81; i += 8 {
		at := i
		if i == 80 {
			at = 73 // the last character, and seven for the second time
		}
		x := binary.LittleEndian.Uint64(line[at:at+8]) ^ '0'*each // a digit is now 0 to 9, a dot 30
		over := (x + (128-10)*each) & (128 * each)                // bytes over 9
		bad |= x&(128*each) | (x^30*each)&(over>>7*255)
		clues := (x + 127*each) & (128 * each) &^ over >> 7 * gather >> 56
		if at < 64 {
			first |= clues << (at & 63)
		} else {
			other |= clues << (at & 63)
		}
	}
	if bad != 0 {
		return stranger(line)
	}

	given := cells{first & allLo, other<<10 | first>>54}
	s := &stack[0]
	s.taken = cells{}
	failed = [16]int{}
	for i := range s.digits {
		s.digits[i].lo, s.digits[i].hi = allLo&^given.lo, allHi&^given.hi
	}
	// A clue strikes what it sees, and puts its own cell back on the map.
	for m := given.lo; m != 0; m &= m - 1 {
		c := bits.TrailingZeros64(m) & 63
		w, x := &s.digits[line[c]-'1'], &rest[c]
		w.lo = w.lo&x.lo | m&-m
		w.hi &= x.hi
	}
	for m := given.hi; m != 0; m &= m - 1 {
		c := 54 + bits.TrailingZeros64(m)&31
		w, x := &s.digits[line[c]-'1'], &rest[c]
		w.lo &= x.lo
		w.hi = w.hi&x.hi | m&-m
	}
	for i := range s.digits {
		w := &s.digits[i]
		w.restLo, w.restHi = w.lo, w.hi|again
	}
	return nil
}

// write fills board from a state where each digit has nine cells.
func (s *state) write() {
	for i := range s.digits {
		ch := byte('1' + i)
		for m := s.digits[i].lo; m != 0; m &= m - 1 {
			board[bits.TrailingZeros64(m)&63] = ch
		}
		for m := s.digits[i].hi; m != 0; m &= m - 1 {
			board[54+bits.TrailingZeros64(m)] = ch
		}
	}
}

// prepare fills the tables.
func prepare() {
	var unit [27]cells
	for i := 0; i < 81; i++ {
		x := &cell[i]
		if i < 54 {
			x.lo = 1 << i
		} else {
			x.hi = 1 << (i - 54)
		}
		r, c, b := units(i)
		for _, u := range [3]int{r, 9 + c, 18 + b} {
			unit[u].lo |= x.lo
			unit[u].hi |= x.hi
		}
	}
	for i := 0; i < 81; i++ {
		r, c, b := units(i)
		seen[i].lo = (unit[r].lo | unit[9+c].lo | unit[18+b].lo) &^ cell[i].lo
		seen[i].hi = (unit[r].hi | unit[9+c].hi | unit[18+b].hi) &^ cell[i].hi
		rest[i] = cells{^seen[i].lo, ^seen[i].hi}
	}
	ways := [6][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
	for m := range triples {
		for _, w := range ways {
			if need := 1<<w[0] | 8<<w[1] | 64<<w[2]; m&need == need {
				for i, j := range w {
					triples[m] |= 7 << (9*j + 3*i)       // in box i, row j
					columns[m] |= possible | 1<<(27*i+j) // in band i, column j
				}
			}
		}
	}
}

func units(i int) (r, c, b int) { return i / 9, i % 9, i/27*3 + i%9/3 }

// stranger reports a character that belongs to no puzzle.
func stranger(line []byte) error {
	i := bytes.IndexFunc(line, func(x rune) bool { return x != '.' && (x < '0' || '9' < x) })
	return fmt.Errorf("character %d is %q: want a digit, or . for a blank", i+1, line[i])
}

// clash reports two equal clues in one unit.
func clash(line []byte) error {
	var row, col, box [9][10]bool // which digits each unit has
	for i, ch := range line {
		if ch == '.' || ch == '0' {
			continue
		}
		d := ch - '0'
		switch r, c, b := units(i); {
		case row[r][d]:
			return fmt.Errorf("row %d has two %ds", r+1, d)
		case col[c][d]:
			return fmt.Errorf("column %d has two %ds", c+1, d)
		case box[b][d]:
			return fmt.Errorf("box %d has two %ds", b+1, d)
		default:
			row[r][d], col[c][d], box[b][d] = true, true, true
		}
	}
	return nil
}
