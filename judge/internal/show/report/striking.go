package report

import (
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
)

// striking says what is striking about a wrong board: it is the puzzle itself, half of an answer, the answer with rows
// and columns exchanged, or that of an earlier puzzle.
func striking(c result.Case) say.Message {
	if c.Difference == nil {
		return say.Message{}
	}
	got, ok := sudoku.ParseAny(c.Difference.Got)
	puzzle, asked := sudoku.ParseAny(c.Difference.Puzzle)
	if !ok || !asked || got.Size != puzzle.Size {
		return say.Message{}
	}
	blanks := len(got.Cells) - got.Clues()
	kept := keeps(got, puzzle)
	switch {
	case Unchanged(c):
		return say.Of("Your program prints the puzzle as it was: its search found nothing, or its result got lost.")
	case kept && blanks > 0:
		return say.Of("Your program stops half way: %s of the board it prints are blank.", say.Count(blanks, "cell"))
	case !kept && keeps(exchanged(got), puzzle) && blanks == 0:
		return say.Of("Your program exchanges rows and columns: turned that way, its board fits the puzzle.")
	}
	for n, line := range strings.Split(c.Input, "\n") {
		earlier, ok := sudoku.ParseAny(line)
		if n+1 >= c.Difference.Line {
			break
		}
		if ok && earlier.Size == got.Size && blanks == 0 && keeps(got, earlier) && earlier.Clues() > 0 {
			return say.Of("Your program prints the answer to puzzle %d once more: something of it was not cleared.", n+1)
		}
	}
	return say.Message{}
}

// Unchanged reports whether the wrong board of a case is its puzzle as it was.
func Unchanged(c result.Case) bool {
	if c.Difference == nil {
		return false
	}
	puzzle, asked := sudoku.ParseAny(c.Difference.Puzzle)
	got, ok := sudoku.ParseAny(c.Difference.Got)
	return asked && ok && got.Equal(puzzle)
}

// keeps reports whether a board has all clues of a puzzle at their places.
func keeps(b, puzzle sudoku.Board) bool {
	for i, v := range puzzle.Cells {
		if v != 0 && b.Cells[i] != v {
			return false
		}
	}
	return true
}

func exchanged(b sudoku.Board) sudoku.Board {
	turned := b.Clone()
	for i, v := range b.Cells {
		turned.Cells[i%b.Size*b.Size+i/b.Size] = v
	}
	return turned
}
