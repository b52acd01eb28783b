package command_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"testing"

	"sudokuoj/judge/internal/cli/command"
	"sudokuoj/judge/internal/show/terminal"
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
		{"as expected", false, nil, io.Discard, command.AllExpected, ""},
		{"not as expected", false, command.ErrUnexpected, io.Discard, command.Unexpected, ""},
		{"an error", false, io.EOF, io.Discard, command.CannotWork, "judge: EOF\n"},
		{"an interrupt", true, inside, io.Discard, command.CannotWork, "judge: interrupted\n"},
		{"an error beside an interrupt", true, io.EOF, io.Discard, command.CannotWork, "judge: EOF\n"},
		{"cancelled by itself", false, inside, io.Discard, command.CannotWork, "judge: inside: context canceled\n"},
		{"lost output", false, command.ErrUnexpected, full{}, command.CannotWork, "judge: standard output: no space left\n"},
		{"lost output beside an error", false, io.EOF, full{}, command.CannotWork, "judge: EOF\n"},
	} {
		ctx, interrupt := context.WithCancel(t.Context())
		if test.interrupted {
			interrupt()
		}
		act := func(_ context.Context, env *terminal.Console, _ []string) error {
			fmt.Fprintln(env.Stdout, "something")
			return test.err
		}
		do := command.Command{Name: "do", SetUp: func(*flag.FlagSet) command.Action { return act }}
		p := command.Program{Name: "judge", Default: "do", Commands: []command.Command{do}}
		var stderr bytes.Buffer
		if code := p.Run(ctx, nil, nil, test.stdout, &stderr); code != test.want || stderr.String() != test.says {
			t.Errorf("%s: %d %q, want %d %q", test.name, code, &stderr, test.want, test.says)
		}
		interrupt()
	}
}
