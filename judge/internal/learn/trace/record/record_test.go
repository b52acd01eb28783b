package record

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/must"
)

// stream joins words.
type stream []byte

func begin(size byte) stream { return stream{'S', 'J', 'R', '1', size, 0, 0, 0} }

func (s stream) step(cell, value byte, place uint16) stream { return s.word(cell, value, place) }

func (s stream) word(a, b byte, low uint16) stream {
	return binary.LittleEndian.AppendUint16(append(s, a, b), low)
}

func (s stream) count(line uint16, times uint64) stream {
	return binary.LittleEndian.AppendUint64(s.word(0, aCount, line), times)
}

func (s stream) event(kind byte, low uint16, x, y uint64) stream {
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(s.word(0, kind, low), x), y)
}

func (s stream) call(number uint16, name string, length, times uint64) stream {
	return append(s.event(AName, number, length, 0), name...).event(ALevel, number, 0, times)
}

func (s stream) blob(length uint32, data string) stream {
	return append(binary.LittleEndian.AppendUint32(s.word(3, aBlob, 0), length), data...)
}

// object is what a container holds, as numbers and as objects of these.
func (s stream) object(how byte, number uint32, all ...element) stream {
	s = binary.LittleEndian.AppendUint32(s.word(how, aWhole, 7), number)
	s = binary.LittleEndian.AppendUint32(s, uint32(len(all)/(1+int(how&withKeys))))
	for _, e := range all {
		s = binary.LittleEndian.AppendUint32(s, uint32(e))
	}
	return s
}

func (s stream) element(number uint32, key, value element) stream {
	s = binary.LittleEndian.AppendUint32(s.word(0, anElement, 7), number)
	return binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(s, uint32(key)), uint32(value))
}

// small is a board of two by two cells with regions of two by one.
func small(cells ...int) sudoku.Board { return sudoku.Board{Size: 2, W: 2, H: 1, Cells: cells} }

func step(cell, value, depth int) result.Step {
	return result.Step{Cell: cell, Value: value, Depth: depth, Line: 7}
}

func TestSteps(t *testing.T) {
	blank := small(0, 0, 0, 0)
	tests := []struct {
		name   string
		puzzle sudoku.Board
		stream stream
		want   result.Replay // its steps and Solved; the sums follow from them
	}{
		{"nothing", blank, begin(2), result.Replay{}},
		{"placed and taken back", blank, begin(2).step(1, 2, 7).step(1, 0, 7), result.Replay{Steps: []result.Step{step(1, 2, 1), step(1, 0, 0)}}},
		{"nothing changes", blank, begin(2).step(1, 0, 7).step(1, 2, 7).step(1, 2, 7), result.Replay{Steps: []result.Step{step(1, 2, 1)}}},
		{"a digit in another's place", blank, begin(2).step(0, 1, 7).step(0, 2, 7), result.Replay{Steps: []result.Step{step(0, 1, 1), step(0, 0,
			0), step(0, 2, 1)}}},
		{"a clue is emptied and filled in", small(1, 0, 0, 0), begin(2).step(0, 0, 7).step(0, 1, 7).step(1, 2, 7),
			result.Replay{Steps: []result.Step{step(1, 2, 1)}}},
		{"the end is the solved board", blank, begin(2).step(0, 1, 7).step(1, 2, 7).step(2, 2, 7).step(3, 1, 7).step(3, 0, 7),
			result.Replay{Steps: []result.Step{step(0, 1, 1), step(1, 2, 2), step(2, 2, 3), step(3, 1, 4)}, Solved: true}},
		{"full is not solved", blank, begin(2).step(0, 1, 7).step(1, 2, 7).step(2, 1, 7).step(3, 2, 7).step(3, 0, 7),
			result.Replay{Steps: []result.Step{step(0, 1, 1), step(1, 2, 2), step(2, 1, 3), step(3, 2, 4), step(3, 0, 3)}}},
		{"a full puzzle is solved from the start", small(1, 2, 2, 1), begin(2), result.Replay{Solved: true}},
		{"a full puzzle that breaks a rule is not", small(1, 2, 1, 2), begin(2), result.Replay{}},
		{"killed in the middle of a word", blank, append(begin(2).step(0, 1, 7), 1), result.Replay{Steps: []result.Step{step(0, 1, 1)}}},
		{"whole boards, the newest digit is gone first", blank,
			append(append(begin(2).step(2, 1, 7).step(0, 2, 7).word(0, aBoard, 7), 0, 1, 0, 0).
				word(0, aBoard, 7), 0, 1, 0, 0), result.Replay{Steps: []result.Step{step(2, 1, 1), step(0, 2, 2), step(0, 0, 1), step(2, 0, 0),
				step(1, 1, 1)}}},
		{"nothing counts behind the end", blank, begin(2).step(0, 1, 7).word(0, anEnd, 0).step(1, 1, 7),
			result.Replay{Steps: []result.Step{step(0, 1, 1)}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			sumUp(&tt.want)
			r := must.Get(Read(bytes.NewReader(tt.stream), tt.puzzle, 100))(t)
			r.Replay.Insight = nil // see TestInsight
			must.Equal(t, tt.want, r.Replay)
		})
	}
}

