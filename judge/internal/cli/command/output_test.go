package command_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokuoj/judge/internal/cli/command"
	"sudokuoj/judge/internal/testkit/must"
)

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// Every command fails if its output cannot be written.
func TestLostOutput(t *testing.T) {
	for _, args := range [][]string{{"help"}, {"help", "list"}, {"list"}, {"list", "-h"}, {"completion", "bash"}, {"gen", "-seed", "1"}} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			var stderr bytes.Buffer
			must.Equal(t, command.CannotWork, judge.Run(t.Context(), args, nil, full{}, &stderr), "exit code")
			must.Contain(t, stderr.String(), "no space left", "standard error does not say why")
			if code := judge.Run(t.Context(), args, nil, io.Discard, io.Discard); code != command.AllExpected {
				t.Errorf("exit code %d with room to write", code)
			}
		})
	}
}

// A missing compiler is not the solution's fault.
func TestSubmitWithoutGo(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for _, site := range []string{"acwing", "leetcode"} {
		var stderr bytes.Buffer
		if code := judge.Run(t.Context(), []string{"submit", "inplace", "-site", site, "-no-copy"}, nil, io.Discard,
			&stderr); code != command.CannotWork {
			t.Errorf("%s: exit code %d, want %d", site, code, command.CannotWork)
		}
		if want := "judge: submit: no go here for Go\nhint: install it with"; !strings.HasPrefix(stderr.String(), want) {
			t.Errorf("%s: standard error %q, want %q", site, &stderr, want)
		}
	}
}

// TestHarmlessErrors: messages escape names of files, which strangers may choose.
func TestHarmlessErrors(t *testing.T) {
	program := filepath.Join(t.TempDir(), "a\x1b[31m.go")
	if err := os.WriteFile(program, []byte("package main\n\nfunc main() {}\n"), 0o600); err != nil {
		t.Skip(err) // this system does not allow such names
	}
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{program + ".gone"}, `a\x1b[31m.go.gone: there is no such file or folder` + "\n"},
		{[]string{"submit", program, "-problem", "leetcode37", "-no-copy"}, "judge: LeetCode would not take it:\n"},
	} {
		var stderr bytes.Buffer
		judge.Run(t.Context(), test.args, nil, io.Discard, &stderr)
		if !strings.Contains(stderr.String(), test.want) || strings.Contains(stderr.String(), "\x1b") {
			t.Errorf("%q: standard error %q, want %q", test.args, &stderr, test.want)
		}
	}
}

func TestDoctorInterrupted(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var stdout, stderr bytes.Buffer
	must.Equal(t, command.CannotWork, judge.Run(ctx, []string{"doctor"}, nil, &stdout, &stderr), "exit code")
	if stdout.Len() > 0 || stderr.String() != "judge: interrupted\n" {
		t.Errorf("wrote %q and %q", &stdout, &stderr)
	}
}
