package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// Planned is a solution to grade and the number of its cases.
type Planned struct {
	Problem, Solution string
	Cases             int
}

// Progress shows how far a run is: a line for every finished solution. On a terminal it redraws one live line below
// them.
type Progress struct {
	w        io.Writer
	labels   map[string]string // short names of solutions
	line     *terminal.Live
	style    func() terminal.Style // asked each time, because the window may have become narrower
	silent   bool                  // show only the live line
	planned  int
	unbuilt  []string // in the order in which their builds begin
	cases    int      // done in all
	total    int
	now      string // the solution that began last
	problems int    // the width of the longest name of a problem, in columns
	names    int    // the width of the longest name of a solution
	failing  string // the last solution whose failure was told
}

// NewProgress shows progress on w. A silent one shows only the live line.
func NewProgress(w io.Writer, line *terminal.Live, style func() terminal.Style, planned []Planned, silent bool) *Progress {
	var names []string
	for _, e := range planned {
		names = append(names, e.Solution)
	}
	p := &Progress{labels: Labels(names), w: w, line: line, style: style, silent: silent, planned: len(planned), problems: 12, names: 14}
	for _, e := range planned {
		p.total += e.Cases
		p.unbuilt = append(p.unbuilt, e.Problem+" "+e.Solution)
		p.problems = max(p.problems, terminal.Width(e.Problem))
		p.names = max(p.names, terminal.Width(p.labels[e.Solution]))
	}
	p.draw()
	return p
}

// Event follows the events of the grader.
func (p *Progress) Event(e result.Event) {
	switch e.Kind {
	case result.Built:
		if i := slices.Index(p.unbuilt, e.Problem+" "+e.Solution); i >= 0 {
			p.unbuilt = slices.Delete(p.unbuilt, i, i+1)
		}
	case result.Finished:
		p.finished(*e.Result)
	case result.Begins:
		p.now = e.Problem + " " + e.Solution + " " + e.Name
		if e.Again {
			p.now = p.style().Say("timing again, alone: %s", p.now)
		}
	case result.Waits:
		p.now = p.style().Say("waiting for another judge that is timing on this machine")
	case result.Ended:
		if !e.Again {
			p.cases++
		}
		p.failure(e)
		return // the next case begins at once, and is drawn then
	}
	p.draw()
}

// failure tells the first failure of a solution where more cases follow, to whoever waits before a terminal.
func (p *Progress) failure(e result.Event) {
	c, who := e.Case, e.Problem+" "+e.Solution
	if p.silent || e.Provisional || c.AsExpected || c.Verdict == result.SK || p.failing == who || p.cases >= p.total || !p.line.On() {
		return
	}
	p.failing = who
	style := p.style()
	what := style.Say("%s: %s", e.Problem+"  "+p.labels[e.Solution]+"  "+c.Case, string(c.Verdict)+" "+style.Text(c.Verdict.Title()))
	if why := c.Reason(); why.Said() {
		what = style.Say("%s: %s", what, why)
	}
	p.write(style.Red, "✗  "+terminal.Escape(what))
}

// finished writes the line of a solution that is done.
func (p *Progress) finished(s result.Solution) {
	if p.silent {
		return
	}
	sum, style := s.Sum(), p.style()
	paint := style.Green
	mark := "✓"
	switch {
	case !s.AsExpected:
		paint, mark = style.Red, "✗"
	case s.Verdict == result.SK:
		paint, mark = style.Yellow, "-"
	case s.Verdict != result.AC:
		paint, mark = style.Yellow, "=" // a promised failure
	}
	line := fmt.Sprintf("%s  %s %s %-3s  %s", mark, terminal.Pad(s.Problem, p.problems), terminal.Pad(p.labels[s.Solution], p.names), s.Verdict, style.Text(sum.Passed()))
	if s.Compile.OK {
		line += "  " + style.Say("CPU %s", terminal.Duration(sum.CPU))
	}
	p.write(paint, line)
}

// write writes a line that stays.
func (p *Progress) write(paint func(string) string, line string) {
	p.line.Erase()
	for _, part := range terminal.Fold(line, p.style().Fold, "   ") {
		fmt.Fprintln(p.w, paint(part))
	}
}

// draw draws the live line.
func (p *Progress) draw() {
	if len(p.unbuilt) > 0 {
		p.line.Show("building %d of %d: %s", p.planned-len(p.unbuilt)+1, p.planned, p.unbuilt[0])
		return
	}
	const wide = 20
	full := wide
	if p.total > 0 {
		full = wide * p.cases / p.total
	}
	p.line.Show("%s%s %d of %d  %s", strings.Repeat("█", full), strings.Repeat("░", wide-full), p.cases, p.total, p.now)
}

// Close removes the live line. Of a run that was interrupted it stays, since it tells what was going on.
func (p *Progress) Close(interrupted bool) {
	if interrupted {
		p.line.Keep()
	}
	p.line.Erase()
}
