package solution_test

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/rogpeppe/go-internal/txtar"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/result"
	. "sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/samples"
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

// TestEntry: of each folder, the file in which the program starts and the others, or what is wrong.
func TestEntry(t *testing.T) {
	parts := must.Get(txtar.ParseFile("testdata/entries.txtar"))(t)
	root, want, got := t.TempDir(), len(parts.Files)-1, ""
	for _, f := range parts.Files[:want] {
		path := filepath.Join(root, filepath.FromSlash(f.Name))
		must.Succeed(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, f.Data, 0o666)))
	}
	for _, dir := range must.Get(os.ReadDir(root))(t) {
		s, err := Open(filepath.Join(root, dir.Name()))
		got += dir.Name() + ":"
		for _, f := range s.Files {
			got += " " + filepath.Base(f.Path)
		}
		if err != nil {
			got += strings.ReplaceAll(strings.TrimPrefix(err.Error(), filepath.Join(root, dir.Name())+":"), root, "ROOT")
		} else if s.Path != s.Files[0].Path {
			got += " from " + s.Path
		}
		got += "\n"
	}
	parts.Files[want].Data = []byte(got)
	samples.Golden(t, "entries.txtar", txtar.Format(parts))
}

func TestFindAll(t *testing.T) {
	root := folder(t, "solutions/b/main.go", goMain, "solutions/a/x.py", "", "solutions/.git/x.py", "", "solutions/README.md", "",
		"solutions/aaa/a.txt", "", "solutions/a/.hidden/x", "")
	os.Symlink("nowhere", filepath.Join(root, "solutions", "link"))
	all, err := FindAll(root)
	must.Be(t, len(all) == 2 && all[0].Name == "a" && all[1].Name == "b", "found %v", all)
	must.Fail(t, err, "aaa: holds no program", "error")
	for _, name := range []string{"with space", `a'b`, "数独", "-dash", "a;b$c"} {
		all, err := FindAll(folder(t, "solutions/"+name+"/main.go", "//judge:problem x\n"+goMain))
		must.Be(t, err == nil && len(all) == 1 && all[0].Name == name, "%q: found %v, %v", name, all, err)
	}
	if all, err := FindAll(t.TempDir()); len(all) != 0 || err != nil {
		t.Errorf("without solutions/: %v, %v", all, err)
	}
}

