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
		*view.line(i%b.W == 0) += "M" + at + " 0V" + end
		*view.line(i%b.H == 0) += "M0 " + at + "H" + end
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

// line returns the path for the lines between regions, or for the lines within them.
func (b *boardView) line(region bool) *string {
	if region {
		return &b.Thick
	}
	return &b.Thin
}

func markCells(b sudoku.Board, cells []int) []boardMark {
	var marks []boardMark
	for _, i := range cells {
		marks = append(marks, boardMark{i % b.Size * 10, i / b.Size * 10})
	}
	return marks
}

// differenceBoards draws a wrong answer as boards: the wanted one, or the puzzle if several answers are right, beside the
// printed one. It tints the cells that differ. It frames the cells that break a rule, or all that differ if none does. It
// returns nil if the lines are not boards.
func differenceBoards(d *result.Difference) []boardView {
	got, ok := sudoku.ParseAny(d.Got)
	if !ok {
		return nil
	}
	puzzle, asked := sudoku.ParseAny(d.Puzzle)
	if asked = asked && puzzle.Size == got.Size; !asked {
		puzzle = got.Clone()
		clear(puzzle.Cells)
	}
	want, _ := sudoku.ParseAny(d.Want)
	single := want.Size == got.Size
	if !single && !asked {
		return nil
	}
	framed := got.Wrong(puzzle)
	tinted := framed
	if single {
		tinted = nil
		for i, v := range got.Cells {
			if v != want.Cells[i] {
				tinted = append(tinted, i)
			}
		}
	}
	if framed == nil {
		framed = tinted
	}
	wrong := map[int]bool{}
	for _, i := range append(tinted[:len(tinted):len(tinted)], framed...) {
		wrong[i] = true
	}
	kind := kindIn(puzzle)
	left := pictureOf(say.Of("the puzzle"), puzzle, kind)
	if single {
		left = pictureOf(say.Of("wanted"), want, kind)
	}
	right := pictureOf(say.Of("printed"), got, func(i int) string {
		if wrong[i] {
			return "wrong"
		}
		return kind(i)
	})
	right.Marks, right.Rings = markCells(got, tinted), markCells(got, framed)
	return []boardView{left, right}
}
