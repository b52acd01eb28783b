//go:build unix

package recorder

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDigit(t *testing.T) {
	tests := []struct {
		name              string
		value, size, want int
	}{
		{"blank", 0, 9, 0}, {"blank of -1", -1, 9, 0}, {"dot", '.', 9, 0}, {"character 0", '0', 9, 0}, {"space", ' ', 9, 0},
		{"question mark", '?', 16, 0}, {"number", 9, 9, 9}, {"number of a large board", 16, 16, 16},
		{"too large", 10, 9, 0}, {"character", '7', 9, 7}, {"letter", 'A', 16, 10}, {"small letter", 'g', 16, 16},
		{"letter on a small board", 'A', 9, 0}, {"a set of candidates", 0x1ff, 9, 0},
	}
	for _, tt := range tests {
		if got := judgeDigit(tt.value, tt.size); got != tt.want {
			t.Errorf("%s: want %d, got %d", tt.name, tt.want, got)
		}
	}
}

// look shows the recorder a flat board.
func look(board ...int) {
	if judgeBegin(true, len(board)) {
		for i, v := range board {
			if v != judgeFlat[i] {
				judgeSeeFlat(i, v)
			}
		}
		judgeEnd()
	}
}

// lookRows shows it a board of rows.
func lookRows(board ...[]int) {
	if judgeBegin(false, len(board)) {
		for i, row := range board {
			judgeRow(i, len(row))
			for j, v := range row {
				if v != judgeRows[i][j] {
					judgeSee(i, j, v)
				}
			}
		}
		judgeEnd()
	}
}

// record starts a history of a board of two by two cells with regions of two by one.
func record(t *testing.T, steps int, puzzle []int, play func()) History {
	t.Helper()
	file := Blank(2, 2, 1, puzzle, steps)
	judge = &judgeHistory{}
	judge.start(file)
	play()
	h, err := Read(file, 2)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestRecord(t *testing.T) {
	blank := []int{0, 0, 0, 0}
	tests := []struct {
		name   string
		puzzle []int
		play   func()
		want   History
	}{
		{"nothing", blank, func() { look(0, 0, 0, 0) }, History{Steps: []Step{}}},
		{"filling in a clue is no step", []int{1, 0, 0, 0}, func() { look(0, 0, 0, 0); look(1, 0, 0, 0); look(1, 2, 0, 0) },
			History{Steps: []Step{{1, 2, 1}}, Total: 1}},
		{"a clue that is overwritten", []int{1, 0, 0, 0}, func() { look(2, 0, 0, 0) },
			History{Steps: []Step{{0, 0, 0}, {0, 2, 0}}, Total: 2}},
		{"a digit replaced is withdrawn first", blank, func() { look(1, 0, 0, 0); look(2, 0, 0, 0) },
			History{Steps: []Step{{0, 1, 1}, {0, 0, 0}, {0, 2, 1}}, Total: 3}},
		{"a restored board loses before it wins", blank, func() { look(0, 1, 2, 0); look(2, 0, 0, 0) },
			History{Steps: []Step{{1, 1, 1}, {2, 2, 2}, {1, 0, 1}, {2, 0, 0}, {0, 2, 1}}, Total: 5}},
		{"the end is the solved board", blank, func() { look(1, 2, 2, 1); look(0, 0, 0, 0) },
			History{Steps: []Step{{0, 1, 1}, {1, 2, 2}, {2, 2, 3}, {3, 1, 4}}, Total: 4, Solved: true}},
		{"full is not solved", blank, func() { look(1, 2, 1, 2); look(1, 2, 0, 0) },
			History{Steps: []Step{{0, 1, 1}, {1, 2, 2}, {2, 1, 3}, {3, 2, 4}, {2, 0, 3}, {3, 0, 2}}, Total: 6}},
		{"a part of a board is none", blank, func() { look(1, 2, 2); look(1, 0, 0, 0) }, History{Steps: []Step{{0, 1, 1}}, Total: 1}},
		{"a larger board holds it at the front", blank, func() { look(1, 0, 0, 0, 0, 0) }, History{Steps: []Step{{0, 1, 1}}, Total: 1}},
		{"counted from one", blank, func() { look(0, 1, 0, 0, 0) }, History{Steps: []Step{{0, 1, 1}}, Total: 1}},
		{"rows counted from one", blank, func() { lookRows([]int{0, 0, 0}, []int{0, 0, 2}, []int{0, 0, 0}) },
			History{Steps: []Step{{1, 2, 1}}, Total: 1}},
		{"rows still being made", blank, func() { lookRows([]int{1, 0}, nil); lookRows([]int{1, 0}, []int{0, 0}) },
			History{Steps: []Step{{0, 1, 1}}, Total: 1}},
		{"two boards of two kinds", blank, func() { look(1, 0, 0, 0); lookRows([]int{0, 2}, []int{0, 0}); look(1, 0, 0, 0) },
			History{Steps: []Step{{0, 1, 1}, {0, 0, 0}, {1, 2, 1}, {1, 0, 0}, {0, 1, 1}}, Total: 5}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, record(t, 100, tt.puzzle, tt.play)); diff != "" {
				t.Errorf("want -, got +:\n%s", diff)
			}
		})
	}
}

func TestStepsBeyondTheRoomAreCounted(t *testing.T) {
	got := record(t, 3, []int{0, 0, 0, 0}, func() {
		for range 10 {
			look(1, 0, 0, 0)
			look(0, 0, 0, 0)
		}
	})
	if len(got.Steps) != 3 || got.Total != 20 {
		t.Errorf("%d of %d steps, want 3 of 20", len(got.Steps), got.Total)
	}
}

func TestReadBelievesNothing(t *testing.T) {
	good := Blank(2, 2, 1, make([]int, 4), 2)
	good[8], good[16] = 2, 2
	if _, err := Read(good, 2); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(f []byte) []byte{
		"too short":             func(f []byte) []byte { return f[:100] },
		"another beginning":     func(f []byte) []byte { f[0] = 0; return f },
		"more kept than fit":    func(f []byte) []byte { f[8], f[16] = 3, 3; return f },
		"more kept than seen":   func(f []byte) []byte { f[8] = 1; return f },
		"a total below zero":    func(f []byte) []byte { binary.LittleEndian.PutUint64(f[8:], 1<<63); return f },
		"a cell off the board":  func(f []byte) []byte { f[276] = 4; return f },
		"a value off the board": func(f []byte) []byte { f[277] = 3; return f },
		"too deep":              func(f []byte) []byte { f[278] = 5; return f },
	} {
		if _, err := Read(spoil(append([]byte(nil), good...)), 2); err == nil {
			t.Errorf("%s: believed", name)
		}
	}
}

func TestSourceIsOfPackageMain(t *testing.T) {
	if !strings.Contains(Source(), "\npackage main\n") {
		t.Error("it is not")
	}
}
