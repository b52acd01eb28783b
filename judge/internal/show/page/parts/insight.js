// The insight, switched on: the bars of a search, and what is left of them with a look after each digit. All numbers come
// from the record of the whole search; the script only shows them.
import { make, svgNode, say, said, now, number, unpack, canUnpack, varints, columns, breath } from "./common.js";
import { Flame } from "./flame.js";
import { Rules } from "./rules.js";

const KINDS = [1, 2, 0]; // the colour of a digit by the looks that leave it

class Searched extends Rules {
  constructor(data, bytes) {
    super(data.w, data.h);
    Object.assign(this, data, { symbols: data.letters ? " ABCDEFGHIJKLMNOP" : " 123456789ABCDEFG", next: varints(bytes) });
  }

  // read takes the bars from the bytes, with rests between.
  async read() {
    const table = [], open = [];
    while (table.length < 12) {
      await breath();
      table.push(...columns(this.next, this.count, 3));
    }
    await breath();
    const three = (i, from) => [table[from][i], table[from + 1][i], table[from + 2][i]];
    this.bars = Array.from({ length: this.count }, (_, i) => {
      const [depth, cell, digit] = three(i, 0), bar = { depth, cell, digit, from: three(i, 3), wide: three(i, 6), top: three(i, 9) };
      open.length = bar.depth - 1;
      bar.under = open[bar.depth - 2];
      open.push(i);
      bar.kind = KINDS[bar.wide[2] ? 2 : bar.wide[1] ? 1 : 0];
      return bar;
    });
    await breath();
    for (const bar of this.bars) bar.rest = bar.wide.map(w => Math.max(0, w - 1));
    for (const bar of this.bars) if (bar.under !== undefined) bar.wide.forEach((w, look) => this.bars[bar.under].rest[look] -= w);
    for (const bar of this.bars) bar.risen = [0, 1, 2].map(look => this.risen(bar, look));
    this.deepest = this.bars.reduce((most, b) => Math.max(most, b.top[0]), 1);
    await breath();
    return this;
  }

  // risen tells how high what is built on a bar, and too narrow for bars of its own, rises with a look: as high as it
  // came, in layers by what the looks leave of it.
  risen({ depth, top, rest }, look) {
    return [0, 1, 2].map(of => depth + Math.max(0, top[look] - depth) * Math.min(1, rest[Math.max(of, look)] / Math.max(1, rest[look])));
  }

  // before returns the board on which a bar's digit was placed.
  before(bar) {
    const board = this.puzzle.slice();
    for (let i = bar.under; i !== undefined; i = this.bars[i].under) board[this.bars[i].cell] = this.bars[i].digit;
    return board;
  }

  // dead tells what on a board shows that it is lost, and where.
  dead(board) {
    const n = this.size, stuck = this.stuck(board);
    if (stuck >= 0) return { cells: [stuck], text: said("noDigit", { r: Math.floor(stuck / n) + 1, c: stuck % n + 1 }) };
    const fits = board.map((v, i) => v ? 1 << v : this.fits(board, i)), boxes = n / this.w;
    const units = [[(u, k) => u * n + k, values => said("noPlaceRow", values)], [(u, k) => k * n + u, values => said("noPlaceColumn", values)],
      [(u, k) => this.place(Math.floor(u / boxes) * this.h * n + u % boxes * this.w).region(k), values => said("noPlaceBox", values)]];
    for (const [at, words] of units) for (let u = 0; u < n; u++) for (let v = 1; v <= n; v++) {
      const cells = Array.from({ length: n }, (_, k) => at(u, k));
      if (!cells.some(i => fits[i] >> v & 1)) return { cells, text: words({ k: u + 1, v: this.symbols[v] }) };
    }
  }
}

const ease = t => { t = Math.max(0, Math.min(1, t)); return t * t * (3 - 2 * t) };
const LASTS = 1800; // ms

class Insight {
  constructor(root, searches) {
    Object.assign(this, { root, searches, look: 0, calm: matchMedia("(prefers-reduced-motion: reduce)") });
    const find = s => root.querySelector(s);
    Object.assign(this, { number: find(".count"), of: find(".of"), meter: find(".meter i"), board: find(".board"), text: find(".said"), why: find(".why") });
    this.flame = new Flame(find("canvas"), [...root.querySelectorAll(".key")], i => this.tell(i));
    this.on = Object.fromEntries([...root.querySelectorAll("[data-do]")].map(e => [e.dataset.do, e]));
    const { blanks, places, fewest, search } = this.on;
    blanks.addEventListener("change", () => { if (!blanks.checked) places.checked = false; this.switch() });
    places.addEventListener("change", () => { if (places.checked) blanks.checked = true; this.switch() });
    fewest.addEventListener("change", () => this.switch());
    if (search) {
      search.append(...searches.map((s, i) => make("option", { value: i, textContent: s.name })));
      search.addEventListener("change", () => this.open(+search.value));
    }
    this.open(0);
  }

