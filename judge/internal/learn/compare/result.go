package compare

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/measure"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// The result of a comparison, for people and, as JSON, for programs: fields may be added, none renamed.
type (
	Result struct {
		Schema        int           `json:"schema"`
		Host          result.Host   `json:"host"`
		BudgetSeconds float64       `json:"budget_seconds"`
		Problems      []problemView `json:"problems"`
		Interrupted   bool          `json:"interrupted,omitempty"` // before its budget and its pairs were done

		comparisons []*comparison
	}
	problemView struct {
		Problem  string               `json:"problem"`
		Seconds  float64              `json:"seconds"`
		StartUp  *timesView           `json:"startup,omitempty"`  // of Go: what older readers know
		StartUps map[string]timesView `json:"startups,omitempty"` // of a program that does nothing, by the ID of its language
		Cases    []caseView           `json:"cases"`
		Overall  *caseView            `json:"overall,omitempty"`
		LeftOut  []leftOut            `json:"left_out"`

		Unmeasured int `json:"unmeasured,omitempty"` // cases whose turn never came
	}
	caseView struct {
		Case      string         `json:"case"`
		Puzzles   int            `json:"puzzles,omitempty"`
		Rounds    int            `json:"rounds"`
		Solutions []solutionView `json:"solutions"` // the fastest first
		Pairs     []pairView     `json:"pairs"`
		Warnings  []string       `json:"warnings,omitempty"`

		title    say.Message
		warnings []say.Message
	}
	solutionView struct {
		Solution string `json:"solution"`
		timesView
		PerPuzzle float64 `json:"per_puzzle_ms,omitempty"` // without its language's start-up; 0 where that is too much of the time
	}
	timesView struct {
		Median  float64   `json:"cpu_ms"`
		Min     float64   `json:"min_ms"`
		Lower   float64   `json:"lower_quartile_ms"`
		Upper   float64   `json:"upper_quartile_ms"`
		Max     float64   `json:"max_ms"`
		Samples []float64 `json:"samples_ms,omitempty"`

		summary measure.Summary
	}
	pairView struct {
		Faster string     `json:"faster"` // by its median
		Slower string     `json:"slower"`
		Answer string     `json:"answer"` // "faster", "at least", "no difference", "too few rounds"
		Ratio  ratioView  `json:"ratio"`  // "at least" has a lower end only
		Net    *ratioView `json:"without_startup,omitempty"`
		Text   string     `json:"text"`

		Value      say.Message `json:"text_value"`
		neighbours bool
	}
	ratioView struct {
		Value float64  `json:"value"`
		Low   *float64 `json:"low,omitempty"` // none where there were too few rounds
		High  *float64 `json:"high,omitempty"`
	}
	// leftOut is a solution whose time would mean nothing, and the reason.
	leftOut struct {
		Solution string      `json:"solution"`
		Case     string      `json:"case,omitempty"` // "" for all cases together
		Verdict  string      `json:"verdict"`
		Message  string      `json:"message"`
		Value    say.Message `json:"message_value"`
		Expected bool        `json:"expected"`
	}
)

func viewTimes(t measure.Times) timesView {
	s := t.Summary()
	v := timesView{Median: ms(s.Median), Min: ms(s.Min), Lower: ms(s.Lower), Upper: ms(s.Upper), Max: ms(s.Max), summary: s}
	for _, x := range t {
		v.Samples = append(v.Samples, ms(x))
	}
	return v
}

// ms is a time in milliseconds with the microsecond as its last figure.
func ms(d time.Duration) float64 { return float64(d.Round(time.Microsecond).Microseconds()) / 1000 }

func (c *comparison) view() problemView {
	v := problemView{Problem: c.problem.ID, Seconds: c.taken.Seconds(), StartUps: map[string]timesView{}, Cases: []caseView{},
		LeftOut: append([]leftOut{}, c.leftOut...)}
	null := map[string]measure.Times{}
	for _, of := range c.cases {
		for id, times := range of.null {
			null[id] = append(null[id], times...)
		}
		switch {
		case of.rounds == 0 && !of.over:
			v.Unmeasured++
		case of.compares():
			v.Cases = append(v.Cases, c.viewCase(of))
		}
	}
	for id, times := range null {
		t := viewTimes(times)
		if v.StartUps[id] = t; id == "go" {
			v.StartUp = &t
		}
	}
	if all := c.all(); all != nil {
		o := c.viewCase(all)
		v.Overall = &o
	}
	return v
}

