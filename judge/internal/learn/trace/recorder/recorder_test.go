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
	if judgeBegin(true, len(board), 7) {
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
	if judgeBegin(false, len(board), 7) {
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

// lookMaps shows it the map of each digit, and lookCells the candidates of each cell.
func lookMaps(digits ...uint64) {
	judgeLook(7, false, func(i int) {
		judgeMap(i, 0, 3, digits[i])
		judgeMap(i, 3, 1, digits[i]>>3)
	})
}
func lookCells(cells ...uint64) { judgeLook(7, true, func(i int) { judgeMask(i, cells[i]) }) }

// record starts a history of a board of two by two cells with regions of two by one.
func record(t *testing.T, steps int, puzzle []int, play func()) History {
	t.Helper()
	file := Blank(2, 2, 1, puzzle, steps)
	judge, judgeCandidates = &judgeHistory{}, judgeMaps{}
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
			History{Steps: []Step{{1, 2, 1, 7, 0, false}}, Total: 1}},
		{"a clue that is overwritten", []int{1, 0, 0, 0}, func() { look(2, 0, 0, 0) },
			History{Steps: []Step{{0, 0, 0, 7, 0, false}, {0, 2, 0, 7, 0, false}}, Total: 2}},
		{"a digit replaced is withdrawn first", blank, func() { look(1, 0, 0, 0); look(2, 0, 0, 0) },
			History{Steps: []Step{{0, 1, 1, 7, 0, false}, {0, 0, 0, 7, 0, false}, {0, 2, 1, 7, 0, false}}, Total: 3}},
		{"a restored board loses before it wins", blank, func() { look(0, 1, 2, 0); look(2, 0, 0, 0) },
			History{Steps: []Step{{1, 1, 1, 7, 0, false}, {2, 2, 2, 7, 0, false}, {1, 0, 1, 7, 0, false}, {2, 0, 0, 7, 0, false}, {0, 2, 1, 7, 0, false}}, Total: 5}},
		{"the end is the solved board", blank, func() { look(1, 2, 2, 1); look(0, 0, 0, 0) },
			History{Steps: []Step{{0, 1, 1, 7, 0, false}, {1, 2, 2, 7, 0, false}, {2, 2, 3, 7, 0, false}, {3, 1, 4, 7, 0, false}}, Total: 4, Solved: true}},
		{"full is not solved", blank, func() { look(1, 2, 1, 2); look(1, 2, 0, 0) },
			History{Steps: []Step{{0, 1, 1, 7, 0, false}, {1, 2, 2, 7, 0, false}, {2, 1, 3, 7, 0, false}, {3, 2, 4, 7, 0, false}, {2, 0, 3, 7, 0, false}, {3, 0, 2, 7, 0, false}}, Total: 6}},
		{"a part of a board is none", blank, func() { look(1, 2, 2); look(1, 0, 0, 0) }, History{Steps: []Step{{0, 1, 1, 7, 0, false}}, Total: 1}},
		{"a larger board holds it at the front", blank, func() { look(1, 0, 0, 0, 0, 0) }, History{Steps: []Step{{0, 1, 1, 7, 0, false}}, Total: 1}},
		{"counted from one", blank, func() { look(0, 1, 0, 0, 0) }, History{Steps: []Step{{0, 1, 1, 7, 0, false}}, Total: 1}},
		{"rows counted from one", blank, func() { lookRows([]int{0, 0, 0}, []int{0, 0, 2}, []int{0, 0, 0}) },
			History{Steps: []Step{{1, 2, 1, 7, 0, false}}, Total: 1}},
		{"rows still being made", blank, func() { lookRows([]int{1, 0}, nil); lookRows([]int{1, 0}, []int{0, 0}) },
			History{Steps: []Step{{0, 1, 1, 7, 0, false}}, Total: 1}},
		{"two boards of two kinds", blank, func() { look(1, 0, 0, 0); lookRows([]int{0, 2}, []int{0, 0}); look(1, 0, 0, 0) },
			History{Steps: []Step{{0, 1, 1, 7, 0, false}, {0, 0, 0, 7, 0, false}, {1, 2, 1, 7, 0, false}, {1, 0, 0, 7, 0, false}, {0, 1, 1, 7, 0, false}}, Total: 5}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			sumUp(&tt.want)
			if diff := cmp.Diff(tt.want, record(t, 100, tt.puzzle, tt.play)); diff != "" {
				t.Errorf("want -, got +:\n%s", diff)
			}
		})
	}
}

// sumUp adds to a history what its steps say.
func sumUp(h *History) {
	h.StepsInEachPart = 1
	for i, s := range h.Steps {
		h.Outline = append(h.Outline, Range{s.Filled, s.Filled})
		if s.Value != 0 {
			h.Placed++
		} else if h.Back++; i > 0 && h.Steps[i-1].Value != 0 {
			h.Dead++
			h.Deepest = max(h.Deepest, h.Steps[i-1].Filled)
		}
	}
}

