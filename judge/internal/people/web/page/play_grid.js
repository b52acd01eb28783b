// The board on the page: a grid of cells that is read, walked and typed in.
import { letters } from "./play_puzzle.js";

const make = (name, properties) => Object.assign(document.createElement(name), properties);

export class Grid {
  // on has a function for each wish of the reader: put(cell, value), undo(), redo(), hint(), notes(), paste(text).
  constructor(element, pad, words, on) {
    Object.assign(this, { element, pad, words, on, cells: [], at: 0 });
    element.addEventListener("keydown", (event) => this.key(event));
    element.addEventListener("focusin", ({ target }) => this.select(this.cells.indexOf(target)));
    element.addEventListener("pointerdown", ({ target }) => { const cell = target.closest(".cell"); if (cell) cell.focus() });
    document.addEventListener("paste", (event) => {
      if (["INPUT", "TEXTAREA", "SELECT"].includes(event.target.tagName)) return;
      const text = event.clipboardData.getData("text/plain");
      if (text) { event.preventDefault(); on.paste(text) }
    });
  }

  // build makes new cells if the shape has changed.
  build({ size, w, h }) {
    const shape = `${w},${h}`;
    if (this.shape === shape) return;
    Object.assign(this, { shape, size, cells: [], at: 0 });
    this.element.style.setProperty("--n", size);
    this.element.replaceChildren(...Array.from({ length: size }, (_, r) => {
      const row = make("div", { className: "cells" });
      row.setAttribute("role", "row");
      for (let c = 0; c < size; c++) {
        const cell = make("div", { className: "cell", tabIndex: -1 });
        cell.setAttribute("role", "gridcell");
        cell.classList.toggle("right", (c + 1) % w === 0 && c + 1 < size);
        cell.classList.toggle("below", (r + 1) % h === 0 && r + 1 < size);
        row.append(cell);
        this.cells.push(cell);
      }
      return row;
    }));
    this.pad.style.setProperty("--keys", size > 9 ? Math.ceil((size + 1) / 2) : size + 1);
    this.pad.style.setProperty("--few", Math.ceil((size + 1) / (size > 9 ? 3 : 2)));
    this.pad.replaceChildren(...Array.from({ length: size + 1 }, (_, i) => {
      const value = (i + 1) % (size + 1), key = make("button", { type: "button", textContent: value ? letters[value] : "⌫" });
      if (!value) key.setAttribute("aria-label", this.words("same"));
      key.addEventListener("click", () => this.on.put(this.at, value));
      return key;
    }));
    this.select(0);
  }

  show(puzzle, { wrong, candidates, hint = -1, seen = [], struck = [] }) {
    this.build(puzzle);
    this.element.classList.toggle("large", puzzle.size > 9);
    const { r, c, region } = puzzle.place(this.at), kin = new Set(Array.from({ length: puzzle.size }, (_, i) => [r * puzzle.size + i, i * puzzle.size + c, region(i)]).flat());
    this.puzzle = puzzle;
    this.marks = { wrong, candidates, hint, seen, struck };
    this.cells.forEach((cell, i) => {
      const v = puzzle.cells[i], noted = v ? 0 : puzzle.notes[i], given = puzzle.given[i] > 0, clash = wrong.has(i);
      const classes = { given, wrong: clash, kin: kin.has(i), same: v && v === puzzle.cells[this.at], hinted: i === hint, seen: seen.includes(i), struck: struck.includes(i) };
      for (const name in classes) cell.classList.toggle(name, !!classes[name]);
      const text = v ? letters[v] : "";
      cell.classList.toggle("noted", noted > 0);
      if (noted || candidates && !v) this.pencil(cell, noted || puzzle.fits(puzzle.cells, i));
      else if (cell.textContent !== text || cell.firstElementChild) cell.textContent = text;
      const spoken = v ? letters[v] + (given ? ", " + this.words("given") : "") + (clash ? ", " + this.words("clashing") : "") : noted ? this.words("noted", { v: [...letters].filter((_, d) => noted >> d & 1).join(" ") }) : this.words("blank");
      cell.setAttribute("aria-label", this.words("cell", { r: Math.floor(i / puzzle.size) + 1, c: i % puzzle.size + 1, v: spoken }));
    });
  }

  pencil(cell, fit) {
    const marks = make("span", { className: "marks" });
    marks.style.setProperty("--m", Math.ceil(Math.sqrt(this.size)));
    for (let v = 1; v <= this.size; v++) marks.append(make("i", { textContent: fit >> v & 1 ? letters[v] : "" }));
    cell.replaceChildren(marks);
  }

  // select chooses the cell to type into.
  select(cell) {
    if (cell < 0 || cell >= this.cells.length) return;
    this.cells[this.at].tabIndex = -1;
    this.cells[this.at].removeAttribute("aria-selected");
    this.at = cell;
    this.cells[cell].tabIndex = 0;
    this.cells[cell].setAttribute("aria-selected", "true");
    if (this.puzzle && this.puzzle.cells.length === this.cells.length) this.show(this.puzzle, this.marks);
  }
  focus(cell) { this.cells[cell].focus() }

  key(event) {
    const n = this.size, r = Math.floor(this.at / n), c = this.at % n, command = event.ctrlKey || event.metaKey;
    if (event.altKey) return;
    const to = (row, column) => this.focus((row + n) % n * n + (column + n) % n);
    const moves = {
      ArrowLeft: () => to(r, c - 1), ArrowRight: () => to(r, c + 1), ArrowUp: () => to(r - 1, c), ArrowDown: () => to(r + 1, c),
      Home: () => command ? to(0, 0) : to(r, 0), End: () => command ? to(n - 1, n - 1) : to(r, n - 1),
    };
    const commands = { z: () => event.shiftKey ? this.on.redo() : this.on.undo(), y: this.on.redo };
    const clear = () => this.on.put(this.at, 0), key = event.key.length === 1 ? event.key.toUpperCase() : event.key, value = letters.indexOf(key);
    const keys = { Delete: clear, Backspace: clear, 0: clear, ".": clear, " ": clear, H: this.on.hint, N: this.on.notes };
    const act = moves[key] || (command ? commands[key.toLowerCase()] : keys[key] || (key.length === 1 && value > 0 && value <= n && (() => this.on.put(this.at, value))));
    if (!act) return;
    event.preventDefault();
    act();
  }
}
