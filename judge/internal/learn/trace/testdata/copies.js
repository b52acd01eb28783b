const process = require("process"), { Buffer } = require("buffer"); // their names are the global ones
class Search {
  #deepest = 0;

  static blank(board) {
    const r = board.findIndex((row) => row.includes(0));
    return r < 0 ? null : [r, board[r].indexOf(0)];
  }

  run(board, depth = 0) {
    this.#deepest = Math.max(this.#deepest, depth);
    const place = Search.blank(board);
    if (!place) return board;
    const [r, c] = place;
    for (let d = 1; d <= 9; d++) {
      if (board[r].includes(d) || board.some((row) => row[c] === d)) continue;
      const top = r - r % 3, left = c - c % 3;
      if ([0, 1, 2, 3, 4, 5, 6, 7, 8].some((k) => board[top + Math.floor(k / 3)][left + k % 3] === d)) continue;
      const guess = board.map((row) => [...row]);
      guess[r][c] = d;
      const solved = this.run(guess, depth + 1);
      if (solved) return solved;
    }
    return null;
  }
}

for (const line of require('fs').readFileSync(0, 'utf8').trim().split('\n').slice(0, -1)) {
  const solved = new Search().run(line.match(/.{9}/g).map((row) => [...row].map((x) => Number(x) || 0)));
  console.log(solved.flat().join(''));
}
