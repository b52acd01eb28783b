// The stage: the board of a search, its source and its ribbons, moved together. Motion speeds up by itself and stops at
// the pins.
import { make, say, said, now, number, paced, unpack, canUnpack, breath } from "./common.js";
import { History } from "./history.js";
import { Board } from "./board.js";
import { Ribbons } from "./ribbons.js";
import { Panes } from "./pane.js";
import { about, cellsAt } from "./steps.js";

const SOON = 4, TEXTS = 100; // a pin this near to the start is passed; milliseconds from one text to the next

class Stage {
  constructor(root, puzzles, panes) {
    Object.assign(this, { root, puzzles, panes, unpacked: new Map(), now: 0 });
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.control = Object.fromEntries([...root.querySelectorAll("[data-do]")].map(e => [e.dataset.do, e]));
    const on = (name, event, act) => this.control[name]?.addEventListener(event, act);
    on("back", "click", () => this.move(-1));
    on("play", "click", () => this.toggle());
    on("step", "click", () => this.move(1));
    on("candidates", "change", () => this.show());
    on("puzzle", "change", () => this.open(+this.control.puzzle.value));
    on("who", "change", () => this.swap(+this.control.who.value));
    if (this.control.puzzle) puzzles.forEach((p, i) => this.control.puzzle.append(make("option", { value: i, textContent: `${p.title || i + 1} (${p.size} × ${p.size})` })));
    for (const e of [this.control.back, this.control.step]) e.title = e.innerText.trim();
    this.insets = root.querySelector(".insets");
    this.said = root.querySelector(".said");
    this.output = root.querySelector(".at");
    this.ribbons = new Ribbons(root.querySelector(".ribbons"), n => { this.stop(); if (this.main) this.seek(n) });
    addEventListener("keydown", e => this.key(e));
    addEventListener("hashchange", () => this.toLink());
    new IntersectionObserver(entries => {
      this.visible = entries[entries.length - 1].isIntersecting;
      if (this.visible && this.walks) this.walk();
    }, { threshold: [0, .4] }).observe(root);
  }

  // open shows a puzzle with the pair of runs that tells most, or with all runs.
  async open(index, all = false) {
    this.stop();
    this.puzzle = this.puzzles[index];
    if (this.control.puzzle) this.control.puzzle.value = index;
    const runs = this.puzzle.runs, pair = this.puzzle.pair;
    const who = this.control.who;
    who.replaceChildren(...runs.map((run, i) => make("option", { value: i, textContent: run.name })));
    who.parentElement.hidden = runs.length < 3;
    await this.lay(all ? [...pair, ...runs.map((_, i) => i).filter(i => !pair.includes(i))] : pair);
  }

  history(i) {
    const { puzzle } = this, run = puzzle.runs[i];
    if (!this.unpacked.has(run)) this.unpacked.set(run, unpack(run.steps).then(bytes => new History(run, puzzle, bytes).read()));
    return this.unpacked.get(run);
  }

  // lay puts the first of the runs on the large board and the others, where they ended, on small ones.
  async lay(chosen) {
    this.chosen = chosen;
    const all = [];
    for (const i of chosen) all.push(await this.history(i));
    this.ribbons.show(all);
    await breath();
    const [main, ...others] = all;
    this.main = main;
    this.control.who.value = chosen[0];
    this.root.querySelector(".whose .name").textContent = main.name;
    this.root.querySelector(".whose .case").textContent = this.puzzle.case;
    const svg = this.root.querySelector(".main .board");
    this.board = new Board(svg, main);
    this.insets.replaceChildren(...others.map((h, k) => this.inset(h, chosen[k + 1])));
    this.panes?.show(main.name, this.puzzle.problem, this.puzzle.case);
    this.seek(Math.min(this.now, main.length));
  }
  inset(h, i) {
    const inset = make("button", { type: "button", className: "inset" }), svg = this.root.querySelector(".main .board").cloneNode(true);
    new Board(svg, h).paint(cellsAt(h, h.length).map(({ text, kind }) => ({ text, kind: kind === "given" ? kind : "filled" })));
    svg.querySelector("title").textContent = now(said("board", { n: h.name }));
    inset.append(svg, make("span", { className: "name", textContent: h.name }));
    inset.addEventListener("click", () => this.swap(i));
    return inset;
  }
  // swap takes a run onto the large board, in the place of the one that is there.
  swap(i) {
    this.stop();
    this.now = 0;
    const [was, ...others] = this.chosen;
    this.lay(others.includes(i) ? [i, ...others.map(o => o === i ? was : o)] : [i, ...others]);
  }

