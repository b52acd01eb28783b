// Sudoku by bitmasks, in place, the LeetCode 37 way, in C++98: inplace in another language.
//
// Idea. That of inplace, function by function: nine bits for each row, column and box, where bit d is 1 while digit d+1
// is still free there. The digits that fit a cell are row & col & box. Look at every blank before each guess: if one
// has no digit left, give up this branch; otherwise guess in the cell with the fewest digits.
//
// Cost. The tree is that of inplace, digit by digit: 45,267 digits for the puzzle below. It keeps only the board and
// three times nine masks. Weak as inplace is: it asks which digits fit a cell, never which cells are left for a digit;
// and among equal cells, the first may be a bad choice. The class alone is what LeetCode takes.
//
//	..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9
//
// Names: r and c are a row and a column, 0 to 8; m is a set of digits, one bit each; d is a digit
// less one, the number of its bit; n counts digits.
//
//judge:problem leetcode37 acwing166
//judge:expect AC beyond/*
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

class Solution {
	int row[9], col[9], box[9]; // the digits still free in each row, column and box

	// fits returns the set of the digits that fit a cell.
	int fits(int r, int c) { return row[r] & col[c] & box[r / 3 * 3 + c / 3]; }

	// flip takes a digit from the row, column and box of a cell, or gives it back.
	void flip(int r, int c, int d) {
		row[r] ^= 1 << d;
		col[c] ^= 1 << d;
		box[r / 3 * 3 + c / 3] ^= 1 << d;
	}

	// search fills the blanks, and reports whether it succeeded.
	bool search(vector<vector<char> > &board) {
		int bestR = 0, bestC = 0, fewest = 10;
		for (int r = 0; r < 9; r++) {
			for (int c = 0; c < 9; c++) {
				if (board[r][c] != '.') {
					continue;
				}
				int n = __builtin_popcount(fits(r, c));
				if (n == 0) {
					return false;
				}
				if (n < fewest) {
					bestR = r;
					bestC = c;
					fewest = n;
				}
			}
		}
		if (fewest == 10) {
			return true; // no blank is left
		}
		int m = fits(bestR, bestC);
		for (int d = 0; d < 9; d++) {
			if ((m >> d & 1) == 0) {
				continue;
			}
			board[bestR][bestC] = char('1' + d);
			flip(bestR, bestC, d);
			if (search(board)) {
				return true;
			}
			flip(bestR, bestC, d);
		}
		board[bestR][bestC] = '.';
		return false;
	}

public:
	// solveSudoku completes the board in place; a board that has no solution it leaves as it was.
	void solveSudoku(vector<vector<char> > &board) {
		for (int u = 0; u < 9; u++) {
			row[u] = col[u] = box[u] = (1 << 9) - 1;
		}
		for (int r = 0; r < 9; r++) {
			for (int c = 0; c < 9; c++) {
				if (board[r][c] != '.') {
					flip(r, c, board[r][c] - '1');
				}
			}
		}
		search(board);
	}
};

// plain returns the 81 characters of a board of LeetCode's, [["5","3",".",...],...]; "" if it is none.
string plain(const string &text) {
	string cells, form;
	for (int i = 0; i < 81; i++) {
		form += i == 0 ? "[[\"?" : i % 9 == 0 ? "\"],[\"?" : "\",\"?";
	}
	form += "\"]]";
	for (size_t i = 0; i < form.size(); i++) {
		if (text.size() != form.size() || form[i] != '?' && form[i] != text[i]) {
			return "";
		}
		if (form[i] == '?') {
			cells += text[i];
		}
	}
	return cells;
}

// wrong tells what is wrong with the 81 characters of a board, "" if nothing is.
string wrong(const string &cells) {
	if (cells.size() != 81) {
		return "not a board of 81 cells";
	}
	bool seen[3][9][10] = {};
	const char *const unit[3] = {"row", "column", "box"};
	for (int i = 0; i < 81; i++) {
		int at[3] = {i / 9, i % 9, i / 27 * 3 + i % 9 / 3}, d = cells[i] - '0';
		if (cells[i] == '.' || d == 0) {
			continue;
		}
		if (d < 1 || d > 9) {
			return "not a digit, nor . for a blank";
		}
		for (int u = 0; u < 3; u++) {
			if (seen[u][at[u]][d]) { // the search would not notice, and could run for years
				char text[40];
				sprintf(text, "%s %d has two %ds", unit[u], at[u] + 1, d);
				return text;
			}
			seen[u][at[u]][d] = true;
		}
	}
	return "";
}

// print writes a board in the format it came in.
void print(const vector<vector<char> > &board, bool json) {
	string text;
	for (int i = 0; i < 81; i++) {
		if (json) {
			text += i == 0 ? "[[\"" : i % 9 == 0 ? "\"],[\"" : "\",\"";
		}
		text += board[i / 9][i % 9];
	}
	puts((text + (json ? "\"]]" : "")).c_str());
}

int main() {
	string line;
	for (int n = 1; getline(cin, line) && line.substr(0, 3) != "end"; n++) {
		line.erase(line.find_last_not_of("\r \t") + 1);
		if (line.empty()) {
			continue;
		}
		bool json = line[0] == '[', whole = true;
		string cells = json ? plain(line) : line, why = wrong(cells);
		vector<vector<char> > board(9, vector<char>(9, '.'));
		if (why.empty()) {
			for (int i = 0; i < 81; i++) {
				board[i / 9][i % 9] = cells[i] == '0' ? '.' : cells[i];
			}
			Solution().solveSudoku(board);
			for (int i = 0; i < 81; i++) {
				whole = whole && board[i / 9][i % 9] != '.';
			}
		}
		if (!why.empty() || !whole) {
			fprintf(stderr, "line %d: %s\n", n, whole ? why.c_str() : "no solution");
			return 1;
		}
		print(board, json);
	}
	return 0;
}
