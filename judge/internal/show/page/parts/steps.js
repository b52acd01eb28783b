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
  if (now.fits) return aboutCandidates(h, n, now, h.at(Math.max(0, n - 1)));
  if (n === 0) return said("start", { n: now.board.reduce((k, v) => k + !v, 0) });
  const { cell, value, old, before, stuck } = change(h, n, now.board), d = h.depth[n], at = place(h, cell);
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
  before[cell] = n > 1 ? h.at(n - 1).board[cell] : h.puzzle[cell];
  const old = before[cell], back = !value && old && n > 1 && h.values[n - 2] !== 0;
  return { cell, value, old, before, stuck: back ? h.stuck(before) : -1 };
}

function aboutCandidates(h, n, now, before) {
  const open = now.board.reduce((k, v) => k + !v, 0), left = now.fits.reduce((k, m, i) => k + (now.board[i] ? 0 : countBits(m)), 0);
  if (n === 0) return said("start", { n: open });
  let struck = 0, back = 0, known = 0, taken = 0, digits = 0;
  for (let i = 0; i < now.fits.length; i++) {
    const changed = now.fits[i] ^ before.fits[i];
    struck += countBits(changed & before.fits[i]);
    back += countBits(changed & now.fits[i]);
    digits |= changed;
    if (now.board[i] && now.board[i] !== before.board[i]) known++;
    if (before.board[i] && now.board[i] !== before.board[i]) taken++;
  }
  const values = { struck: number(struck), back: number(back), known: number(known), taken: number(taken), v: h.symbols[31 - Math.clz32(digits)], left: number(left), open: number(open) };
  const kind = n === 1 ? "pencilled" : back ? "restored" : countBits(digits) === 1 ? "turn" : "struck";
  return ended(h, n, said(kind, values));
}

// cellsAt is the board after n steps, cell by cell, as a Board paints it. Pointed are cells to point at.
export function cellsAt(h, n, { candidates = false, pointed = [] } = {}) {
  const { board, fits } = h.at(n), before = fits && h.at(Math.max(0, n - 1));
  const cells = Array.from(board, (v, i) => ({ text: h.symbols[v].trim(), kind: h.puzzle[i] ? "given" : "filled" }));
  if (fits) marks(h, cells, { board, fits }, before);
  else if (n) {
    const { cell, value, old, stuck } = change(h, n, board), c = cells[cell];
    c.ground = value ? "now" : "gone";
    if (value) c.kind = "filled fresh";
    else if (old) Object.assign(c, { text: h.symbols[old], kind: "gone", sign: "strike" });
    if (stuck >= 0) cells[stuck].sign = "stuck";
  }
  if (candidates && !fits) cells.forEach((c, i) => {
    if (board[i] || c.sign) return;
    const fit = h.fits(board, i);
    c.notes = h.digits.filter(v => fit >> v & 1).map(v => [v, ""]);
  });
  if (pointed.length === 1 && !board[pointed[0]]) cells[pointed[0]].sign = "stuck";
  else for (const i of pointed) cells[i].ground ||= "pointed";
  return cells;
}

// marks adds the candidates that a program keeps itself, with those just struck or returned, and the digits just found.
function marks(h, cells, now, before) {
  cells.forEach((c, i) => {
    const struck = before.fits[i] & ~now.fits[i], back = now.fits[i] & ~before.fits[i];
    if (now.board[i] && now.board[i] !== before.board[i]) Object.assign(c, { ground: "now", kind: "filled fresh" });
    if (before.fits[i] && !now.fits[i]) c.sign = "stuck";
    if (!now.board[i]) c.notes = h.digits.filter(v => (struck | now.fits[i]) >> v & 1).map(v => [v, struck >> v & 1 ? "struck" : back >> v & 1 && before.fits[i] ? "back" : ""]);
  });
}
