// The reader's language, colours and place in the page.
import { learn } from "./common.js";
import { memory } from "./choose.js";

export function startSwitches(root, all) {
  learn(all);
  const zh = root.querySelector("#lang-zh"), en = root.querySelector("#lang-en"), page = document.documentElement;
  // The style sheet shows one of the two languages; only places of plain text need swapping.
  const apply = () => {
    page.lang = zh.checked ? "zh-Hans" : "en";
    inLanguage(document);
  };
  for (const e of [zh, en]) e.addEventListener("change", () => { memory.set("lang", zh.checked ? "zh" : "en"); apply() });
  for (const e of root.querySelectorAll("input[name=theme]")) e.addEventListener("change", () => memory.set("theme", e.id.slice(6)));
  apply();
}

// inOne returns the text of an element in the language of the page. The page comes with the English text.
const english = new WeakMap();
function inOne(element, text, chinese) {
  if (!english.has(element)) english.set(element, text);
  return document.documentElement.lang === "zh-Hans" ? chinese : english.get(element);
}

// inLanguage translates the places that hold plain text only.
export function inLanguage(root) {
  for (const e of root.querySelectorAll("[data-title-zh]")) e.title = inOne(e, e.title, e.dataset.titleZh);
  for (const e of root.querySelectorAll("[data-zh]")) e.textContent = inOne(e, e.textContent, e.dataset.zh);
}

// startNav marks the section being read.
export function startNav(root) {
  const links = [...root.querySelectorAll(".bar nav a")];
  const seen = new IntersectionObserver(entries => {
    for (const e of entries) if (e.isIntersecting) for (const a of links) {
      if (a.hash === "#" + e.target.id) a.setAttribute("aria-current", "true"); else a.removeAttribute("aria-current");
    }
  }, { rootMargin: "-30% 0px -65% 0px" });
  for (const a of links) seen.observe(root.querySelector(a.hash));
}

// openTarget opens the closed parts around the target of a link.
export function openTarget() {
  const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  for (let e = target; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
  if (target && target.closest("details")) target.scrollIntoView();
}
