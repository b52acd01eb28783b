package skeleton

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/testkit/must"
)

// TestEveryLanguageBegins: a new language needs two more entries, a text here and a row in room function. The page of a
// problem shows how a solution begins in each language.
func TestEveryLanguageBegins(t *testing.T) {
	program := problem.Loose("sum")
	asked, err := function.Parse("int[] twoSum(int[] nums, int target)")
	must.Succeed(t, err)
	holds := problem.Loose("twosum")
	holds.Function = &asked
	for _, l := range language.All() {
		for _, p := range []problem.Problem{program, holds} {
			begun, err := Of(l, "mine", p)
			if err != nil {
				t.Errorf("%s for %s: %v", l.Name, p.ID, err)
				continue
			}
			if !strings.HasSuffix(begun.Head, l.Comment+"judge:problem "+p.ID+"\n") || begun.Code == "" {
				t.Errorf("%s for %s begins with %q and %q", l.Name, p.ID, begun.Head, begun.Code)
			}
			if l.ID == "java" && begun.File != map[bool]string{true: "Solution.java", false: "Main.java"}[p.Function != nil] {
				t.Errorf("%s is begun in %s", p.ID, begun.File)
			}
			if strings.Contains(begun.Code, "twoSum") != (p.Function != nil && l.Driver != "") && l.ID != "rust" {
				t.Errorf("%s for %s begins with %q", l.Name, p.ID, begun.Code)
			}
		}
	}
}

// TestSkeletonsThatTalk: in an interactive problem every language says its line at once, and elsewhere none does.
func TestSkeletonsThatTalk(t *testing.T) {
	silent, talks := problem.Loose("sum"), problem.Loose("guess")
	talks.Check.Interactive = true
	for id, flushes := range map[string]string{"c": "fflush(stdout)", "cpp": "std::endl", "go": "out.Flush() //", "java": "System.out.flush()",
		"javascript": "'line'", "python": "flush=True", "rust": "out.flush()", "csharp": "Flush(); //"} {
		l, _ := language.ByID(id)
		for _, p := range []problem.Problem{silent, talks} {
			begun, err := Of(l, "mine", p)
			if err != nil || strings.Contains(begun.Code, flushes) != p.Check.Interactive || strings.Contains(begun.Code,
				"a line from the judge") != p.Check.Interactive {
				t.Errorf("%s for %s: %v,\n%s", id, p.ID, err, begun.Code)
			}
		}
	}
}

// write puts files on the disk.
func write(t *testing.T, files map[string]string) {
	t.Helper()
	for path, text := range files {
		must.Succeed(t, os.MkdirAll(filepath.Dir(path), 0o777))
		must.Succeed(t, os.WriteFile(path, []byte(text), 0o666))
	}
}

// TestSolution starts solutions of two problems; the input of one ends with the line "end".
func TestSolution(t *testing.T) {
	root := t.TempDir()
	for _, id := range []string{"double", "ended"} {
		files := must.Get(Problem(root, id, Title{}))(t)
		write(t, files)
	}
	write(t, map[string]string{filepath.Join(root, "testdata", "ended", "sample", "1.in"): "1\nend\n",
		filepath.Join(root, "solutions", "there", "mine.go"): ""})
	for _, test := range []struct{ name, id, lang, want string }{ // a wanted error begins with !
		{"mine", "double", "python", "for line in sys.stdin"},
		{"mine", "ended", "python", `"end"`},
		{".", "double", "go", "!becomes a folder"},
		{"..", "double", "go", "!becomes a folder"},
		{"a/b", "double", "go", "!becomes a folder"},
		{`a\b`, "double", "go", "!becomes a folder"},
		{"mine", "", "go", "!for which problem?"},
		{"mine", "duoble", "go", "!duoble"},
		{"mine", "double", "pyhton", "!did you mean python?"},
		{"there", "double", "go", "!mine.go"},
	} {
		files, p, err := Solution(root, test.name, test.id, test.lang)
		text := strings.Join(slices.Collect(maps.Values(files)), "")
		if want, fails := strings.CutPrefix(test.want, "!"); fails {
			must.Fail(t, err, want, test)
		} else if err != nil || p.ID != test.id || len(files) != 1 || !strings.Contains(text, want) ||
			strings.Contains(text, `"end"`) != (test.id == "ended") {
			t.Errorf("%+v: %s %q %v", test, p.ID, files, err)
		}
	}
}

