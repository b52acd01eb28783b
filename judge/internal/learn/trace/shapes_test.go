package trace

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"testing"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
)

// frame is the common part of the small programs below; each of them stores its board in solve.
const frame = `
func main() {
	var line string
	fmt.Scan(&line)
	fmt.Println(solve(line))
}

// digit reads a clue, 0 for a blank.
func digit(c byte) int {
	if c == '.' {
		return 0
	}
	return int(c - '0')
}

// fits reports whether d may stand in cell i of a board that at reads.
func fits(at func(i int) int, i, d int) bool {
	for j := 0; j < 81; j++ {
		if j/9 == i/9 || j%9 == i%9 || j/27 == i/27 && j%9/3 == i%9/3 {
			if j != i && at(j) == d {
				return false
			}
		}
	}
	return true
}
`

// shapes are programs that store their board in different ways.
var shapes = map[string]string{
	"a slice of rows of bytes, handed on": `
func solve(line string) bool {
	board := make([][]byte, 9)
	for r := range board {
		board[r] = []byte(line[9*r : 9*r+9])
	}
	return search(board, 0)
}

func search(board [][]byte, i int) bool {
	for ; i < 81 && board[i/9][i%9] != '.'; i++ {
	}
	if i == 81 {
		return true
	}
	for d := byte('1'); d <= '9'; d++ {
		if fits(func(j int) int { return digit(board[j/9][j%9]) }, i, int(d-'0')) {
			board[i/9][i%9] = d
			if search(board, i+1) {
				return true
			}
			board[i/9][i%9] = '.'
		}
	}
	return false
}`,
	"structs with a field, changed by a method": `
type cell struct {
	fixed bool
	value int
}

func (c *cell) put(d int) { c.value = d }

var board [9][9]cell

func solve(line string) bool {
	for i := 0; i < 81; i++ {
		board[i/9][i%9] = cell{line[i] != '.', digit(line[i])}
	}
	return search(0)
}

func search(i int) bool {
	for ; i < 81 && board[i/9][i%9].value != 0; i++ {
	}
	if i == 81 {
		return true
	}
	for d := 1; d <= 9; d++ {
		if fits(func(j int) int { return board[j/9][j%9].value }, i, d) {
			board[i/9][i%9].put(d)
			if search(i + 1) {
				return true
			}
			board[i/9][i%9].value = 0
		}
	}
	return false
}`,
	"structs in slices of a struct": `
type cell struct {
	fits  []int
	value int
}

type game struct{ cells [][]cell }

func solve(line string) bool {
	g := &game{}
	for r := 0; r < 9; r++ {
		g.cells = append(g.cells, make([]cell, 9))
		for c := range g.cells[r] {
			g.cells[r][c].value = digit(line[9*r+c])
		}
	}
	return g.search(0)
}

func (g *game) search(i int) bool {
	for ; i < 81 && g.cells[i/9][i%9].value != 0; i++ {
	}
	if i == 81 {
		return true
	}
	for d := 1; d <= 9; d++ {
		if fits(func(j int) int { return g.cells[j/9][j%9].value }, i, d) {
			g.cells[i/9][i%9].value = d
			if g.search(i + 1) {
				return true
			}
			g.cells[i/9][i%9].value = 0
		}
	}
	return false
}`,
	"array of bytes": `
var board [81]byte

func at(i int) int { return digit(board[i]) }

func solve(line string) bool { copy(board[:], line); return search(0) }

func search(i int) bool {
	for ; i < 81 && board[i] != '.'; i++ {
	}
	if i == 81 {
		return true
	}
	for d := byte('1'); d <= '9'; d++ {
		if fits(at, i, int(d-'0')) {
			if board[i] = d; search(i + 1) { // a loop whose header assigns
				return true
			}
		}
	}
	board[i] = '.'
	return false
}`,
	"a loop that counts in the board": `
var board [81]int

func solve(line string) bool {
	for i := range board {
		board[i] = digit(line[i])
	}
	return search(0)
}

func search(i int) bool {
	for ; i < 81 && board[i] != 0; i++ {
	}
	if i == 81 {
		return true
	}
	for board[i] = 1; board[i] <= 9; board[i]++ {
		if fits(func(j int) int { return board[j] }, i, board[i]) && search(i+1) {
			return true
		}
	}
	board[i] ^= board[i]
	return false
}`,
	"slice handed on under other names": `
func solve(line string) bool {
	board := []byte(line)
	return search(board, 0)
}

func set(b []byte, i int, d byte) { b[i] = d }

func search(cells []byte, i int) bool {
	for ; i < 81 && cells[i] != '.'; i++ {
	}
	if i == 81 {
		return true
	}
	for d := byte('1'); d <= '9'; d++ {
		if fits(func(j int) int { return digit(cells[j]) }, i, int(d-'0')) {
			set(cells, i, d)
			if search(cells, i+1) {
				return true
			}
			set(cells, i, '.')
		}
	}
	return false
}`,
	"rows by reference": `
func solve(line string) bool {
	var board [][]int
	for r := 0; r < 9; r++ {
		board = append(board, make([]int, 9))
		for c, row := 0, board[r]; c < 9; c++ {
			row[c] = digit(line[r*9+c])
		}
	}
	return search(board, 0)
}

func search(board [][]int, i int) bool {
	for ; i < 81 && board[i/9][i%9] != 0; i++ {
	}
	if i == 81 {
		return true
	}
	row := board[i/9]
	cell := &board[i/9][i%9]
	for d := 1; d <= 9; d++ {
		if fits(func(j int) int { return board[j/9][j%9] }, i, d) {
			row[i%9] = d
			if search(board, i+1) {
				return true
			}
			*cell = 0
		}
	}
	return false
}`,
	"counted from one": `
var board [10][10]int8

func at(i int) int { return int(board[i/9+1][i%9+1]) }

func solve(line string) bool {
	for i := 0; i < 81; i++ {
		board[i/9+1][i%9+1] = int8(digit(line[i]))
	}
	return search(1, 1)
}

func search(r, c int) bool {
	if c == 10 {
		r, c = r+1, 1
	}
	if r == 10 {
		return true
	}
	if board[r][c] != 0 {
		return search(r, c+1)
	}
	for d := 1; d <= 9; d++ {
		if fits(at, r*9+c-10, d) {
			board[r][c] += int8(d)
			if search(r, c+1) {
				return true
			}
			board[r][c] -= int8(d)
		}
	}
	return false
}`,
	"field of a struct, copied for each guess": `
type digits int16
type state struct {
	name  string
	board [9][9]digits
}

func (s *state) at(i int) int { return int(s.board[i/9][i%9]) }

func solve(line string) bool {
	s := &state{name: "sudoku"}
	for i := 0; i < 81; i++ {
		s.board[i/9][i%9] = digits(digit(line[i]))
	}
	return search(s, 0)
}

func search(cur *state, i int) bool {
	for ; i < 81 && cur.at(i) != 0; i++ {
	}
	if i == 81 {
		return true
	}
	for d := 1; d <= 9; d++ {
		if fits(cur.at, i, d) {
			next := *cur
			next.board[i/9][i%9] = digits(d)
			if search(&next, i+1) {
				return true
			}
		}
	}
	return false
}`,
	"pointers on a stack": `
type state struct{ board [81]uint8 }

func solve(line string) bool {
	first := new(state)
	for i := range first.board {
		first.board[i] = uint8(digit(line[i]))
	}
	for stack := []*state{first}; len(stack) > 0; {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		i := 0
		for ; i < 81 && top.board[i] != 0; i++ {
		}
		if i == 81 {
			return true
		}
		for d := 9; d >= 1; d-- {
			if fits(func(j int) int { return int(top.board[j]) }, i, d) {
				next := &state{top.board}
				next.board[i] = uint8(d)
				stack = append(stack, next)
			}
		}
	}
	return false
}`,
	"array by value": `
type grid [81]byte

func (b grid) with(i int, d byte) grid { b[i] = d; return b }

func solve(line string) bool {
	var board grid
	copy(board[:], line)
	return search(board)
}

func search(board grid) bool {
	i := 0
	for ; i < 81 && board[i] != '.'; i++ {
	}
	if i == 81 {
		return true
	}
	for d := byte('1'); d <= '9'; d++ {
		if fits(func(j int) int { return digit(board[j]) }, i, int(d-'0')) && search(board.with(i, d)) {
			return true
		}
	}
	return false
}`,
	"copies restored with copy": `
var board = make([]byte, 81)

func solve(line string) bool {
	copy(board, line)
	return search(0)
}

func search(i int) bool {
	for ; i < 81 && board[i] != '.'; i++ {
	}
	if i == 81 {
		return true
	}
	saved := append([]byte(nil), board...)
	for d := byte('1'); d <= '9'; d++ {
		if fits(func(j int) int { return digit(board[j]) }, i, int(d-'0')) {
			board[i] = d
			if search(i + 1) {
				return true
			}
			copy(board, saved)
		}
	}
	return false
}`,
	"pointer to an array, in a closure": `
func solve(line string) bool {
	board := new([81]rune)
	for i, c := range line {
		board[i] = c
	}
	var dfs func(i int) bool
	dfs = func(i int) bool {
		for ; i < 81 && board[i] != '.'; i++ {
		}
		if i == 81 {
			return true
		}
		for d := '1'; d <= '9'; d++ {
			if fits(func(j int) int { return digit(byte(board[j])) }, i, int(d-'0')) {
				board[i] = d
				if dfs(i + 1) {
					return true
				}
			}
		}
		board[i] = '.'
		return false
	}
	return dfs(0)
}`,
	"text": `
func solve(line string) bool {
	type cell = string
	var board cell = line
	var dfs func() bool
	dfs = func() bool {
		i := 0
		for ; i < 81 && board[i] != '.'; i++ {
		}
		if i == 81 {
			return true
		}
		for d := 1; d <= 9; d++ {
			if fits(func(j int) int { return digit(board[j]) }, i, d) {
				before := board
				board = board[:i] + fmt.Sprint(d) + board[i+1:]
				if dfs() {
					return true
				}
				board = before
			}
		}
		return false
	}
	return dfs()
}`,
	"many goroutines, and a hard end": `
var board [81]byte

func solve(line string) bool {
	copy(board[:], line)
	result := make(chan bool)
	go func() { result <- search(0) }()
	go func() { result <- search(0) && false }()
	<-result
	os.Exit(7)
	return true
}

var lock sync.Mutex

func search(i int) bool {
	lock.Lock()
	defer lock.Unlock()
	return place(i)
}

func place(i int) bool {
	for ; i < 81 && board[i] != '.'; i++ {
	}
	if i == 81 {
		return true
	}
	for d := byte('1'); d <= '9'; d++ {
		if fits(func(j int) int { return digit(board[j]) }, i, int(d-'0')) {
			board[i] = d
			if place(i + 1) {
				return true
			}
		}
	}
	board[i] = '.'
	return false
}`,
}

