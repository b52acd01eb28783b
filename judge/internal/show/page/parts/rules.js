// The rules on a board of one shape: which cells clash, and which digits still fit.
export class Rules {
  // A region is w cells wide and h high.
  constructor(w, h) { Object.assign(this, { size: w * h, w, h }) }

  // place is a cell's row and column, and the cells of its region in order.
  place(cell) {
    const { size, w, h } = this, r = Math.floor(cell / size), c = cell % size, r0 = r - r % h, c0 = c - c % w;
    return { r, c, region: i => (r0 + Math.floor(i / w)) * size + c0 + i % w };
  }

  // fits is the set of digits, a bit each, that clash with nothing at a cell.
  fits(board, cell) {
    const n = this.size, { r, c, region } = this.place(cell);
    let used = 0;
    for (let i = 0; i < n; i++) {
      if (i !== c) used |= 1 << board[r * n + i];
      if (i !== r) used |= 1 << board[i * n + c];
      const k = region(i);
      if (k !== cell) used |= 1 << board[k];
    }
    return ~used & ((1 << (n + 1)) - 2);
  }

  // alone reports whether the digit fits nowhere else in some unit of the cell.
  alone(board, cell, value) {
    const n = this.size, { r, c, region } = this.place(cell);
    const only = at => {
      for (let i = 0; i < n; i++) {
        const k = at(i);
        if (k !== cell && !board[k] && this.fits(board, k) >> value & 1) return false;
      }
      return true;
    };
    return only(i => r * n + i) || only(i => i * n + c) || only(region);
  }

  // stuck returns a blank cell that no digit fits, or -1.
  stuck(board) {
    for (let i = 0; i < board.length; i++) if (!board[i] && !this.fits(board, i)) return i;
    return -1;
  }
}
