package command

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/cli/flags"
	"sudokuoj/judge/internal/cli/watch"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/show/terminal"
)

// TestRun: the exit code and the words of a program whose command ends in some way.
func TestRun(t *testing.T) {
	inside := fmt.Errorf("inside: %w", context.Canceled)
	for _, test := range []struct {
		name        string
		interrupted bool
		code        int
		err         error
		stdout      io.Writer
		want        int
		says        string
	}{
		{"as expected", false, allExpected, nil, io.Discard, allExpected, ""},
		{"not as expected", false, unexpected, nil, io.Discard, unexpected, ""},
		{"an error", false, unexpected, io.EOF, io.Discard, cannotWork, "judge: EOF\n"},
		{"an interrupt", true, cannotWork, inside, io.Discard, cannotWork, "judge: interrupted\n"},
		{"an error beside an interrupt", true, cannotWork, io.EOF, io.Discard, cannotWork, "judge: EOF\n"},
		{"cancelled by itself", false, cannotWork, inside, io.Discard, cannotWork, "judge: inside: context canceled\n"},
		{"lost output", false, unexpected, nil, full{}, cannotWork, "judge: standard output: no space left\n"},
		{"lost output of what failed", false, cannotWork, nil, full{}, cannotWork, ""},
		{"lost output beside an error", false, unexpected, io.EOF, full{}, cannotWork, "judge: EOF\n"},
	} {
		ctx, interrupt := context.WithCancel(t.Context())
		if test.interrupted {
			interrupt()
		}
		act := func(_ context.Context, env *terminal.Console, _ []string) (int, error) {
			fmt.Fprintln(env.Stdout, "something")
			return test.code, test.err
		}
		p := Program{Name: "judge", Default: "do", Commands: []Command{{Name: "do", SetUp: func(*flag.FlagSet) Action { return act }}}}
		var stderr bytes.Buffer
		if code := p.Run(ctx, nil, nil, test.stdout, &stderr); code != test.want || stderr.String() != test.says {
			t.Errorf("%s: %d %q, want %d %q", test.name, code, &stderr, test.want, test.says)
		}
		interrupt()
	}
}

// TestIsolation: which steps may be asked for.
func TestIsolation(t *testing.T) {
	for text, want := range map[string]int{"1": 1, "5": 5, "0": -1, "6": -1, "-1": -1, "x": -1, "": -1} {
		fs, c := flags.New("run"), choice{}
		c.registerGrader(fs)
		if err := fs.Parse([]string{"-isolation", text}); (err != nil) != (want < 0) || err == nil && c.step != want {
			t.Errorf("%q: step %d, %v", text, c.step, err)
		}
	}
}

// TestGraderTells: a command tells what a program waits for.
func TestGraderTells(t *testing.T) {
	var stderr bytes.Buffer
	g, err := new(choice).grader(&terminal.Console{Stderr: &stderr})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	if g.Waits == nil {
		t.Fatal("a wait for another judge is silent")
	}
	g.Waits()()
}

// TestTellsOnce: for which problem a program is taken is told once, however often it is found.
func TestTellsOnce(t *testing.T) {
	var stderr bytes.Buffer
	var c choice
	for range 3 {
		tell := c.tell(&terminal.Console{Name: "judge", Stderr: &stderr})
		tell(say.Of("a"))
		tell(say.Of("b"))
	}
	if got := stderr.String(); got != "judge: a\njudge: b\n" {
		t.Errorf("told is %q", got)
	}
}

// TestBuilt: what is known of a build.
func TestBuilt(t *testing.T) {
	for _, test := range []struct{ version, commit, modified, want string }{
		{"(devel)", "", "", ""},
		{"", "", "true", ""},
		{"v1.2.3", "", "", "v1.2.3"},
		{"(devel)", "0123456789abcdef", "false", "commit 0123456789ab"},
		{"v1.2.3", "0123", "true", "v1.2.3 commit 0123 (changed)"},
	} {
		info := &debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: test.commit}, {Key: "vcs.modified", Value: test.modified}}}
		info.Main.Version = test.version
		if got := strings.Join(built(info), " "); got != test.want {
			t.Errorf("%+v: %q", test, got)
		}
	}
}

// TestShowRound: what -watch says below the results, here to a file.
func TestShowRound(t *testing.T) {
	one := result.Run{Results: []result.Solution{{Problem: "sum", Solution: "mine", Verdict: result.AC, AsExpected: true, Cases: []result.Case{{Case: "sample/1", Verdict: result.AC, AsExpected: true}}}}}
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
		(&runFlags{}).showRound(&terminal.Console{Stdout: &out}, watch.Round{Run: test.run, Changed: test.changed, Err: test.err})
		if got := out.String(); !strings.HasSuffix(got, test.want) || strings.Contains(got, "\x1b") || strings.Contains(got, "mine") != test.results {
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
	if want := "  mine  Go, sum, WA expected on some case, WA expected on sum/secret/*\n"; out.String() != want {
		t.Errorf("%q, want %q", &out, want)
	}
}

// TestTextOfAnyProgram: the manuals of version and help are the same for every program, also for one without manuals.
func TestTextOfAnyProgram(t *testing.T) {
	if got := (&Program{Name: "other"}).text(say.English, "version"); !strings.Contains(got, "other version") {
		t.Errorf("the manual is %q", got)
	}
}

// TestBegin: which side is which is told to a person at a terminal only.
func TestBegin(t *testing.T) {
	file, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, in := range []io.Reader{file, strings.NewReader("1"), nil} {
		var stderr bytes.Buffer
		if (&talkFlags{}).begin(&terminal.Console{Stdin: in, Stderr: &stderr}, say.Of("you")); stderr.Len() > 0 {
			t.Errorf("from %T: %q", in, &stderr)
		}
	}
}

// TestImporting: how far an import says it is.
func TestImporting(t *testing.T) {
	cases := say.Of("case %d of %d", 3, 48)
	for _, test := range []struct {
		done  int
		cases *say.Message
		want  string
	}{
		{2, nil, "importing a.zip: 2 done, 7 s"},
		{0, &cases, "importing a.zip: case 3 of 48, 7 s"},
		{2, &cases, "importing a.zip: 2 done, then case 3 of 48, 7 s"},
	} {
		if got := importing("a.zip", test.done, test.cases, 7).String(); got != test.want {
			t.Errorf("%d done, %v: %q, want %q", test.done, test.cases, got, test.want)
		}
	}
}

// TestSubmitTarget: the site of files that name none is known by their function, or else by how they read boards.
func TestSubmitTarget(t *testing.T) {
	root := "../../../.."
	for _, test := range []struct{ file, site, want string }{
		{"textbook.cpp", "", "AcWing 166"},
		{"backtracking.cpp", "", "LeetCode 37"},
		{"textbook.cpp", "leetcode", ""},
		{"../misbehaving/solutions/right_in_go/main.go", "", ""},
	} {
		picked, err := pick(root, []string{filepath.Join("testdata", "pasted", test.file)})
		if err != nil {
			t.Fatal(err)
		}
		f := submitFlags{site: test.site}
		if target, err := f.target(root, picked); target.Title != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%s %s: %q, %v, want %q", test.file, test.site, target.Title, err, test.want)
		}
	}
}
