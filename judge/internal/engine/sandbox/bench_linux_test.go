//go:build amd64 || arm64

package sandbox

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"
)

// bare runs a program with files as its input and output and no sandbox: the floor.
func bare(t testing.TB, exe string, in, out *os.File) (cpu time.Duration) {
	if _, err := in.Seek(0, 0); err != nil {
		t.Fatal(err)
	}
	p, err := os.StartProcess(exe, []string{exe}, &os.ProcAttr{Files: []*os.File{in, out, nil}, Env: []string{}})
	if err != nil {
		t.Fatal(err)
	}
	state, err := p.Wait()
	if err != nil {
		t.Fatal(err)
	}
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
	if err != nil {
		b.Fatal(err)
	}
	steps := stepsHad(b)
	c := Command{Args: []string{exe}, Stdin: in, Limits: Limits{CPU: time.Second, Memory: 256 << 20}}
	for b.Loop() {
		wall, cpu := map[int][]time.Duration{}, map[int][]time.Duration{}
		for range 200 {
			began := time.Now()
			used := bare(b, exe, in, out)
			wall[0], cpu[0] = append(wall[0], time.Since(began)), append(cpu[0], used)
			for step, s := range steps {
				began := time.Now()
				o, err := s.Run(b.Context(), c)
				if err != nil || o.End != Exited {
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

// BenchmarkCaseCPU measures the CPU time that the sandbox itself uses for a case, in all and by part. The time of the
// program, and of its process before the exec, is not included.
//
//	go test -run xxx -bench CaseCPU -benchtime 500x ./judge/internal/engine/sandbox
//	go test -run xxx -bench CaseCPU -benchtime 500x ./judge/internal/engine/sandbox
func BenchmarkCaseCPU(b *testing.B) {
	exe := program(b, "sum")
	c := Command{Args: []string{exe}, Stdin: input(b, "1 2\n"), Limits: Limits{CPU: time.Second, Memory: 256 << 20}}
	steps := stepsHad(b)
	for _, step := range slices.Sorted(maps.Keys(steps)) {
		s := steps[step]
		b.Run("step"+strconv.Itoa(step), func(b *testing.B) {
			run(b, s, c) // now the walls exist
			before := partsOf(b, s)
			for b.Loop() {
				if o, err := s.Run(b.Context(), c); err != nil || o.End != Exited {
					b.Fatal(o, err)
				} else {
					o.Close()
				}
			}
			sum := time.Duration(0)
			for name, used := range partsOf(b, s) {
				used -= before[name]
				sum += used
				b.ReportMetric(ms(used)/float64(b.N), name+"-cpu-ms")
			}
			b.ReportMetric(ms(sum)/float64(b.N), "cpu-ms")
		})
	}
}

// partsOf returns the CPU time that each part of the sandbox has used so far. The second thread of a Go process is the
// one that watches its runtime.
func partsOf(t testing.TB, s *Sandbox) map[string]time.Duration {
	parts := map[string]time.Duration{}
	for name, pid := range map[string]int{"judge": os.Getpid(), "helper": lastHelper(s), "starter": itsStarter(t, s)} {
		threads, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
		if err != nil {
			t.Fatal(err)
		}
		for i, thread := range threads {
			text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/schedstat", pid, thread.Name()))
			if err != nil {
				t.Fatal(err)
			}
			var used time.Duration // in nanoseconds, as in the file
			if _, err := fmt.Sscan(string(text), &used); err != nil {
				t.Fatal(err)
			}
			if i == 1 {
				parts[name+"-sysmon"] += used
			} else {
				parts[name] += used
			}
		}
	}
	return parts
}

// stepsHad returns sandboxes at the steps that this machine has.
func stepsHad(b *testing.B) map[int]*Sandbox {
	steps := map[int]*Sandbox{}
	for step := 1; step <= 4; step++ {
		s := Open(Options{MaxStep: step})
		b.Cleanup(func() { s.Close() })
		if s.step == step {
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
				c := Command{Args: []string{exe}, Stdin: in, Readable: []string{b.TempDir()}, Limits: Limits{CPU: time.Second}}
				if o, err := s.Run(b.Context(), c); err != nil || o.End != Exited {
					b.Fatal(o, err)
				} else {
					o.Close()
				}
			}
		})
	}
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
