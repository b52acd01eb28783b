package compare

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/measure"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// Result is what was measured.
type Result struct {
	Interrupted bool // before its budget and its pairs were done
	host        result.Host
	comparisons []*comparison
}

// Run returns how the solutions did, with every timing, as a run.
func (v *Result) Run() result.Run {
	run := result.Run{Host: v.host, Interrupted: v.Interrupted}
	for _, c := range v.comparisons {
		run.Elapsed += c.taken
		run.Host.Contended = run.Host.Contended || slices.ContainsFunc(c.cases, func(of *comparedCase) bool { return of.contended > 0 })
		for i := range c.contenders {
			run.Results = append(run.Results, c.result(i, len(run.Results)))
		}
		for _, p := range c.refused {
			run.Results = append(run.Results, p.Result())
		}
	}
	return run
}

// result tells how each case of a contender ended, and its times.
func (c *comparison) result(i, order int) result.Solution {
	s := c.contenders[i].Result()
	s.Order = order
	blank := s.Cases
	s.Cases = nil
	for k, of := range c.cases {
		r := of.results[i]
		if r.Verdict == "" {
			continue // its turn never came
		}
		r.Number, r.About = blank[k].Number, blank[k].About
		if t := of.times[i]; of.running(i) && len(t) > 0 {
			r.CPU, r.Samples = measure.Median(t), t
		}
		c.contenders[i].Expect(&r)
		s.Cases = append(s.Cases, r)
	}
	s.Conclude("")
	return s
}

// leftOut is a solution whose time would mean nothing, on a case or on all of them.
type leftOut struct {
	name string
	result.Case
}

func (c *comparison) leftOut() (all []leftOut) {
	leave := func(p *grade.Prepared, r result.Case) {
		p.Expect(&r)
		all = append(all, leftOut{p.Solution.Name, r})
	}
	for _, p := range c.refused {
		leave(p, result.Case{Verdict: p.Refused, Message: p.Why})
	}
	for _, of := range c.cases {
		for i, r := range of.results {
			if r.Case = of.Name; r.Verdict.Failed() {
				leave(c.contenders[i], r)
			}
		}
	}
	return all
}

// message names the solution, the case and the reason.
func (l leftOut) message() say.Message {
	who := say.Text(l.name)
	if l.Case.Case != "" {
		who = say.Of("%s on %s", l.name, l.Case.Case)
	}
	return say.Of("left out: %s: %s %s", who, string(l.Verdict), l.Reason().Map(result.FirstLine))
}

// Unexpected reports whether a solution failed unexpectedly.
func (v *Result) Unexpected() bool {
	return slices.ContainsFunc(v.comparisons, func(c *comparison) bool {
		return slices.ContainsFunc(c.leftOut(), func(l leftOut) bool { return !l.AsExpected })
	})
}

// Untried returns what was missing when nothing could be compared, for instance a compiler.
func (v *Result) Untried() (missing say.Message) {
	for _, c := range v.comparisons {
		if len(c.compared()) > 0 || c.unmeasured() > 0 {
			return say.Message{}
		}
		for _, p := range c.refused {
			if p.Refused == result.SK {
				missing = p.Why
			}
		}
	}
	return missing
}

// unmeasured is how many cases never had their turn.
func (c *comparison) unmeasured() (n int) {
	for _, of := range c.cases {
		if of.rounds() == 0 && !of.over {
			n++
		}
	}
	return n
}

// compared are the cases that compare something.
func (c *comparison) compared() (all []*comparedCase) {
	for _, of := range c.cases {
		if of.rounds() > 0 && c.compares(of) {
			all = append(all, of)
		}
	}
	return all
}

// figures are what is told of a case.
type figures struct {
	*comparedCase
	solutions []figure // the fastest first
	pairs     []pair
	warnings  []say.Message
}

type figure struct {
	name string
	measure.Summary
	puzzle time.Duration // the time for one, without its language's start-up; 0 where that is too much of the time
}

type pair struct {
	says           say.Message
	faster, unsure bool // one is faster, or the rounds were too few to say so
	neighbours     bool
}

// startUpShows is the share of a time from which its start-up distorts a ratio noticeably.
const startUpShows = 0.1

func (c *comparison) figures(of *comparedCase) figures {
	v := figures{comparedCase: of}
	var order []int
	runs := 0
	for i, times := range of.times {
		if runs += len(times); of.running(i) && len(times) > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(measure.Median(of.times[i]), measure.Median(of.times[j]))
	})
	for rank, i := range order {
		s := figure{name: c.contenders[i].Solution.Name, Summary: of.times[i].Summary()}
		if base := c.base(i, of); of.puzzles > 0 && len(base) > 0 {
			if net := s.Median - measure.Median(base); float64(net) > startUpShows*float64(s.Median) {
				s.puzzle = net / time.Duration(of.puzzles)
			}
		}
		v.solutions = append(v.solutions, s)
		if w := of.times[i].Noise(); w.Said() {
			v.warnings = append(v.warnings, say.Of("%s: %s", s.name, w))
		}
		for n, j := range order[rank+1:] {
			p := c.pair(of, i, j)
			p.neighbours = n == 0
			v.pairs = append(v.pairs, p)
		}
		for j, who := range c.contenders {
			if after := c.stopped(of, j); after > 0 {
				v.pairs = append(v.pairs, pair{says: atLeast(s, who.Solution.Name, of.where, after), neighbours: rank == len(order)-1})
			}
		}
	}
	if of.contended > 0 {
		v.warnings = append(v.warnings, say.Of("other programs used the processor in %d of %d runs, so the intervals are wider", of.contended, runs))
	}
	return v
}

