package exchange

import (
	"archive/zip"
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/solution"
	"sudokuoj/judge/internal/verdict"
)

// tree writes the files of a txtar text under a fresh folder and returns it.
func tree(t testing.TB, text string) string {
	t.Helper()
	root := t.TempDir()
	for _, f := range txtar.Parse([]byte(text)).Files {
		if err := write(filepath.Join(root, filepath.FromSlash(f.Name)), f.Data); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// contents maps every file below the folder to its text.
func contents(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		files[filepath.ToSlash(strings.TrimPrefix(path, dir+string(filepath.Separator)))] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func notes(all []say.Message) string {
	var lines []string
	for _, m := range all {
		lines = append(lines, m.String())
	}
	return strings.Join(lines, "\n")
}

const house = `
-- problems/aplusb/problem.yaml --
problem_format_version: 2025-09
name: A plus B
uuid: 5035120d-cd0c-4487-9abf-2a03c59b29c7   # with a remark
limits:
  time_limit: 1
-- problems/aplusb/judge.yaml --
check: tokens
multipliers: {java: 2}
-- problems/aplusb/statement/problem.en.md --
Add.
-- problems/aplusb/statement/problem.zh.md --
相加。
-- problems/aplusb/.hidden --
not for the package
-- testdata/aplusb/sample/1.in --
1 2
-- testdata/aplusb/sample/1.ans --
3
-- testdata/aplusb/secret/group/01-big.in --
1000000000 2
-- testdata/aplusb/secret/group/01-big.ans --
1000000002
-- testdata/aplusb/secret/group/01-big.yaml --
description: {en: 'more: than thirty bits', zh: 超过三十位}
-- testdata/aplusb/secret/group/test_group.yaml --
require_pass: sample
-- solutions/right/main.py --
#judge:problem aplusb
print(sum(map(int, input().split())))
-- solutions/slow/main.go --
// Slow.
//
//judge:problem aplusb
//judge:expect TLE aplusb/secret/*
package main

func main() { for { } }
-- solutions/数独/main.py --
#judge:problem aplusb
#judge:expect WA
print(3)
-- solutions/other/main.py --
#judge:problem another
print(0)
`

// TestLossless carries a problem out and in again: everything is as it was, byte by byte, and carried
// out once more it makes the same package.
func TestLossless(t *testing.T) {
	for _, target := range []string{"aplusb.zip", "aplusb"} {
		t.Run(target, func(t *testing.T) {
			root, out := tree(t, house), t.TempDir()
			exported, err := Export(root, "aplusb", filepath.Join(out, target))
			if err != nil {
				t.Fatal(err)
			}
			if want := []string{"right", "slow", "数独"}; !slices.Equal(exported.Solutions, want) {
				t.Errorf("solutions %q, want %q", exported.Solutions, want)
			}
			back := t.TempDir()
			imported, err := Import(back, exported.Target, "")
			if err != nil {
				t.Fatal(err)
			}
			if imported.ID != "aplusb" || imported.Cases != 2 || imported.Title != "A plus B" || len(imported.Notes) != 0 {
				t.Errorf("imported %+v", imported)
			}
			want := contents(t, root)
			delete(want, "problems/aplusb/.hidden")
			delete(want, "solutions/other/main.py")
			if diff := cmp.Diff(want, contents(t, back)); diff != "" {
				t.Errorf("what came back (-want +got):\n%s", diff)
			}
			again, err := Export(back, "aplusb", filepath.Join(t.TempDir(), target))
			if err != nil {
				t.Fatal(err)
			}
			if filepath.Ext(target) == ".zip" {
				first, _ := os.ReadFile(exported.Target)
				second, _ := os.ReadFile(again.Target)
				if !bytes.Equal(first, second) {
					t.Error("the second package differs from the first")
				}
			} else if diff := cmp.Diff(contents(t, exported.Target), contents(t, again.Target)); diff != "" {
				t.Errorf("the second package (-first +second):\n%s", diff)
			}
		})
	}
}

// TestLosslessHere does the same with the problems of this project.
func TestLosslessHere(t *testing.T) {
	root, err := problem.Root(".")
	if err != nil {
		t.Skip(err)
	}
	ids, err := problem.IDs(root)
	if err != nil || len(ids) == 0 {
		t.Fatal(ids, err)
	}
	for _, id := range ids {
		target := filepath.Join(t.TempDir(), id+".zip")
		if _, err := Export(root, id, target); err != nil {
			t.Fatal(err)
		}
		back := t.TempDir()
		if _, err := Import(back, target, ""); err != nil {
			t.Fatal(err)
		}
		for _, dir := range []string{"problems", "testdata"} {
			if diff := cmp.Diff(contents(t, filepath.Join(root, dir, id)), contents(t, filepath.Join(back, dir, id))); diff != "" {
				t.Errorf("%s/%s (-want +got):\n%s", dir, id, diff)
			}
		}
		solutions, err := solution.FindAll(back)
		if err != nil {
			t.Error(err)
		}
		for _, s := range solutions {
			if !slices.Equal(s.Problems, []string{id}) {
				t.Errorf("%s claims %q: only %s is there", s.Name, s.Problems, id)
			}
		}
	}
}

func TestExportWithoutJudgeYAML(t *testing.T) {
	root := tree(t, house)
	os.Remove(filepath.Join(root, "problems/aplusb/judge.yaml"))
	target := filepath.Join(t.TempDir(), "aplusb")
	if _, err := Export(root, "aplusb", target); err != nil {
		t.Fatal(err)
	}
	back := t.TempDir()
	if _, err := Import(back, target, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(back, "problems/aplusb/judge.yaml")); err == nil {
		t.Error("a judge.yaml came back that was not there")
	}
	p, err := problem.Load(back, "aplusb")
	if err != nil || p.Check.Kind != "lines" {
		t.Errorf("check %+v, %v", p.Check, err)
	}
}

func TestExportFolders(t *testing.T) {
	root := tree(t, house)
	target := filepath.Join(t.TempDir(), "pkg.zip")
	exported, err := Export(root, "aplusb", target)
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.OpenReader(target)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	var names []string
	for _, f := range z.File {
		names = append(names, f.Name)
	}
	want := []string{"aplusb/data/sample/1.ans", "aplusb/data/sample/1.in", "aplusb/data/secret/group/01-big.ans", "aplusb/data/secret/group/01-big.in",
		"aplusb/data/secret/group/01-big.yaml", "aplusb/data/secret/group/test_group.yaml", "aplusb/judge.yaml", "aplusb/problem.yaml",
		"aplusb/statement/problem.en.md", "aplusb/statement/problem.zh.md", "aplusb/submissions/accepted/right/main.py",
		"aplusb/submissions/time_limit_exceeded/slow/main.go", "aplusb/submissions/wrong_answer/数独/main.py"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	for _, want := range []string{"no input_validators/", `"数独": other judges pass over names`, "01-big.yaml: its description is in two languages"} {
		if !strings.Contains(notes(exported.Notes), want) {
			t.Errorf("notes:\n%s\nwant %q", notes(exported.Notes), want)
		}
	}
	if _, err := Export(root, "aplusb", target); err == nil || !strings.Contains(err.Error(), "pkg.zip is there already: remove it, or name another with -o") {
		t.Errorf("over an old one: %v", err)
	}
	if _, err := Export(root, "aplus", target); err == nil || !strings.Contains(err.Error(), "did you mean aplusb?") {
		t.Errorf("a typing error: %v", err)
	}
}

const legacyPackage = `
-- hello/problem.yaml --
name: Hello
author: Ann, Bob and Carl
source: A contest
source_url: https://example.org
license: cc by-sa
rights_owner: Ann
validation: default
validator_flags: float_tolerance 1e-6
keywords: easy float
limits:
  memory: 512
  time_multiplier: 3
libraries: none
-- hello/.timelimit --
3
-- hello/problem_statement/problem.tex --
\problemname{Hello, World}
-- hello/problem_statement/problem.sv.tex --
\problemname{Hej}
-- hello/data/sample/1.in --
1
-- hello/data/sample/1.ans --
1.0
-- hello/data/sample/1.hint --
Read it.
-- hello/data/sample/1.desc --
the simplest
-- hello/data/secret/g1/1.in --
2
-- hello/data/secret/g1/1.ans --
2.0
-- hello/data/secret/testdata.yaml --
on_reject: continue
output_validator_flags: x 1
-- hello/data/testdata.yaml --
grading: default
-- hello/input_validators/v.py --
import sys
-- hello/submissions/accepted/ann.py --
#!/usr/bin/env python3
print(float(input()))
-- hello/submissions/accepted/two/Main.java --
public class Main { public static void main(String[] a) { System.out.println(new Help().x()); } }
-- hello/submissions/accepted/two/Help.java --
class Help { double x() { return 1; } }
-- hello/submissions/wrong_answer/ann.py --
print(0)
-- hello/submissions/time_limit_exceeded/loop.cpp --
int main() { for (;;) ; }
-- hello/submissions/run_time_error/crash.c --
int main(void) { return 1; }
-- hello/submissions/partially_accepted/half.py --
print(1)
-- hello/submissions/accepted/x.kt --
fun main() {}
-- hello/submissions/accepted/README.md --
read me
`

func TestLegacy(t *testing.T) {
	root := t.TempDir()
	imported, err := Import(root, filepath.Join(tree(t, legacyPackage), "hello"), "")
	if err != nil {
		t.Fatal(err)
	}
	p, err := problem.Load(root, "hello")
	if err != nil {
		t.Fatal(err)
	}
	if p.Limits.Time != 3*time.Second || p.Limits.Memory != 512<<20 || p.Check.Kind != "kattis" || !slices.Equal(p.Check.Args, []string{"float_tolerance", "1e-6"}) {
		t.Errorf("limits %+v, check %+v", p.Limits, p.Check)
	}
	if p.Title("en") != "Hello, World" || p.Title("sv") != "Hej" {
		t.Errorf("names %q", p.Names)
	}
	if c := p.Cases[0]; c.Hint != "Read it." || c.Description.English != "the simplest" {
		t.Errorf("first case %+v", c)
	}
	got, _ := os.ReadFile(filepath.Join(root, "problems/hello/problem.yaml"))
	for _, want := range []string{"Ann", "Bob", "Carl", "url: https://example.org", "license: cc by-sa", "ac_to_time_limit: 3"} {
		if !strings.Contains(string(got), want) {
			t.Errorf("problem.yaml lacks %q:\n%s", want, got)
		}
	}
	if group, _ := os.ReadFile(filepath.Join(p.Data, "secret/test_group.yaml")); string(group) != "output_validator_args:\n- x\n- '1'\n" {
		t.Errorf("test_group.yaml: %q", group)
	}
	for _, file := range []string{"statement/problem.en.tex", "input_validators/v.py"} {
		if _, err := os.Stat(filepath.Join(p.Dir, file)); err != nil {
			t.Error(err)
		}
	}

	want := map[string]verdict.Promise{"hello-ann": "AC", "hello-two": "AC", "hello-ann-2": "WA",
		"hello-loop": "TLE", "hello-crash": "RE|MLE|OLE", "hello-half": "AC|WA|TLE|RE|MLE|OLE"}
	solutions, err := solution.FindAll(root)
	if err != nil || len(solutions) != len(want) || len(imported.Solutions) != len(want) {
		t.Errorf("solutions %q, %v", imported.Solutions, err)
	}
	for _, s := range solutions {
		if v, _ := s.ExpectationFor("hello", "secret/g1/1"); v != want[s.Name] || !slices.Equal(s.Problems, []string{"hello"}) {
			t.Errorf("%s: expects %s of %s, want %s", s.Name, v, s.Problems, want[s.Name])
		}
	}
	text, _ := os.ReadFile(filepath.Join(root, "solutions/hello-ann/ann.py"))
	if want := "#!/usr/bin/env python3\n#judge:problem hello\n\nprint(float(input()))\n"; string(text) != want {
		t.Errorf("a submission became %q, want %q", text, want)
	}
	for _, want := range []string{"libraries has no place", "submissions/accepted/x.kt was left out", "submissions/accepted/README.md was left out"} {
		if !strings.Contains(notes(imported.Notes), want) {
			t.Errorf("notes:\n%s\nwant %q", notes(imported.Notes), want)
		}
	}
}

func TestValidators(t *testing.T) {
	const head = "-- p/problem.yaml --\nvalidation: custom\nvalidator_flags: a b\n-- p/data/secret/1.in --\n1\n-- p/data/secret/1.ans --\n1\n"
	for _, test := range []struct{ name, text, want string }{ // want: the validator's files, or the error
		{"a file", head + "-- p/output_validators/v.py --\n", "v.py"},
		{"a folder", head + "-- p/output_validators/v/main.cpp --\n-- p/output_validators/v/x.h --\n", "main.cpp x.h"},
		{"two folders", head + "-- p/output_validators/v/main.cpp --\n-- p/output_validators/w/x.h --\n", "output_validators: holds 2 programs"},
		{"interactive", strings.Replace(head, "custom", "custom interactive multipass", 1) + "-- p/output_validators/v.py --\n", "v.py"},
		{"none", head, "check: validator: no program"},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := t.TempDir()
			if _, err := Import(root, tree(t, test.text), ""); err != nil {
				if !strings.Contains(err.Error(), test.want) {
					t.Errorf("error %v, want %s", err, test.want)
				}
				if left := contents(t, root); len(left) != 0 {
					t.Errorf("left behind: %v", left)
				}
				return
			}
			p, err := problem.Load(root, "p")
			if err != nil {
				t.Fatal(err)
			}
			if p.Check.Kind != "validator" || !slices.Equal(p.Check.Args, []string{"a", "b"}) {
				t.Errorf("check %+v", p.Check)
			}
			var names []string
			for name := range contents(t, p.Check.Program) {
				names = append(names, name)
			}
			slices.Sort(names)
			if got := strings.Join(names, " "); got != test.want {
				t.Errorf("validator of %s, want %s", got, test.want)
			}
		})
	}
}

func TestCurrentPackage(t *testing.T) {
	root := t.TempDir()
	imported, err := Import(root, tree(t, `
-- problem.yaml --
problem_format_version: 2025-09
name: {en: X}
uuid: 1
limits: {time_limit: 2}
-- data/sample/1.in --
1
-- data/sample/1.ans --
1
-- data/sample/test_group.yaml --
output_validator_args: [float_absolute_tolerance, '1e-4']
-- data/secret/1.in --
1
-- data/secret/1.ans --
1
-- data/secret/test_group.yaml --
output_validator_args: [case_sensitive]
-- submissions/brute_force/b.py --
print(1)
-- submissions/mine/c.py --
print(1)
-- submissions/mine/d.py --
print(1)
-- submissions/mine/e.py --
print(1)
-- submissions/mine/f.py --
print(1)
-- submissions/mine/g.py --
print(1)
-- submissions/submissions.yaml --
mine/f.py:
  permitted: [AC, TLE, RTE]
mine/g.py:
  permitted: [AC, WA, RTE]
  required: [WA, RTE]
mine/c.py:
  permitted: [AC, RTE]
  required: [RTE]
mine/d.py:
  permitted: [AC, TLE]
  secret/*:
    required: [TLE]
    permitted: [AC, TLE]
mine/e.py:
  permitted: [AC]
`), "x")
	if err != nil {
		t.Fatal(err)
	}
	p, err := problem.Load(root, "x")
	if err != nil || p.Check.Kind != "kattis" || p.Check.Args != nil {
		t.Errorf("check %+v, %v", p.Check, err)
	}
	// Groups may be checked differently.
	if diff := cmp.Diff([][]string{{"float_absolute_tolerance", "1e-4"}, {"case_sensitive"}}, [][]string{p.Cases[0].CheckArgs, p.Cases[1].CheckArgs}); diff != "" {
		t.Errorf("arguments (-want +got):\n%s", diff)
	}
	if len(imported.Notes) > 0 {
		t.Errorf("notes:\n%s", notes(imported.Notes))
	}
	solutions, err := solution.FindAll(root)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, s := range solutions {
		v, pattern := s.ExpectationFor("x", "secret/1")
		got[s.Name] = string(v)
		if pattern {
			got[s.Name] += " here"
		}
	}
	want := map[string]string{"x-b": "TLE|RE|MLE|OLE", "x-c": "RE|MLE|OLE", "x-d": "AC|TLE here", "x-e": "AC", "x-f": "AC|TLE|RE|MLE|OLE", "x-g": "WA|RE|MLE|OLE"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("expectations (-want +got):\n%s", diff)
	}
}

func TestDraftAndOthers(t *testing.T) {
	const data = "-- data/secret/1.in --\n1\n-- data/secret/1.ans --\n1\n"
	root := t.TempDir()
	imported, err := Import(root, tree(t, "-- problem.yaml --\nname: X # of a draft\nproblem_format_version: 2023-07-draft\nuuid: 1\n"+data), "x")
	if err != nil || !strings.Contains(notes(imported.Notes), `its format was "2023-07-draft"`) {
		t.Errorf("%+v, %v", imported, err)
	}
	text, _ := os.ReadFile(filepath.Join(root, "problems/x/problem.yaml"))
	if want := "name: X # of a draft\nproblem_format_version: 2025-09\nuuid: 1\n"; string(text) != want {
		t.Errorf("problem.yaml:\n%s", text)
	}
	if _, err := Import(root, tree(t, "-- problem.yaml --\nproblem_format_version: 2031-01\n"+data), "y"); err == nil || !strings.Contains(err.Error(), `"2031-01" is not known here`) {
		t.Errorf("a version to come: %v", err)
	}

	// The older format may say how to compare in its test data.
	if _, err := Import(root, tree(t, "-- problem.yaml --\nname: Z\n-- data/testdata.yaml --\noutput_validator_flags: float_tolerance 1e-3\n"+data), "z"); err != nil {
		t.Fatal(err)
	}
	if p, err := problem.Load(root, "z"); err != nil || p.Check.Kind != "kattis" || !slices.Equal(p.Cases[0].CheckArgs, []string{"float_tolerance", "1e-3"}) {
		t.Errorf("check %+v, %v", p.Check, err)
	}
}

func TestImportBesideOthers(t *testing.T) {
	root := tree(t, house)
	target := filepath.Join(t.TempDir(), "aplusb.zip")
	if _, err := Export(root, "aplusb", target); err != nil {
		t.Fatal(err)
	}
	if _, err := Import(root, target, ""); err == nil || !strings.Contains(err.Error(), "aplusb is there already: remove it, or import under another name with -id") {
		t.Errorf("twice: %v", err)
	}
	imported, err := Import(root, target, "sum")
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"right-2", "slow-2", "数独-2"}; !slices.Equal(imported.Solutions, want) {
		t.Errorf("solutions %q, want %q", imported.Solutions, want)
	}
	text, _ := os.ReadFile(filepath.Join(root, "solutions/slow-2/main.go"))
	if !strings.Contains(string(text), "//judge:problem sum\n//judge:expect TLE sum/secret/*\n") {
		t.Errorf("slow-2:\n%s", text)
	}
	if _, err := Import(root, target, "Sum!"); err == nil || !strings.Contains(err.Error(), "cannot be an ID") {
		t.Errorf("a bad ID: %v", err)
	}
}

func TestPlain(t *testing.T) {
	root := t.TempDir()
	imported, err := Import(root, tree(t, `
-- A plus B!/sample-1.in --
1 2
-- A plus B!/sample-1.out --
3
-- A plus B!/secret/1.in --
1 2
-- A plus B!/secret/1.ans --
3
-- A plus B!/deep/2.in --
1 2
-- A plus B!/deep/2.out --
3
-- A plus B!/3.in --
1 2
-- A plus B!/4.in --
1
-- A plus B!/4.out --
`+"\ufeff1\n"), "")
	if err != nil {
		t.Fatal(err)
	}
	p, err := problem.Load(root, "aplusb")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range p.Cases {
		names = append(names, c.Name)
	}
	if got, want := strings.Join(names, " "), "sample/sample-1 secret/1 secret/4 secret/deep/2"; got != want {
		t.Errorf("cases %s, want %s", got, want)
	}
	if p.Title("en") != "A plus B!" {
		t.Errorf("title %q", p.Title("en"))
	}
	for _, want := range []string{"3.in was left out: it has no .ans or .out beside it", "4.out: its byte-order mark was taken off", "no time limit is known"} {
		if !strings.Contains(notes(imported.Notes), want) {
			t.Errorf("notes:\n%s\nwant %q", notes(imported.Notes), want)
		}
	}
	for text, want := range map[string]string{
		"-- x/1.in --\n":  "none of its 1 inputs has an answer: 1.in wants a .ans or .out beside it",
		"-- x/y/1.c --\n": "neither a package known here nor inputs (.in) with their answers",
	} {
		if _, err := Import(root, tree(t, text), ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// entry is one file of a zip that a test makes.
type entry struct {
	name, text string
	mode       fs.FileMode
}

func makeZip(t testing.TB, entries ...entry) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "aplusb.zip")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z := zip.NewWriter(f)
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate}
		h.SetMode(e.mode | 0o644)
		w, err := z.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, e.text)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestHostileZip(t *testing.T) {
	in, ans := entry{name: "1.in", text: "1\n"}, entry{name: "1.ans", text: "1\n"}
	for _, test := range []struct {
		name string
		bad  entry
		want string
	}{
		{"up", entry{name: "../../evil", text: "x"}, "leads out of the package"},
		{"up inside", entry{name: "a/../../evil", text: "x"}, "leads out of the package"},
		{"absolute", entry{name: "/tmp/evil", text: "x"}, "leads out of the package"},
		{"backslash", entry{name: `..\evil`, text: "x"}, "leads out of the package"},
		{"escape codes", entry{name: "\x1b[31m.ans", text: "x"}, `"\x1b[31m.ans": a name with control characters`},
		{"link", entry{"1.ans", "/etc/passwd", fs.ModeSymlink}, "twice in the archive"},
		{"a link out", entry{"2.ans", "/etc/passwd", fs.ModeSymlink}, "2.ans: a link that leads out of the package, or nowhere"},
		{"a long link", entry{"2.ans", strings.Repeat("x", longLink+1), fs.ModeSymlink}, "2.ans: a link of more than 4096 bytes"},
		{"device", entry{"evil.ans", "", fs.ModeDevice | fs.ModeCharDevice}, "a device, no ordinary file"},
		{"pipe", entry{"evil.ans", "", fs.ModeNamedPipe}, "a device, no ordinary file"},
		{"twice", entry{name: "1.in", text: "2\n"}, "1.in: twice in the archive"},
		{"file as folder", entry{name: "1.in/x", text: "2\n"}, "1.in"},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := t.TempDir()
			_, err := Import(root, makeZip(t, in, ans, test.bad), "")
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %s", err, test.want)
			}
			if left := contents(t, root); len(left) != 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
	if _, err := os.Stat("/tmp/evil"); err == nil {
		t.Error("/tmp/evil was written")
	}
	t.Run("many files", func(t *testing.T) {
		entries := make([]entry, maxFiles+1)
		for i := range entries {
			entries[i] = entry{name: strings.Repeat("d", 1+i/200) + "/" + strings.Repeat("f", 1+i%200)}
		}
		if _, err := Import(t.TempDir(), makeZip(t, entries...), ""); err == nil || !strings.Contains(err.Error(), "more than 20000 files") {
			t.Errorf("error %v", err)
		}
	})
	t.Run("no zip", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "x.zip")
		os.WriteFile(file, []byte("PK\x03\x04nothing"), 0o666)
		if _, err := Import(t.TempDir(), file, ""); err == nil || !strings.Contains(err.Error(), "x.zip: zip: not a valid zip file: is it a zip?") {
			t.Errorf("error %v", err)
		}
	})
	t.Run("harmless things of archivers", func(t *testing.T) {
		imported, err := Import(t.TempDir(), makeZip(t, entry{name: "p/"}, entry{name: "p/1.in"}, entry{name: "p/1.ans"},
			entry{name: "__MACOSX/p/._1.in"}, entry{name: "p/.DS_Store"},
			entry{name: "p/problem.yaml", text: "name: x\n"}, entry{name: "p/.timelimit", text: "3\n"},
			entry{name: "p/data/secret/1.in"}, entry{name: "p/data/secret/1.ans"}), "")
		if err != nil || imported.ID != "p" || imported.Cases != 1 || strings.Contains(notes(imported.Notes), "no time limit") {
			t.Errorf("%+v, %v", imported, err)
		}
	})
}

