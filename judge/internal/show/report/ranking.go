package report

import (
	"cmp"
	"fmt"
	"slices"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// ranked is a solution in the ranking.
type ranked struct {
	result.Solution
	sum   result.Totals
	place int
}

// rank lists the solutions of one problem, the best first: by points where there are any, by cases passed, then by
// verdict, by cases passed beyond the site, and by total CPU time.
func rank(results []result.Solution) (all []ranked) {
	points := func(s ranked) float64 {
		if s.Score == nil {
			return 0
		}
		return s.Score.Points
	}
	for _, s := range results {
		all = append(all, ranked{Solution: s, sum: s.Sum()})
	}
	order := map[result.Verdict]int{}
	for i, v := range result.All {
		order[v] = i
	}
	order[result.SK] = len(result.All) // last, because nothing is known about it
	slices.SortStableFunc(all, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(points(b), points(a)), cmp.Compare(b.sum.Accepted, a.sum.Accepted),
			cmp.Compare(order[a.Verdict], order[b.Verdict]), cmp.Compare(b.sum.Above, a.sum.Above), cmp.Compare(a.sum.CPU, b.sum.CPU))
	})
	for i := range all {
		all[i].place = i + 1
	}
	return all
}

// figure is a column of the ranking. An optional column is left out if no solution has a value for it.
type figure struct {
	head  string
	align byte
	may   bool
	of    func(ranked) string
}

// ranking lists the solutions problem by problem, all in one table.
func (t *text) ranking(groups [][]result.Solution) {
	var all []ranked
	for _, results := range groups {
		all = append(all, rank(results)...)
	}
	if len(all) == 0 {
		return
	}
	heads, align, rows := []string{}, "", make([][]string, len(all))
	for _, f := range t.figures(len(groups) > 1) {
		cells, said := make([]string, len(all)), !f.may
		for i, e := range all {
			cells[i] = f.of(e)
			said = said || cells[i] != ""
		}
		if !said {
			continue
		}
		heads, align = append(heads, f.head), align+string(f.align)
		for i := range all {
			rows[i] = append(rows[i], cells[i])
		}
	}
	if shown := t.table(append([][]string{heads}, rows...), align); slices.Contains(heads[:shown], t.Say("spread")) {
		t.note(t.Dim, t.Say("spread: half of the runs of a case lie within it; the case where it is widest counts"))
	}
}

// figures are the columns of a ranking, the most important first.
func (t *text) figures(several bool) []figure {
	timed := func(of func(ranked) string) func(ranked) string {
		return func(e ranked) string {
			if !e.Compile.OK {
				return ""
			}
			return of(e)
		}
	}
	all := []figure{
		{"", 'r', false, func(e ranked) string { return fmt.Sprint(e.place) }},
		{t.Say("solution"), 'l', false, func(e ranked) string { return t.label(e.Solution) }},
		{t.Say("verdict"), 'l', false, func(e ranked) string { return wordOf(e.Solution) }},
		{t.Text(pointsHeading), 'r', true, func(e ranked) string {
			if e.Score == nil {
				return ""
			}
			return OutOf(e.Score.GroupScore)
		}},
		{t.Say("passed"), 'r', false, func(e ranked) string { return fmt.Sprintf("%d/%d", e.sum.Accepted, e.sum.Judged) }},
		{t.Say("beyond"), 'r', true, func(e ranked) string {
			if e.sum.Beyond == 0 {
				return ""
			}
			return fmt.Sprintf("%d/%d", e.sum.Above, e.sum.Beyond)
		}},
		{t.Say("total CPU"), 'r', false, timed(func(e ranked) string { return terminal.Duration(e.sum.CPU) })},
		{t.Say("slowest"), 'r', false, timed(func(e ranked) string { return terminal.Duration(e.sum.Slowest) })},
		{t.Say("spread"), 'r', true, func(e ranked) string {
			if e.sum.Spread <= 0 {
				return ""
			}
			return fmt.Sprintf("± %.1f %%", 50*e.sum.Spread)
		}},
		{t.Say("peak"), 'r', false, timed(func(e ranked) string {
			if e.sum.PeakKiB == 0 {
				return "-" // not measured on this system
			}
			return terminal.Size(e.sum.PeakKiB << 10)
		})},
		{t.Say("code"), 'r', false, func(e ranked) string { return terminal.Size(e.CodeBytes) }},
		{t.Say("language"), 'l', false, func(e ranked) string { return e.Language }},
	}
	if several {
		return append([]figure{{t.Say("problem"), 'l', false, func(e ranked) string {
			if e.place > 1 {
				return ""
			}
			return e.Problem
		}}}, all...)
	}
	return all
}

// wordOf returns a verdict with its mark in the matrix.
func wordOf(s result.Solution) string {
	switch {
	case !s.AsExpected:
		return string(s.Verdict) + " !"
	case s.Verdict != result.AC && s.Verdict != result.SK:
		return string(s.Verdict) + " ="
	}
	return string(s.Verdict)
}
