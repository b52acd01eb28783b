package page

import (
	"math"
	"slices"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
)

// viewProblem makes the matrix of one problem: a row for each case, a column for each solution.
func viewProblem(key string, group []result.Solution, views []solutionView, names map[string]int, room budget) *problemView {
	view := &problemView{Key: key, ID: group[0].Problem, Title: group[0].Title, Finding: report.Tell(group, say.Of("No two solutions differ clearly in time on a case that both solved."), report.CaseGaps(result.Run{Results: group}, report.Time)), Plots: drawPlots(key, group, room), Legend: legend(group), Groups: viewGroups(group, names)}
	cases := report.CaseOrder(group)
	if keep := max(room.cells/len(group), 1); len(cases) > keep {
		view.RowsCut = len(cases) - keep
		cases = cases[:keep]
	}
	row := map[string]int{}
	for i, c := range cases {
		row[c.Case] = i
		folder, name, found := strings.Cut(c.Case, "/")
		if !found {
			folder, name = "", c.Case
		}
		view.Rows = append(view.Rows, rowView{Name: name, Group: folder, Description: c.Description, Cells: make([]cellView, len(group)),
			Beyond: c.Beyond() && (i == 0 || !cases[i-1].Beyond())})
		for column, s := range group {
			view.Rows[i].Cells[column].Name = names[s.Solution]
		}
	}
	low, high := timeRange(group)
	for column, s := range group {
		view.Headers = append(view.Headers, headerView{views[column].ID, names[s.Solution], s.Solution, s.Verdict, s.AsExpected, s.Score})
		links := views[column].links()
		for _, c := range s.Cases {
			if at, shown := row[c.Case]; shown {
				view.Rows[at].Machine = c.Machine // a row has only one
				view.Rows[at].Cells[column].fill(c, links[c.Case], low, high)
			}
		}
	}
	return view
}

// viewGroups makes the rows below the cases: the points of each group of cases, then their sum.
func viewGroups(group []result.Solution, names map[string]int) (rows []groupView) {
	at := map[string]int{}
	for column, s := range group {
		if s.Score == nil {
			continue
		}
		whole := s.Score.GroupScore
		whole.Group = ""
		for _, g := range append(slices.Clone(s.Score.Groups), whole) {
			row, known := at[g.Group]
			if !known {
				row = len(rows)
				at[g.Group] = row
				rows = append(rows, groupView{Name: g.Group, Cells: make([]groupCell, len(group))})
				for i, other := range group {
					rows[row].Cells[i].Name = names[other.Solution]
				}
			}
			rows[row].Cells[column].Score = &g
		}
	}
	return rows
}

// links returns, by case, the address of its explanation on the page.
func (v solutionView) links() map[string]string {
	links := map[string]string{}
	for _, c := range v.Cases {
		if wantsDetail(c) {
			links[c.Case] = "#" + v.ID
		}
	}
	for _, d := range v.Details {
		for _, name := range append(d.Alike, d.Case.Case) {
			links[name] = "#" + d.ID
		}
	}
	return links
}

func (cell *cellView) fill(c result.Case, link string, low, high time.Duration) {
	cell.Verdict, cell.Time, cell.Timed, cell.Contended, cell.Kept, cell.Link = c.Verdict, c.CPU, report.Timed(c), c.Contended, c.Kept, link
	if !c.AsExpected {
		cell.Promised = c.Expected
	}
	if cell.Timed {
		cell.Bar = int(math.Round(10 * report.LogShare(c.CPU, low, high)))
	}
}

func timeRange(group []result.Solution) (low, high time.Duration) {
	for _, s := range group {
		for _, c := range s.Cases {
			if !report.Timed(c) {
				continue
			}
			if low == 0 || c.CPU < low {
				low = c.CPU
			}
			high = max(high, c.CPU)
		}
	}
	return low, high
}
