package sudoku

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWrong(t *testing.T) {
	puzzle, err := ParseLine("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")
	if err != nil {
		t.Fatal(err)
	}
	solved, _ := puzzle.Solve()
	six, _ := New(3, 2)
	tests := []struct {
		name string
		b    Board
		want []int
	}{
		{"right", solved, nil},
		{"changed clues before blanks", with(solved, 0, 5, 8, 4, 1, 0), []int{0, 8}},
		{"blanks before a clash", with(solved, 1, 0, 80, 0, 2, solved.Cells[3]), []int{1, 80}},
		{"a clash in a row", with(solved, 1, solved.Cells[0]), []int{0, 1}},
		{"another shape", six, nil},
	}
	for _, tt := range tests {
		if got := tt.b.Wrong(puzzle); !cmp.Equal(got, tt.want) {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
	for i := range 81 { // any single spoilt cell is among the named ones
		if puzzle.Cells[i] != 0 {
			continue
		}
		b := with(solved, i, solved.Cells[i]%9+1)
		found := false
		for _, c := range b.Wrong(puzzle) {
			found = found || c == i
		}
		if !found || !b.Explain(puzzle).Said() {
			t.Errorf("cell %d spoilt: got %v, %q", i, b.Wrong(puzzle), b.Explain(puzzle))
		}
	}
}

func TestParseAny(t *testing.T) {
	for _, wh := range [][2]int{{2, 2}, {3, 2}, {3, 3}, {4, 3}, {4, 4}} {
		b, _ := New(wh[0], wh[1])
		solved, _ := b.Solve()
		solved.Cells[1] = 0
		if got, ok := ParseAny(solved.Line()); !ok || !got.Equal(solved) {
			t.Errorf("%s: got %v, %v", solved.Line(), got, ok)
		}
		if wh[0] == 3 && wh[1] == 3 {
			if got, ok := ParseAny(" " + solved.JSON()); !ok || !got.Equal(solved) {
				t.Errorf("%s: got %v, %v", solved.JSON(), got, ok)
			}
		}
	}
	for _, s := range []string{"", "12", "5...", "12345", "[[]]", "....:..........."} {
		if got, ok := ParseAny(s); ok {
			t.Errorf("%q: got %v", s, got)
		}
	}
}
