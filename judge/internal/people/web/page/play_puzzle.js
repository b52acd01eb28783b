// A puzzle being played: its clues, what stands on the board, and the boards before.
import { Rules } from "./report/rules.js";

export const letters = ".123456789ABCDEFG";
const line = (cells) => Array.from(cells, (v) => letters[v]).join("");
const parse = (text) => Uint8Array.from(text, (c) => Math.max(0, letters.indexOf(c)));

export class Puzzle extends Rules {
  constructor(w, h, given, cells) {
    super(w, h);
    this.given = given || new Uint8Array(this.size ** 2);
    this.cells = cells || this.given.slice();
    this.blot();
    this.past = [];
    this.future = [];
  }

  // The judge gets the board, all that stands there, and the clues, or the whole board if there are no clues.
  board() { return { w: this.w, h: this.h, cells: line(this.cells) } }
  clues() { return { w: this.w, h: this.h, cells: line(this.given.some((v) => v) ? this.given : this.cells) } }

  // put writes a value, 0 to clear, as a clue or as an answer. An answer cannot replace a clue.
  put(cell, value, asClue) {
    if (value > this.size || !asClue && this.given[cell] || this.cells[cell] === value && (!asClue || this.given[cell] === value)) return false;
    this.keep();
    this.cells[cell] = value;
    if (asClue) this.given[cell] = value;
    return true;
  }

  // note writes a pencil mark into a blank cell or removes it; 0 removes all.
  note(cell, value) {
    if (value > this.size || this.cells[cell] || !value && !this.notes[cell]) return false;
    this.keep();
    this.notes[cell] = value ? this.notes[cell] ^ 1 << value : 0;
    return true;
  }
  blot() { this.notes = new Uint32Array(this.cells.length) }

  // become takes another board, as clues or empty for answers.
  become({ w, h, cells }, asClues) {
    this.keep();
    this.shape(w, h);
    this.cells = parse(cells);
    this.given = asClues ? this.cells.slice() : new Uint8Array(this.cells.length);
    this.blot();
  }
  fill(text) {
    this.keep();
    this.cells = parse(text);
  }
  restart() {
    this.keep();
    this.cells = this.given.slice();
    this.blot();
  }

  shape(w, h) { Object.assign(this, { w, h, size: w * h }) }
  now() { return { w: this.w, h: this.h, given: this.given.slice(), cells: this.cells.slice(), notes: this.notes.slice() } }
  keep() {
    this.past.push(this.now());
    if (this.past.length > 1000) this.past.shift();
    this.future = [];
  }
  turn(from, to) {
    if (!from.length) return false;
    to.push(this.now());
    const { w, h, given, cells, notes } = from.pop();
    this.shape(w, h);
    Object.assign(this, { given, cells, notes });
    return true;
  }
  undo() { return this.turn(this.past, this.future) }
  redo() { return this.turn(this.future, this.past) }

  // clashes returns the units that hold a value more than once, and the cells that hold it.
  clashes() {
    const n = this.size, units = [], cells = new Set();
    const look = (kind, number, at) => {
      const by = new Map();
      for (let i = 0; i < n; i++) {
        const cell = at(i), v = this.cells[cell];
        if (v) by.set(v, [...(by.get(v) || []), cell]);
      }
      for (const [v, all] of by) if (all.length > 1) {
        units.push({ kind, n: number + 1, v: letters[v] });
        for (const cell of all) cells.add(cell);
      }
    };
    for (let k = 0; k < n; k++) look("row", k, (i) => k * n + i);
    for (let k = 0; k < n; k++) look("column", k, (i) => i * n + k);
    for (let k = 0; k < n; k++) {
      const across = n / this.w, { region } = this.place(Math.floor(k / across) * this.h * n + k % across * this.w);
      look("box", k, region);
    }
    return { units, cells };
  }

  // link writes the puzzle as the fragment of an address: the shape, the clues and, if there is more, the board.
  link() {
    const given = line(this.given), cells = line(this.cells);
    return cells.replaceAll(".", "") ? `#${[this.w, this.h, given, ...(cells === given ? [] : [cells])].join(",")}` : "";
  }
}

// usual returns the regions of a size by default: as square as possible, and wide rather than high.
const usual = (size) => { let h = Math.floor(size ** .5); while (size % h) h--; return [size / h, h] };

// fromLink reads the puzzle of an address, as link writes it or its cells alone; null if there is none.
export function fromLink(hash) {
  const parts = hash.slice(1).split(","), [w, h, given, cells = given] = parts.length > 1 ? parts : [...usual(parts[0].length ** .5), parts[0]], size = w * h;
  const whole = (text) => text && text.length === size * size && [...text].every((c) => letters.indexOf(c) >= 0 && letters.indexOf(c) <= size);
  if (!/^\d+$/.test(w) || !/^\d+$/.test(h) || size < 4 || size > 16 || !whole(given) || !whole(cells)) return null;
  const clues = parse(given);
  return new Puzzle(+w, +h, clues, parse(cells).map((v, i) => clues[i] || v));
}
