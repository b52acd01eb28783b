package explain

import (
	"context"
	"slices"
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

// carried finds the first program that carries boards. It returns the one that the program solves, and a note on its place.
func (e *Explainer) carried(ctx context.Context, solutions []solution.Solution, problems []problem.Problem) (board sudoku.Board, note say.Message, ok bool) {
	for _, s := range solutions {
		for _, b := range own(s, problems) {
			board, ok = b.board, true
			note = say.Of("%s reads no input: this is the board in its own text, line %d", s.Name, b.line)
			if seen, err := e.replay(ctx, &e.tracer, s, sudoku.AcWing, b.board); err == nil && seen.Total > 0 {
				return board, note, ok
			}
		}
		if ok {
			break
		}
	}
	return board, note, ok
}

// mostOwn is how many boards of a program are tried.
const mostOwn = 9

var (
	noSign = match.Lazy("[\"'`][.*_ -]?[\"'`]|None|null|undefined") // a blank cell
	cells  = match.Lazy("(?:[0-9.*_-][\\s,\\[\\](){};+\\\\\"'`]*){81,}")
)

// boardsIn finds the 9x9 puzzles that a source text writes out: 81 cells in a row, of digits, quoted signs or rows.
func boardsIn(text string) (all []written) {
	text = strings.NewReplacer(`"""`, " ", "'''", " ").Replace(text)
	text = noSign().ReplaceAllString(text, ".")
	for _, at := range cells().FindAllStringIndex(text, -1) {
		var places []int
		for i := at[0]; i < at[1]; i++ {
			if strings.IndexByte("0123456789.*_-", text[i]) >= 0 {
				places = append(places, i)
			}
		}
		if len(places)%81 != 0 {
			continue // not a board, or not only
		}
		for of := range slices.Chunk(places, 81) {
			line := ""
			for _, i := range of {
				line += text[i : i+1]
			}
			board, err := sudoku.ParseLine(strings.NewReplacer("0", ".", "*", ".", "_", ".", "-", ".").Replace(line))
			_, broken := board.Broken()
			if clues := board.Clues(); err == nil && !broken && clues > 0 && clues < 81 && len(all) < mostOwn {
				all = append(all, written{board, 1 + strings.Count(text[:of[0]], "\n")})
			}
		}
	}
	return all
}
