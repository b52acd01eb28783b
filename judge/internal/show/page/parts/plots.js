// Plots: values under the pointer, and the choice of the solutions in colour.
import { unpack, canUnpack } from "./common.js";

const SLOTS = 8;

// packed holds the texts of the marks, in the order of the marks.
export async function startPlots(root, tip, packed) {
  for (const problem of root.querySelectorAll(".problem")) startLegend(problem);
  if (!canUnpack()) return;
  const words = new TextDecoder().decode(await unpack(packed)).split("\0"), order = new Map([...root.querySelectorAll(".drawing :is(.pt, .s > use)")].map((pt, i) => [pt, words[i]]));
  for (const figure of root.querySelectorAll(".plot")) {
    startTips(figure.querySelector(".drawing"), tip, order);
  }
}

// startLegend lets the reader choose the solutions in colour. There are only as many colours as a reader can distinguish.
function startLegend(root) {
  const boxes = [...root.querySelectorAll(".legend-chips input")];
  const slots = new Map(boxes.filter(b => b.checked).map(b => [b.value, +b.parentElement.className.slice(1)]));
  const dress = (box, slot) => {
    box.parentElement.className = slot === undefined ? "cx" : "c" + slot;
    const marker = slot === undefined ? "#mx" : "#m" + slot;
    box.parentElement.querySelector("use").setAttribute("href", marker);
    for (const g of root.querySelectorAll(`.s[data-s="${box.value}"]`)) {
      g.setAttribute("class", "s " + box.parentElement.className);
      for (const use of g.querySelectorAll("use")) use.setAttribute("href", marker);
      if (slot !== undefined) g.parentElement.insertBefore(g, g.parentElement.querySelector(".axis")); // in front of the grey ones
    }
  };
  for (const box of boxes) box.addEventListener("change", () => {
    if (box.checked) {
      const free = Array.from({ length: SLOTS }, (_, i) => i).find(i => ![...slots.values()].includes(i));
      slots.set(box.value, free);
    } else slots.delete(box.value);
    dress(box, slots.get(box.value));
    for (const b of boxes) b.disabled = !b.checked && slots.size === SLOTS;
  });
  if (slots.size === SLOTS) for (const b of boxes) b.disabled = !b.checked;
}

// startTips shows the text of the mark nearest to the pointer and highlights its solution.
function startTips(svg, tip, words) {
  const marks = [];
  for (const g of svg.querySelectorAll(".s")) {
    const name = nameOf(g);
    for (const pt of g.querySelectorAll(":is(.pt, .s > use)")) {
      const use = pt.querySelector("use") || pt;
      marks.push({ g, x: +use.getAttribute("x"), y: +use.getAttribute("y"), text: `${name} · ${words.get(pt)}` });
    }
    const dots = g.querySelector(".dots");
    if (dots) for (const m of dots.getAttribute("d").matchAll(/M(\S+) (\S+?)h0/g)) marks.push({ g, x: +m[1], y: +m[2], text: name });
  }
  if (!marks.length) return;
  const clear = () => {
    tip.hidden = true;
    svg.classList.remove("focus");
    for (const e of svg.querySelectorAll(".on")) e.classList.remove("on");
  };
  const show = event => {
    const box = svg.getBoundingClientRect(), scale = svg.viewBox.baseVal.width / box.width;
    const x = (event.clientX - box.left) * scale, y = (event.clientY - box.top) * scale;
    let best = null, least = 40 * 40;
    for (const m of marks) {
      const d = (m.x - x) ** 2 + (m.y - y) ** 2;
      if (d < least) { least = d; best = m }
    }
    clear();
    if (!best) return;
    svg.classList.add("focus");
    best.g.classList.add("on");
    tip.textContent = best.text;
    tip.hidden = false;
    const px = box.left + best.x / scale, py = box.top + best.y / scale;
    tip.style.left = Math.max(4, Math.min(px + 12, innerWidth - tip.offsetWidth - 4)) + "px";
    tip.style.top = Math.max(4, py - tip.offsetHeight - 10) + "px";
  };
  svg.addEventListener("pointermove", show);
  svg.addEventListener("pointerdown", show);
  // A finger leaves as soon as it is lifted, so the text stays until it touches another place.
  svg.addEventListener("pointerleave", event => { if (event.pointerType !== "touch") clear() });
  document.addEventListener("pointerdown", event => { if (!svg.contains(event.target)) clear() }, true);
  document.addEventListener("scroll", clear, { passive: true });
}

const nameOf = g => g.closest(".problem").querySelector(`.legend-chips input[value="${g.dataset.s}"]`).parentElement.textContent;
