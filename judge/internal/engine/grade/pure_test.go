package grade

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/dialogue"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/must"
)

// TestJudgeEnd: the way a program ended, and its verdict.
func TestJudgeEnd(t *testing.T) {
	limits := result.Limits{CPU: 1500 * time.Millisecond, Memory: 64 << 20, Output: 8 << 20}
	tests := []struct {
		outcome sandbox.Outcome
		verdict result.Verdict
		message string
	}{
		{sandbox.Outcome{}, "", ""},
		{sandbox.Outcome{End: sandbox.CPULimit}, result.TLE, "used up its 1.5 s of CPU time"},
		{sandbox.Outcome{End: sandbox.Starved, Exit: -1, Signal: "SIGKILL", CPU: 300 * time.Millisecond, Wall: time.Minute}, result.JE,
			"starved: the machine was so busy that it got 0.3 s of CPU in 60 s\nhint: run it again on a quieter machine"},
		{sandbox.Outcome{End: sandbox.WallLimit, CPU: 2 * time.Millisecond, Wall: 3 * time.Second}, result.TLE,
			"idle: used 0.002 s of CPU in 3 s"},
		{sandbox.Outcome{End: sandbox.MemoryLimit}, result.MLE, "wanted more than its 64 MiB of memory"},
		{sandbox.Outcome{End: sandbox.OutputLimit}, result.OLE, "printed more than 8 MiB"},
		{sandbox.Outcome{Exit: 3}, result.RE, "exit status 3"},
		{sandbox.Outcome{Exit: -1, Signal: "SIGSEGV"}, result.RE, "killed by SIGSEGV"},
	}
	for _, test := range tests {
		v, message := judgeEnd(test.outcome, limits)
		must.Equal(t, test.verdict, v, test.outcome, message)
		must.Equal(t, test.message, message.String(), test.outcome, message)
	}
}

// TestCombine: of several runs the worst verdict counts, the median of the times, and the largest use of memory; of
// several passes, the largest of all.
func TestCombine(t *testing.T) {
	differs := result.Case{Verdict: result.WA, CPU: 1, Wall: 2, PeakKiB: 12, Message: say.Of("differs")}
	silent := result.Case{Verdict: result.WA, Difference: &result.Difference{Text: say.Of("differs")}}
	right, slow := result.Case{Verdict: result.AC, CPU: 3, PeakKiB: 10}, result.Case{Verdict: result.AC, CPU: 2, Wall: 9, Contended: true}
	const how = "(in 1 of %d runs: it behaves differently from run to run)"
	got := combine([]result.Case{right, differs, slow})
	want := result.Case{Verdict: result.WA, CPU: 2, Wall: 2, PeakKiB: 12, Contended: true, Samples: []time.Duration{3, 1, 2}}
	said := got.Message.String()
	if got.Message = (say.Message{}); cmp.Diff(want, got) != "" || said != "differs "+fmt.Sprintf(how, 3) {
		t.Errorf("%s %s", said, cmp.Diff(want, got))
	}
	if got := combine([]result.Case{right, silent}); got.Message.String() != fmt.Sprintf(how, 2) {
		t.Errorf("without words: %s", got.Message)
	}
	if got := combine([]result.Case{right, right}); got.Contended || got.Message.Said() || len(got.Samples) != 2 {
		t.Errorf("twice the same: %+v", got)
	}
	largest := result.Case{Verdict: result.WA, CPU: 2, Wall: 9, PeakKiB: 12, Contended: true, Message: say.Of("differs")}
	must.Equal(t, largest, withLargest(differs, slow), "of two passes")
}

