// The cell with the fewest candidates first, in sets of nine bits.
//judge:problem leetcode37
struct Free {
    row: [u32; 9],
    col: [u32; 9],
    unit: [u32; 9],
}

impl Free {
    fn flip(&mut self, r: usize, c: usize, bit: u32) {
        self.row[r] ^= bit;
        self.col[c] ^= bit;
        self.unit[r / 3 * 3 + c / 3] ^= bit;
    }

    fn search(&mut self, board: &mut Vec<Vec<char>>) -> bool {
        let mut best = (0, 0, 0, 10);
        for r in 0..9 {
            for c in 0..9 {
                if board[r][c] == '.' {
                    let fits = self.row[r] & self.col[c] & self.unit[r / 3 * 3 + c / 3];
                    if fits.count_ones() < best.3 {
                        best = (r, c, fits, fits.count_ones());
                    }
                }
            }
        }
        let (r, c, mut fits, fewest) = best;
        if fewest == 10 {
            return true;
        }
        while fits != 0 {
            let d = fits.trailing_zeros();
            fits &= fits - 1;
            board[r][c] = (b'1' + d as u8) as char;
            self.flip(r, c, 1 << d);
            if self.search(board) {
                return true;
            }
            self.flip(r, c, 1 << d);
        }
        board[r][c] = '.';
        false
    }
}

impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        let mut free = Free { row: [511; 9], col: [511; 9], unit: [511; 9] };
        for r in 0..9 {
            for c in 0..9 {
                if let Some(d) = board[r][c].to_digit(10) {
                    free.flip(r, c, 1 << (d - 1));
                }
            }
        }
        free.search(board);
    }
}