  // seek moves to a moment. While the search plays, words come ten times a second.
  seek(n) {
    n = Math.max(0, Math.min(this.main.length, n));
    this.root.classList.remove("failing");
    this.now = n;
    this.show();
  }
  get pin() { return this.main.pins.find(p => p.step === this.now) }

  show() {
    const h = this.main, n = this.now, pin = !this.playing && this.pin;
    this.board.paint(cellsAt(h, n, { candidates: this.control.candidates.checked, pointed: pin?.cells }));
    const time = performance.now(), texts = !this.playing || time - (this.told || 0) >= TEXTS;
    const at = n === h.length && pin ? pin.at : n; // the end of what is kept stands for the end
    this.ribbons.at(at, texts ? `${number(n)} / ${number(h.total)}` : undefined);
    this.late = !texts;
    if (!texts) return;
    this.told = time;
    this.ribbons.pins.forEach((e, i) => e.setAttribute("aria-pressed", h.pins[i] === pin));
    this.said.setAttribute("aria-live", this.playing ? "off" : "polite");
    this.said.classList.toggle("pinned", !!pin);
    say(this.said, pin ? pin.text : about(h, n));
    say(this.output, said("step", { n: number(at) }));
    document.dispatchEvent(new CustomEvent("judge:step", { detail: { name: h.name, line: h.line(n), still: !this.playing } }));
    if (this.playing) return;
    const svg = this.board.svg, board = h.at(n);
    svg.querySelector("title").textContent = now(said("board", { n: h.name }));
    svg.querySelector("desc").textContent = Array.from({ length: h.size }, (_, r) => Array.from(board.slice(r * h.size, (r + 1) * h.size), v => v ? h.symbols[v] : ".").join("")).join(" / ");
  }

  move(by) { this.stop(); this.seek(this.now + by) }
  toPin(i) { const p = this.main.pins[i]; if (p) { this.stop(); this.seek(p.step) } }

  // toLink goes to the step that the address names, and says whether it names one.
  toLink() {
    const link = /^#step=(\d+)$/.exec(location.hash);
    if (!link || !this.main) return false;
    this.stop();
    this.seek(+link[1]);
    this.root.scrollIntoView({ block: "nearest" });
    return true;
  }

  // walk begins by itself once the board is in sight. Who wants no motion is shown the first pin.
  walk() {
    this.walks = !this.visible && this.now === 0;
    if (this.walks || this.now > 0 || this.playing || !this.main.length) return;
    if (this.calm.matches) this.toPin(0); else this.toggle();
  }

