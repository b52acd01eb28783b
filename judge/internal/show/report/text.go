// Package report draws the results of a run as text for a terminal, and finds what is worth telling about them, such as
// the widest gap between two solutions. It decides no verdict and counts nothing. It has no clock and writes only to the
// given writer. It makes every name and every output of a program safe to show.
package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// TextOptions say how the text report looks.
type TextOptions struct {
	terminal.Style
	Verbose bool // every case in full, not only the unexpected ones
	Quiet   bool // the summary alone
	Spell   Spell

	Isolation bool                      // name the isolation in force, because it has changed since the last run
	Stress    func(problem string) bool // reports whether inputs can be made for a problem; nil: for none
}

// Text writes the report for a person at a terminal: for each problem a matrix of cases and
// solutions, a ranking and every unexpected result in full; then the summary.
func Text(w io.Writer, run result.Run, opt TextOptions) error {
	t := &text{Writer: bufio.NewWriter(w), TextOptions: opt, marks: map[string]bool{}, labels: LabelsOf(run.Results)}
	if !opt.Quiet {
		t.body(run)
	}
	t.summary(run)
	return t.Flush()
}

// body writes a matrix for each problem, then all rankings, and last the failures: a person looks for these first, so they
// stay on the screen.
func (t *text) body(run result.Run) {
	var ranked [][]result.Solution
	groups := ByProblem(run.Results)
	for _, results := range groups {
		t.problem(results)
		if !t.alone(results) {
			t.matrix(results)
			ranked = append(ranked, results)
			for _, s := range results {
				_, mark, _ := strings.Cut(wordOf(s), " ")
				t.marks[mark] = true
			}
		}
	}
	t.legend(runs(run.Results))
	if len(ranked) > 0 {
		t.printf("\n")
		t.ranking(ranked)
	}
	for _, results := range groups {
		for _, s := range results {
			t.missing(s)
		}
		t.failures(results)
		t.beyond(results)
	}
}

// text is a report being written.
type text struct {
	*bufio.Writer
	TextOptions
	labels map[string]string // short names of solutions
	marks  map[string]bool   // the marks that were used, for the legend
}

func (t *text) printf(format string, args ...any) { fmt.Fprintf(t.Writer, format, args...) }

// note writes a sentence. It breaks the line at blanks where the terminal ends.
func (t *text) note(paint func(string) string, sentence string) {
	for _, line := range terminal.Fold(sentence, t.Width, "") {
		t.printf("%s\n", paint(line))
	}
}

// line writes a line that a program may look for. It breaks the line on a terminal only, and indents the rest by two.
func (t *text) line(indent int, line string) {
	margin := strings.Repeat(" ", indent)
	for _, part := range terminal.Fold(margin+line, t.Fold, margin+"  ") {
		t.printf("%s\n", part)
	}
}

// message prints a message, and its hint on the next line.
func (t *text) message(indent int, m say.Message) {
	for _, line := range t.Lang.Lines(m) {
		t.line(indent, terminal.Escape(line))
	}
}

// ByProblem splits results into runs of the same problem, in their order.
func ByProblem(results []result.Solution) [][]result.Solution {
	return groupedBy(results, func(s result.Solution) string { return s.Problem })
}

// groupedBy groups solutions that have the same key, in the order of the first ones.
func groupedBy(results []result.Solution, key func(result.Solution) string) (groups [][]result.Solution) {
	place := map[string]int{}
	for _, s := range results {
		at, known := place[key(s)]
		if !known {
			at = len(groups)
			place[key(s)], groups = at, append(groups, nil)
		}
		groups[at] = append(groups[at], s)
	}
	return groups
}

func (t *text) problem(results []result.Solution) {
	first := results[0]
	title := first.Problem
	if own := first.Title.In(t.Lang); own != "" {
		title += " · " + own
	}
	t.printf("\n")
	t.line(0, t.Palette.Bold(terminal.Escape(title))+"  "+t.Dim(t.Say("limits: %s", limitsOf(results))))
}

// limitsOf names the limits of a problem, and the languages that have more time.
func limitsOf(results []result.Solution) say.Message {
	base := results[0].Limits
	for _, s := range results {
		if s.Limits.CPU < base.CPU {
			base = s.Limits
		}
	}
	words := say.Of("%s CPU, %s", terminal.Duration(base.CPU), terminal.Size(base.Memory))
	said := map[string]bool{}
	for _, s := range results {
		if s.Limits.CPU > base.CPU && !said[s.Language] {
			said[s.Language] = true
			words = say.Of("%s, %s for %s", words, terminal.Duration(s.Limits.CPU), s.Language)
		}
	}
	return words
}

