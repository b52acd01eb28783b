// The matrix: filters, and a sheet for each solution.
import { say, said, make } from "./common.js";

export function startFilters(root) {
  const form = root.querySelector("form");
  if (!form) return;
  const value = name => form.elements[name] ? form.elements[name].value : "";
  const apply = () => {
    const problem = value("problem"), column = value("solution"), verdict = value("verdict"), odd = form.elements.unexpected.checked;
    const words = value("text").toLowerCase().split(/\s+/).filter(w => w);
    const wanted = e => words.every(w => e.dataset.text.includes(w));
    let shown = 0, all = 0;
    for (const block of root.querySelectorAll(".matrix-block")) {
      // A word filters the solutions. If no solution has it, it filters the cases.
      const heads = [...block.querySelectorAll("thead [data-n]")], named = words.length ? heads.filter(wanted) : [];
      const kept = new Set((named.length ? named : heads).map(h => h.dataset.n).filter(n => column === "" || n === column));
      for (const c of block.querySelectorAll("[data-n]")) c.hidden = !kept.has(c.dataset.n);
      let rows = 0;
      for (const row of block.querySelectorAll("tbody tr")) {
        let keep = 0;
        for (const c of row.querySelectorAll("td")) {
          const match = (verdict === "" || c.classList.contains("v-" + verdict)) && (!odd || c.classList.contains("un"));
          c.classList.toggle("dim", !match);
          if (match && !c.hidden) keep++;
        }
        row.hidden = keep === 0 || (words.length > 0 && !named.length && !wanted(row));
        all++;
        if (!row.hidden) rows++;
      }
      block.hidden = kept.size === 0 || (problem !== "" && block.dataset.problem !== problem) || rows === 0;
      if (!block.hidden) shown += rows;
    }
    say(form.querySelector("output"), said("rows", { n: shown, m: all }));
  };
  for (const row of root.querySelectorAll("tbody tr, thead [data-n]")) row.dataset.text = (row.querySelector("th, a") || row).textContent.toLowerCase();
  form.addEventListener("input", apply);
  form.addEventListener("submit", e => e.preventDefault());
  apply();
}

// startSheets prints each solution on a sheet of its own if asked: its column of the matrix and its failures.
export function startSheets(root, verdicts) {
  const button = root.querySelector(".sheets");
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    const page = document.documentElement, added = [];
    for (const head of verdicts.querySelectorAll("thead [data-n]")) {
      const solution = root.querySelector(head.querySelector("a").hash), table = head.closest("table");
      const list = make("ul", { className: "sheet" });
      for (const row of table.querySelectorAll("tbody tr")) {
        const cell = row.querySelector(`[data-n="${head.dataset.n}"]`), item = make("li");
        if (cell.classList.contains("none")) continue;
        item.append(row.querySelector("th").textContent, " ", ...[...(cell.querySelector("a") || cell).childNodes].map(n => n.cloneNode(true)));
        list.append(item);
      }
      solution.querySelector(".inside").append(list);
      added.push(list);
    }
    page.classList.add("one-a-sheet");
    addEventListener("afterprint", () => { page.classList.remove("one-a-sheet"); for (const e of added) e.remove() }, { once: true });
    print();
  });
}
