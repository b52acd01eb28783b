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

// text is an explanation being written for a terminal.
type text struct {
	strings.Builder
	terminal.Style
}

// line writes a sentence; nothing if there is none.
func (t *text) line(m say.Message) { t.painted(func(s string) string { return s }, m) }

func (t *text) painted(paint func(string) string, m say.Message) {
	if m.Said() {
		fmt.Fprintln(t, paint(terminal.Escape(strings.TrimSpace(t.Lang.Line(m)))))
	}
}

// warn writes what is missing, or what to know about it.
func (t *text) warn(m say.Message) {
	t.painted(func(s string) string { return t.Yellow("! " + s) }, m)
}

// table writes rows in columns, the first to the left and the others to the right.
func (t *text) table(rows [][]string) {
	for _, line := range terminal.Columns(rows, "lr") {
		fmt.Fprintln(t, strings.TrimRight(line, " "))
	}
	fmt.Fprintln(t)
}

// Text returns the explanation for a terminal.
func (x *Explanation) Text(style terminal.Style) string {
	t := &text{Style: style}
	if x.of != "" {
		x.onCase(t)
	} else {
		x.onPuzzle(t)
	}
	return t.String()
}

func (x *Explanation) onPuzzle(t *text) {
	fmt.Fprintf(t, "%s%s\n\n", grid(x.puzzle), t.Say("%[1]s, %[2]s", say.Count(x.puzzle.Clues(), "clue"), solutions(x.puzzle)))
	if t.line(x.note); x.note.Said() {
		fmt.Fprintln(t)
	}
	x.counts(t)
	t.WriteString(x.Troubles(t.Style))
	for _, s := range x.seen {
		if s.work != nil && s.work.Stopped > 0 {
			t.line(say.Of("%s was stopped after %s: its statements are counted up to that moment", s.solution.Name, terminal.Duration(s.work.Stopped)))
		}
		if s.replay != nil && s.replay.Note.Said() {
			t.warn(say.Of("%s: %s", s.solution.Name, s.replay.Note))
		}
		if s.replay != nil && s.replay.Total > s.replay.Kept() {
			t.line(say.Of("%s took %s steps; all are counted, and the first %s kept", s.solution.Name, number(s.replay.Total), number(s.replay.Kept())))
		}
	}
	x.reasons(t)
	for _, m := range report.Because(x.Run()) {
		t.line(m)
	}
	if g, ok := report.Widest(result.Run{Replays: x.Replays()}); ok {
		t.painted(t.Bold, g.Sentence())
	}
	in := map[string]bool{} // the languages in which statements were counted
	for _, s := range x.seen {
		if s.work != nil {
			in[s.solution.Language] = true
		}
	}
	if len(in) > 1 {
		t.line(say.Of("Statements are each language's own: compare digits across languages, not statements."))
	}
	if len(x.Replays()) > 0 {
		t.line(say.Of("A dead end is a digit taken back right after it was placed; the deepest is the one with the most cells filled beyond the clues."))
	}
}

// counts has a row for each solution.
func (x *Explanation) counts(t *text) {
	rows := [][]string{{t.Say("solution"), t.Say("placed"), t.Say("taken back"), t.Say("dead ends"), t.Say("deepest"), t.Say("statements"), ""}}
	for _, s := range x.seen {
		row := []string{terminal.Escape(s.solution.Name), "-", "-", "-", "-", statements(s.work), ""}
		if r := s.replay; r != nil {
			row[1], row[2], row[3], row[4] = number(r.Placed), number(r.Back), number(r.DeadEnds), number(r.Deepest)
			if !r.Solved && !x.hopeless() {
				row[6] = t.Red(t.Say("not solved"))
			}
		}
		rows = append(rows, row)
	}
	t.table(rows)
}

// statements writes a count; "-" if there is none.
func statements(w *result.Work) string {
	if w == nil {
		return "-"
	}
	return report.StatementsOf(w)
}

// reasons explains why the searches took so long, and what each would have been spared, had it looked.
func (x *Explanation) reasons(t *text) {
	for _, r := range report.Reasons(x.Replays()) {
		t.painted(t.Bold, r.Reason.Sentence)
		t.line(r.Reason.Beside)
		t.line(r.Reason.Worst)
	}
	var fewest say.Message // the same for all
	for _, r := range x.Replays() {
		if more := report.Insight(r); more.Said() {
			t.line(more)
			fewest = report.Fewest(r.Insight)
		}
	}
	t.line(fewest)
}

// Troubles returns why replays or counts are missing.
func (x *Explanation) Troubles(style terminal.Style) string {
	t := &text{Style: style}
	for _, trouble := range x.Trouble() {
		t.warn(trouble)
	}
	return t.String()
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
	return out.String() + "\n"
}

