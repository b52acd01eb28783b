package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/show/terminal"
)

// WrongBoard is a wrong answer that is a board.
type WrongBoard struct {
	Puzzle, Want, Got sudoku.Board
	Asked, Single     bool  // there is a puzzle; there is one right answer
	Differ, Wrong     []int // the cells that are not as wanted; those that break a rule, or all that differ if none does
}

// WrongBoardOf returns the boards of a difference. Without a puzzle all cells are blank there. It returns false if the lines
// are not boards.
func WrongBoardOf(d result.Difference) (w WrongBoard, ok bool) {
	w.Got, ok = sudoku.ParseAny(d.Got)
	w.Puzzle, w.Asked = sudoku.ParseAny(d.Puzzle)
	if w.Asked = w.Asked && w.Puzzle.Size == w.Got.Size; !w.Asked {
		w.Puzzle = w.Got.Clone()
		clear(w.Puzzle.Cells)
	}
	w.Want, w.Single = sudoku.ParseAny(d.Want)
	if w.Single = w.Single && w.Want.Size == w.Got.Size; !ok || !w.Single && !w.Asked {
		return w, false
	}
	w.Wrong = w.Got.Wrong(w.Puzzle)
	w.Differ = w.Wrong
	if w.Single {
		w.Differ = nil
		for i, v := range w.Got.Cells {
			if v != w.Want.Cells[i] {
				w.Differ = append(w.Differ, i)
			}
		}
	}
	if w.Wrong == nil { // a legal board, but not an answer to this puzzle
		w.Wrong = w.Differ
	}
	return w, true
}

// drawBoards draws the wanted board and the printed one, side by side if there is room, with brackets around the wrong
// cells. It returns false if the lines are not boards.
func drawBoards(b *strings.Builder, p terminal.Style, d result.Difference) bool {
	w, ok := WrongBoardOf(d)
	if !ok || !w.Asked || !w.Single { // without a puzzle, a line of 81 digits is only a line
		return false
	}
	left := boardLines(p, p.Say("want"), w.Want, w.Puzzle, w.Wrong, p.Green, "   ")
	right := boardLines(p, p.Say("got"), w.Got, w.Puzzle, w.Wrong, p.Red, "[ ]")
	const margin, gap = 4, 4
	if columns := boardWidth(w.Got); margin+columns+gap+columns > p.Width {
		left, right = append(left, right...), nil
	}
	for i, line := range left {
		if right != nil {
			line += "    " + right[i]
		}
		fmt.Fprintf(b, "    %s\n", strings.TrimRight(line, " "))
	}
	return true
}

// boardWidth returns how many columns a drawn board takes: three for each cell, and a bar between regions.
func boardWidth(b sudoku.Board) int { return 3*b.Size + b.Size/b.W - 1 }

// boardLines draws a board below its title. The givens are bold. Marked cells are painted; the first character of
// around is before them, the last one behind them.
func boardLines(p terminal.Style, title string, b, puzzle sudoku.Board, marked []int, paint func(string) string, around string) []string {
	lines := []string{p.Dim(terminal.Pad(title, boardWidth(b)))}
	for r := range b.Size {
		if r > 0 && r%b.H == 0 {
			lines = append(lines, p.Dim(ruler(b)))
		}
		var line strings.Builder
		for c := range b.Size {
			if c > 0 && c%b.W == 0 {
				line.WriteString(p.Dim("│"))
			}
			i := r*b.Size + c
			digit := b.Symbol(b.Cells[i])
			switch {
			case slices.Contains(marked, i):
				line.WriteString(paint(around[:1] + digit + around[2:]))
			case puzzle.Cells[i] != 0:
				line.WriteString(" " + p.Bold(digit) + " ")
			default:
				line.WriteString(" " + digit + " ")
			}
		}
		lines = append(lines, line.String())
	}
	return lines
}

// ruler returns the line between two rows of regions.
func ruler(b sudoku.Board) string {
	region := strings.Repeat("─", 3*b.W)
	return strings.TrimSuffix(strings.Repeat(region+"┼", b.Size/b.W), "┼")
}

// drawPuzzle draws the puzzle that belongs to the lines, if there is one.
func drawPuzzle(b *strings.Builder, p terminal.Style, puzzle string) {
	if board, ok := sudoku.ParseAny(puzzle); ok {
		for _, line := range boardLines(p, p.Say("puzzle"), board, board, nil, nil, "   ") {
			fmt.Fprintf(b, "    %s\n", strings.TrimRight(line, " "))
		}
	}
}

// Board draws one board.
func Board(w io.Writer, p terminal.Style, b sudoku.Board) error {
	var s strings.Builder
	for _, line := range boardLines(p, "", b, b, nil, nil, "   ")[1:] {
		fmt.Fprintf(&s, "    %s\n", strings.TrimRight(line, " "))
	}
	_, err := io.WriteString(w, s.String())
	return err
}
