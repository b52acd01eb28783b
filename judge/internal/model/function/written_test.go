package function_test

import (
	"slices"
	"testing"

	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/testkit/must"
)

// TestCopiedFromTheSite reads what the site's editor shows in each language.
func TestCopiedFromTheSite(t *testing.T) {
	const queens, add = "String[][] solveNQueens(int n)", "ListNode addTwoNumbers(ListNode l1, ListNode l2)"
	const grid, rows, words = "int numIslands(char[][] grid)", "String[] f(char[][] grid, int n)", "int[] f(String s, String[] words, int[] a)"
	for text, want := range map[string]string{
		"vector<vector<string>> solveNQueens(int n)":                                                         queens,
		"vector<vector<string>>solveNQueens(int n){":                                                         queens,
		"class Solution {\npublic:\n    vector<vector<string>> solveNQueens(int n) {\n        \n    }\n};\n": queens,
		"def solveNQueens(self, n: int) -> List[List[str]]:":                                                 queens,
		"class Solution:\n    def solveNQueens(self, n: int) -> List[List[str]]:\n        ":                  queens,
		"func solveNQueens(n int) [][]string {\n    \n}":                                                     queens,
		"public List<List<String>> solveNQueens(int " +
			"n)": "List<List<String>> solveNQueens(int n)",
		"impl Solution {\n    pub fn solve_n_queens(n: i32) -> Vec<Vec<String>> {\n        \n    }\n}":        queens,
		"/**\n * @param {number} n\n * @return {string[][]}\n */\nvar solveNQueens = function(n) {\n    \n};": queens,
		"function solveNQueens(n: number): string[][] {\n    \n};":                                            queens,
		"public class Solution {\n    public IList<IList<string>> SolveNQueens(int n) {\n    }\n}":            queens,
		"void solveSudoku(vector<vector<char>>& board)": "void " +
			"solveSudoku(char[][] board)",
		"pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {": "void " +
			"solveSudoku(char[][] board)",
		"def solveSudoku(self, board: List[List[str]]) -> None:": "void " +
			"solveSudoku(String[][] board)",
		"ListNode* addTwoNumbers(ListNode* l1, ListNode* l2)":                                                     add,
		"func addTwoNumbers(l1, l2 *ListNode) *ListNode {":                                                        add,
		"pub fn add_two_numbers(l1: Option<Box<ListNode>>, l2: Option<Box<ListNode>>) -> Option<Box<ListNode>> {": add,
		"char*** solveNQueens(int n, int* returnSize, int** returnColumnSizes) {\n    \n}":                        queens,
		"struct ListNode* addTwoNumbers(struct ListNode* l1, struct ListNode* l2)":                                add,
		"int numIslands(char** grid, int gridSize, int* gridColSize)":                                             grid,
		"int sum(int numsSize, int* nums)":                                                                        "int sum(int[] nums)",
		"char** f(int gridSize, int* gridColSize, char** grid, int n, int* returnSize)":                           rows,
		"int* f(char* s, char** words, int wordsSize, const int* a, int aSize, int* returnSize)":                  words,
		"long long f(const vector<long long>& nums, string s, bool b)": "long f(long[] " +
			"nums, String s, boolean b)",
		"# Definition for a binary tree node.\n# class TreeNode:\n#     def __init__(self, val=0):\nclass Solution:\n    def " +
			"maxDepth(self, root: Optional[TreeNode]) -> int:\n": "int maxDepth(TreeNode root)",
		"class Solution:\n    def place(self, r, n):\n        pass\n    def solveNQueens(self, n: int) -> List[List[str]]:": queens,
	} {
		if s, err := function.ParseAny(text); err != nil || s.String() != want {
			t.Errorf("%q: %q %v, want %q", text, s, err, want)
		}
	}
}

// TestSamplesOfASite reads samples as statements show them: each means the same as one value a line.
func TestSamplesOfASite(t *testing.T) {
	twoSum := mustParse(t, "int[] twoSum(int[] nums, int target)")
	board := mustParse(t, "boolean isValidSudoku(char[][] board)")
	swap := mustParse(t, "String swap(String s, String[] words)")
	lru, err := function.ParseClass("LRUCache", []string{"LRUCache(int capacity)", "int get(int key)"})
	must.Succeed(t, err)
	for _, test := range []struct {
		name    string
		s       function.Signature
		in, out string
	}{
		{"names", twoSum, "nums = [2,7,11,15], target = 9\n", "[2,7,11,15]\n9\n"},
		{"a word before", twoSum, "Input: nums = [3,3], target = 6\n", "[3,3]\n6\n"},
		{"a word above", twoSum, "Input\nnums =\n[3,3]\ntarget =\n6\n", "[3,3]\n6\n"},
		{"Chinese", twoSum, "输入：nums = [3,3], target = 6\n", "[3,3]\n6\n"},
		{"two calls", twoSum, "nums = [3,3], target = 6\n[1,2]\n3\n", "[3,3]\n6\n[1,2]\n3\n"},
		{"a board over lines", board, "board =\n[[\"5\",\"3\"]\n,[\".\",\"]\"]]\n", `[["5","3"],[".","]"]]` + "\n"},
		{"commas and signs in texts", swap, "s = \"a = [1, b\", words = [\"x,y\",\"\\\"]\"]\n", "\"a = [1, b\"\n[\"x,y\",\"\\\"]\"]\n"},
		{"a class", lru, "Input\n[\"LRUCache\", \"get\"]\n[[2], [1]]\n", "[\"LRUCache\",\"get\"]\n[[2],[1]]\n"},
	} {
		calls, err := test.s.Read([]byte(test.in))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		must.Equal(t, test.out, test.s.Write(calls), test.name)
	}
	for in, want := range map[string]string{
		"[2,7\n9\n":                            "line 2, int[] nums: column 1: \",\" or \"]\" is expected, not 9",
		"nums = [2,7], target = x\n":           "line 1, int target",
		"nums = [2,7], target = 9\n[1,2]\n":    "line 2: 1 line too few",
		"nums = [2,7], goal = [9]\n":           "line 1, int target",
		"nums = [2,\n7], target = 9\n[1]\nx\n": "line 4, int target",
	} {
		must.Fail(t, must.Err(twoSum.Read([]byte(in))), want, in)
	}
	for in, want := range map[string][]string{
		"Output: [0,1]\n":     {"[0,1]"},
		"[[1,2],\n[3]]\n[]\n": {"[[1,2], [3]]", "[]"},
		"输出：true\nfalse":      {"true", "false"},
		"Output\n[1]\n\n":     {"[1]"},
		"\"output\"\n":        {"\"output\""},
	} {
		if got := function.Values([]byte(in)); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// TestLargest: an input has a million items at most, whether they are in a row or in a square.
func TestLargest(t *testing.T) {
	for text, want := range map[string]int64{
		"int first(int[] nums)":       1_000_000,
		"int deepest(TreeNode root)":  1_000_000,
		"int longest(String s)":       1_000_000,
		"int corner(int[][] grid)":    1000,
		"int fib(int n)":              1<<31 - 1,
		"boolean has(int[] a, int n)": 1_000_000,
	} {
		s, err := function.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := s.Largest(); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}
