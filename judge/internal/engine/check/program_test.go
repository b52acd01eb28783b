package check_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/engine/check"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
	"sudokuoj/judge/internal/testkit/workshop"
)

// runner gives one checker program walls, as the judge does.
func runner(t *testing.T, program string, readable ...string) check.Runner {
	t.Helper()
	short.Skip(t)
	box, _ := workshop.Open(t)
	return func(ctx context.Context, c sandbox.Command) (sandbox.Outcome, error) {
		c.Args = append([]string{program}, c.Args...)
		c.Readable = append(c.Readable, readable...)
		c.Limits = sandbox.Limits{CPU: 10 * time.Second, Wall: 30 * time.Second}
		return box.Run(ctx, c)
	}
}

// compiled builds one of the programs under testdata.
func compiled(t *testing.T, source string) check.Runner {
	t.Helper()
	short.Skip(t)
	gxx, err := exec.LookPath("g++")
	if err != nil {
		t.Skip("no g++ here")
	}
	exe := filepath.Join(t.TempDir(), "checker")
	must.Run(t, exec.Command(gxx, "-O1", "-o", exe, filepath.Join("testdata", source)))
	return runner(t, exe, exe)
}

func ask(t *testing.T, spec problem.Check, run check.Runner, input, answer, output string) check.Result {
	t.Helper()
	c := must.Get(check.New(spec, run))(t)
	r := must.Get(c.Check(context.Background(), files(t, input, answer, output)))(t)
	return r
}

func TestValidator(t *testing.T) {
	run := compiled(t, "validator.cpp")
	const none, neither = "the checker program validator.cpp gave no verdict (", "where 42 is right and 43 is wrong)"
	for _, tt := range []struct {
		name, input, output string
		args                []string
		want                result.Verdict
		message             string
	}{
		{"accepts", "3\n", "3 1\n2\n", nil, "AC", ""},
		{"refuses", "3\n", "3 1\n", nil, "WA", "2 numbers, not those of the answer"},
		{"bad data", "4\n", "3 1 2\n", nil, "JE", none + "exit status 1, " + neither},
		{"the problem's arguments reach it", "3\n", "3 1 2\n", []string{"odd"}, "JE", none + "exit status 7, " + neither + ": what is odd?"},
		{"crashes", "3\n", "3 1 2\n", []string{"crash"}, "JE", none + "killed by SIGABRT)"},
	} {
		r := ask(t, problem.Check{Kind: "validator", Program: "checkers/validator.cpp", Args: tt.args}, run, tt.input, "1\n2\n3\n", tt.output)
		must.Equal(t, tt.want, r.Verdict, tt.name, r.Message)
		must.Equal(t, tt.message, r.Message.String(), tt.name, r.Message)
	}
}

// The arguments of a case come last.
func TestValidatorArguments(t *testing.T) {
	var got []string
	run := func(_ context.Context, c sandbox.Command) (sandbox.Outcome, error) {
		got = c.Args
		return sandbox.Outcome{Exit: 42}, nil
	}
	c, err := check.New(problem.Check{Kind: "validator", Args: []string{"a"}}, run)
	must.Succeed(t, err)
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
		{"fail", "JE", "the checker program testlib.cpp gave no verdict (exit status 3, where 0 is right, 1 wrong, " +
			"2 the wrong layout, 3 a failure of the checker, 7 points): FAIL the jury has no answer"},
	} {
		r := ask(t, problem.Check{Kind: "testlib", Program: "checkers/testlib.cpp"}, run, "input", "answer", tt.output)
		must.Equal(t, tt.want, r.Verdict, tt.output, r.Message)
		must.Equal(t, tt.message, r.Message.String(), tt.output, r.Message)
	}
	left, err := filepath.Glob(filepath.Join(os.TempDir(), "judge-*"))
	left = slices.DeleteFunc(left, func(name string) bool { return strings.Contains(name, "judge-temp-box-") }) // an idle helper's
	must.Be(t, err == nil && len(left) == 0, "left behind: %v %v", left, err)
}

