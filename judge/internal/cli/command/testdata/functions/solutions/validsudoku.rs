//judge:problem validsudoku
use std::collections::HashSet;

impl Solution {
    pub fn is_valid_sudoku(board: Vec<Vec<char>>) -> bool {
        let mut seen = HashSet::new();
        for r in 0..9 {
            for c in 0..9 {
                let d = board[r][c];
                if d != '.' && !(seen.insert((0, r, d)) && seen.insert((1, c, d)) && seen.insert((2, r / 3 * 3 + c / 3, d))) {
                    return false;
                }
            }
        }
        true
    }
}
