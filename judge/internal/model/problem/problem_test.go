package problem_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/function"
	. "sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/samples"
)

// tree writes the files of a txtar text under a fresh folder and returns it.
func tree(t testing.TB, text string) string {
	t.Helper()
	root := t.TempDir()
	for _, f := range txtar.Parse([]byte(text)).Files {
		write(t, filepath.Join(root, filepath.FromSlash(f.Name)), f.Data)
	}
	return root
}

func write(t testing.TB, path string, data []byte) {
	t.Helper()
	must.Succeed(t, os.MkdirAll(filepath.Dir(path), 0o777))
	must.Succeed(t, os.WriteFile(path, data, 0o666))
}

const sound = `
-- problems/aplusb/problem.yaml --
problem_format_version: 2025-09
name:
  en: A plus B
  zh: 甲加乙
uuid: 5035120d-cd0c-4487-9abf-2a03c59b29c7
credits:
  authors: Ann <ann@example.org>
license: cc by-sa
limits:
  time_limit: 0.5
  memory: 64
  output: 1
  compilation_time: 20
-- problems/aplusb/judge.yaml --
check: float
absolute: 1e-6
ignore:
  - '^took \d+ ms$'
multipliers:
  java: 2
  python: 3.5
wall: 4
processes: 8
-- testdata/aplusb/sample/1.in --
1 2
-- testdata/aplusb/sample/1.ans --
3
-- testdata/aplusb/test_group.yaml --
output_validator_args: [all]
-- testdata/aplusb/secret/02-big.in --
1000000000 2
-- testdata/aplusb/secret/02-big.ans --
1000000002
-- testdata/aplusb/secret/02-big.yaml --
description: more than thirty bits
-- testdata/aplusb/secret/01-neg.in --
-1 1
-- testdata/aplusb/secret/01-neg.ans --
0
-- testdata/aplusb/beyond/odd.in --
a b
-- testdata/aplusb/beyond/odd.ans --
ab
-- testdata/aplusb/beyond/odd.yaml --
beyond: {en: nobody asks that, zh: 没人这样问}
-- testdata/aplusb/secret/group/a.in --
0 0
-- testdata/aplusb/secret/group/a.ans --
0
-- testdata/aplusb/secret/group/test_group.yaml --
max_score: 10
output_validator_args: [x, y]
`

func TestLoad(t *testing.T) {
	root := tree(t, sound)
	got := must.Get(Load(root, "aplusb"))(t)
	data := filepath.Join(root, "testdata", "aplusb")
	testCase := func(name string) Case {
		path := filepath.Join(data, filepath.FromSlash(name))
		return Case{Name: name, In: path + ".in", Ans: path + ".ans", CheckArgs: []string{"all"}}
	}
	big, grouped := testCase("secret/02-big"), testCase("secret/group/a")
	big.Description.English = "more than thirty bits"
	grouped.CheckArgs = []string{"x", "y"}
	strange := testCase("beyond/odd")
	strange.WhyBeyond = say.Words{English: "nobody asks that", Chinese: "没人这样问"}
	want := Problem{
		ID: "aplusb", Names: map[string]string{"en": "A plus B", "zh": "甲加乙"},
		Dir: filepath.Join(root, "problems", "aplusb"), Data: data,
		Limits: Limits{Time: 500 * time.Millisecond, Wall: 4 * time.Second, Memory: 64 << 20, Output: 1 << 20,
			CompileTime: 20 * time.Second, Processes: 8, Multipliers: map[string]float64{"java": 2, "python": 3.5}},
		Check: Check{Kind: "float", Absolute: 1e-6, Ignore: []string{`^took \d+ ms$`}},
		Cases: []Case{testCase("sample/1"), testCase("secret/01-neg"), big, grouped, strange},
	}
	must.Equal(t, want, got, "Load")
	must.Equal(t, "甲加乙", got.Title("zh"), "Title(zh)")
	must.Equal(t, "A plus B", got.Title("fr"), "Title(fr)")
}

