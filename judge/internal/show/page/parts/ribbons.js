// The ribbons: how many cells each search had filled at each moment, all on one logarithmic axis of steps, with the pins
// of the search on the large board.
import { make, svgNode, say, said, number } from "./common.js";

const WIDE = 1200, HIGH = 40, SLIDES = 1000; // SLIDES is the end of the slider

export class Ribbons {
  constructor(root, onSeek) { Object.assign(this, { root, onSeek }) }

  // show draws the histories, the first of which is on the large board.
  show(histories) {
    this.most = Math.max(2, ...histories.map(h => h.total));
    this.root.replaceChildren(...histories.map((h, i) => this.row(h, i)));
    const [main] = histories, track = this.root.firstElementChild;
    this.head = track.querySelector("svg").appendChild(svgNode("path", { class: "head" }));
    this.slider = make("input", { type: "range", min: 0, max: SLIDES, step: "any", value: 0, autocomplete: "off", ariaLabel: main.name });
    this.slider.addEventListener("input", () => this.onSeek(this.step(this.slider.value / SLIDES)));
    this.pins = main.pins.map((p, i) => {
      const pin = make("button", { type: "button", className: "pin", textContent: i + 1 }), told = make("span", { className: "vh" });
      say(told, p.text);
      pin.append(told);
      pin.addEventListener("click", () => this.onSeek(p.step));
      return pin;
    });
    track.append(this.slider, ...this.pins);
    let last = -1;
    const room = track.clientWidth || WIDE, apart = 28 / room; // two pins do not cover each other
    const at = main.pins.map(p => last = Math.max(last + apart, this.x(p.at) / WIDE)), over = Math.max(0, last - 1);
    this.pins.forEach((pin, i) => { pin.style.left = `${100 * Math.min(1 - 14 / room, Math.max(14 / room, at[i] - over))}%` });
  }

  x(step) { return WIDE * Math.log(1 + step) / Math.log(1 + this.most) }
  step(share) { return Math.round(Math.exp(share * Math.log(1 + this.most)) - 1) }

  // at moves the head. Text is what a screen reader says of the moment.
  at(n, text) {
    const x = this.x(n);
    this.head.setAttribute("d", `M${x.toFixed(1)} 0V${HIGH}`);
    if (text === undefined) return;
    this.slider.value = SLIDES * x / WIDE;
    this.slider.setAttribute("aria-valuetext", text);
  }

  row(h, i) {
    const svg = svgNode("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true" }), all = this.columns(h);
    const top = Math.max(1, ...all.map(c => c.high)), y = d => (HIGH - (HIGH - 3) * d / top).toFixed(1), f = v => v.toFixed(1);
    const band = (low, high) => all.map((c, k) => `${k ? "L" : "M"}${f(c.x)} ${y(high(c))}H${f(c.to)}`).join("") + all.toReversed().map(c => `L${f(c.to)} ${y(low(c))}H${f(c.x)}`).join("") + "Z";
    if (all.length) svg.append(svgNode("path", { class: "swing", d: band(c => c.low, c => c.high) }), svgNode("path", { class: "depth", d: band(() => 0, c => c.low) }));
    const track = make("div", { className: "track" + (i ? " theirs" : "") }), label = make("span", { className: "ends" }), told = make("span"), share = this.x(h.total) / WIDE;
    label.append(h.name, told);
    if (h.total) say(told, said(h.solved ? "ended" : "open", { n: number(h.placed) }).map(text => " · " + text)); // else it is not watched yet
    if (share > .6) label.classList.add("inside"); else Object.assign(label.style, { left: `calc(${100 * share}% + .5rem)`, maxWidth: `calc(${100 - 100 * share}% - 1rem)` });
    track.append(svg, label);
    return track;
  }

  // columns are a few hundred stretches of the axis, each with the least and the most cells filled in it. Behind what is
  // kept comes the outline of what was only counted.
  columns(h) {
    const all = [], end = this.x(h.length);
    for (let x = 0; x < end; x += 3) {
      const from = this.step(x / WIDE), to = Math.min(h.length, Math.max(from, this.step((x + 3) / WIDE)));
      let low = Infinity, high = 0;
      for (let k = from, by = Math.max(1, Math.floor((to - from) / 500)); k <= to; k += by) { low = Math.min(low, h.depth[k]); high = Math.max(high, h.depth[k]) }
      if (low <= high) all.push({ x, to: Math.min(end, x + 3), low, high });
    }
    for (let i = 0; 2 * i < h.outline.length; i++) {
      const x = Math.max(end, this.x(i * h.part)), to = this.x(Math.min(h.total, (i + 1) * h.part));
      if (to > x) all.push({ x, to, low: h.outline[2 * i], high: h.outline[2 * i + 1] });
    }
    return all;
  }
}
