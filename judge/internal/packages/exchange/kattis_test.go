package exchange_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/must"
)

func TestCurrentPackage(t *testing.T) {
	root := t.TempDir()
	imported, err := one(root, tree(t, `
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
`), "x")
	must.Succeed(t, err)
	p, err := problem.Load(root, "x")
	if err != nil || p.Check.Kind != "kattis" || p.Check.Args != nil {
		t.Errorf("check %+v, %v", p.Check, err)
	}
	// Groups may have different checkers' arguments.
	if diff := cmp.Diff([][]string{{"float_absolute_tolerance", "1e-4"}, {"case_sensitive"}}, [][]string{p.Cases[0].CheckArgs,
		p.Cases[1].CheckArgs}); diff != "" {
		t.Errorf("arguments (-want +got):\n%s", diff)
	}
	if len(imported.Notes) > 0 {
		t.Errorf("notes:\n%s", notes(imported.Notes))
	}
	b, err := solution.Open(filepath.Join(root, "solutions/x-b"))
	if promise, _ := b.ExpectationFor("x", "secret/1"); err != nil || promise != "TLE|RE|MLE|OLE" {
		t.Errorf("brute force promises %s, %v", promise, err)
	}
}

// TestUnimportantLinks puts links and special files at unimportant places: they are left out and reported. At
// important places, nothing is imported.
func TestUnimportantLinks(t *testing.T) {
	const pack = `
-- p/problem.yaml --
problem_format_version: 2025-09
name: P
uuid: 1
limits: {time_limit: 1}
-- p/data/sample/1.in --
1
-- p/data/sample/1.ans --
1
-- p/output_validator/v.py --
import sys; sys.exit(42)
`
	links := func(t *testing.T, dir string, names ...string) {
		for _, name := range names {
			link := filepath.Join(dir, "p", filepath.FromSlash(name))
			os.MkdirAll(filepath.Dir(link), 0o777)
			if err := os.Symlink("/etc/passwd", link); err != nil {
				t.Skip(err)
			}
		}
	}
	t.Run("left out", func(t *testing.T) {
		dir := tree(t, pack)
		odd := []string{"statement/pic.png", "input_validators/x/v.ctd", "generators/gen.py", "output_visualizer/v.py", "attachments/a",
			"README.md", "data/invalid_input/1.in", "data/notes.txt", "submissions/accepted/x.py"}
		links(t, dir, odd...)
		os.Symlink(".", filepath.Join(dir, "p", "generators", "again"))
		root := t.TempDir()
		imported, err := one(root, filepath.Join(dir, "p"), "")
		must.Succeed(t, err)
		for _, name := range append(odd, "generators/again") {
			must.Contain(t, notes(imported.Notes), "left out: "+name+": ", "no note of", name)
		}
		for name := range contents(t, root) {
			if strings.Contains(name, "again") || slices.Contains(odd, name) {
				t.Errorf("%s was imported", name)
			}
		}
	})
	for _, name := range []string{"data/secret/1.in", "data/sample/2.ans", "output_validator/w.py", "data/test_group.yaml"} {
		t.Run(name, func(t *testing.T) {
			dir := tree(t, pack)
			links(t, dir, name)
			if imported, err := one(t.TempDir(), filepath.Join(dir, "p"), ""); err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("%+v, %v", imported, err)
			}
		})
	}
	// A validator that an older package has but does not ask for is ignored.
	dir := tree(t, "-- p/problem.yaml --\nname: P\nvalidation: default\n-- p/data/secret/1.in --\n1\n-- p/data/secret/1.ans --\n1\n")
	links(t, dir, "output_validators/v.py")
	root := t.TempDir()
	imported, err := one(root, filepath.Join(dir, "p"), "")
	if err != nil || !strings.Contains(notes(imported.Notes), "output_validators/, which problem.yaml does not ask for") {
		t.Errorf("%s, %v", notes(imported.Notes), err)
	}
	if p, err := problem.Load(root, "p"); err != nil || p.Check.Kind != "kattis" {
		t.Errorf("check %+v, %v", p.Check, err)
	}
}

const oddlyWritten = `
-- problem.yaml --
problem_format_version: "2023-07-draft"
name:
  en: The Name
  sv: Namnet
author: [Ann, Bob]
source: A contest
source_url: https://example.org/contest
license: CC BY-SA 4.0
type: [pass-fail]
uuid: 00000000-0000-4000-8000-000000000002
limits:
  time_multipliers: {ac_to_time_limit: 2}
  time_safety_margin: 2
  time_limit: 3
validation: custom
validator_flags: strict
libraries: gmp
-- problem_statement/problem.en.tex --
\problemname{\problemyamlname}
-- problem_statement/problem.en.md --
At most 1000.
-- problem_statement/problem.de.tex --
%% plainproblemname: Größer & kleiner
\problemname{Gr\"o\ss er \& kleiner}
-- output_validators/v.py --
import sys
sys.exit(42)
-- data/secret/testdata.yaml --
output_validator_flags: upto 1000
-- data/secret/a b.in --
1
-- data/secret/a b.ans --
2
`