// TestBoards: the board is found in what containers hold, in each form, and a change of it is a step.
func TestBoards(t *testing.T) {
	const n, o = aNumber, anObject
	const row, digit = aName | 1, aName | 2
	puzzle := small(1, 0, 0, 0)
	placed := []result.Step{step(3, 1, 1)}
	rows := begin(2).object(0, 1, n|1, n).object(0, 2, n, n).object(0, 3, o|1, o|2)
	copied := rows.object(0, 4, n|1, n).object(0, 5, n, n).object(0, 6, o|4, o|5)
	cells := begin(2)
	for i := range element(4) {
		cells = cells.object(withKeys, uint32(i+1), row, n|9*i, digit, n|element(puzzle.Cells[i]))
	}
	cells = cells.object(0, 5, o|1, o|2, o|3, o|4)
	sets := begin(2).object(0, 1, n|1).object(0, 2, n|1, n|2).object(0, 3, n|1, n|2).object(0, 4).object(0, 5, o|1, o|2, o|3, o|4)
	rows, copied, cells, sets = slices.Clip(rows), slices.Clip(copied), slices.Clip(cells), slices.Clip(sets)
	tests := []struct {
		name   string
		stream stream
		want   []result.Step
	}{
		{"flat", begin(2).object(0, 1, n|1, n, n, n).element(1, 3, n|1), placed},
		{"flat, from 1", begin(2).object(0, 1, n, n|1, n, n, n).element(1, 4, n|1), placed},
		{"flat, before a line feed", begin(2).object(0, 1, n|1, n, n, n, n|10).element(1, 3, n|1).element(1, 4, n|1), placed},
		{"flat, with a frame", begin(2).object(0, 1, n, n, n, n, n|1, n, n, n, n).element(1, 6, n|1).element(1, 8, n|1), placed},
		{"characters", begin(2).object(0, 1, n|'1', n|'.', n|'.', n|'.').object(0, 2, n|'1', n|'.', n|'.', n|'1'), placed},
		{"bits", begin(2).object(0, 1, n|1, n|3, n|3, n|3).element(1, 3, n|1), placed},
		{"bits, bit 1 for 1", begin(2).object(0, 1, n|2, n|6, n|6, n|6).element(1, 3, n|2), placed},
		{"from 0", begin(2).object(0, 1, n, n|7, n|7, n|7).element(1, 3, n), placed},
		{"rows", rows.element(2, 1, n|1), placed},
		{"rows and columns from 1", begin(2).object(0, 1, n, n|1, n).object(0, 2, n, n, n).object(0, 3, n, o|1, o|2).element(2, 2, n|1),
			placed},
		{"wider rows", begin(2).object(0, 1, n|1, n, n|2).object(0, 2, n, n, n|2).object(0, 3, o|1, o|2).element(2, 1, n|1), placed},
		{"another row", rows.object(0, 4, n, n|1).element(3, 1, o|4), placed},
		{"another row, then a digit in it", rows.object(0, 4, n, n).object(written, 3, o|1, o|4).element(4, 1, n|1).element(2, 0, n|2), placed},
		{"all at once", begin(2).object(0, 1, n|1, n, n, n).object(written, 1, n|1, n|2, n|2, n|1), []result.Step{step(1, 2, 1), step(2, 2, 2),
			step(3, 1, 3)}},
		{"filled later, by rows", begin(2).object(0, 1, n, n).object(0, 2, n, n).object(0, 3, o|1, o|2).element(1, 0, n|1).element(2, 1,
			n|1), placed},
		{"the solution of another puzzle, by rows", begin(2).object(0, 1, n, n|2).object(0, 2, n|2, n|1).object(0, 3, o|1, o|2).
			element(1, 0, n|1), nil},
		{"a copy", copied.element(5, 1, n|1), placed},
		{"a copy, then back", copied.element(5, 1, n|1).element(2, 0, n), []result.Step{step(3, 1, 1), step(3, 0, 0)}},
		{"a copy, then the other is named again", copied.element(5, 1, n|1).object(0, 3, o|1, o|2), placed},
		{"in the order that they came", begin(2).object(withKeys, 1, aName|3, n|1, aName|1, n, aName|4, n, aName|2, n).
			object(withKeys+written, 1, aName|3, n|1, aName|1, n, aName|4, n, aName|2, n|1), placed},
		{"by numbers, what is there", begin(2).object(withKeys, 1, n, n|1).object(withKeys+written, 1, n, n|1, n|3, n|1), placed},
		{"by numbers from 1, what is there", begin(2).object(withKeys, 1, n|1, n|1).object(withKeys+written, 1, n|1, n|1, n|4, n|1), placed},
		{"by pairs from 1", begin(2).object(withKeys, 1, n|3, n|1).object(withKeys+written, 1, n|3, n|1, n|6, n|1), placed},
		{"a field of the cells", cells.object(withKeys+written, 4, digit, n|1), placed},
		{"a field of a new cell", cells.object(withKeys, 6, digit, n|1, row, n).element(5, 3, o|6), placed},
		{"the only candidate", sets.object(written, 4, n|1), placed},
		{"a list of the same cells in another order", sets.object(0, 6, o|4, o|3, o|2, o|1).object(written, 4, n|1), placed},
		{"an object that was never told", begin(2).element(9, 0, n|1).object(0, 1, o|8, n|1).element(1, 3, n|1), nil},
		{"an object that holds itself", begin(2).object(0, 1, o|1, o|1).element(1, 0, o|1), nil},
		{"what is no number is no digit", begin(2).object(0, 1, aName|1, n, n, n).element(1, 3, n|1), nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := must.Get(Read(bytes.NewReader(tt.stream), puzzle, 100))(t)
			must.Equal(t, tt.want, r.Replay.Steps)
		})
	}
}

