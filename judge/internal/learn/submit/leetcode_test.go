package submit_test

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"sudokuoj/judge/internal/learn/submit"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/testkit/must"
)

var update = flag.Bool("update", false, "write what is pasted into testdata")

// asks is a problem that asks for a function, or for a class if there are several.
func asks(t *testing.T, signature string) problem.Problem {
	t.Helper()
	s, err := function.Parse(signature)
	if methods := strings.Split(signature, "; "); len(methods) > 1 {
		class, _, _ := strings.Cut(signature, "(")
		s, err = function.ParseClass(class, methods)
	} else if s.Inner != nil {
		s.Class = "Codec"
	}
	must.Succeed(t, err)
	if strings.HasPrefix(signature, "void") {
		s.Place = 0
	}
	return problem.Problem{ID: "leetcode37", Function: &s}
}

// TestWhatIsPasted pastes the files of testdata: above the file is the function, and below it what is pasted, and
// either notes or the reason why nothing is.
func TestWhatIsPasted(t *testing.T) {
	files, err := filepath.Glob("testdata/leetcode/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *testing.T) {
			a := must.Get(txtar.ParseFile(path))(t)
			leetcode := submit.Target{Site: site(t, "leetcode"), Problem: asks(t, strings.TrimSpace(string(a.Comment)))}
			cut, err := leetcode.Cut(a.Files[0].Name, a.Files[0].Data)
			if _, refused := errors.AsType[*submit.Refused](err); err != nil && !refused {
				t.Fatal(err)
			}
			got := &txtar.Archive{Comment: a.Comment, Files: append(a.Files[:1:1], pasted(cut, err)...)}
			if *update {
				must.Succeed(t, os.WriteFile(path, txtar.Format(got), 0o644))
			}
			if d := cmp.Diff(string(txtar.Format(a)), string(txtar.Format(got))); d != "" && !*update {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
}

// pasted is what came of a file.
func pasted(cut submit.Cut, err error) (all []txtar.File) {
	if err != nil {
		return []txtar.File{{Name: "refused", Data: []byte(err.Error() + "\n")}}
	}
	all = []txtar.File{{Name: "pasted", Data: []byte(cut.Text)}}
	var notes strings.Builder
	for _, n := range cut.Notes {
		notes.WriteString(n.String() + "\n")
	}
	if notes.Len() > 0 {
		all = append(all, txtar.File{Name: "notes", Data: []byte(notes.String())})
	}
	return all
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
		cut := must.Get(submit.Target{Site: site(t, "acwing")}.Cut("a.py", []byte(source)))(t)
		must.Equal(t, submit.Cut{Text: want}, cut, source)
	}
}

func site(t *testing.T, name string) submit.Site {
	t.Helper()
	i := slices.IndexFunc(submit.Sites, func(s submit.Site) bool { return s.Name == name })
	return submit.Sites[i]
}

// TestWhole: what a site does not take is refused with its place and the reason; older code is taken as it is.
func TestWhole(t *testing.T) {
	const java = "import java.util.*;\npublic class %s {\n    public static void main(String[] args) { %s }\n}\n"
	in := func(class, body string) string {
		return strings.NewReplacer("%s {", class+" {", "%s }", body+" }").Replace(java)
	}
	for _, test := range []struct{ name, site, file, text, want string }{
		{"old C++", "poj", "a.cpp", "#include <cstdio>\nusing namespace std;\nint a[9][9]; // auto x = 1;\nint main() { for (int i " +
			"= 0; i < 9; i++) printf(i ? \"a: b\" : \"\"); }\n", ""},
		{"all headers", "poj", "a.cpp", "// mine\n#include <bits/stdc++.h>\nint main() {}\n",
			"a.cpp:2: bits/stdc++.h: POJ has no such header: include the older ones that you use"},
		{"auto", "poj", "a.cpp", "int main() {\n  auto x = 1;\n}\n", "a.cpp:2: auto x =: this is C++11 or newer, and POJ's compilers are older"},
		{"a loop over a list", "poj", "a.cpp", "void f(std::vector<int> &all) {\n  for (int &x : all) x = 1;\n}\n",
			"a.cpp:2: for (int &x : all): this is C++11"},
		{"a lambda", "poj", "a.cpp", "void f() {\n  std::sort(a, b, [&](int x, int y) { return x > y; });\n}\n", "a.cpp:2: [&](: this is C++11"},
		{"two closing brackets", "poj", "a.cpp", "\nvector<vector<int>> a;\n", "a.cpp:2: <vector<int>>: this is C++11"},
		{"an old map of lists, and a shift", "poj", "a.cpp",
			"map<int, vector<int> > a; int b = c>>d, e[2] = {a[1], 2}; bool f = x < y; int g = p ? q::r : s;\n", ""},
		{"a new function of the library", "poj", "a.cpp", "string f(int a) {\n  return to_string(a);\n}\n", "a.cpp:2: to_string: this is C++11"},
		{"the first of two", "poj", "a.cpp", "void f() {\n  a.emplace_back(stoi(s));\n}\n", "a.cpp:2: emplace_back: this is C++11"},
		{"its own functions of that name", "poj", "a.cpp",
			"string to_string(int a) {\n}\ntemplate<class T> T stoi (const string &s)\n{ return stoi(s); }\n#define stoll(s) " +
				"atoi(s)\nstruct unordered_set { void emplace(int) const {} };\n", ""},
		{"its own function, and a new one", "poj", "a.cpp", "string to_string(int a) {\n  return stoi(s);\n}\n", "a.cpp:2: stoi: this is C++11"},
		{"a call before a block is no function of its own", "poj", "a.cpp", "int f() {\n  if (stoi(s) == (1)) { return 1; }\n}\n",
			"a.cpp:2: stoi: this is C++11"},
		{"new words", "poj", "a.cpp", "struct A : B {\n  void f() const override {}\n};\n", "a.cpp:2: override: this is C++11"},
		{"no exceptions", "poj", "a.cpp", "void f() noexcept;\n", "a.cpp:1: noexcept: this is C++11"},
		{"words that were free", "poj", "a.cpp", "bool override, noexcept = false;\nvoid f() { if (noexcept) override = true; }\n", ""},
		{"new C++ elsewhere", "luogu", "a.cpp", "#include <bits/stdc++.h>\nint main() { auto x = 1; }\n", ""},
		{"Python", "poj", "a.py", "print(1)\n", "a.py: POJ takes no Python"},
		{"Python elsewhere", "luogu", "a.py", "print(1)\n", ""},
		{"Java", "poj", "a.java", in("Main", ""), ""},
		{"new Java", "poj", "a.java", in("Main", "List<Integer> a = new ArrayList<>();"), "a.java:3: <>: this is newer than POJ's Java"},
		{"a loop that counts down to zero", "poj", "a.java", in("Main", "int t = 3; while(t-->0) {} while (t-- > 0) {}"), ""},
		{"a Java function without a name", "poj", "a.java", in("Main", "f((a, b) -> a - b);"), "a.java:3: ) ->: this is newer than POJ's Java"},
		{"new Java elsewhere", "acwing", "a.java", in("Main", "List<Integer> a = new ArrayList<>();"), ""},
		{"another class", "acwing", "Sudoku.java", in("Sudoku", ""),
			"Sudoku.java:3: public static void main: a site starts the class Main: rename the class that has main to Main"},
		{"a package", "luogu", "a.java", "package com.zhang;\n" + in("Main", ""),
			"a.java:1: package com.zhang;: a site compiles Main.java alone"},
	} {
		site := submit.Sites[slices.IndexFunc(submit.Sites, func(s submit.Site) bool { return s.Name == test.site })]
		cut, err := submit.Target{Site: site}.Cut(test.file, []byte(test.text))
		switch {
		case test.want == "" && (err != nil || cut.Text != test.text):
			t.Errorf("%s: %v, %q", test.name, err, cut.Text)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}
