package main

import (
	"fmt"
	"strings"

	"sudokuoj/judge/internal/report"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/screen"
	"sudokuoj/judge/internal/sudoku"
	"sudokuoj/judge/internal/verdict"
)

// text writes what was seen for a terminal.
func (e *explanation) text(paint screen.Palette) string {
	var b strings.Builder
	b.WriteString(grid(e.puzzle))
	fmt.Fprintf(&b, "\n%s, %s\n\n", say.Count(e.puzzle.Clues(), "clue"), e.solutions())

	wide := len("solution")
	for _, s := range e.seen {
		wide = max(wide, screen.Width(screen.Escape(s.solution.Name)))
	}
	fmt.Fprintf(&b, "%s  %13s %13s %13s %13s %14s\n", screen.Pad("solution", wide), "placed", "taken back", "dead ends", "deepest", "statements")
	for _, s := range e.seen {
		fmt.Fprintf(&b, "%s", screen.Pad(screen.Escape(s.solution.Name), wide))
		if s.replay != nil {
			r := s.replay
			fmt.Fprintf(&b, "  %13s %13s %13s %13s", number(r.Placed), number(r.Back), number(r.DeadEnds), number(r.Deepest))
		} else {
			fmt.Fprintf(&b, "  %13s %13s %13s %13s", "-", "-", "-", "-")
		}
		if s.work != nil {
			fmt.Fprintf(&b, " %14s", screen.Thousands(s.work.Statements))
		} else {
			fmt.Fprintf(&b, " %14s", "-")
		}
		if s.replay != nil && !s.replay.Solved && !e.hopeless() {
			b.WriteString(paint.Red("  not solved"))
		}
		b.WriteString("\n")
	}
	b.WriteString("\n" + e.troubles(paint))
	for _, s := range e.seen {
		if s.replay != nil && s.replay.Note.Said() {
			fmt.Fprintln(&b, paint.Yellow(fmt.Sprintf("! %s: %s", screen.Escape(s.solution.Name), s.replay.Note)))
		}
		if s.replay != nil && s.replay.Total > s.replay.Kept() {
			fmt.Fprintf(&b, "%s took %s steps; all are counted, and the first %s kept\n",
				screen.Escape(s.solution.Name), screen.Thousands(int64(s.replay.Total)), screen.Thousands(int64(s.replay.Kept())))
		}
	}
	if g, ok := report.Widest(verdict.Run{Replays: e.replays()}); ok {
		fmt.Fprintln(&b, paint.Bold(screen.Escape(g.Sentence().String())))
	}
	b.WriteString("A dead end is a digit taken back right after it was placed; the deepest is the one with the most cells filled beyond the clues.\n")
	return b.String()
}

// troubles says why what is missing could not be had.
func (e *explanation) troubles(paint screen.Palette) string {
	var b strings.Builder
	for _, s := range e.seen {
		for _, t := range s.trouble {
			fmt.Fprintln(&b, paint.Yellow("! "+screen.Escape(strings.TrimSpace(t))))
		}
	}
	return b.String()
}

// hopeless tells if the puzzle is known to have no solution.
func (e *explanation) hopeless() bool { return e.puzzle.Size == 9 && e.puzzle.Count(1) == 0 }

// solutions says how many solutions the puzzle has, and how hard it is.
func (e *explanation) solutions() string {
	if e.puzzle.Size != 9 {
		return fmt.Sprintf("%d by %d", e.puzzle.Size, e.puzzle.Size) // counting could take for ever
	}
	var s sudoku.Solver
	switch s.Count(e.puzzle, 2) {
	case 0:
		return "no solution"
	case 1:
		d, guesses := s.Grade(e.puzzle)
		return fmt.Sprintf("one solution, difficulty %s (guesses of the reference solver: %d)", d, guesses)
	}
	return "several solutions, of which each program may find another"
}

func number(n int) string { return screen.Thousands(int64(n)) }

// grid draws a board in plain text, a blank cell as a dot.
func grid(b sudoku.Board) string {
	var out strings.Builder
	wide := 1
	if b.Size > 9 {
		wide = 2
	}
	for i, v := range b.Cells {
		r, c := i/b.Size, i%b.Size
		if c == 0 && r > 0 && r%b.H == 0 {
			out.WriteString("\n")
		}
		cell := "."
		if v > 0 {
			cell = fmt.Sprint(v)
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
