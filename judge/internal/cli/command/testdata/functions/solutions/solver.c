// The cell with the fewest candidates first, in sets of nine bits.
//judge:problem leetcode37
static int row[9], col[9], box[9];

static void flip(int r, int c, int bit) {
    row[r] ^= bit;
    col[c] ^= bit;
    box[r / 3 * 3 + c / 3] ^= bit;
}

static bool search(char** board) {
    int bestR = 0, bestC = 0, best = 0, fewest = 10;
    for (int r = 0; r < 9; r++)
        for (int c = 0; c < 9; c++) {
            if (board[r][c] != '.') continue;
            int fits = row[r] & col[c] & box[r / 3 * 3 + c / 3], n = __builtin_popcount(fits);
            if (n < fewest) bestR = r, bestC = c, best = fits, fewest = n;
        }
    if (fewest == 10) return true;
    for (int m = best; m; m &= m - 1) {
        int d = __builtin_ctz(m);
        board[bestR][bestC] = '1' + d;
        flip(bestR, bestC, 1 << d);
        if (search(board)) return true;
        flip(bestR, bestC, 1 << d);
    }
    board[bestR][bestC] = '.';
    return false;
}

void solveSudoku(char** board, int boardSize, int* boardColSize) {
    for (int i = 0; i < 9; i++) row[i] = col[i] = box[i] = 511;
    for (int r = 0; r < boardSize; r++)
        for (int c = 0; c < boardColSize[r]; c++)
            if (board[r][c] != '.') flip(r, c, 1 << (board[r][c] - '1'));
    search(board);
}