// TestHeads: an input is shown from its beginning, an error stream with its beginning and its end, and no character is cut.
func TestHeads(t *testing.T) {
	file, full := filepath.Join(t.TempDir(), "in"), strings.Repeat("1", excerpt-1)+"\xe6"
	for text, want := range map[string]string{
		"": "", "1 2\n": "1 2\n", full: full, strings.Repeat("1", excerpt+1): strings.Repeat("1", excerpt),
		strings.Repeat("数", excerpt): strings.Repeat("数", excerpt/3),
	} {
		must.Succeed(t, os.WriteFile(file, []byte(text), 0o666))
		if got := inputHead(file); got != want {
			t.Errorf("%d bytes of %d, want %d", len(got), len(text), len(want))
		}
	}
	must.Equal(t, "", inputHead(file+"s"), "no file")
	for shift := range 4 {
		text := "first" + strings.Repeat("x", shift) + strings.Repeat("数", excerpt) + "last"
		got := ends([]byte(text))
		if !strings.HasPrefix(got, "first") || !strings.HasSuffix(got, "last") || !utf8.ValidString(got) || len(got) > excerpt+50 {
			t.Errorf("shifted by %d: %d bytes: %q", shift, len(got), got)
		}
		before, rest, _ := strings.Cut(got, "\n[... ")
		between, after, found := strings.Cut(rest, " bytes ...]\n")
		if !found || fmt.Sprint(len(text)-len(before)-len(after)) != between {
			t.Errorf("shifted by %d: %d and %d bytes of %d, and %q between", shift, len(before), len(after), len(text), between)
		}
	}
	for _, short := range []string{"short \xe6", strings.Repeat("x", excerpt)} {
		must.Equal(t, short, ends([]byte(short)))
	}
}

// TestBesideOthers: beside others a program may use twice its time. If it uses up even that, it is over its limit; if it comes near the
// limit, it is run again alone; otherwise it is not.
func TestBesideOthers(t *testing.T) {
	l := result.Limits{CPU: time.Second}
	ran := func(v result.Verdict, ms int) result.Case {
		return result.Case{Verdict: v, CPU: time.Duration(ms) * time.Millisecond}
	}
	disturbed := func(c result.Case) result.Case { c.Contended = true; return c }
	over := result.Case{Verdict: result.TLE, Message: overCPU(l), CPU: l.CPU}
	for _, test := range []struct {
		name  string
		ran   result.Case
		again bool
		want  result.Case
	}{
		{"quick", ran(result.AC, 400), false, ran(result.AC, 400)},
		{"quick but disturbed", disturbed(ran(result.WA, 400)), true, disturbed(ran(result.WA, 400))},
		{"near the limit", ran(result.AC, 600), true, ran(result.AC, 600)},
		{"over it, perhaps because of others", ran(result.AC, 1500), true, over},
		{"over it in any case", disturbed(ran(result.TLE, 2001)), false, disturbed(over)},
		{"idle", ran(result.TLE, 1), false, ran(result.TLE, 1)},
		{"skipped", ran(result.SK, 0), false, ran(result.SK, 0)},
		{"the judge's own fault", ran(result.JE, 3000), false, ran(result.JE, 3000)},
		{"half of the limit", ran(result.AC, 500), false, ran(result.AC, 500)},
		{"the limit", ran(result.AC, 1000), true, ran(result.AC, 1000)},
		{"twice the limit", disturbed(ran(result.AC, 2000)), false, disturbed(over)},
	} {
		got, sure := besideOthers(test.ran, l, say.Message{})
		if sure == test.again {
			t.Errorf("%s: to be run again: %v", test.name, !sure)
		}
		must.Equal(t, test.want, got, test.name)
	}
	if got, _ := besideOthers(ran(result.AC, 2000), l, say.Of("it is slow")); got.Message.String() != overCPU(l).String()+"; it is slow" {
		t.Errorf("a remark on failures is lost: %s", got.Message)
	}
	// Of several runs, each must keep the limit, not only their median.
	var runs []result.Case
	for _, cpu := range []time.Duration{50 * time.Millisecond, 1400 * time.Millisecond, 50 * time.Millisecond} {
		one, _ := besideOthers(result.Case{Verdict: result.AC, CPU: cpu}, l, say.Message{})
		runs = append(runs, one)
	}
	must.Equal(t, result.TLE, combine(runs).Verdict, "one of three runs is over the limit")
}

// TestStuck: why both sides wait for ever.
func TestStuck(t *testing.T) {
	for _, test := range []struct {
		name string
		by   result.Speaker
		said string
		want string
	}{
		{"no end of line", result.ByProgram, "1", "the last line of the program has no end"},
		{"both listen", result.ByProgram, "1\n", "the interactor for the program"},
		{"silence", result.ByJudge, "1\n", "did you flush?"},
	} {
		record := dialogue.New()
		record.Hear(test.by, 0, []byte(test.said))
		p := &Prepared{Entry: Entry{Solution: solution.Solution{Language: "python"}}}
		must.Contain(t, p.stuck(record).String(), test.want, test.name)
	}
}

