// A search of any kind: its calls as a tree and its writes to tables, a step at a time. A step is a call that begins, or
// a write.
import { Flame } from "./flame.js";
import { make, svgNode, say, said, number, paced, unpack, canUnpack, varints, numbers, columns } from "./common.js";

const MOST = 40; // rows and columns of a table that are drawn

class Search {
  constructor(data, bytes) {
    Object.assign(this, data);
    const packed = varints(bytes), [parents, whats, froms, tos] = columns(packed, data.calls, 4);
    const [counts] = columns(packed, data.calls, 1), [texts] = columns(packed, counts.reduce((n, c) => n + c, 0), 1);
    this.tree = [];
    for (let i = 0, at = 0; i < data.calls; i++) {
      const parent = parents[i], what = whats[i], args = texts.slice(at, at += counts[i]).map(n => this.texts[n]);
      let same = this.tree[parent];
      while (same && same.what !== what) same = this.tree[same.parent];
      const call = { i, parent, what, from: froms[i], to: tos[i], args, level: same ? same.level + 1 : 0, inner: [] };
      if (parent >= 0) this.tree[parent].inner.push(call);
      this.tree.push(call);
    }
    this.roots = this.tree.filter(c => c.parent < 0);
    const [tables, cells, lines] = columns(packed, data.writes, 3), [none] = columns(packed, data.writes, 1);
    this.changes = numbers(packed, data.writes).map((value, k) => ({ table: tables[k], cell: cells[k], line: lines[k], value: none[k] ? null : value }));
    this.order();
    this.judge();
  }

  // order puts calls and writes into one row of steps: a call is its number, a write is -1 minus its number. Each write
  // learns what it writes over.
  order() {
    this.steps = [];
    let k = 0;
    for (const c of this.tree) {
      while (k < c.from && k < this.changes.length) this.steps.push(-1 - k++);
      c.step = this.steps.length + 1;
      this.steps.push(c.i);
    }
    while (k < this.changes.length) this.steps.push(-1 - k++);
    const now = this.tables.map(() => new Map());
    for (const w of this.changes) {
      w.was = now[w.table].get(w.cell) ?? null;
      now[w.table].set(w.cell, w.value);
    }
  }

  // judge marks the calls below which the function that goes deepest never came to its deepest level. A branch that the
  // record cut is not judged.
  judge() {
    const deepest = this.tree.reduce((most, c) => c.level > most.level ? c : most, { level: 0 });
    for (const c of this.tree) c.below = c.what === deepest.what ? c.level : -1;
    for (const c of this.tree.toReversed()) if (c.parent >= 0) this.tree[c.parent].below = Math.max(this.tree[c.parent].below, c.below);
    const open = new Set();
    if (!this.whole) for (let c = this.tree.at(-1); c; c = this.tree[c.parent]) open.add(c);
    for (const c of this.tree) c.dead = c.below >= 0 && c.below < deepest.level && !open.has(c);
  }

  // flame returns the calls as bars, each as wide as there are calls within it, and how many and how deep they are.
  flame() {
    const bars = [];
    for (const c of this.tree) bars.push({ depth: c.parent < 0 ? 1 : bars[c.parent].depth + 1, under: c.parent < 0 ? undefined : c.parent, kind: c.dead ? 1 : 0, wide: 1 });
    for (let i = bars.length - 1; i >= 0; i--) if (bars[i].under !== undefined) bars[bars[i].under].wide += bars[i].wide;
    return [bars, bars.map((b, i) => ({ from: i, wide: b.wide, solid: 1 })), bars.length, bars.reduce((most, b) => Math.max(most, b.depth), 1)];
  }

  told(call) { return `${this.functions[call.what]}(${call.args.join(", ")})` }

  // at returns the calls that are under way after n steps, the outermost first.
  at(n) {
    let k = n - 1;
    while (k >= 0 && this.steps[k] < 0) k--;
    if (k < 0) return [];
    const write = this.steps[n - 1] < 0 ? -1 - this.steps[n - 1] : -1, stack = [];
    let c = this.tree[this.steps[k]];
    if (write >= 0) while (c && !(c.from <= write && write < c.to)) c = this.tree[c.parent];
    for (; c; c = this.tree[c.parent]) stack.unshift(c);
    return stack;
  }
}

