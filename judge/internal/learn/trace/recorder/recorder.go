//go:build unix

package recorder

import (
	"encoding/binary"
	"os"
	"sync"
	"syscall"
)

// judgeHistory is what is known of the board so far. A cell that the puzzle gives counts as given for
// good: a program that empties its board to fill it in again has not withdrawn a clue.
type judgeHistory struct {
	sync.Mutex
	file                []byte // see the layout in source.go
	over                bool   // nothing more is recorded
	size, width, height int
	given               []bool
	board               []int // the digits as recorded
	blanks, filled      int
	kind                judgeKind // of the board that is being looked at
	seen                int       // cells of it
	changed             []judgeChange
	line                int // of the source, after which the board is being looked at
	total, placed, dead uint64
	withdrawn           uint64
	kept                uint32
	full                bool // no more steps are kept
	rose                bool // the last step took nothing back,
	depth, deepest      int  // so deep; and the deepest dead end so far
	bucket              int  // of the outline, and how many more steps go into it
	room, part          int
}

// judgeKind is how the program's indices lead to a cell.
type judgeKind struct {
	flat   bool
	origin int // where they start: 0 or 1
}

type judgeChange struct{ cell, digit int }

// What the program had in its board at the last look, by its own indices. The calls put into the program
// compare with these in place, since of the cells of a board all but one or two are as they were.
var (
	judgeRows [32][32]int
	judgeFlat [512]int
)

var judge = judgeOpen()

func judgeOpen() *judgeHistory {
	h := &judgeHistory{over: true}
	f, err := os.OpenFile(os.Getenv("JUDGE_HISTORY"), os.O_RDWR, 0)
	if err != nil {
		return h
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.Size() < judgeFirst {
		return h
	}
	// Mapped, so that whatever ends the program, a signal included, what it wrote so far stays.
	file, err := syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		return h
	}
	h.start(file)
	return h
}

// Where things stand in the file: see source.go.
const (
	judgeSolved  = 7
	judgeTotal   = 8
	judgeKept    = 16
	judgeWidth   = 20
	judgePlaced  = 24
	judgeDead    = 32
	judgeBack    = 40
	judgeDeepest = 48
	judgeOutline = 52
	judgeBuckets = 512
	judgeBoard   = judgeOutline + 2*judgeBuckets
	judgeFirst   = judgeBoard + 256
	judgeAStep   = 10
)

func (h *judgeHistory) start(file []byte) {
	h.file, h.over = file, false
	h.bucket, h.part = -1, 1
	h.size, h.width, h.height = int(file[4]), int(file[5]), int(file[6])
	cells := h.size * h.size
	h.given, h.board = make([]bool, cells), make([]int, cells)
	for i := range h.board {
		h.board[i] = int(file[judgeBoard+i])
		h.given[i] = h.board[i] != 0
		if !h.given[i] {
			h.blanks++
		}
	}
	judgeForget()
}

// judgeForget makes the next look see every cell anew.
func judgeForget() {
	const none = -1 << 31
	for i := range judgeRows {
		for j := range judgeRows[i] {
			judgeRows[i][j] = none
		}
	}
	for i := range judgeFlat {
		judgeFlat[i] = none
	}
}

// judgeBegin starts a look, after a line of the source, at a board with so many rows, or so many cells if
// it is flat; false is that nothing is to be recorded. A board that is one longer than the puzzle is
// counted from 1.
func judgeBegin(flat bool, length, line int) bool {
	h := judge
	h.Lock()
	if h.over {
		h.Unlock()
		return false
	}
	h.line = line
	kind := judgeKind{flat: flat}
	if length == h.size+1 && !flat || length == len(h.board)+1 && flat {
		kind.origin = 1
	}
	if kind != h.kind {
		h.kind = kind
		judgeForget()
	}
	h.seen, h.changed = 0, h.changed[:0]
	if flat && length >= len(h.board) {
		h.seen = len(h.board)
	}
	return true
}

// judgeRow says how long the next row is.
func judgeRow(row, length int) {
	row, length = row-judge.kind.origin, length-judge.kind.origin
	if 0 <= row && row < judge.size && length >= judge.size {
		judge.seen += judge.size
	}
}

// judgeSee notes a cell of a row that is not as it was.
func judgeSee(row, column, value int) {
	h := judge
	r, c := row-h.kind.origin, column-h.kind.origin
	if 0 <= r && r < h.size && 0 <= c && c < h.size {
		judgeRows[row][column] = value
		h.changed = append(h.changed, judgeChange{r*h.size + c, judgeDigit(value, h.size)})
	}
}

// judgeSeeFlat notes a cell of a flat board that is not as it was.
func judgeSeeFlat(index, value int) {
	h := judge
	if cell := index - h.kind.origin; 0 <= cell && cell < len(h.board) {
		judgeFlat[index] = value
		h.changed = append(h.changed, judgeChange{cell, judgeDigit(value, h.size)})
	}
}

