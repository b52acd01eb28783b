package solution_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/result"
	. "sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/must"
)

// folder writes files ("name", "text", ...) into a fresh folder and returns it.
func folder(t testing.TB, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		path := filepath.Join(dir, filepath.FromSlash(files[i]))
		must.Succeed(t, os.MkdirAll(filepath.Dir(path), 0o777))
		must.Succeed(t, os.WriteFile(path, []byte(files[i+1]), 0o666))
	}
	return dir
}

const goMain = "package main\n\nfunc main() {}\n"

func TestOpen(t *testing.T) {
	dir := folder(t, "lowbit/main.go", `// Lowbit.
//
//judge:problem acwing166 leetcode37
//judge:expect TLE acwing166/secret/*brute* leetcode37/secret/*
//judge:expect WA
//judge:document 004
//judge:board grid
//judge:env GOAMD64=v3
`+goMain, "lowbit/main_test.go", "package main\n", "lowbit/gen.go", "//go:build ignore\n\n"+goMain, "lowbit/notes.txt", "")
	path := filepath.Join(dir, "lowbit")
	main := filepath.Join(path, "main.go")
	text, _ := os.ReadFile(main)
	got := must.Get(Open(path))(t)
	want := Solution{
		Name: path, Path: main, Files: []language.File{{Path: main, Text: string(text)}},
		Language: "go", Problems: []string{"acwing166", "leetcode37"},
		Expect: []Expectation{
			{"TLE", "acwing166/secret/*brute*", 4}, {"TLE", "leetcode37/secret/*", 4}, {"WA", "", 5}},
		Document: "004", Board: "grid", Env: []string{"GOAMD64=v3"},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Solution{}), cmpopts.IgnoreFields(Solution{}, "Bytes")); diff != "" {
		t.Errorf("Open (-want +got):\n%s", diff)
	}
	if info, _ := os.Stat(want.Path); got.Bytes != info.Size() {
		t.Errorf("Bytes = %d, want %d", got.Bytes, info.Size())
	}
}

// TestEntry returns the file in which a program starts, or the error.
func TestEntry(t *testing.T) {
	const java = "class A { public static void main(String[] a) {} }\n"
	tests := []struct {
		name  string
		files []string
		want  string // the main file, then the others; or the error after the folder's name
	}{
		{"several Go files", []string{"a.go", "package main\n", "z.go", goMain}, "z.go a.go"},
		{"C with its header", []string{"help.c", "int help(void){return 0;}\n", "help.h", "int help(void);\n",
			"prog.c", "#include \"help.h\"\nint\nmain(void) { return help(); }\n"},
			"prog.c help.c help.h"},
		{"C++ main called in a comment", []string{"a.cpp", "// main(x) is elsewhere\nint f() { return 1; }\n",
			"b.cc", "int f();\nauto main() -> int { return f(); }\n"},
			"b.cc a.cpp"},
		{"C++ main in a macro", []string{"a.cpp", "int f() { return 1; }\n", "b.cpp", "#define START int main()\nSTART {}\n"},
			"b.cpp a.cpp"},
		{"Java of two classes", []string{"Node.java", "class Node {}\n", "Solve.java", java}, "Solve.java Node.java"},
		{"Java with two mains", []string{"Main.java", java, "Other.java", java}, "Main.java Other.java"},
		{"Python beside a module", []string{"board.py", "x = 1\n", "main.py", "import board\n"}, "main.py board.py"},
		{"the only Python file", []string{"solve.py", "print(1)\n"}, "solve.py"},
		{"Rust beside a module", []string{"board.rs", "pub fn f() {}\n", "main.rs", "mod board;\nfn main() {}\n"}, "main.rs board.rs"},
		{"JavaScript", []string{"solve.mjs", "console.log(1)\n"}, "solve.mjs"},

		{"Rust, what main.py is not", []string{"board.rs", "pub fn f() {}\n", "Main.rs", "fn main() {}\n"}, "Main.rs board.rs"},
		{"a header first", []string{"a.h", "int main();\n", "b.c", "int main() {}\n"}, "b.c a.h"},
		{"what is hidden or a test, first", []string{".a.py", "", "a_test.go", "package main\n", "z.go", goMain}, "z.go"},

		{"nothing", nil, ": holds no program\nhint: add its source file, such as main.go"},
		{"no source", []string{"README.md", "x"}, ": holds no program"},
		{"no main in Go", []string{"a.go", "package main\n\nfunc solve() {}\n", "b.go", "package main\n"},
			": no main: no file in it has a main function"},
		{"no main in C++", []string{"a.cpp", "int f() { return 1; }\n", "b.cpp", ""}, ": no main: no file in it has a main function"},
		{"a function alone, for a problem that asks for one", []string{"a.cpp", "int f() { return 1; }\n"}, "a.cpp"},
		{"two mains in Go", []string{"a.go", goMain, "b.go", goMain}, ": two mains, in a.go and b.go\nhint: a solution is one program"},
		{"two mains in C", []string{"a.c", "int main() {}\n", "b.c", "int main(void)\n{}\n"}, ": two mains, in a.c and b.c"},
		{"two Python files", []string{"a.py", "", "b.py", ""}, ": 2 files, and none is called main.py\nhint: name the one to start so"},
		{"two languages", []string{"main.go", goMain, "main.py", ""}, ": holds both Go and Python\nhint: a solution has one language"},
	}
	for _, test := range tests {
		dir := folder(t, test.files...)
		s, err := Open(dir)
		if err != nil {
			if got := strings.TrimPrefix(err.Error(), dir); !strings.HasPrefix(got, test.want) {
				t.Errorf("%s: error %q, want %q", test.name, got, test.want)
			}
			continue
		}
		var names []string
		for _, f := range s.Files {
			names = append(names, filepath.Base(f.Path))
		}
		if got := strings.Join(names, " "); got != test.want || s.Path != s.Files[0].Path {
			t.Errorf("%s: files %s (main %s), want %s", test.name, got, s.Path, test.want)
		}
	}
}

