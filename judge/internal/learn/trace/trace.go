// Package trace runs builds of a solution that report what they do: one counts how often each line ran, the other
// records what happened to the board. The solution's own code knows of neither. Each language has a recorder in a
// folder below; the package record reads what they all write. Other packages choose the solution and the input, and
// show the trace.
package trace

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/show/terminal"
)

// Tracer makes traces. It may be used by several goroutines at once.
type Tracer struct {
	Builder  *build.Builder
	Sandbox  *sandbox.Sandbox
	Memory   int64                              // bytes a traced program may use; 0 is 1 GiB
	Patience time.Duration                      // how long a replay may take; 0 is 20 s, since looking at the board takes time
	Made     []build.Made                       // built instead of the solution's files, for instance with a driver around a function
	Feed     func(input []byte) ([]byte, error) // turns an input into what the program reads; nil: it reads the input itself
	Heard    *Printed                           // gets what the program printed; nil: nobody asks, and several goroutines may use the tracer

	function *function.Signature // what is called, if the program is a driver around it
}

// Untraceable says why a solution cannot be traced. The reason is a fact about the solution, not a fault of the judge.
type Untraceable struct {
	Solution string
	Why      say.Message
	Misread  bool // it read its input and no board was seen: it may want the puzzle in another form
}

// DropUntraceable returns nil for the error of a program that cannot be traced, and any other error as it is.
func DropUntraceable(err error) error {
	if _, is := errors.AsType[*Untraceable](err); is {
		return nil
	}
	return err
}

func (u *Untraceable) Error() string { return u.Message().String() }

func (u *Untraceable) Message() say.Message {
	return say.Of("%s cannot be traced: %s", u.Solution, u.Why)
}

const (
	replayTime = 20 * time.Second
	// keptSteps is how many changes of a history are kept; all are counted.
	keptSteps = 200_000
)

// WorkTime is how long a program is counted at most.
const WorkTime = 5 * time.Second

// Work counts what a solution does on an input until it ends, or until its time is up. If it ends, and does the same
// each time, the counts are the same on every machine.
func (t *Tracer) Work(ctx context.Context, s solution.Solution, input string, limit time.Duration) (*result.Work, error) {
	limit = min(limit, WorkTime)
	told, out, err := t.watch(ctx, s, watching{want: record.Lines, input: input, puzzle: sudoku.Empty(), limit: limit})
	switch {
	case err != nil:
		return nil, err
	case out.End == sandbox.CPULimit:
		return nil, &Untraceable{Solution: s.Name, Why: say.Of("it ran for more than %s, and did not stop at its alarm", terminal.Duration(limit))}
	case told.Work == nil:
		return nil, &Untraceable{Solution: s.Name, Why: say.Of("it ended before it could write its counters: %s", ending(out))}
	case told.Work.Statements == 0: // for instance an endless loop: the compiler drops a counter that nothing reads
		return nil, &Untraceable{Solution: s.Name, Why: say.Of("none of its statements could be counted")}
	case told.Clock:
		told.Work.Stopped = limit
	}
	return told.Work, nil
}

