package trace_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

// TestSearch: the calls of a recursion are counted by level in every language, and its table is found with its shape.
func TestSearch(t *testing.T) {
	short.Skip(t)
	tr := tracer(t)
	input := write(t, "8\n")
	for file, text := range programs("queens") {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			found, err := tr.Search(t.Context(), written(t, file, text), input, 20*time.Second)
			skipMissing(t, err)
			must.Succeed(t, err)
			var levels []int64
			for _, f := range found.Functions {
				if strings.HasSuffix(f.Name, "place") {
					levels = f.Levels
				}
			}
			must.Equal(t, []int64{1, 8, 42, 140, 344, 568, 550, 312, 92}, levels, "calls by level")
			if len(found.Tables) == 0 {
				t.Fatal("no table")
			}
			table := found.Tables[0]
			if got := fmt.Sprintf("%s %dx%d", table.Name, table.Rows, table.Columns); got != "board 8x8" || table.Writes < 4112 ||
				table.Back < 3900 {
				t.Errorf("%s, %d writes, %d back", got, table.Writes, table.Back)
			}
			cells := map[int]int64{} // at the end all queens are gone
			for _, w := range found.Writes {
				if w.Table == 0 {
					cells[w.Cell] = w.Value
				}
			}
			for cell, v := range cells {
				if v != 0 && v != '.' {
					t.Errorf("cell %d ends as %d", cell, v)
				}
			}
			if len(found.Tree) < 2057 || found.Tree[len(found.Tree)-1].Parent < 0 {
				t.Errorf("%d calls in the tree", len(found.Tree))
			}
		})
	}
}

// TestDeepCalls: however deep a recursion is, all its calls count, and the search says from which level on they count as
// one.
func TestDeepCalls(t *testing.T) {
	short.Skip(t)
	tr := tracer(t)
	for file, text := range map[string]string{
		"deep.go": "package main\n\nfunc f(n int) int {\n\tif n == 0 {\n\t\treturn 0\n\t}\n\treturn 1 + f(n-1)\n}\n\nfunc main() { f(999999) }\n",
		"deep.c":  "int f(int n) { volatile int x = n; return x == 0 ? 0 : 1 + f(n - 1); }\nint main(void) { return f(999999) == 0; }\n",
	} {
		t.Run(file, func(t *testing.T) {
			found, err := tr.Search(t.Context(), written(t, file, text), write(t, ""), time.Minute)
			skipMissing(t, err)
			must.Succeed(t, err)
			must.Equal(t, 1_000_000-1023, found.Functions[0].Levels[1023])
			must.Equal(t, "calls deeper than level 1023 count as on it", found.Note.String())
		})
	}
}

