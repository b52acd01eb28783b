package grade_test

import (
	"os"
	"slices"
	"testing"
	"time"

	_ "net" // as in the judge, so that it links the C library, too

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/engine/lane"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/grader"
	"sudokuoj/judge/internal/testkit/must"
)

// aplusb is the program of the benchmark; it does next to nothing.
const aplusb = `#include <stdio.h>
int main(void) { long a, b; if (scanf("%ld %ld", &a, &b) != 2) return 1; printf("%ld\n", a + b); }
`

// bench is an a+b program that is ready to be graded, and the same program to run directly.
type bench struct {
	ready     *grade.Prepared
	exe       string
	isolation say.Message
}

func newBench(b *testing.B, step int) *bench {
	b.Helper()
	must.Have(b, "gcc")
	os.Unsetenv(lane.Crowded) // it enters the lane, as in a run
	g := must.Get(grade.Open(sandbox.Options{MaxStep: step}, build.Options{}))(b)
	b.Cleanup(func() { g.Close() })
	s := grader.Program(b, "main.c", aplusb)
	program, err := g.Builder.Compile(b.Context(), build.Source{Files: s.Files, Language: s.Language, Name: s.Name})
	must.Succeed(b, err)
	p := grader.Problem(b, "lines", map[string][2]string{"sample/1": {"1 2\n", "3\n"}})
	p.Limits.Time = time.Second
	ready := must.Get(g.Prepare(b.Context(), grade.Entry{Problem: p, Solution: s, Cases: p.Cases}))(b)
	_, isolation, _ := g.Sandbox.Isolation()
	return &bench{ready, program.Exe, isolation}
}

// bare runs the program as a shell would, with files as standard input and output: the floor.
func (x *bench) bare(b testing.TB) time.Duration {
	in := must.Get(os.Open(x.ready.Cases[0].In))(b)
	defer in.Close()
	out := must.Get(os.Create(in.Name() + ".out"))(b)
	defer out.Close()
	start := time.Now()
	p, err := os.StartProcess(x.exe, []string{x.exe}, &os.ProcAttr{Files: []*os.File{in, out, out}})
	must.Succeed(b, err)
	if _, err := p.Wait(); err != nil {
		b.Fatal(err)
	}
	return time.Since(start)
}

// BenchmarkPerCase measures what the judge adds to one case: the difference between graded cases and bare runs of the
// same program. Ten of each take turns, one after another as in a run, so that work that a case leaves behind is
// included. Results are medians of 40 turns. One operation of the benchmark is one such comparison.
func BenchmarkPerCase(b *testing.B) {
	for _, step := range []struct {
		name string
		max  int
	}{{"isolated", 0}, {"landlock", 3}, {"bare", 4}} {
		b.Run(step.name, func(b *testing.B) {
			x := newBench(b, step.max)
			const rounds, together = 40, 10
			var added, floors []time.Duration
			for b.Loop() {
				var graded, floor []time.Duration
				for range rounds {
					var took time.Duration
					for range together {
						took += x.bare(b)
					}
					floor = append(floor, took/together)
					start := time.Now()
					for range together {
						if c := x.ready.Run(b.Context(), x.ready.Cases[0], 1); c.Verdict != result.AC {
							b.Fatalf("%s: %s", c.Verdict, c.Message)
						}
					}
					graded = append(graded, time.Since(start)/together)
				}
				slices.Sort(graded)
				slices.Sort(floor)
				added = append(added, graded[rounds/2]-floor[rounds/2])
				floors = append(floors, floor[rounds/2])
			}
			slices.Sort(added)
			slices.Sort(floors)
			b.ReportMetric(float64(added[len(added)/2])/1e6, "ms-added/case")
			b.ReportMetric(float64(floors[len(floors)/2])/1e6, "ms-floor/case")
			b.ReportMetric(float64(added[len(added)/2])/float64(floors[len(floors)/2]), "added/floor")
			b.Log(x.isolation)
		})
	}
}
