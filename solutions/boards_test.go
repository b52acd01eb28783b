package solutions_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// board is a Sudoku with regions w cells wide and h cells high; 0 is a blank. What follows is made
// without a look at the solutions or at the judge, so that it can be believed over both.
type board struct {
	w, h  int
	cells []int
}

func (b board) size() int { return b.w * b.h }

// units lists the cells of each row, column and region.
func (b board) units() [][]int {
	n := b.size()
	units := make([][]int, 3*n)
	for i := range b.cells {
		r, c := i/n, i%n
		for _, u := range []int{r, n + c, 2*n + r/b.h*b.h + c/b.w} {
			units[u] = append(units[u], i)
		}
	}
	return units
}

// full makes a full board: one that follows from its shape alone, in disguise.
func full(rnd *rand.Rand, w, h int) board {
	n := w * h
	value, row, col := rnd.Perm(n), shuffled(rnd, w, h), shuffled(rnd, h, w)
	b := board{w, h, make([]int, n*n)}
	for i := range b.cells {
		r, c := row[i/n], col[i%n]
		b.cells[i] = 1 + value[(r%h*w+r/h+c)%n]
	}
	return b
}

// shuffled permutes groups of lines, and the lines within each group.
func shuffled(rnd *rand.Rand, groups, lines int) []int {
	var order []int
	for _, g := range rnd.Perm(groups) {
		for _, l := range rnd.Perm(lines) {
			order = append(order, g*lines+l)
		}
	}
	return order
}

// keep blanks all cells but some.
func (b board) keep(rnd *rand.Rand, clues int) board {
	b.cells = slices.Clone(b.cells)
	for _, i := range rnd.Perm(len(b.cells))[clues:] {
		b.cells[i] = 0
	}
	return b
}

// minimal blanks cells as long as the solution stays unique.
func (b board) minimal(rnd *rand.Rand) board {
	b.cells = slices.Clone(b.cells)
	for _, i := range rnd.Perm(len(b.cells)) {
		was := b.cells[i]
		b.cells[i] = 0
		if n, _ := b.count(2); n > 1 {
			b.cells[i] = was
		}
	}
	return b
}

// clash names the first unit that holds a value twice, in the order of sudokucheck, or returns "".
func (b board) clash() string {
	n, units := b.size(), b.units()
	for i := range n {
		switch row, column := b.again(units[i]), b.again(units[n+i]); {
		case row < n && row <= column:
			return fmt.Sprintf("row %d", i+1)
		case column < n:
			return fmt.Sprintf("column %d", i+1)
		}
	}
	for i := range n {
		if b.again(units[2*n+i]) < n {
			return fmt.Sprintf("box %d", i+1)
		}
	}
	return ""
}

// again is the place in a unit where a value stands for the second time, or the length of the unit.
func (b board) again(unit []int) int {
	seen := 0
	for i, cell := range unit {
		bit := 1 << b.cells[cell]
		if bit > 1 && seen&bit != 0 {
			return i
		}
		seen |= bit
	}
	return len(unit)
}

// count finds up to limit solutions, and the last of them.
func (b board) count(limit int) (found int, last board) {
	b.each(func(solved board) bool {
		found, last = found+1, solved
		return found < limit
	})
	return found, last
}

// each finds solutions, as long as more are wanted.
func (b board) each(more func(board) bool) {
	if b.clash() != "" {
		return
	}
	units := b.units()
	work := board{b.w, b.h, slices.Clone(b.cells)}
	var search func() (on bool)
	search = func() (on bool) {
		best, left := -1, uint(0)
		for i, v := range work.cells {
			if v != 0 {
				continue
			}
			n := b.size()
			fits := uint(1)<<(n+1) - 2
			for _, u := range []int{i / n, n + i%n, 2*n + i/n/b.h*b.h + i%n/b.w} {
				for _, cell := range units[u] {
					fits &^= 1 << work.cells[cell]
				}
			}
			if best < 0 || bits.OnesCount(fits) < bits.OnesCount(left) {
				best, left = i, fits
			}
		}
		if best < 0 {
			return more(board{b.w, b.h, slices.Clone(work.cells)})
		}
		for on = true; left != 0 && on; left &= left - 1 {
			work.cells[best] = bits.TrailingZeros(left)
			on = search()
		}
		work.cells[best] = 0
		return on
	}
	search()
}

