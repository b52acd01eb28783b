package exchange

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/solution"
)

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
	// Groups may have different checkers' arguments.
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
		imported, err := Import(root, filepath.Join(dir, "p"), "")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range append(odd, "generators/again") {
			if !strings.Contains(notes(imported.Notes), "left out: "+name+": ") {
				t.Errorf("no note of %s:\n%s", name, notes(imported.Notes))
			}
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
			if imported, err := Import(t.TempDir(), filepath.Join(dir, "p"), ""); err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("%+v, %v", imported, err)
			}
		})
	}
	// A validator that an older package has but does not ask for is ignored.
	dir := tree(t, "-- p/problem.yaml --\nname: P\nvalidation: default\n-- p/data/secret/1.in --\n1\n-- p/data/secret/1.ans --\n1\n")
	links(t, dir, "output_validators/v.py")
	root := t.TempDir()
	imported, err := Import(root, filepath.Join(dir, "p"), "")
	if err != nil || !strings.Contains(notes(imported.Notes), "output_validators/, which problem.yaml does not ask for") {
		t.Errorf("%s, %v", notes(imported.Notes), err)
	}
	if p, err := problem.Load(root, "p"); err != nil || p.Check.Kind != "kattis" {
		t.Errorf("check %+v, %v", p.Check, err)
	}
}

