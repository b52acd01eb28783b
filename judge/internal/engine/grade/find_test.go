package grade

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

// planted is a tree of problems and solutions.
func planted(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	const format = "problem_format_version: 2025-09\n"
	for name, text := range map[string]string{
		"problems/one/problem.yaml": format + "name: one\n", "testdata/one/secret/1.in": "", "testdata/one/secret/1.ans": "", "testdata/one/secret/2.in": "", "testdata/one/secret/2.ans": "",
		"problems/two/problem.yaml": format + "name: two\n", "testdata/two/secret/1.in": "", "testdata/two/secret/1.ans": "",
		"problems/broken/problem.yaml": "name: [\n", "testdata/broken/secret/1.in": "", "testdata/broken/secret/1.ans": "",
		"problems/asks/problem.yaml": format + "name: asks\n", "problems/asks/judge.yaml": "function: int f(int a)\n", "testdata/asks/secret/1.in": "1\n", "testdata/asks/secret/1.ans": "1\n",
		"func.py":             "class Solution:\n    def f(self, a):\n        return a\n",
		"solutions/a/main.py": "#judge:problem one\nprint(1)\n", "solutions/b/main.py": "#judge:problem one two\nprint(1)\n",
		"solutions/c/main.py": "#judge:problem gone\nprint(1)\n", "solutions/d/main.py": "#judge:expect XX\n", "loose.py": "print(1)\n",
	} {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestFind selects from such a tree: the entries as "problem solution cases", the remarks, and the error.
func TestFind(t *testing.T) {
	root := planted(t)
	loose, fits := filepath.Join(root, "loose.py"), filepath.Join(root, "func.py")
	for _, test := range []struct {
		name               string
		wanted             Wanted
		names              []string
		entries, told, err string
	}{
		{"all", Wanted{}, nil, "one a 12, one b 12, two b 1", "broken, gone, XX", ""},
		{"a solution", Wanted{}, []string{"a"}, "one a 12", "", ""},
		{"of two problems", Wanted{}, []string{"b"}, "one b 12, two b 1", "", ""},
		{"a problem", Wanted{Problem: "two"}, nil, "two b 1", "gone, XX", ""},
		{"cases", Wanted{Cases: []string{"secret/2"}}, nil, "one a 2, one b 2", "broken, gone, XX", ""},
		{"cases of one", Wanted{Cases: []string{"one/secret/1"}, Problem: "one"}, []string{"a"}, "one a 1", "", ""},
		{"a file for a problem", Wanted{Problem: "one"}, []string{loose}, "one loose 12", "", ""},
		{"a file for none", Wanted{}, []string{loose}, "", "", "hint: for none of them: judge try runs it on what you type"},
		{"a file, and a solution", Wanted{}, []string{loose, "a"}, "one a 12", "which problem does it solve?, broken", ""},
		{"a file that fits", Wanted{}, []string{"a", fits}, "asks func 1, one a 12", "", ""},
		{"a file that fits another", Wanted{Problem: "one"}, []string{fits}, "one func 12", "", ""},
		{"no such problem", Wanted{Problem: "tow"}, nil, "", "", "-problem tow: there is no such problem"},
		{"a broken problem", Wanted{Problem: "broken"}, nil, "", "", "broken"},
		{"no such solution", Wanted{}, []string{"z"}, "", "", "unknown z"},
		{"not its problem", Wanted{Problem: "two"}, []string{"a"}, "", "", "-problem two: none of the chosen solutions claims it"},
		{"no such case", Wanted{Cases: []string{"secret/9"}}, []string{"a"}, "", "", "-case secret/9: no case of that name"},
		{"one such case", Wanted{Cases: []string{"secret/9", "secret/1"}}, []string{"a"}, "one a 1", "", "-case secret/9: no case of that name"},
		{"a case of another problem", Wanted{Cases: []string{"two/secret/1"}}, []string{"a"}, "", "", "-case two/secret/1: no case of that name"},
		{"a missing problem", Wanted{}, []string{"c"}, "", "", "gone"},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.wanted.Root = root
			entries, faults, err := test.wanted.Find(test.names, func(name string, _ []string) error { return fmt.Errorf("unknown %s", name) })
			var got []string
			for _, e := range entries {
				cases := ""
				for _, c := range e.Cases {
					cases += filepath.Base(c.Name)
				}
				got = append(got, e.Problem.ID+" "+strings.TrimSuffix(filepath.Base(e.Solution.Name), ".py")+" "+cases)
				if e.Unasked != (test.names == nil) {
					t.Errorf("%s: unasked %t", e.Solution.Name, e.Unasked)
				}
			}
			if text := strings.Join(got, ", "); text != test.entries {
				t.Errorf("entries %q, want %q", text, test.entries)
			}
			if (faults != nil) != (test.told != "") || (err != nil) != (test.err != "") {
				t.Errorf("told %v, and %v", faults, err)
			}
			for said, want := range map[error]string{faults: test.told, err: test.err} {
				for _, word := range strings.Split(want, ", ") {
					if said != nil && !strings.Contains(said.Error(), word) {
						t.Errorf("%v, want %q in it", said, word)
					}
				}
			}
		})
	}
	if _, _, err := (Wanted{Root: t.TempDir()}).Find(nil, nil); err == nil || !strings.Contains(err.Error(), "problems") {
		t.Errorf("an empty tree: %v", err)
	}
	p := problem.Problem{ID: "two", Cases: []problem.Case{{Name: "secret/1"}}}
	if _, _, err := Enter([]problem.Problem{p}, []string{"one", "two"}, []solution.Solution{{Name: "a", Problems: []string{"one"}}}, "", []string{"secret/1"}); err == nil || !strings.Contains(err.Error(), "none of the chosen solutions claims a problem that has a chosen case") {
		t.Errorf("cases that no solution asks for: %v", err)
	}
	if _, _, err := Enter([]problem.Problem{p}, []string{"two"}, nil, "", nil); err == nil || !strings.Contains(err.Error(), "no solutions found") {
		t.Errorf("no solutions: %v", err)
	}
	if _, _, err := Enter([]problem.Problem{{ID: "two"}}, []string{"two"}, []solution.Solution{{Name: "a", Problems: []string{"two"}}}, "", nil); err == nil || !strings.Contains(err.Error(), "none of the chosen solutions claims") {
		t.Errorf("a problem without cases: %v", err)
	}
}

