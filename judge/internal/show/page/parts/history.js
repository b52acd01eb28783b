// A history: one approach's steps, with boards remembered at intervals so that any moment is near.
import { varints } from "./common.js";
import { Rules } from "./rules.js";

const KEY = 1024; // steps from one remembered board to the next

// only returns the digit of a set with one digit, else 0.
const only = set => set && !(set & set - 1) ? 31 - Math.clz32(set) : 0;

export class History extends Rules {
  constructor(run, { puzzle, w, h, letters }, bytes) {
    super(w, h);
    this.symbols = letters ? " ABCDEFGHIJKLMNOP" : " 123456789ABCDEFG";
    Object.assign(this, { name: run.name, total: run.total, placed: run.placed, solved: run.solved, pins: run.pins, outline: run.outline.flat(), part: run.part, length: run.kept });
    this.digits = Array.from({ length: this.size }, (_, i) => i + 1);
    this.puzzle = Uint8Array.from(puzzle);
    const count = run.changes, numbers = varints(bytes);
    this.cells = new Uint16Array(count);
    this.lines = new Uint16Array(count);
    for (const list of [this.cells, this.lines]) for (let i = 0, last = 0; i < count; i++) {
      const z = numbers.next().value;
      list[i] = last += z % 2 ? -(z + 1) / 2 : z / 2;
    }
    this.ends = Uint32Array.from({ length: this.length + 1 }, (_, n) => n); // changes by the end of each step
    if (run.fits) this.candidates(numbers);
    else this.values = bytes.subarray(bytes.length - count);
    this.index();
  }

  // candidates reads which candidates of a cell are left after each change. A single one is its digit.
  candidates(numbers) {
    this.marks = new Uint32Array(this.cells.length);
    this.values = new Uint8Array(this.cells.length);
    const now = this.given = Uint32Array.from(this.puzzle, v => v && 1 << v), last = now.slice();
    for (let i = 0, step = 0; i < this.cells.length; i++) {
      const changed = numbers.next().value, c = this.cells[i];
      last[c] ^= changed & ~1;
      this.marks[i] = last[c];
      this.values[i] = only(last[c]);
      if (!(changed & 1)) step++;
      this.ends[step] = i + 1;
    }
  }

  // index runs once through the steps and notes the depth of each, and a board now and then.
  index() {
    const board = this.puzzle.slice(), fits = this.given && this.given.slice(), depth = new Uint16Array(this.length + 1), keys = [];
    let filled = 0;
    for (let i = 0; i <= this.length; i++) {
      if (i % KEY === 0) keys.push({ board: board.slice(), fits: fits && fits.slice() });
      for (let k = this.ends[i]; i < this.length && k < this.ends[i + 1]; k++) {
        const c = this.cells[k], v = this.values[k];
        filled += (v ? 1 : 0) - (board[c] ? 1 : 0);
        board[c] = v;
        if (fits) fits[c] = this.marks[k];
      }
      if (i < this.length) depth[i + 1] = Math.max(0, filled);
    }
    Object.assign(this, { depth, keys });
  }

  get cut() { return this.length < this.total }

  // at returns the board after n steps, and its candidates if they are known.
  at(n) {
    const k = Math.floor(n / KEY), key = this.keys[k], board = key.board.slice(), fits = key.fits && key.fits.slice();
    for (let i = this.ends[k * KEY]; i < this.ends[n]; i++) {
      const c = this.cells[i];
      board[c] = this.values[i];
      if (fits) fits[c] = this.marks[i];
    }
    return { board, fits };
  }
  // line returns the line of the source that made the n-th step.
  line(n) { return n ? this.lines[this.ends[n - 1]] : 0 }
}
