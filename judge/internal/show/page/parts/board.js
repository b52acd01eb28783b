// A board on the page. It is drawn once; then only the cells that change are painted.
import { svgNode } from "./common.js";

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

export class Board {
  // svg keeps its title and its description.
  constructor(svg, shape) {
    Object.assign(this, { svg, shape });
    for (const e of [...svg.children]) if (!/^(title|desc)$/.test(e.tagName)) e.remove();
    this.under = svgNode("g", { class: "under" });
    this.over = svgNode("g", { class: "over" });
    svg.append(this.under, svgNode("path", { class: "thin" }), svgNode("path", { class: "thick" }), this.over);
    const side = ruled(svg, shape);
    svg.insertBefore(svgNode("rect", { class: "ground", width: side, height: side }), this.under);
    svg.classList.toggle("large", shape.size > 9);
    this.cells = Array.from({ length: shape.size ** 2 }, (_, i) => {
      const x = i % shape.size * 10, y = Math.floor(i / shape.size) * 10, digit = svgNode("text", { x: x + 5, y: y + 5.2 });
      this.over.append(digit);
      return { x, y, digit, key: "", extra: [] };
    });
  }

  // paint shows the cells: each with its text and kind, and perhaps a ground, a sign and notes.
  paint(cells) {
    cells.forEach((c, i) => {
      const at = this.cells[i], key = `${c.text}|${c.kind}|${c.ground || ""}|${c.sign || ""}|${c.notes ? c.notes.join() : ""}`;
      if (at.key === key) return;
      at.key = key;
      at.digit.textContent = c.text;
      at.digit.setAttribute("class", c.kind);
      for (const e of at.extra) e.remove();
      at.extra = [];
      if (c.ground) this.add(at, this.under, "rect", { class: c.ground, x: at.x + .6, y: at.y + .6, width: 8.8, height: 8.8, rx: 1 });
      if (c.sign === "stuck") this.add(at, this.over, "path", { class: "stuck", d: `M${at.x + 3} ${at.y + 3}l4 4M${at.x + 7} ${at.y + 3}l-4 4` });
      if (c.sign === "strike") this.add(at, this.over, "path", { class: "strike", d: `M${at.x + 2} ${at.y + 8}L${at.x + 8} ${at.y + 2}` });
      const { size, symbols } = this.shape, per = Math.ceil(Math.sqrt(size)), gap = 8.4 / per;
      for (const v of c.notes || []) {
        const x = at.x + .8 + gap * ((v - 1) % per + .5), y = at.y + .9 + gap * (Math.floor((v - 1) / per) + .5);
        this.add(at, this.over, "text", { class: size > 9 ? "cand tiny" : "cand", x, y }, symbols[v]);
      }
    });
  }
  add(at, group, ...what) { at.extra.push(group.appendChild(svgNode(...what))) }
}
