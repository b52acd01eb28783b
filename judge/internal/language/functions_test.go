package language_test

import (
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/language/golang"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/lang"
	"sudokuoj/judge/internal/testkit/must"
)

// TestRemarks: remarks about legal sources that do something unexpected.
func TestRemarks(t *testing.T) {
	s := parse(t, "int merge(int a, int b)")
	const method = "    def merge(self, a, b):\n        return a\n"
	const class = "class Solution {\npublic:\n    int merge(int a, int b) { return a; }\n};\n"
	for _, test := range []struct{ language, text, want string }{
		{"python", "class Solution:\n" + method + method, "merge is there twice, on lines 2 and 4: the last one counts"},
		{"python", "class Union:\n" + method + "class Solution:\n" + method, ""},
		{"javascript", "var merge = function(a, b) {};\nvar merge = function(a, b) {};\nfunction merge(a, b) {}\n",
			"merge is there twice, on lines 2 and 3: the last one counts"},
		{"java", "class Union {\n    int merge(int a, int b) { return a; }\n}\nclass Solution {\n    public int merge(int a, int b) " +
			"{ return a; }\n}\n", ""},
		{"cpp", class + "int main() { return Solution().merge(1, 2); }\n",
			"its main reads no input and is left out: the judge calls merge itself"},
		{"cpp", class + "// int main() {}\n", ""},
		{"cpp", "// @lc app=leetcode.cn id=88\n// @lc code=start\n" + class + "// @lc code=end\n", ""},
		{"cpp", "// @lc code=start\n" + class + "// @lc code=end\nint main() { cin >> x; }\n",
			"only what stands between the marks of LeetCode's plugin counts, as on the site"},
		{"cpp", "// @lc code=start\n" + class + "int main() { merge(1, 2); }\n",
			"its main reads no input and is left out: the judge calls merge itself"},
		{"python", "import os\n# leetcode submit region begin(Prohibit modification and deletion)\nclass Solution:\n" + method +
			"# leetcode submit region end(Prohibit modification and deletion)\n", "only what stands between the marks of LeetCode's " +
			"plugin counts, as on the site"},
	} {
		must.Succeed(t, language.Of(test.language).Accept(s, "file", []byte(test.text)), test.text)
		if got := say.Join(language.Of(test.language).Remarks(s, "file", test.text)...).String(); got != test.want {
			t.Errorf("%s: %q, want %q", test.text, got, test.want)
		}
	}
}

// TestAcceptsWhatTheSiteTakes: a function for the site is one here.
func TestAcceptsWhatTheSiteTakes(t *testing.T) {
	s := parse(t, "int merge(int a, int b)")
	for _, test := range []struct{ language, text string }{
		{"cpp", "class Solution {\npublic:\n    int merge(int a, int b);\n};\nint Solution::merge(int a, int b) {\n    return a;\n}\n"},
		{"cpp", "class Solution {\npublic:\n    auto merge(int a, int b) -> int { return a; }\n};\n"},
		{"cpp", "class Solution {\npublic:\n    int merge(int a, int b, int depth = 0) { return a; }\n};\n"},
		{"cpp", "class Solution {\npublic:\n    vector<vector<string>>merge(int a, int b) { return {}; }\n};\n"},
		{"python", "class Solution:\n    def merge(self, a, b=0, *, depth: int = 0):\n        return a\n"},
		{"python", "class Solution:\n    def merge(self, a=0, b=0, depth=0):\n        return a\n"},
		{"python", "class Solver:\n    def merge(self, a, b):\n        return a\n\ndef merge(a, b):\n    return a\n"},
		{"javascript", "var merge = function(a, b, depth = 0) {\n    return a;\n};\n"},
		{"javascript", "const merge = (a, b = 0) => a;\n"},
		{"go", "func merge(a int, b int"}, // its compiler reports the error
		{"rust", "impl Solution {\n    pub fn merge(a: i32, b: i32) -> i32 { a }\n}\n"},
		{"rust", "impl Solution {\n    pub fn merge(&self, a: i32, b: i32) -> i32 { a }\n}\n"},
		{"javascript", "var merge = function merge(a, b) {\n    return a;\n};\n"},
	} {
		must.Succeed(t, language.Of(test.language).Accept(s, "file", []byte(test.text)), test.language, "for", test.text)
	}
	if err := language.Of("c").Accept(parse(t, "int f()"), "file", []byte("int f(void) { return 1; }\n")); err != nil {
		t.Errorf("no arguments in C: %v", err)
	}
	for _, test := range []struct{ language, text, want string }{
		{"cpp", "class Solution {\npublic:\n    int merge(int a, int b, int c, int depth = 0) { return a; }\n};\n", "takes 3 arguments"},
		{"rust", "impl Solution {\n    pub fn merge(&self) -> i32 { 1 }\n}\n", "takes 0 arguments"},
		{"c", "int merge(int *a, int b) { return b; }\n",
			"file:1: merge takes arguments of other types than the problem gives\nhint: write int merge(int a, int b)"},
		{"c", "int merge(int a, int b[9]) { return a; }\n", "of other types"},
		{"python", "class Solver:\n    def merge(self, a, b):\n        return a\n", "file: no class Solution, in which the site wants merge"},
		{"python", "class Solution:\n    def merge(self, a=0):\n        return a\n", "takes 1 argument, "},
		{"javascript", "var merge = function(a = 0) {\n    return a;\n};\n", "takes 1 argument, "},
		{"go", "func merge(a int) int { return a }\n", "takes 1 argument, "},
		{"javascript", "var f = function(a, b) {\n    return a;\n};\n", "what the problem asks for; there is only f"},
		{"javascript", "var mergee = function(a, b) {\n    return a;\n};\n", "there is a mergee, which may be misspelt\nhint: write"},
		{"javascript", "var f = function(a) {};\nvar g = function(a) {};\n", "no function merge, which is what the problem asks for"},
	} {
		must.Fail(t, language.Of(test.language).Accept(s, "file", []byte(test.text)), test.want, test.language, "for", test.text)
	}
}

