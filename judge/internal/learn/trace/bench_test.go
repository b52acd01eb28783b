package trace

import (
	"errors"
	"slices"
	"testing"
	"time"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/model/solution"
)

// BenchmarkRecorders runs a program in each language five times in turns: plain, with its lines counted, and with its
// board watched. It reports the CPU time of the latter two relative to the first, by the least and by the median.
func BenchmarkRecorders(b *testing.B) {
	const slow = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
	for _, one := range []struct {
		name, puzzle string
		program      func(t testing.TB) solution.Solution
	}{
		{"Go", hard, func(t testing.TB) solution.Solution { return oursBy(t, "naive") }},
		{"C", hard, func(t testing.TB) solution.Solution {
			return written(t, "tried.c", cHead+cShapes["rows of a char**"])
		}},
		{"C++", hard, func(t testing.TB) solution.Solution {
			return written(t, "tried.cpp", cHead+cShapes["rows of a char**"])
		}},
		{"Rust", hard, func(t testing.TB) solution.Solution {
			return written(t, "tried.rs", rustShapes["characters in a vector of vectors"])
		}},
		{"Java", hard, func(t testing.TB) solution.Solution { return sample(t, "Rows.java") }},
		{"JavaScript", hard, func(t testing.TB) solution.Solution { return sample(t, "rows.js") }},
		{"Python", slow, func(t testing.TB) solution.Solution { return sample(t, "lists.py") }},
	} {
		b.Run(one.name, func(b *testing.B) {
			s, tr, in := one.program(b), tracer(b), write(b, "in", one.puzzle+"\n")
			w := watching{input: in, limit: time.Minute, puzzle: line(b, one.puzzle)}
			program, err := tr.Builder.Compile(b.Context(), build.Source{Files: s.Files, Language: s.Language, Name: s.Name})
			if _, missing := errors.AsType[*build.Missing](err); missing {
				b.Skip(err)
			}
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				times := map[string][]float64{}
				for range 5 {
					plain, err := tr.runOn(b.Context(), program.Command(1<<30, time.Minute), in)
					if err != nil {
						b.Fatal(err)
					}
					times["plain"] = append(times["plain"], plain.CPU.Seconds())
					for name, want := range map[string]record.Kind{"lines": record.Lines, "board": record.Board} {
						w.want = want
						if _, out, err := tr.watch(b.Context(), s, w); err == nil {
							times[name] = append(times[name], out.CPU.Seconds())
						} else {
							b.Logf("%s: %v", name, err)
						}
					}
				}
				for _, all := range times {
					slices.Sort(all)
				}
				for name, all := range times {
					b.ReportMetric(all[0]/times["plain"][0], "x-"+name+"-min")
					b.ReportMetric(all[len(all)/2]/times["plain"][2], "x-"+name)
				}
				b.ReportMetric(times["plain"][0], "s-plain")
			}
		})
	}
}