func TestSelect(t *testing.T) {
	p := must.Get(Load(tree(t, sound), "aplusb"))(t)
	for pattern, want := range map[string]string{
		"":                     "sample/1 secret/01-neg secret/02-big secret/group/a beyond/odd",
		"aplusb/secret/02-*":   "secret/02-big",
		"secret/01* sample":    "sample/1 secret/01-neg",
		"sample sample/1 none": "sample/1",
	} {
		var names []string
		for _, c := range p.Select(strings.Fields(pattern)...) {
			names = append(names, c.Name)
		}
		must.Equal(t, want, strings.Join(names, " "), "Select", pattern)
	}
}

// TestFaults changes one file of a sound problem at a time.
func TestFaults(t *testing.T) {
	home := must.Get(os.Getwd())(t)
	samples.Told(t, "faults.txtar", func(name, text string) string {
		t.Chdir(tree(t, sound))
		defer t.Chdir(home)
		file, _, _ := strings.Cut(name, ": ")
		if text = strings.NewReplacer(`\xff`, "\xff", `\ufeff`, "\ufeff").Replace(text); text == "" {
			must.Succeed(t, os.Remove(file))
		} else {
			write(t, file, []byte(text))
		}
		return fmt.Sprintln(must.Err(Load(".", "aplusb")))
	})
}

// TestReads adds files to a sound problem and looks at the result.
func TestReads(t *testing.T) {
	const head = "-- problems/aplusb/problem.yaml --\nproblem_format_version: 2025-09\nname: x\n"
	const judge, group = "-- problems/aplusb/judge.yaml --\n", "-- testdata/aplusb/secret/test_group.yaml --\n"
	const checker, validator = "-- problems/aplusb/chk.cpp --\nx\n", "-- problems/aplusb/output_validator/v.py --\nx\n"
	kind := func(p Problem) any { return p.Check.Kind }
	program := func(p Problem) any { return p.Check.Kind + " " + filepath.Base(p.Check.Program) }
	files := func(p Problem) any { return p.InputFile + " " + p.OutputFile }
	strict := func(p Problem) any { return p.Check.Strict }
	passes := func(p Problem) any { return p.Limits.Passes }
	anyType := func(p Problem) any { return p.Check.Type.Kind == function.Any }
	warnings := func(p Problem) any { return len(p.Warnings) }
	class := func(p Problem) any { return p.Function.Class + " " + p.Function.Name }
	for _, test := range []struct {
		name, files string
		ask         func(Problem) any
		want        any
	}{
		{"two passes, unless more are said", head + "type: multi-pass\n" + judge + "check: validator\n" + validator, passes, 2},
		{"five passes", head + "type: multi-pass\nlimits:\n  validation_passes: 5\n" + judge + "check: validator\n" + validator, passes, 5},
		{"one pass", "", passes, 0},
		{"a limit that is not ours", head + "limits:\n  validation_output: 8\n  memory: 9\n",
			func(p Problem) any { return p.Limits.Memory }, int64(9 << 20)},
		{"the most memory", head + "limits:\n  memory: 1048576\n", func(p Problem) any { return p.Limits.Memory }, int64(1 << 40)},
		{"a function", judge + "function: int f(int a)\n", kind, "value"},
		{"a function of a class", judge + "function: int f(int a)\nclass: Ours\n", class, "Ours f"},
		{"a class with methods", judge + "class: A\nmethods: ['A()', 'int g()']\n",
			func(p Problem) any { return p.Function.IsDesign() }, true},
		{"a function, compared otherwise", judge + "check: any-order\nfunction: int[] f(int a)\n", kind, "any-order"},
		{"values of a function have its type", judge + "function: int f(int a)\n", anyType, false},
		{"values of a program have any type", judge + "check: value\n", anyType, true},
		{"an input file", judge + "input_file: in.txt\n", files, "in.txt "},
		{"two files", judge + "input_file: in.txt\noutput_file: out.txt\n", files, "in.txt out.txt"},
		{"strict", judge + "strict: true\n", strict, true},
		{"not strict", judge + "strict: false\n", strict, false},
		{"a tolerance of nothing", judge + "check: float\nrelative: 0\n", kind, "float"},
		{"a validator of its own", judge + "check: validator\nprogram: chk.cpp\n" + checker + validator, program, "validator chk.cpp"},
		{"the validator in its folder", judge + "check: validator\n" + checker + validator, program, "validator output_validator"},
		{"the validator in its folder talks", head + "type: interactive\n" + judge + "wall: 5\n" + validator,
			program, "validator output_validator"},
		{"a testlib checker", judge + "check: testlib\nprogram: chk.cpp\n" + checker, program, "testlib chk.cpp"},
		{"a testlib checker that talks", head + "type: interactive\n" + judge + "check: testlib\nprogram: chk.cpp\n" + checker,
			program, "testlib chk.cpp"},
		{"a program that talks", head + "type: interactive\n" + judge + "program: chk.cpp\n" + checker, program, "validator chk.cpp"},
		{"arguments of no meaning, said once", judge + "check: kattis\n" + group + "output_validator_args: [odd]\n", warnings, 4},
		{"a tolerance without a number", judge + "check: kattis\n" + group + "output_validator_args: [float_tolerance]\n",
			nil, "output_validator_args: float_tolerance says no number"},
		{"a testlib checker knows one pass", head + "type: multi-pass\n" + judge + "check: testlib\nprogram: chk.cpp\n" + checker,
			nil, "a testlib checker has no way to ask for another pass"},
		{"a testlib checker has a file", judge + "check: testlib\n" + validator, nil, "check: testlib: no program"},
	} {
		p, err := Load(tree(t, sound+test.files), "aplusb")
		if test.ask == nil {
			must.Fail(t, err, test.want.(string), test.name, test.want)
		} else if err != nil {
			t.Errorf("%s: %v", test.name, err)
		} else if got := test.ask(p); got != test.want {
			t.Errorf("%s: got %v, want %v (%v)", test.name, got, test.want, p.Warnings)
		}
	}
}

