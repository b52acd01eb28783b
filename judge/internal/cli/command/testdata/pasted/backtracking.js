// Plain backtracking, as it is first written for LeetCode 37: it passes there.
var solveSudoku = function (board) {
  const fits = (row, col, digit) => {
    for (let i = 0; i < 9; i++) {
      if (board[row][i] === digit || board[i][col] === digit) return false;
      if (board[row - (row % 3) + Math.floor(i / 3)][col - (col % 3) + (i % 3)] === digit) return false;
    }
    return true;
  };
  const fill = () => {
    for (let row = 0; row < 9; row++)
      for (let col = 0; col < 9; col++) {
        if (board[row][col] !== ".") continue;
        for (let n = 1; n <= 9; n++) {
          if (!fits(row, col, String(n))) continue;
          board[row][col] = String(n);
          if (fill()) return true;
          board[row][col] = ".";
        }
        return false;
      }
    return true;
  };
  fill();
};
