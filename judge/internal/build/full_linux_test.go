package build

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"sudokuoj/judge/internal/sandbox"
)

// TestFullDisk compiles with a cache on a disk that takes no more than 128 KiB. To have such a disk,
// the test starts itself again in a mount namespace.
func TestFullDisk(t *testing.T) {
	const inside = "JUDGE_TEST_FULL_DISK"
	if os.Getenv(inside) == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestFullDisk$", "-test.v")
		cmd.Env = append(os.Environ(), inside+"=1")
		cmd.SysProcAttr = &syscall.SysProcAttr{
			Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
			UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
			GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
		}
		out, err := cmd.CombinedOutput()
		switch {
		case err != nil && cmd.Process == nil:
			t.Skip("no user namespaces here: ", err)
		case err != nil:
			t.Errorf("%v\n%s", err, out)
		case strings.Contains(string(out), "--- SKIP"):
			t.Skip(string(out))
		}
		return
	}

	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=128k"); err != nil {
		t.Skip(err)
	}
	defer syscall.Unmount(dir, syscall.MNT_DETACH)
	box, err := sandbox.Open(sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	b, err := New(Options{CacheDir: dir, Sandbox: box})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if w := b.Warnings(); len(w) != 0 {
		t.Fatalf("warned before the disk is full: %q", w)
	}
	s := source(t, t.TempDir(), "c", "x.c", "char big[1<<20] = {1};\nint main(void) { return big[5]; }\n")
	if _, err := b.Compile(t.Context(), s); err != nil {
		skipIfMissing(t, err)
		t.Fatal(err)
	}
	if w := b.Warnings(); len(w) != 1 || !strings.Contains(w[0], dir+": the cache cannot be used (no room left to write in") {
		t.Errorf("warnings %q", w)
	}
}
