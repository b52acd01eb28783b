// Package report draws the results of a run: as text for a terminal, as JSON and JUnit XML for
// programs, and as one HTML page that shows why the times differ. It decides nothing: verdicts and
// counts come to it as they are. It has no clock and writes to nothing but the writer it is given.
// All that a program printed, and every name, it makes safe to show.
package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"sudokuoj/judge/internal/verdict"
)

// TextOptions say how the text report looks.
type TextOptions struct {
	Palette Palette
	Width   int    // of the terminal, in columns
	Fold    int    // where to break what must else stay in one piece: a terminal's width, 0 off a terminal
	Verbose bool   // every case in full, not only the unexpected ones
	Quiet   bool   // the summary alone
	Command string // what starts the judge, for commands that a person is to type: "go run ./judge"
	Root    string // of the tree, as it was given; "" if it was not
}

// Text writes the report for a person at a terminal: for each problem a matrix of cases and
// solutions, a ranking and every unexpected result in full; then the summary.
func Text(w io.Writer, run verdict.Run, opt TextOptions) error {
	t := &text{Writer: bufio.NewWriter(w), TextOptions: opt}
	if !opt.Quiet {
		for _, results := range byProblem(run.Results) {
			t.problem(results)
		}
	}
	t.summary(run)
	return t.Flush()
}

// text is a report being written.
type text struct {
	*bufio.Writer
	TextOptions
}

func (t *text) printf(format string, args ...any) { fmt.Fprintf(t.Writer, format, args...) }

// note writes a sentence, broken at blanks where the terminal ends.
func (t *text) note(paint func(string) string, sentence string) {
	for _, line := range Fold(sentence, t.Width, "") {
		t.printf("%s\n", paint(line))
	}
}

// say writes a line that a program may look for: it is broken on a terminal only, and then goes on two
// columns further in.
func (t *text) say(indent int, line string) {
	margin := strings.Repeat(" ", indent)
	for _, part := range Fold(margin+line, t.Fold, margin+"  ") {
		t.printf("%s\n", part)
	}
}

// byProblem splits results into runs of the same problem, in their order.
func byProblem(results []verdict.Solution) [][]verdict.Solution {
	var groups [][]verdict.Solution
	place := map[string]int{}
	for _, s := range results {
		i, ok := place[s.Problem]
		if !ok {
			i = len(groups)
			place[s.Problem] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], s)
	}
	return groups
}

func (t *text) problem(results []verdict.Solution) {
	first := results[0]
	title := first.Problem
	if first.Title != "" {
		title += " · " + first.Title
	}
	t.printf("\n")
	t.say(0, t.Palette.Bold(Escape(title))+"  "+t.Palette.Dim("limits: "+limitsOf(results)))
	t.printf("\n")
	t.matrix(results)
	t.ranking(results)
	for _, s := range results {
		t.details(s)
	}
}

// limitsOf names the limits of a problem, and where a language has more time than others, whose.
func limitsOf(results []verdict.Solution) string {
	base := results[0].Limits
	for _, s := range results {
		if s.Limits.CPU < base.CPU {
			base = s.Limits
		}
	}
	words := fmt.Sprintf("%s CPU, %s", Duration(base.CPU), Size(base.Memory))
	said := map[string]bool{}
	for _, s := range results {
		if s.Limits.CPU > base.CPU && !said[s.Language] {
			said[s.Language] = true
			words += fmt.Sprintf(", %s for %s", Duration(s.Limits.CPU), s.Language)
		}
	}
	return words
}

// summary is the last paragraph: how it came out, and what the figures rest on.
func (t *text) summary(run verdict.Run) {
	p, n := t.Palette, Count(run)
	if !t.Quiet {
		t.printf("\n")
	}
	if run.Interrupted {
		t.note(p.Red, "interrupted: these are the results that were ready")
	}
	outcome := fmt.Sprintf("all %s as expected", Counted(n.AsExpected, "result"))
	if n.AsExpected == 1 {
		outcome = "the one result is as expected"
	}
	paint := p.Green
	switch {
	case n.Unexpected > 0:
		outcome, paint = fmt.Sprintf("%s not as expected, %d as expected", Counted(n.Unexpected, "result"), n.AsExpected), p.Red
	case n.AsExpected == 0:
		outcome, paint = "nothing was graded", p.Yellow
	}
	line := paint(p.Bold(outcome))
	if n.Skipped > 0 {
		line += ", " + p.Yellow(fmt.Sprintf("%d skipped", n.Skipped))
	}
	t.say(0, line+"  "+p.Dim(fmt.Sprintf("(%s, %s, %s)", Counted(n.Solutions, "solution"),
		Counted(len(byProblem(run.Results)), "problem"), Duration(run.Elapsed))))
	if n.Unexpected > 0 && t.Quiet {
		t.unexpectedNames(run)
	}
	t.skippedReasons(run)
	if run.Host.Isolation != "" {
		t.note(p.Dim, fmt.Sprintf("isolation: %s; memory: %s", run.Host.Isolation, run.Host.MemoryMethod))
	}
	if run.Host.Contended {
		t.note(p.Yellow, "contended: other programs took the processor during some runs (marked ~), so their times may be high")
	}
}

// unexpectedNames lists what -q would otherwise leave unsaid.
func (t *text) unexpectedNames(run verdict.Run) {
	for _, s := range run.Results {
		if s.AsExpected {
			continue
		}
		var cases []string
		for _, c := range s.Cases {
			if !c.AsExpected {
				cases = append(cases, fmt.Sprintf("%s %s", c.Verdict, c.Case))
			}
		}
		if len(cases) == 0 {
			cases = []string{fmt.Sprintf("%s, expected %s", s.Verdict, s.Expected.Words())}
		}
		t.say(2, fmt.Sprintf("%s %s %s %d/%d: %s", s.Problem, Escape(s.Solution), s.Verdict, Sum(s).Accepted, len(s.Cases), Escape(few(cases, 5))))
	}
}

// skippedReasons says once for each missing compiler what was skipped for want of it.
func (t *text) skippedReasons(run verdict.Run) {
	said := map[string]bool{}
	for _, s := range run.Results {
		if s.Verdict == verdict.SK && !s.Compile.OK && s.Compile.Message != "" && !said[s.Compile.Message] {
			said[s.Compile.Message] = true
			t.note(t.Palette.Yellow, "skipped: "+Escape(s.Compile.Message))
		}
	}
}

// few joins the first words and counts the rest.
func few(words []string, most int) string {
	if len(words) <= most {
		return strings.Join(words, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(words[:most], ", "), len(words)-most)
}
