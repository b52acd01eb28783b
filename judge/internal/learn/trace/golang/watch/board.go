//go:build unix

package watch

//lint:file-ignore U1000 programs that are watched call it

import (
	judgeOS "os"
	"unsafe"
)

// judgeShape describes how a board of some type lies in memory: Step bytes lie between two cells, and the Size bytes of
// a digit begin At bytes into a cell. If the rows lie in one piece, each has Row bytes and Columns cells; otherwise each
// row is a slice or a string.
type judgeShape struct {
	Size, Step, At, Row, Columns int
	Slices                       bool
}

// judgeSpan is a number of cells or rows that begin at an address.
type judgeSpan struct {
	at unsafe.Pointer
	n  int
}

// judgeBoard holds the addresses of the rows of a board.
type judgeBoard struct {
	row        [16]unsafe.Pointer
	low, high  uintptr // the board lies between these addresses
	step, size int
}

// judgeKnown is the greatest number of boards kept at a time. Kept boards are not freed, so nothing else gets their
// addresses.
const judgeKnown = 64

// judgeSearch is the state of the watched search.
type judgeSearch struct {
	size, cells int
	a           uint64 // what the character A means: 1 on a board of letters
	puzzle, now []byte
	since       []int // by cell: the number of its digit among all placed ones
	placed      int
	clues       int
	boards      [judgeKnown]judgeBoard
	next        int
	current     *judgeBoard
	low, high   uintptr  // all boards lie between these addresses
	pending     struct { // a store that is about to be done
		cell  unsafe.Pointer
		span  judgeSpan
		shape *judgeShape
		line  int
	}
}

var judge = judgePuzzle()

// judgePuzzle reads the puzzle. If there is none, nothing is watched.
func judgePuzzle() *judgeSearch {
	s := &judgeSearch{low: ^uintptr(0), a: 1}
	text := judgeOS.Getenv("JUDGE_PUZZLE")
	for s.size*s.size < len(text) {
		s.size++
	}
	for i := range text {
		if s.size < 16 || text[i] == '.' || '0' <= text[i] && text[i] <= '9' {
			s.a = 10
		}
	}
	s.cells, s.since = len(text), make([]int, len(text))
	s.now = make([]byte, len(text))
	for i := range s.now {
		if s.now[i] = s.digit(uint64(text[i])); s.now[i] != 0 {
			s.clues++
		}
	}
	s.puzzle = append(s.puzzle, s.now...)
	return s
}

// digit returns the digit that a value stands for. The value is the number itself or a character; letters follow 9, or begin with 1.
func (s *judgeSearch) digit(v uint64) byte {
	switch {
	case '1' <= v && v <= '9':
		v -= '0'
	case 'A' <= v && v <= 'A'+16-s.a:
		v -= 'A' - s.a
	case 'a' <= v && v <= 'a'+16-s.a:
		v -= 'a' - s.a
	}
	if v > uint64(s.size) {
		return 0
	}
	return byte(v)
}

func (s *judgeSearch) load(p unsafe.Pointer, size int) byte {
	switch size {
	case 1:
		return s.digit(uint64(*(*uint8)(p)))
	case 2:
		return s.digit(uint64(*(*uint16)(p)))
	case 4:
		return s.digit(uint64(*(*uint32)(p)))
	}
	return s.digit(*(*uint64)(p))
}

func (s *judgeSearch) holds(b *judgeBoard, i int) byte {
	return s.load(unsafe.Add(b.row[i/s.size], i%s.size*b.step), b.size)
}

// fits reports whether a board has the puzzle's clues.
func (s *judgeSearch) fits(b *judgeBoard) bool {
	for i, clue := range s.puzzle {
		if clue != 0 && s.holds(b, i) != clue {
			return false
		}
	}
	return true
}

// tell reports that a cell now holds a digit.
func (s *judgeSearch) tell(i int, d byte, line int) {
	s.now[i] = d
	s.placed++
	s.since[i] = s.placed
	judgeOut.word(byte(i), d, line)
}

