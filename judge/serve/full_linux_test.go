package main

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

const naps = "package main\nimport (\"fmt\"; \"time\")\nfunc main() { var a, b int; fmt.Scan(&a, &b); time.Sleep(time.Second / 5); fmt.Println(a + b) }\n"

// TestDiskFull fills the disk while a submission is judged: what is handed in then is refused, what was begun is
// judged when there is room again, and nothing of either is there by half.
func TestDiskFull(t *testing.T) {
	disk := smallDisk(t)
	if disk == "" {
		return
	}
	db := filepath.Join(disk, "history.db")
	s := serving(t, "-db", db, "-root", tree(t), "-listen", "127.0.0.1:0")
	p := &process{base: regexp.MustCompile(`http://[^ ;]+`).FindString(s.line(t))}
	p.follow(t, p.submit(t, right), func(string) bool { return false })
	id := p.submit(t, naps)
	p.follow(t, id, func(name string) bool { return name == "ended" })
	ballast := filepath.Join(disk, "ballast")
	fill(t, ballast)
	resp, err := http.PostForm(p.base+"/submit", url.Values{"problem": {"sum"}, "language": {"go"}, "source": {"// " + strings.Repeat("x", 100_000)}})
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(resp.Body)
	resp.Body.Close()
	if resp.StatusCode != http.StatusInternalServerError || !strings.Contains(string(text), "the disk is full: make room; what waits to be judged is kept") {
		t.Errorf("on a full disk: %d %s", resp.StatusCode, text)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	p.follow(t, id, func(string) bool { return false })
	if code := s.end(); code != worked || !strings.Contains(s.said(), db+": the disk is full") {
		t.Errorf("exit %d, said was %q", code, s.said())
	}
	whole(t, db, 2, func(int64) bool { return true })
}

// fill takes all the room that a disk has.
func fill(t *testing.T, file string) {
	t.Helper()
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
}

// smallDisk runs the test anew where it may mount a disk of its own, and is a folder on that; "" is that the
// test has run there.
func smallDisk(t *testing.T) string {
	t.Helper()
	const inside = "JUDGE_TEST_SMALL_DISK"
	if os.Getenv(inside) == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
		cmd.Env = append(os.Environ(), inside+"=1")
		cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
			UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}}, GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}}}
		out, err := cmd.CombinedOutput()
		switch {
		case err != nil && cmd.Process == nil:
			t.Skip("no user namespaces here: ", err)
		case err != nil:
			t.Errorf("%v\n%s", err, out)
		case strings.Contains(string(out), "--- SKIP"):
			t.Skip(string(out))
		}
		return ""
	}
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=1m"); err != nil {
		t.Skip("no tmpfs here: ", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}