func TestWarnings(t *testing.T) {
	root := tree(t, sound)
	write(t, filepath.Join(root, "testdata/aplusb/secret/01-neg.in"), []byte("1 2\r\n"))
	write(t, filepath.Join(root, "testdata/aplusb/secret/02-big.in"), nil)
	os.Remove(filepath.Join(root, "testdata/aplusb/secret/02-big.yaml")) // the described case has empty files on purpose
	p := must.Get(Load(root, "aplusb"))(t)
	got := fmt.Sprint(p.Warnings)
	for _, want := range []string{"01-neg.in: its lines end in CRLF", "02-big.in: is empty"} {
		must.Contain(t, got, want, "warnings", "one with")
	}
}

// TestUnclear: a message names the line of a constraint that is not understood, in a list or in a text of several
// lines.
func TestUnclear(t *testing.T) {
	const judge = "problems/aplusb/judge.yaml"
	for _, constraints := range []string{
		"constraints: |\n  `1 <= n.length`\n\n  1 <= a <= 5\n",
		"constraints:\n- 1 <= a\n- 1 <= n.length\n- a <= 2\n",
	} {
		root := tree(t, sound)
		write(t, filepath.Join(root, judge), []byte("function: int f(int a)\n"+constraints))
		p, err := Load(root, "aplusb")
		line := 3 + strings.Count(constraints, "\n- ")/3
		want := fmt.Sprintf("[%s:%d: constraint ", filepath.Join(root, judge), line)
		if got := fmt.Sprint(p.Unclear); err != nil || !strings.HasPrefix(got, want) || p.Bounds.Ranges["a"].Low != 1 {
			t.Errorf("%v %s, want %s", err, got, want)
		}
	}
}

