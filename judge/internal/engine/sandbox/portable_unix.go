//go:build unix

package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"sudokuoj/judge/internal/base/say"
)

// helperName is argv[0] of our own executable when it is started to help.
const helperName = "judge-sandbox-helper"

// limited returns a command that sets its own resource limits before it becomes the program: the judge's executable,
// which gets no further than Main. The program is given these files after the usual three, and no others.
func limited(args []string, l Limits, files []*os.File) (*exec.Cmd, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, say.Errorf("finding the judge's own executable: %w", err)
	}
	seconds := int64((l.CPU + time.Second - 1) / time.Second)
	cmd := exec.Command(self)
	cmd.Args = append([]string{helperName, strconv.FormatInt(seconds, 10), strconv.FormatInt(max(l.Output+1, l.Scratch), 10), strconv.Itoa(len(files))}, args...)
	cmd.ExtraFiles = files
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return cmd, nil
}

// limit becomes the program in a process that is started to limit itself; in any other it does nothing.
func limit() {
	if isLimited(os.Args) {
		becomeLimited(os.Args)
	}
}

// isLimited reports whether these are the arguments of a program that limits itself.
func isLimited(args []string) bool { return len(args) > 4 && args[0] == helperName }

// mostOpen is how many files a program may have open.
const mostOpen = 4096

// becomeLimited is the other half of limited.
func becomeLimited(args []string) {
	seconds, _ := strconv.ParseUint(args[1], 10, 63)
	bytes, _ := strconv.ParseUint(args[2], 10, 63)
	if seconds > 0 {
		lower(unix.RLIMIT_CPU, seconds)
	}
	lower(unix.RLIMIT_FSIZE, bytes)
	lower(unix.RLIMIT_CORE, 0)
	files, _ := strconv.Atoi(args[3])
	closeOnExec(3 + files)
	lower(unix.RLIMIT_NOFILE, mostOpen)
	err := syscall.Exec(args[4], args[4:], os.Environ())
	fmt.Fprintf(os.Stderr, "judge: %s: %v\n", args[4], err)
	os.Exit(127)
}

// closeEachOnExec is for systems where that is not one call. Files with higher numbers are too rare for more calls, whose
// time counts as the program's.
func closeEachOnExec(first int) {
	for fd := first; fd < mostOpen; fd++ {
		unix.CloseOnExec(fd)
	}
}

func lower(which int, to uint64) {
	var l unix.Rlimit
	if unix.Getrlimit(which, &l) == nil {
		l.Max = min(l.Max, to)
		l.Cur = l.Max
		unix.Setrlimit(which, &l)
	}
}

// systemNeeds returns the variables that the system needs: none.
func systemNeeds(_, _ string) []string { return nil }

// groupWalls describes the limits of the fourth step.
var groupWalls = say.Of("rlimits, process group; memory is measured at the end, not limited")

// group is a program with its children that did not leave its session.
type group struct{}

func newGroup(*exec.Cmd, Policy, Limits) (*group, error) { return &group{}, nil }

func (*group) admit(*exec.Cmd) error { return nil }

func (*group) close() {}

func (*group) kill(cmd *exec.Cmd) { unix.Kill(-cmd.Process.Pid, unix.SIGKILL) }

// cpu is not known everywhere while a program runs; the resource limit holds instead.
func (*group) cpu(*exec.Cmd) time.Duration { return 0 }

// over is not known while a program runs.
func (*group) over(int64) bool { return false }

func signalOf(state *os.ProcessState) string {
	if s, ok := state.Sys().(syscall.WaitStatus); ok && s.Signaled() {
		return signalName(int(s.Signal()))
	}
	return ""
}

// peak is in KiB: macOS counts in bytes, the others in KiB.
func (*group) peak(state *os.ProcessState) int64 {
	used, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(used.Maxrss) >> 10
	}
	return int64(used.Maxrss)
}

func signalName(n int) string {
	if name := unix.SignalName(syscall.Signal(n)); name != "" {
		return name
	}
	return "signal " + strconv.Itoa(n)
}

// overBefore reports whether a process that was killed had ended by itself.
func overBefore(state *os.ProcessState) bool { return state.Exited() }