// compare looks at a whole board: first at the digits that it lost, the latest first, then at the digits that it got.
func (s *judgeSearch) compare(b *judgeBoard, line int) {
	s.current = b
	for {
		last := -1
		for i, d := range s.now {
			if d != 0 && s.holds(b, i) != d && (last < 0 || s.since[i] > s.since[last]) {
				last = i
			}
		}
		if last < 0 {
			break
		}
		s.tell(last, 0, line)
	}
	for i := range s.now {
		if d := s.holds(b, i); d != s.now[i] {
			s.tell(i, d, line)
		}
	}
}

// inside returns the cell at an address, -1 if there is none.
func (b *judgeBoard) inside(at uintptr, size int) int {
	if at < b.low || at >= b.high {
		return -1
	}
	for r := 0; r < size; r++ {
		if away := at - uintptr(b.row[r]); away < uintptr(size*b.step) {
			return r*size + int(away)/b.step
		}
	}
	return -1
}

// of returns the known board that an address is in, and the cell.
func (s *judgeSearch) of(p unsafe.Pointer) (*judgeBoard, int) {
	at := uintptr(p)
	if at < s.low || at >= s.high {
		return nil, -1
	}
	if i := s.current.inside(at, s.size); i >= 0 {
		return s.current, i
	}
	for k := range s.boards {
		if i := s.boards[k].inside(at, s.size); i >= 0 {
			return &s.boards[k], i
		}
	}
	return nil, -1
}

// view finds the puzzle's clues in a span, which may be larger than the board.
func (s *judgeSearch) view(span judgeSpan, shape *judgeShape) (b judgeBoard, ok bool) {
	n := s.size
	if span.at == nil || n == 0 || s.clues == 0 && !judgeNamed {
		return b, false
	}
	b.step, b.size = shape.Step, shape.Size
	if shape.Columns == 0 && !shape.Slices {
		for _, lies := range [4][2]int{{0, n}, {1, n}, {0, n + 1}, {n + 2, n + 1}} {
			first, wide := lies[0], lies[1]
			if first+(n-1)*wide+n > span.n {
				continue
			}
			for r := 0; r < n; r++ {
				b.row[r] = unsafe.Add(span.at, (first+r*wide)*b.step+shape.At)
			}
			if s.fits(&b) {
				return b, true
			}
		}
		return b, false
	}
	for first := 0; first <= 3; first++ {
		if s.rows(&b, span, shape, first&1, first>>1) && s.fits(&b) {
			return b, true
		}
	}
	return b, false
}

// rows finds the rows of a board that begins at a row and a column.
func (s *judgeSearch) rows(b *judgeBoard, span judgeSpan, shape *judgeShape, row, column int) bool {
	n := s.size
	if span.n < n+row {
		return false
	}
	for r := 0; r < n; r++ {
		start, columns := unsafe.Add(span.at, (r+row)*shape.Row), shape.Columns
		if shape.Slices {
			columns = *(*int)(unsafe.Add(start, unsafe.Sizeof(start)))
			start = *(*unsafe.Pointer)(start)
		}
		if columns < n+column {
			return false
		}
		b.row[r] = unsafe.Add(start, column*b.step+shape.At)
	}
	return true
}

// judgeHull returns the addresses between which two ranges of addresses lie.
func judgeHull(low, high, otherLow, otherHigh uintptr) (uintptr, uintptr) {
	if otherLow < low {
		low = otherLow
	}
	if otherHigh > high {
		high = otherHigh
	}
	return low, high
}

// adopt adds a board to the known ones.
func (s *judgeSearch) adopt(found judgeBoard, line int) {
	found.low = ^uintptr(0)
	for _, row := range found.row[:s.size] {
		found.low, found.high = judgeHull(found.low, found.high, uintptr(row), uintptr(row)+uintptr(s.size*found.step))
		for k := range s.boards { // a board that lost a row to this one is no longer a board
			if s.boards[k].inside(uintptr(row), s.size) >= 0 {
				s.boards[k] = judgeBoard{}
			}
		}
	}
	s.low, s.high = judgeHull(s.low, s.high, found.low, found.high)
	b := &s.boards[s.next%judgeKnown]
	s.next++
	*b = found
	s.compare(b, line)
}

