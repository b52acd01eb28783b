package page

import (
	"html/template"
	"maps"
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/show/report"
)

// boardView is a board ready to be drawn as SVG, a cell being ten units wide.
type boardView struct {
	Caption say.Message
	Text    string // the board as text, for screen readers
	Side    int
	Thin    string // the paths of the lines
	Thick   string
	Layers  []boardLayer
	Marks   []boardMark // cells with a tint
	Rings   []boardMark // cells with a frame
}

// Outer is the side of the whole drawing, with room for the outer line.
func (b boardView) Outer() int { return b.Side + 2 }

// boardLayer holds the digits of one kind, each at its own place.
type boardLayer struct{ Class, X, Y, Digits string }

type boardMark struct{ X, Y int }

// pictureOf lays out a board; class returns the kind of a digit.
func pictureOf(caption say.Message, b sudoku.Board, class func(cell int) string) boardView {
	view := boardView{Caption: caption, Side: b.Size * 10}
	end := strconv.Itoa(view.Side)
	for i := 1; i < b.Size; i++ {
		at := strconv.Itoa(i * 10)
		path := map[bool]*string{true: &view.Thick, false: &view.Thin}
		*path[i%b.W == 0] += "M" + at + " 0V" + end
		*path[i%b.H == 0] += "M0 " + at + "H" + end
	}
	view.Thick += "M0 0H" + end + "V" + end + "H0Z"

	layers := map[string]*boardLayer{}
	var rows []string
	for i, value := range b.Cells {
		if i%b.Size == 0 {
			rows = append(rows, "")
		}
		rows[len(rows)-1] += b.Symbol(value)
		if value == 0 {
			continue
		}
		layer := layers[class(i)]
		if layer == nil {
			layer = &boardLayer{Class: class(i)}
			layers[class(i)] = layer
		}
		layer.X += strconv.Itoa(i%b.Size*10+5) + " "
		layer.Y += strconv.Itoa(i/b.Size*10+5) + " "
		layer.Digits += b.Symbol(value)
	}
	for _, name := range slices.Sorted(maps.Keys(layers)) {
		view.Layers = append(view.Layers, *layers[name])
	}
	view.Text = strings.Join(rows, " / ")
	return view
}

// kindIn returns the kind of each digit of a board: given by the puzzle, or filled in.
func kindIn(puzzle sudoku.Board) func(cell int) string {
	return func(cell int) string {
		if puzzle.Cells[cell] != 0 {
			return "given"
		}
		return "filled"
	}
}

// DrawBoard draws one board that began as this puzzle.
func DrawBoard(caption say.Message, b, puzzle sudoku.Board) (template.HTML, error) {
	return drawn("board", pictureOf(caption, b, kindIn(puzzle)))
}

func markCells(b sudoku.Board, cells []int) []boardMark {
	var marks []boardMark
	for _, i := range cells {
		marks = append(marks, boardMark{i % b.Size * 10, i / b.Size * 10})
	}
	return marks
}

// differenceBoards draws a wrong answer as boards: the wanted one, or the puzzle if several answers are right, beside the
// printed one. It tints the cells that differ, and frames the wrong ones. It returns nil if the lines are not boards.
func differenceBoards(d *result.Difference) []boardView {
	w, ok := report.WrongBoardOf(*d)
	if !ok {
		return nil
	}
	kind := kindIn(w.Puzzle)
	left := pictureOf(say.Of("the puzzle"), w.Puzzle, kind)
	if w.Single {
		left = pictureOf(say.Of("wanted"), w.Want, kind)
	}
	right := pictureOf(say.Of("printed"), w.Got, func(i int) string {
		if slices.Contains(w.Differ, i) || slices.Contains(w.Wrong, i) {
			return "wrong"
		}
		return kind(i)
	})
	right.Marks, right.Rings = markCells(w.Got, w.Differ), markCells(w.Got, w.Wrong)
	return []boardView{left, right}
}
