// The first page: the puzzle on it is solved at a walking pace, always at the cell that the fewest digits fit. Where
// motion is unwelcome, or the page is not looked at, it stands still.
import { Rules } from "./report/rules.js";

const svg = document.querySelector(".puzzle svg"), calm = matchMedia("(prefers-reduced-motion: reduce)");
const SVG = "http://www.w3.org/2000/svg", PACE = 350;

// steps are the digits that a search places, and takes back as 0.
function* steps(rules, board) {
  let best = -1, fewest = 10, fit = 0;
  for (let i = 0; i < board.length; i++) {
    if (board[i]) continue;
    const set = rules.fits(board, i), n = set.toString(2).replaceAll("0", "").length;
    if (n < fewest) [best, fewest, fit] = [i, n, set];
  }
  if (best < 0) return true;
  for (let v = 1; v <= 9; v++) {
    if (!(fit >> v & 1)) continue;
    board[best] = v;
    yield [best, v];
    if (yield* steps(rules, board)) return true;
    board[best] = 0;
    yield [best, 0];
  }
  return false;
}

function walk(clues) {
  const layer = svg.appendChild(document.createElementNS(SVG, "g")), digits = new Map();
  layer.setAttribute("class", "walk");
  const search = steps(new Rules(3, 3), Uint8Array.from(clues, (c) => +c || 0));
  const timer = setInterval(() => {
    if (calm.matches || document.hidden) return;
    const { value, done } = search.next();
    if (done) return clearInterval(timer);
    const [cell, digit] = value;
    digits.get(cell)?.remove();
    if (!digit) return;
    const text = layer.appendChild(document.createElementNS(SVG, "text"));
    text.setAttribute("x", cell % 9 * 10 + 5);
    text.setAttribute("y", Math.floor(cell / 9) * 10 + 5);
    text.textContent = digit;
    digits.set(cell, text);
  }, PACE);
}

if (svg) walk(svg.parentElement.hash.split(",")[2]);
