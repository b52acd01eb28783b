package command

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/must"
)

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

func TestStartedAs(t *testing.T) {
	for _, tt := range []struct {
		name    string
		inReach bool
		want    string
	}{
		{"judge", true, "judge"},
		{"./bin/my judge", false, "'./bin/my judge'"},
		{"/tmp/go-build524388047/b001/exe/judge", true, "go run ./judge"},
		{"/tmp/go-build524388047/b001/exe/judge", false, "go run sudokuoj/judge"},
		{"/home/me/.cache/go-build/3c/" + strings.Repeat("3c", 32) + "-d/judge", true, "go run ./judge"},
		{"/tmp/go-build524388047/b001/exe/fleet", true, "go run ./judge"},
		{"/usr/local/bin/fleet", false, "judge"},
		{"/home/me/go-build/judge", true, "/home/me/go-build/judge"},
	} {
		must.Equal(t, tt.want, startedAs(tt.name, tt.inReach), tt.name, tt.inReach)
	}
	t.Chdir(t.TempDir())
	defer func(args []string) { os.Args = args }(os.Args)
	os.Args = []string{"/tmp/go-build1/b001/exe/judge"}
	must.Equal(t, "go run sudokuoj/judge", Self(), "away from its source")
	if os.Mkdir("judge", 0o700) != nil || os.WriteFile("judge/main.go", nil, 0o600) != nil || Self() != "go run ./judge" {
		t.Errorf("beside its source: %s", Self())
	}
}

// TestSpell: what a report proposes is a command that can be pasted.
func TestSpell(t *testing.T) {
	two := []string{"a", "my b"}
	for want, todo := range map[string]report.Todo{
		"judge explain a 'my b' -root='the tree' -puzzle 1":                           {Do: "explain", Solutions: two, Puzzle: "1"},
		"judge compare a 'my b' -root='the tree' -problem p":                          {Do: "compare", Solutions: two, Problem: "p"},
		"judge a 'my b' -root='the tree' -problem p -case 'c\\[1]' -html report.html": {Solutions: two, Problem: "p", Case: "c[1]", Page: true},
		"judge -root='the tree' -problem p -case c -v -- -a": {Solutions: []string{"-a"}, Problem: "p",
			Case: "c", Verbose: true},
	} {
		must.Equal(t, want, spell("judge", "the tree")(todo))
	}
}
