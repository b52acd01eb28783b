
// ---- The replay ----------------------------------------------------------------------------------

const SVG = "http://www.w3.org/2000/svg";
const svgNode = (name, attributes, text) => {
  const e = document.createElementNS(SVG, name);
  for (const k in attributes) e.setAttribute(k, attributes[k]);
  if (text !== undefined) e.textContent = text;
  return e;
};
const letters = " 123456789ABCDEFG";
const KEY = 1024; // steps from one remembered board to the next

// History is one approach's steps, with boards remembered at intervals so that any moment is near.
class History {
  constructor(run, { puzzle, size, w, h }, bytes) {
    this.name = run.name;
    this.total = run.total;
    this.solved = run.solved;
    this.note = run.note;
    this.size = size;
    this.length = run.kept;
    this.puzzle = Uint8Array.from(puzzle);
    this.w = w; // a region is w cells wide and h high
    this.h = h;
    this.cells = new Uint16Array(this.length);
    this.values = bytes.subarray(bytes.length - this.length);
    let i = 0, last = 0;
    if (this.length) for (const z of varints(bytes)) {
      last += z % 2 ? -(z + 1) / 2 : z / 2;
      this.cells[i++] = last;
      if (i === this.length) break;
    }
    this.index();
  }

  // index runs once through the steps: depth at each, dead ends, and the remembered boards.
  index() {
    const board = this.puzzle.slice(), depth = new Uint16Array(this.length + 1), dead = [], keys = [];
    let deep = 0, placed = 0, deepest = 0, rising = false;
    for (let i = 0; i < this.length; i++) {
      if (i % KEY === 0) keys.push({ board: board.slice(), placed });
      const c = this.cells[i], v = this.values[i];
      deep += (v ? 1 : 0) - (board[c] ? 1 : 0);
      if (v) placed++;
      // A dead end: right after a placement something is taken back, cleared or written over.
      if (rising && board[c] && v !== board[c] && (!v || c !== this.cells[i - 1])) dead.push(i + 1);
      rising = v !== 0;
      board[c] = v;
      depth[i + 1] = Math.max(0, deep);
      deepest = Math.max(deepest, deep);
    }
    if (this.length % KEY === 0) keys.push({ board: board.slice(), placed });
    Object.assign(this, { depth, dead: Uint32Array.from(dead), keys, deepest });
  }

  // at is the board after n steps, and how many of them placed a digit.
  at(n) {
    const k = Math.floor(n / KEY), key = this.keys[k], board = key.board.slice();
    let placed = key.placed;
    for (let i = k * KEY; i < n; i++) {
      board[this.cells[i]] = this.values[i];
      if (this.values[i]) placed++;
    }
    return { board, placed };
  }

  nextDead(n) {
    let low = 0, high = this.dead.length;
    while (low < high) { const mid = (low + high) >> 1; if (this.dead[mid] > n) high = mid; else low = mid + 1 }
    return low < this.dead.length ? this.dead[low] : -1;
  }

  // place is a cell's row and column, and the cells of its region in order.
  place(cell) {
    const { size, w, h } = this, r = Math.floor(cell / size), c = cell % size, r0 = r - r % h, c0 = c - c % w;
    return { r, c, region: i => (r0 + Math.floor(i / w)) * size + c0 + i % w };
  }

  // fits is the set of digits, a bit each, that clash with nothing at a cell.
  fits(board, cell) {
    const n = this.size, { r, c, region } = this.place(cell);
    let used = 0;
    for (let i = 0; i < n; i++) {
      if (i !== c) used |= 1 << board[r * n + i];
      if (i !== r) used |= 1 << board[i * n + c];
      const k = region(i);
      if (k !== cell) used |= 1 << board[k];
    }
    return ~used & ((1 << (n + 1)) - 2);
  }

  // alone tells whether, in some unit of the cell, the digit fits nowhere else.
  alone(board, cell, value) {
    const n = this.size, { r, c, region } = this.place(cell);
    const only = at => {
      for (let i = 0; i < n; i++) {
        const k = at(i);
        if (k !== cell && !board[k] && this.fits(board, k) >> value & 1) return false;
      }
      return true;
    };
    return only(i => r * n + i) || only(i => i * n + c) || only(region);
  }

  // stuck is a blank cell that no digit fits, or -1.
  stuck(board) {
    for (let i = 0; i < board.length; i++) if (!board[i] && !this.fits(board, i)) return i;
    return -1;
  }
}

const countBits = m => { let k = 0; for (; m; m &= m - 1) k++; return k };

