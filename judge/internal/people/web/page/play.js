// The page for playing with a board: it connects the board, the tools and the answers of the judge.
import { ask } from "./site.js";
import { Puzzle, fromLink } from "./play_puzzle.js";
import { Grid } from "./play_grid.js";
import { showCount, showHint, showSearches } from "./play_answers.js";

const root = document.getElementById("play"), find = (s) => root.querySelector(s), act = (name) => find(`[data-do="${name}"]`);
const words = (key, values = {}) => root.dataset[key].replace(/\{(\w+)\}/g, (_, k) => values[k]);
const text = find("#text"), said = find("#said"), answer = find("#answer");
// easy is on the board when no puzzle is named.
const easy = "#3,3,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
let puzzle = fromLink(location.hash || easy) || new Puzzle(3, 3);

// post asks the judge a question with a board in it.
async function post(what, body) {
  const got = await (await ask("/play/" + what, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } })).json();
  if (got.error) throw new Error(got.error);
  return got;
}

// asking shows that an answer is on its way, or why there is none. Of two questions it answers only the later one.
let asked = 0;
async function asking(place, busy, question) {
  const mine = ++asked;
  place.classList.remove("wrong");
  place.textContent = busy;
  try {
    const got = await question();
    if (mine === asked) place.textContent = "";
    return mine === asked ? got : undefined;
  } catch (error) {
    if (mine !== asked) return;
    place.textContent = error.message;
    place.classList.add("wrong");
  }
}

const grid = new Grid(find("#grid"), find("#pad"), words, {
  put(cell, value) { if (act("notes").checked ? puzzle.note(cell, value) : puzzle.put(cell, value, act("setting").checked)) changed() },
  undo, redo, hint, notes: () => act("notes").click(), paste: take,
});

// changed shows the board as it is now and removes what was said about the board before.
function changed() {
  asked++;
  answer.replaceChildren();
  said.textContent = "";
  refresh();
}

function refresh(marks) {
  const clashes = puzzle.clashes(), left = puzzle.cells.filter((v) => !v).length;
  grid.show(puzzle, { wrong: clashes.cells, candidates: act("candidates").checked, ...marks });
  const state = find("#state");
  state.classList.toggle("wrong", clashes.units.length > 0);
  state.classList.toggle("right", !left && !clashes.units.length);
  state.textContent = clashes.units.length ? clashes.units.slice(0, 3).map((u) => words(u.kind, u)).join("; ") + (clashes.units.length > 3 ? "; …" : "")
    : left === puzzle.cells.length ? words("empty") : left ? words("left", { n: left }) : words("done");
  act("undo").disabled = !puzzle.past.length;
  act("redo").disabled = !puzzle.future.length;
  history.replaceState(null, "", location.pathname + location.search + puzzle.link());
  for (const a of document.querySelectorAll('header a[href^="?"]')) a.hash = puzzle.link();
  for (const box of root.querySelectorAll("#solve input")) box.disabled = puzzle.size !== 9 && !("large" in box.dataset);
}

// begin shows another puzzle; undo brings the old one back.
function begin(next, asClues = true) {
  puzzle.become(next, asClues);
  act("setting").checked = !asClues || puzzle.given.every((v) => !v);
  shapes(puzzle);
  changed();
}

function undo() { if (puzzle.undo()) { shapes(puzzle); changed() } }
function redo() { if (puzzle.redo()) { shapes(puzzle); changed() } }

// take reads a board from a text in any format.
async function take(written) {
  const got = await asking(said, words("busy"), () => post("read", { text: written.slice(0, 60000) }));
  if (!got) return;
  begin(got);
  said.textContent = words("read", { n: puzzle.size });
}

async function hint() {
  const got = await asking(answer, words("busy"), () => post("hint", { ...puzzle.board(), given: puzzle.clues().cells }));
  if (!got) return;
  const fill = got.kind !== "guess" && got.cell >= 0 && got.value > 0 && (() => { puzzle.put(got.cell, got.value, false); changed(); grid.focus(got.cell) });
  showHint(answer, got, words, fill);
  grid.select(got.cell);
  refresh({ hint: got.cell, seen: got.seen, struck: got.struck });
}

