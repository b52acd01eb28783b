//go:build amd64 || arm64

package sandbox_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/testkit/must"
)

// bare runs a program with files as its input and output and no sandbox: the floor.
func bare(t testing.TB, exe string, in, out *os.File) (cpu time.Duration) {
	if _, err := in.Seek(0, 0); err != nil {
		t.Fatal(err)
	}
	p, err := os.StartProcess(exe, []string{exe}, &os.ProcAttr{Files: []*os.File{in, out, nil}, Env: []string{}})
	must.Succeed(t, err)
	state := must.Get(p.Wait())(t)
	return state.UserTime() + state.SystemTime()
}

// BenchmarkCase measures what a case costs beyond the floor: the medians of 200 runs each, taken in turns.
//
//	go test -run xxx -bench 'Case$' -benchtime 1x ./judge/internal/engine/sandbox
//	go test -run xxx -bench 'Case$' -benchtime 1x ./judge/internal/engine/sandbox
func BenchmarkCase(b *testing.B) {
	exe := program(b, "sum")
	in := input(b, "1 2\n")
	out, err := os.Create(filepath.Join(b.TempDir(), "out"))
	must.Succeed(b, err)
	steps := stepsHad(b)
	c := sandbox.Command{Args: []string{exe}, Stdin: in, Limits: sandbox.Limits{CPU: time.Second, Memory: 256 << 20}}
	for b.Loop() {
		wall, cpu := map[int][]time.Duration{}, map[int][]time.Duration{}
		for range 200 {
			began := time.Now()
			used := bare(b, exe, in, out)
			wall[0], cpu[0] = append(wall[0], time.Since(began)), append(cpu[0], used)
			for step, s := range steps {
				began := time.Now()
				o, err := s.Run(b.Context(), c)
				if err != nil || o.End != sandbox.Exited {
					b.Fatal(o, err)
				}
				o.Close()
				wall[step], cpu[step] = append(wall[step], time.Since(began)), append(cpu[step], o.CPU)
			}
		}
		floor := median(wall[0])
		b.ReportMetric(ms(floor), "floor-ms")
		b.ReportMetric(ms(median(cpu[0])), "floor-cpu-ms")
		for step := range steps {
			name := "step" + strconv.Itoa(step)
			b.ReportMetric(ms(median(wall[step])-floor), name+"-more-ms")
			b.ReportMetric(ms(median(cpu[step])), name+"-cpu-ms")
		}
	}
	b.ReportMetric(0, "ns/op")
}

// BenchmarkCaseCPU measures the CPU time that the sandbox itself uses for a case: the judge's, and that of the helper with
// its children before they become programs.
//
//	go test -run xxx -bench CaseCPU -benchtime 500x ./judge/internal/engine/sandbox
//	go test -run xxx -bench CaseCPU -benchtime 500x ./judge/internal/engine/sandbox
func BenchmarkCaseCPU(b *testing.B) {
	exe := program(b, "sum")
	c := sandbox.Command{Args: []string{exe}, Stdin: input(b, "1 2\n"), Limits: sandbox.Limits{CPU: time.Second, Memory: 256 << 20}}
	for step := 1; step <= 4; step++ {
		b.Run("step"+strconv.Itoa(step), func(b *testing.B) {
			judge, children := used(b, unix.RUSAGE_SELF), used(b, unix.RUSAGE_CHILDREN)
			s := onStep(b, step)
			for b.Loop() {
				o, err := s.Run(b.Context(), c)
				if err != nil || o.End != sandbox.Exited {
					b.Fatal(o, err)
				}
				o.Close()
				children += o.CPU
			}
			s.Close() // waits for the helpers
			b.ReportMetric(ms(used(b, unix.RUSAGE_SELF)-judge)/float64(b.N), "judge-cpu-ms")
			b.ReportMetric(ms(used(b, unix.RUSAGE_CHILDREN)-children)/float64(b.N), "helper-cpu-ms")
		})
	}
}

// used is the CPU time of this process, or of the children that it has waited for.
func used(b *testing.B, who int) time.Duration {
	var r unix.Rusage
	must.Succeed(b, unix.Getrusage(who, &r))
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// stepsHad returns sandboxes at the steps that this machine has.
func stepsHad(b *testing.B) map[int]*sandbox.Sandbox {
	steps := map[int]*sandbox.Sandbox{}
	for step := 1; step <= 4; step++ {
		s := sandbox.Open(sandbox.Options{MaxStep: step})
		b.Cleanup(func() { s.Close() })
		if stepOf(s) == step {
			steps[step] = s
		}
	}
	return steps
}

// BenchmarkNewWalls measures the first run behind other walls, including the start of a helper.
//
//	go test -run xxx -bench NewWalls -benchtime 50x ./judge/internal/engine/sandbox
//	go test -run xxx -bench NewWalls -benchtime 50x ./judge/internal/engine/sandbox
func BenchmarkNewWalls(b *testing.B) {
	exe := program(b, "sum")
	in := input(b, "1 2\n")
	steps := stepsHad(b)
	for _, step := range slices.Sorted(maps.Keys(steps)) {
		s := steps[step]
		b.Run("step"+strconv.Itoa(step), func(b *testing.B) {
			for b.Loop() {
				c := sandbox.Command{Args: []string{exe}, Stdin: in, Readable: []string{b.TempDir()}, Limits: sandbox.Limits{CPU: time.Second}}
				if o, err := s.Run(b.Context(), c); err != nil || o.End != sandbox.Exited {
					b.Fatal(o, err)
				} else {
					o.Close()
				}
			}
		})
	}
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}
