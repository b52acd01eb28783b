package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// ranking lists the solutions of one problem, the best first: by points where there are any, by cases passed, then by verdict, then by total CPU time.
func (t *text) ranking(results []result.Solution) {
	type entry struct {
		result.Solution
		sum result.Totals
	}
	var ranked []entry
	for _, s := range results {
		ranked = append(ranked, entry{s, s.Sum()})
	}
	order := map[result.Verdict]int{}
	for i, v := range result.All {
		order[v] = i
	}
	order[result.SK] = len(result.All) // nothing is known of it
	slices.SortStableFunc(ranked, func(a, b entry) int {
		return cmp.Or(cmp.Compare(rankedBy(b.Solution), rankedBy(a.Solution)), cmp.Compare(b.sum.Accepted, a.sum.Accepted), cmp.Compare(order[a.Verdict], order[b.Verdict]), cmp.Compare(a.sum.CPU, b.sum.CPU))
	})
	rows := [][]string{{"", t.Say("solution"), t.Say("verdict"), t.Text(pointsHeading), t.Say("passed"), t.Say("total CPU"), t.Say("slowest"), t.Say("spread"), t.Say("peak"), t.Say("code"), t.Say("language")}}
	const points, spread = 3, 7 // a column of repeated runs only
	align, repeated := "rllrrrrrrrl", false
	for i, e := range ranked {
		s, sum := e.Solution, e.sum
		word := string(s.Verdict)
		if !s.AsExpected {
			word += " !"
		} else if s.Verdict != result.AC && s.Verdict != result.SK {
			word += " ="
		}
		row := []string{fmt.Sprint(i + 1), terminal.Escape(s.Solution), word, "", fmt.Sprintf("%d/%d", sum.Accepted, len(s.Cases)),
			terminal.Duration(sum.CPU), terminal.Duration(sum.Slowest), "", terminal.Size(sum.PeakKiB << 10), terminal.Size(s.CodeBytes), s.Language}
		if !s.Compile.OK {
			row[5], row[6], row[8] = "", "", ""
		} else if sum.PeakKiB == 0 {
			row[8] = "-" // not measured here
		}
		if s.Score != nil {
			row[points] = ofMax(s.Score.Points, s.Score.Max, s.Score.Unbounded)
		}
		if sum.Spread > 0 {
			row[spread], repeated = fmt.Sprintf("± %.1f %%", 50*sum.Spread), true
		}
		rows = append(rows, row)
	}
	if !repeated {
		align = align[:spread] + align[spread+1:]
		for i, row := range rows {
			rows[i] = slices.Delete(row, spread, spread+1)
		}
	}
	shown := spread
	if !scored(results) {
		align, shown = align[:points]+align[points+1:], spread-1
		for i, row := range rows {
			rows[i] = slices.Delete(row, points, points+1)
		}
	}
	if t.table(rows, align) > shown && repeated {
		t.note(t.Dim, t.Say("spread: half of the runs of a case lie within it; the case where it is widest counts"))
	}
}

// table prints rows in columns, aligned left or right, and returns how many; columns that do not fit are
// left out, the last first. The first row is the heading.
func (t *text) table(rows [][]string, align string) (columns int) {
	widths := make([]int, len(align))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], terminal.Width(cell))
		}
	}
	used := 0
	for columns < len(widths) && (columns < 3 || used+widths[columns]+2 <= t.Width) {
		used += widths[columns] + 2
		columns++
	}
	for n, row := range rows {
		var b strings.Builder
		for i := range columns {
			gap := strings.Repeat(" ", widths[i]-terminal.Width(row[i]))
			if align[i] == 'r' {
				b.WriteString(gap + row[i] + "  ")
			} else {
				b.WriteString(row[i] + gap + "  ")
			}
		}
		line := strings.TrimRight(b.String(), " ")
		if n == 0 {
			line = t.Palette.Dim(line)
		}
		t.printf("%s\n", line)
	}
	return columns
}