// TestBomb unpacks what is larger than the budget has left, whatever the archive says of its size.
func TestBomb(t *testing.T) {
	z, err := zip.OpenReader(makeZip(t, entry{name: "zeros.in", text: strings.Repeat("0", 1<<20)}))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if err := unzipOne(root, z.File[0], &budget{bytes: maxTotal - 1000}); err == nil || !strings.Contains(err.Error(), "more than 2048 MiB in all") {
		t.Errorf("error %v", err)
	}
	if info, err := os.Stat(filepath.Join(dir, "zeros.in")); err != nil || info.Size() > 1001 {
		t.Errorf("%d bytes were written", info.Size())
	}
}

// TestSwelling: a small archive may not become a large folder, nor a YAML file one that takes a
// multiple of its size to read.
func TestSwelling(t *testing.T) {
	zeros := strings.Repeat("0", 40<<20)
	for _, test := range []struct {
		name, want string
		entries    []entry
	}{
		{"ratio", "more than 64 MiB in all", []entry{{name: "a.in", text: zeros}, {name: "b.in", text: zeros}}},
		{"yaml", "problem.yaml: larger than 1 MiB", []entry{{name: "problem.yaml", text: zeros[:maxYAML+1]}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if err := Unzip(makeZip(t, test.entries...), t.TempDir(), maxTotal); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v", err)
			}
		})
	}
}

