package sandbox

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/windows"

	"sudokuoj/judge/internal/testkit/must"
)

// TestMain becomes the program that a test wants to run if the first argument names one.
func TestMain(m *testing.M) {
	Main()
	if len(os.Args) > 2 && os.Args[1] == "as" {
		as[os.Args[2]]()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

var held [][]byte

var as = map[string]func(){
	"ready": func() { fmt.Println("ready") },
	"fail":  func() { fmt.Fprintln(os.Stderr, "no way"); os.Exit(7) },
	"spin": func() {
		for i := 0; ; i++ {
			held = held[:0]
		}
	},
	"sleep": func() { time.Sleep(time.Minute) },
	"flood": func() {
		for {
			fmt.Println(strings.Repeat("x", 1<<16))
		}
	},
	"hoard": func() { // each time 10 MiB more
		for {
			block := make([]byte, 10<<20)
			for i := 0; i < len(block); i += 4096 {
				block[i] = 1
			}
			held = append(held, block)
			time.Sleep(10 * time.Millisecond)
		}
	},
	"child": func() {
		self, _ := os.Executable()
		cmd := exec.Command(self, "as", "sleep")
		if err := cmd.Start(); err != nil {
			fmt.Println("refused")
			return
		}
		fmt.Println(cmd.Process.Pid)
	},
}

// wine reports whether this is Wine. Wine does not count a job's memory, and of its limits it keeps only the end of the
// processes.
func wine() bool {
	return windows.NewLazySystemDLL("ntdll.dll").NewProc("wine_get_version").Find() == nil
}

func TestJob(t *testing.T) {
	self, err := os.Executable()
	must.Succeed(t, err)
	s := Open(Options{})
	for _, tt := range []struct {
		what   string
		limits Limits
		end    End
		exit   int
		out    string
		wine   bool // Wine has this, too
	}{
		{"ready", Limits{}, Exited, 0, "ready", true},
		{"fail", Limits{}, Exited, 7, "", true},
		{"spin", Limits{CPU: 300 * time.Millisecond, Wall: time.Minute}, CPULimit, 1, "", true},
		{"sleep", Limits{Wall: 300 * time.Millisecond}, WallLimit, 1, "", true},
		{"flood", Limits{Output: 1 << 20}, OutputLimit, 1, "", true},
		{"hoard", Limits{Memory: 128 << 20, Wall: time.Minute}, MemoryLimit, 1, "", false},
		{"child", Limits{}, Exited, 0, "refused", false},
	} {
		t.Run(tt.what, func(t *testing.T) {
			if !tt.wine && wine() {
				t.Skip("Wine keeps no account of it")
			}
			o, err := s.Run(context.Background(), Command{Args: []string{self, "as", tt.what}, Env: os.Environ(), Limits: tt.limits})
			must.Succeed(t, err)
			defer o.Close()
			head := make([]byte, 100)
			n, _ := o.Stdout.Read(head)
			if o.End != tt.end || o.End == Exited && o.Exit != tt.exit || !strings.HasPrefix(string(head[:n]), tt.out) {
				t.Errorf("%+v, printed %q", o, head[:n])
			}
		})
	}
}

// TestJobEndsChildren lets a compiler, which may start children, leave one behind: it ends with the job.
func TestJobEndsChildren(t *testing.T) {
	self := must.Get(os.Executable())(t)
	s := Open(Options{})
	o, err := s.Run(context.Background(), Command{Policy: Compiler, Args: []string{self, "as", "child"}, Env: os.Environ()})
	must.Succeed(t, err)
	defer o.Close()
	head := make([]byte, 100)
	n, _ := o.Stdout.Read(head)
	pid, err := strconv.Atoi(strings.TrimSpace(string(head[:n])))
	if err != nil {
		t.Fatalf("printed %q", head[:n])
	}
	h, err := windows.OpenProcess(windows.SYNCHRONIZE, false, uint32(pid))
	if err != nil {
		return // no process has that number any more
	}
	defer windows.CloseHandle(h)
	if ended, _ := windows.WaitForSingleObject(h, 10_000); ended != windows.WAIT_OBJECT_0 {
		t.Errorf("process %d outlived its job", pid)
	}
}

// TestHeldProgram runs a program while a scanner still reads it.
func TestHeldProgram(t *testing.T) {
	self, _ := os.Executable()
	text := must.Get(os.ReadFile(self))(t)
	exe := filepath.Join(t.TempDir(), "fresh.exe")
	must.Succeed(t, os.WriteFile(exe, text, 0o777))
	name, _ := windows.UTF16PtrFromString(exe)
	h := must.Get(windows.CreateFile(name, windows.GENERIC_READ, 0, nil, windows.OPEN_EXISTING, 0, 0))(t)
	time.AfterFunc(300*time.Millisecond, func() { windows.CloseHandle(h) })
	s := Open(Options{})
	o := must.Get(s.Run(context.Background(), Command{Args: []string{exe, "as", "fail"}, Env: os.Environ()}))(t)
	defer o.Close()
	must.Equal(t, 7, o.Exit, o)
}

// TestNothingIsLeft runs a program several times; no file may stay in the temporary folder.
func TestNothingIsLeft(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMP", dir)
	t.Setenv("TEMP", dir)
	self, _ := os.Executable()
	s := Open(Options{})
	for range 3 {
		o := must.Get(s.Run(context.Background(), Command{Args: []string{self, "as", "ready"}, Env: os.Environ()}))(t)
		o.Close()
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}