// summary writes the last paragraph: how the run came out, and how its figures were measured.
func (t *text) summary(run result.Run) {
	p, n := t.Palette, run.Count()
	if !t.Quiet {
		t.printf("\n")
	}
	if run.Interrupted {
		t.note(p.Red, t.Say("interrupted: these are the results that were ready"))
	}
	outcome := t.Say("all %s as expected", say.Count(n.AsExpected, "result"))
	if n.AsExpected == 1 {
		outcome = t.Say("the one result is as expected")
	}
	paint := p.Green
	switch {
	case n.Unexpected > 0:
		outcome, paint = t.Say("%s not as expected, %d as expected", say.Count(n.Unexpected, "result"), n.AsExpected), p.Red
	case n.AsExpected == 0:
		outcome, paint = t.Say("nothing was graded"), p.Yellow
	}
	line := paint(p.Bold(outcome))
	if n.Skipped > 0 {
		line = t.Say("%[1]s, %[2]s", line, p.Yellow(t.Say("%d skipped", n.Skipped)))
	}
	t.line(0, line+"  "+p.Dim(t.Say("(%s, %s, %s)", say.Count(n.Solutions, "solution"),
		say.Count(len(ByProblem(run.Results)), "problem"), terminal.Duration(run.Elapsed))))
	if n.Unexpected > 0 && t.Quiet {
		t.unexpectedNames(run)
	}
	t.skippedReasons(run)
	t.remarks(run)
	t.margin(run)
	t.atTheEnd(run)
}

// atTheEnd says how the figures were measured.
func (t *text) atTheEnd(run result.Run) {
	p, n := t.Palette, run.Count()
	if run.Host.Isolation.Said() && (t.Isolation || t.Verbose) {
		t.note(p.Dim, terminal.Escape(t.Say("isolation: %s; memory: %s", run.Host.Isolation, run.Host.MemoryMethod)))
	}
	if run.Host.Several {
		t.note(p.Yellow, t.Say("these are results of several machines: their times do not compare"))
	}
	if n.Kept > 0 {
		t.note(p.Dim, t.Say("%s of %d kept from an earlier run (marked ^), because nothing has changed: -fresh runs all", say.Count(n.Kept, "result"), n.Cases))
	}
	if run.Host.Contended {
		t.note(p.Yellow, t.Say("contended: other programs took the processor during some runs (marked ~), so their times may be high"))
	}
}

// unexpectedNames lists the unexpected results for -q, which prints nothing else about them.
func (t *text) unexpectedNames(run result.Run) {
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
			cases = []string{t.Say("%s, expected %s", string(s.Verdict), s.Expected.Words())}
		}
		about := fmt.Sprintf("%s %s %s %s", s.Problem, terminal.Escape(s.Solution), s.Verdict, t.Text(s.Sum().Passed()))
		t.line(2, t.Say("%s: %s", about, t.Text(few(cases, 5))))
	}
}

// skippedReasons says once each why solutions, or the rest of their cases, were skipped.
func (t *text) skippedReasons(run result.Run) {
	said := map[string]bool{}
	for _, s := range run.Results {
		why := say.Of("skipped: %s", s.Compile.Message)
		if s.Verdict != result.SK || s.Compile.OK || !s.Compile.Message.Said() {
			rest := slices.IndexFunc(s.Cases, func(c result.Case) bool {
				return c.Verdict == result.SK && strings.HasPrefix(c.Message.Format, "skipped: ")
			})
			if rest < 0 {
				continue
			}
			why = s.Cases[rest].Message
		}
		if !said[why.String()] {
			said[why.String()] = true
			for _, line := range t.Lang.Lines(why) {
				t.note(t.Yellow, terminal.Escape(line))
			}
		}
	}
}

// remarks says how a source that compiles was read, if that is not obvious.
func (t *text) remarks(run result.Run) {
	for _, s := range run.Results {
		if s.Compile.OK && s.Compile.Message.Said() {
			t.note(t.Yellow, terminal.Escape(t.Say("%s: %s", s.Solution, s.Compile.Message)))
		}
	}
}

// few joins the first words and counts the rest.
func few(words []string, most int) say.Message {
	if len(words) <= most {
		return say.List(words)
	}
	return say.Of("%s and %d more", say.List(words[:most]), len(words)-most)
}