func TestOddlyWritten(t *testing.T) {
	root := t.TempDir()
	imported := must.Get(one(root, tree(t, oddlyWritten), "odd"))(t)
	p := must.Get(problem.Load(root, "odd"))(t)
	must.Equal(t, map[string]string{"en": "The Name", "de": "Größer & kleiner"}, p.Names, "names")
	if p.Check.Kind != "validator" || !slices.Equal(p.Cases[0].CheckArgs, []string{"upto", "1000"}) {
		t.Errorf("check %+v, case %+v", p.Check, p.Cases[0])
	}
	files := contents(t, root)
	for name, want := range map[string]string{
		"problems/odd/problem.yaml":            "url: https://example.org/contest",
		"problems/odd/statement/problem.en.md": "At most 1000.",
	} {
		must.Contain(t, files[name], want, name)
	}
	for _, want := range []string{"license: cc by-sa\n", "time_limit_to_tle: 2", "- Ann\n"} {
		must.Contain(t, files["problems/odd/problem.yaml"], want, "problem.yaml lacks")
	}
	for _, want := range []string{`its format "2023-07-draft" was a draft of`, "libraries is not supported"} {
		must.Contain(t, notes(imported.Notes), want, "notes")
	}
}

// A package in the current format with one older key is corrected; a correct one is left alone.
func TestSourceURLToday(t *testing.T) {
	const data = "-- data/secret/1.in --\n1\n-- data/secret/1.ans --\n1\n"
	for _, test := range []struct{ name, yaml, want string }{
		{"as it is", "problem_format_version: 2025-09 # kept\nname: X\nlimits: {time_limit: 1}\n", "# kept"},
		{"source_url", "problem_format_version: 2025-09\nname: {en: X}\nsource: S\nsource_url: https://example.org\nlimits: " +
			"{time_limit: 1}\n", "  name: S\n  url: https://example.org\n"},
		{"a mark in front", "\ufeffproblem_format_version: 2025-09\nname: X\n", "problem_format_version: 2025-09\n"},
		{"only an address", "name: X\nsource_url: https://example.org\n", "  name: https://example.org\n  url: https://example.org\n"},
		{"another licence", "name: X\nlicense: GPL\n", "name:\n  en: X\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := t.TempDir()
			if _, err := one(root, tree(t, "-- problem.yaml --\n"+test.yaml+data), "x"); err != nil {
				t.Fatal(err)
			}
			if got := contents(t, root)["problems/x/problem.yaml"]; !strings.Contains(got, test.want) || strings.Contains(got, "\ufeff") {
				t.Errorf("problem.yaml:\n%s\nwants %q", got, test.want)
			}
		})
	}
}

func FuzzKattis(f *testing.F) {
	f.Add([]byte("name: x\nvalidation: custom\n"), []byte(`\problemname{x}`))
	f.Add([]byte("problem_format_version: 2025-09\nname: {en: x}\nuuid: 1\n"), []byte("%% plainproblemname: \x00"))
	f.Add([]byte("\ufeffname: x\nlimits: {time_limit: 1e99}\ncredits: {a: b}\n"), []byte(`\problemname{\"`))
	f.Add([]byte("a: &a [x,x,x]\nb: &b [*a,*a,*a]\nname: *b\n"), []byte("{"))
	f.Add([]byte("name: \xd5\xe6\n"), []byte(`\problemname{\v`))
	f.Fuzz(func(t *testing.T, metadata, statement []byte) {
		dir, root := tree(t, "-- data/secret/1.in --\n1\n-- data/secret/1.ans --\n1\n-- submissions/a/b.py --\nprint(1)\n"), t.TempDir()
		write(t, filepath.Join(dir, "problem.yaml"), string(metadata))
		write(t, filepath.Join(dir, "problem_statement/problem.tex"), string(statement))
		if _, err := one(root, dir, "x"); err != nil {
			if left := contents(t, root); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
			return
		}
		if _, err := problem.Load(root, "x"); err != nil {
			t.Errorf("imported, and cannot be read: %v", err)
		}
	})
}

