// The answers of the judge about a board, on the page.
import { learn, svgNode } from "./report/common.js";
import { ruled } from "./report/board.js";
import { startStage } from "./report/stage.js";
import { inLanguage } from "./report/switches.js";

const make = (name, properties, ...inside) => { const e = Object.assign(document.createElement(name), properties); e.append(...inside); return e };
const button = (textContent, click) => { const b = make("button", { type: "button", textContent }); b.addEventListener("click", click); return b };

// showHint shows a hint; fill puts its value onto the board, if it has one.
export function showHint(place, hint, words, fill) {
  const why = make("ol", { className: "reasons" }, ...hint.text.map((textContent) => make("li", { textContent })));
  place.replaceChildren(why, ...(fill ? [button(words("fill"), fill)] : []));
}

// showCount says how many solutions there are, draws up to two, and marks the cells in which they differ.
export function showCount(place, { text, solutions }, puzzle, words, take) {
  const all = solutions || [];
  place.replaceChildren(make("p", { textContent: text }), make("div", { className: "pair" }, ...all.map((line, k) => {
    const caption = words("solution", { n: k + 1 }), differs = (i) => all.length > 1 && all[0][i] !== all[1][i];
    return make("figure", {}, drawn(puzzle, line, differs, caption), make("figcaption", { textContent: caption }), button(words("take"), () => take(line)));
  })));
}

// drawn is a full board as a picture.
function drawn(puzzle, line, marked, caption) {
  const svg = svgNode("svg", { class: "board", role: "img", "aria-label": `${caption}: ${line}` }), n = puzzle.size;
  const under = svgNode("g", {});
  svg.append(under, svgNode("path", { class: "thin" }), svgNode("path", { class: "thick" }));
  const side = ruled(svg, puzzle);
  under.append(svgNode("rect", { class: "ground", width: side, height: side }));
  [...line].forEach((text, i) => {
    const x = i % n * 10, y = Math.floor(i / n) * 10;
    if (marked(i)) under.append(svgNode("rect", { class: "now", x: x + .6, y: y + .6, width: 8.8, height: 8.8, rx: 1 }));
    svg.append(svgNode("text", { class: puzzle.given[i] ? "given" : "filled", x: x + 5, y: y + 5.2 }, text));
  });
  return svg;
}

// showSearches shows the searches, as a report does.
export async function showSearches(place, status, { stage, data, trouble }) {
  status.replaceChildren(...trouble.map((textContent) => make("span", { className: "warn", textContent })));
  place.innerHTML = stage; // made by the judge, which escapes all that is not its own
  place.classList.toggle("filled", data.puzzles?.length > 0);
  learn(data.say);
  inLanguage(place);
  await startStage(place.querySelector("#stage"), data, { all: true });
  place.classList.add("ready");
  place.scrollIntoView({ block: "start" });
}
