package check

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/short"
)

// runner gives one checker program walls, as the judge does.
func runner(t *testing.T, program string, readable ...string) Runner {
	t.Helper()
	short.Skip(t)
	box := sandbox.Open(sandbox.Options{})
	t.Cleanup(func() { box.Close() })
	return func(ctx context.Context, c sandbox.Command) (sandbox.Outcome, error) {
		c.Args = append([]string{program}, c.Args...)
		c.Readable = append(c.Readable, readable...)
		c.Limits = sandbox.Limits{CPU: 10 * time.Second, Wall: 30 * time.Second}
		return box.Run(ctx, c)
	}
}

// compiled builds one of the programs under testdata.
func compiled(t *testing.T, source string) Runner {
	t.Helper()
	short.Skip(t)
	gxx, err := exec.LookPath("g++")
	if err != nil {
		t.Skip("no g++ here")
	}
	exe := filepath.Join(t.TempDir(), "checker")
	if out, err := exec.Command(gxx, "-O1", "-o", exe, filepath.Join("testdata", source)).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return runner(t, exe, exe)
}

func ask(t *testing.T, spec problem.Check, run Runner, input, answer, output string) Result {
	t.Helper()
	c, err := New(spec, run)
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.Check(context.Background(), files(t, input, answer, output))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestValidator(t *testing.T) {
	run := compiled(t, "validator.cpp")
	for _, tt := range []struct {
		name, input, output string
		args                []string
		want                result.Verdict
		message             string
	}{
		{"accepts", "3\n", "3 1\n2\n", nil, "AC", ""},
		{"refuses", "3\n", "3 1\n", nil, "WA", "2 numbers, not those of the answer"},
		{"bad data", "4\n", "3 1 2\n", nil, "JE", "the checker program validator.cpp gave no verdict (exit status 1, where 42 is right and 43 is wrong)"},
		{"the problem's arguments reach it", "3\n", "3 1 2\n", []string{"odd"}, "JE", "the checker program validator.cpp gave no verdict (exit status 7, where 42 is right and 43 is wrong): what is odd?"},
		{"crashes", "3\n", "3 1 2\n", []string{"crash"}, "JE", "the checker program validator.cpp gave no verdict (killed by SIGABRT)"},
	} {
		r := ask(t, problem.Check{Kind: "validator", Program: "checkers/validator.cpp", Args: tt.args}, run, tt.input, "1\n2\n3\n", tt.output)
		if r.Verdict != tt.want || r.Message.String() != tt.message {
			t.Errorf("%s: got %s %q, want %s %q", tt.name, r.Verdict, r.Message, tt.want, tt.message)
		}
	}
}

// The arguments of a case come last.
func TestValidatorArguments(t *testing.T) {
	var got []string
	c, err := New(problem.Check{Kind: "validator", Args: []string{"a"}}, func(_ context.Context, c sandbox.Command) (sandbox.Outcome, error) {
		got = c.Args
		return sandbox.Outcome{Exit: 42}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	f := files(t, "", "", "")
	f.Args = []string{"b", "c"}
	if r, err := c.Check(context.Background(), f); err != nil || r.Verdict != result.AC {
		t.Errorf("got %+v %v", r, err)
	}
	if len(got) != 6 || strings.Join(got[3:], " ") != "a b c" || !strings.HasSuffix(got[2], string(filepath.Separator)) {
		t.Errorf("got %q", got)
	}
}

func TestTestlib(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()) // everything in it is ours
	run := compiled(t, "testlib.cpp")
	for _, tt := range []struct {
		output  string
		want    result.Verdict
		message string
	}{
		{"ok", "AC", "ok all is well"},
		{"wrong", "WA", "wrong answer 1st words differ"},
		{"layout", "PE", "wrong output format Unexpected white-space"},
		{"more", "PE", "wrong output format Extra information in the output file"},
		{"short", "PE", "wrong output format Unexpected end of file"},
		{"half", "WA", "points 0.5 half of it"},
		{"full", "AC", "points 1 all of it"},
		{"fail", "JE", "the checker program testlib.cpp gave no verdict (exit status 3, where 0 is right, 1 wrong, 2 the wrong layout, 3 a failure of the checker, 7 points): FAIL the jury has no answer"},
	} {
		r := ask(t, problem.Check{Kind: "testlib", Program: "checkers/testlib.cpp"}, run, "input", "answer", tt.output)
		if r.Verdict != tt.want || r.Message.String() != tt.message {
			t.Errorf("%s: got %s %q, want %s %q", tt.output, r.Verdict, r.Message, tt.want, tt.message)
		}
	}
	left, err := filepath.Glob(filepath.Join(os.TempDir(), "judge-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

func TestPythonValidator(t *testing.T) {
	const python = "/usr/bin/python3"
	if _, err := os.Stat(python); err != nil {
		t.Skip("no " + python)
	}
	script := filepath.Join(t.TempDir(), "checker.py")
	err := os.WriteFile(script, []byte(`import sys
want, got = open(sys.argv[2]).read().split(), sys.stdin.read().split()
if got == want[::-1]:
    sys.exit(42)
open(sys.argv[3] + "/judgemessage.txt", "w").write("not the reverse")
sys.exit(43)
`), 0o644)
	if err != nil {
		t.Fatal(err)
	}
	inner := runner(t, python, script)
	run := func(ctx context.Context, c sandbox.Command) (sandbox.Outcome, error) {
		c.Args = append([]string{script}, c.Args...)
		return inner(ctx, c)
	}
	if r := ask(t, problem.Check{Kind: "validator"}, run, "", "1 2 3", "3 2 1"); r.Verdict != result.AC {
		t.Errorf("got %+v", r)
	}
	if r := ask(t, problem.Check{Kind: "validator"}, run, "", "1 2 3", "1 2 3"); r.Verdict != result.WA || r.Message.String() != "not the reverse" {
		t.Errorf("got %+v", r)
	}
}

// TestJudge reads the outcome of a checker that is not really run.
func TestJudge(t *testing.T) {
	exit := func(status int, stderr string) sandbox.Outcome {
		return sandbox.Outcome{Exit: status, Stderr: []byte(stderr)}
	}
	short, long := files(t, "", "", "right"), files(t, "", "", strings.Repeat("数", 1000))
	for _, tt := range []struct {
		name, kind string
		o          sandbox.Outcome
		files      Files
		want       result.Verdict
		message    string
		output     int // bytes of it that are shown
	}{
		{"refused, and over its time", "validator", sandbox.Outcome{End: sandbox.CPULimit, Exit: 43}, short, "JE", "the checker program . gave no verdict (out of time)", 0},
		{"neither", "validator", exit(44, ""), short, "JE", "the checker program . gave no verdict (exit status 44, where 42 is right and 43 is wrong)", 0},
		{"no verdict in a talk", "validator", exit(44, ""), Files{}, "JE", "the interactor . gave no verdict (exit status 44, where 42 is right and 43 is wrong)", 0},
		{"an output", "validator", exit(43, ""), short, "WA", "the checker refuses it, and says nothing", 5},
		{"a long output", "validator", exit(43, "hm"), long, "WA", "hm", (excerptBefore+excerptAfter)/3*3 + len("…")},
		{"a talk", "validator", exit(43, ""), Files{}, "WA", "the interactor refuses it, and says nothing", 0},
		{"a part", "testlib", exit(7, "points 40 some"), short, "WA", "points 40 some", 5},
		{"all points", "testlib", exit(7, "points 100"), short, "AC", "points 100", 0},
		{"more than all", "testlib", exit(7, "points 500"), short, "WA", "points 500", 5},
		{"less than none", "testlib", exit(7, "points -1"), short, "WA", "points -1", 5},
		{"no number", "testlib", exit(7, "points many"), short, "WA", "points many", 5},
		{"no points", "testlib", exit(7, ""), short, "WA", "the checker refuses it, and says nothing", 5},
	} {
		c := &Checker{spec: problem.Check{Kind: tt.kind}}
		r, err := c.Judge(tt.o, tt.files)
		if err != nil || r.Verdict != tt.want || r.Message.String() != tt.message || len(r.Output) != tt.output {
			t.Errorf("%s: %s %q, %d bytes of output, %v", tt.name, r.Verdict, r.Message, len(r.Output), err)
		}
		if part := tt.name == "a part"; part != (r.Points != nil) || part && *r.Points != (result.Points{Value: 0.4, Part: true}) {
			t.Errorf("%s: points %+v", tt.name, r.Points)
		}
	}
}

// TestPointsIn reads the points that a validator wrote down.
func TestPointsIn(t *testing.T) {
	for _, tt := range []struct {
		file, text string
		want       *result.Points // nil: not a number of points
	}{
		{scoreFile, "1.5\n", &result.Points{Value: 1.5}},
		{scoreFile, "0", &result.Points{}},
		{scoreFile, "1e15", &result.Points{Value: 1e15}},
		{partFile, "1", &result.Points{Value: 1, Part: true}},
		{scoreFile, "-1", nil},
		{scoreFile, "1e16", nil},
		{scoreFile, "NaN", nil},
		{scoreFile, "many", nil},
		{partFile, "0.5", &result.Points{Value: 0.5, Part: true}},
		{partFile, "1.5", nil},
	} {
		got, err := pointsIn(map[string][]byte{tt.file: []byte(tt.text)})
		if (err != nil) != (tt.want == nil) || err == nil && *got != *tt.want {
			t.Errorf("%s %q: %+v %v", tt.file, tt.text, got, err)
		}
	}
	for message, want := range map[string]float64{"points 0 none": 0, "points 1": 1, "points 2": 0.02, "points 100": 1} {
		if got, ok := partial(message); got != want || !ok {
			t.Errorf("%s: %v, %v", message, got, ok)
		}
	}
	if got, err := pointsIn(map[string][]byte{scoreFile: []byte(" \n")}); got != nil || err != nil {
		t.Errorf("nothing written: %+v %v", got, err)
	}
}

// A checker that never ends is the judge's fault, not the program's.
func TestBroken(t *testing.T) {
	for _, tt := range []struct {
		o    sandbox.Outcome
		want string
	}{
		{sandbox.Outcome{End: sandbox.CPULimit}, "out of time"},
		{sandbox.Outcome{End: sandbox.WallLimit}, "out of time"},
		{sandbox.Outcome{End: sandbox.MemoryLimit}, "out of memory"},
		{sandbox.Outcome{End: sandbox.OutputLimit}, "too much output"},
		{sandbox.Outcome{Exit: -1, Signal: "SIGSEGV"}, "killed by SIGSEGV"},
		{sandbox.Outcome{Exit: 1, Stderr: []byte("hm\nTraceback (most recent call last):\n  File \"c.py\"\nKeyError: 'a'\n")}, "exit status 1, where 42 is right and 43 is wrong): KeyError: 'a'"},
		{sandbox.Outcome{Exit: 1, Stderr: []byte("Traceback (most recent call last):\n  File \"c.py\"\nKeyError: 'b'\n")}, "exit status 1, where 42 is right and 43 is wrong): KeyError: 'b'"},
		{sandbox.Outcome{Exit: 3, Stderr: []byte("\n  why\nmore")}, "exit status 3, where 42 is right and 43 is wrong): why"},
	} {
		c := &Checker{spec: problem.Check{Kind: "validator"}}
		if r := c.broken(tt.o, Files{}, say.Message{}); r.Verdict != result.JE || !strings.Contains(r.Message.String(), tt.want) {
			t.Errorf("got %+v, want %q", r, tt.want)
		}
	}
	if whole := strings.Repeat("x", longMessage); firstLine([]byte(whole)) != whole {
		t.Error("a message that just fits is cut")
	}
	if got := firstLine([]byte(strings.Repeat("数", 1000))); len(got) > longMessage+len("…") || !strings.HasSuffix(got, "数…") {
		t.Errorf("a message of %d bytes: %q", len(got), got)
	}
}

// TestAccepts: only the accepting exit status of a program that ended by itself accepts.
func TestAccepts(t *testing.T) {
	for _, test := range []struct {
		name, kind string
		o          sandbox.Outcome
		want       bool
	}{
		{"42", "validator", sandbox.Outcome{Exit: 42}, true},
		{"43", "validator", sandbox.Outcome{Exit: 43}, false},
		{"0", "validator", sandbox.Outcome{}, false},
		{"0 of testlib", "testlib", sandbox.Outcome{}, true},
		{"42 of testlib", "testlib", sandbox.Outcome{Exit: 42}, false},
		{"over its time", "validator", sandbox.Outcome{End: sandbox.CPULimit, Exit: 42}, false},
		{"ended by a signal", "testlib", sandbox.Outcome{Signal: "SIGKILL"}, false},
	} {
		c := &Checker{spec: problem.Check{Kind: test.kind}}
		if got := c.Accepts(test.o); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}
