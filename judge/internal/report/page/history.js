// A history: one approach's steps, with boards remembered at intervals so that any moment is near.
import { varints } from "./common.js";
import { Rules } from "./rules.js";

const KEY = 1024; // steps from one remembered board to the next

export class History extends Rules {
  constructor(run, { puzzle, w, h }, bytes) {
    super(w, h);
    Object.assign(this, { name: run.name, total: run.total, placed: run.placed, dead: run.dead, deepest: run.deepest, solved: run.solved, note: run.note,
      outline: run.outline, part: run.part, code: run.code, length: run.kept });
    this.puzzle = Uint8Array.from(puzzle);
    this.cells = new Uint16Array(this.length);
    this.lines = new Uint16Array(this.length);
    this.values = bytes.subarray(bytes.length - this.length);
    const numbers = varints(bytes);
    for (const list of [this.cells, this.lines]) for (let i = 0, last = 0; i < this.length; i++) {
      const z = numbers.next().value;
      list[i] = last += z % 2 ? -(z + 1) / 2 : z / 2;
    }
    this.index();
  }

  // index runs once through the steps: depth at each, dead ends with the deepest so far, and the remembered
  // boards. A dead end is a digit taken back right after it was placed.
  index() {
    const board = this.puzzle.slice(), depth = new Uint16Array(this.length + 1), deads = [], deep = [], keys = [];
    let filled = 0, placed = 0;
    for (let i = 0; i < this.length; i++) {
      if (i % KEY === 0) keys.push({ board: board.slice(), placed });
      const c = this.cells[i], v = this.values[i];
      if (!v && i && this.values[i - 1]) {
        deads.push(i + 1);
        deep.push(Math.max(deep.length ? deep[deep.length - 1] : 0, depth[i]));
      }
      filled += (v ? 1 : 0) - (board[c] ? 1 : 0);
      if (v) placed++;
      board[c] = v;
      depth[i + 1] = Math.max(0, filled);
    }
    if (this.length % KEY === 0) keys.push({ board: board.slice(), placed });
    Object.assign(this, { depth, deads, deep, keys });
  }

  get cut() { return this.length < this.total }

  // at is the board after n steps, and what was counted by then.
  at(n) {
    const k = Math.floor(n / KEY), key = this.keys[k], board = key.board.slice(), dead = this.deadsBy(n);
    let placed = key.placed;
    for (let i = k * KEY; i < n; i++) {
      board[this.cells[i]] = this.values[i];
      if (this.values[i]) placed++;
    }
    return { board, placed, dead, deepest: dead ? this.deep[dead - 1] : 0 };
  }

  // deadsBy is how many dead ends there were within the first n steps.
  deadsBy(n) {
    let low = 0, high = this.deads.length;
    while (low < high) { const mid = (low + high) >> 1; if (this.deads[mid] > n) high = mid; else low = mid + 1 }
    return low;
  }
  nextDead(n) {
    const k = this.deadsBy(n);
    return k < this.deads.length ? this.deads[k] : -1;
  }
}