async function count() {
  const got = await asking(answer, words("busy"), () => post("count", puzzle.board()));
  if (got) showCount(answer, got, puzzle, words, (line) => { puzzle.fill(line); changed() });
}

// shapes fills in the regions that a size can have, the squarest first.
const form = find("#new").elements;
function shapes({ size, w, h }) {
  form.size.value = size;
  const all = [];
  for (let high = 1; high <= size; high++) if (size % high === 0) all.push([size / high, high]);
  all.sort((a, b) => Math.abs(a[0] - a[1]) - Math.abs(b[0] - b[1]) || b[0] - a[0]);
  form.regions.replaceChildren(...all.map(([w, h]) => new Option(words("regions", { w, h }), `${w},${h}`)));
  form.regions.value = w ? `${w},${h}` : form.regions.options[0].value;
}
const shape = () => { const [w, h] = form.regions.value.split(",").map(Number); return { w, h } };
const reshape = () => begin(new Puzzle(shape().w, shape().h).board(), false);
form.size.addEventListener("change", () => { shapes({ size: +form.size.value }); reshape() });
form.regions.addEventListener("change", reshape);
find("#new").addEventListener("submit", async (event) => {
  event.preventDefault();
  const got = await asking(answer, words("busy"), () => post("generate", { ...shape(), level: form.level.value, symmetric: form.symmetric.checked }));
  if (got) begin(got);
});

const who = () => [...root.querySelectorAll("#solve input:checked:enabled")];
find("#solve").addEventListener("change", () => {
  const full = who().length >= 4;
  for (const box of root.querySelectorAll("#solve input")) box.disabled = puzzle.size !== 9 && !("large" in box.dataset) || full && !box.checked;
});
find("#solve").addEventListener("submit", async (event) => {
  event.preventDefault();
  const names = who().map((box) => box.value), button = event.submitter;
  if (button) button.disabled = true;
  const got = await asking(find("#watching"), names.length ? words("watching", { names: names.join(", ") }) : words("busy"), () => post("solve", { ...puzzle.clues(), names }));
  if (button) button.disabled = false;
  if (got) await showSearches(find("#seen"), find("#watching"), got);
});

const clicks = {
  undo, redo, hint, count,
  restart: () => { puzzle.restart(); changed() },
  clear: reshape,
  read: () => take(text.value),
  link: () => copy(location.href, said),
  async save() {
    const texts = await asking(said, words("busy"), () => post("write", puzzle.board()));
    if (!texts) return;
    const file = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([texts.file], { type: "text/plain" })), download: `sudoku-${puzzle.size}x${puzzle.size}.txt` });
    file.click();
    URL.revokeObjectURL(file.href);
  },
};
for (const [name, on] of Object.entries(clicks)) act(name).addEventListener("click", () => on());
act("candidates").addEventListener("change", () => refresh());

async function copy(what, place) {
  try {
    await navigator.clipboard.writeText(what);
    place.textContent = words("copied");
  } catch { // not allowed, or not a secure origin
    text.value = what;
    text.select();
    place.textContent = words("chosen");
  }
}
find("#format").addEventListener("change", async ({ target }) => {
  const texts = target.value && await asking(said, words("busy"), () => post("write", puzzle.board()));
  if (texts && texts[target.value]) text.value = texts[target.value];
  if (texts && !texts[target.value]) said.textContent = target.value === "letters" ? "16 × 16" : "9 × 9";
  target.value = "";
});
const load = async (file) => { if (file) take(await file.slice(0, 60000).text()) };
find("#load").addEventListener("change", ({ target }) => { load(target.files[0]); target.value = "" });
for (const kind of ["dragover", "drop"]) find(".table").addEventListener(kind, (event) => {
  event.preventDefault();
  if (kind === "drop") load(event.dataTransfer.files[0]);
});
addEventListener("hashchange", () => { const next = fromLink(location.hash); if (next) { puzzle = next; shapes(puzzle); changed() } });

act("setting").checked = puzzle.given.every((v) => !v);
shapes(puzzle);
refresh();