// TestFindsNothing: then the first fault is the error.
func TestFindsNothing(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{"problems/one/problem.yaml": "", "testdata/one/secret/1.in": "", "testdata/one/secret/1.ans": "", "solutions/a/main.py": "#judge:expect XX\n"} {
		file := filepath.Join(root, filepath.FromSlash(name))
		os.MkdirAll(filepath.Dir(file), 0o777)
		os.WriteFile(file, []byte(text), 0o666)
	}
	for _, want := range []string{"XX", "no solutions found"} {
		if entries, _, err := (Wanted{Root: root}).Find(nil, nil); len(entries) > 0 || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, %v, want %s", entries, err, want)
		}
		os.RemoveAll(filepath.Join(root, "solutions", "a"))
		os.WriteFile(filepath.Join(root, "problems", "one", "problem.yaml"), []byte("problem_format_version: 2025-09\nname: one\n"), 0o666)
	}
}

// TestIn: the shards of a run share its cases.
func TestIn(t *testing.T) {
	e := Entry{Problem: problem.Problem{ID: "p"}}
	for i := range 20 {
		e.Cases = append(e.Cases, problem.Case{Name: fmt.Sprint(i)})
	}
	few := Entry{Problem: problem.Problem{ID: "q"}, Cases: e.Cases[:1]}
	seen := map[string]int{}
	for n := range 3 {
		for _, kept := range In(result.Shard{Index: n + 1, Of: 3}, []Entry{few, e}) {
			if !kept.Partial || len(kept.Cases) == 0 {
				t.Errorf("shard %d: %+v", n, kept)
			}
			for _, c := range kept.Cases {
				seen[kept.Problem.ID+c.Name]++
			}
		}
	}
	if len(seen) != 21 || seen["q0"] != 1 || seen["p7"] != 1 {
		t.Errorf("the shards hold %v", seen)
	}
	for _, whole := range []result.Shard{{}, {Index: 1, Of: 1}} {
		if all := In(whole, []Entry{e}); len(all) != 1 || all[0].Partial {
			t.Errorf("no shards: %+v", all)
		}
	}
}

