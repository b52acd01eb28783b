package trace_test

import (
	"regexp"
	"strings"
)

// headC begins the programs in C and C++ below.
const headC = "#include <stdbool.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"

// whole are programs that search in reading order in a form of their own, and read a board as a line.
var whole = map[string]map[string]string{
	"tried.c": {
		"handed on by main": headC + `bool fits(int (*a)[9], int r, int c, int d) {
	for (int k = 0; k < 9; k++) if (a[r][k] == d || a[k][c] == d || a[r / 3 * 3 + k / 3][c / 3 * 3 + k % 3] == d) return false;
	return true;
}
bool search(int (*a)[9], int i) {
	while (i < 81 && a[i / 9][i % 9]) i++;
	if (i == 81) return true;
	for (int d = 1; d <= 9; d++) {
		if (!fits(a, i / 9, i % 9, d)) continue;
		a[i / 9][i % 9] = d;
		if (search(a, i + 1)) return true;
		a[i / 9][i % 9] = 0;
	}
	return false;
}
int main(void) {
	char s[100];
	int a[9][9];
	if (scanf("%99s", s) != 1) return 1;
	for (int i = 0; i < 81; i++) a[i / 9][i % 9] = s[i] == '.' ? 0 : s[i] - '0';
	if (!search(a, 0)) return 1;
	for (int i = 0; i < 81; i++) putchar('0' + a[i / 9][i % 9]);
}`,
		"counted up, digits that do not fit too": headC + `int a[81];
bool fits(int i) {
	for (int j = 0; j < 81; j++)
		if ((j / 9 == i / 9 || j % 9 == i % 9 || (j / 27 == i / 27 && j % 9 / 3 == i % 9 / 3)) && j != i && a[j] == a[i]) return false;
	return true;
}
bool search(int i) {
	for (; i < 81 && a[i]; i++) {}
	if (i == 81) return true;
	for (a[i]++; a[i] <= 9; ++a[i])
		if (fits(i) && search(i + 1)) return true;
	a[i] -= a[i];
	return false;
}
int main(void) {
	char s[100];
	if (scanf("%99s", s) != 1) return 1;
	for (int i = 0; i < 81; i++) a[i] = s[i] == '.' ? 0 : s[i] - '0';
	return !search(0);
}`,
		"variables of main alone": headC + `int main() {
	char s[100], b[81], blank[81];
	int n = 0, k = 0;
	if (scanf("%99s", s) != 1) return 1;
	for (int i = 0; i < 81; i++) { b[i] = s[i] == '.' ? 0 : s[i] - '0'; if (!b[i]) blank[n++] = i; }
	while (k >= 0 && k < n) {
		int i = blank[k], v = b[i] + 1;
		b[i] = 0;
		for (; v <= 9; v++) {
			bool good = true;
			for (int j = 0; j < 81; j++)
				if ((j / 9 == i / 9 || j % 9 == i % 9 || (j / 27 == i / 27 && j % 9 / 3 == i % 9 / 3)) && b[j] == v) good = false;
			if (good) break;
		}
		if (v <= 9) b[i] = v, k++; else k--;
	}
	for (int i = 0; i < 81; i++) putchar('0' + b[i]);
}`},
	"tried.cpp": {
		"a vector of vectors by value": byValue("std::vector<std::vector<char>>", "(9, std::vector<char>(9))", "'.'", "'1'"),
		"a vector of vectors by value, counted from 1": regexp.MustCompile(`(b|next)\[(.*?)\]\[(.*?)\]`).ReplaceAllString(
			byValue("std::vector<std::vector<char>>", "(10, std::vector<char>(10))", "'.'", "'1'"), "$1[$2 + 1][$3 + 1]"),
		"an array of arrays by value": byValue("std::array<std::array<int, 9>, 9>", "", "0", "1"),
	},
	"tried.rs": {
		"an array of a function's own": `use std::io::stdin;
fn main() {
    let mut line = String::new();
    stdin().read_line(&mut line).unwrap();
    let mut cells: [u8; 81] = [0; 81];
    for (cell, digit) in cells.iter_mut().zip(line.bytes()) {
        if digit != b'.' { *cell = digit - b'0'; }
    }
    let open: Vec<usize> = (0..81).filter(|&i| cells[i] == 0).collect();
    let mut at = 0;
    while at < open.len() {
        let here = open[at];
        let sees = |o: usize| o / 9 == here / 9 || o % 9 == here % 9 || (o / 27 == here / 27 && o % 9 / 3 == here % 9 / 3);
        match (cells[here] + 1..10).find(|&d| (0..81).all(|o| cells[o] != d || !sees(o))) {
            Some(d) => { cells[here] = d; at += 1; }
            None => { cells[here] = 0; if at == 0 { break; } at -= 1; }
        }
    }
    println!("{:?}", &cells[..]);
}
`},
	"Tried.java": {
		"counted up and down": `import java.util.*;
public class Tried {
	static int[] a = new int[82];
	static boolean fits(int i, int d) {
		for (int j = 0; j < 81; j++)
			if ((j / 9 == i / 9 || j % 9 == i % 9 || j / 27 == i / 27 && j % 9 / 3 == i % 9 / 3) && a[j + 1] == d) return false;
		return true;
	}
	static void put(int i, int d) {
		while (a[i + 1] != d) if (a[i + 1] < d) a[i + 1]++; else a[i + 1]--;
	}
	static boolean search(int i) {
		while (i < 81 && a[i + 1] != 0) i++;
		if (i == 81) return true;
		for (int d = 1; d <= 9; d++) {
			if (!fits(i, d)) continue;
			put(i, d);
			if (search(i + 1)) return true;
			put(i, 0);
		}
		return false;
	}
	public static void main(String[] args) {
		String s = new Scanner(System.in).next();
		for (int i = 0; i < 81; i++) a[i + 1] = s.charAt(i) == '.' ? 0 : s.charAt(i) - '0';
		System.out.println(search(0));
	}
}
`},
	"tried.go": {
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
		if fits(9, func(j int) int { return board[j] }, i, board[i]) && search(i+1) {
			return true
		}
	}
	board[i] ^= board[i]
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
		if fits(9, func(j int) int { return board[j/9][j%9] }, i, d) {
			row[i%9] = d
			if search(board, i+1) {
				return true
			}
			*cell = 0
		}
	}
	return false
}`,
		"handed on under other names": `