func TestFindAll(t *testing.T) {
	root := folder(t, "solutions/b/main.go", goMain, "solutions/a/x.py", "", "solutions/.git/x.py", "", "solutions/README.md", "",
		"solutions/aaa/a.txt", "", "solutions/a/.hidden/x", "")
	os.Symlink("nowhere", filepath.Join(root, "solutions", "link"))
	all, err := FindAll(root)
	if len(all) != 2 || all[0].Name != "a" || all[1].Name != "b" {
		t.Errorf("found %v", all)
	}
	must.Fail(t, err, "aaa: holds no program", "error")
	for _, name := range []string{"with space", `a'b`, "数独", "-dash", "a;b$c"} {
		all, err := FindAll(folder(t, "solutions/"+name+"/main.go", "//judge:problem x\n"+goMain))
		if err != nil || len(all) != 1 || all[0].Name != name {
			t.Errorf("%q: found %v, %v", name, all, err)
		}
	}
	if all, err := FindAll(t.TempDir()); len(all) != 0 || err != nil {
		t.Errorf("without solutions/: %v, %v", all, err)
	}
}

func TestUnreadable(t *testing.T) {
	dir := folder(t, "sub/x.txt", "", "bare", "")
	for name, make := range map[string]func(path string) error{
		"a link to nowhere": func(p string) error { return os.Symlink("nowhere", p) },
		"a folder":          func(p string) error { return os.Mkdir(p, 0o777) },
		"no permission":     func(p string) error { return os.WriteFile(p, []byte(goMain), 0) },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(dir, strings.ReplaceAll(name, " ", ""), "main.go")
			os.Mkdir(filepath.Dir(path), 0o777)
			if err := make(path); err != nil {
				t.Skip(err)
			}
			if _, err := os.ReadFile(path); err == nil {
				t.Skip("this user may read everything")
			}
			_, err := Open(filepath.Dir(path))
			must.Fail(t, err, filepath.Dir(path), "error")
		})
	}
	for name, want := range map[string]string{
		"none.go":   "none.go: no such file or directory",
		"bare":      "bare: the name has no ending, which tells the language\nhint: known are .go",
		"sub/x.txt": "no language has files that end in \".txt\"\nhint: copy the program",
	} {
		must.Fail(t, must.Err(Open(filepath.Join(dir, filepath.FromSlash(name)))), want, "error")
	}
}