// TestFunction asks for functions and a class: the judge reads the files, and the sample has a first answer.
func TestFunction(t *testing.T) {
	const nodes = "# - The number of nodes is in the range [0, 100].\n# - -100 <= Node.val <= 100\n"
	const numbers = "# - 1 <= a.length <= 10^4\n# - -10^9 <= a[i] <= 10^9\n"
	for _, test := range []struct{ signature, judge, answer string }{ // a wanted error begins with !
		{"int f(int[] a)", "function: int f(int[] a)\n|" + numbers, "0\n"},
		{"void f(int k, int[] a)", "function: void f(int k, int[] a)\nresult: a\n|# - -10^9 <= k <= 10^9\n" + numbers, "[]\n"},
		{"void f(ListNode a)", "function: void f(ListNode a)\nresult: a\n|" + nodes, "[]\n"},
		{"void f(int k, TreeNode a)", "function: void f(int k, TreeNode a)\nresult: a\n|# - -10^9 <= k <= 10^9\n" + nodes, "[]\n"},
		{"int f(char[][] a, TreeNode b, TreeNode c)",
			"function: int f(char[][] a, TreeNode b, TreeNode c)\n|# - 1 <= a.length <= 10^4\n# - 1 <= a[i].length <= 10^4\n# - " +
				"a[i][j] is a lowercase English letter.\n" + nodes, "0\n"},
		{"boolean f(String a)", "function: boolean f(String a)\n|# - 1 <= a.length <= 10^4\n", "false\n"},
		{"Box(int a); int get(int a)", "class: Box\nmethods:\n  - Box(int a)\n  - int get(int a)\n|# - -10^9 <= a <= 10^9\n", ""},
		{"void f(int k)", "!what is its result?", ""},
		{"int f(", "!-function: ", ""},
	} {
		files, err := Function("", "id", test.signature, Title{})
		if want, fails := strings.CutPrefix(test.judge, "!"); fails {
			must.Fail(t, err, want, test.signature)
			continue
		}
		want := strings.Replace(test.judge, "|",
			"multipliers: # of the time limit\n  java: 2\n  python: 5\n# As the site writes them; judge stress makes up inputs by "+
				"them:\n# constraints:\n", 1)
		if got := files[filepath.Join("problems", "id", "judge.yaml")]; err != nil || got != want {
			t.Errorf("%s: %q %v, want %q", test.signature, got, err, want)
		}
		input, answer := files[filepath.Join("testdata", "id", "sample", "1.in")], files[filepath.Join("testdata", "id", "sample", "1.ans")]
		if test.answer == "" { // the constructor returns nothing, each call a number
			test.answer = "[null" + strings.Repeat(",0", strings.Count(input, `"get"`)) + "]\n"
		}
		if answer != test.answer || input == "" {
			t.Errorf("%s: %q is answered by %q, want %q", test.signature, input, answer, test.answer)
		}
	}
}

func TestTitles(t *testing.T) {
	for _, test := range []struct {
		said []string
		want string // a wanted error begins with !
	}{
		{nil, "en: Twosum\n  zh: Twosum  # 在这里写中文标题"},
		{[]string{" Two sum "}, "en: Two sum\n  zh: Two sum  # 在这里写中文标题"},
		{[]string{"两数之和"}, "en: Twosum\n  zh: 两数之和\n"},
		{[]string{"Two sum", "两数之和"}, "en: Two sum\n  zh: 两数之和\n"},
		{[]string{"null"}, `en: "null"` + "\n"},
		{[]string{"A: b"}, `en: "A: b"` + "\n"},
		{[]string{" "}, "!a line of text"},
		{[]string{"a\nb"}, "!a line of text"},
	} {
		var title Title
		var err error
		for _, s := range test.said {
			err = title.Say(s)
		}
		if want, fails := strings.CutPrefix(test.want, "!"); fails != (err != nil) || !fails && !strings.Contains(title.yaml("twosum"), want) {
			t.Errorf("%q: %q %v, want %q", test.said, title.yaml("twosum"), err, test.want)
		}
	}
	for name, want := range map[string]string{"Two-Sum": "twosum", "x1": "x1", "两数": ""} {
		if got, err := ID(name); got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q %v, want %q", name, got, err, want)
		}
	}
}

func TestEditor(t *testing.T) {
	for _, name := range Editors() {
		files, err := Editor("root", name, "C:/judge")
		if text := strings.Join(slices.Collect(maps.Values(files)), ""); err != nil || len(files) == 0 || !strings.Contains(text, "C:/judge") {
			t.Errorf("%s: %v %q", name, err, text)
		}
	}
	must.Fail(t, must.Err(Editor("root", "vsc", "judge")), "vscode", "no such editor")
}
