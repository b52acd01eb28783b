// The cell with the fewest candidates first, in sets of nine bits.
//judge:problem leetcode37
func solveSudoku(board [][]byte) {
	var row, col, box [9]uint
	flip := func(r, c int, bit uint) {
		row[r] ^= bit
		col[c] ^= bit
		box[r/3*3+c/3] ^= bit
	}
	for i := 0; i < 9; i++ {
		row[i], col[i], box[i] = 511, 511, 511
	}
	for r := range board {
		for c, ch := range board[r] {
			if ch != '.' {
				flip(r, c, 1<<(ch-'1'))
			}
		}
	}
	var search func() bool
	search = func() bool {
		bestR, bestC, best, fewest := 0, 0, uint(0), 10
		for r := range board {
			for c, ch := range board[r] {
				if ch != '.' {
					continue
				}
				fits := row[r] & col[c] & box[r/3*3+c/3]
				if n := bits.OnesCount(fits); n < fewest {
					bestR, bestC, best, fewest = r, c, fits, n
				}
			}
		}
		if fewest == 10 {
			return true
		}
		for m := best; m != 0; m &= m - 1 {
			d := bits.TrailingZeros(m)
			board[bestR][bestC] = byte('1' + d)
			flip(bestR, bestC, 1<<d)
			if search() {
				return true
			}
			flip(bestR, bestC, 1<<d)
		}
		board[bestR][bestC] = '.'
		return false
	}
	search()
}