// TestTakes: a main that only tries out the function does not make a program of the file.
func TestTakes(t *testing.T) {
	s := parse(t, "int merge(int a, int b)")
	const class = "class Solution {\npublic:\n    int merge(int a, int b) { return a; }\n};\n"
	for text, want := range map[string]bool{
		class: true,
		class + "int main() { return Solution().merge(1, 2); }\n":                           true,
		"#include <stdint.h>\n" + class + "int main() { return Solution().merge(1, 2); }\n": true,
		class + "int main() { int a; cin >> a; Solution().merge(a, 2); }\n":                 false,
		"int merge(int a, int b) { return a; }\nint main() {}\n":                            true, // refused, because the class is missing
		"int merge(int a, int b) { return a; }\nint main() { cin >> a; }\n":                 false,
		"int main() { return 0; }\n":                                                        false,
		"int main() { int a; cin >> a; }\n":                                                 false,
	} {
		must.Equal(t, want, language.Of("cpp").Takes(s, "file", text), "for", text)
	}
}

// TestSkeletons: the code in the site's editor.
func TestSkeletons(t *testing.T) {
	swap := parse(t, "void swapRows(char[][] gameBoard, int k)")
	must.Succeed(t, swap.InPlace("gameBoard"))
	depth := parse(t, "int maxDepth(TreeNode root)")
	cache := must.Get(function.ParseClass("Cache", []string{"Cache(int size)", "int get(int key)"}))(t)
	for _, test := range []struct {
		s              function.Signature
		language, want string
		node           bool // the site shows the definition of a node
	}{
		{swap, "rust", "pub fn swap_rows(game_board: &mut Vec<Vec<char>>, k: i32)", false},
		{depth, "rust", "pub fn max_depth(root: Option<Rc<RefCell<TreeNode>>>) -> i32", true},
		{depth, "java", "public int maxDepth(TreeNode root)", true},
		{cache, "python", "def __init__(self, size: int)", false},
		{cache, "python", "def get(self, key: int)", false},
		{swap, "cpp", "void swapRows(vector<vector<char>>& gameBoard, int k)", false},
		{swap, "python", "Do not return anything, modify gameBoard in-place instead.", false},
		{parse(t, "String f(String s)"), "cpp", "string f(string s)", false},
	} {
		got := language.Of(test.language).Skeleton(test.s)
		if !strings.Contains(got, test.want) || strings.Contains(got, "val") != test.node || !test.node && strings.Contains(got, "//") {
			t.Errorf("%s: %s, want %s in it", test.language, got, test.want)
		}
	}
	for _, test := range []struct{ signature, language, text, want string }{
		{"int[][] f(int[] a)", "c", "int** f(int* a, int aSize, int* returnSize, int** returnColumnSizes) { return 0; }\n",
			"f(a0, a0Size, &rSize, &rColSize)"},
		{"int f(int a)", "cpp", "class Solution { public: int f(int a) { return a; } };\nint main() {}\n", "int judge_no_main() {}"},
		{"int f(int a)", "python", "class Solution:\n    def f(self, a):\n        return a\n", "return a"},
		{"int f(boolean b)", "go", "func f(b bool) int { return 0 }\n", ":= driverGetBool()"},
		{"int f(int a)", "go", "func f(a int) int { return bits.Len(uint(a)) }\n", "package main\nimport \"math/bits\"\n//line a:1:1\nfunc f"},
		{"int f(int a)", "go", "// mine\npackage leet // code\nfunc f(a int) int { return a }\n", "// mine\npackage main // code\nfunc f"},
	} {
		all := ""
		for _, file := range language.Of(test.language).Wrap(parse(t, test.signature), "a", []byte(test.text)) {
			all += string(file.Text)
		}
		must.Contain(t, all, test.want, test.signature, "in", test.language, "in it")
	}
	for id, want := range map[string]int{"java": 3, "cpp": 2} {
		if files := language.Of(id).Wrap(depth, "a", []byte("class Solution {}")); len(files) != want {
			t.Errorf("%d files in %s, want %d", len(files), id, want)
		}
	}
	if files := language.Of("java").Wrap(swap, "a", []byte("class Solution {}")); len(files) != 2 {
		t.Errorf("%d files in Java without nodes", len(files))
	}
	if got := language.Of("go").Trim("main.main()\n\t/w/" + golang.Driver + ":7\nmain.f()\n\t/w/a.go:2"); got != "main.f()\n\t/w/a.go:2" {
		t.Errorf("a trace of Go becomes %q", got)
	}
	must.Equal(t, "trace", language.Of("cpp").Trim("trace"), "a trace of C++ becomes")
	for name, want := range map[string]string{"maxDepth": "max_depth", "max_Depth": "max_depth", "LRUCache": "lru_cache",
		"a1B": "a1_b", "solveNQueens": "solve_n_queens", "isValidBST": "is_valid_bst", "AZ": "az", "toZA": "to_za"} {
		must.Equal(t, want, lang.Snake(name), name)
	}
}