func solve(line string) bool {
	board := []byte(line[:81])
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
		if fits(9, func(j int) int { return digit(cells[j]) }, i, int(d-'0')) {
			set(cells, i, d)
			if search(cells, i+1) {
				return true
			}
			set(cells, i, '.')
		}
	}
	return false
}`,
		"a field of a struct, copied for each guess": `
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
		if fits(9, cur.at, i, d) {
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
			if fits(9, func(j int) int { return int(top.board[j]) }, i, d) {
				next := &state{top.board}
				next.board[i] = uint8(d)
				stack = append(stack, next)
			}
		}
	}
	return false
}`,
		"an array by value": `
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
		if fits(9, func(j int) int { return digit(board[j]) }, i, int(d-'0')) && search(board.with(i, d)) {
			return true
		}
	}
	return false
}`},
}

// unusual holds the totals of programs that take other steps than the rest.
var unusual = map[string]int{
	"a loop that counts in the board":        6490, // it also writes digits that do not fit
	"counted up, digits that do not fit too": 6490,
	"counted up and down":                    5842, // from 0 up to each digit, and back
	"pointers on a stack":                    816,  // it makes all boards of a guess before it looks into the first
}

// byValue copies its board for each guess.
func byValue(kind, made, blank, one string) string {
	return headC + strings.NewReplacer("BOARD", kind, "MADE", made, "BLANK", blank, "ONE", one).Replace(`#include <array>
#include <vector>
typedef BOARD board;
bool fits(const board &b, int r, int c, int v) {
	for (int k = 0; k < 9; k++) if (b[r][k] == v || b[k][c] == v || b[r / 3 * 3 + k / 3][c / 3 * 3 + k % 3] == v) return false;
	return true;
}
bool search(board b, board &solved) {
	for (int r = 0; r < 9; r++)
		for (int c = 0; c < 9; c++) {
			if (b[r][c] != BLANK) continue;
			for (int v = ONE; v < ONE + 9; v++) {
				if (!fits(b, r, c, v)) continue;
				board next = b;
				next[r][c] = v;
				if (search(next, solved)) return true;
			}
			return false;
		}
	solved = b;
	return true;
}
int main() {
	char s[100];
	board b MADE, solved;
	if (scanf("%99s", s) != 1) return 1;
	for (int i = 0; i < 81; i++) b[i / 9][i % 9] = s[i] == '.' ? BLANK : s[i] - '1' + ONE;
	search(b, solved);
	for (auto &row : solved) for (int v : row) printf("%d", v);
}`)
}
