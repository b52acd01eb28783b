// Package compare measures solutions against each other. They take turns on each case, so that whatever slows
// the machine slows all of them, until every pair is settled or the time is up. Package measure compares the
// timings; package grade runs the programs.
package compare

import (
	"context"
	"io"
	"os"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/check"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/measure"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
)

// Options say how to measure.
type Options struct {
	Budget   time.Duration // in all; a first run of everything comes before that
	Progress func(say.Message)
	Run      func(*grade.Prepared, context.Context, problem.Case, int) result.Case // nil: Prepared.Run
}

// Measure measures the comparisons one after the other, each within its share of the budget. All entries of a
// comparison are for one problem. When ctx ends, it returns the measurements so far.
func Measure(ctx context.Context, g *grade.Grader, comparisons [][]grade.Entry, o Options) (*Result, error) {
	res := &Result{host: grade.Host(g.Sandbox)}
	o.Budget /= time.Duration(len(comparisons))
	if o.Run == nil {
		o.Run = (*grade.Prepared).Run
	}
	for _, entries := range comparisons {
		if ctx.Err() != nil && len(res.comparisons) > 0 {
			break
		}
		c := &comparison{Options: o}
		if err := c.prepare(ctx, g, entries); err != nil {
			return nil, err
		}
		c.warmUp(ctx)
		if err := c.rounds(ctx); err != nil {
			return nil, err
		}
		res.comparisons = append(res.comparisons, c)
	}
	res.Interrupted = ctx.Err() != nil
	return res, nil
}

// PairUp keeps the problems that two solutions or more are entered for.
func PairUp(entries []grade.Entry) ([][]grade.Entry, error) {
	var comparisons [][]grade.Entry
	var single []say.Message
	for len(entries) > 0 {
		n := 1
		for n < len(entries) && entries[n].Problem.ID == entries[0].Problem.ID {
			n++
		}
		if n > 1 {
			comparisons = append(comparisons, entries[:n])
		} else {
			single = append(single, say.Of("only %s is entered for %s", entries[0].Solution.Name, entries[0].Problem.ID))
		}
		entries = entries[n:]
	}
	if len(comparisons) == 0 {
		return nil, say.Errorf("a comparison needs two solutions of the same problem: %s", single[0])
	}
	return comparisons, nil
}

// comparison measures the solutions of one problem against each other.
type comparison struct {
	Options
	problem    problem.Problem
	contenders []*grade.Prepared
	refused    []*grade.Prepared          // what could not be built
	nothing    map[string]*grade.Prepared // by language: a program that does nothing
	cases      []*comparedCase
	taken      time.Duration
}

// comparedCase holds the timings of one case. The timings of a round stand at the same index, so one that is dropped on
// the way keeps those it has.
type comparedCase struct {
	problem.Case
	title, where say.Message              // above its figures, and in their sentences
	puzzles      int                      // 0: not a file of puzzles
	results      []result.Case            // by contender: of its last run; it takes part as long as that is accepted
	times        []measure.Times          // by contender
	null         map[string]measure.Times // by language: of the program that does nothing
	contended    int                      // timed runs in which others took the processor
	over         bool
}

func (c *comparison) newCase(of problem.Case, puzzles int) *comparedCase {
	n := len(c.contenders)
	return &comparedCase{Case: of, title: say.Text(of.Name), where: say.Text(of.Name), puzzles: puzzles,
		results: make([]result.Case, n), times: make([]measure.Times, n), null: map[string]measure.Times{}}
}

// running reports whether a contender takes part.
func (of *comparedCase) running(i int) bool { return of.results[i].Verdict == result.AC }

// left counts the contenders that take part.
func (of *comparedCase) left() (n int) {
	for i := range of.results {
		if of.running(i) {
			n++
		}
	}
	return n
}

// stopped is the CPU time after which a contender was stopped while it was still running; 0 if it was not.
func (c *comparison) stopped(of *comparedCase, i int) time.Duration {
	if r := of.results[i]; r.Verdict == result.TLE && r.CPU > c.problem.Limits.Time/2 {
		return r.CPU
	}
	return 0
}

// compares reports whether the case compares two contenders. One of them may have been stopped.
func (c *comparison) compares(of *comparedCase) bool {
	n := of.left()
	for i := range of.results {
		if n == 1 && c.stopped(of, i) > 0 {
			return true
		}
	}
	return n >= 2
}

// rounds is how many rounds were timed.
func (of *comparedCase) rounds() (n int) {
	for _, times := range of.times {
		n = max(n, len(times))
	}
	return n
}

// prepare builds everything, so that no compiler runs while something is timed.
func (c *comparison) prepare(ctx context.Context, g *grade.Grader, entries []grade.Entry) error {
	c.problem = entries[0].Problem
	// Solutions are compared beyond the problem's limits too: a solution that is 100 times slower is of interest.
	c.problem.Limits.Time = max(c.problem.Limits.Time, c.Budget/4)
	c.problem.Limits.Wall = 8*c.problem.Limits.Time + time.Second // on a busy machine, waiting is no idleness
	for i, e := range entries {
		c.Progress(say.Of("building %d of %d", i+1, len(entries)))
		e.Problem = c.problem
		p, err := g.Prepare(ctx, e)
		switch {
		case err != nil:
			return err
		case p.Refused == result.JE:
			return p.NotBuilt()
		case p.Refused != "":
			c.refused = append(c.refused, p)
		default:
			c.contenders = append(c.contenders, p)
		}
	}
	for _, of := range entries[0].Cases {
		puzzles, err := countPuzzles(c.problem, of)
		if err != nil {
			return err
		}
		c.cases = append(c.cases, c.newCase(of, puzzles))
	}
	return c.prepareNothing(ctx, g)
}

