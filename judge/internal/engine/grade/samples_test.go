package grade_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/grader"
	"sudokuoj/judge/internal/testkit/must"
)

// TestSamplesDecide: Luogu P1784 and P1074 both give 81 numbers. What a program prints for their samples shows which of
// the two it is for.
func TestSamplesDecide(t *testing.T) {
	root, err := filepath.Abs("../../../..")
	must.Succeed(t, err)
	g := grader.Open(t)
	// answering is a program that knows the answers of a problem's samples.
	answering := func(id string) string {
		text := "import sys\nboard = [int(c) for c in sys.stdin.read().split()]\nbox = board[0] // 3 + 9 * (9 > board[1])\nknown = {}\n"
		inputs, _ := filepath.Glob(filepath.Join(root, "testdata", id, "sample", "*.in"))
		for _, in := range inputs {
			asked, err := os.ReadFile(in)
			answer, err2 := os.ReadFile(strings.TrimSuffix(in, "in") + "ans")
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			board := strings.Join(strings.Fields(string(asked)), ",")
			text += fmt.Sprintf("known[tuple([%s])] = %q\n", board, answer)
		}
		return text + "print(known.get(tuple(board), 0), end='')\n"
	}
	for _, test := range []struct{ name, path, text, want, why string }{
		{"a board", "a.py", answering("luogup1784"), "luogup1784", "it passes its samples"},
		{"a score", "a.py", answering("acwing183"), "acwing183", "it passes its samples"},
		{"neither", "a.py", answering("none"), "luogup1784", "it reads one board as 81 numbers"},
		{"a score, in a folder of its name", "P1074/a.py", answering("none"), "acwing183", "its name says"},
		{"another site's name", "poj3074.py", "", "acwing166", "its name says"},
		{"a name without its letter", "luogu1784.py", "", "luogup1784", "its name says"},
		{"a Korean site's", "boj2580.py", "", "luogup1784", "its name says"},
	} {
		s := solution.Solution{Path: test.path, Language: "python", Files: []language.File{{Path: test.path, Text: test.text}}}
		all, said := []solution.Solution{s}, ""
		passes := func(p problem.Problem, s solution.Solution) bool { return g.PassesSamples(t.Context(), p, s) }
		grade.Recognise(root, all, passes, func(what say.Message) { said = what.String() })
		if got := strings.Join(all[0].Problems, " "); got != test.want || !strings.Contains(said, test.why) {
			t.Errorf("%s: %q, %s; want %s, as %s", test.name, got, said, test.want, test.why)
		}
	}
}
