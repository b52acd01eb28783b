// Package trace runs instrumented builds of a solution: one that counts how often each line ran, and one
// that writes down what happened to the board. Nothing in the solution's own code knows of either. It
// reads Go, and leaves to others which solution is traced on what, and how that is shown.
package trace

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/learn/trace/recorder"
	"sudokuoj/judge/internal/model/language"
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
	Made     []build.Made                       // what is built in place of the solution's files: with a driver around a function
	Feed     func(input []byte) ([]byte, error) // makes of an input what the program is to read; nil: it is read as it is
}

// Untraceable says that a solution cannot be traced, and why: that is a fact about the solution, no
// fault of the judge.
type Untraceable struct {
	Solution string
	Why      say.Message
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

// WorkTime is how long a program may be counted. The counters of the Go tool have 32 bits and start again
// at 0; a loop that does nothing but count took 1.8 ns a turn where it was tried, so that a counter lasts
// for 7 s.
const WorkTime = 4 * time.Second

// Work counts what a solution does on an input until it ends, or for as long as it is given: the same on
// every machine and at every run, if it ends and does the same each time.
func (t *Tracer) Work(ctx context.Context, s solution.Solution, input string, limit time.Duration) (*result.Work, error) {
	limit = min(limit, WorkTime)
	if recorderOf(s.Language) != nil {
		return t.count(ctx, s, input, limit)
	}
	sources, err := read(s)
	if err != nil {
		return nil, err
	}
	program, err := t.build(ctx, s, append(slices.Clone(s.Files), clock), "-cover", "-covermode=count")
	if err != nil {
		return nil, err
	}
	counters, remove, err := tempfile.Dir("work")
	if err != nil {
		return nil, err
	}
	defer remove()
	// The program stops itself, since one that is killed writes no counters. Past its time it is killed.
	out, err := t.run(ctx, program, input, limit+time.Second, counters, "GOCOVERDIR="+counters, fmt.Sprintf("%s=%d", clockVariable, limit))
	if err != nil {
		return nil, err
	}
	switch {
	case out.End == sandbox.CPULimit || out.End == sandbox.WallLimit:
		return nil, &Untraceable{s.Name, say.Of("it ran for more than %s, longer than its counters last", terminal.Duration(limit))}
	case out.End == sandbox.Interrupted:
		return nil, ctx.Err()
	}
	if files, err := filepath.Glob(filepath.Join(counters, "covcounters.*")); err != nil || len(files) == 0 {
		return nil, &Untraceable{s.Name, say.Of("it ended before it could write its counters: %s", ending(out))}
	}
	profile, err := coverage(ctx, s, counters)
	if err != nil {
		return nil, err
	}
	work, err := readWork(profile, s.Path, sources)
	switch {
	case err != nil:
		return nil, err
	case out.Exit == clockExit && out.Wall >= limit:
		work.Stopped = limit
	}
	if work.Statements == 0 { // as of a loop without end, whose counting the compiler finds to be of no use
		return nil, &Untraceable{s.Name, say.Of("none of its statements could be counted")}
	}
	return work, nil
}

// The clock that is compiled together with a program that is counted. It ends the program as if the
// program itself had ended, so that the counters are written.
const (
	clockVariable = "JUDGE_CLOCK"
	clockExit     = 86
)

var clock = language.File{Path: "judge_clock.go", Text: `package main

import (
	"os"
	"strconv"
	"time"
)

func init() {
	if d, err := strconv.ParseInt(os.Getenv("JUDGE_CLOCK"), 10, 64); err == nil {
		time.AfterFunc(time.Duration(d), func() { os.Exit(86) })
	}
}
`}

// Replay runs a solution on one puzzle, written in the given format, and returns what happened to its
// board until it was solved, or else until the program ended.
func (t *Tracer) Replay(ctx context.Context, s solution.Solution, format sudoku.Format, puzzle sudoku.Board) (*result.Replay, error) {
	if runtime.GOOS == "windows" {
		return nil, &Untraceable{s.Name, say.Of("a replay needs Linux or macOS")}
	}
	if recorderOf(s.Language) != nil {
		return t.follow(ctx, s, format, puzzle)
	}
	if !s.NamesBoard() && s.Language == "go" { // of others read says that they cannot be traced at all
		return nil, &Untraceable{s.Name, say.Of("it names no board: add //judge:board NAME, the variable that holds it")}
	}
	if err := format.Holds(puzzle); err != nil {
		return nil, &Untraceable{s.Name, say.From(err)}
	}
	program, err := t.recorded(ctx, s)
	if err != nil {
		return nil, err
	}
	return t.record(ctx, s, program, format.Join([]sudoku.Board{puzzle}), puzzle, keptSteps, cmp.Or(t.Patience, replayTime))
}

// recorded builds a solution with the recorder in it.
func (t *Tracer) recorded(ctx context.Context, s solution.Solution) (*build.Program, error) {
	sources, err := read(s)
	if err != nil {
		return nil, err
	}
	rewritten, err := rewrite(sources, s.Path, s.Board, s.Maps)
	if err != nil {
		return nil, &Untraceable{s.Name, say.From(err)}
	}
	for name, text := range recorder.Sources() {
		rewritten[name] = []byte(text)
	}
	var files []language.File
	for _, name := range slices.Sorted(maps.Keys(rewritten)) {
		files = append(files, language.File{Path: name, Text: string(rewritten[name])})
	}
	return t.build(ctx, s, files)
}

// record runs a build with the recorder and reads the history it left.
func (t *Tracer) record(ctx context.Context, s solution.Solution, program *build.Program, input string, puzzle sudoku.Board, steps int, limit time.Duration) (*result.Replay, error) {
	dir, remove, err := tempfile.Dir("replay")
	if err != nil {
		return nil, err
	}
	defer remove()
	path := filepath.Join(dir, "history")
	blank := recorder.Blank(puzzle.Size, puzzle.W, puzzle.H, puzzle.Cells, steps)
	if err := os.WriteFile(path, blank, 0o600); err != nil {
		return nil, err
	}
	in := filepath.Join(dir, "input")
	if err := os.WriteFile(in, []byte(input), 0o600); err != nil {
		return nil, err
	}
	out, err := t.run(ctx, program, in, limit, dir, recorder.Variable+"="+path)
	if err != nil {
		return nil, err
	}
	if out.End == sandbox.Interrupted {
		return nil, ctx.Err()
	}
	file, err := readHistory(path, len(blank))
	if err != nil {
		return nil, &Untraceable{s.Name, say.From(err)}
	}
	history, err := recorder.Read(file, puzzle.Size)
	if err != nil {
		return nil, &Untraceable{s.Name, say.From(err)}
	}
	r := &result.Replay{Solution: s.Name, Puzzle: puzzle.Line(), Size: puzzle.Size, W: puzzle.W, H: puzzle.H, Total: history.Total, Solved: history.Solved,
		Placed: history.Placed, Back: history.Back, DeadEnds: history.Dead, Deepest: history.Deepest, PartSteps: history.StepsInEachPart}
	if out.End != sandbox.Exited {
		r.Stopped = true
		r.Note = say.Of("the program was stopped before it was done: %s", ending(out))
	}
	for _, step := range history.Steps {
		r.Steps = append(r.Steps, result.Step{Cell: step.Cell, Value: step.Value, Depth: step.Filled, Line: step.Line, Fits: step.Fits, With: step.With})
	}
	for _, part := range history.Outline {
		r.Outline = append(r.Outline, [2]int{part.Low, part.High})
	}
	return r, nil
}