// TestLinks: a solution that is a link, or contains one, is refused. It would get its source from elsewhere, for
// instance from the answers.
func TestLinks(t *testing.T) {
	dir := folder(t, "answers/1.ans", "42\n", "answers/main.c", "int main(void) {}\n", "own/main.c", "int main(void) {}\n")
	for name, to := range map[string]string{
		"own/ans.h": "../answers/1.ans", "own/inside.h": "main.c", "lone.c": "answers/main.c", "folder": "own",
	} {
		t.Run(name, func(t *testing.T) {
			link := filepath.Join(dir, name)
			if err := os.Symlink(to, link); err != nil {
				t.Skip(err)
			}
			defer os.Remove(link)
			opened := link
			if strings.HasPrefix(name, "own") {
				opened = filepath.Dir(link)
			}
			for _, path := range []string{opened, opened + string(filepath.Separator)} {
				must.Fail(t, must.Err(Open(path)), "is a symbolic link", path, "error")
			}
		})
	}
}

// TestTooLarge: sources larger than any site takes are not read. The files are sparse, so the test needs no disk.
func TestTooLarge(t *testing.T) {
	sparse := func(t *testing.T, path string, size int64) {
		must.Succeed(t, os.WriteFile(path, []byte("int main(void) {}\n"), 0o666))
		must.Succeed(t, os.Truncate(path, size))
	}
	dir := t.TempDir()
	for i := range 61 {
		sparse(t, filepath.Join(dir, "f"+strconv.Itoa(i)+".c"), 1<<20)
	}
	must.Fail(t, must.Err(Open(dir)), "larger than 4 MiB", "error")
	many := t.TempDir()
	for i := range 1001 {
		sparse(t, filepath.Join(many, "f"+strconv.Itoa(i)+".c"), 18)
	}
	must.Fail(t, must.Err(Open(many)), "1001 files", "error")
}