// TestJudge reads the outcome of a checker that is not really run. One that gives no verdict is the judge's fault, not the
// program's.
func TestJudge(t *testing.T) {
	exit := func(status int, stderr string) sandbox.Outcome {
		return sandbox.Outcome{Exit: status, Stderr: []byte(stderr)}
	}
	end := func(how sandbox.End) sandbox.Outcome { return sandbox.Outcome{End: how, Exit: 43} }
	traceback := func(before string) sandbox.Outcome {
		return exit(1, before+"Traceback (most recent call last):\n  File \"c.py\"\nKeyError: 'a'\n")
	}
	const (
		none    = "the checker program . gave no verdict "
		neither = "where 42 is right and 43 is wrong)"
		silent  = "the checker refuses it, and says nothing"
	)
	longest := strings.Repeat("x", 500)
	right, long, talk := files(t, "", "", "right"), files(t, "", "", strings.Repeat("数", 1000)), check.Files{}
	for _, tt := range []struct {
		name, kind string
		o          sandbox.Outcome
		files      check.Files
		want       result.Verdict
		message    string
		output     int // bytes of it that are shown
	}{
		{"refused, and over its time", "validator", end(sandbox.CPULimit), right, "JE", none + "(out of time)", 0},
		{"idle", "validator", end(sandbox.WallLimit), right, "JE", none + "(out of time)", 0},
		{"too large", "validator", end(sandbox.MemoryLimit), right, "JE", none + "(out of memory)", 0},
		{"too loud", "validator", end(sandbox.OutputLimit), right, "JE", none + "(too much output)", 0},
		{"killed", "validator", sandbox.Outcome{Exit: -1, Signal: "SIGSEGV"}, right, "JE", none + "(killed by SIGSEGV)", 0},
		{"neither", "validator", exit(44, ""), right, "JE", none + "(exit status 44, " + neither, 0},
		{"neither, and why", "validator", exit(3, "\n  why\nmore"), right, "JE", none + "(exit status 3, " + neither + ": why", 0},
		{"Python", "validator", traceback(""), right, "JE", none + "(exit status 1, " + neither + ": KeyError: 'a'", 0},
		{"Python, after words", "validator", traceback("hm\n"), right, "JE", none + "(exit status 1, " + neither + ": KeyError: 'a'", 0},
		{"no verdict in a talk", "validator", exit(44, ""), talk, "JE", "the interactor . gave no verdict (exit status 44, " + neither, 0},
		{"an output", "validator", exit(43, ""), right, "WA", silent, 5},
		{"a long output", "validator", exit(43, "hm"), long, "WA", "hm", (512+1536)/3*3 + len("…")},
		{"the longest message", "validator", exit(43, longest), right, "WA", longest, 5},
		{"a longer message", "validator", exit(43, longest[2:]+"数独"), right, "WA", longest[2:] + "…", 5},
		{"a talk", "validator", exit(43, ""), talk, "WA", "the interactor refuses it, and says nothing", 0},
		{"a part", "testlib", exit(7, "points 40 some"), right, "WA", "points 40 some", 5},
		{"a small part", "testlib", exit(7, "points 2"), right, "WA", "points 2", 5},
		{"no part", "testlib", exit(7, "points 0 none"), right, "WA", "points 0 none", 5},
		{"all points", "testlib", exit(7, "points 100"), right, "AC", "points 100", 0},
		{"more than all", "testlib", exit(7, "points 500"), right, "WA", "points 500", 5},
		{"less than none", "testlib", exit(7, "points -1"), right, "WA", "points -1", 5},
		{"no number", "testlib", exit(7, "points many"), right, "WA", "points many", 5},
		{"no points", "testlib", exit(7, ""), right, "WA", silent, 5},
	} {
		r, err := judge(t, tt.kind).Judge(tt.o, tt.files)
		if err != nil || r.Verdict != tt.want || r.Message.String() != tt.message || len(r.Output) != tt.output {
			t.Errorf("%s: %s %q, %d bytes of output, %v", tt.name, r.Verdict, r.Message, len(r.Output), err)
		}
		part, some := map[string]float64{"a part": 0.4, "a small part": 0.02, "no part": 0}[tt.name]
		if some != (r.Points != nil) || some && *r.Points != (result.Points{Value: part, Part: true}) {
			t.Errorf("%s: points %+v", tt.name, r.Points)
		}
	}
}

