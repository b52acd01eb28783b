package page

import (
	"strings"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
)

// stageView is the one screen that shows a program: its board or its first failure, its source beside it, its search as
// a ribbon, its cases as squares.
type stageView struct {
	replaysView
	Sources sourcesView
	Failure *detailView // the first failure, if it has more to show than a search
	Reasons []result.Reason
	Squares []square
	Mine    *solutionView // the reader's own program, nil if the page is about several
}

// square is a case in the strip.
type square struct {
	Case    string // with its problem's name before it, as the titles of puzzles have it
	Class   string
	Tip     string
	About   both
	Detail  string // the ID of its failure
	Beyond  bool   // the first one beyond the site
	Current bool
}

// viewStage joins the parts that newPage made.
func (p *page) viewStage(run result.Run, mine string, replays replaysView, sources sourcesView) stageView {
	v := stageView{replaysView: replays, Sources: sources}
	if len(replays.Puzzles) > 0 {
		v.Reasons = replays.Puzzles[0].Reasons
	}
	for i := range p.Solutions {
		if p.Solutions[i].Solution.Solution == mine && v.Mine == nil {
			v.Mine = &p.Solutions[i]
		}
	}
	if v.Mine == nil {
		return v
	}
	shown := ""
	if fault := report.FirstFault(v.Mine.Solution); fault != nil {
		if shown = fault.Case; fault.Verdict != result.TLE || len(replays.Puzzles) == 0 {
			v.Failure = v.Mine.detailOf(fault.Case)
		}
		if v.Failure != nil {
			v.Mine.Staged = v.Failure.ID
		}
	} else if len(replays.Puzzles) > 0 {
		shown = replays.Puzzles[0].Case
	}
	v.Squares = v.Mine.squares(shown)
	return v
}

// detailOf returns the failure of a case, nil if the page does not explain it.
func (v *solutionView) detailOf(name string) *detailView {
	links := v.links()
	for i, d := range v.Details {
		if links[name] == "#"+d.ID {
			return &v.Details[i]
		}
	}
	return nil
}

// mostSquares limits the squares of the strip.
const mostSquares = 400

func (v *solutionView) squares(shown string) (all []square) {
	links := v.links()
	low, high := timeRange([]result.Solution{v.Solution})
	for i, c := range v.Cases[:min(len(v.Cases), mostSquares)] {
		cell := cellOf(c, "", low, high, 0)
		tip := terminal.Escape(c.Case) + " · " + string(c.Verdict)
		if cell.Timed() {
			tip += " · " + terminal.Duration(c.CPU)
		}
		if c.PeakKiB > 0 {
			tip += " · " + terminal.Size(c.PeakKiB<<10)
		}
		all = append(all, square{Case: terminal.Escape(strings.TrimSpace(v.Problem + " " + c.Case)), Class: strings.Trim(glanceClass(cell), `"`), Tip: tip,
			About: inBoth(c.Description), Detail: strings.TrimPrefix(links[c.Case], "#"), Current: c.Case == shown,
			Beyond: c.Beyond() && (i == 0 || !v.Cases[i-1].Beyond())})
	}
	return all
}

// Yours reports whether the page is about the reader's own program.
func (v stageView) Yours() bool { return v.Mine != nil }

// Shown reports whether there is anything on the stage.
func (v stageView) Shown() bool {
	return len(v.Puzzles) > 0 || len(v.Sources.Panels) > 0 || v.Failure != nil
}

// Main is the run on the large board of the first puzzle, and Beside are those on the small ones.
func (v stageView) Main() *runView {
	if len(v.Puzzles) == 0 {
		return nil
	}
	p := v.Puzzles[0]
	return &p.Runs[p.Pair[0]]
}

// Beside are the runs on small boards.
func (v stageView) Beside() (runs []runView) {
	for _, i := range v.Puzzles[0].Pair[1:] {
		runs = append(runs, v.Puzzles[0].Runs[i])
	}
	return runs
}

// First returns the number of the panel beside the large board.
func (v stageView) First() int {
	main := v.Main()
	for i, panel := range v.Sources.Panels {
		if main != nil && panel.Name == main.Name || main == nil && v.Mine != nil && panel.Name == v.Mine.Solution.Solution {
			return i
		}
	}
	return 0
}

// yours makes the headlines of a page about the reader's own program.
func (p *page) yours(run result.Run, mine string) {
	first, second := report.Yours(run, mine, p.last)
	switch {
	case p.Student != "":
		p.Lead = first // the name comes first
	case first.Said():
		p.Headline, p.Lead = first, second
	}
}
