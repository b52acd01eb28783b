package explain

import (
	"context"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/learn/trace"
	"sudokuoj/judge/internal/model/sudoku"
)

// forms are the ways, besides a line, in which programs written for no problem here read a puzzle.
var forms = []struct {
	name say.Message
	text func(sudoku.Board) string
}{
	{say.Of("nine lines of nine numbers, 0 for a blank"), sudoku.Board.RowText},
	{say.Of("nine lines of nine characters, a dot for a blank"), nineLines},
	{say.Of("nine lines of nine characters, 0 for a blank"), zeros},
	{say.Of("a line that counts boards, and nine lines of nine characters, 0 for a blank"), func(b sudoku.Board) string {
		return "1\n" + zeros(b)
	}},
	{say.Of("nine lines of nine signs with blanks between, ? for an empty cell"), func(b sudoku.Board) string {
		return strings.ReplaceAll(b.RowText(), "0", "?")
	}},
}

func zeros(b sudoku.Board) string { return strings.ReplaceAll(nineLines(b), ".", "0") }

func nineLines(b sudoku.Board) string {
	text, line := "", b.Line()
	for ; len(line) >= 9; line = line[9:] {
		text += line[:9] + "\n"
	}
	return text
}

// inForms gives a program that showed no board the puzzle in these forms, until a board is seen in it. It returns the
// tracer that does so. If none helps, it returns the error that it was called with.
func (e *Explainer) inForms(ctx context.Context, seen *sighting, puzzle sudoku.Board, first error) (*trace.Tracer, error) {
	for _, form := range forms {
		fed := e.tracer
		fed.Feed = func([]byte) ([]byte, error) { return []byte(form.text(puzzle)), nil }
		replay, err := e.replay(ctx, &fed, seen.solution, sudoku.AcWing, puzzle)
		if err == nil {
			seen.trouble = append(seen.trouble, say.Of("%s was given the puzzle as %s", seen.solution.Name, form.name))
			seen.replay = replay
			return &fed, nil
		}
		if !misread(err) {
			return &e.tracer, err
		}
	}
	return &e.tracer, first
}
