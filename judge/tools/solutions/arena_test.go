package solutions_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/engine/check"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/must"
)

const easyLine = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

func easy() sudoku.Board { b, _ := sudoku.ParseAny(easyLine); return b }

// arena is a problem whose boards are made here: what it asks, and what is right.
type arena struct {
	id      string
	task    sudoku.Task
	checker *check.Checker
	trusts  bool // a solution may trust that the input is as the site promises
}

// arenas returns those of the tree. Two problems have tasks of their own.
func arenas(t testing.TB) map[string]*arena {
	t.Helper()
	own := map[string]sudoku.Task{
		"acwing183":  {Input: sudoku.Rows, Answer: scores},
		"leetcode36": {Input: sudoku.LeetCode, Answer: valid},
	}
	trusts := []string{"luogup1784", "poj2676"}
	all := map[string]*arena{}
	folders, err := os.ReadDir("../../../problems")
	must.Succeed(t, err)
	for _, folder := range folders {
		p, err := problem.Load("../../..", folder.Name())
		must.Succeed(t, err)
		a := &arena{id: p.ID, task: own[p.ID], trusts: slices.Contains(trusts, p.ID)}
		spec := problem.Check{Kind: "lines", Strict: true}
		if task, ok := sudoku.Tasks[p.Check.Format]; ok && p.Check.Kind == "sudoku" {
			a.task, spec = task, p.Check
		} else if a.task.Answer == nil {
			continue
		}
		spec.Strict = true
		if a.checker, err = check.New(spec, nil); err != nil {
			t.Fatal(err)
		}
		all[p.ID] = a
	}
	must.Equal(t, len(folders)-1, len(all), "of", len(folders), "problems have boards; sudokuask has none")
	return all
}

// testcase is an input, and a right answer.
type testcase struct{ input, answer string }

func (a *arena) ask(boards []sudoku.Board) testcase {
	return testcase{a.task.Input.Join(boards), a.task.Answer(boards)}
}

// check checks an output.
func (a *arena) check(t testing.TB, c testcase, got string) {
	t.Helper()
	dir := t.TempDir()
	f := check.Files{Input: filepath.Join(dir, "in"), Answer: filepath.Join(dir, "ans")}
	out := filepath.Join(dir, "out")
	for file, text := range map[string]string{f.Input: c.input, f.Answer: c.answer, out: got} {
		must.Succeed(t, os.WriteFile(file, []byte(text), 0o600))
	}
	var err error
	if f.Output, err = os.Open(out); err != nil {
		t.Fatal(err)
	}
	defer f.Output.Close()
	r := must.Get(a.checker.Check(context.Background(), f))(t)
	if d := r.Difference; r.Verdict != result.AC {
		t.Errorf("%s: %s\npuzzle %s\ngot %s", r.Verdict, d.Text, d.Puzzle, d.Got)
	}
}

// took is a line of sudokuboard that differs from run to run.
var took = regexp.MustCompile(`(?m)^运算时间为: [0-9]+ ms\n`)

// scores answers Target Sudoku, for boards with one solution: 10 points in the middle, 6 at the rim, times the digit.
func scores(boards []sudoku.Board) (text string) {
	for _, b := range boards {
		solved, _ := b.Solve()
		score := 0
		for i, digit := range solved.Cells {
			row, column := i/9-4, i%9-4
			score += digit * (10 - max(row, -row, column, -column))
		}
		text += fmt.Sprintln(score)
	}
	return text
}

// valid answers Valid Sudoku.
func valid(boards []sudoku.Board) (text string) {
	for _, b := range boards {
		_, broken := b.Broken()
		text += fmt.Sprintln(!broken)
	}
	return text
}

// easy is a board with one solution, another one for each n.
func (a *arena) easy(n uint64) sudoku.Board {
	if a.task.Input == sudoku.Letters {
		b := thinned(rand.New(rand.NewPCG(n, 169)), 4, 4, 180)
		b.Letters = true
		return b
	}
	return easy().Shuffled(sudoku.NewRand(n))
}

