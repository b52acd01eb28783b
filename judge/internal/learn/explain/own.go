package explain

import (
	"context"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
)

// written is a board that a program carries in its text, and its line.
type written struct {
	board sudoku.Board
	line  int
}

// own returns the boards that a program carries. It returns none for a program that reads input, or that holds a
// function which the judge calls.
func own(s solution.Solution, problems []problem.Problem) []written {
	if len(s.Problems) > 0 || len(s.Files) != 1 || s.Lang().SeemsToRead(s.Text()) {
		return nil
	}
	for _, p := range problems {
		if grade.IsFunction(p, s) && s.Lang().Accept(*p.Function, s.Path, []byte(s.Text())) == nil {
			return nil
		}
	}
	return boardsIn(s.Text())
}

// Carried finds the first program that carries boards. It returns the one that the program solves, and a note on its place.
func (e *Explainer) Carried(ctx context.Context, solutions []solution.Solution, problems []problem.Problem) (board sudoku.Board, note say.Message, ok bool) {
	for _, s := range solutions {
		for _, b := range own(s, problems) {
			board, ok = b.board, true
			note = say.Of("%s reads no input: this is the board in its own text, line %d", s.Name, b.line)
			if seen, err := e.replay(ctx, e.tracerOf(problem.Problem{}, s), s, sudoku.AcWing, b.board); err == nil && seen.Total > 0 {
				return board, note, ok
			}
		}
		if ok {
			break
		}
	}
	return board, note, ok
}

// literal matches the pieces of a source: a quoted text, a row, a number, a word, separators, or any other character.
var literal = match.Lazy("\"\"\"|'''|\"[^\"\\n]*\"|'[^'\\n]*'|`[^`\\n]*`|[0-9.]{9,81}|\\w+|[\\s,\\[\\](){};+\\\\]+|.")

// boardsIn finds the 9x9 puzzles that a source text writes out: 81 cells in a row, of digits, quoted signs or rows.
func boardsIn(text string) (all []written) {
	cells, begin := "", 0
	for _, at := range literal().FindAllStringIndex(text, -1) {
		more, inside := cellsOf(text[at[0]:at[1]])
		if cells == "" {
			begin = at[0]
		}
		if cells += more; !inside {
			cells = ""
		}
		if len(cells) < 81 {
			continue
		}
		board, err := sudoku.ParseLine(cells[:81])
		_, broken := board.Broken()
		if clues := board.Clues(); err == nil && !broken && len(cells) == 81 && clues > 0 && clues < 81 && len(all) < mostOwn {
			all = append(all, written{board, 1 + strings.Count(text[:begin], "\n")})
		}
		cells = ""
	}
	return all
}

// mostOwn is how many boards of a program are tried.
const mostOwn = 9

var signs = match.Lazy(`^([0-9.*_ -]?|[0-9.*_ -]{9}|[0-9.*_ -]{81})$`)

// cellsOf returns the cells that a piece of text stands for, and whether it may stand among cells.
func cellsOf(piece string) (cells string, inside bool) {
	switch c := piece[0]; {
	case piece == `"""` || piece == "'''":
		return "", true
	case strings.ContainsRune("\"'`", rune(c)) && len(piece) > 1:
		piece = piece[1 : len(piece)-1]
		if piece == "" {
			return ".", true
		}
		return strings.NewReplacer("0", ".", "*", ".", "_", ".", " ", ".", "-", ".").Replace(piece), signs().MatchString(piece)
	case piece == "None" || piece == "null" || piece == "undefined":
		return ".", true
	case c == '.' || '0' <= c && c <= '9':
		return piece, len(piece) == 1 && c != '.' || signs().MatchString(piece) && len(piece) > 1
	}
	return "", strings.ContainsRune(" \t\r\n,[](){};+\\\"'`", rune(piece[0]))
}
