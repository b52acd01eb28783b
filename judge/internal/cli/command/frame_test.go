package command

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/cli/flags"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/must"
)

// TestKeeping: whose results are kept, as the last flag says.
func TestKeeping(t *testing.T) {
	for _, test := range []struct {
		at   bool // what holds without a flag
		args string
		want bool
	}{
		{false, "", false}, {false, "-changed", true}, {false, "-changed -fresh", false}, {false, "-fresh -changed", true}, {false,
			"-changed=false", false}, {false, "-fresh=false", true},
		{true, "", true}, {true, "-fresh", false},
	} {
		fs, k := flags.New("run"), Keeping{}
		k.register(fs, test.at)
		must.Succeed(t, fs.Parse(strings.Fields(test.args)), test.at, test.args)
		must.Equal(t, test.want, k.changed, test.at, test.args)
	}
}

// TestNewIsolation: the isolation is told when it is new, also where nothing can be kept.
func TestNewIsolation(t *testing.T) {
	cache := t.TempDir()
	t.Chdir(cache) // a fault may write where it is
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(name, cache)
	}
	for step, test := range []struct {
		fact string
		want bool
	}{{"a", true}, {"a", false}, {"b", true}, {"a", true}, {"a", false}} {
		if got := isNewIsolation(result.Run{Host: result.Host{Isolation: say.Text(test.fact)}}); got != test.want {
			t.Errorf("step %d: %s is news: %t", step, test.fact, got)
		}
	}
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(name, "")
	}
	for range 2 {
		if !isNewIsolation(result.Run{}) {
			t.Error("where there is no folder, it is no news")
		}
	}
}

// TestChoose: which command is meant, of programs with and without one that needs no name.
func TestChoose(t *testing.T) {
	plain := []Command{{Name: "run"}, {Name: "import", Nameless: true}}
	for _, test := range []struct{ standard, args, want string }{
		{"run", "", "run []"},
		{"run", "a b", "run [a b]"},
		{"run", "-q", "run [-q]"},
		{"run", "-h", "help []"},
		{"run", "--version", "version []"},
		{"run", "import x", "import [x]"},
		{"import", "-q", "import [-q]"},
		{"import", "", "import []"},
		{"import", "rnu", "rnu: no such command\nhint: did you mean run?"},
		{"", "", "help []"},
		{"", "-q", "-q: no such command"},
		{"", "rnu", "rnu: no such command\nhint: did you mean run?"},
	} {
		c, args, err := (&Program{Commands: plain, Default: test.standard}).choose(strings.Fields(test.args))
		got := fmt.Sprint(c.Name, " ", args)
		if err != nil {
			got = say.English.Error(err)
		}
		must.Equal(t, test.want, got, test.standard, test.args)
	}
}

// TestShowSteps: what judge doctor tells of each step.
func TestShowSteps(t *testing.T) {
	step := func(n int, trouble, remedy string) sandbox.StepFound {
		s := sandbox.StepFound{Remedy: say.Text(remedy)}
		s.Number, s.Walls, s.Trouble = n, say.Text("walls"), say.Text(trouble)
		return s
	}
	var out bytes.Buffer
	showSteps(&terminal.Console{Stdout: &out}, sandbox.Examination{InForce: 2, Memory: say.Text("rusage"),
		Steps: []sandbox.StepFound{step(1, "no cgroups", "mount them"), step(2, "", "unused"), step(4, "", "")}})
	want := "Isolation, strongest step first:\n  step 1  not here: no cgroups\n          -> mount them\n* step 2  walls\n  step 4  walls\n" +
		"          A PROGRAM CAN READ AND CHANGE ALL YOUR FILES, AND STOP OR END ALL YOUR PROCESSES\n" +
		"The step with the star is in force. Memory is read from rusage.\n"
	must.Equal(t, want, out.String())
}

// TestShowRound: what -watch says below the results, here to a file.
func TestShowRound(t *testing.T) {
	one := result.Run{Results: []result.Solution{{Problem: "sum", Solution: "mine", Verdict: result.AC, AsExpected: true,
		Cases: []result.Case{{Case: "sample/1", Verdict: result.AC, AsExpected: true}}}}}
	for _, test := range []struct {
		name    string
		run     result.Run
		changed []string
		err     error
		want    string
		results bool
	}{
		{"the first", one, nil, nil, "graded everything; watching for saved files, Ctrl-C ends\n", true},
		{"one file", one, []string{"a/b.go"}, nil, "graded b.go; watching for saved files, Ctrl-C ends\n", true},
		{"two files", one, []string{"a/b.go", "c"}, nil, "graded b.go and 1 more; watching for saved files, Ctrl-C ends\n", true},
		{"a hostile name", one, []string{"\x1b[31m"}, nil, `graded \x1b[31m; watching for saved files, Ctrl-C ends` + "\n", true},
		{"a fault", one, []string{"a"}, errors.New("it\x1b broke"), `judge: it\x1b broke` + "\nwatching for saved files, Ctrl-C ends\n", true},
		{"a fault, and nothing was graded", result.Run{}, nil, io.EOF, "judge: EOF\nwatching for saved files, Ctrl-C ends\n", false},
	} {
		var out bytes.Buffer
		(&runFlags{}).showRound(&terminal.Console{Stdout: &out}, round{Run: test.run, changed: test.changed, err: test.err})
		if got := out.String(); !strings.HasSuffix(got, test.want) || strings.Contains(got, "\x1b") ||
			strings.Contains(got, "mine") != test.results {
			t.Errorf("%s: %q", test.name, got)
		}
	}
}

// TestListSolution: what a solution promises to fail at.
func TestListSolution(t *testing.T) {
	var out bytes.Buffer
	s := solution.Solution{Name: "mine", Language: "go", Problems: []string{"sum"}}
	for _, at := range []string{"", "sum/secret/*"} {
		s.Expect = append(s.Expect, solution.Expectation{Pattern: at, Promise: "WA"})
	}
	listSolution(&terminal.Console{Stdout: &out}, s, 0)
	must.Equal(t, "  mine  Go, sum, WA expected on some case, WA expected on sum/secret/*\n", out.String())
}
