// The overview: each small cell says what it stands for and leads to its details.

// startGlance reads the facts of a cell from the matrix, which has the same rows and columns.
export function startGlance(root, verdicts, tip) {
  const about = cell => {
    const block = cell.closest(".block"), matrix = verdicts.querySelector(`[data-problem="${block.dataset.problem}"] tbody`);
    const row = matrix.rows[[...cell.parentElement.children].indexOf(cell)];
    return { row, result: row.cells[[...block.querySelectorAll("li")].indexOf(cell.closest("li")) + 1] };
  };
  const cellOf = event => event.target.closest(".cells > i");
  root.addEventListener("pointerover", event => {
    const cell = cellOf(event);
    tip.hidden = !cell;
    if (!cell) return;
    const { row, result } = about(cell), box = cell.getBoundingClientRect();
    tip.textContent = `${cell.closest("li").firstElementChild.textContent} · ${row.cells[0].textContent.trim()}\n${result.innerText || result.textContent}`;
    tip.style.left = Math.max(4, Math.min(box.left, innerWidth - tip.offsetWidth - 4)) + "px";
    tip.style.top = Math.max(4, box.top - tip.offsetHeight - 8) + "px";
  });
  root.addEventListener("pointerleave", () => { tip.hidden = true });
  root.addEventListener("click", event => {
    const cell = cellOf(event);
    if (!cell) return;
    const { row, result } = about(cell), link = result.querySelector("a");
    tip.hidden = true;
    if (link) return link.click();
    for (let e = row; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
    for (const lit of verdicts.querySelectorAll(".lit")) lit.classList.remove("lit");
    row.classList.add("lit");
    row.scrollIntoView({ block: "center" });
  });
}
