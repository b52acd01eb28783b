// The page of a submission. While it is judged, its rows appear by themselves. Then the parts of a report start.
import { ask, follow, now } from "./site.js";
import { painted } from "./report/common.js";
import { startCopying } from "./copy.js";
import { milliseconds, size } from "./units.js";
import { startSections } from "./sections.js";

const id = (name) => document.getElementById(name);
const fill = (text, n) => text.replace("{n}", n);

// start starts the scripts of the page: once when it is painted, and again after each renewal.
function start() {
  const whole = id("whole");
  startSections().then(() => startCopying(whole));
  for (const name of ["stop", "watch"]) {
    const form = id(name)?.closest("form");
    form?.addEventListener("submit", (event) => {
      event.preventDefault();
      act(form);
    });
  }
  const watching = id("watch");
  watching?.form.elements.with?.addEventListener("change", () => watching.form.requestSubmit());
  if (watching && "auto" in watching.dataset) act(watching.form);
  if (!whole.dataset.over) watch(whole.dataset);
}

// act sends a form and shows the new page.
async function act(form) {
  const button = form.querySelector("button");
  form.querySelector("[data-auto]")?.removeAttribute("data-auto");
  button.disabled = true;
  try {
    const sent = new URLSearchParams(new FormData(form));
    await ask(form.action, { method: "POST", body: sent });
    if (sent.has("with")) history.replaceState(null, "", location.pathname + "?" + sent);
    if (id("whole").dataset.over) await renew();
  } catch (error) {
    button.disabled = false;
    button.after(Object.assign(document.createElement("p"), { className: "told", role: "alert", textContent: error.message }));
  }
}

// renew replaces the content by the page as it is now. What has the focus keeps it.
async function renew() {
  const whole = await now("whole");
  const stops = () => [...id("whole").querySelectorAll("a, button, summary, select")], at = stops().indexOf(document.activeElement);
  const change = document.startViewTransition?.(() => id("whole").replaceWith(document.adoptNode(whole)));
  change?.ready.catch(() => {}); // a page out of sight shows no transition
  if (change) await change.updateCallbackDone; else id("whole").replaceWith(document.adoptNode(whole));
  if (at >= 0) stops()[at]?.focus({ preventScroll: true });
  start();
}

// watch follows the events until the last one.
function watch(said) {
  let judging, cases = 0;
  follow(`/s/${said.id}/events`, (event, data) => {
    if (data.judging !== judging) { // it is judged again, or this is the first that is heard of it
      if (judging) id("rows").replaceChildren();
      judging = data.judging;
    }
    if (event === "queued") state(data.ahead ? fill(said.ahead, data.ahead) : said.next);
    if (event === "running") {
      cases = data.cases || cases;
      state(data.waits || (data.begins ? `${said.runs} ${data.begins}` : said.build));
    }
    if (event === "ended") row(data.n, data.case, data.reason);
    const progress = id("progress");
    progress.max = cases || 1;
    progress.value = id("rows").rows.length;
    if (event === "finished") {
      id("announce").textContent = `${data.verdict} ${data.title}`;
      renew().then(() => id("whole").classList.add("news"));
    }
  });
}

const state = (text) => { id("doing").textContent = text };

// row shows a case that ended. A case that is already here keeps its place.
function row(n, c, reason) {
  const rows = id("rows");
  let tr = rows.querySelector(`[data-n="${n}"]`);
  if (!tr) {
    tr = id("row").content.cloneNode(true).firstElementChild;
    tr.dataset.n = n;
    tr.classList.add("fresh");
    rows.insertBefore(tr, [...rows.rows].find((other) => Number(other.dataset.n) > n) ?? null); // many machines end cases in any order
  }
  const [number, verdict, name, time, , , memory, why] = tr.cells;
  number.textContent = n;
  verdict.firstElementChild.textContent = c.verdict;
  verdict.firstElementChild.className = "v v-" + c.verdict;
  const at = c.case.lastIndexOf("/") + 1;
  name.firstElementChild.textContent = c.case.slice(0, at);
  name.replaceChildren(name.firstElementChild, c.case.slice(at));
  time.textContent = c.verdict === "SK" || !c.cpu_ms ? "" : milliseconds(c.cpu_ms);
  memory.textContent = c.peak_kib ? size(c.peak_kib) : "";
  why.textContent = why.title = reason;
}

painted().then(start);
