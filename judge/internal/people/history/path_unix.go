//go:build unix

package history

import (
	"os"
	"syscall"
)

// names is how many hard links lead to a file.
func names(info os.FileInfo) int {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(s.Nlink)
	}
	return 1
}