func TestCaseNameTwice(t *testing.T) {
	root := tree(t, sound+"-- testdata/aplusb/secret/01-NEG.in --\n1 2\n-- testdata/aplusb/secret/01-NEG.ans --\n3\n")
	if entries, _ := os.ReadDir(filepath.Join(root, "testdata/aplusb/secret")); len(entries) < 8 {
		t.Skip("this file system does not tell upper from lower case")
	}
	want := "01-neg.in: a case of that name is there already: 01-NEG.in"
	must.Fail(t, must.Err(Load(root, "aplusb")), want, "error")
}

func TestValidators(t *testing.T) {
	const in = "-- problems/aplusb/output_validator"
	load := func(files string) (Problem, error) {
		root := tree(t, sound+files)
		os.Remove(filepath.Join(root, "problems/aplusb/judge.yaml"))
		return Load(root, "aplusb")
	}
	p := must.Get(load(in + "/v.cpp --\n"))(t)
	must.Equal(t, Check{Kind: "validator", Program: filepath.Join(p.Dir, "output_validator")}, p.Check)
	must.Fail(t, must.Err(load(in+"s/v.cpp --\n")),
		"the older format's folder of validators\nhint: rename the one to use to output_validator")
}

func TestLoadAll(t *testing.T) {
	root := tree(t, sound+"-- problems/Broken/problem.yaml --\nname: x\n-- problems/.hidden/x --\n-- problems/README.md --\n")
	got, err := LoadAll(root)
	must.Equal(t, 1, len(got), got)
	must.Equal(t, "aplusb", got[0].ID, got)
	if ids, err := IDs(root); err != nil || strings.Join(ids, " ") != "Broken aplusb" {
		t.Errorf("IDs = %v, %v", ids, err)
	}
	for _, want := range []string{"Broken: a problem's name has the letters a to z and digits only",
		"no problem_format_version", "Broken: no cases\nhint: add "} {
		must.Fail(t, err, want, "LoadAll does not say")
	}
	if _, err := Load(root, "aplusc"); err == nil || err.Error() != "no problem \"aplusc\"\nhint: did you mean aplusb?" {
		t.Errorf("Load(aplusc): %v", err)
	}
	if _, err := Load(root, "nothing"); err == nil || err.Error() != "no problem \"nothing\"\nhint: judge list shows them" {
		t.Errorf("Load(nothing): %v", err)
	}
}

func TestRoot(t *testing.T) {
	root := tree(t, sound)
	t.Chdir(filepath.Join(root, "testdata", "aplusb"))
	must.Equal(t, filepath.Join("..", ".."), must.Get(Root(""))(t), "Root()")
	must.Equal(t, root, must.Get(Root(root))(t), "Root")
	if got, err := Root(t.TempDir()); err == nil {
		t.Errorf("Root of nothing = %q", got)
	}
	t.Chdir(t.TempDir())
	if got, err := Root(""); err != nil || !filepath.IsAbs(got) {
		t.Errorf("far from any problem, Root() = %q, %v: want the checkout", got, err)
	}
}

func FuzzYAML(f *testing.F) {
	for _, file := range txtar.Parse([]byte(sound)).Files {
		if strings.HasSuffix(file.Name, ".yaml") {
			f.Add(file.Data, file.Data)
		}
	}
	f.Add([]byte("a: &a [*a]\n"), []byte("limits: &l\n  time_multipliers: *l\n"))
	f.Add([]byte("\xff\x00"), []byte("check: *x"))
	f.Add([]byte("? [a]\n: b\n"), []byte("!!binary x: !!null y\n"))
	root := tree(f, sound)
	f.Fuzz(func(t *testing.T, problem, judge []byte) {
		write(t, filepath.Join(root, "problems/aplusb/problem.yaml"), problem)
		write(t, filepath.Join(root, "problems/aplusb/judge.yaml"), judge)
		p, err := Load(root, "aplusb")
		if err == nil && (p.Limits.Time <= 0 || p.Limits.Memory <= 0 || p.Check.Kind == "") {
			t.Errorf("no fault found in %+v", p)
		}
	})
}
