// A history: one approach's steps, with boards remembered at intervals so that any moment is near.
import { varints, columns, breath } from "./common.js";
import { Rules } from "./rules.js";

const KEY = 1024; // steps from one remembered board to the next

export class History extends Rules {
  constructor(run, { puzzle, w, h, letters }, bytes) {
    super(w, h);
    this.symbols = letters ? " ABCDEFGHIJKLMNOP" : " 123456789ABCDEFG";
    Object.assign(this, { name: run.name, total: run.total, placed: run.placed, solved: run.solved, pins: run.pins, outline: run.outline.flat(), part: run.part, length: run.kept });
    this.digits = Array.from({ length: this.size }, (_, i) => i + 1);
    this.puzzle = Uint8Array.from(puzzle);
    this.next = varints(bytes);
  }

  // read takes the steps from the bytes, with rests between, runs once through them and notes the depth of each, and a
  // board now and then.
  async read() {
    for (const name of ["cells", "lines", "values"]) {
      await breath();
      [this[name]] = columns(this.next, this.length, 1);
    }
    await breath();
    const board = this.puzzle.slice(), depth = new Uint16Array(this.length + 1), keys = [];
    let filled = 0;
    for (let i = 0; i <= this.length; i++) {
      if (i % KEY === 0) keys.push(board.slice());
      if (i === this.length) break;
      const c = this.cells[i], v = this.values[i];
      filled += (v ? 1 : 0) - (board[c] ? 1 : 0);
      board[c] = v;
      depth[i + 1] = Math.max(0, filled);
    }
    return Object.assign(this, { depth, keys });
  }

  get cut() { return this.length < this.total }

  // at returns the board after n steps.
  at(n) {
    const k = Math.floor(n / KEY), board = this.keys[k].slice();
    for (let i = k * KEY; i < n; i++) board[this.cells[i]] = this.values[i];
    return board;
  }
  // line returns the line of the source that made the n-th step.
  line(n) { return n ? this.lines[n - 1] : 0 }
}
