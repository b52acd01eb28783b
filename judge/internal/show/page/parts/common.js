// Shared by the views: sentences in both languages, nodes, and packed data.
let texts = {};

// learn takes up the sentences that the scripts say: by name, in English and in Chinese.
export function learn(all) { texts = all }

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, k) => values[k]);
export const said = (key, values) => texts[key].map(text => filled(text, values));

// say fills a sentence of both languages into an element that holds a span for each.
export function say(element, sentences) {
  if (!element.firstElementChild) for (const lang of ["en", "zh-Hans"]) element.append(make("span", { lang }));
  for (const i of [0, 1]) if (element.children[i].textContent !== sentences[i]) element.children[i].textContent = sentences[i];
}

// now returns a sentence in the language of the page, for places of plain text.
export const now = sentences => sentences[document.documentElement.lang === "zh-Hans" ? 1 : 0];

export const make = (name, properties) => Object.assign(document.createElement(name), properties);

const SVG = "http://www.w3.org/2000/svg";
export function svgNode(name, attributes, text) {
  const e = document.createElementNS(SVG, name);
  for (const k in attributes) e.setAttribute(k, attributes[k]);
  if (text !== undefined) e.textContent = text;
  return e;
}

// number writes a whole number as 12,345, without what knows all languages: that takes a while to begin.
export const number = n => String(n).replace(/\B(?=(\d{3})+$)/g, ",");

// large writes a number in words, for the place before "times" or 次: 310 million, 3.1 亿.
let words; // made at the first use, because that takes a while
const inWords = () => words ||= ["en", "zh-Hans"].map(lang => new Intl.NumberFormat(lang, { notation: "compact", compactDisplay: "long", maximumSignificantDigits: 3 }));
export const large = n => inWords().map((w, i) => n < 10000 ? number(n) + (i ? " " : "") : w.format(n).replace(/(?=[万亿])/, " "));

// painted waits for the first picture. A page in a hidden tab is not painted, so there it does not wait.
export const painted = () => new Promise(done => {
  new PerformanceObserver(done).observe({ type: "paint", buffered: true });
  setTimeout(done, document.hidden ? 0 : 500);
});

// breath lets the browser paint and answer before what comes next, so that nothing holds it up for long.
export const breath = () => new Promise(done => setTimeout(done));

// What stands below the first picture is plain text until that is painted: it can be read without scripts, and costs
// nothing before. complete makes elements of it, part by part.
export async function complete(root) {
  for (const part of root.querySelectorAll("noscript.later")) {
    await breath();
    part.outerHTML = part.innerHTML;
  }
}

// paced is how many steps a play has made after so many seconds: four in the first, twice as many in each that follows.
export const paced = seconds => Math.floor(4 * (2 ** seconds - 1) / Math.LN2);

// unpack reads a packed block of bytes: base64 of a raw deflate stream.
export async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
export const canUnpack = () => "DecompressionStream" in window;

// varints returns a function that reads the next number of a block.
export function varints(bytes) {
  let at = 0;
  return () => {
    let value = 0, scale = 1, b;
    do {
      b = bytes[at++];
      value += (b & 127) * scale;
      scale *= 128;
    } while (b > 127);
    return value;
  };
}

const signed = z => z % 2 ? -(z + 1) / 2 : z / 2;
export const numbers = (next, count) => Array.from({ length: count }, () => signed(next()));

// columns reads a table: column by column, each number as its distance from the one above.
export const columns = (next, rows, count) => Array.from({ length: count }, () => {
  const column = new Array(rows);
  for (let i = 0, above = 0; i < rows; i++) column[i] = above += signed(next());
  return column;
});
