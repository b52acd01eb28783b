package submit

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sudokuoj/judge/internal/language/golang"
	"sudokuoj/judge/internal/testkit/short"
)

const solver = `// Head comment.
//
//judge:problem leetcode37
//judge:board board
package main

import (
	"bufio"
	"fmt"
	"math/bits"
	"os"
	"slices"
	str "strings"
)

const (
	zero = iota
	one
)

var (
	// table is needed.
	table [512]int
	other int
)

type masks struct{ row [9]uint }

// at is a method that comes with its type.
func (m *masks) at(i int) uint { return m.row[i] << one }

type unrelated struct{}

func init() { table[0] = helper(1) }

func helper(n int) int { return n }

// solveSudoku completes the board.
func solveSudoku(board [][]byte) {
	var m masks
	search(board, &m)
}

func search(board [][]byte, m *masks) bool {
	_ = str.TrimSpace("") // the import goes by its own name
	_ = slices.Values(board) // as new as the site's Go
	return bits.OnesCount(m.at(0)) == table[0]
}

func main() {
	fmt.Fprintln(os.Stdout, bufio.NewReader(os.Stdin), other)
}
`

const solve = "void solveSudoku(char[][] board)"

// cutOf cuts a solver in Go for LeetCode 37.
func cutOf(t *testing.T, source string) (Cut, error) {
	t.Helper()
	return leetcode(asks(t, solve), "main.go", []byte(source), "go1.23")
}

func TestLeetCodeTakesWhatIsReachedAndNoMore(t *testing.T) {
	cut, err := cutOf(t, solver)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`import "math/bits"`, `import "slices"`, `import str "strings"`, "var table [512]int", "// table is needed.",
		"type masks struct", "func (m *masks) at(", "func init()", "func helper(", "// solveSudoku completes", "func search(", "zero = iota"} {
		if !strings.Contains(cut.Text, want) {
			t.Errorf("%q is missing in:\n%s", want, cut.Text)
		}
	}
	for _, not := range []string{"package", "func main", "bufio", "other", "unrelated", "judge:", "Head comment"} {
		if strings.Contains(cut.Text, not) {
			t.Errorf("%q is in:\n%s", not, cut.Text)
		}
	}
	compiles(t, cut)
}

// compiles checks the types of a pasted text together with a main program that calls it, as the site does.
func compiles(t *testing.T, cut Cut) {
	t.Helper()
	const site = "\nfunc main() { solveSudoku(nil) }\n"
	if _, err := load("pasted.go", []byte(golang.File("pasted.go", cut.Text+site)), *asks(t, solve).Function); err != nil {
		t.Errorf("what is pasted does not compile: %v\n%s", err, cut.Text)
	}
}

func TestLeetCodeRefuses(t *testing.T) {
	short.Skip(t)
	tests := []struct{ name, body, why string }{
		{"reads standard input", "func solveSudoku(board [][]byte) { os.Stdin.Read(nil) }", "main.go:4: os.Stdin reads standard input"},
		{"through a helper", "func solveSudoku(board [][]byte) { help() }\nfunc help() { fmt.Scan() }", "main.go:5: fmt.Scan reads standard input"},
		{"ends", "func solveSudoku(board [][]byte) { os.Exit(1) }", "main.go:4: os.Exit ends the site's program"},
		{"too new a function", "func solveSudoku(board [][]byte) { for range strings.Lines(\"\") {} }", "strings.Lines is new in go1.24"},
		{"too new a method", "func solveSudoku(board [][]byte) { var v reflect.Value; for range v.Fields() {} }", "reflect.Value.Fields is new in go1.26"},
		{"too new a language", "func solveSudoku(board [][]byte) { _ = new(3) }", "requires go1.26"},
		{"no such function", "func solve(board [][]byte) {}", "no function solveSudoku"},
		{"another signature", "func solveSudoku(board [][]byte) bool { return true }", "solveSudoku must be func solveSudoku(board [][]byte)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			imports := ""
			for _, pkg := range []string{"os", "fmt", "strings", "reflect"} {
				if strings.Contains(test.body, pkg+".") || pkg == "reflect" && strings.Contains(test.body, "reflect.") {
					imports += `"` + pkg + `";`
				}
			}
			_, err := cutOf(t, "package main\n\nimport ("+imports+")\n"+test.body+"\nfunc main() {}\n")
			if !IsRefused(err) || !strings.Contains(err.Error(), test.why) {
				t.Errorf("got %v, want a refusal that says %q", err, test.why)
			}
		})
	}
}

// TestOurOwnSolutions cuts every solution here that fits LeetCode.
func TestOurOwnSolutions(t *testing.T) {
	paths, _ := filepath.Glob("../../../../solutions/*/main.go")
	n := 0
	for _, path := range paths {
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(source), "//judge:problem") || !strings.Contains(string(source), "func solveSudoku(") {
			continue
		}
		n++
		cut, err := cutOf(t, string(source))
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		compiles(t, cut)
	}
	if n == 0 {
		t.Error("no solution of ours has the shape of LeetCode 37")
	}
}

func TestWhatDoesNotCompileIsRefused(t *testing.T) {
	for name, source := range map[string]string{
		"syntax": "package main\nfunc solveSudoku(board [][]byte) {",
		"far":    "package main\nimport _ \"example.com/far\"\nfunc solveSudoku(board [][]byte) {}\nfunc main() {}\n",
		"types":  "package main\nfunc solveSudoku(board [][]byte) { board = 1 }\nfunc main() {}\n",
	} {
		_, err := cutOf(t, source)
		if !IsRefused(err) || !strings.Contains(err.Error(), "it does not compile: main.go:2:") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestNoGo: if Go does not find its own packages, that says nothing about the program. It needs a process that has read
// none of them yet.
func TestNoGo(t *testing.T) {
	if os.Getenv("NO_GO") == "" {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestNoGo$")
		cmd.Env = append(os.Environ(), "NO_GO=1", "GOROOT="+t.TempDir())
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	source := "package main\n\nimport \"bufio\"\n\nvar _ bufio.Reader\n\nfunc solveSudoku(board [][]byte) {}\n\nfunc main() {}\n"
	_, err := cutOf(t, source)
	if err == nil || IsRefused(err) || !strings.Contains(err.Error(), "the packages of Go cannot be read: ") {
		t.Errorf("got %v, want a fault of the machine's", err)
	}
}

// TestUndirected removes directives, with the empty comment line above them, and nothing else.
func TestUndirected(t *testing.T) {
	for source, want := range map[string]string{
		"//judge:problem a\npackage main\n":                              "package main\n",
		"// Idea.\n//\n//judge:problem a\n//judge:board b\npackage main": "// Idea.\npackage main",
		"# Idea.\n #\n# judge:problem a\nx = 1\n":                        "# Idea.\nx = 1\n",
		"#\n#judge:problem a\nx = 1\n":                                   "x = 1\n",
		"x\n//\ny\n//":                                                   "x\n//\ny\n//",
		"x\n\n//judge:problem a\ny\n":                                    "x\n\ny\n",
		"#\nprint(1)\n# judge:problem x\n#\n":                            "#\nprint(1)\n#\n",
		"# words\n#judge:expect AC\nprint(1) # judge: kept\n":            "# words\nprint(1) # judge: kept\n",
	} {
		if got := undirected(source); got != want {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
	cut, err := Target{Site: Sites[0]}.Cut("a.py", []byte("#judge:problem acwing166\nprint(1)\n"))
	if err != nil || cut.Text != "print(1)\n" || cut.Function {
		t.Errorf("%+v, %v", cut, err)
	}
}
