package sudoku

// A puzzle stays as hard to reason about when its values are renamed, or its rows change places within
// a band, or the bands do, or likewise the columns. For a program that searches in a fixed order it may
// become a quite different puzzle.

// Shuffled returns the board with its values, rows and columns rearranged at random.
func (b Board) Shuffled(r *Rand) Board {
	rows, columns := lines(r, b.W, b.H), lines(r, b.H, b.W)
	names := r.Perm(b.Size)
	turned := b.W == b.H && r.Intn(2) == 0
	out := b.Clone()
	for i := range b.Size {
		for j := range b.Size {
			from := rows[i]*b.Size + columns[j]
			if turned {
				from = columns[j]*b.Size + rows[i]
			}
			v := b.Cells[from]
			if v != 0 {
				v = names[v-1] + 1
			}
			out.Cells[i*b.Size+j] = v
		}
	}
	return out
}

// lines returns a random order of the rows or columns: the given number of bands, whose lines stay together.
func lines(r *Rand, bands, each int) []int {
	var order []int
	for _, band := range r.Perm(bands) {
		for _, i := range r.Perm(each) {
			order = append(order, band*each+i)
		}
	}
	return order
}

// Descending rearranges a puzzle with one solution to slow programs that fill in the first blank with
// the lowest digit: the rows with the fewest clues come first, and the solution's first row counts
// down.
func (b Board) Descending(solution Board, r *Rand) Board {
	n := b.Size
	best, fewest := b, 2*n*n
	var bestSolution Board
	for range 200 {
		seed := r.Uint64()
		p, s := b.Shuffled(NewRand(seed)), solution.Shuffled(NewRand(seed))
		if k := earlyClues(p); k < fewest {
			best, bestSolution, fewest = p, s, k
		}
	}
	name := make([]int, n+1)
	for c := range n {
		name[bestSolution.Cells[c]] = n - c
	}
	for i, v := range best.Cells {
		best.Cells[i] = name[v]
	}
	return best
}

// earlyClues weighs the clues in the first two rows, the earliest most.
func earlyClues(b Board) int {
	k := 0
	for c := range 2 * b.Size {
		if b.Cells[c] != 0 {
			k += 3 - 2*(c/b.Size)
		}
	}
	return k
}
