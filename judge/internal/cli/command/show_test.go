package command

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/learn/stress"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
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

// TestShowFinding: how small the input was made, and why no smaller; whose answer counts.
func TestShowFinding(t *testing.T) {
	program := func(name string) *grade.Prepared {
		return &grade.Prepared{Entry: grade.Entry{Solution: solution.Solution{Name: name}}}
	}
	board := sudoku.Empty()
	const (
		whose  = "what ref printed is assumed correct"
		shaky  = "It did not fail again on the same input"
		over   = "the time was over while making it smaller: the command below has all that it needs"
		broken = "interrupted while making it smaller"
		loose  = "the board has several solutions"
		many   = "this many boards together take too long; I did not test them one by one"
	)
	for _, test := range []struct {
		name    string
		verdict result.Verdict
		boards  int
		was     int
		shaky   bool
		cut     error
		alone   bool
		want    []string
	}{
		{"small", "WA", 1, 9, false, nil, false, []string{"the smallest input found, made small in 2 runs: 8 clues, from 9 clues", loose}},
		{"as it was", "WA", 1, 8, false, nil, false, []string{"the smallest input found: 8 clues"}},
		{"not again", "WA", 1, 9, true, nil, false, []string{shaky}},
		{"no time", "TLE", 2, 9, false, context.DeadlineExceeded, false,
			[]string{"the smallest input found so far, made small in 2 runs: 8 clues, from 9 clues", over, many}},
		{"no time, and another verdict", "RE", 2, 9, false, context.DeadlineExceeded, false,
			[]string{"the smallest input found so far, made small", over}},
		{"no time, and one board", "TLE", 1, 9, false, context.DeadlineExceeded, false,
			[]string{"the smallest input found so far, made small", over}},
		{"too slow", "TLE", 2, 9, false, nil, false, []string{"the smallest input found, made small"}},
		{"interrupted", "WA", 0, 9, false, context.Canceled, false, []string{"the smallest input found so far, made small", broken, whose}},
		{"alone", "RE", 0, 9, false, nil, true, []string{"the smallest input found, made small"}},
	} {
		a := &stress.Grading{Problem: problem.Problem{ID: "p"}, Programs: []*grade.Prepared{program("ref"), program("mine")}}
		if test.boards > 0 {
			a.Problem.Check = problem.Check{Kind: "sudoku", Format: "acwing"}
		}
		if test.alone {
			a.Programs = a.Programs[1:]
		}
		late := result.Case{Verdict: test.verdict}
		late.Stderr = "its last words"
		late.Fault = &result.Fault{Text: say.Text("\x1b]0;mine\a")}
		right := result.Case{Verdict: result.AC, Stderr: "a remark", Dialogue: &result.Dialogue{}}
		others := []result.Case{right, late}[2-len(a.Programs):]
		found := stress.Finding{Clues: true, Program: len(a.Programs) - 1, Result: late, Others: others, Input: "x\n",
			Cut: test.cut, Shaky: test.shaky, Was: say.Count(test.was, "clue"), Is: say.Count(8, "clue"), Trials: 2}
		for range test.boards {
			found.Boards = append(found.Boards, board)
		}
		var out bytes.Buffer
		showFinding(&out, terminal.Style{Width: 120}, a, &found, say.Text("found"), "")
		for _, line := range []string{"the smallest input found so far", "the smallest input found: ",
			"the smallest input found, ", whose, shaky, over, broken, many} {
			wanted := slices.ContainsFunc(test.want, func(w string) bool { return strings.HasPrefix(w, line) })
			must.Equal(t, wanted, strings.Contains(out.String(), line), test.name, line, "is there", !wanted, &out)
		}
		if !strings.Contains(out.String(), "its last words") || strings.Contains(out.String(), "a remark") ||
			strings.Contains(out.String(), "what was said") {
			t.Errorf("%s: what a program said beside its answer matters where it failed:\n%s", test.name, &out)
		}
		if strings.Contains(out.String(), "\x1b") || !strings.Contains(out.String(), "sanitizer: \\x1b]0;mine") {
			t.Errorf("%s: a sanitizer's report is not escaped: %q", test.name, &out)
		}
		for _, line := range test.want {
			must.Contain(t, out.String(), line, test.name, "no", "in")
		}
	}
}

// TestBounds: making a failure small ends in time, like the search.
func TestBounds(t *testing.T) {
	for _, tt := range []struct {
		asked        time.Duration
		count        int
		search, more time.Duration
	}{
		{0, 0, 10 * time.Second, 10 * time.Second},
		{time.Minute, 0, time.Minute, time.Minute},
		{time.Second, 0, time.Second, 5 * time.Second},
		{time.Minute, 5, time.Minute, time.Minute},
		{0, 5, 365 * 24 * time.Hour, 0},
	} {
		search, more := bounds(tt.asked, tt.count)
		must.Equal(t, tt.search, search, tt, "to search")
		must.Equal(t, tt.more, more, tt, "to make small")
	}
}

// On a terminal one line shows the progress of the search, and disappears at the end.
func TestTicker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		line := terminal.NewLive(&out, say.English, func() int { return 80 })
		tick := &ticker{line: line, arena: &stress.Grading{}, start: time.Now()}
		line.Erase() // nothing is there
		time.Sleep(time.Second)
		tick.show(stress.Progress{Tried: 12})
		tick.show(stress.Progress{Tried: 13}) // too soon
		time.Sleep(time.Second)
		tick.show(stress.Progress{Tried: 13, Size: say.Count(5, "clue")})
		line.Erase()
		must.Equal(t, "\r\x1b[K12 inputs tried, 12 a second\r\x1b[Ka failure: making it small, 5 clues left\r\x1b[K", out.String())
	})
}