const legacyPackage = `
-- hello/problem.yaml --
name: Hello
author: Ann, Bob and Carl
source: A contest
source_url: https://example.org
license: cc by-sa
rights_owner: Ann
uuid: 7ab1
allow_file_writing: true
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
	imported := must.Get(one(root, filepath.Join(tree(t, legacyPackage), "hello"), ""))(t)
	p, err := problem.Load(root, "hello")
	must.Succeed(t, err)
	if p.Limits.Time != 3*time.Second || p.Limits.Memory != 512<<20 || p.Check.Kind != "kattis" || !slices.Equal(p.Check.Args,
		[]string{"float_tolerance", "1e-6"}) {
		t.Errorf("limits %+v, check %+v", p.Limits, p.Check)
	}
	must.Equal(t, "Hello, World", p.Title("en"), p.Names)
	must.Equal(t, "Hej", p.Title("sv"), p.Names)
	if c := p.Cases[0]; c.Hint.English != "Read it." || c.Description.English != "the simplest" {
		t.Errorf("first case %+v", c)
	}
	got, _ := os.ReadFile(filepath.Join(root, "problems/hello/problem.yaml"))
	for _, want := range []string{"Ann", "Bob", "Carl", "url: https://example.org", "license: cc by-sa", "ac_to_time_limit: 3",
		"uuid: 7ab1", "allow_file_writing: true"} {
		must.Contain(t, string(got), want, "problem.yaml lacks")
	}
	if group, _ := os.ReadFile(filepath.Join(p.Data, "secret/test_group.yaml")); string(group) != "output_validator_args:\n- x\n- '1'\n" {
		t.Errorf("test_group.yaml: %q", group)
	}
	for _, file := range []string{"statement/problem.en.tex", "input_validators/v.py"} {
		if _, err := os.Stat(filepath.Join(p.Dir, file)); err != nil {
			t.Error(err)
		}
	}

	want := map[string]result.Promise{"hello-ann": "AC", "hello-two": "AC", "hello-ann-2": "WA",
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
	must.Equal(t, "#!/usr/bin/env python3\n#judge:problem hello\n\nprint(float(input()))\n", string(text), "a submission became")
	for _, want := range []string{"libraries is not supported",
		`left out: submissions/accepted/x.kt: no language has files that end in ".kt"`, "left out: submissions/accepted/README.md: "} {
		must.Contain(t, notes(imported.Notes), want, "notes")
	}
}

func TestValidators(t *testing.T) {
	const head = "-- p/problem.yaml --\nvalidation: custom\nvalidator_flags: a b\n-- p/data/secret/1.in --\n1\n-- p/data/secret/1.ans --\n1\n"
	for _, test := range []struct{ name, text, want string }{ // want: the validator's files, or the error
		{"a file", head + "-- p/output_validators/v.py --\n", "v.py"},
		{"a folder", head + "-- p/output_validators/v/main.cpp --\n-- p/output_validators/v/x.h --\n", "main.cpp x.h"},
		{"two folders", head + "-- p/output_validators/v/main.cpp --\n-- p/output_validators/w/x.h --\n", "output_validators: has 2 programs"},
		{"interactive", strings.Replace(head, "custom", "custom interactive multipass", 1) + "-- p/output_validators/v.py --\n", "v.py"},
		{"none", head, "check: validator: no program"},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := t.TempDir()
			if _, err := one(root, tree(t, test.text), ""); err != nil {
				must.Contain(t, err.Error(), test.want, "error", err)
				if left := contents(t, root); len(left) != 0 {
					t.Errorf("left behind: %v", left)
				}
				return
			}
			p := must.Get(problem.Load(root, "p"))(t)
			if p.Check.Kind != "validator" || !slices.Equal(p.Check.Args, []string{"a", "b"}) {
				t.Errorf("check %+v", p.Check)
			}
			var names []string
			for name := range contents(t, p.Check.Program) {
				names = append(names, name)
			}
			slices.Sort(names)
			must.Equal(t, test.want, strings.Join(names, " "), "validator of")
		})
	}
}

func TestDraftAndOthers(t *testing.T) {
	const data = "-- data/secret/1.in --\n1\n-- data/secret/1.ans --\n1\n"
	root := t.TempDir()
	imported, err := one(root, tree(t, "-- problem.yaml --\nname: X # of a draft\nproblem_format_version: 2023-07-draft\nuuid: 1\n"+data), "x")
	if err != nil || !strings.Contains(notes(imported.Notes), `its format "2023-07-draft" was a draft of`) {
		t.Errorf("%+v, %v", imported, err)
	}
	text, _ := os.ReadFile(filepath.Join(root, "problems/x/problem.yaml"))
	must.Equal(t, "name: X # of a draft\nproblem_format_version: 2025-09\nuuid: 1\n", string(text), "problem.yaml")
	if _, err := one(root, tree(t, "-- problem.yaml --\nproblem_format_version: 2031-01\n"+data), "y"); err == nil ||
		!strings.Contains(err.Error(), `"2031-01" is not known here`) {
		t.Errorf("a version to come: %v", err)
	}

	// In the older format the folder of test data may say how to compare.
	if _, err := one(root, tree(t,
		"-- problem.yaml --\nname: Z\n-- data/testdata.yaml --\noutput_validator_flags: float_tolerance 1e-3\n"+data), "z"); err != nil {
		t.Fatal(err)
	}
	if p, err := problem.Load(root, "z"); err != nil || p.Check.Kind != "kattis" || !slices.Equal(p.Cases[0].CheckArgs,
		[]string{"float_tolerance", "1e-3"}) {
		t.Errorf("check %+v, %v", p.Check, err)
	}
}
