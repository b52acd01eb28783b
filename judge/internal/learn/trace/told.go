package trace

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/model/language"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/show/terminal"
)

// count counts what a solution does on an input.
func (t *Tracer) count(ctx context.Context, s solution.Solution, input string, limit time.Duration) (*result.Work, error) {
	if !language.WatchOf(s.Language).Lines {
		return nil, &Untraceable{s.Name, say.Of("%s: no line counts yet", language.NameOf(s.Language))}
	}
	told, out, err := t.watch(ctx, s, watching{want: record.Lines, input: input, puzzle: sudoku.Empty(), limit: limit})
	switch {
	case err != nil:
		return nil, err
	case out.End == sandbox.CPULimit || out.End == sandbox.WallLimit:
		return nil, &Untraceable{s.Name, say.Of("it ran for more than %s, and did not heed its clock", terminal.Duration(limit))}
	case told.Work == nil:
		return nil, &Untraceable{s.Name, say.Of("it ended before it could write its counters: %s", ending(out))}
	case told.Work.Statements == 0: // as of a loop without end, whose counting the compiler finds to be of no use
		return nil, &Untraceable{s.Name, say.Of("none of its statements could be counted")}
	case told.Clock:
		told.Work.Stopped = limit
	}
	return told.Work, nil
}

// follow watches the board of a solution.
func (t *Tracer) follow(ctx context.Context, s solution.Solution, format sudoku.Format, puzzle sudoku.Board) (*result.Replay, error) {
	row := language.WatchOf(s.Language)
	if row.Named && !s.NamesBoard() {
		return nil, &Untraceable{s.Name, say.Of("it names no board: add //judge:board NAME, the variable that holds it")}
	}
	if !row.Board {
		return nil, &Untraceable{s.Name, say.Of("%s: no replay yet", language.NameOf(s.Language))}
	}
	if err := format.Holds(puzzle); err != nil {
		return nil, &Untraceable{s.Name, say.From(err)}
	}
	dir, remove, err := tempfile.Dir("replay")
	if err != nil {
		return nil, err
	}
	defer remove()
	input := filepath.Join(dir, "input")
	if err := os.WriteFile(input, []byte(format.Join([]sudoku.Board{puzzle})), 0o600); err != nil {
		return nil, err
	}
	told, out, err := t.watch(ctx, s, watching{want: record.Board, input: input, puzzle: puzzle, limit: cmp.Or(t.Patience, replayTime)})
	if err != nil {
		return nil, err
	}
	if told.Replay.Total == 0 && puzzle.Clues() < len(puzzle.Cells) {
		return nil, &Untraceable{s.Name, unseen(told, out)}
	}
	r := &told.Replay
	r.Solution, r.Puzzle, r.Size, r.W, r.H = s.Name, puzzle.Line(), puzzle.Size, puzzle.W, puzzle.H
	if out.End != sandbox.Exited || told.Clock {
		r.Stopped = true
		why := ending(out)
		if told.Clock {
			why = say.Of("it ran for %.0f s", cmp.Or(t.Patience, replayTime).Seconds())
		}
		r.Note = say.Of("the program was stopped before it was done: %s", why)
	}
	return r, nil
}

// unseen is why no board was seen.
func unseen(r *record.Record, out sandbox.Outcome) say.Message {
	if out.End != sandbox.Exited || out.Exit != 0 && !r.Clock {
		return say.Of("no board was seen in it until it ended: %s", ending(out))
	}
	return say.Of("no board was seen in it: it may keep its digits in another form, as bits or in a map")
}
