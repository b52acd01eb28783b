package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"sudokuoj/judge/internal/measure"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/screen"
	"sudokuoj/judge/internal/verdict"
)

// The result of a comparison, for people and, as JSON, for programs: fields may be added, none renamed.
type (
	compareView struct {
		Schema        int           `json:"schema"`
		Host          compareHost   `json:"host"`
		BudgetSeconds float64       `json:"budget_seconds"`
		Problems      []problemView `json:"problems"`
	}
	compareHost struct {
		OS        string `json:"os"`
		Arch      string `json:"arch"`
		CPUs      int    `json:"cpus"`
		Go        string `json:"go"`
		Isolation string `json:"isolation"`
	}
	problemView struct {
		Problem string     `json:"problem"`
		Seconds float64    `json:"seconds"`
		StartUp *timesView `json:"startup,omitempty"` // of a Go program that does nothing
		Cases   []caseView `json:"cases"`
		Overall *caseView  `json:"overall,omitempty"`
		LeftOut []leftOut  `json:"left_out"`

		Unmeasured int `json:"unmeasured,omitempty"` // cases whose turn never came
	}
	caseView struct {
		Case      string         `json:"case"`
		Puzzles   int            `json:"puzzles,omitempty"`
		Rounds    int            `json:"rounds"`
		Solutions []solutionView `json:"solutions"` // the fastest first
		Pairs     []pairView     `json:"pairs"`
		Warnings  []string       `json:"warnings,omitempty"`
	}
	solutionView struct {
		Solution string `json:"solution"`
		timesView
		PerPuzzle float64 `json:"per_puzzle_ms,omitempty"` // without start-up, for a Go program
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

		neighbours bool
	}
	ratioView struct {
		Value float64 `json:"value"`
		Low   float64 `json:"low"`
		High  float64 `json:"high"`
	}
)

func viewHost(h verdict.Host) compareHost {
	return compareHost{h.OS, h.Arch, h.CPUs, h.Go, h.Isolation.String()}
}

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

func (c *contest) view() problemView {
	v := problemView{Problem: c.problem.ID, Seconds: c.taken.Seconds(), LeftOut: append([]leftOut{}, c.leftOut...), Cases: []caseView{}}
	var null measure.Times
	for _, of := range c.cases {
		null = append(null, of.null...)
		switch {
		case len(of.null) == 0 && !of.over:
			v.Unmeasured++
		case of.compares():
			v.Cases = append(v.Cases, c.viewCase(of))
		}
	}
	if c.null != nil && len(null) > 0 {
		t := viewTimes(null)
		v.StartUp = &t
	}
	if all := c.all(); all != nil {
		o := c.viewCase(all)
		v.Overall = &o
	}
	return v
}

func (c *contest) viewCase(of *contestCase) caseView {
	v := caseView{Case: of.Name, Puzzles: of.puzzles, Rounds: len(of.null), Solutions: []solutionView{}, Pairs: []pairView{}}
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
		if of.puzzles > 0 {
			net := s.summary.Median - measure.Median(c.base(i, of.null))
			s.PerPuzzle = max(0, float64(net)/float64(time.Millisecond)/float64(of.puzzles))
		}
		v.Solutions = append(v.Solutions, s)
		for _, w := range of.times[i].Noise() {
			v.Warnings = append(v.Warnings, s.Solution+": "+w.String())
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
		v.Warnings = append(v.Warnings, fmt.Sprintf("others took the processor in %d of %d runs: the intervals are wider for it", of.contended, of.runs))
	}
	return v
}

// viewRatio leaves away the figures that mean nothing.
func viewRatio(r measure.Ratio) ratioView {
	round := func(x float64) float64 {
		y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 5, 64), 64)
		if err != nil {
			return x
		}
		return y
	}
	return ratioView{round(r.Value), round(r.Low), round(r.High)}
}

// startUpShows is the part of a time from which on its start-up makes a ratio say less than it could.
const startUpShows = 0.1

// viewPair compares two contenders, the faster one by its median first.
func (c *contest) viewPair(of *contestCase, fast, slow int) pairView {
	r := measure.Compare(of.times[slow], of.times[fast])
	p := pairView{Faster: c.contenders[fast].Solution.Name, Slower: c.contenders[slow].Solution.Name,
		Ratio: viewRatio(r), Text: sentence(c.contenders[fast].Solution.Name, c.contenders[slow].Solution.Name, of.where(), r)}
	switch r.Answer {
	case measure.TooFew:
		p.Answer = "too few rounds"
	case measure.NoDifference:
		p.Answer = "no difference"
	default:
		p.Answer = "faster"
	}
	fastBase, slowBase := c.base(fast, of.null), c.base(slow, of.null)
	share := float64(measure.Median(fastBase)) / float64(max(1, measure.Median(of.times[fast])))
	if r.Answer == measure.Faster && share > startUpShows {
		if net := measure.CompareNet(of.times[slow], of.times[fast], slowBase, fastBase); net.Value > 0 {
			without := viewRatio(net)
			p.Net = &without
			p.Text += fmt.Sprintf("; %s without start-up", net)
		} else {
			p.Text += fmt.Sprintf("; start-up is %.0f %% of %s's time: a larger case would say more", 100*share, p.Faster)
		}
	}
	return p
}

// atLeast compares a solution with one that was stopped before it was done.
func atLeast(fast solutionView, slow, where string, after time.Duration) pairView {
	r := float64(after) / float64(max(1, fast.summary.Upper)) // three in four of its own runs were quicker than that
	return pairView{Faster: fast.Solution, Slower: slow, Answer: "at least", Ratio: viewRatio(measure.Ratio{Low: r}),
		Text: fmt.Sprintf("%s is at least %s x faster than %s on %s: %s was stopped after %s",
			fast.Solution, floor(r), slow, where, slow, screen.Duration(after))}
}

