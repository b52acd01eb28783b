package language_test

import (
	"testing"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/function"
)

// TestAround: a method of the site's calls the function, with what that takes.
func TestAround(t *testing.T) {
	for _, tt := range []struct {
		language, signature, text, from, want string
	}{
		{"cpp", "int f(int[] a, String s)", "", "", "class Solution {\npublic:\n    int f(vector<int>& a, string s) {\n        return ::f(a, s);\n    }\n};\n"},
		{"python", "int f(int[] a)", "", "", "class Solution:\n    def f(self, a: List[int]) -> int:\n        return f(a)\n"},
		{"rust", "int twoFold(int[] a, int kInt)", "fn two_fold(a: &[i32], k: i32) -> i32 { k }", "",
			"impl Solution {\n    pub fn two_fold(a: Vec<i32>, k_int: i32) -> i32 {\n        two_fold(&a, k_int)\n    }\n}\n"},
		{"rust", "int f(int n)", "", "Mine", "impl Solution {\n    pub fn f(n: i32) -> i32 {\n        Mine::f(n)\n    }\n}\n"},
		{"java", "int f(int n)", "", "", ""},
		{"c", "int f(int n)", "", "", ""},
		{"go", "int f(int n)", "", "", ""},
		{"javascript", "int f(int n)", "", "", ""},
		{"python", "TreeNode f(String g(TreeNode root))", "", "", ""},
	} {
		s, err := function.Parse(tt.signature)
		if err != nil {
			t.Fatal(err)
		}
		if got := language.Of(tt.language).Around(s, tt.text, tt.from); got != tt.want {
			t.Errorf("%s, %s:\n%s\nwant\n%s", tt.language, tt.signature, got, tt.want)
		}
	}
}
