package exchange

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

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
	if c := p.Cases[0]; c.Hint.English != "Read it." || c.Description.English != "the simplest" {
		t.Errorf("first case %+v", c)
	}
	got, _ := os.ReadFile(filepath.Join(root, "problems/hello/problem.yaml"))
	for _, want := range []string{"Ann", "Bob", "Carl", "url: https://example.org", "license: cc by-sa", "ac_to_time_limit: 3", "uuid: 7ab1", "allow_file_writing: true"} {
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
	if want := "#!/usr/bin/env python3\n#judge:problem hello\n\nprint(float(input()))\n"; string(text) != want {
		t.Errorf("a submission became %q, want %q", text, want)
	}
	for _, want := range []string{"libraries is not supported", `left out: submissions/accepted/x.kt: no language has files that end in ".kt"`, "left out: submissions/accepted/README.md: "} {
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

	// In the older format the folder of test data may say how to compare.
	if _, err := Import(root, tree(t, "-- problem.yaml --\nname: Z\n-- data/testdata.yaml --\noutput_validator_flags: float_tolerance 1e-3\n"+data), "z"); err != nil {
		t.Fatal(err)
	}
	if p, err := problem.Load(root, "z"); err != nil || p.Check.Kind != "kattis" || !slices.Equal(p.Cases[0].CheckArgs, []string{"float_tolerance", "1e-3"}) {
		t.Errorf("check %+v, %v", p.Check, err)
	}
}
