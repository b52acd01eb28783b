package solutions_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Boards of 16x16 letters, as AcWing 169 has them. No board of the other problems can be written so.

// ofLetters runs a test for every solution of AcWing 169.
func ofLetters(t *testing.T, test func(t *testing.T, s *solution)) {
	for _, s := range all(t) {
		if s.exe != "" && slices.Contains(s.problems, "acwing169") {
			t.Run(s.name, func(t *testing.T) { test(t, s) })
		}
	}
}

// inLetters writes boards of 16x16, with an empty line between them.
func inLetters(boards ...board) string {
	var all []string
	for _, b := range boards {
		text := ""
		for row := range slices.Chunk(b.cells, 16) {
			for _, v := range row {
				text += "-ABCDEFGHIJKLMNOP"[v : v+1]
			}
			text += "\n"
		}
		all = append(all, text)
	}
	return strings.Join(all, "\n")
}

// solvesLetters runs a solution, and wants every board solved and an empty line behind each.
func solvesLetters(t *testing.T, s *solution, input string, puzzles ...board) {
	t.Helper()
	o := s.run(t, input)
	if o.exit != 0 || o.stderr != "" {
		t.Fatalf("exit status %d, %q", o.exit, o.stderr)
	}
	grids := strings.SplitAfter(o.stdout, "\n\n")
	if len(grids) != len(puzzles)+1 || grids[len(puzzles)] != "" {
		t.Fatalf("%d grids, want %d", len(grids)-1, len(puzzles))
	}
	for i, grid := range grids[:len(puzzles)] {
		b := board{w: 4, h: 4}
		for _, c := range strings.ReplaceAll(grid, "\n", "") {
			b.cells = append(b.cells, int(c-'A')+1)
		}
		err := b.solves(puzzles[i])
		if err == nil {
			err = same(inLetters(b)+"\n", grid)
		}
		if err != nil {
			t.Errorf("board %d: %v", i+1, err)
		}
	}
}

func TestLetters(t *testing.T) {
	ofLetters(t, func(t *testing.T, s *solution) {
		for seed := range uint64(3) {
			rnd := rand.New(rand.NewPCG(seed, 169))
			var puzzles []board
			for clues := 120; clues <= 256; clues += 8 {
				puzzles = append(puzzles, full(rnd, 4, 4).keep(rnd, clues))
			}
			solvesLetters(t, s, inLetters(puzzles...), puzzles...)
		}
	})
}

// A search that is lost on an empty grid meets the 20 s of run; these need some milliseconds.
func TestLettersEmptyGrid(t *testing.T) {
	empty, easy := board{4, 4, make([]int, 256)}, full(rand.New(rand.NewPCG(1, 169)), 4, 4)
	ofLetters(t, func(t *testing.T, s *solution) {
		solvesLetters(t, s, inLetters(empty, easy, empty), empty, easy, empty)
	})
}

func TestLettersEndOfInput(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 169))
	a, b := full(rnd, 4, 4).keep(rnd, 180), full(rnd, 4, 4).keep(rnd, 180)
	text := inLetters(a, b)
	ofLetters(t, func(t *testing.T, s *solution) {
		for _, input := range []string{strings.TrimSuffix(text, "\n"), text + "\n\n", strings.ReplaceAll(text, "\n", "\r\n"), strings.ReplaceAll(text, "\n\n", "\n")} {
			solvesLetters(t, s, input, a, b)
		}
		solvesLetters(t, s, "")
	})
}

// TestLettersBadInput: the program in Go says what is wrong with its input; the one in C++ trusts it.
func TestLettersBadInput(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 169))
	good := full(rnd, 4, 4)
	change := func(cells ...[2]int) string {
		b := board{4, 4, make([]int, 256)}
		for _, c := range cells {
			b.cells[c[0]] = c[1]
		}
		return inLetters(b)
	}
	var refuted [][2]int // A to O in the first row, and P below its blank
	for v := 1; v < 16; v++ {
		refuted = append(refuted, [2]int{v, v})
	}
	refuted = append(refuted, [2]int{48, 16})
	row := strings.Repeat("-", 16) + "\n"
	ofLetters(t, func(t *testing.T, s *solution) {
		if s.file != "main.go" {
			t.Skip("it may trust its input")
		}
		for text, want := range map[string]string{
			row[1:]:                                "line 18: a row has 16 characters, this line has 15",
			"q" + row[1:]:                          "line 18: character 1 is 'q': want A to P, or - for a blank",
			row:                                    "the last board has 1 rows: want 16",
			change([2]int{64, 2}, [2]int{79, 2}):   "the board that ends in line 33: row 5, column 16: a second B in its row, column or box",
			change([2]int{2, 16}, [2]int{242, 16}): "the board that ends in line 33: row 16, column 3: a second P in its row, column or box",
			change([2]int{0, 1}, [2]int{51, 1}):    "the board that ends in line 33: row 4, column 4: a second A in its row, column or box",
			change(refuted...):                     "the board that ends in line 33: no solution",
		} {
			o := s.run(t, inLetters(good)+"\n"+text)
			if o.exit != 1 || o.stderr != want+"\n" || o.stdout != inLetters(good)+"\n" {
				t.Errorf("want status 1 and %q, got %d and %q", want, o.exit, o.stderr)
			}
		}
	})
}