// Grid draws one table: characters and truths as cells, a long row of numbers as bars.
class Grid {
  constructor(table) {
    this.table = table;
    this.values = new Map();
    this.bars = table.kind === "numbers" && table.rows === 1 && table.columns > 12;
    this.columns = Math.min(table.columns, this.bars ? 10 * MOST : MOST);
    this.rows = Math.min(table.rows, MOST);
    const cut = this.columns < table.columns || this.rows < table.rows;
    this.element = make("figure", { className: "grid " + (table.kind || "") });
    const title = make("figcaption", { textContent: `${table.name} ${table.rows} × ${table.columns}` });
    if (cut) { const more = make("span", { className: "soft" }); say(more, said("part", { r: this.rows, c: this.columns })); title.append(" ", more) }
    this.cells = new Map();
    this.body = this.bars ? svgNode("svg", { viewBox: `0 0 ${10 * this.columns} 100`, preserveAspectRatio: "none", role: "img" }) : make("table");
    for (let r = 0; r < this.rows; r++) {
      const row = this.bars ? this.body : this.body.insertRow();
      for (let c = 0; c < this.columns; c++) {
        const cell = this.bars ? row.appendChild(svgNode("rect", { x: 10 * c + 1, y: 100, width: 8, height: 0 })) : row.insertCell();
        this.cells.set(r * table.columns + c, cell);
      }
    }
    this.element.append(title, this.body);
    this.most = 1;
    this.stale = new Set();
  }
  set(cell, value) { this.values.set(cell, value); this.stale.add(cell) }
  paint(lit) {
    if (this.lit !== undefined) this.stale.add(this.lit);
    if (lit !== undefined) this.stale.add(lit);
    this.lit = lit;
    if (this.bars) {
      const most = Math.max(1, ...[...this.values.values()].map(v => Math.abs(v ?? 0)));
      if (most !== this.most) { this.most = most; for (const at of this.cells.keys()) this.stale.add(at) }
    }
    for (const at of this.stale) {
      const cell = this.cells.get(at), v = this.values.get(at) ?? null;
      if (!cell) continue;
      if (this.bars) {
        const high = v === null ? 0 : Math.max(1, Math.round(100 * Math.abs(v) / this.most));
        cell.setAttribute("y", 100 - high);
        cell.setAttribute("height", high);
      } else cell.textContent = v === null ? "" : this.table.kind === "characters" ? (v > 32 ? String.fromCodePoint(Math.min(v, 0x10ffff)) : "") : this.table.kind === "truths" ? "" : v;
      cell.classList.toggle("on", this.table.kind === "truths" && !!v);
      cell.classList.toggle("lit", at === lit);
    }
    this.stale.clear();
  }
}

class Player {
  constructor(root, search) {
    Object.assign(this, { root, search, now: 0, end: search.steps.length });
    this.slider = root.querySelector("[type=range]");
    this.output = root.querySelector("output");
    this.slider.max = this.end;
    this.grids = search.tables.map(t => new Grid(t));
    root.querySelector(".grids").replaceChildren(...this.grids.filter((_, i) => search.changes.some(w => w.table === i && w.value !== null)).map(g => g.element));
    const on = (name, act) => root.querySelector(`[data-do=${name}]`).addEventListener("click", act);
    on("back", () => { this.stop(); this.seek(this.now - 1) });
    on("step", () => { this.stop(); this.seek(this.now + 1) });
    on("play", () => this.toggle());
    this.slider.addEventListener("input", () => { this.stop(); this.seek(+this.slider.value) });
    this.flame = new Flame(root.querySelector("canvas"), [...root.querySelectorAll(".key")], i => { this.stop(); this.seek(search.tree[i].step) });
    this.flame.set(...search.flame());
    const tree = root.querySelector(".calls");
    tree.addEventListener("toggle", () => { if (tree.open && !tree.querySelector("ul")) tree.append(this.branch(search.roots)) });
    const deepest = search.tree.reduce((most, c) => c.level > most.level ? c : most, { level: 0, step: 0 });
    this.pin = search.tables.some(t => t.back) && deepest.step || this.end;
    this.seek(this.pin); // a still that shows something
  }

