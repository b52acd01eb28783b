// Sudoku as a dialogue: an object that holds a board, solves it and draws it.
//
// Idea. The search is the one of lowbit: nine bits for each row, column and box, and always the cell
// with the fewest digits. Here one object holds the board, its bits and the number of its blanks. Once
// the clues stand, only put and take change them, so they always agree with each other. Every board
// gets a new object, which starts clean. Two clues that contradict each other are noticed while reading.
//
// Cost. The search is lowbit's, digit for digit: it places 1,170 for the puzzle of the prompt, below.
// The dialogue adds text: two boards of 13 lines for 81 digits. Weak where lowbit is weak.
//
//	4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
//
// Names: i is a cell, 0 to 80; m is a set of digits, one bit each; lowbit(m) is the lowest of them.
//
//judge:problem sudokuboard
//judge:document 000
//judge:board board
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

const prompt = `请输入棋盘(若为空, 则输入 . )
示例:4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
`

const frame = "======================================="

const all = 1<<9 - 1 // the set of all nine digits

var (
	rowOf, colOf, boxOf [81]int       // the row, column and box of a cell
	count               [all + 1]int  // count[m]: how many digits the set m holds
	digit               [all + 1]byte // digit[1<<d]: the character for the set that holds d+1 alone
)

// sudoku is a board and what follows from it.
type sudoku struct {
	board         [81]byte // the characters '1' to '9', '.' for a blank
	blank         [81]int  // the blank cells, in front of those filled since
	blanks        int      // how many are blank
	row, col, box [9]int   // the digits still free in each row, column and box
	clash         bool     // two clues contradict each other: not worth a search
}

func main() {
	prepare()
	out := bufio.NewWriter(os.Stdout)
	err := run(os.Stdin, out)
	out.Flush()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run asks for boards, and draws each with its solution, until "end" or the end of the input.
func run(in io.Reader, out *bufio.Writer) error {
	lines := bufio.NewScanner(in)
	for n := 1; ; n++ {
		fmt.Fprint(out, prompt)
		out.Flush() // somebody may be waiting for it
		if !lines.Scan() {
			break
		}
		line := strings.TrimSpace(lines.Text())
		if line == "" {
			continue
		}
		if line == "end" {
			break
		}
		s, err := newSudoku(line)
		if err != nil {
			return fmt.Errorf("line %d: %v", n, err)
		}
		answer(s, out)
	}
	return lines.Err()
}

// answer draws the board, then its solution, and tells how long the search took.
func answer(s *sudoku, out io.Writer) {
	s.draw(out)
	start := time.Now()
	solved := s.solve()
	took := time.Since(start)
	if solved {
		fmt.Fprintln(out, "存在一组解为:")
		s.draw(out)
	} else {
		fmt.Fprintln(out, "不存在一组解")
	}
	fmt.Fprintf(out, "运算时间为: %d ms\n", took.Milliseconds())
}

// newSudoku makes a sudoku of 81 characters.
func newSudoku(line string) (*sudoku, error) {
	if len(line) != 81 {
		return nil, fmt.Errorf("a puzzle has 81 characters, this line has %d", len(line))
	}
	s := &sudoku{}
	for u := 0; u < 9; u++ {
		s.row[u], s.col[u], s.box[u] = all, all, all
	}
	for i := range s.board {
		switch d := line[i]; {
		case d == '.' || d == '0':
			s.board[i] = '.'
			s.blank[s.blanks] = i
			s.blanks++
		case '1' <= d && d <= '9':
			bit := 1 << (d - '1')
			if s.free(i)&bit == 0 {
				s.clash = true
			}
			s.board[i] = d
			s.flip(i, bit)
		default:
			return nil, fmt.Errorf("character %d is %q: want a digit, or . for a blank", i+1, d)
		}
	}
	return s, nil
}

// solve completes the board, and reports whether it succeeded.
func (s *sudoku) solve() bool {
	return !s.clash && s.search()
}

// search fills the blanks that are left, and reports whether it succeeded.
func (s *sudoku) search() bool {
	if s.blanks == 0 {
		return true
	}
	best, fewest := 0, 10 // more than any cell has, so that even on an empty board one is picked
	for k, i := range s.blank[:s.blanks] {
		if n := count[s.free(i)]; n < fewest {
			best, fewest = k, n
			if n <= 1 {
				break // nothing to guess here: the rest need not be looked at
			}
		}
	}
	i, last := s.blank[best], s.blanks-1
	s.blank[best], s.blank[last] = s.blank[last], i
	for m := s.free(i); m != 0; m -= lowbit(m) {
		bit := lowbit(m)
		s.put(i, bit)
		if s.search() {
			return true
		}
		s.take(i, bit)
	}
	s.blank[best], s.blank[last] = i, s.blank[best]
	return false
}

// free returns the set of the digits that fit cell i.
func (s *sudoku) free(i int) int {
	return s.row[rowOf[i]] & s.col[colOf[i]] & s.box[boxOf[i]]
}

// put writes a digit into a blank.
func (s *sudoku) put(i, bit int) {
	s.board[i] = digit[bit]
	s.blanks--
	s.flip(i, bit)
}

// take makes cell i a blank again.
func (s *sudoku) take(i, bit int) {
	s.board[i] = '.'
	s.blanks++
	s.flip(i, bit)
}

// flip takes a digit from the row, column and box of cell i, or gives it back.
func (s *sudoku) flip(i, bit int) {
	s.row[rowOf[i]] ^= bit
	s.col[colOf[i]] ^= bit
	s.box[boxOf[i]] ^= bit
}

func lowbit(m int) int { return m & -m }

// prepare fills the tables.
func prepare() {
	for i := 0; i < 81; i++ {
		rowOf[i], colOf[i], boxOf[i] = i/9, i%9, i/27*3+i%9/3
	}
	for m := 1; m <= all; m++ {
		count[m] = count[m-lowbit(m)] + 1
	}
	for d := 0; d < 9; d++ {
		digit[1<<d] = byte('1' + d)
	}
}

// draw writes the board in a frame.
func (s *sudoku) draw(out io.Writer) {
	for i, d := range s.board {
		if i%27 == 0 {
			fmt.Fprintln(out, frame)
		}
		if d == '.' {
			d = ' '
		}
		fmt.Fprintf(out, "  %c ", d)
		if i%3 == 2 {
			fmt.Fprint(out, "|")
		}
		if i%9 == 8 {
			fmt.Fprintln(out)
		}
	}
	fmt.Fprintln(out, frame)
}
