//go:build linux

package main_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"sudokuoj/judge/internal/testkit/must"
)

// BenchmarkClass measures judge class with 40 and with 400 students, each with a different program for a problem of 22
// cases. It reports what a submission costs the first time, when all are run again, and when nothing has changed, and
// the most memory that the judge held outside of compilers.
//
//	scripts/bench class
//	scripts/bench class
func BenchmarkClass(b *testing.B) {
	judge := built(b)
	for _, students := range []int{40, 400} {
		b.Run(fmt.Sprint(students), func(b *testing.B) {
			cache := b.TempDir()
			run := func(students int, dir string, flags ...string) (each float64, peak int64) {
				cmd := exec.Command(judge, append([]string{"class", dir, "-problem", "acwing166", "-q"}, flags...)...)
				cmd.Dir, cmd.Env = "..", append(os.Environ(), "XDG_CACHE_HOME="+cache)
				start := time.Now()
				must.Run(b, cmd)
				each = float64(time.Since(start).Microseconds()) / 1000 / float64(students)
				return each, cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss
			}
			run(1, classOfGo(b, 1)) // the compiler builds its library
			dir := classOfGo(b, students)
			first, _ := run(students, dir)
			var fresh, kept float64
			var most int64
			n := 0
			for b.Loop() {
				anew, peak := run(students, dir, "-fresh")
				again, second := run(students, dir)
				fresh, kept, most, n = fresh+anew, kept+again, max(most, peak, second), n+1
			}
			b.ReportMetric(first, "ms/first")
			b.ReportMetric(fresh/float64(n), "ms/fresh")
			b.ReportMetric(kept/float64(n), "ms/kept")
			b.ReportMetric(float64(most)/1024, "MiB")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// classOfGo writes a folder of students. No two programs are the same to a compiler.
func classOfGo(b *testing.B, students int) (dir string) {
	dir = b.TempDir()
	source, err := os.ReadFile("../solutions/bands/main.go")
	for i := range students {
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, fmt.Sprintf("%03d.go", i)), fmt.Appendf(nil, "%s\nconst author = %d\n", source, i), 0o666)
		}
	}
	must.Succeed(b, err)
	return dir
}