  // walk plays from the start once the search is in sight, unless motion is unwelcome.
  walk() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    new IntersectionObserver((entries, observer) => {
      if (!entries.at(-1).isIntersecting) return;
      observer.disconnect();
      this.seek(0);
      this.toggle();
    }).observe(this.slider);
  }

  // branch lists calls; the calls inside one are listed when it is opened.
  branch(calls) {
    const list = make("ul");
    for (const c of calls) {
      const item = make("li", { className: c.dead ? "dead" : "" }), go = make("button", { type: "button", className: "code", textContent: this.search.told(c) });
      go.addEventListener("click", () => { this.stop(); this.seek(c.step) });
      item.append(go);
      if (c.inner.length) {
        const inner = make("details"), head = make("summary");
        say(head, said("inside", { n: number(c.inner.length) }));
        inner.append(head);
        inner.addEventListener("toggle", () => { if (inner.open && !inner.querySelector("ul")) inner.append(this.branch(c.inner)) });
        item.append(inner);
      }
      list.append(item);
      if (list.children.length === 200 && calls.length > 200) {
        const rest = make("button", { type: "button" }), item = make("li");
        say(rest, said("rest", { n: number(calls.length - 200) }));
        rest.addEventListener("click", () => item.replaceWith(...this.branch(calls.slice(200)).children));
        item.append(rest);
        list.append(item);
        break;
      }
    }
    return list;
  }

  // seek does or undoes the writes between two moments.
  seek(to) {
    to = Math.max(0, Math.min(this.end, to));
    const { steps, changes } = this.search;
    for (; this.now < to; this.now++) if (steps[this.now] < 0) { const w = changes[-1 - steps[this.now]]; this.grids[w.table].set(w.cell, w.value) }
    for (; this.now > to; this.now--) if (steps[this.now - 1] < 0) { const w = changes[-1 - steps[this.now - 1]]; this.grids[w.table].set(w.cell, w.was) }
    const last = to && steps[to - 1] < 0 ? changes[-1 - steps[to - 1]] : undefined;
    this.grids.forEach((g, i) => g.paint(last && last.table === i ? last.cell : undefined));
    this.slider.value = to;
    this.output.textContent = `${number(to)} / ${number(this.end)}`;
    this.root.querySelector(".stack").textContent = this.search.at(to).map(c => this.search.told(c)).slice(-3).join(" › ") || "–";
    this.root.querySelector(".line").textContent = last ? `${last.line}  ${this.search.code[last.line] || ""}` : "";
    if (last && this.begun) document.dispatchEvent(new CustomEvent("judge:step", { detail: { name: this.search.name, line: last.line, still: !this.playing } }));
    if (to >= this.end) this.stop();
    this.begun = true;
  }

  // toggle plays to the deepest moment, and from there to the end.
  toggle() {
    if (this.playing) return this.stop();
    if (this.now >= this.end) this.seek(0);
    const begun = this.now, until = begun < this.pin ? this.pin : this.end;
    this.playing = true;
    this.root.classList.add("playing");
    let begin;
    const frame = time => {
      if (!this.playing) return;
      const n = Math.min(until, begun + paced((time - (begin ??= time)) / 1000));
      if (n === until) this.stop();
      if (n > this.now) this.seek(n);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }
  stop() { this.playing = false; this.root.classList.remove("playing") }
}

// startSearches makes a player of each search. One that walks begins by itself.
export async function startSearches(root, all, { walks = false } = {}) {
  if (!root) return;
  const play = async (e, i) => new Player(e, new Search(all[i], await unpack(all[i].steps)));
  const players = canUnpack() ? await Promise.all([...root.querySelectorAll("[data-search]")].map(play)) : [];
  root.classList.add("ready");
  if (walks && players.length === 1) players[0].walk();
}
