// The cell with the fewest candidates first, in sets of nine bits.
//judge:problem leetcode37
/**
 * @param {character[][]} board
 * @return {void} Do not return anything, modify board in-place instead.
 */
var solveSudoku = function(board) {
    const row = Array(9).fill(511), col = Array(9).fill(511), box = Array(9).fill(511);
    const flip = (r, c, bit) => {
        row[r] ^= bit;
        col[c] ^= bit;
        box[Math.floor(r / 3) * 3 + Math.floor(c / 3)] ^= bit;
    };
    const count = (m) => { let n = 0; for (; m; m &= m - 1) n++; return n; };
    for (let r = 0; r < 9; r++)
        for (let c = 0; c < 9; c++)
            if (board[r][c] !== '.') flip(r, c, 1 << (board[r][c] - 1));
    const search = () => {
        let bestR, bestC, best, fewest = 10;
        for (let r = 0; r < 9; r++)
            for (let c = 0; c < 9; c++) {
                if (board[r][c] !== '.') continue;
                const fits = row[r] & col[c] & box[Math.floor(r / 3) * 3 + Math.floor(c / 3)], n = count(fits);
                if (n < fewest) [bestR, bestC, best, fewest] = [r, c, fits, n];
            }
        if (fewest === 10) return true;
        for (let m = best; m; m &= m - 1) {
            const d = 31 - Math.clz32(m & -m);
            board[bestR][bestC] = String(d + 1);
            flip(bestR, bestC, 1 << d);
            if (search()) return true;
            flip(bestR, bestC, 1 << d);
        }
        board[bestR][bestC] = '.';
        return false;
    };
    search();
};
