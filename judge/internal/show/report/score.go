package report

import (
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// points writes a number of points with at most two decimals.
func points(p float64) string {
	text := strconv.FormatFloat(p, 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// OutOf writes the points and the maximum: "40/100".
func OutOf(g result.GroupScore) string {
	if g.Unbounded {
		return points(g.Points)
	}
	return points(g.Points) + "/" + points(g.Max)
}

// scored returns the first solution that a problem gives points, -1 if there is none.
func scored(results []result.Solution) int {
	return slices.IndexFunc(results, func(s result.Solution) bool { return s.Score != nil })
}

// scoreCells returns the points of a solution for each group, then their sum.
func scoreCells(s result.Solution) (cells []string) {
	if s.Score == nil {
		return nil
	}
	for _, g := range s.Score.Groups {
		cells = append(cells, terminal.Pad(string(g.Verdict), 3)+" "+OutOf(g))
	}
	return append(cells, OutOf(s.Score.GroupScore))
}

// groupRows returns the rows below the cases: the points of each solution for each group, then their sum.
func (t *text) groupRows(results []result.Solution) (rows [][]string) {
	first := scored(results)
	if first < 0 {
		return nil
	}
	var names []string
	for _, g := range results[first].Score.Groups {
		names = append(names, g.Group)
	}
	for i, name := range append(names, t.Say("points")) {
		row := []string{t.rowName(name)}
		for _, s := range results {
			cell := ""
			if cells := scoreCells(s); i < len(cells) {
				cell = cells[i] + " "
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	return rows
}

// missing says why a solution got no points for a group.
func (t *text) missing(s result.Solution) {
	if s.Score == nil {
		return
	}
	for _, g := range s.Score.Groups {
		if g.Missing != "" {
			what := t.Say("%s: no points, for %s is not passed", terminal.Escape(g.Group), terminal.Escape(g.Missing))
			t.line(0, t.Dim(t.label(s)+" · "+what))
		}
	}
}

// pointsHeading is the heading of the column of points in a ranking.
var pointsHeading = say.Of("points")
