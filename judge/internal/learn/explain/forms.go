package explain

import (
	"context"
	"errors"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/learn/trace"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
)

// form is a way, besides a line, in which programs written for no problem here read a puzzle.
type form struct {
	name say.Message
	text func(sudoku.Board) string
	sign match.Pattern // of a program that reads it so; nil where there is none
}

var forms = []form{
	{say.Of("nine lines of nine signs with blanks between, ? for an empty cell"), func(b sudoku.Board) string {
		return strings.ReplaceAll(b.RowText(), "0", "?")
	}, match.Lazy(`['"]\?['"]`)},
	{say.Of("a line that counts boards, and nine lines of nine characters, 0 for a blank"), func(b sudoku.Board) string {
		return "1\n" + zeros(b)
	}, match.Lazy(`\bwhile\s*\(\s*(?:\w+\s*--|--\s*\w)|\brange\(\s*int\(\s*input\b`)},
	{say.Of("nine lines of nine numbers, 0 for a blank"), sudoku.Board.RowText, nil},
	{say.Of("nine lines of nine characters, a dot for a blank"), nineLines, nil},
	{say.Of("nine lines of nine characters, 0 for a blank"), zeros, nil},
}

// suggested splits the forms: those that a program's text suggests, and the others.
func suggested(text string) (first, others []form) {
	for _, f := range forms {
		if f.sign != nil && f.sign().MatchString(text) {
			first = append(first, f)
		} else if f.sign == nil {
			others = append(others, f)
		}
	}
	return first, others
}

func zeros(b sudoku.Board) string { return strings.ReplaceAll(nineLines(b), ".", "0") }

func nineLines(b sudoku.Board) string {
	text, line := "", b.Line()
	for ; len(line) >= 9; line = line[9:] {
		text += line[:9] + "\n"
	}
	return text
}

// misread reports whether a program read its input and showed no board.
func misread(err error) bool {
	own, ok := errors.AsType[*trace.Untraceable](err)
	return ok && own.Misread
}

// in gives a program the puzzle in these forms, until a board is seen in it. It returns the tracer that does so. If none
// helps, it returns the error that it was called with.
func (e *Explainer) in(ctx context.Context, forms []form, t tracer, seen *sighting, puzzle sudoku.Board, first error) (*result.Replay, tracer, error) {
	for _, form := range forms {
		fed := feeding(t, form.text(puzzle))
		replay, err := e.replay(ctx, fed, seen.solution, sudoku.AcWing, puzzle)
		if err == nil {
			seen.trouble = append(seen.trouble, say.Of("%s was given the puzzle as %s", seen.solution.Name, form.name))
			return replay, fed, nil
		}
		if !misread(err) {
			return nil, t, err
		}
	}
	return nil, t, first
}

// feeding returns a tracer that gives its programs a text in place of their input.
func feeding(t tracer, text string) tracer {
	plain, ok := t.(*trace.Tracer)
	if !ok {
		return t
	}
	fed := *plain
	fed.Feed = func([]byte) ([]byte, error) { return []byte(text), nil }
	return &fed
}

// hint names the board in the text of a program in which nothing was seen.
func hint(s solution.Solution, puzzle sudoku.Board) (_ say.Message, ok bool) {
	all := boardsIn(s.Text())
	if len(all) == 0 || all[0].board.Line() == puzzle.Line() {
		return say.Message{}, false
	}
	return say.Of("%s has a board in its own text, line %d: try -puzzle %s", s.Name, all[0].line, all[0].board.Line()), true
}