func TestWholePrograms(t *testing.T) {
	for _, test := range []struct {
		language, text string
		program        bool
	}{
		{"cpp", "int main() {}", true},
		{"cpp", "class Solution {};", false},
		{"cpp", "class Solution { int f() { return getchar(); } };", false},
		{"python", "import sys\nfor line in sys.stdin: pass", true},
		{"python", "class Solution:\n    def f(self): pass\nif __name__ == '__main__':\n    print(Solution().f())", false},
		{"python", "# reads input()\nclass Solution: pass", false},
		{"python", "class Solution:\n    def f(self):\n        return input()\n", false},
		{"python", "class Solution:\n    def f(self): pass\nprint(Solution().f(input()))\n", true},
		{"javascript", "require('fs').readFileSync(0, 'utf8')", true},
		{"javascript", "var f = function() {}", false},
	} {
		if got := language.Of(test.language).IsProgram(test.text); got != test.program {
			t.Errorf("%s %q: program %v", test.language, test.text, got)
		}
		if got := language.Of(test.language).SeemsToRead(test.text); test.language != "cpp" && got != test.program {
			t.Errorf("%s %q: reads input %v", test.language, test.text, got)
		}
	}
}

// TestMayStart: only a file that nothing could start is not a program.
func TestMayStart(t *testing.T) {
	for _, test := range []struct {
		language, text string
		want           bool
	}{
		{"cpp", "#define START int main()\nint f() { return 1; }\nSTART { f(); }\n", true},
		{"cpp", "class Solution {\npublic:\n    int f() { return 1; } // no main\n};\n", false},
		{"java", "class Solution {\n    int f() { return 1; }\n}\n", false},
		{"python", "class Solution(object):\n    def f(self):\n        return 1\n", false},
		{"python", "class Solution:\n    def f(self):\n        return 1\nprint(Solution().f())\n", true},
		{"javascript", "var f = function(a) {\n    return a;\n};\n", false},
		{"javascript", "var f = function(a) {\n    return a;\n};\nconsole.log(f(1));\n", true},
	} {
		must.Equal(t, test.want, language.Of(test.language).MayStart(test.text), test.language, "for", test.text)
	}
}

