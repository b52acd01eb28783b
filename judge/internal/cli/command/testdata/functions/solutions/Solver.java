// The cell with the fewest candidates first, in sets of nine bits.
//judge:problem leetcode37
class Solution {
    private final int[] row = new int[9], col = new int[9], box = new int[9];

    private void flip(int r, int c, int bit) {
        row[r] ^= bit;
        col[c] ^= bit;
        box[r / 3 * 3 + c / 3] ^= bit;
    }

    private boolean search(char[][] board) {
        int bestR = 0, bestC = 0, best = 0, fewest = 10;
        for (int r = 0; r < 9; r++)
            for (int c = 0; c < 9; c++) {
                if (board[r][c] != '.') continue;
                int fits = row[r] & col[c] & box[r / 3 * 3 + c / 3], n = Integer.bitCount(fits);
                if (n < fewest) {
                    bestR = r;
                    bestC = c;
                    best = fits;
                    fewest = n;
                }
            }
        if (fewest == 10) return true;
        for (int m = best; m != 0; m &= m - 1) {
            int d = Integer.numberOfTrailingZeros(m);
            board[bestR][bestC] = (char) ('1' + d);
            flip(bestR, bestC, 1 << d);
            if (search(board)) return true;
            flip(bestR, bestC, 1 << d);
        }
        board[bestR][bestC] = '.';
        return false;
    }

    public void solveSudoku(char[][] board) {
        for (int[] units : List.of(row, col, box)) Arrays.fill(units, 511);
        for (int r = 0; r < 9; r++)
            for (int c = 0; c < 9; c++)
                if (board[r][c] != '.') flip(r, c, 1 << (board[r][c] - '1'));
        search(board);
    }
}