// inCpp are programs in C++ in whose searches the code of the library has a part.
var inCpp = map[string]struct{ text, input, calls, table string }{
	"texts that live inside their strings": {programs("queens")["queens.cpp"], "6", "Solution::place [1 6 20 36 46 40 4]", "board 6x6"},
	"rows of numbers": {`#include <algorithm>
#include <iostream>
#ifdef LOCAL
#include "debug.h"
#endif
#include <vector>
using namespace std;
#define each(i, n) \
	for (int i = 1; i <= n; i++)
int main() {
	string a, b;
	cin >> a >> b;
	vector<vector<int>> dp(a.size() + 1, vector<int>(b.size() + 1));
	each(i, (int)a.size()) dp[i][0] = i;
	each(j, (int)b.size()) dp[0][j] = j;
	each(i, (int)a.size())
		each(j, (int)b.size()) dp[i][j] = min({dp[i - 1][j] + 1, dp[i][j - 1] + 1, dp[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
}
`, "intention execution", "main [1]", "dp 10x10"},
	"sets of what is attacked": {`#include <string>
#include <unordered_set>
#include <vector>
using namespace std;
struct Solution {
	unordered_set<int> cols, down, up;
	void place(int n, int row, vector<string> &board) {
		for (int c = 0; row < n && c < n; c++) {
			if (cols.count(c) || down.count(row - c) || up.count(row + c)) continue;
			cols.insert(c), down.insert(row - c), up.insert(row + c);
			board[row][c] = 'Q';
			place(n, row + 1, board);
			cols.erase(c), down.erase(row - c), up.erase(row + c);
			board[row][c] = '.';
		}
	}
};
int main() {
	vector<string> board(6, string(6, '.'));
	Solution().place(6, 0, board);
}
`, "", "Solution::place [1 6 20 36 46 40 4]", "board 6x6"},
	"an array whose width a variable knows": {`#include <algorithm>
#include <iostream>
int main() {
	std::string a, b;
	std::cin >> a >> b;
	int m = a.size(), n = b.size();
	int f[m + 1][n + 1];
	for (int j = 0; j <= n; j++) f[0][j] = j;
	for (int i = 1; i <= m; i++) {
		f[i][0] = i;
		for (int j = 1; j <= n; j++)
			f[i][j] = std::min({f[i - 1][j] + 1, f[i][j - 1] + 1, f[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
	}
	std::cout << f[m][n];
}
`, "intention execute", "main [1]", "f 10x8"},
	"arrays that nobody else knows": {`#include <algorithm>
#include <iostream>
#include <vector>
int main() {
	int n, weight[5] = {3, 4, 5, 9, 14};
	std::cin >> n;
	int best[5][21], other[2][2];
	std::vector<int> filled; // what it is given is on the stack, too
	for (int i = 0; i < 5; i++)
		for (int j = 0; j <= n; j++) {
			best[i][j] = i ? best[i - 1][j] : 0;
			if (j >= weight[i] && i) best[i][j] = std::max({0, best[i][j], best[i - 1][j - weight[i]] + weight[i]});
			filled.push_back(i * j);
			other[i % 2][j % 2] = j;
		}
	std::cout << best[4][n] << filled[n] << other[1][1];
}
`, "20", "main [1]", "best 5x21"},
	"what the library reads": {`#include <iostream>
#include <string>
#include <vector>
int main() {
	int n, from[5];
	std::cin >> n;
	std::vector<long long> to(n);
	std::vector<std::string> names(n);
	for (int i = 0; i < n; i++) std::cin >> from[i] >> to[i];
	for (int i = 0; i < n; i++) std::cin >> names[i];
	std::cout << from[1] + to[2] << names[3];
}
`, "5 1 2 3 4 5 6 7 8 9 0 Mark Luke John Paul Ann", "main [1]", "to 1x5"},
	"two tables that one line writes to": {`#include <vector>
int main() {
	std::vector<int> best(8), low(12);
	for (int i = 0; i < 8; i++) best[i] = low[i + 4] = i;
}
`, "", "main [1]", "low 1x12"},
	"what its user asks to inline": {`#pragma GCC optimize("O3")
#include <bits/stdc++.h>
template <class T> inline void dfs(std::vector<T> &used, int left) {
	for (auto &u : used)
		if (!u) u = left, dfs(used, left - 1), u = 0;
}
int main() {
	std::vector<int> used(4);
	dfs(used, 4);
}
`, "", "dfs [1 4 12 24 24]", "used 1x4"},
}