// program writes a program to a folder of its own.
func program(t *testing.T, text, board string) solution.Solution {
	t.Helper()
	imports := "package main\n\nimport \"fmt\"\n"
	for _, p := range []string{"os", "sync", "syscall", "time"} {
		if strings.Contains(text, p+".") {
			imports += "import \"" + p + "\"\n"
		}
	}
	s, err := solution.Of("tried", "go", language.File{Path: "main.go", Text: imports + text + frame})
	if err != nil {
		t.Fatal(err)
	}
	s.Board = board
	return s
}

// All programs fill the blanks in reading order and try 1 to 9, so nearly all of their histories must be the same.
func TestReplayOfEveryShape(t *testing.T) {
	tr := tracer(t)
	puzzle := line(t, mild)
	solved, _ := puzzle.Solve()
	for name, one := range together(t, tr, "tried.go", shapes) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := one.Replay(context.Background(), program(t, one.text, ""), sudoku.AcWing, puzzle)
			if err != nil {
				t.Fatal(err)
			}
			checkReplay(t, puzzle, solved, r)
			want := cmp.Or(unusual[name], len(inOrder(puzzle.Clone().Cells)))
			if r.Total != want {
				t.Errorf("%d steps, want %d", r.Total, want)
			}
		})
	}
}

func TestReplayThatCannotBe(t *testing.T) {
	tests := []struct {
		name, text, board string
		want              string
	}{
		{"another name", shapes["array of bytes"], "grid", "no variable grid that it assigns to"},
		{"no board", "var board map[int]int\nfunc solve(line string) bool { board[1] = 2; return true }", "board",
			"line 4: the board board is of type map[int]int: a replay knows integers in arrays and slices"},
	}
	tr := tracer(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := tr.Replay(context.Background(), program(t, tt.text, tt.board), sudoku.AcWing, line(t, easy))
			if _, ok := errors.AsType[*Untraceable](err); !ok || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("want %q, got %v", tt.want, err)
			}
		})
	}
}
