package record

import (
	"bufio"
	"encoding/binary"
	"io"
	"slices"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
)

// The kinds of words.
const (
	aCount = 0x81
	aSite  = 0x83
	anEnd  = 0x84
	aBoard = 0x85
	aBlob  = 0x86
)

// Why a line is counted, if not for a statement.
const (
	lineAlone = 1
	elsewhere = 2
)

// The limits of a record.
const (
	mostName  = 200
	mostBlobs = 16 << 20 // bytes
	mostCount = 1 << 53  // times, of all statements together
)

var damaged = &Cannot{say.Of("its record is damaged: something else wrote to it")}

// Read reads the record of a program that was given the puzzle, until no process writes to it any more. It keeps the
// first steps, as many as keep says. If the stream ends early, the record holds what came before. If it is damaged, Read
// returns at once, and the rest stays unread.
func Read(from io.Reader, puzzle sudoku.Board, keep int) (*Record, error) {
	r := reader{in: bufio.NewReaderSize(from, 64<<10), puzzle: puzzle, history: newHistory(puzzle, keep), deep: map[uint16]int{}}
	r.out.Sites, r.out.Names = map[uint16]uint32{}, map[uint16]Name{}
	r.boards = newBoards(puzzle, r.history)
	err := r.header()
	for err == nil && !r.out.Ended {
		err = r.word()
	}
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	io.Copy(io.Discard, from) // otherwise a program that goes on writing would wait for ever
	r.history.Solved = r.history.over
	if r.out.Work != nil {
		r.calls()
	}
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
	boards  *boards
	blobs   int            // bytes
	deep    map[uint16]int // the events that tell of the deepest level, by function
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

// word reads a word with what belongs to it. Nearly all of them are steps.
func (r *reader) word() error {
	w, err := r.take(4)
	switch {
	case err != nil:
		return err
	case w[1] > byte(r.puzzle.Size):
		return r.other([4]byte(w))
	case int(w[0]) >= len(r.puzzle.Cells):
		return damaged
	}
	r.history.set(int(w[0]), int(w[1]), int(w[2])|int(w[3])<<8)
	return nil
}

// follow is how many bytes follow a word that is not a step. Behind those there may be a text.
var follow = map[byte]int{aCount: 8, aSite: 4, anEnd: 0, aBoard: 0, aBlob: 4, aWhole: 0, anElement: 0, ALevel: 16, AnEnter: 16, ALeave: 16, ANumber: 16,
	ATable: 16, ASet: 16, AStore: 16, ARange: 16, ABlock: 16, AName: 16}

// other reads a word that is not a step, and the data that belongs to it.
func (r *reader) other(w [4]byte) error {
	size, known := follow[w[1]]
	if !known {
		return damaged
	}
	var data [16]byte
	b, err := r.take(size)
	if err != nil {
		return err
	}
	copy(data[:], b)
	low, x, y := binary.LittleEndian.Uint16(w[2:]), binary.LittleEndian.Uint64(data[:]), binary.LittleEndian.Uint64(data[8:])
	switch w[1] {
	case aCount:
		return r.count(w[0], int(low), x)
	case aSite:
		r.out.Sites[low] = uint32(x)
	case aBoard:
		return r.board(int(low))
	case aWhole, anElement:
		return r.object(w[1], w[0], int(low))
	case aBlob:
		return r.blob(w[0], int64(x))
	case anEnd:
		r.out.Ended, r.out.Clock = true, w[0] == 1
	case AName:
		return r.name(low, x, y)
	case ALevel:
		if at, known := r.deep[low]; known && x >= MostLevel {
			r.out.Events[at].Y = min(r.out.Events[at].Y+min(y, mostCount), mostCount)
			return nil
		}
		if x >= MostLevel {
			r.deep[low], x = len(r.out.Events), MostLevel
		}
		return r.event(Event{w[1], w[0], low, x, y})
	default:
		return r.event(Event{w[1], w[0], low, x, y})
	}
	return nil
}

// board reads what all cells hold.
func (r *reader) board(place int) error {
	n := len(r.puzzle.Cells)
	b, err := r.take((n + 3) &^ 3)
	if err != nil {
		return err
	}
	if n == 0 || slices.Max(b) > byte(r.puzzle.Size) {
		return damaged
	}
	r.history.setAll(b[:n], place)
	return nil
}

func (r *reader) event(e Event) error {
	if len(r.out.Events) == mostEvents {
		return damaged
	}
	r.out.Events = append(r.out.Events, e)
	return nil
}

// calls counts the calls of each function, beside the statements.
func (r *reader) calls() {
	for _, e := range r.out.Events {
		if name := r.out.Names[e.Low].Text; e.Kind == ALevel && name != "" {
			r.out.Work.Calls[name] = min(r.out.Work.Calls[name]+int64(min(e.Y, mostCount)), mostCount)
		}
	}
}

func (r *reader) count(what byte, line int, times uint64) error {
	if r.out.Work == nil {
		r.out.Work = &result.Work{Calls: map[string]int64{}}
	}
	w := r.out.Work
	if times > mostCount || what > elsewhere || line == 0 != (what == elsewhere) {
		return damaged
	}
	if what != lineAlone {
		w.Statements += int64(times)
	}
	if w.Statements > mostCount {
		return damaged
	}
	if line > 0 {
		w.Count(line, int64(times))
	}
	return nil
}

// text reads a text of a name.
func (r *reader) text(length int) (string, error) {
	if length > mostName {
		return "", damaged
	}
	b, err := r.take((length + 3) &^ 3)
	if err != nil {
		return "", err
	}
	if text := string(b[:length]); utf8.ValidString(text) {
		return text, nil
	}
	return "", damaged
}

func (r *reader) name(number uint16, length, line uint64) error {
	if line > 1<<16 || len(r.out.Names) == mostNames {
		return damaged
	}
	text, err := r.text(int(min(length, mostName+1)))
	r.out.Names[number] = Name{text, int(line)}
	return err
}

func (r *reader) blob(kind byte, length int64) error {
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
