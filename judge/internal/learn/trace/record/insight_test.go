package record_test

import (
	"bytes"
	"testing"

	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/must"
)

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