func TestOutlineOfALongHistory(t *testing.T) {
	const turns = 5000 // of two steps
	got := record(t, 3, []int{0, 0, 0, 0}, func() {
		for i := range turns {
			look(1, 0, 0, 0)
			if i == turns/2 {
				look(1, 2, 0, 0)
			}
			look(0, 0, 0, 0)
		}
	})
	if got.StepsInEachPart != 32 || len(got.Outline) != (2*turns+2+31)/32 {
		t.Fatalf("%d parts of %d steps", len(got.Outline), got.StepsInEachPart)
	}
	for i, r := range got.Outline {
		want := Range{0, 1}
		if i == turns/32 {
			want = Range{0, 2}
		}
		if r != want {
			t.Errorf("part %d is %v, want %v", i, r, want)
		}
	}
}

func TestStepsBeyondTheRoomAreCounted(t *testing.T) {
	got := record(t, 3, []int{0, 0, 0, 0}, func() {
		for range 10 {
			look(1, 0, 0, 0)
			look(0, 0, 0, 0)
		}
	})
	if len(got.Steps) != 3 || got.Total != 20 || got.Placed != 10 || got.Dead != 10 || got.Deepest != 1 {
		t.Errorf("want 3 of 20 steps, 10 placed and as many dead ends, 1 cell deep; got %+v", got)
	}
}

func TestReadBelievesNothing(t *testing.T) {
	good := Blank(2, 2, 1, make([]int, 4), 2)
	good[8], good[16] = 2, 2
	if _, err := Read(good, 2); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(f []byte) []byte{
		"too short":                  func(f []byte) []byte { return f[:100] },
		"another beginning":          func(f []byte) []byte { f[0] = 0; return f },
		"more kept than fit":         func(f []byte) []byte { f[8], f[16] = 3, 3; return f },
		"more kept than seen":        func(f []byte) []byte { f[8] = 1; return f },
		"a total below zero":         func(f []byte) []byte { binary.LittleEndian.PutUint64(f[8:], 1<<63); return f },
		"more placed than seen":      func(f []byte) []byte { f[24] = 9; return f },
		"more dead ends than digits": func(f []byte) []byte { f[32] = 1; return f },
		"an outline of nothing":      func(f []byte) []byte { f[20] = 0; return f },
		"a cell off the board":       func(f []byte) []byte { f[first] = 4; return f },
		"a value off the board":      func(f []byte) []byte { f[first+1] = 3; return f },
		"more digits than there are": func(f []byte) []byte { f[first+6] = 8; return f },
		"a step without a beginning": func(f []byte) []byte { f[first+6] = 1; return f },
		"too deep":                   func(f []byte) []byte { f[first+2] = 5; return f },
	} {
		if _, err := Read(spoil(append([]byte(nil), good...)), 2); err == nil {
			t.Errorf("%s: believed", name)
		}
	}
}

func TestSourceIsOfPackageMain(t *testing.T) {
	for name, text := range Sources() {
		if !strings.Contains(text, "\npackage main\n") {
			t.Errorf("%s is not", name)
		}
	}
}

// Of candidates a step is all that changed at once: of a board of four cells with the clue 1 in the first.
func TestRecordCandidates(t *testing.T) {
	read := []Step{{1, 0, 0, 7, 6, false}, {2, 0, 0, 7, 6, true}, {3, 0, 0, 7, 6, true}}
	turn := append(read[:3:3], Step{1, 2, 1, 7, 4, false})
	guess := append(turn[:4:4], Step{2, 1, 2, 7, 2, false}, Step{3, 0, 2, 7, 0, true})
	tests := []struct {
		name string
		play func()
		want History
	}{
		{"what was read is the first step", func() { lookMaps(0, 0); lookMaps(15, 15); lookMaps(15, 14) }, History{Steps: read, Total: 1}},
		{"the same by cells", func() { lookCells(0, 0, 0, 0); lookCells(1, 3, 3, 3) }, History{Steps: read, Total: 1}},
		{"a turn that changes nothing is no step", func() { lookMaps(15, 14); lookMaps(13, 14); lookMaps(13, 14) }, History{Steps: turn, Total: 2, Placed: 1}},
		{"a dead end", func() { lookMaps(15, 14); lookMaps(13, 14); lookMaps(5, 2); lookMaps(13, 14) },
			History{Steps: append(guess[:6:6], Step{2, 0, 1, 7, 6, false}, Step{3, 0, 1, 7, 6, true}), Total: 4, Placed: 2, Back: 1, Dead: 1, Deepest: 2}},
		{"the end is the solved board", func() { lookMaps(15, 14); lookMaps(9, 6); lookMaps(15, 15) },
			History{Steps: append(read[:3:3], Step{1, 2, 3, 7, 4, false}, Step{2, 2, 3, 7, 4, true}, Step{3, 1, 3, 7, 2, true}), Total: 2, Placed: 3, Solved: true}},
		{"a look that goes astray is none", func() { lookMaps(15); lookMaps(15, 14) }, History{Steps: read, Total: 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := record(t, 100, []int{1, 0, 0, 0}, tt.play)
			got.Outline, got.StepsInEachPart = nil, 0
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("want -, got +:\n%s", diff)
			}
		})
	}
	cut := record(t, 4, []int{1, 0, 0, 0}, func() { lookMaps(15, 14); lookMaps(9, 6) })
	if len(cut.Steps) != 3 || cut.Total != 2 {
		t.Errorf("of a step that has no room for all its changes none is kept: %+v", cut)
	}
}