// explain tells what the n-th step did: the sentences, and the cells to mark.
function explain(h, n, board) {
  const place = i => ({ r: Math.floor(i / h.size) + 1, c: i % h.size + 1 });
  if (n === 0) return { text: said("start", { n: board.reduce((k, v) => k + !v, 0) }) };
  const cell = h.cells[n - 1], value = h.values[n - 1], before = board.slice();
  before[cell] = n > 1 ? h.at(n - 1).board[cell] : h.puzzle[cell];
  const old = before[cell], d = h.depth[n], at = place(cell);
  let seen = { cell, value, old, stuck: -1 };
  if (value && old === value) seen.text = said("same", { v: letters[value], ...at });
  else if (value && old) seen.text = said("change", { u: letters[old], v: letters[value], d, ...at });
  else if (value) {
    const fit = h.fits(before, cell), k = countBits(fit), v = letters[value];
    const kind = !(fit >> value & 1) ? "clash" : k === 1 ? "only" : h.alone(before, cell, value) ? "hidden" : "guess";
    seen.text = said(kind, { v, k, d, ...at });
  } else if (!old) seen.text = said("clear", at);
  else {
    const end = n > 1 && h.values[n - 2] !== 0;
    if (end) seen.stuck = h.stuck(before);
    const other = seen.stuck >= 0 ? place(seen.stuck) : at;
    seen.text = said(seen.stuck >= 0 ? "stuck" : end ? "dead" : "withdraw", { v: letters[old], d, r2: other.r, c2: other.c, ...at });
  }
  if (n === h.length) {
    const last = h.length < h.total ? said("cut", { k: h.length.toLocaleString("en"), n: h.total.toLocaleString("en") }) : said(h.solved ? "solved" : "failed", {});
    seen.text = [seen.text[0] + " " + last[0], seen.text[1] + last[1]];
  }
  return seen;
}

// Lane is one approach on the page: its board, its sentence, its ribbon, its counters.
class Lane {
  constructor(history, number, onSeek) {
    this.history = history;
    this.element = $("lane").content.cloneNode(true).firstElementChild;
    const find = s => this.element.querySelector(s);
    find("h4").textContent = history.name;
    say(find(".about"), history.note);
    this.svg = find(".board");
    this.under = find(".under");
    this.over = find(".over");
    this.text = find(".said");
    this.slider = find("input");
    this.head = find(".head");
    this.parts = Object.fromEntries(["at", "placed", "withdrawn", "deep"].map(k => [k, find("." + k)]));
    this.element.dataset.lane = number;
    this.slider.max = history.length;
    const [en, zh] = said("seek", { n: history.name });
    this.slider.setAttribute("aria-label", en + " · " + zh);
    this.slider.addEventListener("input", () => onSeek(this, +this.slider.value));
    this.prepare();
    this.ribbon(find(".depth"));
  }