  // toggle plays to the next pin. From the start it goes past one that comes before the eye has seen anything move.
  toggle() {
    if (this.playing) return this.stop();
    if (this.calm.matches) { // from still to still
      const next = this.main.pins.findIndex(p => p.step > this.now);
      return this.toPin(Math.max(0, next));
    }
    if (this.now >= this.main.length) this.now = 0;
    const begun = this.now, from = begun || SOON, stop = this.main.pins.find(p => p.step > from)?.step ?? this.main.length;
    this.playing = true;
    this.root.classList.add("playing");
    this.show();
    let begin;
    const frame = time => {
      if (!this.playing) return;
      const n = begun + paced((time - (begin ??= time)) / 1000);
      if (n >= stop) { this.stop(); return this.seek(stop) }
      if (n > this.now || this.late) this.seek(n);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }
  stop() {
    if (!this.playing) return;
    this.playing = false;
    this.root.classList.remove("playing");
    this.show();
  }

  // Keys work wherever the focus is, but where a control has a use for the key itself.
  key(e) {
    if (e.ctrlKey || e.altKey || e.metaKey || e.defaultPrevented || !this.main) return;
    const on = e.target, name = on.tagName, slider = on === this.ribbons.slider;
    if (!this.root.contains(on) && !(on === document.body && this.visible)) return;
    if (name === "SELECT" || name === "TEXTAREA" || (name === "INPUT" && !slider && e.key === " ")) return;
    if (e.key === " " && name === "BUTTON") return;
    const leap = e.shiftKey ? Math.max(1, Math.round(this.main.length / 100)) : 1;
    const acts = {
      " ": () => this.toggle(), ArrowLeft: () => this.move(-leap), ArrowRight: () => this.move(leap), Home: () => this.toStart(), End: () => this.move(Infinity),
      c: () => this.control.candidates.click(), 1: () => this.toPin(0), 2: () => this.toPin(1), 3: () => this.toPin(2), 4: () => this.toPin(3),
    };
    const act = acts[e.key.length === 1 ? e.key.toLowerCase() : e.key];
    if (!act) return;
    e.preventDefault();
    act();
  }
  toStart() { this.stop(); this.seek(0) }
}

// startStrip lets a click on a case change what is on the stage: its search, its failure, its counts.
function startStrip(root, stage, panes, puzzles) {
  const strip = root.querySelector(".strip"), told = root.querySelector(".about-case");
  if (!strip) return;
  const name = root.querySelector(".pane:not([hidden]) .pane-head b")?.textContent;
  const tell = (square, watched) => {
    const seen = watched || !puzzles.length ? ["", ""] : said("unseen", {}).map(t => ` · ${t}`), d = square.dataset;
    say(told, [d.en, d.zhAbout].map((text, i) => square.title + (text && ` · ${text}`) + seen[i]));
  };
  const show = square => {
    const puzzle = puzzles.findIndex(p => p.title === square.dataset.case), failure = square.dataset.detail && document.getElementById(square.dataset.detail);
    for (const other of strip.children) other.toggleAttribute("aria-current", other === square);
    tell(square, puzzle >= 0);
    panes.show(name, undefined, square.dataset.case.replace(/^\S+ /, ""));
    if (puzzle >= 0 && stage) stage.open(puzzle);
    if (puzzle < 0 || !square.matches(".v-TLE")) stage?.stop();
    const wrong = failure && (puzzle < 0 || !square.matches(".v-TLE"));
    root.classList.toggle("failing", !!wrong);
    if (!wrong) return;
    let box = root.querySelector(".failure");
    if (!box) root.querySelector(".seat").prepend(box = make("div", { className: "failure" }));
    if (!box.contains(failure)) { // the other failures stay in their list
      const copy = failure.cloneNode(true);
      copy.removeAttribute("id");
      for (const d of box.children) d.hidden = true;
      box.querySelector(".copy")?.remove();
      copy.classList.add("copy");
      box.append(copy);
    } else for (const d of box.children) d.hidden = d !== failure;
  };
  strip.addEventListener("click", e => { const square = e.target.closest("button"); if (square) show(square) });
  const first = strip.querySelector("[aria-current]");
  if (first) tell(first, puzzles.some(p => p.title === first.dataset.case));
}

// startStage starts the stage, with all who tried the puzzle or two, and tells when it is ready. One that walks begins
// by itself.
export async function startStage(root, { heat = [], cases = [], puzzles = [] }, { all = false, walks = false } = {}) {
  if (!root) return;
  puzzles ||= [];
  const panes = new Panes(root, heat, cases);
  if (!canUnpack()) { const old = root.querySelector(".old"); if (old) old.hidden = false; return }
  let stage;
  if (puzzles.length) {
    const failing = root.classList.contains("failing");
    stage = new Stage(root, puzzles, panes);
    await stage.open(0, all);
    root.classList.toggle("failing", failing);
    if (!stage.toLink() && walks && !failing) { stage.walks = true; stage.walk() }
  }
  startStrip(root, stage, panes, puzzles);
  root.classList.add("ready");
}