// onCase writes the calls side by side, the tables, and why the solutions are slow.
func (x *Explanation) onCase(t *text) {
	fmt.Fprintf(t, "%s %s\n\n", terminal.Escape(x.problem), terminal.Escape(x.of))
	rows := [][]string{{t.Say("solution"), t.Say("calls"), t.Say("deepest level"), t.Say("statements")}}
	for _, s := range x.seen {
		row := []string{terminal.Escape(s.solution.Name), "-", "-", statements(s.work)}
		if s.search != nil {
			row[1], row[2] = terminal.Thousands(s.search.Calls), number(s.search.Deepest)
		}
		rows = append(rows, row)
	}
	t.table(rows)
	x.levels(t)
	x.tables(t)
	for _, s := range x.seen {
		if s.cause != nil {
			t.painted(t.Bold, say.Of("%s: %s", s.solution.Name, s.cause.Sentence))
		}
		if s.growth != nil && (s.cause == nil || s.cause.Kind != result.Growing) {
			t.line(say.Of("%s: %s", s.solution.Name, s.growth.Sentence))
		}
	}
	for _, s := range x.seen {
		if s.search != nil && s.search.Note.Said() {
			t.warn(say.Of("%s: %s", s.solution.Name, s.search.Note))
		}
	}
	t.WriteString(x.Troubles(t.Style))
}

// mostLevels is how many levels are written; the middle of a deeper recursion is left out.
const mostLevels = 30

// levels writes the calls of each solution's busiest recursive function side by side.
func (x *Explanation) levels(t *text) {
	head := []string{t.Say("level")}
	var functions []*result.Function
	var names []string
	for _, s := range x.seen {
		if s.search == nil {
			continue
		}
		if f := report.Busiest(s.search); f != nil {
			head = append(head, terminal.Escape(t.Say("%s: %s", s.solution.Name, f.Name)))
			functions, names = append(functions, f), append(names, s.solution.Name)
		} else {
			t.line(say.Of("%s calls no function from within itself.", s.solution.Name))
		}
	}
	if len(functions) == 0 {
		fmt.Fprintln(t)
		return
	}
	rows := [][]string{head}
	for _, level := range report.ShownLevels(functions, mostLevels) {
		row := []string{"..."}
		if level >= 0 {
			row[0] = fmt.Sprint(level)
		}
		for _, f := range functions {
			cell := ""
			if 0 <= level && level < len(f.Levels) {
				cell = terminal.Thousands(f.Levels[level])
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	t.table(rows)
	if len(functions) == 2 {
		t.painted(t.Bold, report.Parting(names[0], names[1], *functions[0], *functions[1]))
		fmt.Fprintln(t)
	}
}

// tables lists the tables of all solutions.
func (x *Explanation) tables(t *text) {
	rows := [][]string{{t.Say("table"), t.Say("shape"), t.Say("writes"), t.Say("changed back"), t.Say("line")}}
	for _, s := range x.seen {
		if s.search == nil {
			continue
		}
		for _, table := range s.search.Tables {
			rows = append(rows, []string{terminal.Escape(s.solution.Name + " " + table.Name), fmt.Sprintf("%d x %d", table.Rows, table.Columns),
				terminal.Thousands(table.Writes), terminal.Thousands(table.Back), fmt.Sprint(table.Line)})
		}
	}
	if len(rows) > 1 {
		t.table(rows)
	}
}

// JSON writes what was seen, as docs/explain.schema.json describes it.
func (x *Explanation) JSON(w io.Writer) error {
	if x.of != "" {
		return x.caseJSON(w)
	}
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
		if r := s.replay; r != nil {
			one := watched{r.Solution, r.Placed, r.Back, r.DeadEnds, r.Deepest, r.Solved, r.Stopped, r.Note.String(), 0, r.Insight.Counts()}
			if s.work != nil {
				one.Statements = s.work.Statements
			}
			all = append(all, one)
		}
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

func (x *Explanation) caseJSON(w io.Writer) error {
	type search result.Search // without its calls and writes
	type noted struct {
		search
		Note   string         `json:"note,omitempty"`
		Growth *result.Growth `json:"growth,omitempty"`
		Cause  *result.Cause  `json:"cause,omitempty"`
	}
	solutions := []noted{}
	for _, s := range x.seen {
		seen := result.Search{Solution: s.solution.Name, Functions: []result.Function{}, Tables: []result.Table{}}
		switch {
		case s.search != nil:
			seen = *s.search
		case s.growth == nil && s.cause == nil:
			continue
		case len(s.trouble) > 0:
			seen.Note = s.trouble[0]
		}
		one := noted{search(seen), seen.Note.String(), s.growth, s.cause}
		one.search.Note = say.Message{} // the text is enough
		solutions = append(solutions, one)
	}
	return result.WriteJSON(w, struct {
		Problem   string  `json:"problem"`
		Case      string  `json:"case"`
		Solutions []noted `json:"solutions"`
	}{x.problem, x.of, solutions}, "  ")
}