// inputs shares boards out among as many inputs as they need.
func (a *arena) inputs(boards []sudoku.Board) [][]sudoku.Board {
	if a.task.Most == 1 {
		return slices.Collect(slices.Chunk(boards, 1))
	}
	return [][]sudoku.Board{boards}
}

// full makes a full board: one that follows from its shape alone, in disguise.
func full(rnd *rand.Rand, w, h int) sudoku.Board {
	n := w * h
	value, row, col := rnd.Perm(n), shuffled(rnd, w, h), shuffled(rnd, h, w)
	b := sudoku.Board{Size: n, W: w, H: h, Cells: make([]int, n*n)}
	for i := range b.Cells {
		r, c := row[i/n], col[i%n]
		b.Cells[i] = 1 + value[(r%h*w+r/h+c)%n]
	}
	return b
}

// shuffled permutes groups of lines, and the lines within each group.
func shuffled(rnd *rand.Rand, groups, lines int) (order []int) {
	for _, g := range rnd.Perm(groups) {
		for _, l := range rnd.Perm(lines) {
			order = append(order, g*lines+l)
		}
	}
	return order
}

// thinned makes a board with so many cells of a random full one.
func thinned(rnd *rand.Rand, w, h, clues int) sudoku.Board { return keep(rnd, full(rnd, w, h), clues) }

// keep blanks all cells but some.
func keep(rnd *rand.Rand, b sudoku.Board, clues int) sudoku.Board {
	for _, cell := range rnd.Perm(len(b.Cells))[clues:] {
		b.Cells[cell] = 0
	}
	return b
}

// spoilt writes some other value over a cell: often a clash, sometimes none to be seen.
func spoilt(rnd *rand.Rand, b sudoku.Board) sudoku.Board {
	b = b.Clone()
	i := rnd.IntN(len(b.Cells))
	b.Cells[i] = 1 + (b.Cells[i]+rnd.IntN(b.Size-1))%b.Size
	return b
}

// thin blanks cells as long as the solution stays unique; count counts solutions.
func thin(rnd *rand.Rand, b sudoku.Board, count func(sudoku.Board) int) sudoku.Board {
	b = b.Clone()
	for _, i := range rnd.Perm(81) {
		if was := b.Cells[i]; was != 0 {
			if b.Cells[i] = 0; count(b) != 1 {
				b.Cells[i] = was
			}
		}
	}
	return b
}

// minimal makes a puzzle of which no clue can go.
func minimal(rnd *rand.Rand) sudoku.Board {
	return thin(rnd, full(rnd, 3, 3), func(b sudoku.Board) int { return b.Count(2) })
}

// random makes boards that the problem may ask for.
func (a *arena) random(rnd *rand.Rand) (boards []sudoku.Board) {
	thin := func(w, h, clues int, spoils bool) {
		b := thinned(rnd, w, h, clues)
		b.Letters = a.task.Input == sudoku.Letters
		if boards = append(boards, b); spoils {
			boards = append(boards, spoilt(rnd, b))
		}
	}
	switch {
	case a.task.Sizes:
		for _, shape := range strings.Fields("1x1 1x2 2x2 4x1 3x2 2x3 7x1 4x2 3x3 2x5 4x3 3x4 7x2 5x3 4x4 8x2 16x1 1x16") {
			var w, h int
			fmt.Sscanf(shape, "%dx%d", &w, &h)
			for share := range 3 { // of six cells
				thin(w, h, w*w*h*h-share*w*w*h*h/6, w*h > 2 && share == 2)
			}
		}
	case a.task.Input == sudoku.Letters:
		for clues := 120; clues <= 256; clues += 8 {
			thin(4, 4, clues, false)
		}
	case a.id == "acwing183":
		for clues := 60; clues <= 81; clues++ { // with one solution, nearly always; the judge's own cases have more
			if thin(3, 3, clues, false); boards[len(boards)-1].Count(2) > 1 {
				boards = boards[:len(boards)-1]
			}
		}
	default:
		for clues := 29; clues <= 81; clues += 2 {
			thin(3, 3, clues, a.task.None || a.id == "leetcode36")
		}
	}
	return boards
}