// Replay runs a solution on one puzzle, written in the given format, and returns what happened to its
// board until it was solved, or else until the program ended.
func (t *Tracer) Replay(ctx context.Context, s solution.Solution, format sudoku.Format, puzzle sudoku.Board) (*result.Replay, error) {
	if err := format.Holds(puzzle); err != nil {
		return nil, &Untraceable{Solution: s.Name, Why: say.From(err)}
	}
	puzzle.Letters = format == sudoku.Letters
	dir, remove, err := tempfile.Dir("replay")
	if err != nil {
		return nil, err
	}
	defer remove()
	input := filepath.Join(dir, "input")
	if err := os.WriteFile(input, []byte(format.Join([]sudoku.Board{puzzle})), 0o600); err != nil {
		return nil, err
	}
	limit := cmp.Or(t.Patience, replayTime)
	told, out, err := t.watch(ctx, s, watching{want: record.Board, input: input, puzzle: puzzle, limit: limit})
	if err == nil && told.Replay.Total == 0 && out.End == sandbox.Exited && !told.Clock && !out.Unread {
		told, out, err = t.watch(ctx, s, watching{want: record.Board, input: input, puzzle: byColumns(puzzle), limit: limit})
		if err == nil {
			byRows(&told.Replay, puzzle.Size)
		}
	}
	if err != nil {
		return nil, err
	}
	if told.Replay.Total == 0 && puzzle.Clues() < len(puzzle.Cells) {
		return nil, &Untraceable{Solution: s.Name, Why: unseen(told, out), Misread: !out.Unread}
	}
	r := &told.Replay
	r.Solution, r.Puzzle, r.Size, r.W, r.H = s.Name, puzzle.Line(), puzzle.Size, puzzle.W, puzzle.H
	if out.End != sandbox.Exited || told.Clock {
		if r.Stopped, r.Watched = true, out.CPU; told.Clock {
			r.Watched = limit // it takes a moment to write the record
		}
		r.Note = say.Of("the program was stopped before it was done: %s", endingOf(told, out, limit))
	}
	return r, nil
}

// byColumns is the board of a program whose first index is that of the column.
func byColumns(b sudoku.Board) sudoku.Board {
	to := b.Clone()
	to.W, to.H = b.H, b.W
	for cell, v := range b.Cells {
		to.Cells[turned(cell, b.Size)] = v
	}
	return to
}

func turned(cell, n int) int { return cell%n*n + cell/n }

// byRows turns what was seen on such a board.
func byRows(r *result.Replay, n int) {
	for i := range r.Steps {
		r.Steps[i].Cell = turned(r.Steps[i].Cell, n)
	}
	if r.Insight != nil {
		for i := range r.Insight.Bars {
			r.Insight.Bars[i].Cell = turned(r.Insight.Bars[i].Cell, n)
		}
	}
}

// unseen says why no board was seen.
func unseen(r *record.Record, out sandbox.Outcome) say.Message {
	switch {
	case r.Clock: // perhaps before its time, because a recorder that sees nothing gives up
		return say.Of("no board was seen in it until it ended: %s", say.Of("it ran for %.0f s", out.CPU.Seconds()))
	case out.Unread && out.End == sandbox.Exited && !crashed(out):
		return say.Of("no board was seen in it: it read nothing from standard input, where the puzzle is")
	case out.End != sandbox.Exited || out.Exit != 0:
		return say.Of("no board was seen in it until it ended: %s", ending(out))
	}
	return say.Of("no board was seen in it: it may keep its digits in another form, as choices of an exact cover or as bits")
}

// endingOf says in words how a run that was watched ended: perhaps by its own clock.
func endingOf(told *record.Record, o sandbox.Outcome, limit time.Duration) say.Message {
	if told.Clock {
		return say.Of("it ran for %.0f s", limit.Seconds())
	}
	return ending(o)
}

// ending says in words how a run ended.
func ending(o sandbox.Outcome) say.Message {
	switch {
	case o.End == sandbox.CPULimit:
		return say.Of("it ran for %.0f s", o.CPU.Seconds())
	case o.End == sandbox.WallLimit:
		return say.Of("it idled")
	case o.End == sandbox.Starved:
		return say.Of("the machine was too busy to run it")
	case o.End == sandbox.MemoryLimit:
		return say.Of("it wanted too much memory")
	case o.End == sandbox.OutputLimit:
		return say.Of("it printed too much")
	case o.Signal != "":
		return say.Text(o.Signal)
	}
	if all := uncaught().FindAllString(string(o.Stderr), -1); o.Exit != 0 && len(all) > 0 {
		return say.Of("exit status %d: %s", o.Exit, terminal.Escape(all[len(all)-1]))
	}
	return say.Of("exit status %d", o.Exit)
}

// crashed reports whether a runtime named an error that ended the program.
func crashed(o sandbox.Outcome) bool { return o.Exit != 0 && uncaught().Match(o.Stderr) }

// uncaught is the line in which a runtime names the error that ended the program.
var uncaught = match.Lazy(`(?m)^[\w.]*(?:Error|Exception)\b.{0,200}`)
