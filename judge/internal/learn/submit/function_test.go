package submit

import (
	"strings"
	"testing"

	"sudokuoj/judge/internal/testkit/short"
)

const pasted = `#judge:problem leetcode37
class Solution:
    def solveSudoku(self, board: List[List[str]]) -> None:
        print("sys.stdin")  # input() is not read
`

// TestFunctionsAreCopiedAsTheyAre: a file with the function is pasted whole, without our directives.
func TestFunctionsAreCopiedAsTheyAre(t *testing.T) {
	site, err := SiteByName("leetcode")
	if err != nil {
		t.Fatal(err)
	}
	cut, err := site.Cut("solver.py", []byte(pasted))
	if _, want, _ := strings.Cut(pasted, "\n"); err != nil || cut.Text != want || !cut.Function {
		t.Errorf("%q, function %v, %v", cut.Text, cut.Function, err)
	}
	bare := "func solveSudoku(board [][]byte) {\n\tsort.Slice(board, nil)\n\tfmt.Println(len(board))\n}\n"
	marked := "import org.junit.Test;\n//leetcode submit region begin(Prohibit modification and deletion)\nclass Solution {\n    public void solveSudoku(char[][] board) {}\n}\n//leetcode submit region end(Prohibit modification and deletion)\n"
	if cut, err = site.Cut("Solver.java", []byte(marked)); err != nil || cut.Text != "class Solution {\n    public void solveSudoku(char[][] board) {}\n}\n" {
		t.Errorf("between the marks of a plugin: %q, %v", cut.Text, err)
	}
	if cut, err = site.Cut("solver.go", []byte(bare)); err != nil || cut.Text != bare || !cut.Function {
		t.Errorf("%q, function %v, %v", cut.Text, cut.Function, err)
	}
}

func TestFunctionsThatAreRefused(t *testing.T) {
	short.Skip(t)
	for _, test := range []struct{ name, file, source, want string }{
		{"Python reads", "a.py", strings.Replace(pasted, "print(", "x = input(", 1), "a.py:4: input reads standard input"},
		{"C++ reads", "a.cpp", "class Solution {\npublic:\n    void solveSudoku(vector<vector<char>>& b) { int x; cin >> x; }\n};\n", "a.cpp:3: cin reads standard input"},
		{"Java reads", "a.java", "class Solution {\n    public void solveSudoku(char[][] b) { new Scanner(System.in); }\n}\n", "a.java:2: System.in reads standard input"},
		{"JavaScript reads", "a.js", "var solveSudoku = function(board) {\n    require('fs').readFileSync(0);\n};\n", "a.js:2: readFileSync reads standard input"},
		{"Go reads", "a.go", "import \"os\"\n\nfunc solveSudoku(board [][]byte) { os.Stdin.Read(nil) }\n", "a.go:3: os.Stdin reads standard input"},
		{"Go too new", "a.go", "func solveSudoku(board [][]byte) {\n\tfor range strings.Lines(\"\") {\n\t}\n}\n", "a.go:2: strings.Lines is new in go1.24"},
		{"Go of another type", "a.go", "func solveSudoku(board [][]rune) {}\n", "solveSudoku must be func solveSudoku(board [][]byte)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			site, err := SiteByName("leetcode")
			if err != nil {
				t.Fatal(err)
			}
			_, err = site.Cut(test.file, []byte(test.source))
			if !IsRefused(err) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, want a refusal that says %q", err, test.want)
			}
		})
	}
}
