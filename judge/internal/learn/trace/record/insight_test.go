package record_test

import (
	"bufio"
	"bytes"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/must"
)

// naive writes the steps of a search in reading order.
type naive struct {
	board sudoku.Board
	has   [3][9]int
	out   *bufio.Writer
}

func (n *naive) flip(cell, digit int) {
	for k, unit := range [3]int{cell / 9, cell % 9, cell/27*3 + cell%9/3} {
		n.has[k][unit] ^= 1 << digit
	}
}

func (n *naive) search(cell int) bool {
	for cell < 81 && n.board.Cells[cell] != 0 {
		cell++
	}
	if cell == 81 {
		return true
	}
	for d := 1; d <= 9; d++ {
		if (n.has[0][cell/9]|n.has[1][cell%9]|n.has[2][cell/27*3+cell%9/3])>>d&1 != 0 {
			continue
		}
		n.out.Write([]byte{byte(cell), byte(d), 0, 0})
		n.flip(cell, d)
		if n.search(cell + 1) {
			return true
		}
		n.flip(cell, d)
		n.out.Write([]byte{byte(cell), 0, 0, 0})
	}
	return false
}

// searched reads the record of that search.
func searched(t testing.TB, puzzle string) result.Replay {
	t.Helper()
	b := must.Get(sudoku.ParseLine(puzzle))(t)
	from, to := io.Pipe()
	go func() {
		n := naive{board: b, out: bufio.NewWriterSize(to, 1<<16)}
		for cell, digit := range b.Cells {
			if digit != 0 {
				n.flip(cell, digit)
			}
		}
		n.out.WriteString("SJR1\x09\x00\x00\x00")
		n.search(0)
		n.out.Flush()
		to.Close()
	}()
	r, err := record.Read(from, b, 0)
	if err != nil || r.Replay.Insight == nil {
		t.Fatalf("%+v, %v", r, err)
	}
	return r.Replay
}

// TestInsight: all digits are counted, and the bars of the widest are kept, each with those under it.
func TestInsight(t *testing.T) {
	for puzzle, want := range map[string][3]int{
		"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......": {9_727_396, 1_715_483, 13_332},
	} {
		r := searched(t, puzzle)
		must.Equal(t, want, [3]int{r.Placed, r.Insight.Blanks, r.Insight.Places})
		sum, standing := [3]int{}, 0
		for i, b := range r.Insight.Bars {
			if i > 0 && (b.Depth > r.Insight.Bars[i-1].Depth+1 || b.From[0] <= r.Insight.Bars[i-1].From[0]) {
				t.Fatalf("bar %d: %+v stands on nothing: %+v", i, b, r.Insight.Bars[i-1])
			}
			if b.Depth == 1 {
				for look := range sum {
					sum[look] += b.Wide[look]
				}
			}
			if b.From[0]+b.Wide[0] == r.Placed {
				standing++
			}
		}
		if n := len(r.Insight.Bars); n < 500 || n > 1700 || standing != 64 {
			t.Errorf("%d bars, of which %d stand at the end", n, standing)
		}
		if diff := cmp.Diff(want, sum); diff != "" { // the widest at the bottom are all of the search here
			t.Errorf("the bars at the bottom: want -, got +:\n%s", diff)
		}
	}
}

// TestNoInsight: only steps of a search that takes back the last digit first can be cut.
func TestNoInsight(t *testing.T) {
	empty := sudoku.Board{Size: 4, W: 2, H: 2, Cells: make([]int, 16)}
	clues := empty.Clone()
	copy(clues.Cells, []int{1, 2, 3})
	ends := empty.Clone()
	copy(ends.Cells, []int{0, 0, 2, 3})
	lost := empty.Clone()
	copy(lost.Cells, []int{1, 2, 3, 0, 0, 0, 0, 4})
	placed := func(n ...int) *result.Insight { return &result.Insight{Blanks: n[0], Places: n[1]} }
	for name, tt := range map[string]struct {
		puzzle sudoku.Board
		steps  [][2]byte // cells and digits
		want   *result.Insight
	}{
		"nothing is taken back":            {empty, [][2]byte{{0, 1}, {1, 2}}, nil},
		"the last first":                   {empty, [][2]byte{{0, 1}, {1, 2}, {1, 0}, {0, 0}, {0, 2}}, placed(3, 3)},
		"two at once, in any order":        {empty, [][2]byte{{0, 1}, {1, 2}, {0, 0}, {1, 0}, {0, 2}}, placed(3, 3)},
		"one from below stays away":        {empty, [][2]byte{{0, 1}, {1, 2}, {0, 0}, {2, 3}}, nil},
		"a digit below is replaced":        {empty, [][2]byte{{0, 1}, {1, 2}, {0, 3}}, nil},
		"the last is replaced":             {empty, [][2]byte{{0, 1}, {1, 2}, {1, 3}}, placed(3, 3)},
		"a clue is replaced":               {clues, [][2]byte{{4, 3}, {4, 0}, {0, 4}}, nil},
		"on a blank without a digit":       {clues, [][2]byte{{7, 4}, {8, 2}, {9, 3}, {9, 0}, {8, 0}, {7, 0}, {3, 4}}, placed(2, 2)},
		"on a digit without a place":       {ends, [][2]byte{{4, 1}, {8, 2}, {8, 0}}, placed(2, 1)},
		"no blank has one from the start":  {lost, [][2]byte{{8, 2}, {9, 4}, {9, 0}, {8, 0}, {8, 3}}, placed(2, 2)},
		"a digit twice, and taken back":    {clues, [][2]byte{{3, 3}, {3, 0}, {3, 4}, {4, 3}}, placed(3, 3)},
		"a digit twice hides no other one": {clues, [][2]byte{{4, 1}, {4, 0}, {13, 3}, {9, 4}, {15, 1}}, placed(3, 3)},
	} {
		stream := []byte("SJR1\x04\x00\x00\x00")
		for _, s := range tt.steps {
			stream = append(stream, s[0], s[1], 0, 0)
		}
		r, err := record.Read(bytes.NewReader(stream), tt.puzzle, 0)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if r.Replay.Insight != nil {
			r.Replay.Insight.Bars = nil
		}
		must.Equal(t, tt.want, r.Replay.Insight, name)
	}
}
