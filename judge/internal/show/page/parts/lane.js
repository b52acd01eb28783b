// A lane is one approach on the page: its board, its sentence, its line of code, its ribbon, its counters.
import { make, svgNode, say, said, now, number } from "./common.js";
import { explainTurn, drawMarks, ended, countBits } from "./marks.js";

// explain returns the sentences about the n-th step and the cells to mark.
export function explain(h, n, board) {
  const place = i => ({ r: Math.floor(i / h.size) + 1, c: i % h.size + 1 });
  if (n === 0) return { text: said("start", { n: board.reduce((k, v) => k + !v, 0) }) };
  const cell = h.cells[n - 1], value = h.values[n - 1], before = board.slice();
  before[cell] = n > 1 ? h.at(n - 1).board[cell] : h.puzzle[cell];
  const old = before[cell], d = h.depth[n], at = place(cell);
  const seen = { cell, value, old, stuck: -1 };
  if (value) {
    const fit = h.fits(before, cell), k = countBits(fit), v = h.symbols[value];
    const kind = !(fit >> value & 1) ? "clash" : k === 1 ? "only" : h.alone(before, cell, value) ? "hidden" : "guess";
    seen.text = said(kind, { v, k, d, ...at });
  } else if (!old) seen.text = said("clear", at);
  else {
    const end = n > 1 && h.values[n - 2] !== 0;
    if (end) seen.stuck = h.stuck(before);
    const other = seen.stuck >= 0 ? place(seen.stuck) : at;
    seen.text = said(seen.stuck >= 0 ? "stuck" : end ? "dead" : "withdraw", { v: h.symbols[old], d, r2: other.r, c2: other.c, ...at });
  }
  seen.text = ended(h, n, seen.text);
  return seen;
}

// ruled draws the lines of an empty board, ten units a cell, and returns its side.
export function ruled(svg, { size, w, h }) {
  const side = size * 10;
  svg.setAttribute("viewBox", `-1 -1 ${side + 2} ${side + 2}`);
  let thin = "", thick = `M0 0H${side}V${side}H0Z`;
  for (let i = 1; i < size; i++) {
    const down = `M${i * 10} 0V${side}`, across = `M0 ${i * 10}H${side}`;
    if (i % w) thin += down; else thick += down;
    if (i % h) thin += across; else thick += across;
  }
  svg.querySelector(".thin").setAttribute("d", thin);
  svg.querySelector(".thick").setAttribute("d", thick);
  return side;
}

const WIDE = 600, HIGH = 44;

export class Lane {
  constructor(template, history, onSeek) {
    this.history = history;
    this.element = template.content.cloneNode(true).firstElementChild;
    const find = s => this.element.querySelector(s);
    find("h3").textContent = history.name;
    say(find(".about"), history.note);
    this.svg = find(".board");
    this.under = find(".under");
    this.over = find(".over");
    this.text = find(".said");
    this.code = find(".line");
    this.slider = find("input");
    this.head = find(".head");
    this.parts = Object.fromEntries(["at", "placed", "dead", "deepest"].map(k => [k, find("." + k)]));
    this.slider.setAttribute("aria-label", said("seek", { n: history.name }).join(" · "));
    this.slider.addEventListener("input", () => onSeek(this, Math.round(+this.slider.value)));
    this.prepare();
    this.axis = history.length;
  }

  prepare() {
    const n = this.history.size, side = ruled(this.svg, this.history);
    this.svg.insertBefore(svgNode("rect", { class: "ground", width: side, height: side }), this.under);
    this.digits = [];
    for (let i = 0; i < n * n; i++) {
      const t = svgNode("text", { x: i % n * 10 + 5, y: Math.floor(i / n) * 10 + 5.2 });
      this.over.append(t);
      this.digits.push(t);
    }
    this.notes = svgNode("g", {});
    this.over.append(this.notes);
  }

  // stretch draws the ribbon on an axis of so many steps: the cells filled over time, and in another colour how far they
  // fall. Of the steps that were counted but not kept it draws the outline.
  stretch(axis) {
    const h = this.history, find = s => this.element.querySelector(s), whole = axis >= h.total;
    this.axis = Math.max(1, axis);
    this.slider.max = this.axis;
    const columns = whole && h.cut ? this.outlined() : this.stepped();
    const top = Math.max(1, ...columns.map(c => c.high)), y = d => (HIGH - 2 - (HIGH - 6) * d / top).toFixed(1), x = v => (WIDE * v / this.axis).toFixed(1);
    const band = (low, high) => columns.map((c, i) => `${i ? "L" : "M"}${x(c.from)} ${y(high(c))}H${x(c.to)}`).join("") +
      columns.slice().reverse().map(c => `L${x(c.to)} ${y(low(c))}H${x(c.from)}`).join("") + "Z";
    find(".depth").setAttribute("d", columns.length ? band(() => 0, c => c.high) : "");
    find(".falls").setAttribute("d", columns.length ? band(c => c.low, c => c.high) : "");
    const end = WIDE * Math.min(1, h.length / this.axis), width = WIDE * Math.min(1, (whole ? h.total : h.length) / this.axis);
    // Even a very short history must be visible on this axis.
    find(".trace").setAttribute("d", width < 3 ? `M1.5 2V${HIGH}` : "");
    find(".lost").setAttribute("d", h.cut ? `M${end} 0H${Math.max(width, end + 2)}V${HIGH}H${end}Z` : "");
    find(".torn").setAttribute("d", h.cut ? `M${end} 0l4 5.5-4 5.5 4 5.5-4 5.5 4 5.5-4 5.5 4 5.5-4 5.5` : "");
  }
  stepped() {
    const { depth, length } = this.history, most = Math.min(WIDE, length), columns = [];
    for (let i = 0; i < most; i++) {
      const from = Math.floor(i * length / most), to = Math.max(from + 1, Math.floor((i + 1) * length / most));
      let high = 0, low = Infinity, before = depth[from];
      for (let k = from + 1; k <= to; k++) {
        high = Math.max(high, depth[k], depth[k] < before ? before : 0);
        if (depth[k] < before) low = Math.min(low, depth[k]);
        before = depth[k];
      }
      columns.push({ from, to, high, low: Math.min(low, high) });
    }
    return columns;
  }
  outlined() {
    const { outline, part, total } = this.history, columns = [];
    for (let i = 0; 2 * i < outline.length; i++) columns.push({ from: i * part, to: Math.min(total, (i + 1) * part), low: outline[2 * i], high: outline[2 * i + 1] });
    return columns;
  }

