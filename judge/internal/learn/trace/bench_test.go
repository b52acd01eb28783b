package trace_test

import (
	"slices"
	"testing"
	"time"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/learn/trace"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/must"
)

// BenchmarkRecorders runs a program of each language in turns: as it is, with its lines counted, with its board watched,
// and with its calls and tables watched. It tells the CPU time of the latter three relative to the first, by the least and
// by the median.
func BenchmarkRecorders(b *testing.B) {
	const (
		some = "41736982563..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......" // 80,346 digits
		many = "417369825.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......" // 1,380,894
	)
	for _, file := range []string{"tried.go", "tried.c", "tried.cpp", "tried.rs", "Tried.java", "tried.js", "tried.py"} {
		b.Run(file, func(b *testing.B) {
			puzzle := line(b, many)
			if file == "tried.py" || file == "tried.go" { // the other would be stopped at WorkTime while its lines are counted
				puzzle = line(b, some)
			}
			s, in := written(b, file, ways[file][0].program(file, "9", digits)), write(b, sudoku.File.Join([]sudoku.Board{puzzle}))
			tr := tracer(b)
			var heard trace.Printed
			tr.Heard = &heard
			program := must.Get(tr.Builder.Compile(b.Context(), build.Source{Files: s.Files, Language: s.Language, Name: s.Name}))(b)
			var times [4][]float64
			note := func(kind int, err error) {
				if err == nil {
					times[kind] = append(times[kind], heard.CPU.Seconds())
				}
			}
			for b.Loop() {
				for range 5 {
					c := program.Command(1<<30, time.Minute)
					c.Input = in
					out := must.Get(tr.Sandbox.Run(b.Context(), c))(b)
					must.Succeed(b, out.Close())
					heard.CPU = out.CPU
					note(0, nil)
					work, err := tr.Work(b.Context(), s, in, time.Minute)
					if err != nil || work.Stopped == 0 { // a slow machine does not count all lines in WorkTime
						note(1, err)
					}
					_, err = tr.Replay(b.Context(), s, sudoku.File, puzzle)
					note(2, err)
					_, err = tr.Search(b.Context(), s, in, time.Minute)
					note(3, err)
				}
			}
			for kind, all := range times {
				slices.Sort(all)
				if kind > 0 && len(all) > 0 {
					name := []string{"", "lines", "board", "calls"}[kind]
					b.ReportMetric(all[0]/times[0][0], "x-"+name+"-min")
					b.ReportMetric(all[len(all)/2]/times[0][len(times[0])/2], "x-"+name)
				}
			}
			b.ReportMetric(times[0][0], "s-plain")
			b.ReportMetric(0, "ns/op")
		})
	}
}
