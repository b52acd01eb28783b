//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package tempfile_test

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	. "sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/testkit/must"
)

// TestMain can play a judge that makes a folder and never ends.
func TestMain(m *testing.M) {
	if os.Getenv("MAKE_A_FOLDER") != "" {
		path, _, err := Beside(os.TempDir(), "other")
		if err == nil {
			err = os.MkdirAll(filepath.Join(path, "deep", "down"), 0o700)
		}
		if err == nil {
			err = os.Chmod(filepath.Join(path, "deep"), 0)
		}
		fmt.Println(path, err)
		time.Sleep(time.Hour) // the runtime would end a process that waits for nothing
	}
	os.Exit(m.Run())
}

// The folder of another judge stays while that judge lives, and is removed after it was killed.
func TestSweep(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	other := exec.Command(os.Args[0])
	other.Env = append(os.Environ(), "MAKE_A_FOLDER=1")
	out, err := other.StdoutPipe()
	must.Succeed(t, err)
	must.Succeed(t, other.Start())
	t.Cleanup(func() { other.Process.Kill() })
	var path, trouble string
	if _, err := fmt.Fscan(bufio.NewReader(out), &path, &trouble); err != nil || trouble != "<nil>" {
		t.Fatal(err, trouble)
	}
	own, remove, err := Dir("own")
	must.Succeed(t, err)
	elsewhere := t.TempDir()
	os.Symlink(elsewhere, filepath.Join(os.TempDir(), "judge-temp-link"))
	stay := []string{path, own, elsewhere}
	if os.Geteuid() == 0 { // only root can change the owner of a folder
		foreign := filepath.Join(os.TempDir(), "judge-temp-foreign")
		must.Succeed(t, errors.Join(os.Mkdir(foreign, 0o700), os.Chown(foreign, 12345, 12345)))
		stay = append(stay, foreign)
	}

	sweepAll := func() {
		Sweep()
		_, remove, err := Beside(os.TempDir(), "third")
		must.Succeed(t, err)
		remove()
	}
	sweepAll()
	for _, dir := range stay {
		if _, err := os.Stat(dir); err != nil {
			t.Error("swept away though in use, or another user's:", err)
		}
	}
	other.Process.Kill()
	other.Wait()
	sweepAll()
	if _, err := os.Stat(path); err == nil {
		t.Error("left by a killed judge, and not swept")
	}
	must.Succeed(t, remove())
	if _, err := os.Stat(own); err == nil {
		t.Error("not removed")
	}
}

// A folder is never removed while its maker uses it.
func TestSweepMeetsDir(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	stop := make(chan struct{})
	var sweeping sync.WaitGroup
	sweeping.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				Sweep()
			}
		}
	})
	for range 300 {
		path, remove, err := Dir("brief")
		must.Succeed(t, err)
		must.Succeed(t, os.WriteFile(filepath.Join(path, "file"), nil, 0o600))
		must.Succeed(t, remove())
	}
	close(stop)
	sweeping.Wait()
}

// The second judge waits until the first releases the lock. A lock file that cannot be opened stops nobody.
func TestExclusive(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	release := Exclusive(path)
	second := make(chan func() error)
	go func() { second <- Exclusive(path) }()
	select {
	case <-second:
		t.Error("held twice")
	case <-time.After(20 * time.Millisecond):
		release()
		(<-second)()
	}
	Exclusive(filepath.Join(path, "below a file"))()
}

// TestOpenLock: only a plain file of our own is locked.
func TestOpenLock(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	os.Mkdir(at("folder"), 0o700)
	os.WriteFile(at("file"), nil, 0o600)
	os.Symlink(at("file"), at("link"))
	syscall.Mkfifo(at("pipe"), 0o600)
	names := map[string]bool{"file": true, "new": true, "folder": false, "link": false, "pipe": false, "none/file": false}
	if os.Geteuid() == 0 { // only root can change the owner
		os.WriteFile(at("foreign"), nil, 0o600)
		os.Chown(at("foreign"), 12345, 12345)
		names["foreign"] = false
	}
	for name, opens := range names {
		f := OpenLock(at(name))
		must.Equal(t, opens, (f != nil), name, f)
		if f != nil {
			f.Close()
		}
	}
}

func TestTryLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	for _, test := range []struct {
		held, wanted LockKind
		got          bool
	}{
		{Alone, Alone, false}, {Alone, Together, false}, {Together, Alone, false}, {Together, Together, true},
	} {
		first, second := OpenLock(path), OpenLock(path)
		must.Be(t, TryLock(first, test.held), "%v: nobody else holds it", test)
		must.Equal(t, test.got, TryLock(second, test.wanted), test)
		first.Close()
		must.Be(t, TryLock(second, test.wanted), "%v: nobody holds it any more", test)
		second.Close()
	}
}
