package report

import (
	"math"
	"slices"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
)

// viewProblem makes the matrix of one problem: a row for each case, a column for each solution.
func viewProblem(key string, group []result.Solution, views []solutionView, names map[string]int, room budget) *problemView {
	view := &problemView{Key: key, ID: group[0].Problem, Title: group[0].Title, Finding: told(group, say.Of("No two solutions differ clearly in time on a case that both solved."), caseGaps(result.Run{Results: group}, Time), startUpGaps(result.Run{Results: group})), Plots: drawPlots(key, group, room), Legend: legend(group), Groups: viewGroups(group, names)}
	cases := caseOrder(group)
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
	cell.Verdict, cell.Time, cell.Timed, cell.Contended, cell.Kept, cell.Link = c.Verdict, c.CPU, timed(c), c.Contended, c.Kept, link
	if !c.AsExpected {
		cell.Promised = c.Expected
	}
	if cell.Timed {
		cell.Bar = int(math.Round(10 * logShare(c.CPU, low, high)))
	}
}

// caseOrder lists the cases of all solutions of the group, each once, in the order in which they first occur.
func caseOrder(group []result.Solution) []result.Case {
	var cases []result.Case
	known := map[string]bool{}
	for _, s := range group {
		for _, c := range s.Cases {
			if !known[c.Case] {
				known[c.Case] = true
				cases = append(cases, c)
			}
		}
	}
	return cases
}

// timed reports whether a case has a time, which means that its program ran.
func timed(c result.Case) bool { return c.Verdict.Ran() && c.CPU > 0 }

func timeRange(group []result.Solution) (low, high time.Duration) {
	for _, s := range group {
		for _, c := range s.Cases {
			if !timed(c) {
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

// logShare returns where d lies between low and high on a log scale, 0 to 1.
func logShare(d, low, high time.Duration) float64 {
	if d <= low || high <= low {
		return 0
	}
	return math.Log(float64(d)/float64(low)) / math.Log(float64(high)/float64(low))
}
