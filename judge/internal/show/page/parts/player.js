// The player moves its lanes together: the same number of steps each, or the same share of their way.
import { make, say, said, number, unpack, canUnpack } from "./common.js";
import { History } from "./history.js";
import { Lane } from "./lane.js";

const RATES = [1, 2, 4, 8, 15, 30, 60, 120, 250, 500, 1000, 2500, 5000, 10000, 25000, 100000];

export class Player {
  // root holds the controls; their data-do names them.
  constructor(root, puzzles) {
    Object.assign(this, { root, puzzles, lanes: [], chosen: [], unpacked: new Map(), time: 0 });
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.stage = root.querySelector(".lanes");
    this.control = Object.fromEntries([...root.querySelectorAll("[data-do]")].map(e => [e.dataset.do, e]));
    const on = (name, event, act) => this.control[name] && this.control[name].addEventListener(event, act);
    on("home", "click", () => this.seek(0));
    on("back", "click", () => this.move(-1));
    on("play", "click", () => this.toggle());
    on("step", "click", () => this.move(1));
    on("end", "click", () => this.seek(this.end));
    on("dead", "click", () => this.nextDead());
    on("first", "click", () => this.toFirst());
    for (const a of document.querySelectorAll("[data-go=first]")) a.addEventListener("click", () => this.toFirst());
    on("speed", "input", () => this.rate());
    on("pace", "change", () => { this.stretch(); this.seek(this.time) });
    on("candidates", "change", () => this.show());
    on("puzzle", "change", () => this.open(+this.control.puzzle.value));
    if (this.control.puzzle) puzzles.forEach((p, i) => this.control.puzzle.append(make("option", { value: i, textContent: `${p.title || i + 1} (${p.size} × ${p.size})` })));
    addEventListener("keydown", e => this.key(e));
    new IntersectionObserver(entries => {
      this.visible = entries[entries.length - 1].isIntersecting;
      if (this.visible && this.walks) this.walk();
    }, { threshold: [0, .5] }).observe(root);
    this.rate();
  }

  // open shows a puzzle with the pair of runs that tells most, or with all runs, and what there is to say about it.
  async open(index, all = false) {
    this.stop();
    for (const p of document.querySelectorAll("[data-puzzle]")) p.hidden = +p.dataset.puzzle !== index;
    this.puzzle = this.puzzles[index];
    this.time = 0;
    const runs = this.puzzle.runs;
    this.chosen = all ? runs.map((_, i) => i).sort((a, b) => runs[b].solved - runs[a].solved || runs[a].total - runs[b].total) : this.puzzle.pair;
    this.control.who.replaceChildren(...runs.map((run, i) => {
      const box = make("input", { type: "checkbox", checked: this.chosen.includes(i) }), label = make("label");
      box.addEventListener("change", () => {
        this.chosen = box.checked ? [...this.chosen, i] : this.chosen.filter(k => k !== i);
        if (!this.chosen.length) { this.chosen = [i]; box.checked = true }
        this.lay();
      });
      label.append(box, run.name);
      return label;
    }));
    await this.lay();
  }

  async history(i) {
    const run = this.puzzle.runs[i];
    if (!this.unpacked.has(run)) this.unpacked.set(run, new History(run, this.puzzle, await unpack(run.steps)));
    return this.unpacked.get(run);
  }

  async lay() {
    const histories = [];
    for (const i of [...this.chosen]) histories.push(await this.history(i));
    this.lanes = histories.map(h => new Lane(this.root.querySelector("template"), h, (lane, n) => { this.stop(); this.seek(this.timeOf(lane, n)) }));
    this.stage.replaceChildren(...this.lanes.map(l => l.element));
    this.control.first.hidden = !histories.some(h => h.first);
    this.end = Math.max(1, ...histories.map(h => h.length));
    this.stretch();
    this.seek(Math.min(this.time, this.end));
  }

  get together() { return this.control.pace.value === "share" }
  // stretch gives all ribbons one axis of steps, or each its own.
  stretch() {
    const longest = Math.max(...this.lanes.map(l => l.history.total));
    for (const l of this.lanes) l.stretch(this.together ? l.history.length : longest);
  }
  stepOf(lane) {
    const n = lane.history.length;
    return this.together ? Math.round(this.time / this.end * n) : Math.min(Math.floor(this.time), n);
  }
  timeOf(lane, n) {
    n = Math.min(n, lane.history.length);
    return this.together ? n / Math.max(1, lane.history.length) * this.end : n;
  }

