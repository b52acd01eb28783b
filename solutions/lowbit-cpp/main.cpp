// Sudoku by bitmask depth-first search, the AcWing 166 way, in C++98: lowbit in another language.
//
// Idea. That of lowbit, function by function: nine bits for each row, column and box, where bit d is 1 while digit d+1
// is still free there. The digits that fit a cell are row & col & box. Always fill the blank with the fewest digits,
// and keep the blanks in front of a list, so that a step looks at nothing else.
//
// Cost. The tree is that of lowbit, digit by digit: 17,917 digits for the puzzle below. fewest makes the same kind of
// choice with tables of marks, so that counting the digits of a cell takes nine questions where here it takes one. Weak
// as lowbit is: it never asks which cells are left for a digit.
//
//	..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9
//
// Names: i is a cell, 0 to 80; r, c and b are its row, column and box; m is a set of digits, one
// bit each; lowbit(m) is the lowest of them.
//
//judge:problem acwing166
//judge:expect AC beyond/*
//judge:board board
#include <cstdio>
#include <iostream>
#include <string>
using namespace std;

const int all = (1 << 9) - 1; // the set of all nine digits

char board[82];             // the characters '1' to '9', '.' for a blank
int blank[81];              // the blank cells, in front of those filled since
int row[9], col[9], box[9]; // the digits still free in each row, column and box

int rowOf[81], colOf[81], boxOf[81]; // the row, column and box of a cell
int countOf[all + 1];                // countOf[m]: how many digits the set m holds
char digit[all + 1];                 // digit[1 << d]: the character for the set that holds d+1 alone

int lowbit(int m) { return m & -m; }

// fits returns the set of the digits that fit cell i.
int fits(int i) { return row[rowOf[i]] & col[colOf[i]] & box[boxOf[i]]; }

// flip takes a digit from the row, column and box of cell i, or gives it back.
void flip(int i, int bit) {
	row[rowOf[i]] ^= bit;
	col[colOf[i]] ^= bit;
	box[boxOf[i]] ^= bit;
}

// search fills that many cells of blank, and reports whether it succeeded.
bool search(int blanks) {
	if (blanks == 0) {
		return true;
	}
	int best = 0, fewest = 10; // more than any cell has, so that even on an empty board one is picked
	for (int k = 0; k < blanks && fewest > 1; k++) { // with one there is nothing to guess: the rest need not be looked at
		int n = countOf[fits(blank[k])];
		if (n < fewest) {
			best = k;
			fewest = n;
		}
	}
	int i = blank[best], last = blanks - 1;
	blank[best] = blank[last];
	blank[last] = i;
	for (int m = fits(i); m != 0; m -= lowbit(m)) {
		int bit = lowbit(m);
		board[i] = digit[bit];
		flip(i, bit);
		if (search(last)) {
			return true;
		}
		flip(i, bit);
	}
	board[i] = '.';
	blank[last] = blank[best];
	blank[best] = i;
	return false;
}

// prepare fills the tables.
void prepare() {
	for (int i = 0; i < 81; i++) {
		rowOf[i] = i / 9;
		colOf[i] = i % 9;
		boxOf[i] = i / 27 * 3 + i % 9 / 3;
	}
	for (int m = 1; m <= all; m++) {
		countOf[m] = countOf[m - lowbit(m)] + 1;
	}
	for (int d = 0; d < 9; d++) {
		digit[1 << d] = char('1' + d);
	}
}

// read fills board from its 81 characters. It reports what is wrong with them, "" if nothing is.
const char *read(const string &line) {
	if (line.size() != 81) {
		return "a puzzle has 81 characters";
	}
	for (int i = 0; i < 81; i++) {
		board[i] = line[i] == '0' ? '.' : line[i];
		if (board[i] != '.' && (board[i] < '1' || board[i] > '9')) {
			return "not a digit, nor . for a blank";
		}
	}
	return "";
}

// start finds the digits that the clues leave free and the cells that they leave blank, and returns the number of
// blanks. It returns -1 - i if cell i holds a clue that its row, column or box has already: the search would not notice
// that, and could run for years on a board that cannot be completed.
int start() {
	for (int u = 0; u < 9; u++) {
		row[u] = col[u] = box[u] = all;
	}
	int blanks = 0;
	for (int i = 0; i < 81; i++) {
		if (board[i] == '.') {
			blank[blanks++] = i;
			continue;
		}
		int bit = 1 << (board[i] - '1');
		if ((fits(i) & bit) == 0) {
			return -1 - i;
		}
		flip(i, bit);
	}
	return blanks;
}

int main() {
	prepare();
	string line;
	for (int n = 1; getline(cin, line) && line.substr(0, 3) != "end"; n++) {
		line.erase(line.find_last_not_of("\r \t") + 1);
		if (line.empty()) {
			continue;
		}
		string wrong = read(line);
		if (!wrong.empty()) {
			fprintf(stderr, "line %d: %s\n", n, wrong.c_str());
			return 1;
		}
		int blanks = start();
		if (blanks < 0) {
			int i = -1 - blanks;
			fprintf(stderr, "line %d: row %d, column %d: a second %c in its row, column or box\n", n, rowOf[i] + 1, colOf[i] + 1, board[i]);
			return 1;
		}
		if (!search(blanks)) {
			fprintf(stderr, "line %d: no solution\n", n);
			return 1;
		}
		puts(board);
	}
	return 0;
}