// elsewhere are programs in other languages whose calls or tables are hard to see.
var elsewhere = map[string]struct{ text, input, calls, table string }{
	"tried.c": {`#include <stdio.h>
#include <stdlib.h>
int place(int *used, int n, int r) { // its width is the number of the input
	for (int c = 0; r < n && c < n; c++)
		if (!used[c * n]) {
			used[c * n] = r + 1, used[c * n + n - 1 - r] = 9;
			place(used, n, r + 1);
			used[c * n] = used[c * n + n - 1 - r] = 0;
		}
	return 0;
}
int main(void) {
	int n;
	scanf("%d", &n);
	return place(malloc(n * n * sizeof(int)), n, 0);
}
`, "3", "place [1 3 6 6]", "used 3x3"},
	"own/tried.c": {`int main(void) { // nobody else knows its arrays
	const int steps[] = {1, 2};
	int best[40];
	best[0] = 0;
	for (int i = 1; i < 40; i++) best[i] = best[i - 1] + steps[i % 2];
	return best[39] != 59;
}
`, "", "main [1]", "best 1x40"},
	"holes/tried.c": {`#include <stdbool.h>
#include <stdio.h>
#include <string.h>
int main(void) {
	int n, sums;
	scanf("%d %d", &n, &sums);
	bool dp[sums + 1][n + 1]; // memset alone writes to its first column
	memset(dp, 0, sizeof dp);
	for (int i = 0; i <= n; i++) dp[0][i] = true;
	for (int i = 1; i <= sums; i++)
		for (int k = 0; k < n; k++) dp[i][k + 1] = dp[i][k] || (k < i && dp[i - k - 1][k]);
	return !dp[sums][n];
}
`, "4 9", "main [1]", "dp 10x5"},
	"inlined/tried.rs": {`fn place(taken: &mut Vec<(i32, i32)>, n: i32) -> Vec<Vec<i32>> {
	let mut found = vec![];
	if taken.len() == n as usize {
		found.push((0..n).map(|r| taken.iter().find(|(row, _)| *row == r).unwrap().1).collect());
		return found;
	}
	for column in 0..n {
		let row = taken.len() as i32;
		if taken.clone().iter().all(|(r, c)| *c != column && (r - row).abs() != (c - column).abs()) {
			taken.push((row, column));
			found.append(&mut place(taken, n));
			taken.pop();
		}
	}
	found
}
fn main() {
	println!("{}", place(&mut vec![], 6).len());
}
`, "", "place [1 6 20 36 46 40 4]", "taken 1x12"},
	"apart/tried.rs": {`struct UnionFind { parent: Vec<usize>, size: Vec<i32> }
impl UnionFind {
	fn new(n: usize) -> Self { UnionFind { parent: (0..n).collect(), size: vec![1; n] } }
	fn find(&mut self, x: usize) -> usize {
		if self.parent[x] != x { let p = self.parent[x]; self.parent[x] = self.find(p); }
		self.parent[x]
	}
	fn union(&mut self, a: usize, b: usize) {
		let (a, b) = (self.find(a), self.find(b));
		self.parent[a] = b;
		self.size[b] += self.size[a];
	}
}
fn main() {
	let mut cells = UnionFind::new(8);
	let mut roads = UnionFind::new(5);
	for i in 0..4 { cells.union(i, i * 2); }
	roads.union(0, 4);
}
`, "", "UnionFind::find [10]", "cells.size 1x8"},
	"once/tried.rs": {`fn fill(marks: &mut Vec<i32>) {
	for i in 0..marks.len() { marks[i] = 1; }
}
fn main() { fill(&mut vec![0; 5]); }
`, "", "fill [1]", "marks 1x5"},
	"tried.rs": {`fn visit(path: &mut Vec<usize>, i: usize) {
	if i == 12 { return; }
	path.push(i);
	visit(path, i + 1)
}
fn main() {
	visit(&mut Vec::new(), 0);
}
`, "", "visit [1 1 1 1 1 1 1 1 1 1 1 1 1]", "path 1x12"},
	"tried.py": {`seen = set()
def walk(r, c):
    if (r, c) in seen or r > 2 or c > 3: return
    seen.add((r, c))
    walk(r + 1, c)
    walk(r, c + 1)
walk(0, 0)
`, "", "walk [1 2 4 6 6 4 2]", "seen 3x4"},
	"sets/tried.py": {`from collections import defaultdict
marks = defaultdict(set)
def mark(d):
    if d > 3: return
    marks["abcd"[d]].add(2 * d)
    mark(d + 1)
    marks["abcd"[d]].remove(2 * d)
mark(0)
`, "", "mark [1 1 1 1 1]", "marks 4x7"},
	"negative/tried.py": {`used = set()
def walk(d):
    if d > 3: return
    used.add(-d)
    walk(d + 1)
    used.remove(-d)
walk(0)
`, "", "walk [1 1 1 1 1]", "used 1x4"},
	"tried.js": {`const rows = new Map(), edges = new Map();
for (let i = 0; i < 4; i++) rows.set(i, new Set()), edges.set('v' + i, []);
function walk(i) {
	if (i === 4) return;
	for (let j = 0; j < 4; j++) if (j !== i) rows.get(i).add(j);
	edges.get('v' + i).push(i);
	walk(i + 1);
	rows.get(i).delete(0);
}
walk(0);
`, "", "walk [1 1 1 1 1]", "rows 4x4"},
	"tried.go": {`package main

func main() {
	f := make([][]int, 4)
	for i := range f {
		f[i] = make([]int, 3)
	}
	f[1][2], f[2][1] = 1, 2
}
`, "", "main [1]", "f 4x3"},
	"pointers/tried.go": {`package main

func walk(path *[]int, n int) {
	if n > 0 {
		*path = append(*path, n)
		walk(path, n-1)
		*path = (*path)[:len(*path)-1]
	}
}

func main() { walk(new([]int), 4) }
`, "", "walk [1 1 1 1 1]", "path 1x4"},
}

// TestHardToSee: the functions of the library are inlined and the user's are not, so that all his calls are counted and
// the tables keep their shapes. The same holds where other languages hide them: a width that only a variable knows, a last
// call that could be a loop, a list that grows in its place, pairs in a set, rows made later.
func TestHardToSee(t *testing.T) {
	short.Skip(t)
	tr := tracer(t)
	all := maps.Clone(elsewhere)
	for name, test := range inCpp {
		all[name+"/tried.cpp"] = test
	}
	for name, test := range all {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found, err := tr.Search(t.Context(), written(t, filepath.Base(name), test.text), write(t, test.input+"\n"), 20*time.Second)
			skipMissing(t, err)
			must.Succeed(t, err)
			f, table := found.Functions[0], found.Tables[0]
			got := fmt.Sprintf("%s %d, %s %dx%d", f.Name, f.Levels, table.Name, table.Rows, table.Columns)
			must.Equal(t, test.calls+", "+test.table, got)
		})
	}
}