// sumUp fills in the sums of a replay from its steps.
func sumUp(r *result.Replay) {
	r.PartSteps = 1
	for i, s := range r.Steps {
		r.Outline = append(r.Outline, [2]int{s.Depth, s.Depth})
		if s.Value != 0 {
			r.Placed++
		} else if r.Back++; i > 0 && r.Steps[i-1].Value != 0 {
			r.DeadEnds++
			r.Deepest = max(r.Deepest, r.Steps[i-1].Depth)
		}
	}
	r.Total = len(r.Steps)
}

func TestCounts(t *testing.T) {
	s := begin(0).count(3, 5).count(3, 9).count(1, 0).call(1, "fib\x00", 3, 7).call(2, "fib\x00", 3, 1).blob(5, "hello\x00\x00\x00")
	s = append(s.word(0, aSite, 9), 1, 2, 3, 0).word(1, anEnd, 0)
	r := must.Get(Read(bytes.NewReader(s), small(0, 0, 0, 0), 100))(t)
	r.Replay, r.Events, r.Names = result.Replay{}, nil, nil
	want := &Record{Work: &result.Work{Statements: 14, Lines: []int64{0, -1, 9}, Calls: map[string]int64{"fib": 8}},
		Sites: map[uint16]uint32{9: 0x30201}, Blobs: []Blob{{3, []byte("hello")}}, Ended: true, Clock: true}
	must.Equal(t, want, r)
}

