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
    Object.assign(this, { name: run.name, total: run.total, placed: run.placed, dead: run.dead, deepest: run.deepest, solved: run.solved, note: run.note, first: run.first,
      outline: run.outline, part: run.part, code: run.code, length: run.kept });
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

  // index runs once through the steps and notes the depth of each, the dead ends with the deepest so far, and a board now
  // and then. A dead end is a step that takes digits back right after a step that did not.
  index() {
    const board = this.puzzle.slice(), fits = this.given && this.given.slice(), depth = new Uint16Array(this.length + 1), deads = [], deep = [], keys = [];
    let filled = 0, placed = 0, rose = false;
    for (let i = 0; i < this.length; i++) {
      if (i % KEY === 0) keys.push({ board: board.slice(), fits: fits && fits.slice(), placed });
      let back = 0;
      for (let k = this.ends[i]; k < this.ends[i + 1]; k++) {
        const c = this.cells[k], v = this.values[k], was = board[c];
        if (was && was !== v || !was && !v && !fits) back++;
        if (v && was !== v) placed++;
        filled += (v ? 1 : 0) - (was ? 1 : 0);
        board[c] = v;
        if (fits) fits[c] = this.marks[k];
      }
      if (back && rose) {
        deads.push(i + 1);
        deep.push(Math.max(deep.length ? deep[deep.length - 1] : 0, depth[i]));
      }
      rose = !back;
      depth[i + 1] = Math.max(0, filled);
    }
    if (this.length % KEY === 0) keys.push({ board: board.slice(), fits: fits && fits.slice(), placed });
    Object.assign(this, { depth, deads, deep, keys });
  }

  get cut() { return this.length < this.total }

  // at returns the board after n steps, its candidates if they are known, and the counts until then.
  at(n) {
    const k = Math.floor(n / KEY), key = this.keys[k], board = key.board.slice(), fits = key.fits && key.fits.slice(), dead = this.deadsBy(n);
    let placed = key.placed;
    for (let i = this.ends[k * KEY]; i < this.ends[n]; i++) {
      const c = this.cells[i], v = this.values[i];
      if (v && (!fits || board[c] !== v)) placed++;
      board[c] = v;
      if (fits) fits[c] = this.marks[i];
    }
    return { board, fits, placed, dead, deepest: dead ? this.deep[dead - 1] : 0 };
  }
  // line returns the line of the source that made the n-th step.
  line(n) { return n ? this.lines[this.ends[n - 1]] : 0 }

  // deadsBy counts the dead ends within the first n steps.
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
