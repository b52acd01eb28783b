package function_test

import (
	"testing"

	"sudokuoj/judge/internal/model/function"
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