// TestLinksInZips: links inside a package are followed in an archive as in a folder.
func TestLinksInZips(t *testing.T) {
	root := t.TempDir()
	imported, err := Import(root, makeZip(t, entry{name: "p/1.in", text: "7\n"}, entry{"p/1.ans", "1.in", fs.ModeSymlink}), "")
	if err != nil || imported.Cases != 1 {
		t.Fatalf("%+v, %v", imported, err)
	}
	if text, err := os.ReadFile(filepath.Join(root, "testdata/p/secret/1.ans")); string(text) != "7\n" {
		t.Errorf("answer %q, %v", text, err)
	}
	if info, err := os.Lstat(filepath.Join(root, "testdata/p/secret/1.ans")); err != nil || !info.Mode().IsRegular() {
		t.Error("the link itself was imported")
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
validator_flags: strict {{most}}
constants:
  most: 1000
  ratio: 1.50
libraries: gmp
-- problem_statement/problem.en.tex --
\problemname{\problemyamlname}
-- problem_statement/problem.en.md --
At most {{most}}, {{unknown}}.
-- problem_statement/problem.de.tex --
\problemname{{\it Gr\"o\ss er} \& {k}leiner -- $x$}
-- output_validators/v.py --
import sys
most = {{most}}
sys.exit(42)
-- include/python3/helper.py --
def double(x): return 2 * {{ratio}} * x
-- include/default/data.txt --
some data
-- data/secret/testdata.yaml --
output_validator_flags: upto {{most}}
-- data/secret/a b.in --
1
-- data/secret/a b.ans --
2
-- submissions/submissions.yaml --
# nothing yet
-- submissions/accepted/uses.py --
from helper import double
print(double({{most}}))
-- submissions/accepted/tagged.py --
# @EXPECTED_RESULTS@: TIMELIMIT, run_time_error
print(1)
`

func TestOddlyWritten(t *testing.T) {
	root := t.TempDir()
	imported, err := Import(root, tree(t, oddlyWritten), "odd")
	if err != nil {
		t.Fatal(err)
	}
	p, err := problem.Load(root, "odd")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"en": "The Name", "de": "Größer & kleiner – x"}, p.Names); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	if p.Check.Kind != "validator" || !slices.Equal(p.Cases[0].CheckArgs, []string{"upto", "1000"}) {
		t.Errorf("check %+v, case %+v", p.Check, p.Cases[0])
	}
	files := contents(t, root)
	for name, want := range map[string]string{
		"problems/odd/problem.yaml":            "url: https://example.org/contest",
		"problems/odd/statement/problem.en.md": "At most 1000, {{unknown}}.",
		"problems/odd/output_validator/v.py":   "most = 1000\n",
		"solutions/odd-uses/helper.py":         "2 * 1.50 * x",
		"solutions/odd-uses/main.py":           "print(double(1000))",
		"solutions/odd-tagged/data.txt":        "some data",
	} {
		if !strings.Contains(files[name], want) {
			t.Errorf("%s:\n%s\nwants %q", name, files[name], want)
		}
	}
	for _, want := range []string{"license: cc by-sa\n", "most: 1000", "time_limit_to_tle: 2", "- Ann\n"} {
		if !strings.Contains(files["problems/odd/problem.yaml"], want) {
			t.Errorf("problem.yaml lacks %q:\n%s", want, files["problems/odd/problem.yaml"])
		}
	}
	for _, want := range []string{`its format was "2023-07-draft"`, "libraries is not supported", "put in the place of their names in 4 files"} {
		if !strings.Contains(notes(imported.Notes), want) {
			t.Errorf("notes:\n%s\nwant %q", notes(imported.Notes), want)
		}
	}
	tagged, err := solution.Open(filepath.Join(root, "solutions/odd-tagged"))
	if want, _ := tagged.ExpectationFor("odd", "secret/a b"); err != nil || want != "TLE|RE|MLE|OLE" {
		t.Errorf("tagged promises %s, %v", want, err)
	}
}

// A package in the current format with one older key is corrected; a correct one is left alone.
func TestSourceURLToday(t *testing.T) {
	const data = "-- data/secret/1.in --\n1\n-- data/secret/1.ans --\n1\n"
	for _, test := range []struct{ name, yaml, want string }{
		{"as it is", "problem_format_version: 2025-09 # kept\nname: X\nlimits: {time_limit: 1}\n", "# kept"},
		{"source_url", "problem_format_version: 2025-09\nname: {en: X}\nsource: S\nsource_url: https://example.org\nlimits: {time_limit: 1}\n", "  name: S\n  url: https://example.org\n"},
		{"a mark in front", "\ufeffproblem_format_version: 2025-09\nname: X\n", "problem_format_version: 2025-09\n"},
		{"only an address", "name: X\nsource_url: https://example.org\n", "  name: https://example.org\n  url: https://example.org\n"},
		{"another licence", "name: X\nlicense: GPL\n", "name:\n  en: X\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := t.TempDir()
			if _, err := Import(root, tree(t, "-- problem.yaml --\n"+test.yaml+data), "x"); err != nil {
				t.Fatal(err)
			}
			if got := contents(t, root)["problems/x/problem.yaml"]; !strings.Contains(got, test.want) || strings.Contains(got, "\ufeff") {
				t.Errorf("problem.yaml:\n%s\nwants %q", got, test.want)
			}
		})
	}
}

func TestTitles(t *testing.T) {
	for tex, want := range map[string]string{
		`\problemname{Hello}`:                           "Hello",
		`\problemname{\problemyamlname}`:                "",
		"%% plainproblemname: A \\ B\n\\problemname{x}": `A \ B`,
		`\problemname{A {\bf bold} one}`:                "A bold one",
		`\problemname{Caf\'e \v{c} \c{c} na\"{\i}ve}`:   "Café č ç naïve",
		`\problemname{\textsc{Big} \& $n$~small}`:       "Big & n small",
		`\problemname{$\frac{1}{2}$}`:                   "",
		`\problemname{never closed`:                     "",
		`\problemname{}`:                                "",
		`\problemname{ends in a backslash\`:             "",
		"no name":                                       "",
	} {
		if got := texTitle([]byte(tex)); got != want {
			t.Errorf("%s: %q, want %q", tex, got, want)
		}
	}
}

func TestBraces(t *testing.T) {
	for pattern, want := range map[string]string{
		"a.py":                       "a.py",
		"{a,b}.py":                   "a.py b.py",
		"x{a,b{1,2}}y":               "xay xb1y xb2y",
		"{a}{b,}":                    "ab a",
		"{a,b":                       "{a,b",
		"}{":                         "}{",
		"{}":                         "",
		"{a,{a,b}}":                  "a b",
		strings.Repeat("{a,b}", 200): strings.Repeat("{a,b}", 200), // as quick as the others
	} {
		got := strings.Join(braces(pattern), " ")
		if got != want {
			t.Errorf("%s: %q, want %q", pattern, got, want)
		}
	}
}

func TestSubmissionPatterns(t *testing.T) {
	root := t.TempDir()
	imported, err := Import(root, tree(t, `
-- problem.yaml --
problem_format_version: 2025-09
name: X
limits: {time_limit: 1}
-- data/secret/big one/1.in --
1
-- data/secret/big one/1.ans --
1
-- data/secret/small.in --
1
-- data/secret/small.ans --
1
-- submissions/mixed/a.py --
print(1)
-- submissions/mixed/b.py --
print(1)
-- submissions/submissions.yaml --
mixed/{a,b}.py:
  permitted: [AC, TLE]
  secret/big one:
    permitted: [TLE]
mixed/none.py:
`), "x")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"x-a", "x-b"} {
		s, err := solution.Open(filepath.Join(root, "solutions", name))
		if err != nil {
			t.Fatal(err, imported.Notes)
		}
		if want, _ := s.ExpectationFor("x", "secret/big one/1"); want != "TLE" {
			t.Errorf("%s promises %s of the big one", name, want)
		}
		if want, _ := s.ExpectationFor("x", "secret/small"); want != "AC|TLE" {
			t.Errorf("%s promises %s of the small one", name, want)
		}
	}
}

func FuzzKattis(f *testing.F) {
	f.Add([]byte("name: x\nvalidation: custom\n"), []byte("a/{b,c}.py:\n  permitted: [AC]\n"), []byte(`\problemname{x}`))
	f.Add([]byte("problem_format_version: 2025-09\nname: {en: x}\nconstants: {a: 1}\n"), []byte("# nothing"), []byte("%% plainproblemname: \x00"))
	f.Add([]byte("\ufeffname: x\nlimits: {time_limit: 1e99}\ncredits: {a: b}\n"), []byte("{{{{"), []byte(`\problemname{\"`))
	f.Add([]byte("a: &a [x,x,x]\nb: &b [*a,*a,*a]\nname: *b\n"), []byte("- a"), []byte("{"))
	f.Add([]byte("name: \xd5\xe6\n"), []byte("? [a]\n: b\n"), []byte(`\problemname{\v`))
	f.Fuzz(func(t *testing.T, metadata, rules, statement []byte) {
		dir, root := tree(t, "-- data/secret/1.in --\n1\n-- data/secret/1.ans --\n1\n-- submissions/a/b.py --\nprint(1)\n"), t.TempDir()
		write(filepath.Join(dir, "problem.yaml"), metadata)
		write(filepath.Join(dir, "submissions/submissions.yaml"), rules)
		write(filepath.Join(dir, "problem_statement/problem.tex"), statement)
		if _, err := Import(root, dir, "x"); err != nil {
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
