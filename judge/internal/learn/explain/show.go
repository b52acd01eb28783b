package explain

import (
	"fmt"
	"io"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
)

// Text returns the explanation for a terminal.
func (x *Explanation) Text(t terminal.Style) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n\n", grid(x.puzzle), t.Say("%[1]s, %[2]s", say.Count(x.puzzle.Clues(), "clue"), solutions(x.puzzle)))
	if x.note.Said() {
		b.WriteString(terminal.Escape(t.Text(x.note)) + "\n\n")
	}
	x.table(&b, t)
	b.WriteString("\n" + x.Troubles(t))
	for _, s := range x.seen {
		if s.work != nil && s.work.Stopped > 0 {
			fmt.Fprintln(&b, terminal.Escape(t.Say("%s was stopped after %s: its statements are counted up to that moment", s.solution.Name, terminal.Duration(s.work.Stopped))))
		}
		if s.replay == nil {
			continue
		}
		if s.replay.Note.Said() {
			fmt.Fprintln(&b, t.Yellow("! "+terminal.Escape(t.Say("%s: %s", s.solution.Name, s.replay.Note))))
		}
		if s.replay.Total > s.replay.Kept() {
			fmt.Fprintln(&b, terminal.Escape(t.Say("%s took %s steps; all are counted, and the first %s kept",
				s.solution.Name, number(s.replay.Total), number(s.replay.Kept()))))
		}
	}
	x.reasons(&b, t)
	x.insights(&b, t)
	for _, m := range report.Because(x.Run()) {
		fmt.Fprintln(&b, terminal.Escape(t.Text(m)))
	}
	if g, ok := report.Widest(result.Run{Replays: x.Replays()}); ok {
		fmt.Fprintln(&b, t.Bold(t.Text(g.Sentence())))
	}
	if x.languages() > 1 {
		fmt.Fprintln(&b, t.Say("Statements are each language's own: compare digits across languages, not statements."))
	}
	if len(x.Replays()) > 0 {
		fmt.Fprintln(&b, t.Say("A dead end is a digit taken back right after it was placed; the deepest is the one with the most cells filled beyond the clues."))
	}
	return b.String()
}

// JSON writes what was seen, as docs/explain.schema.json describes it.
func (x *Explanation) JSON(w io.Writer) error {
	type watched struct {
		Solution   string          `json:"solution"`
		Placed     int             `json:"placed"`
		Back       int             `json:"taken_back"`
		DeadEnds   int             `json:"dead_ends"`
		Deepest    int             `json:"deepest"`
		Solved     bool            `json:"solved"`
		Stopped    bool            `json:"stopped,omitempty"`
		Note       string          `json:"note,omitempty"`
		Statements int64           `json:"statements,omitempty"`
		Insight    *result.Insight `json:"insight,omitempty"`
	}
	all := []watched{}
	for _, s := range x.seen {
		r := s.replay
		if r == nil {
			continue
		}
		one := watched{Solution: r.Solution, Placed: r.Placed, Back: r.Back, DeadEnds: r.DeadEnds, Deepest: r.Deepest,
			Solved: r.Solved, Stopped: r.Stopped, Note: r.Note.String(), Insight: r.Insight.Counts()}
		if s.work != nil {
			one.Statements = s.work.Statements
		}
		all = append(all, one)
	}
	var because []string
	for _, m := range report.Because(x.Run()) {
		because = append(because, m.String())
	}
	return result.WriteJSON(w, struct {
		Puzzle    string    `json:"puzzle"`
		Solutions []watched `json:"solutions"`
		Because   []string  `json:"because,omitempty"`
	}{x.puzzle.Line(), all, because}, "  ")
}

// languages returns the number of languages in which statements were counted.
func (x *Explanation) languages() int {
	in := map[string]bool{}
	for _, s := range x.seen {
		if s.work != nil {
			in[s.solution.Language] = true
		}
	}
	return len(in)
}