func TestLinksInFolders(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	os.WriteFile(secret, []byte("42\n"), 0o666)
	for name, link := range map[string]string{"out of it": secret, "nowhere": "gone", "a folder": "."} {
		dir := tree(t, "-- 1.in --\n1\n-- 2.in --\n-- 2.ans --\n")
		if err := os.Symlink(link, filepath.Join(dir, "1.ans")); err != nil {
			t.Skip(err)
		}
		if _, err := Import(t.TempDir(), dir, "x"); err == nil || !strings.Contains(err.Error(), "1.ans: a link ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	dir := tree(t, "-- 1.in --\n1\n")
	if err := os.Symlink("1.in", filepath.Join(dir, "1.ans")); err != nil {
		t.Skip(err)
	}
	if imported, err := Import(t.TempDir(), dir, "x"); err != nil || imported.Cases != 1 {
		t.Errorf("a link inside: %v", err)
	}
}

const castle = `{"name":"G. Castle Defense","group":"Codeforces - Round 40","url":"https://codeforces.com/problemset/problem/954/G",
"interactive":false,"memoryLimit":256,"timeLimit":1500,"testType":"single","input":{"type":"stdin"},"output":{"type":"stdout"},
"languages":{"java":{"mainClass":"Main","taskClass":"GCastleDefense"}},"batch":{"id":"b1","size":1},
"tests":[{"input":"5 0 6\n5 4 3 4 9\n","output":"5\n"},{"input":"4 2 0\r\n1 2 3 4","output":"6"}]}`

func TestCompanion(t *testing.T) {
	root := t.TempDir()
	file := filepath.Join(t.TempDir(), "x.json")
	os.WriteFile(file, []byte(castle), 0o666)
	imported, err := Import(root, file, "")
	if err != nil || imported.ID != "codeforces954g" || imported.Cases != 2 || imported.Title != "G. Castle Defense" {
		t.Fatalf("%+v, %v", imported, err)
	}
	p, err := problem.Load(root, "codeforces954g")
	if err != nil {
		t.Fatal(err)
	}
	if p.Limits.Time != 1500*time.Millisecond || p.Limits.Memory != 256<<20 {
		t.Errorf("limits %+v", p.Limits)
	}
	if text, _ := os.ReadFile(p.Cases[1].In); string(text) != "4 2 0\n1 2 3 4\n" {
		t.Errorf("input %q", text)
	}
	for text, want := range map[string]string{
		`{`:                               "not what Competitive Companion sends",
		`[]`:                              "not what Competitive Companion sends",
		`{}`:                              "it has neither name nor url",
		`{"name":"x"}`:                    "x has no sample on its page",
		`{"name":"x","interactive":true}`: "it is interactive",
		`{"name":"题","tests":[{}]}`:       "choose one with -id",
	} {
		if _, err := ImportCompanion(root, []byte(text), ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestCompanionID(t *testing.T) {
	for _, test := range []struct{ name, url, want string }{
		{"AcWing 166. 数独", "https://www.acwing.com/problem/content/168/", "acwing166"},
		{"166. 数独", "https://www.acwing.com/problem/content/168/", "acwing166"},
		{"P1001 A+B Problem", "https://www.luogu.com.cn/problem/P1001", "luogup1001"},
		{"A. Theatre", "https://codeforces.com/contest/1/problem/A", "codeforces1a"},
		{"A - X", "https://atcoder.jp/contests/abc123/tasks/abc123_a", "atcoderabc123a"},
		{"37. Sudoku Solver", "https://leetcode.com/problems/sudoku-solver/", "leetcode37"},
		{"A Different Problem", "https://open.kattis.com/problems/different", "kattisdifferent"},
		{"1001. Reverse Root", "https://acm.timus.ru/problem.aspx?space=1&num=1001", "timus1001"},
		{"1001. Reverse Root", "https://acm.timus.ru/problem.aspx?num=1001&space=1&locale=ru", "timus1001"},
		{"B", "https://vjudge.net/contest/123456#problem/B", "vjudge123456b"},
		{"Zoz", "https://www.codechef.com/LTIME58A/problems/ZOZ", "codechefltime58azoz"},
		{"Zoz", "https://www.codechef.com/problems/ZOZ", "codechefzoz"},
		{"Prime Generator", "https://www.spoj.com/problems/PRIME1/", "spojprime1"},
		{"A+B", "http://poj.org/problem?id=1000", "poj1000"},
		{"A+B", "http://acm.hdu.edu.cn/showproblem.php?pid=1000", "hdu1000"},
		{"A. Lefthanders", "https://codeforces.com/problemset/problem/234/A?locale=en", "codeforces234a"},
		{"A", "https://codeforces.com/gym/100001/problem/A", "codeforces100001a"},
		{"Hello", "https://dmoj.ca/problem/helloworld", "dmojhelloworld"},
		{"C", "https://contest.yandex.ru/contest/8458/problems/C/", "yandex8458c"},
		{"Task", "https://csacademy.com/contest/archive/task/addition/", "csacademyaddition"},
		{"Sum", "https://oj.uz/problem/view/IOI00_sum", "ojioi00sum"},
		{"Aplusb", "https://judge.yosupo.jp/problem/aplusb", "yosupoaplusb"},
		{"Cards", "https://onlinejudge.org/index.php?option=com_onlinejudge&Itemid=8&page=show_problem&problem=36", "onlinejudge836"},
		{"Dictionary", "https://judge.u-aizu.ac.jp/onlinejudge/description.jsp?id=ALDS1_4_C", "uaizualds14c"},
		{"Gold", "https://usaco.org/index.php?page=viewproblem2&cpid=1086", "usaco1086"},
		{"A", "https://example.org/#/problems/17", "example17"},
		{"Only a name", "https://example.org/problem", "exampleonlyaname"},
		{"Sum!", "", "sum"},
		{"数独", "", ""},
	} {
		if got := (companion{Name: test.name, URL: test.url}).id(); got != test.want {
			t.Errorf("%s %s: %q, want %q", test.name, test.url, got, test.want)
		}
	}
}

// TestCompanionTwice imports two pages whose addresses come to the same ID, and one of them again.
func TestCompanionTwice(t *testing.T) {
	root := t.TempDir()
	page := func(address string) (Imported, error) {
		return ImportCompanion(root, []byte(`{"name":"x","url":"`+address+`","tests":[{"input":"1","output":"1"}]}`), "")
	}
	for _, address := range []string{"https://example.org/p/1-2", "https://example.org/p/12"} {
		if _, err := page(address); err != nil {
			t.Fatal(err)
		}
	}
	if ids, err := problem.IDs(root); err != nil || !slices.Equal(ids, []string{"examplep12", "examplep12v2"}) {
		t.Errorf("problems %q, %v", ids, err)
	}
	for _, address := range []string{"https://example.org/p/1-2", "https://example.org/p/12"} {
		if _, err := page(address); err == nil || !strings.Contains(err.Error(), "is there already") {
			t.Errorf("%s again: %v", address, err)
		}
	}
	if imported, err := page("https://example.org/p/1/2"); err != nil || imported.ID != "examplep12v3" {
		t.Errorf("a third: %+v, %v", imported, err)
	}
}

func TestCompanionFiles(t *testing.T) {
	root := t.TempDir()
	imported, err := ImportCompanion(root, []byte(`{"name":"x","tests":[{"input":"1","output":"1"}],
		"input":{"type":"file","fileName":"input.txt"},"output":{"type":"file","fileName":"output.txt"}}`), "x")
	if err != nil {
		t.Fatal(err)
	}
	p, err := problem.Load(root, "x")
	if err != nil || p.InputFile != "input.txt" || p.OutputFile != "output.txt" || p.Check.Kind != "lines" {
		t.Errorf("%+v, %v, %s", p, err, notes(imported.Notes))
	}
	imported, err = ImportCompanion(root, []byte(`{"name":"y","tests":[{"input":"1","output":"1"}],
		"input":{"type":"regex","pattern":"in.*"},"output":{"type":"file","fileName":"../up"}}`), "y")
	if said := notes(imported.Notes); err != nil || !strings.Contains(said, `the file "in.*"`) || !strings.Contains(said, `the file "../up"`) {
		t.Errorf("%v, %s", err, said)
	}
}

func FuzzCompanion(f *testing.F) {
	f.Add([]byte(castle))
	f.Add([]byte(`{"name":"x","url":"http://[","tests":[{"input":"\u0000","output":""}],"timeLimit":1e308,"memoryLimit":-1}`))
	f.Add([]byte(`{"name":"a\nb: c","tests":[{}],"group":"- x"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		root := t.TempDir()
		if imported, err := ImportCompanion(root, data, "x"); err == nil {
			if _, err := problem.Load(root, imported.ID); err != nil {
				t.Errorf("%q: imported, and cannot be read: %v", data, err)
			}
		} else if left := contents(t, root); len(left) != 0 {
			t.Errorf("%q: left behind: %v", data, left)
		}
	})
}

func FuzzUnzip(f *testing.F) {
	for _, e := range [][]entry{{{name: "a/1.in", text: "1"}}, {{name: "../x"}}, {{"l", "/etc", fs.ModeSymlink}}} {
		data, _ := os.ReadFile(makeZip(f, e...))
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		top := t.TempDir()
		file, inside := filepath.Join(top, "x.zip"), filepath.Join(top, "inside")
		os.WriteFile(file, data, 0o666)
		os.Mkdir(inside, 0o777)
		Unzip(file, inside, maxTotal)
		entries, _ := os.ReadDir(top)
		if len(entries) != 2 {
			t.Errorf("%q: something was written outside", data)
		}
	})
}
