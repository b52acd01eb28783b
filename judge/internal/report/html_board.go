package report

import (
	"strconv"
	"strings"

	"sudokuoj/judge/internal/verdict"
)

// boardView is a board ready to be drawn as SVG, a cell being ten units wide.
type boardView struct {
	Caption phrase
	Text    string // the board as text, for those who do not see it
	Side    int
	Thin    string // the paths of the lines
	Thick   string
	Layers  []boardLayer
	Marks   []boardMark
}

// Outer is the side of the whole drawing, with room for the outer line.
func (b boardView) Outer() int { return b.Side + 2 }

// boardLayer is the digits of one kind, each at its own place.
type boardLayer struct{ Class, X, Y, Digits string }

type boardMark struct{ X, Y int }

// drawBoard lays out a board: class names the kind of each digit, marked the cells to point at.
func drawBoard(caption phrase, cells []int, size int, class func(i int) string, marked []bool) boardView {
	b := boardView{Caption: caption, Side: size * 10}
	box := 1
	for box*box < size {
		box++
	}
	var thin, thick strings.Builder
	for i := 1; i < size; i++ {
		line := &thin
		if i%box == 0 {
			line = &thick
		}
		at, end := strconv.Itoa(i*10), strconv.Itoa(size*10)
		line.WriteString("M" + at + " 0V" + end + "M0 " + at + "H" + end)
	}
	end := strconv.Itoa(size * 10)
	b.Thin, b.Thick = thin.String(), thick.String()+"M0 0H"+end+"V"+end+"H0Z"

	layers := map[string]*boardLayer{}
	var rows strings.Builder
	for i, value := range cells {
		x, y := i%size, i/size
		if x == 0 && y > 0 {
			rows.WriteString(" / ")
		}
		if marked != nil && marked[i] {
			b.Marks = append(b.Marks, boardMark{x * 10, y * 10})
		}
		if value == 0 {
			rows.WriteByte('.')
			continue
		}
		rows.WriteByte(cellLetter(value))
		layer := layers[class(i)]
		if layer == nil {
			layer = &boardLayer{Class: class(i)}
			layers[class(i)] = layer
		}
		layer.X += strconv.Itoa(x*10+5) + " "
		layer.Y += strconv.Itoa(y*10+5) + " "
		layer.Digits += string(cellLetter(value))
	}
	for _, name := range sortedKeys(layers) {
		b.Layers = append(b.Layers, *layers[name])
	}
	b.Text = rows.String()
	return b
}

// differenceBoards draws a wrong answer as boards: the one wanted, if there is only one, beside the
// one printed, wrong cells marked. It is nil where the lines are not boards.
func differenceBoards(d *verdict.Difference) []boardView {
	got, size := parseBoard(d.Got)
	if size == 0 {
		return nil
	}
	want, wantSize := parseBoard(d.Want)
	if wantSize != size {
		want = nil
	}
	puzzle, puzzleSize := parseBoard(d.Puzzle)
	if puzzleSize != size {
		puzzle = nil
	}
	if want == nil && puzzle == nil {
		return nil
	}
	wrong := make([]bool, len(got))
	for i, value := range got {
		switch {
		case puzzle != nil && puzzle[i] != 0 && puzzle[i] != value, value == 0:
			wrong[i] = true
		case want != nil:
			wrong[i] = want[i] != value
		}
	}
	if want == nil {
		markClashes(got, size, wrong)
	}
	class := func(i int) string {
		if puzzle != nil && puzzle[i] != 0 {
			return "given"
		}
		return "filled"
	}
	gotClass := func(i int) string {
		if wrong[i] {
			return "wrong"
		}
		return class(i)
	}
	printed := drawBoard(say("board.got"), got, size, gotClass, wrong)
	if want != nil {
		return []boardView{drawBoard(say("board.want"), want, size, class, nil), printed}
	}
	return []boardView{drawBoard(say("board.puzzle"), puzzle, size, class, nil), printed}
}

// markClashes marks every cell that stands twice in its row, column or box.
func markClashes(cells []int, size int, marked []bool) {
	box := 1
	for box*box < size {
		box++
	}
	for i, v := range cells {
		for j, w := range cells[:i] {
			sameBox := i/size/box == j/size/box && i%size/box == j%size/box
			if v != 0 && v == w && (i/size == j/size || i%size == j%size || sameBox) {
				marked[i], marked[j] = true, true
			}
		}
	}
}