func TestUnreadable(t *testing.T) {
	dir := folder(t, "sub/x.txt", "")
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

// TestDirectives: the problems that the directives of a text name, or what is wrong with them.
func TestDirectives(t *testing.T) {
	samples.Told(t, "directives.txtar", func(name, text string) string {
		text = strings.NewReplacer(`\r`, "\r", `\ufeff`, "\ufeff", `\x1b`, "\x1b").Replace(text)
		told := func(text string) string {
			s, err := of("X", text)
			if err != nil {
				return err.Error() + "\n"
			}
			return strings.Join(s.Problems, " ") + "\n"
		}
		must.Equal(t, told(text), told(strings.TrimSuffix(text, "\n")), name, "without a last line end")
		return told(text)
	})
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
	must.Be(t, err != nil && err.Error() == want, "error:\n%v\nwant:\n%s", err, want)
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
			must.Be(t, strings.HasPrefix(err.Error(), "x:"), "%q: no line in %v", text, err)
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

func TestDeclare(t *testing.T) {
	for _, test := range []struct{ name, lang, text, want string }{
		{"Go", "go", "package main\n", "//judge:problem a\n//judge:expect TLE\n\npackage main\n"},
		{"nothing", "cpp", "", "//judge:problem a\n//judge:expect TLE\n\n"},
		{"Python with its first lines", "python", "#!/usr/bin/python3\n# -*- coding: utf-8 -*-\nprint(1)\n",
			"#!/usr/bin/python3\n# -*- coding: utf-8 -*-\n#judge:problem a\n#judge:expect TLE\n\nprint(1)\n"},
		{"CRLF", "cpp", "int x;\r\n", "//judge:problem a\r\n//judge:expect TLE\r\n\r\nint x;\r\n"},
		{"byte-order mark", "cpp", "\ufeffint x;\n", "\ufeff//judge:problem a\n//judge:expect TLE\n\nint x;\n"},
		{"others follow", "go", "//judge:board b\npackage main\n",
			"//judge:problem a\n//judge:expect TLE\n//judge:board b\npackage main\n"},
	} {
		lang, _ := language.ByID(test.lang)
		got := string(Declare([]byte(test.text), lang, "problem a", "expect TLE"))
		must.Equal(t, test.want, got, test.name)
		if s, err := of("x", got); err != nil || len(s.Problems) != 1 || len(s.Expect) != 1 {
			t.Errorf("%s: reads as %v, %v", test.name, s, err)
		}
	}
}

func TestRetarget(t *testing.T) {
	ids := map[string]string{"old": "new", "same": "same"}
	for text, want := range map[string]string{
		"//judge:problem old\n":                               "//judge:problem new\n",
		"//judge:problem  same   old gone\r\n":                "//judge:problem  same new\r\n",
		"//judge:problem  same \n":                            "//judge:problem  same \n",
		"x\n/* judge:problem old */\n":                        "x\n/* judge:problem new */\n",
		"//judge:problem gone\nx":                             "x",
		"//judge:problem old new\n":                           "//judge:problem new\n",
		"//judge:expect TLE old/secret/* gone/* secret/1\n":   "//judge:expect TLE new/secret/* secret/1\n",
		"//judge:expect TLE gone/secret/*\n":                  "",
		"//judge:expect WA\n//judge:document old\nold text\n": "//judge:expect WA\n//judge:document old\nold text\n",
		"//judge:expect WA sample/1 old/1\n":                  "//judge:expect WA sample/1 new/1\n",
		"//judge:expect WA *brute*  ?/x\n":                    "//judge:expect WA *brute*  ?/x\n",
	} {
		got := string(Retarget([]byte(text), func(id string) string {
			if id == "new" {
				return "new"
			}
			return ids[id]
		}))
		must.Equal(t, want, got, "Retarget", text)
	}
}

// TestNotSource: whatever a student names in place of a program, the message says what to do.
func TestNotSource(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"a.ipynb", `{"source": ["def f(a):\n"]}`, "Save and Export Notebook As"},
		{"a.md", "# Sudoku\n", "copy the program out of it"},
		{"a.md", "```cpp\n#include <iostream>\n```\n", "copy the program out of it"},
		{"a.zip", "PK\x03\x04", "unpack it"},
		{"a.h", "int n;\n", "name the folder that holds both"},
		{"a.EXE", "MZ", "this is a compiled program: name its source"},
		{"a.jpg", "\xff\xd8", "a picture"},
		{"a.pas", "begin end.", "known are .go .c .cpp"},
		{"a.cpp.txt", "#include <iostream>\nint main() {}\n", "it looks like C++: let its name end in .cpp"},
		{"a", "def f(a):\n    pass\n",
			"the name has no ending, which tells the language\nhint: it looks like Python: let its name end in .py"},
		{"b", "", "the name has no ending, which tells the language\nhint: known are .go"},
	} {
		path := filepath.Join(t.TempDir(), test.name)
		must.Succeed(t, os.WriteFile(path, []byte(test.text), 0o666))
		must.Fail(t, must.Err(Open(path)), test.want, test.name)
	}
}

func TestNoProgram(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"a program", "int main() {}", ""},
		{"an empty file", "", "my/a.cpp: is empty"},
		{"a mark and blanks", "\ufeff \r\n", "my/a.cpp: is empty"},
		{"UTF-16", "\xff\xfei\x00n\x00t\x00", "a.cpp is written in UTF-16\nhint: save it as UTF-8"},
		{"a picture", "\x89PNG\x00\x00", "my/a.cpp: is no text, so it cannot be the source of a program"},
		{"GBK", "// \xca\xfd", ""},
	} {
		s := Solution{Path: "my/a.cpp", Files: []language.File{{Path: "my/a.cpp", Text: test.text}}}
		must.Equal(t, test.want, s.NoProgram().String(), test.name)
	}
}