// judgeEnd ends the look: what changed goes into the history, withdrawals first, since a board that is
// restored loses its digits before it gets the next one.
func judgeEnd() {
	h := judge
	defer h.Unlock()
	if h.seen != len(h.board) { // not a board of this puzzle
		judgeForget()
		return
	}
	for _, c := range h.changed {
		if h.board[c.cell] != 0 && h.differs(c) {
			h.filled--
			h.step(c.cell, 0)
		}
	}
	for _, c := range h.changed {
		if c.digit != 0 && h.differs(c) {
			h.filled++
			h.step(c.cell, c.digit)
		}
	}
	if len(h.changed) > 0 && h.filled == h.blanks && h.solved() {
		h.file[judgeSolved] = 1
		h.over = true // the rest is printing, or a search for another solution
	}
}

func (h *judgeHistory) differs(c judgeChange) bool {
	return c.digit != h.board[c.cell] && !(h.given[c.cell] && c.digit == 0)
}

// step is a step of one change.
func (h *judgeHistory) step(cell, value int) {
	h.board[cell] = value
	if value != 0 {
		h.count(1, 0)
	} else {
		h.count(0, 1)
	}
	if h.holds(1) {
		h.keep(cell, 0)
	}
}

// holds tells if a step of so many changes can be kept; after the first that cannot, none is.
func (h *judgeHistory) holds(changes int) bool {
	h.full = h.full || judgeFirst+(int(h.kept)+changes)*judgeAStep > len(h.file)
	return !h.full
}

// keep puts down how a cell was changed; marks are its candidates.
func (h *judgeHistory) keep(cell int, marks uint32) {
	at := h.file[judgeFirst+int(h.kept)*judgeAStep:]
	at[0], at[1] = byte(cell), byte(h.board[cell])
	binary.LittleEndian.PutUint16(at[2:], uint16(h.depth))
	binary.LittleEndian.PutUint16(at[4:], uint16(h.line))
	binary.LittleEndian.PutUint32(at[6:], marks)
	h.kept++
	binary.LittleEndian.PutUint32(h.file[judgeKept:], h.kept)
}

// count counts a step that placed and took back so many digits. What can be counted is counted to the end,
// however few of the steps are kept.
func (h *judgeHistory) count(placed, withdrawn int) {
	h.total++
	h.placed += uint64(placed)
	h.withdrawn += uint64(withdrawn)
	binary.LittleEndian.PutUint64(h.file[judgeTotal:], h.total)
	binary.LittleEndian.PutUint64(h.file[judgePlaced:], h.placed)
	binary.LittleEndian.PutUint64(h.file[judgeBack:], h.withdrawn)
	if withdrawn > 0 && h.rose {
		h.dead++
		binary.LittleEndian.PutUint64(h.file[judgeDead:], h.dead)
		if h.depth > h.deepest {
			h.deepest = h.depth
			binary.LittleEndian.PutUint16(h.file[judgeDeepest:], uint16(h.deepest))
		}
	}
	h.rose = withdrawn == 0
	h.depth = h.filled
	if h.depth < 0 {
		h.depth = 0
	}
	h.outline()
}

// outline keeps the least and the greatest depth of so many steps at a time. When the buckets are full, two
// of them become one.
func (h *judgeHistory) outline() {
	depth := byte(255)
	if h.depth < 255 {
		depth = byte(h.depth)
	}
	if h.room == 0 {
		h.bucket++
		if h.bucket == judgeBuckets {
			h.halve()
		}
		h.room = h.part
		b := h.file[judgeOutline+2*h.bucket:]
		b[0], b[1] = depth, depth
	}
	h.room--
	b := h.file[judgeOutline+2*h.bucket:]
	if depth < b[0] {
		b[0] = depth
	}
	if depth > b[1] {
		b[1] = depth
	}
}

func (h *judgeHistory) halve() {
	all := h.file[judgeOutline:judgeBoard]
	for i := 0; i < judgeBuckets/2; i++ {
		low, high := all[4*i], all[4*i+1]
		if all[4*i+2] < low {
			low = all[4*i+2]
		}
		if all[4*i+3] > high {
			high = all[4*i+3]
		}
		all[2*i], all[2*i+1] = low, high
	}
	h.bucket, h.part = judgeBuckets/2, 2*h.part
	binary.LittleEndian.PutUint32(h.file[judgeWidth:], uint32(h.part))
}

func (h *judgeHistory) solved() bool {
	var rows, columns, boxes [16]uint32
	for cell, v := range h.board {
		r, c := cell/h.size, cell%h.size
		b := r/h.height*(h.size/h.width) + c/h.width
		bit := uint32(1) << uint(v)
		if v == 0 || (rows[r]|columns[c]|boxes[b])&bit != 0 {
			return false
		}
		rows[r], columns[c], boxes[b] = rows[r]|bit, columns[c]|bit, boxes[b]|bit
	}
	return true
}

// judgeDigit is what a program means by a value: the number itself, or a character, where letters go on
// after 9. All else is a blank.
func judgeDigit(value, size int) int {
	switch {
	case '1' <= value && value <= '9':
		value -= '0'
	case 'A' <= value && value <= 'G':
		value -= 'A' - 10
	case 'a' <= value && value <= 'g':
		value -= 'a' - 10
	}
	if value < 1 || value > size {
		return 0
	}
	return value
}
