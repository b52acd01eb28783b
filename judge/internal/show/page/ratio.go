package page

import (
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/measure"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
)

// everyCase names the row of all cases together.
const everyCase = "Σ"

// ratioPlot draws how many times as long each solution takes as the quickest, for each case and for all cases together,
// with an interval. It needs repeated runs.
func ratioPlot(solutions []result.Solution, slots []int) (plot, bool) {
	base := quickestOf(solutions)
	c := chart{X: axis{Title: say.Of("times as long →"), Log: true, Label: showTimes}, Y: axis{Names: []string{}}}
	p := plot{ID: "ratio", Title: say.Of("Times as long as the quickest"), Describe: say.Of("A row for each case, and one for all; a mark for each solution at how many times as long it takes as the quickest of all, with a 99 %% interval; the horizontal axis is logarithmic.")}
	if base == nil {
		return p, false
	}
	p.How = say.Of("1 is as long as %s, the quickest over all cases, Σ. A hollow mark tells no difference above 1 %% for sure: its interval reaches 1.01, or the rounds were too few. More rounds would narrow it.", base.Solution)
	values := []float64{1}
	lines := make([]series, len(solutions))
	for i := range solutions {
		lines[i] = series{Index: i, Slot: slots[i]}
	}
	row := func(name string, compare func(s result.Solution) measure.Ratio) {
		at, any := len(c.Y.Names), false
		for i, s := range solutions {
			r := compare(s)
			if r.Value == 0 || s.Solution == base.Solution { // 0 if they have no rounds in common
				continue
			}
			any = true
			words := terminal.Escape(name) + "\n" + showTimes(r.Value) + " (" + showTimes(r.Low) + " – " + showTimes(r.High) + ")"
			lines[i].Marks = append(lines[i].Marks, dot{X: coord(r.Value), Y: coord(at), Low: r.Low, High: r.High, Tip: words, Hollow: r.Answer != measure.Faster && r.Answer != measure.Slower})
			values = append(values, r.Value, r.Low, r.High)
		}
		if any {
			c.Y.Names = append(c.Y.Names, shorten(terminal.Escape(name[strings.LastIndexByte(name, '/')+1:]), 20))
		}
	}
	row(everyCase, func(s result.Solution) measure.Ratio { return compareAll(s, *base) })
	for _, of := range report.CaseOrder(solutions) {
		row(of.Case, func(s result.Solution) measure.Ratio {
			return measure.Compare(samplesOf(s, of.Case), samplesOf(*base, of.Case))
		})
	}
	c.Series = lines
	c.X.widen(slices.DeleteFunc(values, func(v float64) bool { return v <= 0 }))
	p.chart = c
	return p, len(c.Y.Names) > 0
}

// quickestOf returns the solution that solved the most in the least time, among the solutions that ran several times.
func quickestOf(solutions []result.Solution) (best *result.Solution) {
	for i := range solutions {
		s, sum := &solutions[i], solutions[i].Sum()
		if sum.Accepted > 0 && len(s.Cases) > 0 && len(s.Cases[0].Samples) > 1 &&
			(best == nil || sum.Accepted > best.Sum().Accepted || sum.Accepted == best.Sum().Accepted && sum.CPU < best.Sum().CPU) {
			best = s
		}
	}
	return best
}

// compareAll compares two solutions over the cases that both solved in several runs.
func compareAll(s, base result.Solution) measure.Ratio {
	var mine, theirs []measure.Times
	for _, c := range s.Cases {
		if a, b := samplesOf(s, c.Case), samplesOf(base, c.Case); a != nil && b != nil {
			mine, theirs = append(mine, a), append(theirs, b)
		}
	}
	return measure.Compare(measure.Sum(mine...), measure.Sum(theirs...))
}

// samplesOf returns the times of a case that was solved in several runs; otherwise nothing.
func samplesOf(s result.Solution, name string) measure.Times {
	for _, c := range s.Cases {
		if c.Case == name && c.Verdict == result.AC && len(c.Samples) > 1 {
			return c.Samples
		}
	}
	return nil
}

// showTimes writes a ratio with hundredths.
func showTimes(r float64) string {
	if r >= 10 {
		return report.Ratio(r)
	}
	return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(r, 'f', 2, 64), "0"), ".")
}
