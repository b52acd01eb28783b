package grade

import (
	"strings"
	"testing"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/must"
)

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
