package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// inFull limits the unexpected results of a solution that are shown in full. More of them seldom help, and they push
// the first one off the screen.
const inFull = 1

// details shows the unexpected results of solutions that failed alike, the first in full, or with -v every result
// of one.
func (t *text) details(alike []result.Solution) {
	s := alike[0]
	if !s.Compile.OK && s.Verdict != result.SK {
		t.notBuilt(alike)
		return
	}
	shown := 0
	for _, c := range s.Cases {
		switch {
		case c.Verdict == result.SK:
		case !c.AsExpected && (shown < inFull || t.Verbose):
			t.failure(alike, c)
			shown++
		case c.AsExpected && t.Verbose:
			t.passed(s, c)
		}
	}
	if !t.Verbose {
		for _, some := range together(alike, func(s result.Solution) string { return say.English.Text(inBrief(s)) }) {
			t.inBrief(some)
		}
	}
	t.next(s)
	if !s.AsExpected && shown == 0 {
		t.heading(t.Palette.Red("✗"), alike, "", t.Say("%s as a whole, but its directive promises %s", string(s.Verdict), s.Expected.Words()))
	}
}

// heading writes the first line about solutions, or about one of their cases.
func (t *text) heading(sign string, alike []result.Solution, name, outcome string) {
	about := t.who(alike) + " · " + alike[0].Problem
	if name != "" {
		about += " · " + terminal.Escape(name)
	}
	t.printf("\n")
	t.line(0, sign+" "+t.Say("%s: %s", t.Palette.Bold(about), outcome))
}

// notBuilt shows the compiler's text once, not again for each case.
func (t *text) notBuilt(alike []result.Solution) {
	p, s := t.Palette, alike[0]
	sign := p.Red("✗")
	if s.AsExpected {
		if !t.Verbose {
			return
		}
		sign = p.Yellow("=")
	}
	t.heading(sign, alike, "", t.named(s.Verdict))
	t.quote(t.Lang.Text(s.Compile.Message), 38, 2)
}

// failure shows one unexpected result.
func (t *text) failure(alike []result.Solution, c result.Case) {
	p := t.Palette
	t.heading(p.Red("✗"), alike, c.Case, fmt.Sprintf("%s %s%s", p.Red(string(c.Verdict)), t.Text(c.Verdict.Title()), t.expected(c)))
	t.caseDetails(c)
	t.printf("  %s\n", p.Dim(t.again(alike[0], c)))
}

// named returns a verdict with its meaning: "WA wrong answer".
func (t *text) named(v result.Verdict) string { return string(v) + " " + t.Text(v.Title()) }

func (t *text) expected(c result.Case) string {
	if c.Expected == "" || c.Expected == result.Accepted {
		return ""
	}
	return t.Say(", but %s was expected", c.Expected.Words())
}

// passed shows a result that came as expected, for -v.
func (t *text) passed(s result.Solution, c result.Case) {
	p := t.Palette
	sign := p.Green("✓")
	switch {
	case c.Verdict != result.AC && c.Beyond() && c.Expected == "":
		sign = p.Yellow("≈")
	case c.Verdict != result.AC:
		sign = p.Yellow("=")
	}
	t.heading(sign, []result.Solution{s}, c.Case, t.named(c.Verdict))
	t.caseDetails(c)
}

func (t *text) caseDetails(c result.Case) {
	p := t.Palette
	if about := c.Description.In(t.Lang); about != "" {
		t.line(2, p.Dim(t.Say("the case: %s", terminal.Escape(about))))
	}
	if hint := c.Hint.In(t.Lang); hint != "" && c.Verdict.Failed() {
		t.line(2, t.Say("hint: %s", terminal.Escape(hint)))
	}
	if c.Beyond() {
		t.line(2, p.Dim(t.Text(whyBeyond(t.Style, c.WhyBeyond))))
	}
	figures := say.Of("CPU %s, wall %s, peak %s", terminal.Duration(c.CPU), terminal.Duration(c.Wall), peak(c.PeakKiB))
	if n := len(c.Samples); n > 1 {
		low, high := slices.Min(c.Samples), slices.Max(c.Samples)
		figures = say.Of("%s (median of %d runs, CPU from %s to %s)", figures, n, terminal.Duration(low), terminal.Duration(high))
	}
	if c.Call > 0 {
		figures = say.Of("%s; its calls alone %s, the driver around them %s", figures, terminal.ShortDuration(c.Call), terminal.ShortDuration(c.Driver))
	}
	if c.Kept {
		figures = say.Of("%s; kept from an earlier run", figures)
	} else if c.Contended {
		figures = say.Of("%s, contended", figures)
	}
	t.line(2, p.Dim(t.Text(figures)))
	if c.Message.Said() {
		t.message(2, c.Message)
	}
	if c.Fault != nil {
		t.line(2, t.Palette.Bold(terminal.Escape(t.Say("sanitizer: %s", c.Fault.Message()))))
	}
	if c.Cause != nil {
		t.line(2, t.Palette.Bold(terminal.Escape(t.Text(c.Cause.Sentence))))
	}
	if c.Dialogue != nil && (c.Verdict != result.AC || t.Verbose) {
		Dialogue(t.Writer, t.Style, c.Dialogue, t.Verbose)
	}
	shown := c.Verdict != result.AC || t.Verbose
	if shown {
		t.block(t.Say("what it printed:"), c.Printed, 5, 3)
		t.block(t.Say("standard error:"), c.Stderr, 5, 3)
	}
	if c.Difference != nil {
		Difference(t.Writer, t.Style, *c.Difference) // a bufio.Writer keeps its error for Flush
	}
	if (c.Verdict == result.WA || c.Verdict == result.PE) && c.Difference == nil && c.Dialogue == nil && c.Call == 0 { // a checker program rejected it
		t.block(t.Say("output:"), cmp.Or(c.Output, t.Say("(nothing)")), 6, 0)
	}
	if c.Verdict != result.AC && (c.Difference == nil || c.Difference.Puzzle == "") {
		t.block(t.Say("input:"), c.Input, 6, 0)
	}
	if c.Work != nil {
		t.printf("  %s\n", p.Dim(t.Say("work: %s statements", terminal.Thousands(c.Work.Statements))))
	}
}

// block shows a text below its title, if there is one.
func (t *text) block(title, text string, first, last int) {
	if text != "" {
		t.printf("  %s\n", t.Dim(title))
		t.quote(text, first, last)
	}
}

// quote shows a program's text. Of a long text it shows the first and the last lines, but with -v all of it.
func (t *text) quote(s string, first, last int) {
	if t.Verbose {
		first = math.MaxInt - last
	}
	t.Quote(t.Writer, s, first, last)
}

// again returns the command that runs this case alone.
func (t *text) again(s result.Solution, c result.Case) string {
	return t.Say("again: %s", t.Spell(Todo{Solutions: []string{s.Solution}, Problem: s.Problem, Case: c.Case, Verbose: true}))
}

// peak writes a figure of memory; 0 means that it was not measured.
func peak(kib int64) say.Message {
	if kib == 0 {
		return say.Of("not measured")
	}
	return say.Text(terminal.Size(kib << 10))
}
