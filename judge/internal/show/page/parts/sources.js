// Sources: two panels of one problem side by side, counted on one case, and the line of a replay's step.
import { unpack, canUnpack, varints, number, large, say, said, make } from "./common.js";

// saidOf says a sentence with a large number in it.
const saidOf = (key, values, n) => large(n).map((words, i) => said(key, { ...values, n: words })[i]);

// searches returns, by solution, the first line that writes the board. The replays know these lines.
const searches = puzzles => Object.fromEntries((puzzles || []).flatMap(p => p.runs.map(r => [r.name, Math.min(...Object.keys(r.code).map(Number))])));

export function startSources(root, heats, counted, puzzles) {
  const form = root && root.querySelector("form");
  if (!form) return;
  const { left, right, case: cases, group } = form.elements;
  const panels = heats.map((heat, i) => ({
    ...heat, cases: heat.cases.map(n => counted[n].name), most: heat.cases.map(n => counted[n].most), element: root.querySelectorAll(".panel")[i], counts: null,
  }));
  for (const p of panels) { // the same source stands above: copy its lines
    const same = p.element.dataset.same;
    if (same) p.element.querySelector("tbody").replaceChildren(...[...root.querySelector(`[data-panel="${same}"] tbody`).cloneNode(true).children]);
  }
  const search = searches(puzzles);
  const option = (select, text, value) => select.append(make("option", { textContent: text, value }));
  const members = () => panels.map((p, i) => i).filter(i => panels[i].group === (group ? +group.value : panels[0].group));
  const rows = panel => panel.element.querySelectorAll("tbody tr");

  async function counts(panel) {
    if (panel.counts) return panel.counts;
    const all = [], numbers = varints(await unpack(panel.lines));
    for (let i = 0; i < panel.cases.length; i++) {
      const lines = new Array(numbers.next().value);
      for (let k = 0; k < lines.length; k++) lines[k] = numbers.next().value - 1;
      all.push(lines);
    }
    return panel.counts = all;
  }
  // colour shows the counts of the chosen case. The scale is the same for all the solutions of a problem.
  async function colour(panel) {
    const at = panel.cases.indexOf(cases.value);
    if (at === panel.now || !canUnpack()) return;
    panel.now = at;
    const lines = at < 0 ? [] : (await counts(panel))[at], most = at < 0 ? 1 : panel.most[at];
    const sum = lines.reduce((a, n) => a + Math.max(0, n), 0);
    rows(panel).forEach((row, i) => {
      const n = i < lines.length ? lines[i] : -1, cell = row.children[1];
      row.className = n > 0 ? "h" + (most <= 1 ? 0 : Math.round(9 * Math.log(n) / Math.log(most))) : "";
      cell.textContent = n >= 0 ? number(n) : "";
      if (n > 0 && n / sum >= .005) cell.append(make("small", { textContent: ` ${Math.round(100 * n / sum)} %` }));
    });
    const name = panel.element.querySelector(".case"), hottest = panel.element.querySelector(".hottest");
    if (name && cases.length > 1) name.textContent = cases.value; // the only one stands there in both languages
    if (hottest) {
      const n = Math.max(0, ...lines), line = lines.indexOf(n) + 1;
      say(hottest, n ? saidOf("hottest", { line }, n) : ["", ""]);
    }
    const scale = root.querySelector(".heatscale .most");
    if (scale && at >= 0) say(scale, saidOf("times", {}, most));
  }
  // toSearch brings the search into view: the first line that writes the board if it is known, else the line that ran most
  // often.
  function toSearch(panel) {
    const all = [...rows(panel)], line = all[search[panel.name] - 1];
    if (line) return reveal(panel, line);
    const count = r => +r.children[1].firstChild?.textContent.replace(/\D/g, "") || 0;
    reveal(panel, all.reduce((best, r) => count(r) > count(best) ? r : best, all[0]));
  }
  function reveal(panel, row) {
    const box = panel.element.querySelector(".scroll");
    if (row) box.scrollTop = row.offsetTop - box.clientHeight / 2;
  }
  function show() {
    for (const [i, p] of panels.entries()) {
      const on = i === +left.value || i === +right.value;
      p.element.hidden = !on;
      p.element.open = on;
      if (on) colour(p).then(() => { if (p.opened !== p.now) toSearch(p); p.opened = p.now });
    }
    panels[0].element.parentElement.prepend(panels[+left.value].element);
    for (const [a, b] of [[left, right], [right, left]]) for (const o of a.options) o.disabled = members().length > 1 && o.value === b.value;
  }
  function fill() {
    for (const s of [left, right, cases]) s.replaceChildren();
    const here = members();
    for (const i of here) { option(left, panels[i].name, i); option(right, panels[i].name, i) }
    // At first, the solution that worked least stands beside the one that worked most.
    const worked = here.filter(i => panels[i].work > 0).sort((a, b) => panels[a].work - panels[b].work);
    const pair = worked.length > 1 ? [worked[0], worked[worked.length - 1]] : [here[0], here[Math.min(1, here.length - 1)]];
    left.value = pair[0];
    right.value = pair[1];
    const names = [...new Set(here.flatMap(i => panels[i].cases))];
    for (const n of names) option(cases, n, n);
    const first = here.map(i => panels[i]).find(p => p.work > 0);
    if (first) cases.value = first.cases[first.shown];
    cases.parentElement.hidden = names.length < 2;
    right.parentElement.hidden = here.length < 2;
    show();
  }
  if (group) group.addEventListener("change", fill);
  for (const s of [left, right, cases]) s.addEventListener("change", show);
  form.addEventListener("submit", e => e.preventDefault());
  // The line of a step lights up in the source.
  document.addEventListener("judge:step", e => {
    for (const p of panels) if (p.name === e.detail.name && !p.element.hidden) {
      const row = rows(p)[e.detail.line - 1];
      if (p.lit === row) continue;
      if (p.lit) p.lit.classList.remove("lit");
      p.lit = row;
      if (row) row.classList.add("lit");
      if (row && e.detail.still) reveal(p, row);
    }
  });
  root.closest("details.part")?.addEventListener("toggle", () => { for (const p of panels) if (!p.element.hidden) toSearch(p) });
  fill();
}