// solves says what is wrong with b as a solution of a puzzle, by the rules alone.
func (b board) solves(puzzle board) error {
	if b.w != puzzle.w || b.h != puzzle.h || len(b.cells) != len(puzzle.cells) {
		return fmt.Errorf("the shape has changed: %v, want that of %v", b, puzzle)
	}
	for i, v := range puzzle.cells {
		if v != 0 && b.cells[i] != v {
			return fmt.Errorf("cell %d: the clue %d has become %d", i+1, v, b.cells[i])
		}
		if b.cells[i] < 1 || b.cells[i] > b.size() {
			return fmt.Errorf("cell %d holds %d", i+1, b.cells[i])
		}
	}
	if unit := b.clash(); unit != "" {
		return fmt.Errorf("%s holds a value twice: %s", unit, b)
	}
	return nil
}

// String is the AcWing format for 9x9, else the row format of sudokusize in one line.
func (b board) String() string {
	if b.size() != 9 {
		return fmt.Sprintf("%d %d, %d %s", b.size(), b.w, b.h, strings.Join(b.tokens(), " "))
	}
	return strings.ReplaceAll(strings.Join(b.tokens(), ""), "?", ".")
}

func (b board) tokens() []string {
	tokens := make([]string, len(b.cells))
	for i, v := range b.cells {
		tokens[i] = "?"
		if v != 0 {
			tokens[i] = strings.ToUpper(strconv.FormatInt(int64(v), 16))
		}
	}
	return tokens
}

// rows joins the cells with something between two of them, and each row with a prefix and a suffix.
func (b board) rows(prefix, between, suffix string) string {
	text := ""
	for row := range slices.Chunk(b.tokens(), b.size()) {
		text += prefix + strings.Join(row, between) + suffix
	}
	return text
}

// parse reads cells written as tokens.
func parse(w, h int, tokens []string) (board, error) {
	b := board{w: w, h: h}
	for _, token := range tokens {
		v := int64(0)
		if token != "." && token != "?" {
			var err error
			if v, err = strconv.ParseInt(token, 16, 0); err != nil {
				return b, err
			}
		}
		b.cells = append(b.cells, int(v))
	}
	if n := b.size(); len(b.cells) != n*n {
		return b, fmt.Errorf("%d cells, want %d", len(b.cells), n*n)
	}
	return b, nil
}

func nine(line string) board {
	b, err := parse(3, 3, strings.Split(line, ""))
	if err != nil {
		panic(err)
	}
	return b
}

// arena is how boards are written for one problem, and how its answers are checked.
type arena struct {
	write  func(puzzles []board) string
	check  func(puzzles []board, out string) error
	single bool // an input holds one board
	large  bool // boards are 16x16
	trusts bool // a solution may trust that the input is as the site promises
}

var arenas = map[string]arena{
	"acwing166":   {write: writeAcWing, check: checkAcWing},
	"acwing169":   {write: writeLetters, check: checkLetters, trusts: true, large: true},
	"acwing183":   {write: writeCheck, check: checkScores},
	"leetcode36":  {write: writeLeetCode, check: checkValid},
	"leetcode37":  {write: writeLeetCode, check: checkLeetCode},
	"luogup1784":  {write: writeCheck, check: checkRows, single: true, trusts: true},
	"poj2676":     {write: writeDigits, check: checkDigits, trusts: true},
	"sudokuboard": {write: writeAcWing, check: checkBoard},
	"sudokucheck": {write: writeCheck, check: checkCheck},
	"sudokusize":  {write: writeSize, check: checkSize},
}

// easy is a board with one solution, and empty one without a clue.
func (a arena) easy() board {
	if a.large {
		return full(rand.New(rand.NewPCG(2, 169)), 4, 4).keep(rand.New(rand.NewPCG(2, 169)), 180)
	}
	return easy
}

func (a arena) empty() board {
	if a.large {
		return board{4, 4, make([]int, 256)}
	}
	return empty
}

// inputs shares puzzles out among as many inputs as they need.
func (a arena) inputs(puzzles []board) (all [][]board) {
	if !a.single {
		return [][]board{puzzles}
	}
	return slices.Collect(slices.Chunk(puzzles, 1))
}

// anyInput skips a test with input that no site gives.
func (a arena) anyInput(t *testing.T) {
	if a.trusts {
		t.Skip("it may trust its input")
	}
}

func writeDigits(puzzles []board) string {
	text := fmt.Sprintln(len(puzzles))
	for _, p := range puzzles {
		text += strings.ReplaceAll(p.rows("", "", "\n"), "?", "0")
	}
	return text
}