// TestLooksBare: a class Solution, or a single function, is what a site takes.
func TestLooksBare(t *testing.T) {
	for _, test := range []struct {
		language, text string
		want           bool
	}{
		{"cpp", "class Solution {};", true},
		{"rust", "impl Solution {\n    pub fn f() {}\n}\n", true},
		{"c", "int f(int a) {\n    return a;\n}\n", true},
		{"c", "int f(int a) {\n    return a;\n}\nint g(int a) {\n    return a;\n}\n", false},
		{"c", "int f(int a) {\n    return g(a);\n}\n", true},
		{"c", "int a;\n", false},
		{"none", "class Solution {};", false},
	} {
		must.Equal(t, test.want, language.Of(test.language).LooksBare(test.text), test.language, test.text, "bare")
	}
}

// TestMisfit: a compiler's first message about the driver is shown without its place, and with the types of Rust.
func TestMisfit(t *testing.T) {
	for _, test := range []struct{ language, said, want string }{
		{"rust", "error[E0308]: mismatched types\n --> judge_driver.rs:1:1\n  expected `i64`, found `i32`\n",
			"mismatched types: expected `i64`, found `i32`"},
		{"rust", "error[E0061]: too many arguments\n --> judge_driver.rs:1:1\n", "too many arguments"},
		{"rust", "error: odd\n --> a.rs:1:1\n\nerror: other\n --> judge_driver.rs:1:1\n", ""},
		{"go", "./judge_driver.go:3:1: cannot use x\n", "cannot use x"},
		{"go", "./a.go:3:1: cannot use x\n", ""},
	} {
		must.Equal(t, test.want, language.Of(test.language).Misfit(test.said), test.said)
	}
}

// TestOwn: messages about the driver, and about lines that the judge added before the user's, are left out.
func TestOwn(t *testing.T) {
	const usual = "import java.util.*; import java.util.function.*; import java.util.stream.*; import java.math.*; import java.io.*; "
	for _, test := range []struct{ language, said, want string }{
		{"java", "A.java:1: error: x\n" + usual + "int y;\n" + strings.Repeat(" ", len(usual)) + "^\n", "A.java:1: error: x\nint y;\n^\n"},
		{"java", "A.java:2: error: x\nint y;\n" + usual + "z", "A.java:2: error: x\nint y;\nz"},
		{"rust", "error: a\n --> a.rs:1:1\n\nerror: b\n --> judge_driver.rs:1:1\n\nerror: c\n --> a.rs:2:1\n",
			"error: a\n --> a.rs:1:1\n\nerror: c\n --> a.rs:2:1\n"},
		{"go", "./judge_driver.go:3:1: x\n\tmore\n./a.go:3:1: y\n\tmore\n", "./a.go:3:1: y\n\tmore\n"},
		{"cpp", "a.cpp:1: x\n", "a.cpp:1: x\n"},
	} {
		if got := language.Of(test.language).Own(map[string]string{"go": "a.go"}[test.language], test.said); got != test.want {
			t.Errorf("%q: %q, want %q", test.said, got, test.want)
		}
	}
}

// TestAcceptsClasses: where a language has classes, the one that the problem asks for must be there; Go and C have types.
func TestAcceptsClasses(t *testing.T) {
	s, err := function.ParseClass("LRUCache", []string{"LRUCache(int capacity)", "int get(int key)"})
	must.Succeed(t, err)
	for _, test := range []struct {
		language, text string
		accepted       bool
	}{
		{"cpp", "class LRUCache {\npublic:\n    LRUCache(int n) {}\n    int get(int k) { return k; }\n};\n", true},
		{"cpp", "class Cache {\npublic:\n    int get(int k) { return k; }\n};\n", false},
		{"go", "type LRUCache struct{}\n", true},
		{"go", "type Cache struct{}\n", false},
		{"javascript", "globalThis.LRUCache = class {};\n", true}, // it may come to be in many ways
		{"javascript", "var Cache = function(n) {};\n", false},
		{"c", "typedef struct { int n; } Cache, LRU;\nLRU* lRUCacheCreate(int n) { return 0; }\n", true},
		{"c", "typedef struct { int n; } LRUCache;\n", false},
	} {
		err := language.Of(test.language).Accept(s, "file", []byte(test.text))
		if (err == nil) != test.accepted || err != nil && !strings.Contains(err.Error(), "no class LRUCache") {
			t.Errorf("%s: %v, for\n%s", test.language, err, test.text)
		}
	}
}