// A stream that no recorder writes is detected, and what follows is not waited for.
func TestDamaged(t *testing.T) {
	for name, s := range map[string]stream{
		"no header": stream("hello, world"), "another size": begin(9), "a cell too far": begin(2).step(4, 1, 7),
		"a digit too large": begin(2).step(0, 3, 7),
		"an unknown word":   begin(2).word(0, 0x9F, 0), "a line 0": begin(2).count(0, 1), "too many times": begin(2).count(1, 1<<60),
		"too many together": begin(2).count(1, 1<<53).count(1, 1), "a name too long": begin(2).call(1, "", 201, 1),
		"no letters":        begin(2).call(1, "\xff\xff\xff\xff", 4, 1),
		"a blob too large":  begin(2).blob(1<<31, ""),
		"too many elements": begin(2).object(0, 1, make([]element, 10)...), "an element of no kind": begin(2).object(0, 1, noElement),
		"an object of a large number": begin(2).object(0, 1<<24), "an element of one": begin(2).element(1<<24, 0, 0),
		"no way to hold":     begin(2).object(4, 1),
		"an element too far": begin(2).element(1, 10, 0), "a value of no kind": begin(2).element(1, 0, noElement),
		"a board of large digits": append(begin(2).word(0, aBoard, 7), 1, 2, 3, 0),
	} {
		in := bytes.NewReader(append(s, make([]byte, 1<<20)...))
		if r, err := Read(in, small(0, 0, 0, 0), 100); err == nil {
			t.Errorf("%s: got %+v", name, r)
		}
		if in.Len() < 1<<19 {
			t.Errorf("%s: of 1 MiB that followed, %d bytes were left", name, in.Len())
		}
	}
}

// flood repeats a word endlessly or so many times.
type flood struct {
	word []byte
	left int
}