  // seek moves all lanes to one moment.
  seek(time) {
    this.time = Math.max(0, Math.min(this.end, time));
    for (const l of this.lanes) l.now = this.stepOf(l);
    if (this.time >= this.end) this.stop();
    this.show();
  }

  // move moves each lane from where it stands.
  move(by) {
    this.stop();
    const apart = this.lanes.some(l => l.now !== this.stepOf(l));
    if (!apart || !isFinite(by)) return this.seek(this.time + by);
    this.each(l => l.now + by);
  }
  // nextDead walks each lane to its own next dead end; one that has none left stays.
  nextDead() {
    this.stop();
    this.each(l => { const n = l.history.nextDead(l.now); return n > 0 ? n : l.now });
  }
  // toFirst shows where each approach first did not see that its board was lost; one that saw it stays.
  toFirst() {
    this.stop();
    this.each(l => l.history.first ? l.history.first.steps : l.now);
  }
  each(to) {
    for (const l of this.lanes) l.now = Math.max(0, Math.min(l.history.length, to(l)));
    this.time = Math.max(...this.lanes.map(l => this.timeOf(l, l.now)));
    this.show();
  }

  show() {
    const candidates = this.control.candidates.checked;
    this.stage.classList.toggle("big", candidates || this.lanes.length === 1 || this.puzzle.size > 9 || this.lanes.some(l => l.history.marks));
    for (const lane of this.lanes) lane.show(lane.now, candidates, !this.playing);
  }

  rate() {
    this.speed = RATES[this.control.speed.value];
    say(this.control.rate, said("rate", { n: number(this.speed) }));
  }

  // walk begins by itself, where motion is welcome, once the boards are in sight.
  walk() {
    this.walks = this.calm.matches || this.time > 0 ? false : !this.visible;
    if (!this.walks && !this.calm.matches && this.time === 0 && !this.playing) this.toggle();
  }

  toggle() {
    if (this.playing) return this.stop();
    if (this.time >= this.end) this.time = 0;
    this.playing = true;
    this.root.classList.add("playing");
    let last = performance.now(), owed = 0;
    const frame = now => {
      if (!this.playing) return;
      // Those who want less motion see a few still pictures a second instead of sixty.
      if (!this.calm.matches || now - last > 250) {
        owed += Math.min(now - last, 500) / 1000 * this.speed;
        last = now;
        const whole = Math.floor(owed);
        owed -= whole;
        if (whole) this.seek(this.time + whole);
      }
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }
  stop() {
    this.playing = false;
    this.root.classList.remove("playing");
  }

  // Keys work wherever the focus is, but where a control has a use for the key itself.
  key(e) {
    if (e.ctrlKey || e.altKey || e.metaKey || e.defaultPrevented || !this.lanes.length) return;
    const on = e.target, name = on.tagName, slider = on.closest && on.closest(".timeline");
    if (!this.root.contains(on) && !(on === document.body && this.visible)) return;
    if (name === "SELECT" || (name === "INPUT" && !slider && (on.type === "range" || e.key === " "))) return;
    if (e.key === " " && name === "BUTTON") return;
    const leap = Math.max(1, Math.round(this.end / 100));
    const acts = {
      " ": () => this.toggle(), ArrowLeft: () => this.move(e.shiftKey ? -leap : -1), ArrowRight: () => this.move(e.shiftKey ? leap : 1),
      Home: () => this.seek(0), End: () => this.seek(this.end), d: () => this.nextDead(), c: () => this.control.candidates.click(),
    };
    const act = acts[e.key.length === 1 ? e.key.toLowerCase() : e.key];
    if (!act) return;
    e.preventDefault();
    act();
  }
}

// startReplay makes a player of a section, with all who tried the puzzle or two, and tells when it is ready. One that
// walks begins by itself.
export async function startReplay(root, puzzles, { all = false, walks = false } = {}) {
  const element = root && root.querySelector(".player");
  if (!element || !puzzles || !puzzles.length) return;
  if (!canUnpack()) { root.querySelector(".old").hidden = false; return }
  const player = new Player(element, puzzles);
  await player.open(0, all);
  root.classList.add("ready");
  if (walks) player.walk();
}