// TestDirty: a function gives the same answer again, in the problem's sense.
func TestDirty(t *testing.T) {
	one, other := []any{int64(1), int64(2)}, []any{int64(2), int64(1)}
	for _, test := range []struct {
		name   string
		check  problem.Check
		passes [][]any
		call   int
	}{
		{"called once", problem.Check{}, [][]any{{one}}, 0},
		{"the same", problem.Check{}, [][]any{{one, other}, {one, other}}, 0},
		{"the second call", problem.Check{}, [][]any{{one, one}, {one, other}}, 2},
		{"in any order", problem.Check{Kind: "any-order"}, [][]any{{one}, {other}}, 0},
		{"near enough", problem.Check{Absolute: 0.1}, [][]any{{1.0}, {1.05}}, 0},
		{"a third pass", problem.Check{}, [][]any{{one}, {one}, {other}}, 1},
	} {
		k := called{rules: test.check.Rules()}
		if call, dirty := k.dirty(function.Answers{Passes: test.passes}); call != test.call || dirty != (test.call > 0) {
			t.Errorf("%s: call %d, %v", test.name, call, dirty)
		}
	}
}

// TestRecognise: a file that names no problem is assigned to the one that it fits. A remark says that a function is
// given for a program.
func TestRecognise(t *testing.T) {
	asked := must.Get(function.Parse("int f(int a)"))(t)
	boards := problem.Problem{ID: "boards", Dir: "problems/boards", Check: problem.Check{Kind: "sudoku", Format: "acwing"}}
	asks := problem.Problem{ID: "asks", Function: &asked}
	digits := problem.Problem{ID: "digits", Check: problem.Check{Kind: "sudoku", Format: "digits"}}
	rows := problem.Problem{ID: "rows", Check: problem.Check{Kind: "sudoku", Format: "rows"}}
	target := problem.Problem{ID: "acwing183", Check: problem.Check{Kind: "lines", Format: "rows"}}
	letters := problem.Problem{ID: "letters", Check: problem.Check{Kind: "sudoku", Format: "letters"}}
	const (
		grids = "import sys\nboard = [[ord(c) - ord('A') for c in row if c != '-'] for row in sys.stdin.read().split()]\n" +
			"for i in range(0, len(board), 16):\n    print(i // 4)\n"
		named = "t = int(input())\nfor _ in range(t):\n    b = [[int(c) for c in input().strip()] for _ in range(9)]\n" +
			"    print('0', b[0][0] // 3)\n"
		numbers = "b = [list(map(int, input().split())) for _ in range(9)]\nprint(b[0][0] // 3)\n"
	)
	const method = "class Solution:\n    def f(self, a):\n        return a\n"
	const end = "import sys\nfor line in sys.stdin:\n    if line[0] == 'e': break\n    for i in range(81): pass\n"
	const byCharacter = "import sys\ncells = []\nfor c in sys.stdin.read():\n    if c == 'e': break\n    if len(cells) == 81: cells = []\n"
	const wholeLines = "for _ in range(int(input())):\n    b = [list(map(int, input())) for _ in range(9)]\n    print(b[0][0] // 3)\n"
	reads := map[string]string{
		"asks": "it defines f", "boards": "it reads boards of 81 characters until end", "letters": "it reads boards of 16 letters a row",
		"digits": "it reads how many boards there are, and rows of digits", "rows": "it reads one board as 81 numbers",
		"acwing183": "it knows what the rings of a target are worth",
	}
	swap := func(text, old, new string) string { return strings.Replace(text, old, new, 1) }
	for _, test := range []struct {
		name, text string
		p          problem.Problem
		fits       bool
		mistaken   string
	}{
		{"a function", method, asks, true, ""},
		{"another function", swap(method, " f(", " g("), asks, false, ""},
		{"a function in another class", swap(method, "Solution", "Mine"), asks, true, ""},
		{"a function that is tried", method + "print(Solution().f(1))\n", boards, false, ""},
		{"a function for a program", method, boards, false, "a.py: holds a function, or a class Solution, and no program: boards wants one"},
		{"a function for none", method, problem.Loose("sum"), false, "and no program"},
		{"a function of numbers", swap(method, "return a", "return a[9] // 3"), rows, false, "and no program"},
		{"a function of boards", swap(method, "return a", "return a[81] == 'end'"), boards, false, "and no program"},
		{"boards until end", end, boards, true, ""},
		{"boards until end, by characters", byCharacter, boards, true, ""},
		{"boards until end, misspelt", swap(end, "sys.stdin", "sys.stdn"), boards, true, ""},
		{"boards for another format", end, problem.Problem{ID: "lines"}, false, ""},
		{"boards", "import sys\nfor line in sys.stdin:\n    for i in range(81): pass\n", boards, false, ""},
		{"lines until end", "import sys\nfor line in sys.stdin:\n    if line == \"end\": break\n", boards, false, ""},
		{"rows of digits", named, digits, true, ""},
		{"rows of digits, without their number", swap(named, "for _ in range(t):\n    b =", "b ="), digits, false, ""},
		{"a number of rows of numbers", swap(numbers, "b =", "for _ in range(int(input())): b ="), digits, false, ""},
		{"rows of digits, as whole lines", wholeLines, digits, true, ""},
		{"rows of digits are no numbers", named, rows, false, ""},
		{"rows of digits, by hundreds", strings.ReplaceAll(named, "9", "900"), digits, false, ""},
		{"rows of digits, without boxes", strings.ReplaceAll(named, "3", "2"), digits, false, ""},
		{"rows of digits, and points", swap(named, "'0'", "'0.'[0], '.'"), digits, false, ""},
		{"rows of a number of numbers", swap(numbers, "b =", "n = int(input())\nfor _ in range(n): b ="), rows, false, ""},
		{"rows of numbers", numbers, rows, true, ""},
		{"rows of numbers, boxes by steps", swap(numbers, "print(b[0][0] // 3)", "b[0][0] //= 3"), rows, true, ""},
		{"rows of digits, by lines", swap(numbers, "list(map(int, input().split()))", "text.lines().map(as_bytes)"), rows, false, ""},
		{"rows of numbers are no digits", numbers, digits, false, ""},
		{"rows of numbers, and a comment", "# 'end' '.' %s\n" + numbers, rows, true, ""},
		{"rows of numbers, and end", numbers + "print(b != 'end')\n", rows, false, ""},
		{"rows of digits in one word", "import sys\nrows = [[int(d) for d in sys.stdin.readline().rstrip()] for _ in range(9)]\n" +
			"print(rows[8 // 3 * 3])\n", rows, false, ""},
		{"rows of numbers, and words", numbers + "print(\"unique\")\n", rows, false, ""},
		{"boards of letters", grids, letters, true, ""},
		{"boards of letters, by their number", "t = int(input())\n" + grids, letters, false, ""},
		{"boards of letters, of nine a row", swap(grids, "16", "9"), letters, false, ""},
		{"boards of letters, without boxes", swap(grids, "// 4", "// 5"), letters, false, ""},
		{"boards of letters, without blanks", swap(grids, "'-'", "'+'"), letters, false, ""},
		{"boards of digits, of sixteen a row", swap(grids, "'A'", "'0'"), letters, false, ""},
		{"boards of letters are no others", grids, digits, false, ""},
		{"a target's rings in a table", numbers + "w = [[6, 6, 6, 6], [6, 7, 7]]\n", target, true, ""},
		{"a target's rings in a line", numbers + "w = [6, 7, 8, 9, 10]\n", target, true, ""},
		{"a target's rings by the middle", numbers + "w = 10 - max(abs(r - 4), abs(c - 4))\n", target, true, ""},
		{"a target's rings by the rim", numbers + "w = min(r, c, 8 - r, 8 - c) + 6\n", target, true, ""},
		{"a target's rings by their distance", numbers + "w = min(10 - abs(r - 4), 10 - abs(c - 4))\n", target, true, ""},
		{"a target's rings from the rim", numbers + "w = 6 + min(r, c)\n", target, true, ""},
		{"a target is no board", numbers + "w = [6, 7, 8, 9, 10]\n", rows, false, ""},
		{"a board is no target", numbers, target, false, ""},
	} {
		s := must.Get(solution.Of("a.py", "python", language.File{Path: "a.py", Text: test.text}))(t)
		want := ""
		if test.fits {
			want = reads[test.p.ID]
		}
		must.Equal(t, want, fits(test.p, s).String(), test.name)
		if got := mistakenFor(test.p, s); got.Said() != (test.mistaken != "") || !strings.Contains(got.String(), test.mistaken) {
			t.Errorf("%s: %q, want %q", test.name, got, test.mistaken)
		}
		must.Equal(t, test.p.ID == "asks", IsFunction(test.p, s), test.name, "a function")
		if s.Files = append(s.Files, language.File{}); IsFunction(test.p, s) {
			t.Errorf("%s: a function of two files", test.name)
		}
	}
}

