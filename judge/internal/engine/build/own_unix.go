//go:build unix

package build

import (
	"os"
	"syscall"

	"sudokuoj/judge/internal/base/say"
)

// Become replaces this process by another program.
func Become(path string, args []string) error {
	return say.Errorf("%s: %w", path, syscall.Exec(path, args, os.Environ()))
}