// floor writes a lower bound with two figures, rounded down.
func floor(x float64) string {
	unit := 1.0
	for x/unit >= 100 {
		unit *= 10
	}
	if x < 10 {
		return fmt.Sprintf("%.1f", math.Floor(x*10)/10)
	}
	return screen.Thousands(int64(math.Floor(x/unit) * unit))
}

// sentence says what can be said of two solutions, of which the first has the lower median.
func sentence(fast, slow, where string, r measure.Ratio) string {
	switch {
	case r.Value == 0:
		return fmt.Sprintf("%s and %s take too little time on %s to be told apart", fast, slow, where)
	case r.Answer == measure.TooFew && r.Rounds == 1:
		return fmt.Sprintf("%s was %.3g x faster than %s on %s in the one round there was: too few to be sure", fast, r.Value, slow, where)
	case r.Answer == measure.TooFew:
		return fmt.Sprintf("%s was %s faster than %s on %s in %d rounds: too few to be sure", fast, r, slow, where, r.Rounds)
	case r.Answer == measure.NoDifference:
		return fmt.Sprintf("no difference can be told between %s and %s on %s: %s", fast, slow, where, r)
	case r.Answer == measure.Slower: // by its interval, though not by its median
		fast, slow, r = slow, fast, r.Inverse()
	}
	return fmt.Sprintf("%s is %s faster than %s on %s", fast, r, slow, where)
}

// unexpected tells if a solution failed where it was not expected to.
func (v *compareView) unexpected() bool {
	return slices.ContainsFunc(v.Problems, func(p problemView) bool {
		return slices.ContainsFunc(p.LeftOut, func(l leftOut) bool { return !l.Expected })
	})
}

// untried is what was missing, where nothing could be compared for want of it.
func (v *compareView) untried() (missing string) {
	for _, p := range v.Problems {
		if len(p.Cases)+p.Unmeasured > 0 {
			return ""
		}
		for _, l := range p.LeftOut {
			if l.Verdict == string(verdict.SK) {
				missing = l.Message
			}
		}
	}
	return missing
}

func (v *compareView) json(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(v)
}

// text writes the comparison for people.
func (v *compareView) text(b *strings.Builder, paint screen.Palette, verbose bool) {
	for i, p := range v.Problems {
		if i > 0 {
			b.WriteString("\n")
		}
		p.text(b, paint, verbose)
	}
}

func (p problemView) text(b *strings.Builder, paint screen.Palette, verbose bool) {
	fmt.Fprintf(b, "%s\n", paint.Bold(p.Problem))
	for _, of := range p.Cases {
		of.text(b, paint, verbose || len(of.Solutions) <= 3)
	}
	if p.Overall != nil {
		p.Overall.text(b, paint, true)
	}
	if p.StartUp != nil {
		fmt.Fprintf(b, "\nstart-up: %s ± %s, a Go program that does nothing; part of every time above, not of the time per puzzle\n",
			screen.Duration(p.StartUp.summary.Median), percent(p.StartUp.summary.Spread()/2))
	}
	if p.Unmeasured > 0 {
		fmt.Fprintf(b, "not measured before the end: %s\n", say.Count(p.Unmeasured, "case"))
	}
	if p.Unmeasured > 0 || slices.ContainsFunc(p.Cases, func(of caseView) bool { return of.tooFew() }) {
		b.WriteString("more rounds would say more: choose cases with -case, or give them time with -budget\n")
	}
	if len(p.Cases)+p.Unmeasured == 0 {
		fmt.Fprintf(b, "nothing to compare: on no case were there two right answers\n")
	}
	for _, l := range p.LeftOut {
		where := ""
		if l.Case != "" {
			where = " on " + screen.Escape(l.Case)
		}
		line := fmt.Sprintf("left out: %s%s: %s %s", screen.Escape(l.Solution), where, l.Verdict, screen.Escape(l.Message))
		if !l.Expected {
			line = paint.Red(line)
		}
		fmt.Fprintln(b, line)
	}
}

func (v caseView) text(b *strings.Builder, paint screen.Palette, allPairs bool) {
	head := screen.Escape(v.Case)
	if v.Puzzles > 0 {
		head += ", " + say.Count(v.Puzzles, "puzzle").String()
	}
	fmt.Fprintf(b, "\n%s, %s\n", paint.Bold(head), say.Count(v.Rounds, "round"))
	wide := 8
	for _, s := range v.Solutions {
		wide = max(wide, screen.Width(screen.Escape(s.Solution)))
	}
	for _, s := range v.Solutions {
		line := fmt.Sprintf("  %s  %8s ± %-6s", screen.Pad(screen.Escape(s.Solution), wide), screen.Duration(s.summary.Median), percent(s.summary.Spread()/2))
		if v.Puzzles > 0 {
			line += "  " + screen.ShortDuration(time.Duration(s.PerPuzzle*float64(time.Millisecond))) + " a puzzle"
		}
		fmt.Fprintln(b, strings.TrimRight(line, " "))
	}
	for _, p := range v.Pairs {
		if allPairs || p.neighbours {
			text := screen.Escape(p.Text)
			if p.Answer == "faster" {
				text = paint.Green(text)
			}
			fmt.Fprintf(b, "  %s\n", text)
		}
	}
	for _, warning := range v.Warnings {
		fmt.Fprintf(b, "  %s\n", paint.Yellow("! "+screen.Escape(warning)))
	}
}

// tooFew tells if the budget ended before anything could be said of some pair.
func (v caseView) tooFew() bool {
	return slices.ContainsFunc(v.Pairs, func(p pairView) bool { return p.Answer == "too few rounds" })
}

func percent(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }
