package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sudokuoj/judge/internal/build"
	"sudokuoj/judge/internal/check"
	"sudokuoj/judge/internal/grade"
	"sudokuoj/judge/internal/measure"
	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/sudoku"
	"sudokuoj/judge/internal/temp"
	"sudokuoj/judge/internal/verdict"
)

// contest measures the solutions of one problem against each other.
type contest struct {
	*grade.Grader
	budget time.Duration
	live   *liveLine

	problem    problem.Problem
	contenders []contender
	checker    *check.Checker
	null       *build.Program // a Go program that does nothing; nil where there is no Go
	cases      []*contestCase
	leftOut    []leftOut
	taken      time.Duration
}

type contender struct {
	grade.Entry
	program *build.Program
}

// contestCase holds the timings of one case. The timings of a round stand at the same index, so one
// that is dropped on the way keeps those it has.
type contestCase struct {
	problem.Case
	puzzles   int             // 0: not a file of puzzles
	running   []bool          // by contender: it takes part
	stopped   []time.Duration // by contender: it was stopped after so much CPU time, 0 if it was not
	times     []measure.Times // by contender
	null      measure.Times
	together  int // so many cases, 0 if it is a single one
	over      bool
	runs      int // that were timed, without those of the null program
	contended int // of these: others took the processor
}

// leftOut is a solution whose time would say nothing, and why.
type leftOut struct {
	Solution string `json:"solution"`
	Case     string `json:"case,omitempty"` // "": of all of them
	Verdict  string `json:"verdict"`
	Message  string `json:"message"`
	Expected bool   `json:"expected"`
}

// prepare builds everything, so that no compiler runs while something is timed.
func (c *contest) prepare(ctx context.Context, entries []grade.Entry) error {
	c.problem = entries[0].Problem
	// Solutions are compared beyond the problem's limits too: what is 100 times slower is of interest.
	c.problem.Limits.Time = max(c.problem.Limits.Time, c.budget/4)
	c.problem.Limits.Wall = 8*c.problem.Limits.Time + time.Second // who waits on a busy machine is not idle
	var err error
	if c.checker, err = c.Checker(ctx, c.problem); err != nil {
		return err
	}
	for i, e := range entries {
		c.live.show("building %d of %d", i+1, len(entries))
		src, err := grade.SourceFor(e.Problem, e.Solution)
		var program *build.Program
		if err == nil {
			program, err = c.Builder.Compile(ctx, src)
		}
		if failed, ok := errors.AsType[*build.Failed](err); ok {
			c.leave(e, "", verdict.CE, verdict.FirstError(failed.What().String()))
			continue
		}
		if missing, ok := errors.AsType[*build.Missing](err); ok {
			c.leave(e, "", verdict.SK, missing.Error())
			continue
		}
		if err != nil {
			return err
		}
		c.contenders = append(c.contenders, contender{e, program})
	}
	if c.null, err = buildNull(ctx, c.Builder); err != nil {
		return err
	}
	for _, of := range entries[0].Cases {
		puzzles, err := countPuzzles(c.problem, of)
		if err != nil {
			return err
		}
		c.cases = append(c.cases, &contestCase{Case: of, puzzles: puzzles,
			running: make([]bool, len(c.contenders)),
			stopped: make([]time.Duration, len(c.contenders)), times: make([]measure.Times, len(c.contenders))})
	}
	return nil
}

// leave notes that a solution is left out of a case, or of all.
func (c *contest) leave(e grade.Entry, name string, v verdict.Verdict, message string) {
	want, _ := e.Solution.ExpectationFor(c.problem.ID, name)
	c.leftOut = append(c.leftOut, leftOut{e.Solution.Name, name, string(v), verdict.FirstLine(message), want.Allows(v) || v == verdict.SK})
}

// buildNull builds a program that starts and ends: what every Go program takes to do nothing.
func buildNull(ctx context.Context, b *build.Builder) (*build.Program, error) {
	dir, remove, err := temp.Dir("null")
	if err != nil {
		return nil, err
	}
	defer remove()
	source := filepath.Join(dir, "main.go")
	if err := os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o600); err != nil {
		return nil, err
	}
	program, err := b.Compile(ctx, build.Source{Files: []string{source}, Language: "go", Name: "the program that does nothing"})
	if _, ok := errors.AsType[*build.Missing](err); ok {
		return nil, nil
	}
	return program, err
}

// countPuzzles counts the boards of a case's input, 0 if it is not one of boards.
func countPuzzles(p problem.Problem, c problem.Case) (int, error) {
	format, ok := check.InputFormat(p.Check.Format)
	if p.Check.Kind != "sudoku" || !ok {
		return 0, nil
	}
	in, err := os.Open(c.In)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	boards := sudoku.NewReader(in, format)
	for n := 0; ; n++ {
		if _, err := boards.Next(); err == io.EOF {
			return n, nil
		} else if err != nil {
			return 0, nil // an input that is broken on purpose
		}
	}
}