// TestRecognise: a file that names no problem is assigned to the one that it fits. A remark says that a function is
// given for a program.
func TestRecognise(t *testing.T) {
	asked, err := function.Parse("int f(int a)")
	if err != nil {
		t.Fatal(err)
	}
	boards := problem.Problem{ID: "boards", Dir: "problems/boards", Check: problem.Check{Kind: "sudoku", Format: "acwing"}}
	asks := problem.Problem{ID: "asks", Function: &asked}
	digits := problem.Problem{ID: "digits", Check: problem.Check{Kind: "sudoku", Format: "digits"}}
	rows := problem.Problem{ID: "rows", Check: problem.Check{Kind: "sudoku", Format: "rows"}}
	target := problem.Problem{ID: "acwing183", Check: problem.Check{Kind: "lines", Format: "rows"}}
	letters := problem.Problem{ID: "letters", Check: problem.Check{Kind: "sudoku", Format: "letters"}}
	const (
		grids   = "import sys\nboard = [[ord(c) - ord('A') for c in row if c != '-'] for row in sys.stdin.read().split()]\nfor i in range(0, len(board), 16):\n    print(i // 4)\n"
		named   = "t = int(input())\nfor _ in range(t):\n    b = [[int(c) for c in input().strip()] for _ in range(9)]\n    print('0', b[0][0] // 3)\n"
		numbers = "b = [list(map(int, input().split())) for _ in range(9)]\nprint(b[0][0] // 3)\n"
	)
	const method = "class Solution:\n    def f(self, a):\n        return a\n"
	for _, test := range []struct {
		name, text     string
		p              problem.Problem
		fits, mistaken string
	}{
		{"a function", method, asks, "it defines f", ""},
		{"another function", strings.Replace(method, " f(", " g(", 1), asks, "", ""},
		{"a function in another class", strings.Replace(method, "Solution", "Mine", 1), asks, "it defines f", ""},
		{"a function that is tried", method + "print(Solution().f(1))\n", boards, "", ""},
		{"a function for a program", method, boards, "", "a.py: holds a function, or a class Solution, and no program: boards wants one"},
		{"a function for none", method, problem.Loose("sum"), "", "and no program"},
		{"boards until end", "import sys\nfor line in sys.stdin:\n    if line[0] == 'e': break\n    for i in range(81): pass\n", boards, "it reads boards of 81 characters until end", ""},
		{"boards until end, by characters", "import sys\ncells = []\nfor c in sys.stdin.read():\n    if c == 'e': break\n    if len(cells) == 81: cells = []\n", boards, "it reads boards of 81 characters until end", ""},
		{"boards until end, misspelt", "import sys\nfor line in sys.stdn:\n    if line[0] == 'e': break\n    for i in range(81): pass\n", boards, "it reads boards of 81 characters until end", ""},
		{"boards for another format", "import sys\nfor line in sys.stdin:\n    if line[0] == 'e': break\n    for i in range(81): pass\n", problem.Problem{ID: "lines"}, "", ""},
		{"boards", "import sys\nfor line in sys.stdin:\n    for i in range(81): pass\n", boards, "", ""},
		{"rows of digits", named, digits, "it reads how many boards there are, and rows of digits", ""},
		{"rows of digits, without their number", strings.Replace(named, "for _ in range(t):\n    b =", "b =", 1), digits, "", ""},
		{"a number of rows of numbers", strings.Replace(numbers, "b =", "for _ in range(int(input())): b =", 1), digits, "", ""},
		{"rows of digits, as whole lines", "for _ in range(int(input())):\n    b = [list(map(int, input())) for _ in range(9)]\n    print(b[0][0] // 3)\n", digits, "it reads how many", ""},
		{"rows of digits are no numbers", named, rows, "", ""},
		{"rows of digits, by hundreds", strings.ReplaceAll(named, "9", "900"), digits, "", ""},
		{"rows of digits, without boxes", strings.ReplaceAll(named, "3", "2"), digits, "", ""},
		{"rows of digits, and points", strings.Replace(named, "'0'", "'0.'[0], '.'", 1), digits, "", ""},
		{"rows of a number of numbers", strings.Replace(numbers, "b =", "n = int(input())\nfor _ in range(n): b =", 1), rows, "", ""},
		{"rows of numbers", numbers, rows, "it reads one board as 81 numbers", ""},
		{"rows of numbers are no digits", numbers, digits, "", ""},
		{"rows of numbers, and a comment", "# 'end' '.' %s\n" + numbers, rows, "it reads one board as 81 numbers", ""},
		{"rows of numbers, and end", numbers + "print(b != 'end')\n", rows, "", ""},
		{"rows of numbers, and words", numbers + "print(\"unique\")\n", rows, "", ""},
		{"boards of letters", grids, letters, "it reads boards of 16 letters a row", ""},
		{"boards of letters, by their number", "t = int(input())\n" + grids, letters, "", ""},
		{"boards of letters, of nine a row", strings.Replace(grids, "16", "9", 1), letters, "", ""},
		{"boards of letters, without boxes", strings.Replace(grids, "// 4", "// 5", 1), letters, "", ""},
		{"boards of letters, without blanks", strings.Replace(grids, "'-'", "'+'", 1), letters, "", ""},
		{"boards of digits, of sixteen a row", strings.Replace(grids, "'A'", "'0'", 1), letters, "", ""},
		{"boards of letters are no others", grids, digits, "", ""},
		{"a target's rings in a table", numbers + "w = [[6, 6, 6, 6], [6, 7, 7]]\n", target, "it knows what the rings of a target are worth", ""},
		{"a target's rings in a line", numbers + "w = [6, 7, 8, 9, 10]\n", target, "it knows what the rings of a target are worth", ""},
		{"a target's rings by the middle", numbers + "w = 10 - max(abs(r - 4), abs(c - 4))\n", target, "it knows what the rings of a target are worth", ""},
		{"a target's rings by the rim", numbers + "w = min(r, c, 8 - r, 8 - c) + 6\n", target, "it knows what the rings of a target are worth", ""},
		{"a target's rings by their distance", numbers + "w = min(10 - abs(r - 4), 10 - abs(c - 4))\n", target, "it knows what the rings of a target are worth", ""},
		{"a target's rings from the rim", numbers + "w = 6 + min(r, c)\n", target, "it knows what the rings of a target are worth", ""},
		{"a target is no board", numbers + "w = [6, 7, 8, 9, 10]\n", rows, "", ""},
		{"a board is no target", numbers, target, "", ""},
		{"a function of numbers", strings.Replace(method, "return a", "return a[9] // 3", 1), rows, "", "and no program"},
		{"lines until end", "import sys\nfor line in sys.stdin:\n    if line == \"end\": break\n", boards, "", ""},
		{"a function of boards", strings.Replace(method, "return a", "return a[81] == 'end'", 1), boards, "", "and no program"},
	} {
		s, err := solution.Of("a.py", "python", language.File{Path: "a.py", Text: test.text})
		if err != nil {
			t.Fatal(err)
		}
		for got, want := range map[*say.Message]string{new(fits(test.p, s)): test.fits, new(mistakenFor(test.p, s)): test.mistaken} {
			if got.Said() != (want != "") || !strings.Contains(got.String(), want) {
				t.Errorf("%s: %q, want %q", test.name, got, want)
			}
		}
		if got := IsFunction(test.p, s); got != (test.fits == "it defines f" || test.name == "another function") {
			t.Errorf("%s: a function: %t", test.name, got)
		}
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
		if got := counts(code); got != want {
			t.Errorf("%s: %t, want %t", code, got, want)
		}
	}
}

// TestRecogniseSeveral: a file that fits several problems is left to its author, who hears which they are.
func TestRecogniseSeveral(t *testing.T) {
	root := planted(t)
	dir := filepath.Join(root, "problems", "asksalso")
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, "problems", "asks"))); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(root, "testdata", "asksalso"), os.DirFS(filepath.Join(root, "testdata", "asks"))); err != nil {
		t.Fatal(err)
	}
	s, err := solution.Open(filepath.Join(root, "func.py"))
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	all := []solution.Solution{s}
	Recognise(root, all, nil, func(m say.Message) { told = append(told, m.String()) })
	if len(all[0].Problems) > 0 || len(told) != 1 || !strings.Contains(told[0], "func.py: may be for asks, asksalso") {
		t.Errorf("taken for %v, told %q", all[0].Problems, told)
	}
}

// TestMeant: what a file is called counts before what is in it, and that before what its first lines mention.
func TestMeant(t *testing.T) {
	asked, err := function.Parse("int f(int a)")
	if err != nil {
		t.Fatal(err)
	}
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
