package main

import (
	"errors"
	out "fmt"
	"log"
	"os"
	"sort"
	"strings"
	"syscall"
)

type cell struct {
	fixed bool
	value int
}

type solver struct {
	board  [9][9]byte
	digits [9]struct{ low, high uint32 }
	few    [3]int
	next   *solver
}

type stack[T any] struct{ all []T }

func (s *stack[T]) push(x T) { s.all = append(s.all, x) }

var board, short = [81]int{}, [15]int{}

var pick = func(i int) int { return i }

func (s *solver) put(row, column int, d byte) { s.board[row][column] = d }

func (s solver) put2(board [81]int, _ []int, name string, few [3]int, p *[16]int8) bool {
	return s.few[0] == few[0] && name == "" && p[0] == 0
}

func rows(grid [][]byte, cells []cell, narrow [][3]int, shared *[4][4]uint8) (n int) {
	grid[0][1], grid[1][0] = grid[1][0], 5
	grid[2][2]++
	cells[n].value = 3
	(cells[n+1]).value--
	cells[n] = cell{true, 4}
	narrow[0][1] = 1
	(*shared)[1][2] |= 4
	shared[1][3] = uint8(pick(2))
	for i := range grid[0] {
		n += i
	}
	for n, grid[0][0] = range grid[1] {
		continue
	}
	for _, row := range grid {
		row[0] = 1
	}
	for i, j := 0, 1; i < 3; i, j = i+1, j+1 {
		if i == 1 {
			continue
		} else if j > 7 {
			break
		} else {
			n--
		}
	}
	copy(grid[0], grid[1])
	clear(grid[2])
	sort.Ints(board[:])
	sort.Slice(cells, func(i, j int) bool { return cells[i].value < cells[j].value })
	_ = append(grid[0], 1)
	strings.NewReader(string(grid[0]))
	(rows)(grid, cells, narrow, shared)
	return n
}

func control(x any, c chan [81]int, s *solver) (err error) {
	switch board[0] = 1; n := x.(type) {
	case int:
		board[n] = 7
	case nil:
		return errors.New("y")
	default:
		break
	}
	switch n := len(board); {
	case n > 80:
		fallthrough
	case n > 70:
		short[0] = 1
	}
	select {
	case board = <-c:
		board[1] = 2
	case got := <-c:
		board = got
	default:
	}
	if d := s.board[0][0]; d > 0 {
		panic("stop")
	}
	func() {
		defer func() { recover() }()
		board[pick(3)] = pick(4)
		board[4], err = pick(5), errors.New("x")
	}()
	var other, more = board, []int{1, 2}
	var none [81]int
	const fixed = 3
	var dfs func(i int) bool
	dfs = func(i int) bool { return i > 0 && dfs(i-1) }
	a, b := other[:], more
	a[0], b[0] = 1, 2
	none = other
	*s.next = *s
	s.next.few[1] = 2
	s.few[1] = none[0]
	{

		s.board = [9][9]byte{}
	}
again:
	board[fixed]++
	if board[fixed] < 9 {
		goto again
	}
loop:
	for {
		break loop
	}
	if dfs(1) {
		panic(out.Sprint(board[:]))
	}
	return err
}

func masks(s *solver, digits [9]struct{ low, high uint32 }) {
	row := &s.digits[1]
	row.low |= 1
	s.digits[2].high ^= 3
	for i := range s.digits[:] {
		s.digits[i].low++
	}
	all := s.digits[:]
	for i, one := range all {
		all[i], digits[i] = one, one
	}
	next := *s
	(&next).few[0], *s = 1, next
	for s.digits[0].low = 9; s.digits[0].low > 0; s.digits[0].low-- {
	}
	if low := row.low; low > 0 {
		control(&s.digits, nil, s)
	}
	pick(int(digits[0].low))
	s.put(1, 2, 3)
	var c chan struct{ low, high uint32 }
	select {
	case s.digits[3] = <-c:
	}
}

func main() {
	var words stack[string]
	words.push("x")
	if len(os.Args) > 1 {
		os.Exit(pick(1))
	}
	if len(os.Args) > 2 {
		syscall.Exit(2)
	}
	if len(os.Args) > 3 {
		log.Fatalf("%v", rows(nil, nil, nil, nil))
	}
	var s solver
	s.row(1)[2] = 3
	s.of().few[1] = 4
	if more := hidden(true); !more {
		return
	}
	if s.row(2)[3] = 1; s.board[2][3] != 1 || s.board[1][2] != 3 || s.few[1] != 4 {
		return
	}
	for board[1] = 1; ; board[1]++ {
		if board[1] == 3 {
			break
		}
	}
	if board[2] = 7; hidden(board[1] == 3) {
		out.Println("the end")
	}
}

type hidden bool

type ring *ring

func turn(r ring) ring { return *r }

func (s *solver) row(i int) []byte { return s.board[i][:] }

func (s *solver) of() *solver { return s }

type grid [9][9]byte

func (g *grid) strike(i int) { g[i/9][i%9] = 0 }

type pair struct {
	inner cell
	board grid
	rows  struct{ board [][]byte }
}

func (pair) Exit(int) {}

func (pair) Fatal(int) {}

var show = func([]int) {}

func odd(x any, n int, index chan int, pairs []pair, cells []*cell) {
	var v solver
	var empty [0]int
	var flat [0][9]int
	var thin [9][0]int
	var (
		p int
		q = board
	)
	named, arrays, counts := map[string][]byte{}, map[string][81]int{}, map[int]int{}
	if b := board; b[0] > 0 {
		n++
	} else {
		board = q
	}
	switch b := board; b[p] {
	}
	switch any(out.Sprint(board[:])).(type) {
	}
	named["a"], arrays["b"] = make([]byte, 81), q
	counts[1] = 2
	empty, flat, thin = [0]int{}, [0][9]int{}, [9][0]int{}
	_, _, _ = empty, flat, thin
	p = len(out.Sprint(board[:])) + 1
	f := func() { copy(board[:], q[:]) }
	pick(copy(q[:], board[:]))
	out.Sscan("1", &board[0])
	out.Sscan("1", out.Sprint(copy(board[1:], q[:])), &q)
	show(board[:])
	board[1] = len(cells)
	board[2] = int(v.few[0])
	board[3] = int(pick(3)) + len(cells)
	board[<-index] = pick(1)
	board[+n] = pick(2)
	v.few[1] = 3
	pairs[1].inner.value = 4
	cells[1].value = 5
	sort.Strings(os.Args)
	pairs[0].board.strike(n)
	for _, row := range pairs[2].rows.board {
		row[1] = 2
	}
	for i := range pairs {
		pairs[i].board[1][1] = 3
	}
	new(pair).Exit(1)
	new(pair).Fatal(1)
	pairs[0].Exit(1)
	os.Getenv("x")
	log.Print("x")
	if f(); n > 9 {
		panic(n)
		n++
	}
}