func TestDirectives(t *testing.T) {
	far := strings.Repeat("#\n", 60)
	tests := []struct{ name, text, want string }{ // want: the problems, or the error after the path
		{"slashes", "//judge:problem a\n", "a"},
		{"hash", "#judge:problem a b\n", "a b"},
		{"blanks", "  #  judge:problem   a\tb  \n", "a b"},
		{"several lines", "//judge:problem a\n//judge:problem b\n", "a b"},
		{"block comment", "/*judge:problem a*/\n", "a"},
		{"inside a block", "/*\n * judge:problem a\n */\n", "a"},
		{"SQL, Lisp", "--judge:problem a\n;judge:problem b\n", "a b"},
		{"CRLF", "//judge:problem a\r\n", "a"},
		{"byte-order mark", "\ufeff//judge:problem a\n", "a"},
		{"no last newline", "//judge:problem a", "a"},
		{"line 60", far[2:] + "#judge:problem a\n", "a"},
		{"line 61", far + "#judge:problem a\n", ""},
		{"not a comment", "x = 'judge:problem a'\n", ""},
		{"prose", "// the judge: problem a\n", ""},
		{"unknown", "//judge:problems a\n",
			":1: judge:problems: unknown directive: did you mean problem? (there are problem, expect, document, board, table, env)"},
		{"no key", "//judge: problem a\n", ":1: a directive has one colon, and no blank after it\nhint: write //judge:problem a"},
		{"no key, two colons", "// judge: problem: a\n",
			":1: a directive has one colon, and no blank after it\nhint: write //judge:problem a"},
		{"a colon too many", "#judge:problem: a b\n",
			":1: a directive has one colon, and no blank after it\nhint: write //judge:problem a b"},
		{"no word at all", "//judge: fair a\n", ":1: judge:: unknown directive (there are"},
		{"escape codes", "//judge:\x1b[31mx a\n", ":1: judge:\ufffd[31mx: unknown directive"},
		{"empty", "#\n//judge:problem\n", ":2: judge:problem: is empty\nhint: write judge:problem acwing166"},
		{"twice", "//judge:problem a a\n", ":1: judge:problem: a is claimed twice\nhint: keep one"},
		{"unknown verdict of two", "//judge:expect TLE|REE\n",
			":1: judge:expect: unknown verdict \"REE\": did you mean RE? (there are AC, SK,"},
		{"half a choice", "//judge:expect TLE|\n", `:1: judge:expect: unknown verdict "" (there are AC, SK,`},
		{"unknown verdict", "//judge:expect TLI\n", ":1: judge:expect: unknown verdict \"TLI\": did you mean TLE? (there are AC, SK,"},
		{"small letters", "//judge:expect tle\n//judge:problem a\n", "a"},
		{"whole twice", "//judge:expect TLE\n//judge:expect WA\n", ":2: judge:expect: line 1 already says TLE for the whole"},
		{"broken pattern", "//judge:expect TLE a/[\n", ":1: judge:expect: bad pattern \"a/[\": a [ without its ]"},
		{"two boards", "//judge:board a b\n", `:1: judge:board: "a b" is not the name of one variable`},
		{"a table", "//judge:problem a\n//judge:table dp 3x5\n", "a"},
		{"a table without a shape", "//judge:table dp\n",
			":1: judge:table: \"dp\" is no variable with its rows and columns\nhint: write judge:table dp 3x5"},
		{"a table without rows", "//judge:table dp 0x5\n", `:1: judge:table: "dp 0x5" is no variable`},
		{"no value", "//judge:env GOAMD64\n", `:1: judge:env: "GOAMD64" is not KEY=value`},
		{"all are told", "//judge:a\n//judge:b\n",
			":1: judge:a: unknown directive (there are problem, expect, document, board, table, env)\nX:2: judge:b: unknown"},
	}
	for _, test := range tests {
		got := ""
		if s, err := of("X", test.text); err != nil {
			got = strings.TrimPrefix(err.Error(), "X")
		} else {
			got = strings.Join(s.Problems, " ")
		}
		if !strings.HasPrefix(got, test.want) || test.want == "" && got != "" {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// of returns a solution of one text.
func of(path, text string) (Solution, error) {
	return Of("s", "go", language.File{Path: path, Text: text})
}

func TestExpectationFor(t *testing.T) {
	s := Solution{Expect: []Expectation{{"TLE", "p/secret/*slow*", 1}, {"WA", "", 2}, {"TLE|RE", "secret/09-slow", 3}}}
	for name, want := range map[string]struct {
		v       result.Promise
		pattern bool
	}{
		"secret/01-slow": {"TLE", true}, "secret/09-slow": {"TLE|RE", true}, "secret/02": {"WA", false},
	} {
		if v, pattern := s.ExpectationFor("p", name); v != want.v || pattern != want.pattern {
			t.Errorf("%s: %s, %v, want %s, %v", name, v, pattern, want.v, want.pattern)
		}
	}
	if v, pattern := (Solution{}).ExpectationFor("p", "x"); v != "AC" || pattern {
		t.Errorf("nothing said: %s, %v", v, pattern)
	}
}

func TestCheckAgainst(t *testing.T) {
	dir := folder(t, "main.py", "#judge:problem acwing166\n#judge:problem acwing16\n"+
		"#judge:expect TLE secret/*slow*\n#judge:expect WA acwing166/secret/09\n")
	s, err := Open(dir)
	must.Succeed(t, err)
	err = s.CheckAgainst([]string{"acwing166", "leetcode37"}, map[string][]string{"acwing166": {"sample/1", "secret/01-slow"}})
	want := s.Path + ":2: judge:problem: no problem \"acwing16\"\nhint: did you mean acwing166?" + "\n" +
		s.Path + ":4: judge:expect: \"acwing166/secret/09\" picks no case\nhint: judge list shows their names"
	if err == nil || err.Error() != want {
		t.Errorf("error:\n%v\nwant:\n%s", err, want)
	}
	ids, cases := []string{"acwing16", "acwing166"}, map[string][]string{"acwing166": {"secret/09", "secret/slow"}, "acwing16": {"1"}}
	must.Succeed(t, s.CheckAgainst(ids, cases), "all is there")
	if err := s.CheckAgainst([]string{"acwing16", "acwing166"}, map[string][]string{"acwing16": {"1"}}); err != nil {
		t.Errorf("the cases that are not known may be those: %v", err)
	}
}

func FuzzDirectives(f *testing.F) {
	f.Add([]byte("//judge:problem a\n//judge:expect TLE a/*\n"))
	f.Add([]byte("/* judge:env A=b */\r\n#judge:board x\n--judge:document 001"))
	f.Add([]byte("\xff\xfe//judge:\x00"))
	f.Add([]byte("//judge:expect TLE|re|TLE||\n"))
	f.Add([]byte("//judge:expect AC [\n;judge:problem"))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := of("x", string(text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "x:") {
				t.Errorf("%q: no line in %v", text, err)
			}
			return
		}
		for _, e := range s.Expect {
			if again, _, ok := result.ParsePromise(string(e.Promise)); !ok || again != e.Promise || e.Line < 1 || e.Line > DirectiveLines {
				t.Errorf("%q: %+v", text, e)
			}
		}
		s.ExpectationFor("a", "secret/01")
	})
}
