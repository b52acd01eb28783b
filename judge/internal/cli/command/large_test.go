//go:build linux

package command_test

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

// However much a program prints, the judge holds no more than its output and a little, and its verdict comes soon.
func TestLargeOutput(t *testing.T) {
	t.Parallel()
	short.Skip(t)
	must.Have(t, "python3")
	dir, temp := t.TempDir(), t.TempDir()
	var disk syscall.Statfs_t
	if err := syscall.Statfs(temp, &disk); err != nil || int64(disk.Bavail)*disk.Bsize < 1<<30 {
		t.Skip("no room for the output in ", temp)
	}
	tree := `
-- problems/much/problem.yaml --
problem_format_version: 2025-09
name: Much
limits:
  time_limit: 30
  output: 40
-- testdata/much/secret/line.in --
-- testdata/much/secret/line.ans --
42
-- solutions/line/main.py --
#judge:problem much
#judge:expect WA
import sys
for _ in range(30):
    sys.stdout.buffer.write(b"3" * (1 << 20))
-- solutions/much/main.py --
#judge:problem much
#judge:expect WA
import sys
for _ in range(32):
    sys.stdout.buffer.write(b"42\n" * 349525 + b"\n")
`
	must.Succeed(t, txtar.Write(txtar.Parse([]byte(tree)), dir))
	most := int64(96 << 10)
	if short.Raced() {
		most *= 2
	}
	for _, name := range []string{"line", "much"} {
		cmd := exec.Command("judge", name)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "TMPDIR="+temp)
		began := time.Now()
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "the one result is as expected") {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		t.Logf("%s: %v, %d MiB", name, time.Since(began), cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss>>10)
		if used := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss; used > most {
			t.Errorf("%s: the judge, or a program it started, took %d MiB", name, used>>10)
		}
		if len(out) > 10<<10 {
			t.Errorf("%s: %d bytes were shown", name, len(out))
		}
	}
}