func checkDigits(puzzles []board, out string) error { return checkNine(puzzles, out, "") }
func checkRows(puzzles []board, out string) error   { return checkNine(puzzles, out, " ") }

// checkNine checks boards of nine lines, whose cells have something between them.
func checkNine(puzzles []board, out, between string) error {
	lines, text := strings.Split(out, "\n"), ""
	for i, p := range puzzles {
		first := min(9*i, len(lines))
		rows := strings.Join(lines[first:min(first+9, len(lines))], "")
		b, err := parse(3, 3, strings.Split(strings.ReplaceAll(rows, between, ""), ""))
		if err == nil {
			err = b.solves(p)
		}
		if err != nil {
			return fmt.Errorf("board %d: %s: %v", i+1, p, err)
		}
		text += b.rows("", between, "\n")
	}
	return same(text, out)
}

func writeAcWing(puzzles []board) string {
	var text strings.Builder
	for _, p := range puzzles {
		text.WriteString(p.String() + "\n")
	}
	return text.String() + "end\n"
}

func checkAcWing(puzzles []board, out string) error {
	return eachLine(puzzles, out, func(line string) (board, error) {
		return parse(3, 3, strings.Split(line, ""))
	})
}

func eachLine(puzzles []board, out string, read func(string) (board, error)) error {
	lines := strings.SplitAfter(out, "\n")
	if len(lines) != len(puzzles)+1 || lines[len(puzzles)] != "" {
		return fmt.Errorf("%d lines, want %d:\n%s", len(lines)-1, len(puzzles), out)
	}
	for i, p := range puzzles {
		b, err := read(strings.TrimSuffix(lines[i], "\n"))
		if err == nil {
			err = b.solves(p)
		}
		if err != nil {
			return fmt.Errorf("line %d: %s: %v", i+1, p, err)
		}
	}
	return nil
}

// checkScores scores every solution of a puzzle: 10 points in the middle, 6 at the rim, times the digit.
func checkScores(puzzles []board, out string) error {
	want := ""
	for _, p := range puzzles {
		best := -1
		p.each(func(solved board) bool {
			score := 0
			for i, v := range solved.cells {
				r, c := i/9-4, i%9-4
				score += v * (10 - max(r, -r, c, -c))
			}
			best = max(best, score)
			return true
		})
		want += fmt.Sprintln(best)
	}
	return same(want, out)
}

func writeLeetCode(puzzles []board) string {
	text := ""
	for _, p := range puzzles {
		rows := strings.TrimSuffix(p.rows(`["`, `","`, `"],`), ",")
		text += "[" + strings.ReplaceAll(rows, "?", ".") + "]\n"
	}
	return text
}

func checkLeetCode(puzzles []board, out string) error {
	return eachLine(puzzles, out, func(line string) (board, error) {
		var rows [][]string
		if err := json.Unmarshal([]byte(line), &rows); err != nil {
			return board{}, err
		}
		b, err := parse(3, 3, slices.Concat(rows...))
		if err == nil && writeLeetCode([]board{b}) != line+"\n" {
			err = fmt.Errorf("not as LeetCode writes it: %s", line)
		}
		return b, err
	})
}

// writeLetters writes boards of 16x16, with an empty line between them.
func writeLetters(puzzles []board) string {
	var all []string
	for _, p := range puzzles {
		text := ""
		for row := range slices.Chunk(p.cells, 16) {
			for _, v := range row {
				text += "-ABCDEFGHIJKLMNOP"[v : v+1]
			}
			text += "\n"
		}
		all = append(all, text)
	}
	return strings.Join(all, "\n")
}

// checkLetters wants an empty line behind each board.
func checkLetters(puzzles []board, out string) error {
	grids := strings.SplitAfter(out, "\n\n")
	if len(grids) != len(puzzles)+1 || grids[len(puzzles)] != "" {
		return fmt.Errorf("%d grids, want %d", len(grids)-1, len(puzzles))
	}
	for i, p := range puzzles {
		b := board{w: 4, h: 4}
		for _, c := range strings.ReplaceAll(grids[i], "\n", "") {
			b.cells = append(b.cells, int(c-'A')+1)
		}
		err := b.solves(p)
		if err == nil {
			err = same(writeLetters([]board{b})+"\n", grids[i])
		}
		if err != nil {
			return fmt.Errorf("board %d: %v", i+1, err)
		}
	}
	return nil
}

func checkValid(puzzles []board, out string) error {
	want := ""
	for _, p := range puzzles {
		want += fmt.Sprintln(p.clash() == "")
	}
	if out != want {
		return fmt.Errorf("%q, want %q", out, want)
	}
	return nil
}