// warmUp runs everything once: that fills the caches of files and of the processor, and shows who
// answers rightly.
func (c *contest) warmUp(ctx context.Context) {
	for _, of := range c.cases {
		for i, who := range c.contenders {
			if ctx.Err() != nil {
				return
			}
			c.live.show("first run: %s, %s", who.Solution.Name, of.Name)
			result := c.RunCase(ctx, c.problem, who.Solution, who.program, c.checker, of.Case, 1)
			if ctx.Err() != nil {
				return
			}
			of.running[i] = result.Verdict == verdict.AC
			if !of.running[i] {
				c.leave(who.Entry, of.Name, result.Verdict, result.Reason().String())
			}
			if result.Verdict == verdict.TLE && result.CPU > c.problem.Limits.Time/2 {
				of.stopped[i] = result.CPU
			}
		}
		of.over = !of.compares()
	}
}

// compares tells if the case says something of two contenders: it may be that one is still running
// when the other is long done.
func (of *contestCase) compares() bool {
	n := of.left()
	return n >= 2 || n == 1 && slices.Max(of.stopped) > 0
}

// where is the case as sentences name it.
func (of *contestCase) where() string {
	if of.together > 0 {
		return fmt.Sprintf("these %d cases", of.together)
	}
	return of.Name
}

// left counts who still takes part.
func (of *contestCase) left() (n int) {
	for _, yes := range of.running {
		if yes {
			n++
		}
	}
	return n
}

// rounds runs round after round, until every case is over or the budget ends. Every round begins with
// another contender, so that none always comes after the same one.
func (c *contest) rounds(ctx context.Context) error {
	start := time.Now()
	for round := 1; ; round++ {
		open := 0
		for _, of := range c.cases {
			if of.over {
				continue
			}
			open++
			if c.taken = time.Since(start); c.taken > c.budget || ctx.Err() != nil {
				return nil
			}
			c.live.show("round %d, %s, %.0f s of %.0f s", round, of.Name, c.taken.Seconds(), c.budget.Seconds())
			if err := c.round(ctx, of, round); err != nil && ctx.Err() == nil {
				return err
			}
			of.over = !of.compares() || measure.Look(round) && of.settled()
		}
		if open == 0 {
			return nil
		}
	}
}

// round runs a case once with everyone.
func (c *contest) round(ctx context.Context, of *contestCase, round int) error {
	times := make([]time.Duration, len(c.contenders))
	for n := range c.contenders {
		i := (n + round) % len(c.contenders)
		if !of.running[i] {
			continue
		}
		who := c.contenders[i]
		result := c.RunCase(ctx, c.problem, who.Solution, who.program, c.checker, of.Case, 1)
		if ctx.Err() != nil {
			return nil // half a round compares nothing
		}
		if result.Verdict != verdict.AC {
			of.running[i] = false
			c.leave(who.Entry, of.Name, result.Verdict, strings.TrimSpace(fmt.Sprintf("%s (in round %d: it does not always do the same)", result.Reason(), round)))
			continue
		}
		times[i] = result.CPU
		of.runs++
		if result.Contended {
			of.contended++
		}
	}
	null, err := c.startUp(ctx)
	if err != nil {
		return err
	}
	of.null = append(of.null, null)
	for i, t := range times {
		if of.running[i] {
			of.times[i] = append(of.times[i], t)
		}
	}
	return nil
}

// startUp times the program that does nothing.
func (c *contest) startUp(ctx context.Context) (time.Duration, error) {
	if c.null == nil {
		return 0, nil
	}
	run := c.null.Command(0, c.problem.Limits.Time)
	out, err := c.Sandbox.Run(ctx, run)
	if err != nil {
		return 0, err
	}
	return out.CPU, errors.Join(out.Close(), ctx.Err())
}

// settled tells if more rounds would change the answer for no pair.
func (of *contestCase) settled() bool {
	for i := range of.times {
		for j := range i {
			if of.running[i] && of.running[j] && !measure.Compare(of.times[i], of.times[j]).Settled() {
				return false
			}
		}
	}
	return true
}

// base is what is taken off a contender's times as start-up: nothing, unless it is a Go program.
func (c *contest) base(i int, null measure.Times) measure.Times {
	if c.null == nil || c.contenders[i].Solution.Language != "go" {
		return make(measure.Times, len(null))
	}
	return null
}

// all is the case of all cases together that everyone answered, or nil if there are not two of them.
func (c *contest) all() *contestCase {
	sum := &contestCase{running: make([]bool, len(c.contenders)), stopped: make([]time.Duration, len(c.contenders)),
		times: make([]measure.Times, len(c.contenders))}
	for i := range c.contenders {
		sum.running[i] = slices.ContainsFunc(c.cases, func(of *contestCase) bool { return of.running[i] })
	}
	var shared []*contestCase
	for _, of := range c.cases {
		if slices.Equal(of.running, sum.running) && len(of.null) > 0 {
			shared = append(shared, of)
		}
	}
	if len(shared) < 2 || sum.left() < 2 {
		return nil
	}
	sum.together = len(shared)
	sum.Name = fmt.Sprintf("all %d cases", len(shared))
	if len(shared) < len(c.cases) {
		sum.Name = fmt.Sprintf("the %d of %d cases that all of them answered", len(shared), len(c.cases))
	}
	var nulls []measure.Times
	for _, of := range shared {
		sum.puzzles += of.puzzles
		sum.runs, sum.contended = sum.runs+of.runs, sum.contended+of.contended
		nulls = append(nulls, of.null)
	}
	sum.null = measure.Sum(nulls...)
	for i := range c.contenders {
		var times []measure.Times
		for _, of := range shared {
			times = append(times, of.times[i])
		}
		if sum.running[i] {
			sum.times[i] = measure.Sum(times...)
		}
	}
	return sum
}
