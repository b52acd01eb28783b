package sudoku

import "sync"

// shape is the common part of all boards with the same regions.
type shape struct {
	size, w, h int
	cells      int
	full       uint16    // the set of all values: value v is bit v-1
	units      [][]uint8 // rows, columns, boxes: the cells of each
	peers      [][]uint8 // the other cells in a cell's three units
}

var shapes sync.Map // [2]int{w, h} -> *shape

func shapeOf(b Board) *shape {
	key := [2]int{b.W, b.H}
	if s, ok := shapes.Load(key); ok {
		return s.(*shape)
	}
	s, _ := shapes.LoadOrStore(key, newShape(b))
	return s.(*shape)
}

func newShape(b Board) *shape {
	n := b.Size
	s := &shape{size: n, w: b.W, h: b.H, cells: n * n, full: uint16(1<<n - 1), peers: make([][]uint8, n*n)}
	for _, u := range []Unit{Row, Column, Box} {
		for i := range n {
			cells := make([]uint8, n)
			for j := range n {
				cells[j] = uint8(b.unitCell(u, i, j))
			}
			s.units = append(s.units, cells)
		}
	}
	for cell := range n * n {
		r, c, x := cell/n, cell%n, b.Box(cell)
		for p := range n * n {
			if p != cell && (p/n == r || p%n == c || b.Box(p) == x) {
				s.peers[cell] = append(s.peers[cell], uint8(p))
			}
		}
	}
	return s
}