// prepareNothing builds, for each language that takes part, a program that does nothing. Its time is the start-up. If
// it cannot be built, the result has no start-up times.
func (c *comparison) prepareNothing(ctx context.Context, g *grade.Grader) error {
	c.nothing = map[string]*grade.Prepared{}
	for _, who := range c.contenders {
		lang, ok := language.ByID(who.Solution.Language)
		if !ok || c.nothing[lang.ID] != nil {
			continue
		}
		nothing, err := solution.Of("the program that does nothing", lang.ID, language.File{Path: lang.FileName(false), Text: lang.Nothing})
		if err != nil {
			return err
		}
		p, err := g.Prepare(ctx, grade.Entry{Problem: problem.Problem{ID: c.problem.ID, Limits: c.problem.Limits}, Solution: nothing})
		if err != nil {
			return err
		}
		if p.Refused == "" {
			c.nothing[lang.ID] = p
		}
	}
	return nil
}

// countPuzzles counts the boards in a case's input; 0 if the input has no boards.
func countPuzzles(p problem.Problem, c problem.Case) (int, error) {
	format, ok := check.InputFormat(p.Check.Format)
	if !ok {
		return 0, nil
	}
	in, err := os.ReadFile(c.In)
	if err != nil {
		return 0, err
	}
	boards := sudoku.NewReader(string(in), format)
	for n := 0; ; n++ {
		if _, err := boards.Next(); err == io.EOF {
			return n, nil
		} else if err != nil {
			return 0, nil // an input that is broken on purpose
		}
	}
}

// warmUp runs everything once. That fills the caches of files and of the processor, and shows which
// solutions are right.
func (c *comparison) warmUp(ctx context.Context) {
	for _, of := range c.cases {
		for i, who := range c.contenders {
			c.Progress(say.Of("first run: %s, %s", who.Solution.Name, of.Name))
			res := c.Run(who, ctx, of.Case, 1)
			if ctx.Err() != nil {
				return
			}
			of.results[i] = res
		}
		of.over = !c.compares(of)
	}
}

// rounds runs round after round, until every case is over or the budget ends. Every round begins with
// another contender, so that none always comes after the same one.
func (c *comparison) rounds(ctx context.Context) error {
	start := time.Now()
	for round := 1; ; round++ {
		open := 0
		for _, of := range c.cases {
			if of.over {
				continue
			}
			open++
			if c.taken = time.Since(start); c.taken > c.Budget || ctx.Err() != nil {
				return nil
			}
			c.Progress(say.Of("round %d, %s, %.0f s of %.0f s", round, of.Name, c.taken.Seconds(), c.Budget.Seconds()))
			if err := c.round(ctx, of, round); err != nil && ctx.Err() == nil {
				return err
			}
			of.over = !c.compares(of) || measure.Look(round) && of.settled()
		}
		if open == 0 {
			return nil
		}
	}
}

// round runs a case once with everyone, and with the programs that do nothing.
func (c *comparison) round(ctx context.Context, of *comparedCase, round int) error {
	times := make([]time.Duration, len(c.contenders))
	contended := 0
	for n := range c.contenders {
		i := (n + round) % len(c.contenders)
		if !of.running(i) {
			continue
		}
		res := c.Run(c.contenders[i], ctx, of.Case, 1)
		if ctx.Err() != nil {
			return nil // half a round compares nothing
		}
		if of.results[i] = res; res.Verdict != result.AC {
			of.results[i].Message = say.Join(res.Message, say.Of("in round %d: it behaves differently from run to run", round))
			continue
		}
		times[i] = res.CPU
		if res.Contended {
			contended++
		}
	}
	for id, nothing := range c.nothing {
		res := c.Run(nothing, ctx, problem.Case{In: os.DevNull, Ans: os.DevNull}, 1)
		switch {
		case res.Verdict == result.JE:
			return say.Errorf("%s", res.Message)
		case ctx.Err() != nil:
			return nil
		}
		of.null[id] = append(of.null[id], res.CPU)
	}
	of.contended += contended
	for i, t := range times {
		if of.running(i) {
			of.times[i] = append(of.times[i], t)
		}
	}
	return nil
}

// settled reports whether every pair has its answer, so that more rounds would change nothing.
func (of *comparedCase) settled() bool {
	for i := range of.times {
		for j := range i {
			if of.running(i) && of.running(j) && !measure.Compare(of.times[i], of.times[j]).Settled() {
				return false
			}
		}
	}
	return true
}

// all returns one case that stands for all cases that every contender answered; nil if there are fewer than two.
func (c *comparison) all() *comparedCase {
	sum := c.newCase(problem.Case{}, 0)
	for _, of := range c.cases {
		for i := range sum.results {
			if of.running(i) {
				sum.results[i].Verdict = result.AC
			}
		}
	}
	shared := 0
	for _, of := range c.cases {
		if of.left() < sum.left() || of.rounds() == 0 {
			continue
		}
		shared++
		sum.puzzles += of.puzzles
		for id, times := range of.null {
			sum.null[id] = measure.Sum(sum.null[id], times)
		}
		for i, times := range of.times {
			if sum.running(i) {
				sum.times[i] = measure.Sum(sum.times[i], times)
			}
		}
	}
	if shared < 2 || sum.left() < 2 {
		return nil
	}
	sum.title, sum.where = say.Of("all %d cases", shared), say.Of("these %d cases", shared)
	if shared < len(c.cases) {
		sum.title = say.Of("the %d of %d cases that all of them answered", shared, len(c.cases))
	}
	return sum
}
