package main

import (
	"bytes"
	"io"
	"io/fs"
	"math/bits"
	"os"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/short"
)

const testdata = "../../../testdata"

// TestCommitted generates the cases again, except those that take seconds (scripts/testdata -check generates all), and
// compares them with the committed files.
func TestCommitted(t *testing.T) {
	have, err := readFiles(testdata)
	if err != nil {
		t.Fatal(err)
	}
	var left int // files of the cases that are not generated here
	for _, c := range cases {
		if c.holds.has("slow") {
			left += 3 * len(c.of)
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			made, err := c.files()
			if err != nil {
				t.Fatal(err)
			}
			for name, want := range made {
				if !bytes.Equal(have[name], want) {
					t.Errorf("%s differs: run scripts/testdata", name)
				}
				delete(have, name)
			}
		})
	}
	if len(have) != left {
		t.Errorf("%d files are left over, want the %d of the slow cases: run scripts/testdata", len(have), left)
	}
}

// inputs reads the boards of every committed case of a problem.
func inputs(t *testing.T, id string) map[string][]sudoku.Board {
	t.Helper()
	have, err := readFiles(testdata + "/" + id)
	if err != nil {
		t.Fatal(err)
	}
	boards := map[string][]sudoku.Board{}
	for name, data := range have {
		if name, ok := strings.CutSuffix(name, ".in"); ok {
			boards[name] = read(t, name, tasks[id].Input, data)
		}
	}
	return boards
}

func read(t *testing.T, name string, f sudoku.Format, data []byte) []sudoku.Board {
	t.Helper()
	boards := []sudoku.Board{}
	r := sudoku.NewReader(string(data), f)
	for {
		b, err := r.Next()
		if err == io.EOF {
			return boards
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		boards = append(boards, b)
	}
}

// TestAnswersByRule checks the answers of problems that ask only for solved boards.
func TestAnswersByRule(t *testing.T) {
	for _, id := range []string{"acwing166", "leetcode37", "poj2676", "luogup1784", "acwing169"} {
		for name, puzzles := range inputs(t, id) {
			data, err := os.ReadFile(testdata + "/" + id + "/" + name + ".ans")
			if err != nil {
				t.Fatal(err)
			}
			answers := read(t, name, tasks[id].Input, data)
			if len(answers) != len(puzzles) {
				t.Fatalf("%s/%s: %d answers to %d puzzles", id, name, len(answers), len(puzzles))
			}
			for i, b := range answers {
				if why := b.Explain(puzzles[i]); why.Said() {
					t.Errorf("%s/%s: answer %d: %s", id, name, i+1, why)
				}
			}
		}
	}
}

// TestAgainst: a case against an approach does what its description says, and no other is against the plainest one.
// Row order writes eight to twenty million digits a second, and the limit is one second.
func TestAgainst(t *testing.T) {
	short.Skip(t)
	const slow, quick = 100_000_000, 1_500_000
	boards, of := inputs(t, "acwing166"), func(boards map[string][]sudoku.Board, name string) []sudoku.Board {
		if len(boards[name]) == 0 {
			t.Errorf("no case %s", name)
		}
		return boards[name]
	}
	of(boards, "secret/07-against-row-order")
	of(boards, "secret/08-against-row-order-again")
	for name, puzzles := range boards {
		against := strings.Contains(name, "against-row-order")
		limit := quick
		if against {
			limit = slow
		}
		digits := 0
		for _, p := range puzzles {
			digits += p.Effort(limit)
		}
		if against && digits < slow || !against && digits > quick*3 {
			t.Errorf("%s: %d digits by rows", name, digits)
		}
	}
	for i, b := range of(boards, "secret/09-against-fewest-candidates") {
		if n := fewest(b, 30_000); n < 30_000 {
			t.Errorf("puzzle %d: %d digits", i+1, n)
		}
	}
	for _, b := range of(boards, "secret/10-against-naked-singles") {
		grade, _ := new(sudoku.Solver).Grade(b)
		if n := byNakedSingles(b, 60_000); grade != sudoku.Hidden || n < 60_000 {
			t.Errorf("grade %s, %d digits by naked singles", grade, n)
		}
	}
	for _, b := range of(inputs(t, "acwing169"), "secret/05-places-count") {
		grade, _ := new(sudoku.Solver).Grade(b)
		if n := fewest(b, 200_000); grade != sudoku.Hidden || n < 200_000 {
			t.Errorf("grade %s, %d letters without a question for places", grade, n)
		}
	}
}

// byNakedSingles is fewest, but cells with one candidate left are filled in until nothing changes.
func byNakedSingles(b sudoku.Board, limit int) (placed int) {
	var search func(b sudoku.Board) bool
	search = func(b sudoku.Board) bool {
		cell, free := fewestCell(b)
		if cell < 0 {
			return true
		}
		for ; free != 0; free &= free - 1 {
			if placed++; placed >= limit {
				return true
			}
			next := b.Clone()
			next.Cells[cell] = bits.TrailingZeros16(free) + 1
			for {
				single, left := fewestCell(next)
				if single < 0 || bits.OnesCount16(left) != 1 {
					break
				}
				placed++
				next.Cells[single] = bits.TrailingZeros16(left) + 1
			}
			if search(next) {
				return true
			}
		}
		return false
	}
	search(b)
	return placed
}

// readFiles reads the contents of a folder by their slash paths.
func readFiles(dir string) (map[string][]byte, error) {
	have, root := map[string][]byte{}, os.DirFS(dir)
	return have, fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			have[path], err = fs.ReadFile(root, path)
		}
		return err
	})
}