  open(i) {
    this.now = this.searches[i];
    this.root.querySelector("[data-for=fewest]").hidden = !this.now.fewest[0] || !this.now.fewest[1];
    for (const k of ["blanks", "places", "fewest"]) this.on[k].checked = false;
    this.look = 0;
    this.flame.chosen = undefined;
    this.rest();
    this.flame.choose(this.now.costliest);
  }

  // switch moves from what is shown to what the switches say. Fewer looks are the same way back.
  switch() {
    const to = this.on.places.checked ? 2 : this.on.blanks.checked ? 1 : 0, from = this.look, search = this.now;
    this.look = to;
    const turn = this.turn = {};
    if (from === to || this.calm.matches) return this.rest();
    const [less, more] = [Math.min(from, to), Math.max(from, to)];
    let began;
    const frame = time => {
      if (this.turn !== turn) return;
      began ??= time;
      const t = Math.min(1, (time - began) / LASTS);
      this.show(search, less, more, to > from ? t : 1 - t);
      if (t < 1) requestAnimationFrame(frame);
      else this.rest();
    };
    requestAnimationFrame(frame);
  }
  rest() { this.show(this.now, this.look, this.look, 1) }

  // show draws a moment between two looks: first the bars burn that are not left, then the rest closes up, and last of
  // all it fills the width.
  show(search, less, more, t) {
    const burn = ease(t / .35), close = ease((t - .2) / .4), widen = ease((t - .65) / .35), mix = (a, b, by) => a + (b - a) * by;
    const own = this.on.fewest.checked, dim = own ? .12 : 1, placed = mix(search.placed[less], search.placed[more], close);
    const left = look => dim * (look >= more ? 1 : look >= less ? 1 - burn : 0); // how solid is what only fewer looks leave
    this.flame.set(search.bars, search.bars.map(b => ({ from: mix(b.from[less], b.from[more], close), wide: mix(b.wide[less], b.wide[more], close),
      solid: left(b.wide[2] ? 2 : b.wide[1] ? 1 : 0), risen: [2, 1, 0].map(look => [mix(b.risen[less][look], b.risen[more][look], close), KINDS[look], .5 * left(look)]) })),
    mix(search.placed[less], search.placed[more], widen), search.deepest);
    const count = Math.round(own ? search.fewest[this.look === 2 ? 1 : 0] : placed);
    this.number.textContent = number(count);
    this.meter.style.width = `${100 * count / search.placed[0]}%`;
    this.of.hidden = !own && count === search.placed[0];
    say(this.of, own ? said("fewest", { n: number(search.placed[0]) }) : said("of", { n: number(search.placed[0]) }));
  }

  // tell shows the board of a bar, and what was dead there.
  tell(i) {
    const search = this.now, bar = search.bars[i], n = search.size, board = search.before(bar), old = search.dead(board);
    board[bar.cell] = bar.digit;
    const dead = old || search.dead(board), text = said(i === search.costliest ? "costliest" : "bar",
      { v: search.symbols[bar.digit], r: Math.floor(bar.cell / n) + 1, c: bar.cell % n + 1, n: number(bar.wide[0] - 1) });
    say(this.text, text);
    say(this.why, dead ? said(old ? "already" : "since", {}).map((before, lang) => before + dead.text[lang]) : ["", ""]);
    this.draw(board, bar, dead);
  }

  draw(board, bar, dead) {
    const { size: n, w, h, puzzle, symbols } = this.now, svg = this.board, side = 10 * n, at = i => [i % n * 10, Math.floor(i / n) * 10];
    const lines = step => Array.from({ length: n + 1 }, (_, i) => (i % step.w ? "" : `M${10 * i} 0V${side}`) + (i % step.h ? "" : `M0 ${10 * i}H${side}`)).join("");
    const square = (i, kind) => svgNode("rect", { class: kind, x: at(i)[0], y: at(i)[1], width: 10, height: 10 });
    svg.setAttribute("viewBox", `-1 -1 ${side + 2} ${side + 2}`);
    svg.replaceChildren(svgNode("rect", { class: "ground", width: side, height: side }), square(bar.cell, "here"),
      ...(dead ? dead.cells.map(i => square(i, "out")) : []), svgNode("path", { class: "thin", d: lines({ w: 1, h: 1 }) }), svgNode("path", { class: "thick", d: lines({ w, h }) }));
    board.forEach((v, i) => { if (v) svg.append(svgNode("text", { class: puzzle[i] ? "given" : "", x: at(i)[0] + 5, y: at(i)[1] + 5.2 }, symbols[v])) });
    if (dead && dead.cells.length === 1) { const [x, y] = at(dead.cells[0]); svg.append(svgNode("path", { class: "dead", d: `M${x + 3} ${y + 3}l4 4M${x + 7} ${y + 3}l-4 4` })) }
  }
}

// startInsight makes the bars of a section.
export async function startInsight(root) {
  if (!root) return;
  const all = JSON.parse(root.querySelector("script").textContent) || [];
  if (!all.length || !canUnpack()) { root.querySelector(".flames").hidden = true; return }
  const searches = [];
  for (const s of all) searches.push(await new Searched(s, await unpack(s.bars)).read());
  new Insight(root, searches);
}
