package command_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"sudokuoj/judge/internal/cli/command"
	"sudokuoj/judge/internal/testkit/short"
)

// Without a compiler, nothing was compared.
func TestCompareWithoutGo(t *testing.T) {
	short.Skip(t)
	t.Setenv("PATH", t.TempDir())
	var stderr bytes.Buffer
	if code := judge.Run(t.Context(), []string{"compare", "lowbit", "naive", "-case", "sample/*"}, nil, io.Discard,
		&stderr); code != command.CannotWork {
		t.Errorf("exit code %d, want %d", code, command.CannotWork)
	}
	if want := "judge: nothing was compared: no go here for Go\nhint: install it with"; !strings.HasPrefix(stderr.String(), want) {
		t.Errorf("standard error %q, want %q", &stderr, want)
	}
}