  prepare() {
    const n = this.history.size, side = n * 10;
    this.svg.setAttribute("viewBox", `-1 -1 ${side + 2} ${side + 2}`);
    let thin = "", thick = `M0 0H${side}V${side}H0Z`;
    for (let i = 1; i < n; i++) {
      const down = `M${i * 10} 0V${side}`, across = `M0 ${i * 10}H${side}`;
      if (i % this.history.w) thin += down; else thick += down;
      if (i % this.history.h) thin += across; else thick += across;
    }
    this.svg.querySelector(".thin").setAttribute("d", thin);
    this.svg.querySelector(".thick").setAttribute("d", thick);
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

  // ribbon draws depth over time as one filled path, the deepest and shallowest of each column.
  ribbon(path) {
    const { depth, length, deepest } = this.history, wide = Math.min(600, length || 1), y = d => (42 - 38 * d / Math.max(1, deepest)).toFixed(1);
    let top = "", bottom = "";
    for (let x = 0; x < wide; x++) {
      const from = Math.floor(x * length / wide), to = Math.max(from + 1, Math.floor((x + 1) * length / wide));
      let high = 0, low = 1e9;
      for (let i = from; i <= to && i <= length; i++) { high = Math.max(high, depth[i]); low = Math.min(low, depth[i]) }
      const at = (x * 600 / wide).toFixed(1), next = ((x + 1) * 600 / wide).toFixed(1);
      top += `L${at} ${y(high)}H${next}`;
      bottom = `L${next} 44H${at}` + bottom;
    }
    path.setAttribute("d", "M0 44" + top + "L600 44Z");
  }

  show(n, candidates, live) {
    const h = this.history, { board, placed } = h.at(n);
    const seen = explain(h, n, board);
    this.now = n;
    this.board = board;
    this.under.replaceChildren();
    this.notes.replaceChildren();
    const spot = (cell, name, group) => group.append(svgNode("rect", { class: name, x: cell % h.size * 10 + .6, y: Math.floor(cell / h.size) * 10 + .6, width: 8.8, height: 8.8, rx: 1 }));
    for (let i = 0; i < board.length; i++) {
      const kind = h.puzzle[i] ? "given" : "filled", text = letters[board[i]].trim();
      if (this.digits[i].textContent !== text) this.digits[i].textContent = text;
      if (this.digits[i].getAttribute("class") !== kind) this.digits[i].setAttribute("class", kind);
    }
    if (seen.cell !== undefined) {
      const x = seen.cell % h.size * 10, y = Math.floor(seen.cell / h.size) * 10;
      if (seen.value) {
        spot(seen.cell, "now", this.under);
        this.digits[seen.cell].setAttribute("class", "filled fresh");
      } else {
        spot(seen.cell, "gone", this.under);
        if (seen.old) {
          this.digits[seen.cell].textContent = letters[seen.old];
          this.digits[seen.cell].setAttribute("class", "gone");
          this.notes.append(svgNode("path", { class: "strike", d: `M${x + 2} ${y + 8}L${x + 8} ${y + 2}` }));
        }
      }
      if (seen.stuck >= 0) {
        const sx = seen.stuck % h.size * 10 + 3, sy = Math.floor(seen.stuck / h.size) * 10 + 3;
        this.notes.append(svgNode("path", { class: "stuck", d: `M${sx} ${sy}l4 4M${sx + 4} ${sy}l-4 4` }));
      }
    }
    if (candidates) this.candidates(board, seen.value === 0 ? [seen.cell, seen.stuck] : []);
    this.text.setAttribute("aria-live", live ? "polite" : "off");
    say(this.text, seen.text);
    this.slider.value = n;
    this.slider.setAttribute("aria-valuetext", `${n} / ${h.length}`);
    this.head.setAttribute("d", `M${600 * n / Math.max(1, h.length)} 0V44`);
    const number = v => v.toLocaleString("en");
    this.parts.at.textContent = number(n) + " ";
    this.parts.at.append(Object.assign(document.createElement("small"), { textContent: "/ " + number(h.total) }));
    this.parts.placed.textContent = number(placed);
    this.parts.withdrawn.textContent = number(n - placed);
    this.parts.deep.textContent = number(h.depth[n]);
    if (live) this.svg.querySelector("desc").textContent = Array.from({ length: h.size }, (_, r) => Array.from(board.slice(r * h.size, (r + 1) * h.size), v => v ? letters[v] : ".").join("")).join(" / ");
    this.svg.querySelector("title").textContent = said("board", { n: h.name })[root.lang === "en" ? 0 : 1];
  }

  candidates(board, except) {
    const h = this.history, per = Math.ceil(Math.sqrt(h.size)), gap = 8.4 / per;
    for (let i = 0; i < board.length; i++) {
      if (board[i] || except.includes(i)) continue;
      const fit = h.fits(board, i);
      for (let v = 1; v <= h.size; v++) if (fit >> v & 1) this.notes.append(svgNode("text", {
        class: "cand", x: i % h.size * 10 + .8 + gap * ((v - 1) % per + .5), y: Math.floor(i / h.size) * 10 + .9 + gap * (Math.floor((v - 1) / per) + .5),
      }, letters[v]));
    }
  }
}

const RATES = [1, 2, 4, 8, 15, 30, 60, 120, 250, 500, 1000, 2500, 5000, 10000, 25000, 100000];

// Player holds one moment for all lanes: a number of steps, or in the other pace the same share of each.
class Player {
  constructor() {
    this.time = 0;
    this.chosen = [];
    this.unpacked = new Map();
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    const click = (id, act) => $(id).addEventListener("click", act);
    click("p-home", () => this.seek(0));
    click("p-back", () => this.seek(this.time - 1));
    click("p-play", () => this.toggle());
    click("p-step", () => this.seek(this.time + 1));
    click("p-end", () => this.seek(this.end));
    click("p-dead", () => this.nextDead());
    $("p-speed").addEventListener("input", () => this.rate());
    $("p-pace").addEventListener("change", () => this.seek(0));
    $("p-cand").addEventListener("change", () => this.show());
    if ($("p-puzzle")) {
      data.puzzles.forEach((p, i) => $("p-puzzle").append(Object.assign(document.createElement("option"), { value: i, textContent: (p.title || "") + " " + (i + 1) })));
      $("p-puzzle").addEventListener("change", () => this.open(+$("p-puzzle").value));
    }
    addEventListener("keydown", e => this.key(e));
    this.rate();
  }

