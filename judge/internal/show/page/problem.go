package page

import (
	"html/template"
	"math"
	"slices"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
)

// problemView is one problem with the parts that compare its solutions: a matrix with a row for each case and a column for
// each solution, and plots.
type problemView struct {
	Key      string // its name within the page
	ID       string
	Title    say.Words
	Headers  []headerView
	Rows     []rowView
	RowsCut  int // rows left out to keep the page small
	Groups   []groupView
	Plots    []plot
	Legend   []key
	Repeated bool // some solutions ran several times
	Turns    bool // the solutions took turns
	Told     Told // what Extras say about that
	Finding  say.Message
}

type headerView struct {
	*solutionView
	Index int // of its name in page.Names
}

type rowView struct {
	result.Case        // of the first solution that has it
	Name, Group string // the two parts of its name
	First       bool   // the first row beyond the site, with a rule above it
	Cells       []cellView
}

// cellView is one case of one solution; without a verdict it was not tried.
type cellView struct {
	result.Case
	Bar   int // 0 to 10: its time on the log scale of its problem
	Link  string
	Index int
}

// Timed reports whether the cell has a time.
func (c cellView) Timed() bool { return report.Timed(c.Case) }

// groupView holds the result of each solution for a group of cases. The group "" has all cases.
type groupView struct {
	Name  string
	Cells []groupCell
}

type groupCell struct {
	Index int                // of its name in page.Names
	Score *result.GroupScore // nil if the problem gives that solution no points
}

func viewProblem(key string, views []solutionView, names map[string]int, room budget) *problemView {
	var group []result.Solution
	for _, v := range views {
		group = append(group, v.Solution)
	}
	view := &problemView{Key: key, ID: group[0].Problem, Title: group[0].Title, Plots: drawPlots(key, group, room), Legend: legend(group),
		Groups: viewGroups(group, names), Repeated: quickestOf(group) != nil,
		Finding: report.Tell(group, say.Of("No two solutions differ clearly in time on a case that both solved."),
			report.CaseGaps(result.Run{Results: group}, report.Time))}
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
		view.Rows = append(view.Rows, rowView{c, name, folder, c.Beyond() && (i == 0 || !cases[i-1].Beyond()), make([]cellView, len(group))})
		for column, s := range group {
			view.Rows[i].Cells[column].Index = names[s.Solution]
		}
	}
	low, high := timeRange(group)
	for column, s := range group {
		view.Headers = append(view.Headers, headerView{&views[column], names[s.Solution]})
		links := views[column].links()
		for _, c := range s.Cases {
			if at, shown := row[c.Case]; shown {
				view.Rows[at].Cells[column] = cellOf(c, links[c.Case], low, high, names[s.Solution])
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
					rows[row].Cells[i].Index = names[other.Solution]
				}
			}
			rows[row].Cells[column].Score = &g
		}
	}
	return rows
}

// Glance returns a small cell for each case of a solution. Its colour shows the time, or the verdict if that is not AC.
func (v *problemView) Glance(column int) template.HTML {
	var cells strings.Builder
	for _, r := range v.Rows {
		cells.WriteString("<i class=" + glanceClass(r.Cells[column]) + "></i>")
	}
	return template.HTML(cells.String())
}

func glanceClass(c cellView) string {
	class := "none"
	switch {
	case c.Verdict == result.AC && c.Timed():
		class = "b" + itoa(c.Bar)
	case c.Verdict != "":
		class = "v-" + string(c.Verdict)
	}
	if c.Verdict != "" && !c.AsExpected {
		return `"` + class + ` un"`
	}
	return class
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

func cellOf(c result.Case, link string, low, high time.Duration, index int) cellView {
	cell := cellView{Case: c, Link: link, Index: index}
	if cell.Timed() {
		cell.Bar = int(math.Round(10 * report.LogShare(c.CPU, low, high)))
	}
	return cell
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
