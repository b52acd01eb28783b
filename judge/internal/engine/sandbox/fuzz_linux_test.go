//go:build amd64 || arm64

package sandbox_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/testkit/must"
)

// fuzzVariable sets how long TestRandomCalls runs, as in 30m; without it, only a moment.
const fuzzVariable = "JUDGE_TEST_FUZZ"

// seedVariable sets the first seed, to reproduce a failure.
const seedVariable = "JUDGE_TEST_SEED"

// TestRandomCalls makes random system calls under every policy, and checks that the machine is as it was before.
func TestRandomCalls(t *testing.T) {
	long, err := time.ParseDuration(os.Getenv(fuzzVariable))
	if err != nil {
		long = 2 * time.Second
	}
	t.Setenv("TMPDIR", t.TempDir())
	room := t.TempDir()
	for i, name := range []string{"1.ans", "other.cpp", "script"} {
		must.Succeed(t, os.WriteFile(filepath.Join(room, name), []byte("42\n"), os.FileMode(0o644|i<<6)))
	}
	os.Symlink("1.ans", filepath.Join(room, "link"))
	os.Mkdir(filepath.Join(room, "folder"), 0o755)
	stdin, err := os.Open(filepath.Join(room, "1.ans"))
	must.Succeed(t, err)
	defer stdin.Close()
	fuzz := program(t, "fuzz")
	seed, children := time.Now().UnixNano(), 0
	if again, err := strconv.ParseInt(os.Getenv(seedVariable), 10, 64); err == nil {
		seed = again
	}
	for _, step := range walled {
		s := onStepOrNone(t, step)
		if s == nil {
			continue
		}
		signals := "1"
		if step > 2 {
			signals = "0" // if the walls fail, a signal would reach everybody
		}
		victim := exec.Command("/bin/sleep", "36000")
		must.Succeed(t, victim.Start())
		defer victim.Process.Kill()
		words := []string{room, filepath.Join(room, "1.ans"), filepath.Join(room, "new"), strconv.Itoa(victim.Process.Pid),
			strconv.Itoa(os.Getpid())}
		before := machine(t, room, victim.Process.Pid)
		for end := time.Now().Add(long / 2); time.Now().Before(end) && !t.Failed(); seed++ {
			folder := t.TempDir()
			c := sandbox.Command{
				Policy: sandbox.Policy(seed % 3), Stdin: stdin,
				Args: append([]string{fuzz, strconv.FormatInt(seed, 10), "40", signals}, words...),
				Limits: sandbox.Limits{CPU: 5 * time.Second, Wall: 10 * time.Second, Memory: 128 << 20, Output: 1 << 20, Scratch: 8 << 20,
					Processes: 64},
			}
			if c.Policy != sandbox.Compiler { // it may wait for anything
				c.Limits.Wall = time.Second
			}
			if c.Policy.Writes() {
				c.Writable = []string{folder}
			}
			if c.Policy == sandbox.Compiler {
				if c.Stdin = nil; step > 2 { // otherwise it could change modes and times of files like its user
					continue
				}
			}
			o, err := s.Run(context.Background(), c)
			if err != nil {
				t.Fatalf("step %d, seed %d, kind %d: %v", step, seed, c.Policy, err)
			}
			var n int
			fmt.Fscan(o.Stdout, &n)
			children += n
			o.Close()
			exec.Command("rm", "-rf", folder).Run()
			if after := machine(t, room, victim.Process.Pid); after != before {
				t.Errorf("step %d, seed %d, kind %d changed the machine: %s", step, seed, c.Policy, cmp.Diff(before, after))
			}
		}
		s.Close()
	}
	found, _ := filepath.Glob(filepath.Join(os.TempDir(), "judge-*"))
	must.Be(t, found == nil, "left behind: %v", found)
	t.Logf("%d children, of 500 calls each", children)
}

func onStepOrNone(t *testing.T, step int) *sandbox.Sandbox {
	s := sandbox.Open(sandbox.Options{MaxStep: step})
	t.Cleanup(func() { s.Close() })
	if stepOf(s) != step {
		return nil
	}
	return s
}

// machine describes, in words, what a program must not change.
func machine(t *testing.T, room string, victim int) string {
	t.Helper()
	var b strings.Builder
	for _, path := range append(sandbox.Devices, "/dev/zero", "/dev/tty", "/dev", "/tmp", "/usr/bin", "/") {
		var st unix.Stat_t
		if unix.Lstat(path, &st) == nil {
			fmt.Fprintln(&b, path, st.Mode, st.Uid, st.Gid, st.Rdev)
		}
	}
	filepath.WalkDir(room, func(path string, d fs.DirEntry, err error) error {
		var st unix.Stat_t
		if err := unix.Lstat(path, &st); err != nil {
			fmt.Fprintln(&b, path, err)
			return nil
		}
		text, _ := os.ReadFile(path)
		fmt.Fprintln(&b, path, st.Mode, st.Uid, st.Gid, st.Nlink, st.Size, st.Mtim, st.Ctim, string(text))
		return nil
	})
	for _, file := range []string{"/proc/sysvipc/shm", "/proc/sysvipc/sem", "/proc/sysvipc/msg", "/proc/swaps"} {
		text, _ := os.ReadFile(file)
		for line := range strings.Lines(string(text)) { // how much is in use, and by whom, others change
			fmt.Fprintln(&b, file, strings.Fields(line)[:2])
		}
	}
	for _, file := range []string{"/proc/self/mountinfo", "/proc/self/limits", "/proc/self/cgroup"} {
		text, _ := os.ReadFile(file)
		fmt.Fprintf(&b, "%s: %s\n", file, text)
	}
	settings, _ := filepath.Glob("/proc/sys/kernel/*")
	for _, file := range append(settings, "/proc/sys/fs/pipe-max-size", "/proc/sys/vm/overcommit_memory") {
		if name := filepath.Base(file); name != "ns_last_pid" && name != "pty" && name != "random" { // the others change these
			fmt.Fprintln(&b, file, sandbox.Line(file))
		}
	}
	queues, _ := filepath.Glob("/dev/mqueue/*")
	fmt.Fprintln(&b, "queues:", queues)
	for _, folder := range []string{"/dev/shm", "/var/tmp"} {
		for _, name := range []string{"x", "user.x", "new", "1.ans"} { // the calls' own: others come and go there
			if _, err := os.Lstat(filepath.Join(folder, name)); err == nil {
				fmt.Fprintln(&b, folder, name)
			}
		}
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", victim))
	if err != nil {
		fmt.Fprintln(&b, "the victim:", err)
	} else if fields := strings.Fields(string(stat)); len(fields) > 40 { // state, group, session, priority, policy
		fmt.Fprintln(&b, "the victim:", fields[2] == "T", fields[3:6], fields[17:20], fields[39:41])
	}
	var affinity unix.CPUSet
	unix.SchedGetaffinity(victim, &affinity)
	var wall, since unix.Timespec
	unix.ClockGettime(unix.CLOCK_REALTIME, &wall)
	unix.ClockGettime(unix.CLOCK_BOOTTIME, &since)
	fmt.Fprintln(&b, affinity.Count(), (wall.Nano()-since.Nano()+int64(time.Hour)/2)/int64(time.Hour)) // shows whether somebody set the clock
	return b.String()
}