// filling are programs that write one value to 1,200,000 places before they search, in the languages that tell it in
// ways of their own.
var filling = map[string]string{
	"tried.c": `int n = 1200;
int dp[1200][1000];
int main(void) {
	for (int i = 0; i < n; i++)
		for (int j = 0; j < 1000; j++) dp[i][j] = -1;
	for (int i = 0; i < 100; i++) dp[i][i] = i;
}
`,
	"tried.py": `dp = [[0] * 1000 for _ in range(1200)]
def fill():
    for i in range(1200):
        for j in range(1000):
            dp[i][j] = -1
fill()
for i in range(100): dp[i][i] = i
`,
	"tried.js": `const dp = Array.from({ length: 1200 }, () => Array(1000));
for (let i = 0; i < 1200; i++)
	for (let j = 0; j < 1000; j++)
		dp[i][j] = -1;

for (let i = 0; i < 100; i++) dp[i][i] = i;
`,
	"Tried.java": `public class Tried {
	public static void main(String[] args) {
		int[][] dp = new int[1200][1000];
		for (int i = 0; i < 1200; i++) for (int j = 0; j < 1000; j++) dp[i][j] = -1;

		for (int i = 0; i < 100; i++) dp[i][i] = i;
	}
}
`,
	"tried.go": `package main
var dp [1200][1000]int
func main() {
	for i := range dp { for j := range dp[i] { dp[i][j] = -1 } }

	for i := 0; i < 100; i++ { dp[i][i] = i }
}
`,
}

// TestSearchOfFunction: nothing of a function that the driver calls is inlined, into itself neither.
func TestSearchOfFunction(t *testing.T) {
	short.Skip(t)
	asked := must.Get(function.Parse("int numIslands(char[][] grid)"))(t)
	input := write(t, `[["1","1","0"],["1","0","0"],["0","0","1"]]`+"\n")
	for file, text := range map[string]string{"tried.cpp": `class Solution {
public:
	int numIslands(vector<vector<char>> &grid) {
		int n = 0;
		for (int i = 0; i < 3; i++)
			for (int j = 0; j < 3; j++)
				if (grid[i][j] == '1') n++, dfs(grid, i, j);
		return n;
	}
	void dfs(vector<vector<char>> &grid, int i, int j) {
		if (i < 0 || i > 2 || j < 0 || j > 2 || grid[i][j] == '0') return;
		grid[i][j] = '0';
		dfs(grid, i - 1, j), dfs(grid, i + 1, j), dfs(grid, i, j - 1), dfs(grid, i, j + 1);
	}
};
`, "tried.c": `void dfs(char **grid, int i, int j) {
	if (i < 0 || i > 2 || j < 0 || j > 2 || grid[i][j] == '0') return;
	grid[i][j] = '0';
	dfs(grid, i - 1, j), dfs(grid, i + 1, j), dfs(grid, i, j - 1), dfs(grid, i, j + 1);
}
int numIslands(char **grid, int gridSize, int *gridColSize) {
	int n = 0;
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			if (grid[i][j] == '1') n++, dfs(grid, i, j);
	return n;
}
`} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			s := written(t, file, text)
			found, err := tracer(t).For(problem.Problem{Function: &asked}, s).Search(t.Context(), s, input, 20*time.Second)
			skipMissing(t, err)
			must.Succeed(t, err)
			table := found.Tables[0]
			got := fmt.Sprintf("%d, %s %dx%d", found.Functions[0].Levels, table.Name, table.Rows, table.Columns)
			must.Equal(t, "[2 8 8], grid 3x3", got)
		})
	}
}

// TestFill: a table that a program fills before its search does not use up what is kept of its writes.
func TestFill(t *testing.T) {
	short.Skip(t)
	tr := tracer(t)
	for file, text := range filling {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			found, err := tr.Search(t.Context(), written(t, file, text), write(t, ""), 20*time.Second)
			skipMissing(t, err)
			must.Succeed(t, err)
			table, last := found.Tables[0], found.Writes[len(found.Writes)-1]
			got := fmt.Sprint(table.Name, table.Rows, table.Columns, last.Cell, last.Value, table.Writes < 50_000)
			must.Equal(t, fmt.Sprint("dp", 1200, 1000, 99*1000+99, 99, true), got, table)
		})
	}
}
