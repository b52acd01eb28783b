package compare

import (
	"io"
	"maps"
	"slices"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/measure"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/page"
	"sudokuoj/judge/internal/show/terminal"
)

// Run returns how the solutions did, and their times, as a run.
func (v *Result) Run() result.Run {
	run := result.Run{Host: v.Host, Interrupted: v.Interrupted}
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

// HTML writes the comparison as a page: the report of a run, with a sentence for each pair. Generated is the
// command that made it.
func (v *Result) HTML(w io.Writer, generated string) error {
	told := map[string]page.Told{}
	for _, p := range v.Problems {
		told[p.Problem] = p.told()
	}
	return page.HTML(w, v.Run(), page.Extras{Compared: told, Generated: generated})
}

// result tells how each case of a contender ended, and its times.
func (c *comparison) result(i, order int) result.Solution {
	who := c.contenders[i]
	s := who.Result()
	s.Order = order
	blank := s.Cases
	s.Cases = nil
	for k, of := range c.cases {
		r := of.results[i]
		if r.Verdict == "" {
			continue // its turn never came
		}
		r.Number, r.About = blank[k].Number, blank[k].About
		if t := of.times[i]; of.running[i] && len(t) > 0 {
			r.CPU, r.Samples = measure.Median(t), t
		}
		who.Expect(&r)
		s.Cases = append(s.Cases, r)
	}
	s.Conclude("")
	return s
}

// told returns the sentences about the pairs and about what was left out. Without a figure over all cases, it
// uses those of the single cases.
func (p problemView) told() (t page.Told) {
	for _, of := range p.Cases {
		t.Cases = append(t.Cases, of.sentences(len(of.Solutions) <= 3)...)
	}
	if p.Overall != nil {
		t.Overall = p.Overall.sentences(true)
	} else {
		t.Overall, t.Cases = t.Cases, nil
	}
	t.Overall = append(t.Overall, p.measured()...)
	for _, l := range p.LeftOut {
		t.Overall = append(t.Overall, l.sentence())
	}
	return t
}

func (v caseView) sentences(allPairs bool) (all []say.Message) {
	for _, p := range v.Pairs {
		if allPairs || p.neighbours {
			all = append(all, p.Value)
		}
	}
	return append(all, v.warnings...)
}

// measured says how the figures were measured: what a start costs, and what was not reached.
func (p problemView) measured() (all []say.Message) {
	if len(p.StartUps) > 0 {
		all = append(all, p.startUp())
	}
	if p.Unmeasured > 0 {
		all = append(all, say.Of("not measured before the end: %s", say.Count(p.Unmeasured, "case")))
	}
	return all
}

// startUp returns the times of a program that does nothing, in each language that takes part.
func (p problemView) startUp() say.Message {
	var all []string
	for _, id := range slices.Sorted(maps.Keys(p.StartUps)) {
		s := p.StartUps[id].summary
		all = append(all, language.NameOf(id)+" "+terminal.Duration(s.Median)+" ± "+percent(s.Spread()/2))
	}
	if slices.ContainsFunc(p.Cases, func(c caseView) bool { return c.Puzzles > 0 }) {
		return say.Of("start-up of a program that does nothing: %s; part of every time above, not of the time per puzzle", say.List(all))
	}
	return say.Of("start-up of a program that does nothing: %s; part of every time above", say.List(all))
}

// sentence names a solution that was left out, the problem, and the reason.
func (l leftOut) sentence() say.Message {
	who := say.Text(l.Solution)
	if l.Case != "" {
		who = say.Of("%s on %s", l.Solution, l.Case)
	}
	return say.Of("left out: %s: %s %s", who, l.Verdict, l.Value.Map(result.FirstLine))
}
