//go:build darwin || linux

package build

import (
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// roomIn is how many bytes the disk of a folder still takes, where that is known.
func roomIn(folder string) (bytes int64, known bool) {
	var fs unix.Statfs_t
	if unix.Statfs(folder, &fs) != nil || fs.Blocks == 0 { // some have no idea, or no end
		return 0, false
	}
	return int64(fs.Bavail) * int64(fs.Bsize), true
}

// endTogether ends all processes of a cancelled command: they would go on writing.
func endTogether(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return unix.Kill(-cmd.Process.Pid, unix.SIGKILL) }
}
