// The first page: two searches race on one board, a digit of each at a time, then ever faster. One fills the cells in
// their order, the other always the cell that the fewest digits fit. Where motion is unwelcome, only the ends are shown.
import { Rules } from "./report/rules.js";

const race = document.getElementById("race"), calm = matchMedia("(prefers-reduced-motion: reduce)");
const PACE = 12, DOUBLE = 2500, MOST = 4e6; // digits a second at first, milliseconds until it doubles, digits in all

// inOrder returns the first blank.
function inOrder(rules, board) {
  const cell = board.indexOf(0);
  return [cell, cell < 0 ? 0 : rules.fits(board, cell)];
}

// fewestFirst returns the blank that the fewest digits fit.
function fewestFirst(rules, board) {
  let best = -1, fewest = 10, fit = 0;
  for (let i = 0; i < board.length; i++) {
    if (board[i]) continue;
    const set = rules.fits(board, i), n = set.toString(2).replaceAll("0", "").length;
    if (n < fewest) [best, fewest, fit] = [i, n, set];
  }
  return [best, fit];
}

// steps are the digits that a search places, and takes back as 0.
function* steps(rules, board, choose) {
  const [cell, fit] = choose(rules, board);
  if (cell < 0) return true;
  for (let v = 1; v <= 9; v++) {
    if (!(fit >> v & 1)) continue;
    board[cell] = v;
    yield cell;
    if (yield* steps(rules, board, choose)) return true;
    board[cell] = 0;
  }
  return false;
}

class Runner {
  constructor(figure, clues, choose) {
    this.box = figure.querySelector(".board");
    this.count = figure.querySelector("output");
    this.board = Uint8Array.from(clues, (c) => +c || 0);
    this.box.className = "board";
    this.box.replaceChildren(...[...clues].map((c) => Object.assign(document.createElement("i"), { className: +c ? "clue" : "" })));
    this.search = steps(new Rules(3, 3), this.board, choose);
    this.placed = 0;
    this.over = false;
  }

  // go places so many digits more.
  go(n) {
    for (; n > 0 && !this.over; n--) {
      const { value, done } = this.search.next();
      if (done || this.placed >= MOST) this.over = true;
      else { this.last = value; this.placed++; }
    }
  }

  show() {
    [...this.box.children].forEach((cell, i) => {
      const text = this.board[i] || "";
      if (cell.textContent !== String(text)) cell.textContent = text;
      if (!cell.classList.contains("clue")) cell.classList.toggle("last", i === this.last && !this.over);
    });
    this.count.value = this.placed.toLocaleString(document.documentElement.lang);
    this.box.classList.toggle("done", this.over && !this.board.includes(0));
  }
}

function start() {
  const clues = race.dataset.puzzle, [first, second] = race.querySelectorAll("figure"), turn = race.querySelector(".turn");
  const both = [new Runner(first, clues, inOrder), new Runner(second, clues, fewestFirst)];
  let owed = 0, ran = 0, before = performance.now();
  turn.hidden = true;
  const frame = (now) => {
    const past = Math.min(now - before, 100);
    before = now;
    if (!document.hidden) {
      ran += past;
      owed += PACE * 2 ** (ran / DOUBLE) * past / 1000;
      const n = calm.matches ? 20_000 : Math.min(Math.floor(owed), 20_000);
      owed -= Math.floor(owed);
      for (const one of both) {
        one.go(n);
        if (!calm.matches || one.over) one.show();
      }
    }
    if (both.every((one) => one.over)) turn.hidden = false;
    else requestAnimationFrame(frame);
  };
  both.forEach((one) => one.show());
  requestAnimationFrame(frame);
}

if (race) {
  race.querySelector(".turn button").addEventListener("click", start);
  start();
}