  show(n, candidates, live) {
    const h = this.history, { board, fits, placed, dead, deepest } = h.at(n), before = fits && h.at(Math.max(0, n - 1));
    const seen = fits ? explainTurn(h, n, { board, fits }, before) : explain(h, n, board);
    this.now = n;
    this.under.replaceChildren();
    this.notes.replaceChildren();
    for (let i = 0; i < board.length; i++) {
      const kind = h.puzzle[i] ? "given" : "filled", text = h.symbols[board[i]].trim();
      if (this.digits[i].textContent !== text) this.digits[i].textContent = text;
      if (this.digits[i].getAttribute("class") !== kind) this.digits[i].setAttribute("class", kind);
    }
    if (seen.cell !== undefined) this.mark(seen);
    if (fits) drawMarks(this, { board, fits }, before);
    else if (candidates) this.candidates(board, seen.value === 0 ? [seen.cell, seen.stuck] : []);
    this.text.setAttribute("aria-live", live ? "polite" : "off");
    const first = h.first && h.first.steps === n ? h.first : undefined;
    if (first) this.point(first.cells);
    say(this.text, first ? first.text : seen.text);
    this.slider.value = n;
    this.slider.setAttribute("aria-valuetext", `${n} / ${h.length}`);
    this.head.setAttribute("d", `M${WIDE * n / this.axis} 0V${HIGH}`);
    this.count("at", n, h.total);
    this.count("placed", placed, h.placed);
    this.count("dead", dead, h.dead);
    this.count("deepest", deepest, h.deepest);
    this.light(n, live);
    if (live) this.svg.querySelector("desc").textContent = Array.from({ length: h.size }, (_, r) => Array.from(board.slice(r * h.size, (r + 1) * h.size), v => v ? h.symbols[v] : ".").join("")).join(" / ");
    this.svg.querySelector("title").textContent = now(said("board", { n: h.name }));
  }
  count(what, n, of) { this.parts[what].replaceChildren(number(n) + " ", make("small", { textContent: "/ " + number(of) })) }

  // ground colours a cell, and fresh one that has just got its digit.
  ground(cell, kind) {
    const { size } = this.history, x = cell % size * 10, y = Math.floor(cell / size) * 10;
    this.under.append(svgNode("rect", { class: kind, x: x + .6, y: y + .6, width: 8.8, height: 8.8, rx: 1 }));
  }
  fresh(cell) {
    this.ground(cell, "now");
    this.digits[cell].setAttribute("class", "filled fresh");
  }

  // mark shows the step on the board.
  mark({ cell, value, old, stuck }) {
    const size = this.history.size, x = cell % size * 10, y = Math.floor(cell / size) * 10;
    if (value) this.fresh(cell);
    else this.ground(cell, "gone");
    if (value) return;
    if (old) {
      this.digits[cell].textContent = this.history.symbols[old];
      this.digits[cell].setAttribute("class", "gone");
      this.notes.append(svgNode("path", { class: "strike", d: `M${x + 2} ${y + 8}L${x + 8} ${y + 2}` }));
    }
    if (stuck >= 0) this.cross(stuck);
  }
  // point shows a blank that nothing fits, or a row, column or box.
  point(cells) {
    if (cells.length === 1) this.cross(cells[0]);
    else for (const cell of cells) this.ground(cell, "gone");
  }
  // cross marks a cell that nothing fits.
  cross(cell) {
    const { size } = this.history, x = cell % size * 10 + 3, y = Math.floor(cell / size) * 10 + 3;
    this.notes.append(svgNode("path", { class: "stuck", d: `M${x} ${y}l4 4M${x + 4} ${y}l-4 4` }));
  }

  // light shows the line of the source that made the step, here and in the source if that is on the page.
  light(n, still) {
    const h = this.history, line = h.line(n);
    this.code.textContent = line ? `${line}  ${h.code[line] || ""}` : "";
    this.element.dispatchEvent(new CustomEvent("judge:step", { bubbles: true, detail: { name: h.name, line, still } }));
  }

  candidates(board, except) {
    for (let i = 0; i < board.length; i++) {
      if (board[i] || except.includes(i)) continue;
      const fit = this.history.fits(board, i);
      for (let v = 1; v <= this.history.size; v++) if (fit >> v & 1) this.pencil(i, v, "");
    }
  }

  // pencil writes a candidate at its place in a cell.
  pencil(cell, value, kind) {
    const { size } = this.history, per = Math.ceil(Math.sqrt(size)), gap = 8.4 / per;
    const x = cell % size * 10 + .8 + gap * ((value - 1) % per + .5), y = Math.floor(cell / size) * 10 + .9 + gap * (Math.floor((value - 1) / per) + .5);
    this.notes.append(svgNode("text", { class: `${size > 9 ? "cand tiny" : "cand"} ${kind}`.trim(), x, y }, this.history.symbols[value]));
  }
}
