package grade

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	_ "net" // as in the judge, so that it links the C library, too

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

// aplusb is the program of the benchmark; it does next to nothing.
const aplusb = `#include <stdio.h>
int main(void) { long a, b; if (scanf("%ld %ld", &a, &b) != 2) return 1; printf("%ld\n", a + b); }
`

// bench is an a+b program in a grader, and the same program to run directly.
type bench struct {
	grader  *Grader
	problem problem.Problem
	entry   solution.Solution
	program *build.Program
	exe     string
}

func newBench(b testing.TB, step int) *bench {
	b.Helper()
	if _, err := exec.LookPath("gcc"); err != nil {
		b.Skip("no gcc here to build the a+b program")
	}
	dir := b.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
		return path
	}
	g, err := Open(sandbox.Options{MaxStep: step}, build.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { g.Close() })
	s, err := solution.Open(write("main.c", "//judge:problem aplusb\n"+aplusb))
	if err != nil {
		b.Fatal(err)
	}
	program, err := g.Builder.Compile(b.Context(), source(s))
	if err != nil {
		b.Fatal(err)
	}
	return &bench{grader: g, entry: s, program: program, exe: program.Exe, problem: problem.Problem{
		ID: "aplusb", Check: problem.Check{Kind: "lines"}, Limits: problem.Limits{Time: time.Second, Memory: 256 << 20, Output: 1 << 20},
		Cases: []problem.Case{{Name: "sample/1", In: write("1.in", "1 2\n"), Ans: write("1.ans", "3\n")}},
	}}
}

// bare runs the program as a shell would, with files as standard input and output: the floor.
func (x *bench) bare(b testing.TB) time.Duration {
	in, err := os.Open(x.problem.Cases[0].In)
	if err != nil {
		b.Fatal(err)
	}
	defer in.Close()
	out, err := os.Create(x.problem.Cases[0].In + ".out")
	if err != nil {
		b.Fatal(err)
	}
	defer out.Close()
	start := time.Now()
	p, err := os.StartProcess(x.exe, []string{x.exe}, &os.ProcAttr{Files: []*os.File{in, out, out}})
	if err != nil {
		b.Fatal(err)
	}
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
			p, err := x.grader.Prepare(b.Context(), Entry{Problem: x.problem, Solution: x.entry})
			if err != nil {
				b.Fatal(err)
			}
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
						if c := p.Run(b.Context(), x.problem.Cases[0], 1); c.Verdict != result.AC {
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
			_, isolation, _ := x.grader.Sandbox.Isolation()
			b.Log(isolation)
		})
	}
}
