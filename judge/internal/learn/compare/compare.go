// Package compare measures solutions against each other. They take turns on each case, so that whatever slows
// the machine slows all of them, until every pair is settled or the time is up. Package measure compares the
// timings; package grade runs the programs.
package compare

import (
	"context"
	"io"
	"os"
	"slices"
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
}

// Measure measures the comparisons one after the other, each within its share of the budget. All entries of a
// comparison are for one problem. When ctx ends, it returns the measurements so far.
func Measure(ctx context.Context, g *grade.Grader, comparisons [][]grade.Entry, o Options) (*Result, error) {
	res := &Result{Schema: 1, Host: grade.Host(g.Sandbox), BudgetSeconds: o.Budget.Seconds()}
	for _, entries := range comparisons {
		if ctx.Err() != nil && len(res.Problems) > 0 {
			break
		}
		c := &comparison{budget: o.Budget / time.Duration(len(comparisons)), progress: o.Progress, run: (*grade.Prepared).Run}
		if err := c.prepare(ctx, g, entries); err != nil {
			return nil, err
		}
		c.warmUp(ctx)
		if err := c.rounds(ctx); err != nil {
			return nil, err
		}
		res.Problems = append(res.Problems, c.view())
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
	budget   time.Duration
	progress func(say.Message)
	run      func(*grade.Prepared, context.Context, problem.Case, int) result.Case

	problem    problem.Problem
	contenders []*grade.Prepared
	refused    []*grade.Prepared          // what could not be built
	nothing    map[string]*grade.Prepared // by language: a program that does nothing
	cases      []*comparedCase
	leftOut    []leftOut
	taken      time.Duration
}

// comparedCase holds the timings of one case. The timings of a round are at the same index, so one
// that is dropped on the way keeps those it has.
type comparedCase struct {
	problem.Case
	title     say.Message
	puzzles   int             // 0: not a file of puzzles
	running   []bool          // by contender: it takes part
	stopped   []time.Duration // by contender: the CPU time after which it was stopped; 0 if it was not stopped
	times     []measure.Times // by contender
	results   []result.Case   // by contender: of its last run
	rounds    int
	null      map[string]measure.Times // by language: of the program that does nothing
	together  int                      // the number of cases taken together; 0 for a single case
	over      bool
	runs      int // timed runs, without those of the null program
	contended int // of these: others took the processor
}

func (c *comparison) newCase() *comparedCase {
	n := len(c.contenders)
	return &comparedCase{running: make([]bool, n), stopped: make([]time.Duration, n), times: make([]measure.Times, n),
		results: make([]result.Case, n), null: map[string]measure.Times{}}
}

// prepare builds everything, so that no compiler runs while something is timed.
func (c *comparison) prepare(ctx context.Context, g *grade.Grader, entries []grade.Entry) error {
	c.problem = entries[0].Problem
	// Solutions are compared beyond the problem's limits too: a solution that is 100 times slower is of interest.
	c.problem.Limits.Time = max(c.problem.Limits.Time, c.budget/4)
	c.problem.Limits.Wall = 8*c.problem.Limits.Time + time.Second // on a busy machine, waiting is no idleness
	for i, e := range entries {
		c.progress(say.Of("building %d of %d", i+1, len(entries)))
		e.Problem = c.problem
		p, err := g.Prepare(ctx, e)
		switch {
		case err != nil:
			return err
		case p.Refused == result.JE:
			return p.NotBuilt()
		case p.Refused != "":
			c.refused = append(c.refused, p)
			c.leave(p, "", p.Refused, p.Why)
		default:
			c.contenders = append(c.contenders, p)
		}
	}
	if err := c.prepareNothing(ctx, g); err != nil {
		return err
	}
	for _, of := range entries[0].Cases {
		puzzles, err := countPuzzles(c.problem, of)
		if err != nil {
			return err
		}
		one := c.newCase()
		one.Case, one.title, one.puzzles = of, say.Text(of.Name), puzzles
		c.cases = append(c.cases, one)
	}
	return nil
}

// leave notes that a solution does not take part in a case, or in any case.
func (c *comparison) leave(p *grade.Prepared, name string, v result.Verdict, why say.Message) {
	left := result.Case{Case: name, Verdict: v}
	p.Expect(&left)
	c.leftOut = append(c.leftOut, leftOut{p.Solution.Name, name, string(v), why.String(), why, left.AsExpected})
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

// warmUp runs everything once. That fills the caches of files and of the processor, and shows which
// solutions are right.
func (c *comparison) warmUp(ctx context.Context) {
	for _, of := range c.cases {
		for i, who := range c.contenders {
			if ctx.Err() != nil {
				return
			}
			c.progress(say.Of("first run: %s, %s", who.Solution.Name, of.Name))
			res := c.run(who, ctx, of.Case, 1)
			if ctx.Err() != nil {
				return
			}
			of.results[i] = res
			of.running[i] = res.Verdict == result.AC
			if !of.running[i] {
				c.leave(who, of.Name, res.Verdict, res.Reason())
			}
			if res.Verdict == result.TLE && res.CPU > c.problem.Limits.Time/2 {
				of.stopped[i] = res.CPU
			}
		}
		of.over = !of.compares()
	}
}

// compares reports whether the case compares two contenders. One of them may have been stopped while it was still
// running.
func (of *comparedCase) compares() bool {
	n := of.left()
	return n >= 2 || n == 1 && slices.Max(of.stopped) > 0
}

// where names the case in sentences.
func (of *comparedCase) where() say.Message {
	if of.together > 0 {
		return say.Of("these %d cases", of.together)
	}
	return say.Text(of.Name)
}

// left counts the contenders that still take part.
func (of *comparedCase) left() (n int) {
	for _, yes := range of.running {
		if yes {
			n++
		}
	}
	return n
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
			if c.taken = time.Since(start); c.taken > c.budget || ctx.Err() != nil {
				return nil
			}
			c.progress(say.Of("round %d, %s, %.0f s of %.0f s", round, of.Name, c.taken.Seconds(), c.budget.Seconds()))
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
func (c *comparison) round(ctx context.Context, of *comparedCase, round int) error {
	times := make([]time.Duration, len(c.contenders))
	for n := range c.contenders {
		i := (n + round) % len(c.contenders)
		if !of.running[i] {
			continue
		}
		who := c.contenders[i]
		res := c.run(who, ctx, of.Case, 1)
		if ctx.Err() != nil {
			return nil // half a round compares nothing
		}
		of.results[i] = res
		if res.Verdict != result.AC {
			of.running[i] = false
			c.leave(who, of.Name, res.Verdict, say.Of("%s (in round %d: it behaves differently from run to run)", res.Reason(), round))
			continue
		}
		times[i] = res.CPU
		of.runs++
		if res.Contended {
			of.contended++
		}
	}
	for id := range c.nothing {
		null, err := c.startUp(ctx, id)
		if err != nil {
			return err
		}
		of.null[id] = append(of.null[id], null)
	}
	of.rounds++
	for i, t := range times {
		if of.running[i] {
			of.times[i] = append(of.times[i], t)
		}
	}
	return nil
}

// startUp times a language's program that does nothing.
func (c *comparison) startUp(ctx context.Context, id string) (time.Duration, error) {
	res := c.run(c.nothing[id], ctx, problem.Case{In: os.DevNull, Ans: os.DevNull}, 1)
	if res.Verdict == result.JE {
		return 0, say.Errorf("%s", res.Message)
	}
	return res.CPU, ctx.Err()
}

// settled reports whether every pair has its answer, so that more rounds would change nothing.
func (of *comparedCase) settled() bool {
	for i := range of.times {
		for j := range i {
			if of.running[i] && of.running[j] && !measure.Compare(of.times[i], of.times[j]).Settled() {
				return false
			}
		}
	}
	return true
}

// base returns the start-up times of a contender's language, measured with a program that does nothing; nil if
// they are not known.
func (c *comparison) base(i int, of *comparedCase) measure.Times {
	return of.null[c.contenders[i].Solution.Language]
}

// all returns one case that represents all cases that every contender answered; nil if there are fewer than two.
func (c *comparison) all() *comparedCase {
	sum := c.newCase()
	for i := range c.contenders {
		sum.running[i] = slices.ContainsFunc(c.cases, func(of *comparedCase) bool { return of.running[i] })
	}
	var shared []*comparedCase
	for _, of := range c.cases {
		if slices.Equal(of.running, sum.running) && of.rounds > 0 {
			shared = append(shared, of)
		}
	}
	if len(shared) < 2 || sum.left() < 2 {
		return nil
	}
	sum.together = len(shared)
	sum.title = say.Of("all %d cases", len(shared))
	if len(shared) < len(c.cases) {
		sum.title = say.Of("the %d of %d cases that all of them answered", len(shared), len(c.cases))
	}
	add := func(sum, t measure.Times) measure.Times {
		if sum == nil {
			return t
		}
		return measure.Sum(sum, t)
	}
	for _, of := range shared {
		sum.puzzles += of.puzzles
		sum.runs, sum.contended = sum.runs+of.runs, sum.contended+of.contended
		sum.rounds = max(sum.rounds, of.rounds)
		for id, times := range of.null {
			sum.null[id] = add(sum.null[id], times)
		}
		for i, yes := range sum.running {
			if yes {
				sum.times[i] = add(sum.times[i], of.times[i])
			}
		}
	}
	return sum
}
