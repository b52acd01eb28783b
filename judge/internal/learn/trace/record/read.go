package record

import (
	"bufio"
	"encoding/binary"
	"io"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
)

// The kinds of words.
const (
	aCount = 0x81
	aCall  = 0x82
	aSite  = 0x83
	anEnd  = 0x84
	aMark  = 0x85
	aBlob  = 0x86
)

// Why a line is counted, if not for a statement.
const (
	lineAlone = 1
	elsewhere = 2
)

// The limits of a record.
const (
	mostCalls = 2000
	mostName  = 200
	mostBlobs = 16 << 20 // bytes
	mostCount = 1 << 53  // times, of all statements together
)

var damaged = &Cannot{say.Of("its record is damaged: something else wrote to it")}

// Read reads the record of a program that was given the puzzle, until no process writes to it any more. It keeps the
// first steps, as many as keep says. If the stream ends early, the record holds what came before. If it is damaged, Read
// returns at once, and the rest stays unread.
func Read(from io.Reader, puzzle sudoku.Board, keep int) (*Record, error) {
	r := reader{in: bufio.NewReaderSize(from, 64<<10), puzzle: puzzle, history: newHistory(puzzle, keep)}
	err := r.header()
	for err == nil && !r.out.Ended {
		err = r.words()
	}
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	io.Copy(io.Discard, from) // otherwise a program that goes on writing would wait for ever
	r.history.settle()
	r.history.Solved = r.history.over
	if r.history.Back > 0 {
		r.history.Insight = r.history.look.told()
	}
	r.out.Replay = r.history.Replay
	return &r.out, nil
}

type reader struct {
	in      *bufio.Reader
	puzzle  sudoku.Board
	history *history
	blobs   int // bytes
	out     Record
}

func (r *reader) header() error {
	head, err := r.take(8)
	if err != nil {
		return err
	}
	if size := int(head[4]); string(head[:4]) != "SJR1" || size != 0 && size != r.puzzle.Size {
		return damaged
	}
	return nil
}

// take returns the next bytes, until the next call; n is small.
func (r *reader) take(n int) ([]byte, error) {
	b, err := r.in.Peek(n)
	if err == nil {
		r.in.Discard(n)
	}
	return b, err
}

// words reads all words that are there at once, because nearly all of them are steps.
func (r *reader) words() error {
	if _, err := r.in.Peek(4); err != nil {
		return err
	}
	ready, _ := r.in.Peek(r.in.Buffered() &^ 3)
	cells, top := len(r.puzzle.Cells), byte(r.puzzle.Size)
	n := 0
	for ; n < len(ready); n += 4 {
		cell, value := int(ready[n]), ready[n+1]
		if value > top {
			break
		}
		if cell >= cells {
			return damaged
		}
		r.history.set(cell, int(value), int(ready[n+2])|int(ready[n+3])<<8)
	}
	r.in.Discard(n)
	if n == len(ready) {
		return nil
	}
	word, _ := r.take(4)
	return r.other([4]byte(word))
}

// other reads a word that is not a step, and the data that belongs to it.
func (r *reader) other(w [4]byte) error {
	low := binary.LittleEndian.Uint16(w[2:])
	switch w[1] {
	case aCount:
		return r.count(w[0], int(low))
	case aCall:
		return r.call(int(low))
	case aSite:
		return r.site(low)
	case aMark:
		return r.mark(int(w[0]), int(low))
	case aBlob:
		return r.blob(w[0])
	case anEnd:
		r.out.Ended, r.out.Clock = true, w[0] == 1
		return nil
	case ALevel, AnEnter, ALeave, ANumber, ATable, ASet, AStore, ARange, ABlock, AName:
		return r.event(w, low)
	}
	return damaged
}

func (r *reader) work() *result.Work {
	if r.out.Work == nil {
		r.out.Work = &result.Work{Calls: map[string]int64{}}
	}
	return r.out.Work
}

// times reads how often something happened.
func (r *reader) times() (int64, error) {
	b, err := r.take(8)
	if err != nil {
		return 0, err
	}
	n := binary.LittleEndian.Uint64(b)
	if n > mostCount {
		return 0, damaged
	}
	return int64(n), nil
}

func (r *reader) count(what byte, line int) error {
	n, err := r.times()
	if err != nil {
		return err
	}
	w := r.work()
	if what != lineAlone {
		w.Statements += n
	}
	if what > elsewhere || line == 0 != (what == elsewhere) || w.Statements > mostCount {
		return damaged
	}
	if line > 0 {
		w.Count(line, n)
	}
	return nil
}

func (r *reader) call(length int) error {
	n, err := r.times()
	if err != nil {
		return err
	}
	if length == 0 || length > mostName {
		return damaged
	}
	b, err := r.take((length + 3) &^ 3)
	if err != nil {
		return err
	}
	name, w := string(b[:length]), r.work()
	if w.Calls[name] += n; !utf8.ValidString(name) || len(w.Calls) > mostCalls || w.Calls[name] > mostCount {
		return damaged
	}
	return nil
}

func (r *reader) site(place uint16) error {
	b, err := r.take(4)
	if err != nil {
		return err
	}
	if r.out.Sites == nil {
		r.out.Sites = map[uint16]uint32{}
	}
	r.out.Sites[place] = binary.LittleEndian.Uint32(b)
	return nil
}

func (r *reader) mark(cell, place int) error {
	b, err := r.take(4)
	if err != nil {
		return err
	}
	fits := binary.LittleEndian.Uint32(b)
	if cell >= len(r.puzzle.Cells) || fits >= 2<<r.puzzle.Size {
		return damaged
	}
	r.history.mark(cell, fits&^1, place, fits&1 != 0)
	return nil
}

func (r *reader) blob(kind byte) error {
	b, err := r.take(4)
	if err != nil {
		return err
	}
	length := int64(binary.LittleEndian.Uint32(b))
	if int64(r.blobs)+length > mostBlobs {
		return damaged
	}
	r.blobs += int(length) + 1024 // even empty blobs take room, so that their number is limited
	data, err := io.ReadAll(io.LimitReader(r.in, length))
	if err == nil {
		r.out.Blobs = append(r.out.Blobs, Blob{kind, data})
		_, err = r.in.Discard(int(-length & 3))
	}
	return err
}
