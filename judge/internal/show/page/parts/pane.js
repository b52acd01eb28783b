// The source beside the board: how often each line ran on a case, as a share, and the line that a step comes from.
import { unpack, canUnpack, varints, number, large, say, said, make, svgNode } from "./common.js";

export class Panes {
  constructor(root, heats, cases) {
    this.root = root;
    this.all = heats.map((heat, i) => ({ ...heat, names: heat.cases.map(n => cases[n]), now: heat.shown, element: root.querySelector(`[data-pane="${i}"]`) }));
    this.shown = this.all.find(p => !p.element.hidden);
    document.addEventListener("judge:step", e => this.light(e.detail));
    if (this.shown) this.toSearch(this.shown);
  }

  rows(p) { return p.element.querySelectorAll("tbody tr:not(.says)") }
  find(name, problem) { return this.all.find(p => p.name === name && (!problem || p.problem === problem)) }

  // show shows the source of a program, with the counts of a case if there are any.
  async show(name, problem, of) {
    const pane = this.find(name, problem) || this.find(name);
    if (!pane) return;
    if (pane !== this.shown) {
      for (const p of this.all) p.element.hidden = p !== pane;
      this.shown = pane;
      this.toSearch(pane);
    }
    const at = pane.names.indexOf(of);
    if (at >= 0 && at !== pane.now && canUnpack()) { pane.now = at; this.count(pane, await this.counts(pane), of) }
  }

  async counts(pane) {
    if (pane.counts) return pane.counts;
    const all = [], next = varints(await unpack(pane.lines));
    for (let i = 0; i < pane.names.length; i++) {
      const lines = new Array(next());
      for (let k = 0; k < lines.length; k++) lines[k] = next() - 1;
      all.push(lines);
    }
    return pane.counts = all;
  }

  count(pane, all, of) {
    const stopped = pane.stopped[pane.now] || ["", ""], lines = all[pane.now] || [], sum = Math.max(1, lines.reduce((a, n) => a + Math.max(0, n), 0)), most = Math.max(0, ...lines);
    this.rows(pane).forEach((row, i) => {
      const n = i < lines.length ? lines[i] : -1, share = Math.round(100 * n / sum);
      row.children[1].replaceChildren();
      row.children[2].textContent = n >= 0 && !stopped[0] ? number(n) : "";
      if (share < 1) return;
      const bar = svgNode("svg", { viewBox: "0 0 100 1", preserveAspectRatio: "none", "aria-hidden": "true" });
      bar.append(svgNode("rect", { width: 100 * n / most, height: 1 }));
      row.children[1].append(make("small", { textContent: share + " %" }), bar);
    });
    const find = s => pane.element.querySelector(s);
    find(".case")?.replaceChildren(of);
    say(find(".stopped"), stopped);
    const line = lines.indexOf(most) + 1, share = said("share", { line, n: Math.round(100 * most / sum) });
    say(find(".hottest"), !most ? ["", ""] : stopped[0] ? share : large(most).map((n, i) => said("hottest", { line, n })[i]));
  }

  // toSearch brings the line that ran most often into view, or the line that is wrong.
  toSearch(pane) {
    const share = row => row.querySelector("rect")?.width.baseVal.value || 0, rows = [...this.rows(pane)];
    this.reveal(pane, rows.find(r => r.matches(".fault")) || rows.reduce((best, r) => share(r) > share(best) ? r : best, rows[0]));
  }
  reveal(pane, row) {
    const box = pane.element.querySelector(".scroll");
    if (row && (row.offsetTop < box.scrollTop || row.offsetTop + row.offsetHeight > box.scrollTop + box.clientHeight)) box.scrollTop = row.offsetTop - box.clientHeight / 2;
  }

  // light marks the line of a step, and brings it into view if the search stands still.
  light({ name, line, still }) {
    const pane = this.shown;
    if (!pane || pane.name !== name) return;
    const row = this.rows(pane)[line - 1];
    if (pane.lit !== row) {
      pane.lit?.classList.remove("lit");
      row?.classList.add("lit");
      pane.lit = row;
    }
    if (row && still) this.reveal(pane, row);
  }
}
