package command

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/must"
)

// TestRun: the exit code and the words of a program whose command ends in some way.
func TestRun(t *testing.T) {
	inside := fmt.Errorf("inside: %w", context.Canceled)
	for _, test := range []struct {
		name        string
		interrupted bool
		err         error
		stdout      io.Writer
		want        int
		says        string
	}{
		{"as expected", false, nil, io.Discard, AllExpected, ""},
		{"not as expected", false, ErrUnexpected, io.Discard, Unexpected, ""},
		{"an error", false, io.EOF, io.Discard, CannotWork, "judge: EOF\n"},
		{"an interrupt", true, inside, io.Discard, CannotWork, "judge: interrupted\n"},
		{"an error beside an interrupt", true, io.EOF, io.Discard, CannotWork, "judge: EOF\n"},
		{"cancelled by itself", false, inside, io.Discard, CannotWork, "judge: inside: context canceled\n"},
		{"lost output", false, ErrUnexpected, full{}, CannotWork, "judge: standard output: no space left\n"},
		{"lost output beside an error", false, io.EOF, full{}, CannotWork, "judge: EOF\n"},
	} {
		ctx, interrupt := context.WithCancel(t.Context())
		if test.interrupted {
			interrupt()
		}
		act := func(_ context.Context, env *terminal.Console, _ []string) error {
			fmt.Fprintln(env.Stdout, "something")
			return test.err
		}
		p := Program{Name: "judge", Default: "do", Commands: []Command{{Name: "do", SetUp: func(*flag.FlagSet) Action { return act }}}}
		var stderr bytes.Buffer
		if code := p.Run(ctx, nil, nil, test.stdout, &stderr); code != test.want || stderr.String() != test.says {
			t.Errorf("%s: %d %q, want %d %q", test.name, code, &stderr, test.want, test.says)
		}
		interrupt()
	}
}

// TestTellsOnce: for which problem a program is taken is told once, however often it is found.
func TestTellsOnce(t *testing.T) {
	var stderr bytes.Buffer
	var c Choice
	for range 3 {
		tell := c.tell(&terminal.Console{Name: "judge", Stderr: &stderr})
		tell(say.Of("a"))
		tell(say.Of("b"))
	}
	must.Equal(t, "judge: a\njudge: b\n", stderr.String(), "told")
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
		must.Succeed(t, err)
		f := submitFlags{site: test.site, Choice: Choice{home: root}}
		f.graded(func(context.Context, *terminal.Console, []string) error {
			if target, err := f.target(picked); target.Title != test.want || (err == nil) != (test.want != "") {
				t.Errorf("%s %s: %q, %v, want %q", test.file, test.site, target.Title, err, test.want)
			}
			return nil
		})(t.Context(), &terminal.Console{}, nil)
	}
}