// known returns the known board that has exactly these rows, nil if there is none.
func (s *judgeSearch) known(found *judgeBoard) *judgeBoard {
	if b, _ := s.of(found.row[0]); b != nil && b.row == found.row {
		return b
	}
	return nil
}

// has reports whether a span belongs to a known board. It looks at the second row.
func (s *judgeSearch) has(span judgeSpan, shape *judgeShape) bool {
	if span.n < 2 {
		return false
	}
	start := unsafe.Add(span.at, shape.Row)
	if shape.Slices {
		start = *(*unsafe.Pointer)(start)
	}
	b, _ := s.of(unsafe.Add(start, shape.Step+shape.At)) // the second cell, because a board may have a frame around it
	return b != nil
}

// changed looks at a span that may have changed.
func (s *judgeSearch) changed(span judgeSpan, shape *judgeShape, line int) {
	if b, ok := s.view(span, shape); ok {
		if old := s.known(&b); old != nil {
			s.compare(old, line)
		} else {
			s.adopt(b, line)
		}
	} else if b, _ := s.of(span.at); b != nil && s.fits(b) {
		s.compare(b, line) // the span is a part of the board
	}
}

// judgeSettle looks at the effect of the last store, because a store is announced before it happens.
func judgeSettle() {
	s := judge
	p := s.pending
	if p.cell == nil {
		return
	}
	s.pending.cell = nil
	b, i := s.of(p.cell)
	switch {
	case b == nil:
		if p.shape != nil {
			s.changed(p.span, p.shape, p.line)
		}
	case b != s.current:
		s.compare(b, p.line)
	default:
		if d := s.holds(b, i); d != s.now[i] {
			s.tell(i, d, p.line)
		}
	}
}

func judgeStore(cell unsafe.Pointer, span judgeSpan, shape *judgeShape, line int) {
	judgeOut.Lock()
	if !judgeOut.ended {
		judgeSettle()
		p := &judge.pending
		p.cell, p.span, p.shape, p.line = cell, span, shape, line
	}
	judgeOut.Unlock()
}

// judgeW announces a store to a cell.
func judgeW[T any](cell *T, span judgeSpan, shape *judgeShape, line int) *T {
	judgeStore(unsafe.Pointer(cell), span, shape, line)
	return cell
}

// judgeP announces a store to a cell that a pointer leads to.
func judgeP[T any](cell *T, line int) *T {
	judgeStore(unsafe.Pointer(cell), judgeSpan{}, nil, line)
	return cell
}

// judgeDone is called when a store is done.
func judgeDone[T any](*T) {
	judgeOut.Lock()
	judgeSettle()
	judgeOut.Unlock()
}

// judgeSee looks at a variable, which may be a board.
func judgeSee(span judgeSpan, shape *judgeShape, line int) {
	judgeOut.Lock()
	judgeSettle()
	if !judgeOut.ended && !judge.has(span, shape) {
		if b, ok := judge.view(span, shape); ok && judge.known(&b) == nil {
			judge.adopt(b, line)
		}
	}
	judgeOut.Unlock()
}

// judgeChanged looks at a variable that may have changed as a whole.
func judgeChanged(span judgeSpan, shape *judgeShape, line int) {
	judgeOut.Lock()
	judgeSettle()
	if !judgeOut.ended {
		judge.changed(span, shape, line)
	}
	judgeOut.Unlock()
}

// The spans of variables.
func judgeA[T any](array *T, n int) judgeSpan { return judgeSpan{unsafe.Pointer(array), n} }
func judgeS[T any](slice []T) judgeSpan {
	return judgeSpan{unsafe.Pointer(unsafe.SliceData(slice)), len(slice)}
}
func judgeT[T ~string](text T) judgeSpan {
	return judgeSpan{unsafe.Pointer(unsafe.StringData(string(text))), len(text)}
}