// judge makes a checker whose program is not run.
func judge(t *testing.T, kind string) *check.Checker {
	t.Helper()
	c, err := check.New(problem.Check{Kind: kind}, func(context.Context, sandbox.Command) (sandbox.Outcome, error) { panic("nothing is run") })
	must.Succeed(t, err)
	return c
}

// TestPoints reads the points that a validator wrote down.
func TestPoints(t *testing.T) {
	const whole, part = "score.txt", "score_multiplier.txt"
	for _, tt := range []struct {
		file, text string
		want       *result.Points
		wrong      bool
	}{
		{whole, "1.5\n", &result.Points{Value: 1.5}, false},
		{whole, "0", &result.Points{}, false},
		{whole, "1e15", &result.Points{Value: 1e15}, false},
		{whole, " \n", nil, false},
		{part, "1", &result.Points{Value: 1, Part: true}, false},
		{part, "0.5", &result.Points{Value: 0.5, Part: true}, false},
		{part, "1.5", nil, true},
		{whole, "-1", nil, true},
		{whole, "1e16", nil, true},
		{whole, "NaN", nil, true},
		{whole, "many", nil, true},
	} {
		r, err := judge(t, "validator").Judge(sandbox.Outcome{Exit: 42, Kept: map[string][]byte{tt.file: []byte(tt.text)}}, check.Files{})
		if (err != nil) != tt.wrong || err == nil && cmp.Diff(tt.want, r.Points) != "" {
			t.Errorf("%s %q: %+v %v", tt.file, tt.text, r.Points, err)
		}
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
		must.Equal(t, test.want, judge(t, test.kind).Accepts(test.o), test.name)
	}
}

// TestNextPass: a validator that accepts may leave an input for another pass. It is moved out of its folder.
func TestNextPass(t *testing.T) {
	for _, test := range []struct {
		name string
		put  func(file string) error
		v    result.Verdict
		more bool
		err  string
	}{
		{"none", func(string) error { return nil }, result.AC, false, ""},
		{"an input", func(file string) error { return os.WriteFile(file, []byte("1"), 0o600) }, result.AC, true, ""},
		{"refused, and an input", func(file string) error { return os.WriteFile(file, nil, 0o600) }, result.WA, false,
			"refuses the output, and asks for another pass"},
		{"refused", func(string) error { return nil }, result.WA, false, ""},
		{"broken, and an input", func(file string) error { return os.WriteFile(file, nil, 0o600) }, result.JE, false, ""},
		{"a folder", func(file string) error { return os.Mkdir(file, 0o700) }, result.AC, false, "is not a regular file"},
		{"a link", func(file string) error { return os.Symlink("/etc/passwd", file) }, result.AC, false, "is not a regular file"},
		{"no place for it", func(file string) error { return os.WriteFile(file, nil, 0o600) }, result.AC, false, "pass2.in"},
	} {
		folder, to := t.TempDir(), filepath.Join(t.TempDir(), "pass2.in")
		if test.name == "no place for it" {
			to = filepath.Join(folder, "gone", "pass2.in")
		}
		must.Succeed(t, test.put(filepath.Join(folder, "nextpass.in")))
		more, err := check.NextPass(folder, test.v, to)
		if more != test.more || (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%s: %v, %v", test.name, more, err)
		}
		if text, _ := os.ReadFile(to); (string(text) == "1") != test.more {
			t.Errorf("%s: the next input is %q", test.name, text)
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	must.Succeed(t, os.WriteFile(file, nil, 0o600))
	if _, err := check.NextPass(file, result.AC, file); err == nil {
		t.Error("a folder that cannot be read has no next input")
	}
}