func (f *flood) Read(b []byte) (int, error) {
	n := 0
	for ; f.left > 0 && n+len(f.word) <= len(b); f.left-- {
		n += copy(b[n:], f.word)
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// A history is counted to its end, however long, and only its beginning is kept.
func TestFlood(t *testing.T) {
	const turns = 3_000_000
	two := begin(0)[:0].step(1, 2, 7).step(1, 0, 7)
	r := must.Get(Read(io.MultiReader(bytes.NewReader(begin(2)), &flood{two, turns}), small(0, 0, 0, 0), 1000))(t)
	got := r.Replay
	if got.Total != 2*turns || got.Placed != turns || got.Back != turns || got.DeadEnds != turns || len(got.Steps) != 1000 {
		t.Errorf("total %d, placed %d, back %d, dead ends %d, kept %d", got.Total, got.Placed, got.Back, got.DeadEnds, len(got.Steps))
	}
	if parts := len(got.Outline); parts < buckets/2 || parts > buckets || parts*got.PartSteps < got.Total || got.Outline[0] != [2]int{0, 1} {
		t.Errorf("an outline of %d parts of %d steps, %v first", parts, got.PartSteps, got.Outline[0])
	}
}

// A program cannot make the judge keep more than the limits: neither names nor blobs.
func TestHoards(t *testing.T) {
	names := begin(2)
	for i := range mostNames + 1 {
		names = names.call(uint16(i), fmt.Sprintf("%08d", i), 8, 1)
	}
	most := len(names) - len(stream{}.call(0, "00000000", 8, 1))
	for _, test := range []struct {
		name string
		in   io.Reader
		fine bool
	}{
		{"the most names", bytes.NewReader(names[:most]), true},
		{"names", bytes.NewReader(names), false},
		{"the largest blob", bytes.NewReader(begin(2).blob(mostBlobs, "")), true},
		{"a blob that is larger", bytes.NewReader(begin(2).blob(mostBlobs+1, "")), false},
		{"the longest name", bytes.NewReader(begin(2).call(1, strings.Repeat("x", mostName), mostName, 1)), true},
		{"statements that stand on no line", bytes.NewReader(binary.LittleEndian.AppendUint64(begin(2).word(elsewhere, aCount, 0), 1)), true},
		{"blobs", io.MultiReader(bytes.NewReader(begin(2)), &flood{stream{}.blob(0, ""), 100_000}), false},
		{"the most statements", bytes.NewReader(begin(2).count(1, mostCount-1).count(2, 1)), true},
	} {
		if _, err := Read(test.in, small(0, 0, 0, 0), 100); (err == nil) != test.fine {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(begin(2).step(0, 1, 7).count(3, 5).call(1, "fib\x00", 3, 7).blob(5, "hello\x00\x00\x00").word(1, anEnd, 0)))
	f.Add([]byte(begin(2).object(0, 1, aNumber|1, 0).object(0, 2, 0, 0).object(0, 3, anObject|1, anObject|2).element(2, 1, aNumber|2)))
	f.Add([]byte(begin(2).object(withKeys, 1, aNumber, aNumber|1, aName, 0).object(written, 1, anObject|1, anObject|1).
		element(1, 0, anObject|1)))
	f.Add([]byte("SJR1\x00000\x00\x8500\x06\x00\x00\x00")) // takes back the clue
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := Read(bytes.NewReader(b), small(1, 0, 0, 0), 10)
		if err != nil {
			return
		}
		p := r.Replay
		// There is one clue, which a program may take back.
		if p.Kept() > p.Total || p.Back > p.Placed+1 || p.DeadEnds > p.Total || len(p.Steps) > 10 || p.Deepest > 4 {
			t.Errorf("got %+v", p)
		}
	})
}

// endless repeats some words for so many bytes.
type endless struct {
	words    stream
	at, left int
}

func (e *endless) Read(b []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	n := copy(b, e.words[e.at:])
	e.at, e.left = (e.at+n)%len(e.words), e.left-n
	return n, nil
}

// TestHostileIsBounded: however much a program writes to its recorder, the judge stores little of it.
func TestHostileIsBounded(t *testing.T) {
	var lines, sites, calls stream
	for i := range 3000 {
		lines = lines.count(uint16(i*21+1), 1)
		sites = append(sites.word(0, aSite, uint16(i*21)), 1, 2, 3, 0)
		calls = calls.call(uint16(i), strings.Repeat(string(rune('a'+i%26)), 196)+fmt.Sprintf("%04d", i), 200, 1)
	}
	for name, words := range map[string]stream{
		"steps": stream(nil).step(1, 2, 7).step(1, 0, 7), "lines": lines, "sites": sites,
		"calls": calls, "blobs of nothing": stream(nil).blob(0, ""), "blobs": stream(nil).blob(32<<10, strings.Repeat("x", 32<<10)),
	} {
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r, err := Read(io.MultiReader(bytes.NewReader(begin(2)), &endless{words: words, left: 32 << 20}), small(0, 0, 0, 0), 200_000)
		runtime.GC()
		runtime.ReadMemStats(&after)
		if held := int64(after.HeapAlloc) - int64(before.HeapAlloc); held > 20<<20 {
			t.Errorf("%s: of 32 MiB it holds %d MiB (%v)", name, held>>20, err)
		}
		runtime.KeepAlive(r)
	}
}

// TestVainTries: an array that nearly is a board, of cells with as many fields as can be told, took a fifth of a second at
// each change.
func TestVainTries(t *testing.T) {
	puzzle := sudoku.Board{Size: 16, W: 4, H: 4, Cells: make([]int, 256)}
	fields, cells := []element{}, []element{}
	for k := range element(289) {
		fields = append(fields, aName|(k+1), aNumber|1)
	}
	s := begin(16)
	for i := range puzzle.Cells {
		puzzle.Cells[i] = 1 + i/255 // all but the last look right
		s = s.object(withKeys, uint32(i+1), fields...)
		cells = append(cells, anObject|element(i+1))
	}
	s = s.object(0, 300, cells...)
	for range 5000 {
		s = s.element(300, 0, cells[0])
	}
	must.Get(Read(bytes.NewReader(s), puzzle, 100))(t) // it took a quarter of an hour
}

// TestContainersAreForgotten: of more containers than there is room for, the last are known, and one that is always looked at.
func TestContainersAreForgotten(t *testing.T) {
	b := newBoards(small(0, 0, 0, 0), nil)
	for i := range element(500_000) {
		b.keep(&object{self: anObject | i, values: make([]element, 4)})
		b.object(anObject)
	}
	if n := len(b.now) + len(b.before); n > 2*mostRoom/anObjects || b.object(anObject|1) != nil {
		t.Errorf("%d are known", n)
	}
	if b.object(anObject) == nil || b.object(anObject|499_000) == nil {
		t.Error("it has forgotten what it looked at lately")
	}
}
