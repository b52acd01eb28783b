package submit

import (
	"context"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/grader"
)

// graded is a result with the given cases: "1 AC", and so on; * marks a promised verdict.
func graded(v result.Verdict, cases ...string) result.Solution {
	s := result.Solution{Verdict: v}
	for _, c := range cases {
		name, verdict, _ := strings.Cut(c, " ")
		verdict, promised := strings.CutSuffix(verdict, "*")
		one := result.Case{Case: name, Verdict: result.Verdict(verdict), AsExpected: verdict == "AC" || promised}
		if promised {
			one.Expected = result.Promise(verdict)
		}
		s.Cases = append(s.Cases, one)
	}
	return s
}

func TestRefuses(t *testing.T) {
	for _, tt := range []struct {
		name   string
		res    result.Solution
		want   bool
		beyond string
	}{
		{"all accepted", graded(result.AC, "secret/1 AC", "secret/2 AC"), false, ""},
		{"one wrong", graded(result.WA, "secret/1 AC", "secret/2 WA"), true, ""},
		{"the first wrong", graded(result.WA, "secret/1 WA", "secret/2 AC"), true, ""},
		{"slow as promised", graded(result.TLE, "secret/1 AC", "secret/2 TLE*"), false, ""},
		{"nothing accepted", graded(result.TLE, "secret/1 TLE*"), true, ""},
		{"does not compile", graded(result.CE), true, ""},
		{"the judge's fault", graded(result.JE, "secret/1 AC"), true, ""},
		{"wrong only beyond the site", graded(result.AC, "secret/1 AC", "beyond/2 WA", "beyond/3 AC"), false,
			"beyond what X promises: 1 of 2 accepted (WA 2), which it has nothing like"},
		{"accepted only beyond the site", graded(result.WA, "secret/1 WA", "beyond/2 AC"), true, "beyond what X promises: 1 of 1 accepted"},
	} {
		if got := Refuses(tt.res); got != tt.want {
			t.Errorf("%s: refused is %v", tt.name, got)
		}
		if got := Beyond("X", tt.res).String(); got != tt.beyond {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.beyond)
		}
	}
}

func TestSiteFor(t *testing.T) {
	for _, tt := range []struct {
		claimed []string
		want    string
	}{
		{[]string{"sudokuask", "acwing166"}, "acwing"}, {[]string{"leetcode37"}, "leetcode"},
		{[]string{"acwing166", "leetcode37"}, ""}, {[]string{"sudokuask"}, ""}, {nil, ""},
	} {
		if s, err := SiteFor(tt.claimed); s.Name != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%q: %q, %v", tt.claimed, s.Name, err)
		}
	}
}

// TestWhatIsPasted compares the whole text: a blank line between pieces, comments with their declarations, a group of
// variables split up, methods with their type, and nothing that nothing needs.
func TestWhatIsPasted(t *testing.T) {
	const source = `package main

import "os"

var (
	// most is how many.
	most = 9
	rest = 1
)

type (
	// box is a box.
	box struct{ n int }
	bin struct{}
)

func (b box) full() bool { return b.n == most }

// String is called by nobody here: an interface may.
func (b *box) String() string { return "box" }

func (b bin) full() bool { return false }

func init() { rest = 2 }

func solveSudoku(board [][]byte) {
	var b box
	_ = b.full()
}

func main() { os.Exit(0) }
`
	const want = `// most is how many.
var most = 9

// box is a box.
type box struct{ n int }

func (b box) full() bool { return b.n == most }

// String is called by nobody here: an interface may.
func (b *box) String() string { return "box" }

func solveSudoku(board [][]byte) {
	var b box
	_ = b.full()
}
`
	cut, err := cutOf(t, "leetcode", source)
	if err != nil {
		t.Fatal(err)
	}
	if cut.Text != want {
		t.Errorf("pasted:\n%s", cut.Text)
	}
}

// TestCommentsOfDirectives removes the empty comment line above a directive, and no other.
func TestCommentsOfDirectives(t *testing.T) {
	for source, want := range map[string]string{
		"#\n# judge:problem x\nprint(1)\n":        "print(1)\n",
		"//\n//judge:problem x\nint x;\n":         "int x;\n",
		"#\nprint(1)\n# judge:problem x\n#\n":     "#\nprint(1)\n#\n",
		"int x;\n//judge:problem x\nint y;\n//\n": "int x;\nint y;\n//\n",
		"# words\n# judge:problem x\n":            "# words\n",
	} {
		if cut, err := cutOf(t, "acwing", source); err != nil || cut.Text != want {
			t.Errorf("%q: %q, %v", source, cut.Text, err)
		}
	}
}

// TestPrograms: a whole program is cut; a file with the function alone is pasted as it is.
func TestPrograms(t *testing.T) {
	for _, tt := range []struct {
		path, source string
		function     bool
	}{
		{"a.py", "class Solution:\n    def solveSudoku(self, board):\n        pass\n", true},
		{"a.cpp", "class Solution {\npublic:\n    void solveSudoku(vector<vector<char>>& board) {}\n};\n", true},
		{"a.py", "import sys\nclass Solution:\n    def solveSudoku(self, board):\n        sys.setrecursionlimit(9999)\n", true},
		{"a.cpp", "#include <vector>\nusing namespace std;\nclass Solution {\npublic:\n    void solveSudoku(vector<vector<char>>& board) {}\n};\n", true},
		{"a.js", "/** @return {void} */\nvar solveSudoku = function(board) {\n};\n", true},
		{"a.txt", "solveSudoku", false},
		{"a.py", "def solveSudoku(board): pass\ndef show(board): pass\nfor line in open(0): solveSudoku(line)\n", false},
		{"a.js", "function solveSudoku(board) {}\nfunction show(board) {}\nsolveSudoku(require('fs').readFileSync(0));\n", false},
		{"a.py", "print(1)\n", false},
		{"a.py", "def solveSudokuX(): pass\n", false},
		{"a.cpp", "#include <iostream>\nvoid solveSudoku() {}\nint main() { solveSudoku(); }\n", false},
		{"A.java", "class Solution {\n    public void solveSudoku(char[][] board) {}\n    public static void main(String[] args) {}\n}\n", false},
	} {
		_, function, err := asItIs(tt.path, []byte(tt.source), "go1.23")
		if function != tt.function || err != nil {
			t.Errorf("%s: %q: as it is: %v, %v", tt.path, tt.source, function, err)
		}
	}
}

// TestNothingToGradeWith: without a compiler, nothing is known about the program. An interrupted run says so itself.
func TestNothingToGradeWith(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	g := grader.Open(t)
	p := problem.Problem{ID: "leetcode37", Check: problem.Check{Kind: "lines"}, Cases: []problem.Case{{Name: "secret/1"}}}
	own := solution.Solution{Path: "a.rs", Language: "rust"}
	run, err := Sites[1].Grade(t.Context(), g, p, own, Cut{})
	if err == nil || !strings.Contains(err.Error(), "submit: no rustc here for Rust") {
		t.Errorf("%+v, %v", run.Results, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if run, err := Sites[1].Grade(ctx, g, p, own, Cut{}); err != nil || !run.Interrupted {
		t.Errorf("interrupted: %+v, %v", run, err)
	}
}
