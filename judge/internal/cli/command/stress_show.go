package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/learn/stress"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
)

// showFinding shows a failure: the program, the input, the answer of every program, and the command that repeats it.
func showFinding(w io.Writer, t terminal.Style, a *stress.Grading, found *stress.Finding, whence say.Message, again string) {
	fmt.Fprintf(w, "%s %s\n", t.Red("✗"), t.Say("%s: %s %s, %s", t.Bold(terminal.Escape(a.Programs[found.Program].Solution.Name)+" · "+a.Problem.ID),
		t.Red(string(found.Result.Verdict)), found.Result.Verdict.Title(), whence))
	line := func(format string, args ...any) {
		fmt.Fprintln(w, strings.Join(terminal.Fold("  "+t.Say(format, args...), t.Fold, "    "), "\n"))
	}
	tellSize(line, a, found)
	if several(found) {
		line("the board has several solutions: if the problem promises one, use -fewest blanks")
	}
	if len(found.Boards) == 1 {
		report.Board(w, t, found.Boards[0])
	}
	t.Quote(w, found.Input, 12, 0)
	for i, r := range found.Others {
		paint := t.Red
		switch r.Verdict {
		case result.AC:
			paint = t.Green
		case result.SK:
			paint = t.Yellow
		}
		what := say.Of("%s: %s %s", t.Bold(terminal.Escape(a.Programs[i].Solution.Name)), paint(string(r.Verdict)), r.Verdict.Title())
		if r.Message.Said() {
			what = say.Of("%s: %s", what, t.Text(r.Message))
		}
		line("%s", what)
		if r.Fault != nil {
			line("sanitizer: %s", t.Text(r.Fault.Message()))
		}
		if d := r.Difference; d != nil {
			if _, isBoard := sudoku.ParseAny(d.Got); !isBoard && len(found.Boards) == 1 {
				d.Puzzle = "" // it is drawn already
			}
			report.Difference(w, t, *d)
		}
		if r.Verdict != result.AC && r.Dialogue != nil {
			report.Dialogue(w, t, r.Dialogue, false)
		}
		if r.Verdict != result.AC && r.Stderr != "" {
			t.Quote(w, r.Stderr, 3, 2)
		}
	}
	if whose := a.WhoseAnswer(); whose.Said() && len(a.Programs) > 1 {
		line("%s is assumed correct. To trust another program, list it first or use -brute.", t.Text(whose))
	}
	fmt.Fprintf(w, "  %s\n", t.Dim(t.Say("again: %s", again))) // in one piece, to be pasted
}

// tellSize prints how small the input was made.
func tellSize(line func(format string, args ...any), a *stress.Grading, found *stress.Finding) {
	smallest := smallest(a, found)
	switch {
	case found.Shaky:
		line("It did not fail again on the same input: it behaves differently from run to run (does it read something that was never set?)")
	case found.Was.String() != found.Is.String():
		line("%s, made small in %s: %s, from %s", smallest, say.Count(found.Trials, "run"), found.Is, found.Was)
	default:
		line("%s: %s", smallest, found.Is)
	}
	switch {
	case errors.Is(found.Cut, context.Canceled):
		line("interrupted while making it smaller")
	case found.Cut != nil:
		line("the time was over while making it smaller: the command below has all that it needs")
	}
	if found.Cut != nil && found.Result.Verdict == result.TLE && len(found.Boards) > 1 {
		line("this many boards together take too long; I did not test them one by one")
	}
}

// several reports whether clues were taken away until a board had more than one solution.
func several(found *stress.Finding) bool {
	var solver sudoku.Solver
	return found.Clues && slices.ContainsFunc(found.Boards, func(b sudoku.Board) bool { return b.Size <= 9 && solver.Count(b, 2) > 1 })
}

// smallest names the input that is shown.
func smallest(a *stress.Grading, found *stress.Finding) say.Message {
	switch {
	case a.Problem.Check.Talks():
		return say.Of("the input of the interactor")
	case found.Cut != nil:
		return say.Of("the smallest input found so far")
	}
	return say.Of("the smallest input found")
}
