"use strict";
// The page can be read without this script. It adds: the reader's language, filters, values under the
// pointer, the choice of sources and cases, and (in the second half) the replay.
const $ = id => document.getElementById(id);
const root = document.documentElement;
const data = JSON.parse($("data").textContent);
root.classList.add("scripted");

// Storage may be denied to a file; then the page forgets.
const memory = {
  get(key) { try { return localStorage.getItem("sudokuoj." + key) } catch { return null } },
  set(key, value) { try { localStorage.setItem("sudokuoj." + key, value) } catch { /* not kept */ } },
};

// Language: the style sheet shows one of the two; only places of plain text need swapping.
function applyLanguage() {
  const zh = $("lang-zh").checked;
  root.lang = zh ? "zh-Hans" : "en";
  for (const e of document.querySelectorAll("[data-title-en]")) e.title = zh ? e.dataset.titleZh : e.dataset.titleEn;
  for (const e of document.querySelectorAll("[data-en]")) e.textContent = zh ? e.dataset.zh : e.dataset.en;
}
function startSwitches() {
  const lang = memory.get("lang") || (/^zh/i.test(navigator.language || "") ? "zh" : "en");
  $(lang === "zh" ? "lang-zh" : "lang-en").checked = true;
  const theme = $("theme-" + memory.get("theme"));
  if (theme) theme.checked = true;
  for (const e of document.querySelectorAll("input[name=lang]")) e.addEventListener("change", () => {
    memory.set("lang", $("lang-zh").checked ? "zh" : "en");
    applyLanguage();
  });
  for (const e of document.querySelectorAll("input[name=theme]")) e.addEventListener("change", () => memory.set("theme", e.id.slice(6)));
  applyLanguage();
}

// say fills a sentence of both languages into an element that holds a span for each.
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, k) => values[k]);
const said = (key, values) => data.say[key].map(text => filled(text, values));
function say(element, sentences) {
  if (!element.firstElementChild) for (const lang of ["en", "zh-Hans"]) {
    const span = document.createElement("span");
    span.lang = lang;
    element.append(span);
  }
  for (const i of [0, 1]) if (element.children[i].textContent !== sentences[i]) element.children[i].textContent = sentences[i];
}

// Nav: mark the section being read.
function startNav() {
  const links = [...document.querySelectorAll(".bar nav a")];
  const seen = new IntersectionObserver(entries => {
    for (const e of entries) if (e.isIntersecting) for (const a of links) {
      if (a.hash === "#" + e.target.id) a.setAttribute("aria-current", "true"); else a.removeAttribute("aria-current");
    }
  }, { rootMargin: "-30% 0px -65% 0px" });
  for (const a of links) seen.observe(document.querySelector(a.hash));
}