// base returns the start-up times of a contender's language, measured with a program that does nothing; nil if they are
// not known.
func (c *comparison) base(i int, of *comparedCase) measure.Times {
	return of.null[c.contenders[i].Solution.Language]
}

// pair compares two contenders, the faster one by its median first.
func (c *comparison) pair(of *comparedCase, fast, slow int) (p pair) {
	r := measure.Compare(of.times[slow], of.times[fast])
	name := c.contenders[fast].Solution.Name
	p.says, p.unsure = sentence(name, c.contenders[slow].Solution.Name, of.where, r), r.Answer == measure.TooFew
	p.faster = r.Answer == measure.Faster
	fastBase, slowBase := c.base(fast, of), c.base(slow, of)
	share := float64(measure.Median(fastBase)) / float64(max(1, measure.Median(of.times[fast])))
	if r.Answer != measure.Faster || share <= startUpShows || len(slowBase) == 0 {
		return p
	}
	net := measure.CompareNet(of.times[slow], of.times[fast], slowBase, fastBase)
	if net.Value > 0 && share < 1-startUpShows { // otherwise the rest is noise
		p.says = say.Join(p.says, say.Of("%s without start-up", net.Message()))
	} else {
		p.says = say.Join(p.says, mostlyStartUp(share, name))
	}
	return p
}

// mostlyStartUp says how much of a program's time its start-up is. That is measured with a program of the same language
// which does nothing; one that brings in less may start sooner.
func mostlyStartUp(share float64, name string) say.Message {
	if share >= 1 {
		return say.Of("all of %s's time is start-up: a larger case would say more", name)
	}
	return say.Of("start-up is %.0f %% of %s's time: a larger case would say more", 100*share, name)
}

// atLeast compares a solution with one that was stopped before it was done.
func atLeast(fast figure, slow string, where say.Message, after time.Duration) say.Message {
	r := float64(after) / float64(max(1, fast.Upper)) // three in four of its runs were faster
	least := terminal.Thousands(int64(r))
	if r < 10 {
		least = fmt.Sprintf("%.1f", math.Floor(r*10)/10)
	}
	return say.Of("%s is at least %s x faster than %s on %s: %s was stopped after %s", fast.name, least, slow, where, slow, terminal.Duration(after))
}

// sentence compares two solutions, of which the first is the faster one if any is.
func sentence(fast, slow string, where say.Message, r measure.Ratio) say.Message {
	switch {
	case r.Value == 0:
		return say.Of("%s and %s take too little time on %s to be told apart", fast, slow, where)
	case r.Answer == measure.TooFew && r.Rounds == 1:
		return say.Of("%s was %s faster than %s on %s in a single round: too few to be sure", fast, r.Message(), slow, where)
	case r.Answer == measure.TooFew:
		return say.Of("%s was %s faster than %s on %s in %d rounds: too few to be sure", fast, r.Message(), slow, where, r.Rounds)
	case r.Answer == measure.NoDifference:
		return say.Of("no difference above 1 %% can be told between %s and %s on %s: %s", fast, slow, where, r.Message())
	}
	return say.Of("%s is %s faster than %s on %s", fast, r.Message(), slow, where)
}

// measured says how the figures were measured: what a start costs, and what was not reached.
func (c *comparison) measured() (all []say.Message) {
	null := map[string]measure.Times{}
	puzzles := false
	for _, of := range c.cases {
		puzzles = puzzles || of.puzzles > 0 && c.compares(of)
		for id, times := range of.null {
			null[id] = append(null[id], times...)
		}
	}
	var starts []string
	for _, id := range slices.Sorted(maps.Keys(null)) {
		starts = append(starts, language.NameOf(id)+" "+took(null[id].Summary(), len(null[id])))
	}
	switch {
	case starts == nil:
	case puzzles:
		all = append(all, say.Of("start-up of a program that does nothing: %s; part of every time above, not of the time per puzzle", say.List(starts)))
	default:
		all = append(all, say.Of("start-up of a program that does nothing: %s; part of every time above", say.List(starts)))
	}
	if n := c.unmeasured(); n > 0 {
		all = append(all, say.Of("not measured before the end: %s", say.Count(n, "case")))
	}
	return all
}

// took writes a time and how much it varies, of which one timing tells nothing.
func took(s measure.Summary, timings int) string {
	if timings == 1 {
		return terminal.Duration(s.Median)
	}
	return fmt.Sprintf("%s ± %.1f %%", terminal.Duration(s.Median), 50*s.Spread())
}
