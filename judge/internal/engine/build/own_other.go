//go:build !unix

package build

import (
	"errors"
	"os"
	"os/exec"

	"sudokuoj/judge/internal/base/say"
)

// Become runs another program to its end, and ends this one as it ended.
func Become(path string, args []string) error {
	cmd := exec.Command(path, args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := cmd.Run()
	if ended, ok := errors.AsType[*exec.ExitError](err); ok {
		os.Exit(ended.ExitCode())
	}
	if err != nil {
		return say.Errorf("%s: %w", path, err)
	}
	os.Exit(0)
	return nil
}
