// Sudoku of 16 x 16 by dancing links, the AcWing 169 way, in C++98.
//
// Idea. Knuth's Algorithm X, as in dancing: 1,024 demands (each cell needs a letter; each row, column and box needs each
// letter), 4,096 decisions (a letter in a cell), and every decision meets four demands. Always take the demand with the
// fewest decisions left. So a cell with few letters and a letter with few places are one question, and on a board of this
// size the second half is what counts. The demands that are met, and the decisions that are out, leave their rings; the
// links that they keep lead them back.
//
// The table is built once. The clues of a puzzle are decisions taken before the search, and taken back after it.
//
// Cost. The puzzle in secret/05-places-count takes 157 calls of search, none of them in vain; a search that only fills the
// cell with the fewest letters tries 54,500,263 letters there. The first puzzle in secret/06-few-clues, with 92 clues,
// takes 28,901 calls and 25 ms. Weak as dancing is: every decision that leaves is touched one by one. places needs a
// tenth of the calls.
//
// Names: h is a head, 1 to 1024, and 0 the root of their ring; x and y are nodes, from 1025 on; f is the first of the
// four nodes of a decision; i is a cell, r, c and b its row, column and box, d a letter, 0 to 15.
//
//judge:problem acwing169
#include <cstdio>

const int heads = 1 + 4 * 256, nodes = heads + 4 * 4096;

char board[16][17]; // the rows, as they are read and printed
int left[heads], right[heads], count[heads];
int up[nodes], down[nodes], head[nodes];

// append puts node x at the end of the ring of head h.
void append(int x, int h) {
	head[x] = h;
	up[x] = up[h];
	down[x] = h;
	down[up[x]] = up[h] = x;
	count[h]++;
}

// build makes the table.
void build() {
	for (int h = 0; h < heads; h++) {
		left[h] = h > 0 ? h - 1 : heads - 1;
		right[h] = h + 1 < heads ? h + 1 : 0;
		up[h] = down[h] = h;
	}
	for (int i = 0, x = heads; i < 256; i++) {
		int r = i / 16, c = i % 16, b = r / 4 * 4 + c / 4;
		for (int d = 0; d < 16; d++) {
			append(x++, 1 + i);
			append(x++, 1 + 256 + 16 * r + d);
			append(x++, 1 + 512 + 16 * c + d);
			append(x++, 1 + 768 + 16 * b + d);
		}
	}
}

// first is the first of the four nodes of x's decision.
int first(int x) { return x - (x - heads) % 4; }

// cover takes demand h, and the decisions that meet it, out of the table.
void cover(int h) {
	right[left[h]] = right[h];
	left[right[h]] = left[h];
	for (int x = down[h]; x != h; x = down[x]) {
		for (int f = first(x), y = f; y < f + 4; y++) {
			if (y != x) {
				down[up[y]] = down[y];
				up[down[y]] = up[y];
				count[head[y]]--;
			}
		}
	}
}

// uncover is cover, backwards.
void uncover(int h) {
	for (int x = up[h]; x != h; x = up[x]) {
		for (int f = first(x), y = f + 3; y >= f; y--) {
			if (y != x) {
				count[head[y]]++;
				down[up[y]] = up[down[y]] = y;
			}
		}
	}
	right[left[h]] = left[right[h]] = h;
}

// take decides for the decision whose first node is f, and drop takes that back.
void take(int f) {
	for (int y = f; y < f + 4; y++) {
		cover(head[y]);
	}
	int n = (f - heads) / 4;
	board[n / 256][n / 16 % 16] = 'A' + n % 16;
}

void drop(int f) {
	for (int y = f + 3; y >= f; y--) {
		uncover(head[y]);
	}
}

// search meets the demands that are left, and reports whether it succeeded. It leaves the table as it was.
bool search() {
	int h = right[0];
	if (h == 0) {
		return true;
	}
	for (int o = h; o != 0 && count[h] > 0; o = right[o]) {
		if (count[o] < count[h]) {
			h = o;
		}
	}
	for (int x = down[h]; x != h; x = down[x]) {
		int f = first(x);
		take(f);
		bool solved = search();
		drop(f);
		if (solved) {
			return true;
		}
	}
	return false;
}

// read reads a puzzle and reports whether there was one.
bool read() {
	for (int r = 0; r < 16; r++) {
		if (scanf("%16s", board[r]) != 1) {
			return false;
		}
	}
	return true;
}

// solve completes the board.
void solve() {
	int clues[256], n = 0;
	for (int i = 0; i < 256; i++) {
		if (board[i / 16][i % 16] != '-') {
			clues[n] = heads + 4 * (16 * i + board[i / 16][i % 16] - 'A');
			take(clues[n++]);
		}
	}
	search();
	while (n > 0) {
		drop(clues[--n]);
	}
}

int main() {
	build();
	while (read()) {
		solve();
		for (int r = 0; r < 16; r++) {
			puts(board[r]);
		}
		puts("");
	}
	return 0;
}
