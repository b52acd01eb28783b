// What a step of a search did: in words, and on the cells of the board.
import { said, number } from "./common.js";

const countBits = m => { let k = 0; for (; m; m &= m - 1) k++; return k };
const place = (h, i) => ({ r: Math.floor(i / h.size) + 1, c: i % h.size + 1 });

// ended adds to the last step how the search ends.
function ended(h, n, text) {
  if (n !== h.length) return text;
  const last = h.cut ? said("cut", { k: number(h.length), n: number(h.total) }) : said(h.solved ? "solved" : "failed", {});
  return [text[0] + " " + last[0], text[1] + last[1]];
}

// about says what the n-th step did.
export function about(h, n) {
  const now = h.at(n);
  if (n === 0) return said("start", { n: now.reduce((k, v) => k + !v, 0) });
  const { cell, value, old, before, stuck } = change(h, n, now), d = h.depth[n], at = place(h, cell);
  if (value) {
    const fit = h.fits(before, cell), k = countBits(fit), v = h.symbols[value];
    const kind = !(fit >> value & 1) ? "clash" : k === 1 ? "only" : h.alone(before, cell, value) ? "hidden" : "guess";
    return ended(h, n, said(kind, { v, k, d, ...at }));
  }
  if (!old) return ended(h, n, said("clear", at));
  const end = n > 1 && h.values[n - 2] !== 0, other = stuck >= 0 ? place(h, stuck) : at;
  return ended(h, n, said(stuck >= 0 ? "stuck" : end ? "dead" : "withdraw", { v: h.symbols[old], d, r2: other.r, c2: other.c, ...at }));
}

// change is the cell that the n-th step wrote, what it wrote over, and the blank that nothing fitted before it.
function change(h, n, board) {
  const cell = h.cells[n - 1], value = h.values[n - 1], before = board.slice();
  before[cell] = n > 1 ? h.at(n - 1)[cell] : h.puzzle[cell];
  const old = before[cell], back = !value && old && n > 1 && h.values[n - 2] !== 0;
  return { cell, value, old, before, stuck: back ? h.stuck(before) : -1 };
}

// cellsAt is the board after n steps, cell by cell, as a Board paints it. Pointed are cells to point at.
export function cellsAt(h, n, { candidates = false, pointed = [] } = {}) {
  const board = h.at(n);
  const cells = Array.from(board, (v, i) => ({ text: h.symbols[v].trim(), kind: h.puzzle[i] ? "given" : "filled" }));
  if (n) {
    const { cell, value, old, stuck } = change(h, n, board), c = cells[cell];
    c.ground = value ? "now" : "gone";
    if (value) c.kind = "filled fresh";
    else if (old) Object.assign(c, { text: h.symbols[old], kind: "gone", sign: "strike" });
    if (stuck >= 0) cells[stuck].sign = "stuck";
  }
  if (candidates) cells.forEach((c, i) => {
    if (board[i] || c.sign) return;
    const fit = h.fits(board, i);
    c.notes = h.digits.filter(v => fit >> v & 1);
  });
  if (pointed.length === 1 && !board[pointed[0]]) cells[pointed[0]].sign = "stuck";
  else for (const i of pointed) cells[i].ground ||= "pointed";
  return cells;
}