func (c *comparison) viewCase(of *comparedCase) caseView {
	v := caseView{Case: of.title.String(), title: of.title, Puzzles: of.puzzles, Rounds: of.rounds, Solutions: []solutionView{}, Pairs: []pairView{}}
	var order []int
	for i := range c.contenders {
		if of.running[i] && len(of.times[i]) > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(measure.Median(of.times[i]), measure.Median(of.times[j]))
	})
	for rank, i := range order {
		s := solutionView{Solution: c.contenders[i].Solution.Name, timesView: viewTimes(of.times[i])}
		if base := c.base(i, of); of.puzzles > 0 && len(base) > 0 {
			if net := s.summary.Median - measure.Median(base); float64(net) > startUpShows*float64(s.summary.Median) {
				s.PerPuzzle = float64(net) / float64(time.Millisecond) / float64(of.puzzles)
			}
		}
		v.Solutions = append(v.Solutions, s)
		if w := of.times[i].Noise(); w.Said() {
			v.warn(say.Of("%s: %s", s.Solution, w))
		}
		for _, j := range order[rank+1:] {
			p := c.viewPair(of, i, j)
			p.neighbours = j == order[rank+1]
			v.Pairs = append(v.Pairs, p)
		}
		for j, after := range of.stopped {
			if after > 0 {
				p := atLeast(s, c.contenders[j].Solution.Name, of.where(), after)
				p.neighbours = rank == len(order)-1
				v.Pairs = append(v.Pairs, p)
			}
		}
	}
	if of.contended > 0 {
		v.warn(say.Of("other programs used the processor in %d of %d runs, so the intervals are wider", of.contended, of.runs))
	}
	return v
}

func (v *caseView) warn(m say.Message) {
	v.Warnings, v.warnings = append(v.Warnings, m.String()), append(v.warnings, m)
}

func viewRatio(r measure.Ratio) ratioView {
	v := ratioView{Value: r.Value}
	if r.Answer != measure.TooFew || r.Value == 0 {
		v.Low, v.High = &r.Low, &r.High
	}
	return v
}

// startUpShows is the share of a time from which its start-up distorts a ratio noticeably.
const startUpShows = 0.1

// viewPair compares two contenders, the faster one by its median first.
func (c *comparison) viewPair(of *comparedCase, fast, slow int) pairView {
	r := measure.Compare(of.times[slow], of.times[fast])
	p := pairView{Faster: c.contenders[fast].Solution.Name, Slower: c.contenders[slow].Solution.Name,
		Ratio: viewRatio(r)}
	what := sentence(p.Faster, p.Slower, of.where(), r)
	switch r.Answer {
	case measure.TooFew:
		p.Answer = "too few rounds"
	case measure.NoDifference:
		p.Answer = "no difference"
	default:
		p.Answer = "faster"
	}
	fastBase, slowBase := c.base(fast, of), c.base(slow, of)
	if len(fastBase) == 0 || len(slowBase) == 0 {
		return p.saying(what)
	}
	share := float64(measure.Median(fastBase)) / float64(max(1, measure.Median(of.times[fast])))
	if r.Answer == measure.Faster && share > startUpShows {
		if net := measure.CompareNet(of.times[slow], of.times[fast], slowBase, fastBase); net.Value > 0 && share < 1-startUpShows { // otherwise the rest is noise
			without := viewRatio(net)
			p.Net = &without
			what = say.Join(what, say.Of("%s without start-up", net.Message()))
		} else {
			what = say.Join(what, mostlyStartUp(share, p.Faster))
		}
	}
	return p.saying(what)
}

// mostlyStartUp says how much of a program's time its start-up is. That is measured with a program of the same language
// which does nothing; one that brings in less may start sooner.
func mostlyStartUp(share float64, name string) say.Message {
	if share >= 1 {
		return say.Of("all of %s's time is start-up: a larger case would say more", name)
	}
	return say.Of("start-up is %.0f %% of %s's time: a larger case would say more", 100*share, name)
}

func (p pairView) saying(what say.Message) pairView {
	p.Text, p.Value = what.String(), what
	return p
}

// atLeast compares a solution with one that was stopped before it was done.
func atLeast(fast solutionView, slow string, where say.Message, after time.Duration) pairView {
	r := float64(after) / float64(max(1, fast.summary.Upper)) // three in four of its runs were faster
	p := pairView{Faster: fast.Solution, Slower: slow, Answer: "at least", Ratio: viewRatio(measure.Ratio{Low: r})}
	return p.saying(say.Of("%s is at least %s x faster than %s on %s: %s was stopped after %s",
		fast.Solution, floor(r), slow, where, slow, terminal.Duration(after)))
}

// floor writes a lower bound.
func floor(x float64) string {
	if x < 10 {
		return fmt.Sprintf("%.1f", math.Floor(x*10)/10)
	}
	return terminal.Thousands(int64(x))
}

// sentence compares two solutions; the first has the lower median.
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
	case r.Answer == measure.Slower: // by its interval, though not by its median
		fast, slow, r = slow, fast, r.Inverse()
	}
	return say.Of("%s is %s faster than %s on %s", fast, r.Message(), slow, where)
}

// Unexpected reports whether a solution failed unexpectedly.
func (v *Result) Unexpected() bool {
	return slices.ContainsFunc(v.Problems, func(p problemView) bool {
		return slices.ContainsFunc(p.LeftOut, func(l leftOut) bool { return !l.Expected })
	})
}

// Untried returns what was missing when nothing could be compared, for instance a compiler.
func (v *Result) Untried() (missing say.Message) {
	for _, p := range v.Problems {
		if len(p.Cases)+p.Unmeasured > 0 {
			return say.Message{}
		}
		for _, l := range p.LeftOut {
			if l.Verdict == string(result.SK) {
				missing = l.Value
			}
		}
	}
	return missing
}

// JSON writes the result for programs.
func (v *Result) JSON(w io.Writer) error { return result.WriteJSON(w, v, " ") }
