package trace_test

import (
	"errors"
	"slices"
	"testing"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/must"
)

// BenchmarkRecorders runs a program in each language five times in turns: plain, with its lines counted, and with its
// board watched. It reports the CPU time of the latter two relative to the first, by the least and by the median.
func BenchmarkRecorders(b *testing.B) {
	const slow = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.." // for Python
	for file, name := range map[string]string{"tried.go": "rows of bytes", "tried.c": "rows of a char**", "tried.cpp": "strings in a vector",
		"tried.rs": "characters in a vector of vectors", "Tried.java": "rows of int", "tried.js": "rows of numbers",
		"tried.py": "list of lists"} {
		b.Run(file, func(b *testing.B) {
			w := ways[file][slices.IndexFunc(ways[file], func(w way) bool { return w.name == name })]
			puzzle := line(b, hard)
			if file == "tried.py" {
				puzzle = line(b, slow)
			}
			s, tr, in := written(b, file, w.program(file, "9", digits)), tracer(b), write(b, sudoku.File.Join([]sudoku.Board{puzzle}))
			for b.Loop() {
				var times [3][]float64
				for range 5 {
					plain, lines, board, err := tr.CPU(b.Context(), s, in, puzzle)
					if _, missing := errors.AsType[*build.Missing](err); missing {
						b.Skip(err)
					}
					must.Succeed(b, err)
					for i, one := range []float64{plain.Seconds(), lines.Seconds(), board.Seconds()} {
						times[i] = append(times[i], one)
					}
				}
				for i := range times {
					slices.Sort(times[i])
				}
				for i, name := range []string{"lines", "board"} {
					b.ReportMetric(times[i+1][0]/times[0][0], "x-"+name+"-min")
					b.ReportMetric(times[i+1][2]/times[0][2], "x-"+name)
				}
				b.ReportMetric(times[0][0], "s-plain")
			}
		})
	}
}
