// Package sudoku knows the game: the rules, the ways in which boards are written down, a solver that
// the rest of the judge trusts, and a generator. It knows nothing of problems, programs or verdicts.
package sudoku

import (
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
)

// MaxSize is the largest board: a set of its values fits 16 bits.
const MaxSize = 16

// Board is a square of Size x Size cells, cut into regions that are W cells wide and H cells high.
// Cells holds the rows one after the other; 0 is a blank.
type Board struct {
	Size, W, H int
	Cells      []int
	Letters    bool // values are shown as A to P, not as 1 to 9 and A to G
}

// New returns an empty board with regions of w columns by h rows.
func New(w, h int) (Board, error) {
	if w < 1 || h < 1 || h > MaxSize/w { // their product may be too large for an int
		return Board{}, say.Errorf("regions of %d by %d: width times height is the size, 1 to %d", w, h, MaxSize)
	}
	n := w * h
	return Board{Size: n, W: w, H: h, Cells: make([]int, n*n)}, nil
}

// Empty returns an empty 9x9 board.
func Empty() Board { return Board{Size: 9, W: 3, H: 3, Cells: make([]int, 81)} }

// emptyLetters returns an empty 16x16 board of letters.
func emptyLetters() Board { return Board{Size: 16, W: 4, H: 4, Cells: make([]int, 256), Letters: true} }

// Regions returns the usual width and height of the regions of a board of the given size: as square as
// they get, and rather wide than high (6: 3 by 2).
func Regions(size int) (w, h int) {
	for h = 1; h*h <= size; h++ {
		if size%h == 0 {
			w = size / h
		}
	}
	return w, size / w
}

// Clone returns a board that shares nothing with b.
func (b Board) Clone() Board {
	b.Cells = slices.Clone(b.Cells)
	return b
}

// Equal reports whether both boards have the same shape and the same cells.
func (b Board) Equal(c Board) bool {
	return b.W == c.W && slices.Equal(b.Cells, c.Cells) // with as many cells, regions as wide are as high
}

// Clues counts the cells that are not blank.
func (b Board) Clues() int {
	n := 0
	for _, v := range b.Cells {
		if v != 0 {
			n++
		}
	}
	return n
}

// Box returns the region of a cell, numbered from 0 in reading order.
func (b Board) Box(cell int) int {
	r, c := cell/b.Size, cell%b.Size
	return r/b.H*b.H + c/b.W // a row of regions holds Size/W = H of them
}

// boxCell returns the k-th cell of a region, both from 0 in reading order.
func (b Board) boxCell(box, k int) int {
	r := box/b.H*b.H + k/b.W
	c := box%b.H*b.W + k%b.W
	return r*b.Size + c
}

// letters are a blank and the values of a board of letters.
const letters = "-ABCDEFGHIJKLMNOP"

// Symbol shows a value of the board in one character: 10 to 16 are A to G, but on a board of letters 1 to 16 are A to P.
// A blank is a point or a minus.
func (b Board) Symbol(v int) string {
	if b.Letters {
		return letters[v : v+1]
	}
	return ".123456789ABCDEFG"[v : v+1]
}

// Line writes a board row by row, in the symbol of each cell.
func (b Board) Line() string {
	var s strings.Builder
	for _, v := range b.Cells {
		s.WriteString(b.Symbol(v))
	}
	return s.String()
}
