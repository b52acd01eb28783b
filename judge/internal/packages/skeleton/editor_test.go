package skeleton_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/packages/skeleton"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/workshop"
)

// pattern is one line of a problem matcher of VS Code; the numbers are groups of its regular expression.
type pattern struct {
	Regexp                                string
	File, Line, Column, Severity, Message int
}

// matchers are those of the task that grades. A matcher has one pattern, or a list for lines that follow each other.
func matchers(t *testing.T) (all [][]pattern) {
	t.Helper()
	text, err := os.ReadFile("text/vscode.txt")
	must.Succeed(t, err)
	var file struct {
		Tasks []struct {
			ProblemMatcher []struct{ Pattern json.RawMessage }
		}
	}
	must.Succeed(t, json.Unmarshal([]byte(strings.ReplaceAll(string(text), "<<.>>", "judge")), &file))
	for _, m := range file.Tasks[0].ProblemMatcher {
		var one pattern
		var several []pattern
		if json.Unmarshal(m.Pattern, &one) == nil {
			several = []pattern{one}
		} else if err := json.Unmarshal(m.Pattern, &several); err != nil {
			t.Fatal(err)
		}
		all = append(all, several)
	}
	return all
}

// found applies a matcher to every place of a text, as VS Code does.
func found(m []pattern, text string) (all []string) {
	lines := strings.Split(text, "\n")
	for from := range lines {
		var file, line, message string
		ok := from+len(m) <= len(lines)
		for i := 0; ok && i < len(m); i++ {
			groups := regexp.MustCompile(m[i].Regexp).FindStringSubmatch(lines[from+i])
			if ok = groups != nil; ok {
				groups[0] = ""
				file, line, message = file+groups[m[i].File], line+groups[m[i].Line], message+groups[m[i].Message]
			}
		}
		if ok {
			all = append(all, file+" "+line+" "+message)
		}
	}
	return all
}

// TestMatchers uses real output of the compilers, as the judge shows it: each error is found once, at its place.
func TestMatchers(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"go", "✗ b.go · acwing166: CE compile error\n  │ /w/b.go:3:7: undefined: y\n\n1 result not as expected", "/w/b.go 3 undefined: y"},
		{"c", "  │ /w/b.c: In function ‘main’:\n  │ /w/b.c:3:11: error: ‘y’ undeclared\n  │     3 |   int x = y;\n  │       |       " +
			"    ^", "/w/b.c 3 ‘y’ undeclared"},
		{"c, fatal", "  │ /w/b.c:3:10: fatal error: uthash.h: No such file or directory\n", "/w/b.c 3 uthash.h: No such file or directory"},
		{"java", "  │ /w/B.java:3: error: cannot find symbol\n  │     int x = y;\n  │             ^\n  │   symbol:   variable y",
			"/w/B.java 3 cannot find symbol"},
		{"rust", "  │ error[E0425]: cannot find value `y` in this scope\n  │  --> /w/b.rs:2:18\n  │   |\n  │ 2 |     let x: i32 = " +
			"y;\n  │ error: aborting due to 1 previous error", "/w/b.rs 2 cannot find value `y` in this scope"},
		{"python", "  │   File \"/w/b.py\", line 2\n  │     def f(:\n  │           ^\n  │ SyntaxError: invalid syntax",
			"/w/b.py 2 SyntaxError: invalid syntax"},
		{"python, a traceback", "  │ Traceback (most recent call last):\n  │   File \"b.py\", line 3, in <module>\n  │     " +
			"print(zz)\n  │ NameError: name 'zz' is not defined", "b.py 3 NameError: name 'zz' is not defined"},
		{"python, indentation", "  │ Sorry: IndentationError: unexpected indent (/w/b.py, line 3)",
			"/w/b.py 3 IndentationError: unexpected indent"},
		{"javascript", "  │ /w/b.js:2\n  │ let y = ;\n  │         ^\n  │ \n  │ SyntaxError: Unexpected token ';'\n  │     at " +
			"wrapSafe (node:internal/modules/cjs/loader:1464:18)", "/w/b.js 2 SyntaxError: Unexpected token ';'"},
		{"no error", "✓  acwing166    d001.cpp       AC   17/17, beyond 4/5  CPU 110 ms\n  again: judge b.py -problem acwing166", ""},
	} {
		var got []string
		for _, m := range matchers(t) {
			got = append(got, found(m, test.text)...)
		}
		if slices.Sort(got); strings.Join(got, "; ") != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestSkeletonsReadTheirBoards: a skeleton hands the boards back as it read them, so that its output has the words of the
// input. No compiler warns of it.
func TestSkeletonsReadTheirBoards(t *testing.T) {
	box, builder := workshop.Open(t)
	warned := map[string][]string{"c": {"-Wall", "-Werror"}, "cpp": {"-Wall", "-Werror"}, "rust": {"-Dwarnings"}}
	for _, l := range language.All() {
		for id, drops := range map[string]int{"luogup1784": 0, "poj2676": 1, "acwing183": 0, "sudokusize": 0} {
			t.Run(l.ID+" "+id, func(t *testing.T) {
				t.Parallel()
				p := must.Get(problem.Load("../../../..", id))(t)
				begun := must.Get(skeleton.Of(l, "mine", p))(t)
				program, err := builder.Compile(t.Context(), build.Source{Language: l.ID, Flags: warned[l.ID],
					Files: []language.File{{Path: begun.File, Text: begun.Head + begun.Code}}})
				if _, missing := errors.AsType[*build.Missing](err); missing {
					t.Skip(err)
				}
				must.Succeed(t, err, begun.Code)
				input := must.Get(os.ReadFile(p.Cases[0].In))(t)
				c := program.Command(1<<30, time.Minute)
				c.Input = p.Cases[0].In
				o := must.Get(box.Run(t.Context(), c))(t)
				defer o.Close()
				out := must.Get(io.ReadAll(o.Stdout))(t)
				want := strings.Join(strings.Fields(string(input))[drops:], " ")
				if id == "acwing183" { // its answer is a line
					want = strings.ReplaceAll(want, " ", "")
				}
				must.Equal(t, want, strings.Join(strings.Fields(string(out)), " "), string(o.Stderr))
			})
		}
	}
}
