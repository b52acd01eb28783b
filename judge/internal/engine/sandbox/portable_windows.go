package sandbox

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"

	"sudokuoj/judge/internal/base/say"
)

// groupWalls describes the limits of the fourth step.
var groupWalls = say.Of("job object: memory, processes, an end for all")

// group is a job object: the program and all it starts, which end with it. Only a compiler can start others. The
// job ends when its handle closes, so also when the judge dies.
type group struct{ job windows.Handle }

// spare is how much more memory the kernel grants than the limit. If a program exceeds the limit by less, its peak
// shows it, and the verdict is MLE instead of RE.
const spare = 64 << 20

// newGroup makes the job, and sets the command to start suspended: it must be in the job before it runs.
func newGroup(cmd *exec.Cmd, p Policy, l Limits) (*group, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return nil, say.Errorf("no job object: %w", err)
	}
	var info windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	b := &info.BasicLimitInformation
	b.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | windows.JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION
	if p != Compiler {
		b.LimitFlags |= windows.JOB_OBJECT_LIMIT_ACTIVE_PROCESS
		b.ActiveProcessLimit = 1
	}
	if l.Memory > 0 {
		b.LimitFlags |= windows.JOB_OBJECT_LIMIT_JOB_MEMORY
		info.JobMemoryLimit = uintptr(l.Memory + max(spare, l.Memory/4))
	}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)))
	if err != nil {
		windows.CloseHandle(job)
		return nil, say.Errorf("no job object: %w", err)
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_SUSPENDED | windows.CREATE_NEW_PROCESS_GROUP}
	return &group{job}, nil
}

// admit puts the started command into the job and lets it run.
func (g *group) admit(cmd *exec.Cmd) error {
	h, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(cmd.Process.Pid))
	if err != nil {
		return say.Errorf("%s: %w", cmd.Path, err)
	}
	defer windows.CloseHandle(h)
	if err := windows.AssignProcessToJobObject(g.job, h); err != nil {
		return say.Errorf("%s: not taken into its job object: %w", cmd.Path, err)
	}
	return resume(uint32(cmd.Process.Pid))
}

// resume lets the threads of a suspended process run: it has one.
func resume(pid uint32) error {
	snapshot, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPTHREAD, 0)
	if err != nil {
		return err
	}
	defer windows.CloseHandle(snapshot)
	entry := windows.ThreadEntry32{Size: uint32(unsafe.Sizeof(windows.ThreadEntry32{}))}
	for err = windows.Thread32First(snapshot, &entry); err == nil; err = windows.Thread32Next(snapshot, &entry) {
		if entry.OwnerProcessID != pid {
			continue
		}
		t, err := windows.OpenThread(windows.THREAD_SUSPEND_RESUME, false, entry.ThreadID)
		if err != nil {
			return err
		}
		_, err = windows.ResumeThread(t)
		windows.CloseHandle(t)
		if err != nil {
			return err
		}
	}
	return nil
}

func (g *group) close() { windows.CloseHandle(g.job) }

func (g *group) kill(*exec.Cmd) { windows.TerminateJobObject(g.job, 1) }

// basicAccounting is JOBOBJECT_BASIC_ACCOUNTING_INFORMATION.
type basicAccounting struct {
	TotalUserTime, TotalKernelTime           int64 // in units of 100 ns
	ThisPeriodUserTime, ThisPeriodKernelTime int64
	Faults, Total, Active, Terminated        uint32
}

// cpu is the CPU time of the whole job so far, or of its first process where the job keeps no account (Wine).
func (g *group) cpu(cmd *exec.Cmd) time.Duration {
	var a basicAccounting
	err := windows.QueryInformationJobObject(g.job, windows.JobObjectBasicAccountingInformation, uintptr(unsafe.Pointer(&a)), uint32(unsafe.Sizeof(a)), nil)
	if used := time.Duration(a.TotalUserTime+a.TotalKernelTime) * 100; err == nil && used > 0 {
		return used
	}
	return processTime(cmd.Process.Pid)
}

// peakBytes returns the job's peak of committed memory; 0 if the system does not count it (Wine).
func (g *group) peakBytes() int64 {
	var info windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	err := windows.QueryInformationJobObject(g.job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)), nil)
	if err != nil {
		return 0
	}
	return int64(info.PeakJobMemoryUsed)
}

func (g *group) peak(*os.ProcessState) int64 { return g.peakBytes() >> 10 }

func (g *group) over(limit int64) bool { return limit > 0 && g.peakBytes() > limit }

func limited(args []string, _ Limits, _ []*os.File) (*exec.Cmd, error) {
	released(args[0])
	return exec.Command(args[0], args[1:]...), nil
}

// released waits a moment if another process holds the file: virus scanners read fresh executables.
func released(exe string) {
	name, err := windows.UTF16PtrFromString(exe)
	for end := time.Now().Add(5 * time.Second); err == nil && time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		h, err := windows.CreateFile(name, windows.GENERIC_READ|windows.GENERIC_EXECUTE, windows.FILE_SHARE_READ, nil, windows.OPEN_EXISTING, 0, 0)
		if err != windows.ERROR_SHARING_VIOLATION {
			windows.CloseHandle(h)
			return
		}
	}
}

// systemNeeds returns the variables that Windows programs need: compilers find their libraries by PATH, and write
// temporary files where TMP says.
func systemNeeds(tool, scratch string) []string {
	root := os.Getenv("SystemRoot")
	return []string{"PATH=" + filepath.Dir(tool) + ";" + filepath.Join(root, "System32") + ";" + root, "TMP=" + scratch, "TEMP=" + scratch}
}

// exceptions are the ends that Windows gives a process that crashed, by their exit codes.
var exceptions = map[uint32]string{
	0xc0000005: "ACCESS_VIOLATION",
	0xc0000017: "NO_MEMORY",
	0xc000001d: "ILLEGAL_INSTRUCTION",
	0xc0000094: "INTEGER_DIVIDE_BY_ZERO",
	0xc00000fd: "STACK_OVERFLOW",
	0xc0000374: "HEAP_CORRUPTION",
	0xc0000409: "STACK_BUFFER_OVERRUN",
}

// signalOf names the exception that ended a process.
func signalOf(state *os.ProcessState) string { return exceptions[uint32(state.ExitCode())] }

// processTime is the CPU time of a living process so far.
func processTime(pid int) time.Duration {
	h, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if err != nil {
		return 0
	}
	defer windows.CloseHandle(h)
	var created, ended, kernel, user windows.Filetime
	if windows.GetProcessTimes(h, &created, &ended, &kernel, &user) != nil {
		return 0
	}
	ticks := func(f windows.Filetime) time.Duration {
		return time.Duration(int64(f.HighDateTime)<<32|int64(f.LowDateTime)) * 100
	}
	return ticks(kernel) + ticks(user)
}

// overBefore is not known here: a killed process has an exit code, too.
func overBefore(*os.ProcessState) bool { return false }

// limit does nothing: a program's job limits it.
func limit() {}