// TestCounts: a program that reads how many boards there are repeats its search as often.
func TestCounts(t *testing.T) {
	for code, want := range map[string]bool{
		`scanf("%d", &t); while (t--) {`:                      true,
		`cin >> n; for (int i = 0; i < n; i++) {`:             true,
		`cin>>n; for(int i=1;i<=n;++i) solve();`:              true,
		`int T = sc.nextInt(); while (T-- > 0) {`:             true,
		`int T = Integer.parseInt(in.readLine()); while(--T)`: true,
		`fmt.Fscan(in, &n); for i := 0; i < n; i++ {`:         true,
		"t = int(input())\nfor _ in range(t):":                true,
		"t = int(input())\nfor _ in range(1, t + 1):":         true,
		`n = read(); while (n--)`:                             true,
		"for _ in range(int(input())):":                       true,
		`cin >> t; if (!t) blanks++;`:                         false,
		`scanf("%d", &a[i][j]); while (left--) {`:             false,
		`cin >> cell; for (int i = 0; i < 9; i++) {`:          false,
		`blanks--; scanf("%d", &cell);`:                       false,
	} {
		must.Equal(t, want, counts(code), code)
	}
}

// TestMeant: what a file is called counts before what is in it, and that before what its first lines mention.
func TestMeant(t *testing.T) {
	asked := must.Get(function.Parse("int f(int a)"))(t)
	problems := []problem.Problem{{ID: "site1"}, {ID: "site2"}, {ID: "asks", Function: &asked}, {ID: "also", Function: &asked}}
	const method = "class Solution:\n    def f(self, a):\n        return a\n"
	for _, test := range []struct{ name, path, text, want, why string }{
		{"a file", "my work/Site 1.py", "", "site1", "its name says"},
		{"a folder", "site/1. sums/main.py", "", "site1", "its name says"},
		{"the file before the folder", "site1/site2.py", "", "site2", "its name says"},
		{"a folder, and another number", "site1/Site_3.py", "", "", ""},
		{"a folder, and another number in a folder", "site1/site 3/main.py", "", "", ""},
		{"a folder, and a number", "site1/p3.py", "", "site1", "its name says"},
		{"a folder far away", "site1/a/b/c.py", "", "", ""},
		{"the ending is no name", "my.site1", "", "", ""},
		{"the name before the function", "site1.py", method, "site1", "its name says"},
		{"two names", "site1 site2.py", "", "", ""},
		{"two functions", "a.py", method, "asks also", "it defines f"},
		{"two functions, and a name", "also.py", method, "also", "its name says"},
		{"two functions, and a mention", "a.py", "# asks\n" + method, "asks", "it mentions it in its first lines"},
		{"a mention", "a.py", "# Site 2\n", "site2", "it mentions it in its first lines"},
		{"two mentions", "a.py", "# site1, site2\n", "", ""},
		{"a late mention", "a.py", strings.Repeat("\n", 60) + "# site1\n", "", ""},
		{"none", "a.py", "print(1)", "", ""},
	} {
		s := solution.Solution{Path: test.path, Language: "python", Files: []language.File{{Path: test.path, Text: test.text}}}
		fit, why := meant(problems, s)
		if got := strings.Join(fit, " "); got != test.want || why.String() != test.why {
			t.Errorf("%s: %q, as %s", test.name, got, why)
		}
	}
}