func writeCheck(puzzles []board) string {
	text := make([]string, len(puzzles))
	for i, p := range puzzles {
		text[i] = strings.ReplaceAll(p.rows("", " ", "\n"), "?", "0")
	}
	return strings.Join(text, "\n")
}

func checkCheck(puzzles []board, out string) error {
	want := ""
	for _, p := range puzzles {
		n, last := p.count(2)
		switch unit := p.clash(); {
		case unit != "":
			want += unit + "\n"
		case n == 0:
			want += "none\n"
		case n == 1:
			want += "unique\n" + last.rows("", " ", "\n")
		default:
			want += "many\n"
		}
	}
	return same(want, out)
}

func same(want, got string) error {
	w, g := strings.SplitAfter(want, "\n"), strings.SplitAfter(got, "\n")
	for i := range max(len(w), len(g)) {
		if i >= len(w) || i >= len(g) || w[i] != g[i] {
			return fmt.Errorf("differs from line %d on: want %.200q, got %.200q", i+1, w[min(i, len(w)):], g[min(i, len(g)):])
		}
	}
	return nil
}

func writeSize(puzzles []board) string {
	text := ""
	for _, p := range puzzles {
		text += fmt.Sprintf("%d %d, %d\n", p.size(), p.w, p.h) + p.rows("", " ", "\n")
	}
	return text
}

func checkSize(puzzles []board, out string) error {
	lines := strings.Split(out, "\n")
	for i, p := range puzzles {
		if lines[0] == "no solution" {
			if n, _ := p.count(1); n > 0 {
				return fmt.Errorf("board %d: %s: no solution, but there is one", i+1, p)
			}
			lines = lines[1:]
			continue
		}
		n := p.size()
		if len(lines) < n+1 {
			return fmt.Errorf("board %d: the output ends", i+1)
		}
		b, err := parse(p.w, p.h, strings.Fields(strings.Join(lines[1:n+1], " ")))
		if err == nil {
			err = b.solves(p)
		}
		if err == nil {
			err = same(writeSize([]board{b}), strings.Join(lines[:n+1], "\n")+"\n")
		}
		if err != nil {
			return fmt.Errorf("board %d: %s: %v", i+1, p, err)
		}
		lines = lines[n+1:]
	}
	return same("", strings.Join(lines, "\n"))
}

const prompt = `请输入棋盘(若为空, 则输入 . )
示例:4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
`

var took = regexp.MustCompile(`(?m)^运算时间为: [0-9]+ ms\n`)

// draw draws a board in its frame.
func (b board) draw() string {
	frame := strings.Repeat("=", 39) + "\n"
	text := frame
	for i, row := range strings.Split(strings.TrimSpace(b.rows("", "", "\n")), "\n") {
		row = regexp.MustCompile(`.`).ReplaceAllString(strings.ReplaceAll(row, "?", " "), "  $0 ")
		text += row[:12] + "|" + row[12:24] + "|" + row[24:] + "|\n"
		if i%3 == 2 {
			text += frame
		}
	}
	return text
}

// checkBoard takes the solutions from the drawings, and then wants the very dialogue they make.
func checkBoard(puzzles []board, out string) error {
	if n := len(took.FindAllString(out, -1)); n != len(puzzles) {
		return fmt.Errorf("%d times are told, want %d", n, len(puzzles))
	}
	dialogues := strings.Split(out, prompt)
	if len(dialogues) != len(puzzles)+2 || dialogues[0] != "" || dialogues[len(dialogues)-1] != "" {
		return fmt.Errorf("%d prompts, want %d, and nothing else at the ends", len(dialogues)-1, len(puzzles)+1)
	}
	for i, p := range puzzles {
		got := took.ReplaceAllString(dialogues[i+1], "")
		want := p.draw() + "不存在一组解\n"
		if n, _ := p.count(1); n > 0 {
			_, drawn, ok := strings.Cut(got, "存在一组解为:\n")
			if !ok {
				return errors.New("a solution is not found")
			}
			b, err := parse(3, 3, regexp.MustCompile(`[1-9]`).FindAllString(drawn, -1))
			if err == nil {
				err = b.solves(p)
			}
			if err != nil {
				return fmt.Errorf("board %d: %s: %v", i+1, p, err)
			}
			want = p.draw() + "存在一组解为:\n" + b.draw()
		}
		if err := same(want, got); err != nil {
			return fmt.Errorf("board %d: %v", i+1, err)
		}
	}
	return nil
}
