package main

import (
	"fmt"
	"io"
	"strings"

	"sudokuoj/judge/internal/grade"
	"sudokuoj/judge/internal/report"
	"sudokuoj/judge/internal/screen"
	"sudokuoj/judge/internal/verdict"
)

// progress shows how far a run is: a line for every finished solution, and on a terminal below it
// one live line that is redrawn. It goes to standard error when standard output is for a machine.
type progress struct {
	w        io.Writer
	palette  screen.Palette
	line     *liveLine
	silent   bool       // but for the live line
	fold     func() int // asked each time, as the live line does
	entries  []grade.Entry
	built    int
	cases    int // done in all
	total    int
	now      string // what was begun last
	problems int    // the columns that the longest name of a problem takes
	names    int    // and of a solution
}

func newProgress(env *environment, f *showFlags, entries []grade.Entry) *progress {
	w := env.stdout
	if f.ownsStdout() {
		w = env.stderr
	}
	p := &progress{w: w, fold: func() int { return env.fold(w) }, palette: env.palette(w, f.colour), line: env.liveLine(w), entries: entries,
		problems: 12, names: 14, silent: f.quiet}
	for _, e := range entries {
		p.total += len(e.Cases)
		p.problems = max(p.problems, screen.Width(e.Problem.ID))
		p.names = max(p.names, screen.Width(screen.Escape(e.Solution.Name)))
	}
	p.draw()
	return p
}

// event takes note of what the grader says.
func (p *progress) event(e verdict.Event) {
	switch e.Kind {
	case verdict.Built:
		p.built++
	case verdict.Finished:
		p.finished(*e.Result)
	case verdict.Begins:
		p.now = e.Problem + " " + e.Solution + " " + e.Name
		if e.Again {
			p.now = p.line.lang.Say("timing again, alone: %s", p.now)
		}
	case verdict.Waits:
		p.now = p.line.lang.Say("waiting for another judge that is timing on this machine")
	case verdict.Ended:
		if !e.Again {
			p.cases++
		}
		return // the next to begin is drawn at once
	}
	p.draw()
}

// finished writes the line of a solution that is done.
func (p *progress) finished(s verdict.Solution) {
	if p.silent {
		return
	}
	sum := report.Sum(s)
	paint := p.palette.Green
	mark := "✓"
	switch {
	case !s.AsExpected:
		paint, mark = p.palette.Red, "✗"
	case s.Verdict == verdict.SK:
		paint, mark = p.palette.Yellow, "-"
	}
	line := fmt.Sprintf("%s  %s %s %-3s  %d/%d", mark, screen.Pad(s.Problem, p.problems), screen.Pad(screen.Escape(s.Solution), p.names), s.Verdict, sum.Accepted, len(s.Cases))
	if s.Compile.OK {
		line += "  " + p.line.lang.Say("CPU %s", screen.Duration(sum.CPU))
	}
	p.line.erase()
	for _, part := range screen.Fold(line, p.fold(), "   ") {
		fmt.Fprintln(p.w, paint(part))
	}
}

// draw draws the live line.
func (p *progress) draw() {
	if p.built < len(p.entries) {
		p.line.show("building %d of %d", p.built, len(p.entries))
		return
	}
	const wide = 20
	full := wide
	if p.total > 0 {
		full = wide * p.cases / p.total
	}
	p.line.show("%s%s %d of %d  %s", strings.Repeat("█", full), strings.Repeat("░", wide-full), p.cases, p.total, p.now)
}

// close removes the live line.
func (p *progress) close() { p.line.erase() }