  // open takes up a puzzle: the shortest and the longest way to its solution stand side by side at first.
  async open(index) {
    this.stop();
    this.puzzle = data.puzzles[index];
    this.time = 0;
    const runs = this.puzzle.runs, order = runs.map((_, i) => i).sort((a, b) => runs[b].solved - runs[a].solved || runs[a].total - runs[b].total);
    const solved = order.filter(i => runs[i].solved);
    this.chosen = solved.length > 1 ? [solved[0], solved[solved.length - 1]] : order.slice(0, 2);
    const who = $("p-who");
    who.replaceChildren();
    this.puzzle.runs.forEach((run, i) => {
      const label = document.createElement("label"), box = Object.assign(document.createElement("input"), { type: "checkbox", checked: this.chosen.includes(i) });
      box.addEventListener("change", () => {
        this.chosen = box.checked ? [...this.chosen, i] : this.chosen.filter(k => k !== i);
        if (!this.chosen.length) { this.chosen = [i]; box.checked = true }
        this.lay();
      });
      label.append(box, run.name);
      who.append(label);
    });
    await this.lay();
  }

  async history(i) {
    const run = this.puzzle.runs[i];
    if (!this.unpacked.has(run)) this.unpacked.set(run, new History(run, this.puzzle, await unpack(run.steps)));
    return this.unpacked.get(run);
  }

  async lay() {
    const wanted = [...this.chosen];
    const histories = [];
    for (const i of wanted) histories.push(await this.history(i));
    this.lanes = histories.map((h, k) => new Lane(h, k, (lane, n) => { this.stop(); this.seek(this.timeOf(lane, n)) }));
    $("p-lanes").replaceChildren(...this.lanes.map(l => l.element));
    this.end = Math.max(1, ...histories.map(h => h.length));
    this.seek(Math.min(this.time, this.end));
  }

  get together() { return $("p-pace").value === "share" }
  stepOf(lane) {
    const n = lane.history.length;
    return this.together ? Math.round(this.time / this.end * n) : Math.min(Math.floor(this.time), n);
  }
  timeOf(lane, n) { return this.together ? n / Math.max(1, lane.history.length) * this.end : n }

  seek(time) {
    this.time = Math.max(0, Math.min(this.end, time));
    if (this.time >= this.end) this.stop();
    this.show();
  }

  show() {
    const candidates = $("p-cand").checked;
    $("p-lanes").classList.toggle("big", candidates);
    for (const lane of this.lanes) lane.show(this.stepOf(lane), candidates, !this.playing);
  }

  nextDead() {
    this.stop();
    let best = this.end;
    for (const lane of this.lanes) {
      const n = lane.history.nextDead(this.stepOf(lane));
      if (n > 0) best = Math.min(best, this.timeOf(lane, n));
    }
    this.seek(best);
  }

  rate() {
    this.speed = RATES[$("p-speed").value];
    say($("p-rate"), said("rate", { n: this.speed.toLocaleString("en") }));
  }

  toggle() {
    if (this.playing) return this.stop();
    if (this.time >= this.end) this.time = 0;
    this.playing = true;
    $("player").classList.add("playing");
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
    $("player").classList.remove("playing");
  }

  // Keys work wherever the focus is, but where a control has a use for the key itself.
  key(e) {
    if (e.ctrlKey || e.altKey || e.metaKey || e.defaultPrevented || !this.lanes) return;
    const on = e.target, name = on.tagName;
    const inPlayer = $("player").contains(on), slider = on.closest && on.closest(".timeline");
    if (!inPlayer && !(on === document.body && this.visible)) return;
    if (name === "SELECT" || (name === "INPUT" && !slider && (on.type === "range" || e.key === " "))) return;
    if (e.key === " " && name === "BUTTON") return;
    const leap = Math.max(1, Math.round(this.end / 100));
    const acts = {
      " ": () => this.toggle(), ArrowLeft: () => this.move(e.shiftKey ? -leap : -1), ArrowRight: () => this.move(e.shiftKey ? leap : 1),
      Home: () => this.move(-Infinity), End: () => this.move(Infinity), d: () => this.nextDead(),
      c: () => { $("p-cand").checked = !$("p-cand").checked; this.show() },
    };
    const act = acts[e.key.length === 1 ? e.key.toLowerCase() : e.key];
    if (!act) return;
    e.preventDefault();
    act();
  }
  move(by) { this.stop(); this.seek(this.time + by) }
}

async function startReplay() {
  if (!$("player") || !data.puzzles || !data.puzzles.length) return;
  if (!window.DecompressionStream) { $("p-old").hidden = false; return }
  const player = new Player();
  await player.open(0);
  $("player").hidden = false;
  root.classList.add("ready");
  new IntersectionObserver(entries => { player.visible = entries[entries.length - 1].isIntersecting }).observe($("p-lanes"));
}

startSwitches();
startNav();
startFilters();
startPlots();
startSources();
addEventListener("hashchange", openTarget);
addEventListener("beforeprint", () => { for (const d of document.querySelectorAll("details:not(.more)")) d.open = true });
openTarget();
startReplay();