// reasons explains why the searches took so long.
func (x *Explanation) reasons(b *strings.Builder, t terminal.Style) {
	for _, r := range report.Reasons(x.Replays()) {
		fmt.Fprintln(b, t.Bold(terminal.Escape(t.Text(r.Reason.Sentence))))
		for _, more := range []say.Message{r.Reason.Beside, r.Reason.Worst} {
			if more.Said() {
				fmt.Fprintln(b, terminal.Escape(t.Text(more)))
			}
		}
	}
}

// insights tells what each search would have spared, had it looked.
func (x *Explanation) insights(b *strings.Builder, t terminal.Style) {
	var fewest say.Message // the same for all
	for _, r := range x.Replays() {
		if more := report.Insight(r); more.Said() {
			fmt.Fprintln(b, terminal.Escape(t.Text(more)))
			fewest = report.Fewest(r.Insight)
		}
	}
	if fewest.Said() {
		fmt.Fprintln(b, t.Text(fewest))
	}
}

// table has a line for each solution.
func (x *Explanation) table(b *strings.Builder, t terminal.Style) {
	head := t.Say("solution")
	wide := terminal.Width(head)
	for _, s := range x.seen {
		wide = max(wide, terminal.Width(terminal.Escape(s.solution.Name)))
	}
	row := func(name string, counts ...string) {
		b.WriteString(terminal.Pad(name, wide) + " ")
		for i, count := range counts {
			b.WriteString(terminal.PadLeft(count, []int{14, 14, 14, 10, 18}[i]))
		}
	}
	row(head, t.Say("placed"), t.Say("taken back"), t.Say("dead ends"), t.Say("deepest"), t.Say("statements"))
	for _, s := range x.seen {
		b.WriteString("\n")
		counts := []string{"-", "-", "-", "-", "-"}
		if r := s.replay; r != nil {
			counts = []string{number(r.Placed), number(r.Back), number(r.DeadEnds), number(r.Deepest), "-"}
		}
		if s.work != nil {
			counts[4] = report.StatementsOf(s.work)
		}
		row(terminal.Escape(s.solution.Name), counts...)
		if s.replay != nil && !s.replay.Solved && !x.hopeless() {
			b.WriteString(t.Red("  " + t.Say("not solved")))
		}
	}
	b.WriteString("\n")
}

// Troubles returns why replays or counts are missing.
func (x *Explanation) Troubles(t terminal.Style) string {
	var b strings.Builder
	for _, trouble := range x.Trouble() {
		fmt.Fprintln(&b, t.Yellow("! "+strings.TrimSpace(t.Text(trouble))))
	}
	return b.String()
}

// solutions returns, in words, how many solutions a puzzle has and how hard it is.
func solutions(puzzle sudoku.Board) say.Message {
	if puzzle.Size != 9 {
		return say.Of("%d by %d", puzzle.Size, puzzle.Size) // counting could take for ever
	}
	var s sudoku.Solver
	switch s.Count(puzzle, 2) {
	case 0:
		return say.Of("no solution")
	case 1:
		d, guesses := s.Grade(puzzle)
		return say.Of("one solution, difficulty %s (guesses of the reference solver: %d)", string(d), guesses)
	}
	return say.Of("several solutions: each program may find a different one")
}

func number(n int) string { return terminal.Thousands(int64(n)) }

// grid draws a board in plain text, a blank cell as a dot.
func grid(b sudoku.Board) string {
	var out strings.Builder
	wide := 1
	if b.Size > 9 && !b.Letters {
		wide = 2
	}
	for i, v := range b.Cells {
		r, c := i/b.Size, i%b.Size
		if c == 0 && r > 0 && r%b.H == 0 {
			out.WriteString("\n")
		}
		cell := "."
		if v > 0 {
			cell = b.Named(v)
		}
		fmt.Fprintf(&out, " %*s", wide, cell)
		switch {
		case c == b.Size-1:
			out.WriteString("\n")
		case c%b.W == b.W-1:
			out.WriteString(" ")
		}
	}
	return out.String()
}
