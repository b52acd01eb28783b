/**
 * @param {character[][]} board
 * @return {void} Do not return anything, modify board in-place instead.
 */
var solveSudoku = function (board) {
  const fits = (r, c, d) => {
    for (let i = 0; i < 9; i++) {
      if (board[r][i] === d || board[i][c] === d) return false;
      if (board[3 * Math.floor(r / 3) + Math.floor(i / 3)][3 * Math.floor(c / 3) + i % 3] === d) return false;
    }
    return true;
  };
  const dfs = () => {
    for (let r = 0; r < 9; r++)
      for (let c = 0; c < 9; c++)
        if (board[r][c] === '.') {
          for (let n = 1; n <= 9; n++) {
            const d = String(n);
            if (fits(r, c, d)) {
              board[r][c] = d;
              if (dfs()) return true;
              board[r][c] = '.';
            }
          }
          return false;
        }
    return true;
  };
  dfs();
};

for (const line of require('fs').readFileSync(0, 'utf8').split('\n')) {
  if (line === 'end') break
  const board = Array.from({ length: 9 }, (_, r) => line.slice(9 * r, 9 * r + 9).split(''))
  solveSudoku(board)
  console.log(board.map(row => row.join('')).join(''))
}
