// A flame graph: the steps of a search to the right, its depth upwards, and a bar over all that was built on a step. A bar
// has a depth from 1 and a kind, and the number of the bar under it, which comes before it.
export class Flame {
  // keys are elements with the colour of each kind. pick is told of a bar that is touched.
  constructor(canvas, keys, pick) {
    Object.assign(this, { canvas, keys, pick, bars: [], shown: [], total: 1 });
    canvas.addEventListener("pointermove", e => this.touch(e));
    canvas.addEventListener("pointerdown", e => this.touch(e));
    canvas.addEventListener("keydown", e => this.key(e));
    new ResizeObserver(() => this.draw()).observe(canvas);
    for (const media of ["print", "(prefers-color-scheme: dark)"]) matchMedia(media).addEventListener("change", () => this.draw());
    document.addEventListener("change", e => { if (e.target.name === "theme") this.draw() });
  }

  // set shows bars that reach up to a depth, on an axis of so many steps. shown tells where each one is: from, wide and how
  // solid; and what rises from it where its own bars are too narrow: so high, of a kind, so solid.
  set(bars, shown, total, depth) {
    Object.assign(this, { bars, shown, total: Math.max(1, total), depth });
    this.draw();
  }

  draw() {
    const { canvas, bars, shown } = this, wide = canvas.clientWidth, high = canvas.clientHeight, dots = devicePixelRatio || 1;
    if (!wide || !bars.length) return;
    if (canvas.width !== Math.round(wide * dots) || canvas.height !== Math.round(high * dots)) Object.assign(canvas, { width: Math.round(wide * dots), height: Math.round(high * dots) });
    const on = canvas.getContext("2d"), row = Math.min(18, high / this.depth), scale = wide / this.total, gap = row > 5 ? 1 : .5;
    const colours = this.keys.map(k => getComputedStyle(k).color);
    on.setTransform(dots, 0, 0, dots, 0, 0);
    on.clearRect(0, 0, wide, high);
    Object.assign(this, { row, scale });
    const box = (from, to, low, top, kind, solid, space) => {
      if (solid <= 0 || (to - from) * scale < .2) return;
      on.globalAlpha = solid;
      on.fillStyle = colours[kind];
      on.fillRect(from * scale, high - top * row, Math.max(.6, (to - from) * scale - space), (top - low) * row - (space && gap));
    };
    // covered is how far the bars on a bar reach; what is between them is drawn as one.
    const covered = shown.map(s => s.from), between = (i, to) => {
      let low = bars[i].depth;
      for (const [top, kind, solid] of shown[i].risen || []) {
        if (top > low) box(covered[i], to, low, top, kind, solid, 0);
        low = Math.max(low, top);
      }
    };
    for (const [i, { from, wide, solid }] of shown.entries()) {
      const under = bars[i].under;
      if (under !== undefined) { between(under, from); covered[under] = from + wide }
      box(from, from + wide, bars[i].depth - 1, bars[i].depth, bars[i].kind, solid, wide * scale > 3 ? 1 : .01);
    }
    for (const [i, { from, wide }] of shown.entries()) between(i, from + wide);
    on.globalAlpha = 1;
    const at = shown[this.chosen];
    if (!at || !at.wide) return;
    on.strokeStyle = getComputedStyle(canvas).color;
    on.lineWidth = 2;
    on.strokeRect(at.from * scale + 1, high - bars[this.chosen].depth * row - .5, Math.max(2, at.wide * scale - 2), row);
  }

  choose(i) {
    if (!(i >= 0) || i === this.chosen) return;
    this.chosen = i;
    this.draw();
    this.pick(i);
  }

  // touch chooses the bar at a place, or the one below it that is wide enough to be seen.
  touch(e) {
    const box = this.canvas.getBoundingClientRect(), depth = Math.floor((box.bottom - e.clientY) / this.row) + 1, step = (e.clientX - box.left) / this.scale;
    this.choose(this.shown.findLastIndex((s, i) => this.bars[i].depth <= depth && s.wide > 0 && s.from <= step && step < s.from + Math.max(s.wide, 1 / this.scale)));
  }

  // key goes up to the widest bar on this one, down to the one under it, and to the next on either side.
  key(e) {
    const { bars, shown, chosen } = this, at = shown[chosen], seen = [...shown.keys()].filter(i => shown[i].wide > 0);
    const near = seen.filter(i => at && bars[i].depth === bars[chosen].depth);
    const acts = {
      ArrowUp: () => seen.filter(i => bars[i].under === chosen).reduce((a, b) => a >= 0 && shown[a].wide >= shown[b].wide ? a : b, -1),
      ArrowDown: () => bars[chosen].under,
      ArrowRight: () => near.find(i => i > chosen),
      ArrowLeft: () => near.findLast(i => i < chosen),
    };
    if (!acts[e.key] || e.ctrlKey || e.altKey || e.metaKey) return;
    e.preventDefault();
    e.stopPropagation();
    this.choose(at && at.wide ? acts[e.key]() : seen[0]);
  }
}
