// Marks are the candidates that a program keeps itself. A step strikes some of them at once, or returns them.
import { said, number } from "./common.js";

// ended adds to the last step how the search ends.
export function ended(h, n, text) {
  if (n !== h.length) return text;
  const last = h.cut ? said("cut", { k: number(h.length), n: number(h.total) }) : said(h.solved ? "solved" : "failed", {});
  return [text[0] + " " + last[0], text[1] + last[1]];
}

export const countBits = m => { let k = 0; for (; m; m &= m - 1) k++; return k };

// explainTurn says what the n-th step did to the candidates.
export function explainTurn(h, n, now, before) {
  const open = now.board.reduce((k, v) => k + !v, 0), left = now.fits.reduce((k, m, i) => k + (now.board[i] ? 0 : countBits(m)), 0);
  if (n === 0) return { text: said("start", { n: open }) };
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
  return { text: ended(h, n, said(kind, values)) };
}

// drawMarks writes the candidates of the open cells and those just struck. It marks the digits that were just found.
export function drawMarks(lane, now, before) {
  for (let i = 0; i < now.fits.length; i++) {
    const struck = before.fits[i] & ~now.fits[i], back = now.fits[i] & ~before.fits[i], fresh = now.board[i] && now.board[i] !== before.board[i];
    if (fresh) lane.fresh(i);
    if (before.fits[i] && !now.fits[i]) lane.cross(i);
    if (now.board[i]) continue;
    for (let v = 1; v <= lane.history.size; v++) {
      if (struck >> v & 1) lane.pencil(i, v, "struck");
      else if (now.fits[i] >> v & 1) lane.pencil(i, v, back >> v & 1 && before.fits[i] ? "back" : "");
    }
  }
}
