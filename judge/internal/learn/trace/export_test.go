package trace

import (
	"context"
	"testing"
	"time"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
)

// Replace puts a recorder in the place of another one until the test ends.
func Replace(t *testing.T, name string, r record.Recorder) {
	own := recorders[name]
	recorders[name] = r
	t.Cleanup(func() { recorders[name] = own })
}

// CPU returns the CPU times of a program on a puzzle: plain, with its lines counted, and with its board watched. What
// cannot be had is 0.
func (t *Tracer) CPU(ctx context.Context, s solution.Solution, input string, puzzle sudoku.Board) (plain, lines, board time.Duration,
	err error) {
	program, err := t.Builder.Compile(ctx, build.Source{Files: s.Files, Language: s.Language, Name: s.Name})
	if err != nil {
		return 0, 0, 0, err
	}
	out, err := t.runOn(ctx, program.Command(1<<30, time.Minute), input)
	if err != nil {
		return 0, 0, 0, err
	}
	w := watching{input: input, limit: time.Minute, puzzle: puzzle}
	for want, to := range map[record.Kind]*time.Duration{record.Lines: &lines, record.Board: &board} {
		w.want = want
		if _, out, err := t.watch(ctx, s, w); err == nil {
			*to = out.CPU
		}
	}
	return out.CPU, lines, board, nil
}
