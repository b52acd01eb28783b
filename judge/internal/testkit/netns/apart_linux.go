package netns

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// inside is the variable that tells the test that it has been run anew.
const inside = "JUDGE_TEST_APART"

// Run runs the test anew in namespaces of its own, for mounts and for more; false is that it has run there. What
// it makes goes away with its last process.
func Run(t *testing.T, more uintptr) bool {
	t.Helper()
	if os.Getenv(inside) != "" {
		return true
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), inside+"=1")
	cmd.SysProcAttr = Namespaces(more)
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
	out, err := cmd.CombinedOutput()
	switch {
	case err != nil && cmd.Process == nil:
		t.Skip("no user namespaces here: ", err)
	case err != nil:
		t.Errorf("%v\n%s", err, out)
	case strings.Contains(string(out), "--- SKIP"):
		t.Skip(string(out))
	}
	return false
}

// Namespaces has a process be the first user of namespaces for mounts and for more.
func Namespaces(more uintptr) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS | more,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
}

// Disk is a folder on a disk of that size, where Run was true.
func Disk(t *testing.T, size string) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skip("no tmpfs here: ", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}
