package web

import (
	"context"
	"slices"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/sudoku"
)

// hintJSON is a hint as the page shows it: sentences, and cells to mark.
type hintJSON struct {
	Kind   sudoku.Technique `json:"kind"`
	Text   []string         `json:"text"`
	Cell   int              `json:"cell"`  // -1 if the hint is about no cell
	Value  int              `json:"value"` // 0 if there is none
	Seen   []int            `json:"seen"`  // the cells that the reason rests on
	Struck []int            `json:"struck"`
}

// wrongValue is a hint that is no technique: the board has a value that differs from the solution.
const wrongValue sudoku.Technique = "wrong"

// begunBoard is a board that began as a puzzle.
type begunBoard struct {
	board
	Given string // the puzzle's cells
}

// playHint answers with the next step on a board, and the reason.
func (s *Server) playHint(v *visit, asked begunBoard) (any, error) {
	b, err := asked.board.sound()
	if err != nil {
		return nil, err
	}
	puzzle, err := board{asked.W, asked.H, asked.Given}.sound()
	if err != nil {
		return nil, err
	}
	return s.thinks(v, func(ctx context.Context) (any, error) {
		if cell := mistaken(ctx, b, puzzle); cell >= 0 {
			why := say.Of("%s is wrong: the only solution has another value there", b.Place(cell))
			return hintJSON{Kind: wrongValue, Text: []string{v.Lang.Text(why)}, Cell: cell, Seen: []int{}, Struck: []int{}}, nil
		}
		return shownHint(v.Lang, b, b.Hint()), nil
	})
}

// mistaken returns the first cell of the board that differs from the puzzle's only solution. It returns -1 if there is
// no such cell, or if the solution is not known.
func mistaken(ctx context.Context, b, puzzle sudoku.Board) int {
	found, err := new(sudoku.Solver).Two(ctx, puzzle)
	if err != nil || len(found) != 1 {
		return -1
	}
	for cell, value := range b.Cells {
		if value != 0 && value != found[0].Cells[cell] {
			return cell
		}
	}
	return -1
}

func shownHint(l say.Language, b sudoku.Board, h sudoku.Hint) hintJSON {
	out := hintJSON{Kind: h.Technique, Cell: h.Cell, Value: h.Value, Seen: []int{}, Struck: []int{}}
	for _, why := range b.Reasons(h) {
		out.Text = append(out.Text, l.Text(why))
	}
	if h.Unit != "" {
		out.Seen = b.Unit(h.Unit, h.Index)
	}
	for _, p := range h.Points {
		out.Seen = append(out.Seen, p.Cells...)
		out.Struck = append(out.Struck, p.Struck...)
	}
	slices.Sort(out.Seen)
	out.Seen = slices.Compact(out.Seen)
	return out
}