// Links to a closed block open it; paper shows every block.
function openTarget() {
  const target = location.hash.length > 1 && $(location.hash.slice(1));
  for (let e = target; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
  if (target && target.closest("details")) target.scrollIntoView();
}

function startFilters() {
  const form = $("filters");
  if (!form) return;
  const value = id => $(id) ? $(id).value : "";
  const apply = () => {
    const problem = value("f-problem"), column = value("f-solution"), verdict = value("f-verdict"), odd = $("f-unexpected").checked;
    let shown = 0, all = 0;
    for (const block of document.querySelectorAll(".matrix-block")) {
      const cells = [...block.querySelectorAll("[data-n]")];
      const has = column === "" || cells.some(c => c.dataset.n === column);
      for (const c of cells) c.hidden = column !== "" && c.dataset.n !== column;
      let rows = 0;
      for (const row of block.querySelectorAll("tbody tr")) {
        let keep = 0;
        for (const c of row.querySelectorAll("td")) {
          const match = (verdict === "" || c.dataset.v === verdict) && (!odd || c.classList.contains("un"));
          c.classList.toggle("dim", !match);
          if (match && !c.hidden) keep++;
        }
        row.hidden = keep === 0;
        all++;
        if (keep > 0) rows++;
      }
      block.hidden = !has || (problem !== "" && block.dataset.problem !== problem) || rows === 0;
      if (!block.hidden) shown += rows;
    }
    say($("f-count"), said("rows", { n: shown, m: all }));
  };
  form.addEventListener("change", apply);
  form.addEventListener("submit", e => e.preventDefault());
  apply();
}

// Values under the pointer: the nearest mark of the plot tells its own, and its solution stands out.
function startPlots() {
  const tip = $("tip");
  for (const svg of document.querySelectorAll(".drawing")) {
    const marks = [...svg.querySelectorAll(".pt")].map(g => {
      const use = g.querySelector("use"), title = g.querySelector("title");
      const mark = { g, x: +use.getAttribute("x"), y: +use.getAttribute("y"), text: title.textContent, colour: g.classList[1] };
      title.remove(); // it would show twice; the table beside the plot has every value
      return mark;
    });
    if (!marks.length) continue;
    const clear = () => {
      tip.hidden = true;
      svg.classList.remove("focus");
      for (const e of svg.querySelectorAll(".on")) e.classList.remove("on");
    };
    svg.addEventListener("pointermove", event => {
      const box = svg.getBoundingClientRect(), scale = svg.viewBox.baseVal.width / box.width;
      const x = (event.clientX - box.left) * scale, y = (event.clientY - box.top) * scale;
      let best = null, least = 40 * 40;
      for (const m of marks) {
        const d = (m.x - x) ** 2 + (m.y - y) ** 2;
        if (d < least) { least = d; best = m }
      }
      clear();
      if (!best) return;
      svg.classList.add("focus");
      for (const e of svg.querySelectorAll("." + best.colour)) e.classList.add("on");
      tip.textContent = best.text;
      tip.hidden = false;
      const px = box.left + best.x / scale, py = box.top + best.y / scale;
      tip.style.left = Math.max(4, Math.min(px + 12, innerWidth - tip.offsetWidth - 4)) + "px";
      tip.style.top = Math.max(4, py - tip.offsetHeight - 10) + "px";
    });
    svg.addEventListener("pointerleave", clear);
  }
}

// unpack undoes what the report did to a block of bytes: base64 of a raw deflate stream.
async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
function* varints(bytes) {
  let value = 0, scale = 1;
  for (const b of bytes) {
    value += (b & 127) * scale;
    if (b & 128) { scale *= 128; continue }
    yield value;
    value = 0;
    scale = 1;
  }
}

// Sources: two panels of one problem side by side, counted on one case.
function startSources() {
  if (!$("choose")) return;
  const left = $("h-left"), right = $("h-right"), cases = $("h-case"), group = $("h-group");
  const panels = data.heat.map((heat, i) => ({ ...heat, element: $("src" + i), counts: null }));
  const option = (select, text, value) => select.append(Object.assign(document.createElement("option"), { textContent: text, value }));
  const inGroup = () => panels.map((p, i) => i).filter(i => panels[i].group === (group ? +group.value : panels[0].group));

  async function counts(panel) {
    if (panel.counts) return panel.counts;
    panel.counts = [];
    const numbers = varints(await unpack(panel.lines));
    for (let i = 0; i < panel.cases.length; i++) {
      const lines = new Array(numbers.next().value);
      for (let k = 0; k < lines.length; k++) lines[k] = numbers.next().value - 1;
      panel.counts.push(lines);
    }
    return panel.counts;
  }
  async function colour(panel) {
    const at = panel.cases.indexOf(cases.value);
    if (at === panel.now || !window.DecompressionStream) return;
    panel.now = at;
    const lines = at < 0 ? [] : (await counts(panel))[at];
    const most = lines.reduce((a, b) => Math.max(a, b), 0);
    const rows = panel.element.querySelectorAll("tbody tr");
    rows.forEach((row, i) => {
      const n = i < lines.length ? lines[i] : -1;
      row.className = n > 0 ? "h" + (most <= 1 ? 0 : Math.round(9 * Math.log(n) / Math.log(most))) : "";
      row.children[1].textContent = n >= 0 ? n.toLocaleString("en") : "";
    });
    const name = panel.element.querySelector(".case");
    if (name) name.textContent = cases.value;
  }
  // toCode brings the first line that has a count into view, past the words above it.
  function toCode(panel) {
    const row = [...panel.element.querySelectorAll("tbody tr")].find(r => r.children[1].textContent);
    const box = panel.element.querySelector(".scroll");
    if (row) box.scrollTop = row.offsetTop - 60;
  }
  function show() {
    for (const [i, p] of panels.entries()) {
      const on = i === +left.value || i === +right.value;
      p.element.hidden = !on;
      p.element.open = on;
      if (on) colour(p).then(() => { if (!p.seen) toCode(p); p.seen = true });
    }
    panels[0].element.parentElement.prepend(panels[+left.value].element);
    for (const [a, b] of [[left, right], [right, left]]) for (const o of a.options) o.disabled = inGroup().length > 1 && o.value === b.value;
  }
  function fill() {
    const members = inGroup();
    for (const s of [left, right, cases]) s.replaceChildren();
    for (const i of members) { option(left, panels[i].name, i); option(right, panels[i].name, i) }
    // At first, who worked least beside who worked most.
    const worked = members.filter(i => panels[i].work > 0).sort((a, b) => panels[a].work - panels[b].work);
    const pair = worked.length > 1 ? [worked[0], worked[worked.length - 1]] : [members[0], members[Math.min(1, members.length - 1)]];
    left.value = pair[0];
    right.value = pair[1];
    const names = [...new Set(members.flatMap(i => panels[i].cases))];
    for (const n of names) option(cases, n, n);
    const counted = members.map(i => panels[i]).find(p => p.cases.length);
    for (const i of members) panels[i].now = panels[i].cases.length ? panels[i].shown : undefined;
    if (counted) cases.value = counted.cases[counted.shown];
    cases.parentElement.hidden = names.length < 2;
    right.parentElement.hidden = members.length < 2;
    show();
  }
  if (group) group.addEventListener("change", fill);
  for (const s of [left, right, cases]) s.addEventListener("change", show);
  $("choose").addEventListener("submit", e => e.preventDefault());
  fill();
}
