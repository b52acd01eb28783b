// The page of a problem: its editor, what the editor remembers, and the box that runs a program.
import { ask } from "./site.js";
import { startCopying } from "./copy.js";
import { milliseconds, size } from "./units.js";

const form = document.getElementById("answer"), said = form.dataset;
const find = (selector) => form.querySelector(selector);
const source = find("#source"), language = find("#language"), input = find("#input"), told = find("#told"), file = find("#file");
const skeletons = JSON.parse(find("#skeletons").textContent);
const tell = (text) => { told.textContent = text };

// In a class several people may share a machine, so there the memory ends with the tab. A browser may deny it.
const kept = "class" in document.body.dataset ? "sessionStorage" : "localStorage";
const remember = (key, value) => { try { window[kept].setItem("sudokuoj." + key, value) } catch { /* not kept */ } };
const recall = (key) => { try { return window[kept].getItem("sudokuoj." + key) } catch { return null } };
const draft = (id) => `source.${said.problem}.${id}`;
const begun = (id) => recall(draft(id)) ?? skeletons[id];

let spoken = language.value, editor;
if (!new URLSearchParams(location.search).has("from")) {
  if (recall("language") in skeletons) spoken = language.value = recall("language");
  source.value = begun(spoken);
}

function keep() {
  tell("");
  if (source.value === skeletons[spoken]) try { window[kept].removeItem("sudokuoj." + draft(spoken)) } catch { /* nor kept */ }
  else remember(draft(spoken), source.value);
}

function write(text) {
  source.value = text;
  editor?.setText(text);
}

function speak(id, text) {
  spoken = language.value = id;
  remember("language", id);
  editor?.setLanguage(id);
  write(text);
}

source.addEventListener("input", keep);
language.addEventListener("change", () => speak(language.value, begun(language.value)));
find("#anew").addEventListener("click", () => {
  if (source.value !== skeletons[spoken] && !confirm(said.sure)) return;
  write(skeletons[spoken]);
  keep();
});

// A file is opened in the editor. The text in the editor is handed in.
async function open(chosen) {
  if (!chosen) return;
  if (chosen.size > +said.max) return tell(said.large);
  const extension = chosen.name.slice(chosen.name.lastIndexOf("."));
  const known = [...language.options].find((o) => o.dataset.extensions.split(" ").includes(extension));
  speak(known?.value ?? spoken, await chosen.text());
  keep();
  if (!known) tell(said.unknown);
}
file.addEventListener("change", async () => {
  await open(file.files[0]);
  file.value = "";
});
const drop = find("#drop");
for (const name of ["dragenter", "dragover"]) drop.addEventListener(name, (event) => {
  if (![...event.dataTransfer.types].includes("Files")) return;
  event.preventDefault();
  drop.classList.add("over");
}, true);
drop.addEventListener("dragleave", () => drop.classList.remove("over"));
drop.addEventListener("drop", (event) => {
  drop.classList.remove("over");
  if (!event.dataTransfer.files.length) return;
  event.preventDefault();
  event.stopPropagation();
  open(event.dataTransfer.files[0]);
}, true);

// busy runs the work of a button; meanwhile the button says so.
async function busy(button, text, work) {
  if (button.disabled) return;
  const usual = button.textContent;
  tell("");
  button.disabled = true;
  button.textContent = text;
  try {
    await work();
  } catch (error) {
    tell(error.message);
  } finally {
    button.disabled = false;
    button.textContent = usual;
  }
}

const fields = (...more) => {
  const data = new FormData(form);
  data.delete("file");
  if (!more.length) data.delete("input");
  return data;
};

// answerOf returns the answer of the sample that has this input, undefined if no sample has it.
const tokens = (text) => text.trim().split(/\s+/).join(" ");
function answerOf(given) {
  for (const sample of document.querySelectorAll("[data-try]")) {
    const text = document.getElementById(sample.dataset.try).textContent;
    if (tokens(text) === tokens(given)) return document.getElementById(sample.dataset.try.replace("in", "ans")).textContent;
  }
}

function showRun(ran) {
  const box = find("#ran"), part = (selector) => box.querySelector(selector);
  const well = ran.verdict === "AC";
  part(".v").textContent = well ? "OK" : ran.verdict;
  part(".v").className = "v v-" + ran.verdict;
  part(".title").textContent = ran.title;
  part(".cost").textContent = ran.verdict === "CE" || ran.verdict === "SK" ? "" : `${milliseconds(ran.cpu_ms)} · ${size(ran.peak_kib)}`;
  const wanted = answerOf(ran.input), box2 = part(".wanted"), differs = well && wanted !== undefined && tokens(ran.stdout) !== tokens(wanted);
  if (well && wanted !== undefined) part(".title").textContent = differs ? "" : said.same;
  if (differs) {
    part(".v").textContent = "WA";
    part(".v").className = "v v-WA";
    box2.querySelector("p").textContent = said.differs;
    box2.querySelector("pre").textContent = wanted;
  }
  box2.hidden = !differs;
  const why = part(".told");
  why.hidden = !ran.message;
  why.textContent = ran.message;
  part(".streams").hidden = ran.verdict === "CE" || ran.verdict === "SK";
  part(".out").textContent = ran.stdout + (ran.cut ? "\n" + said.cut : "") || said.empty;
  part(".err-part").hidden = !ran.stderr;
  part(".err").textContent = ran.stderr;
  box.hidden = false;
  box.scrollIntoView({ block: "nearest" });
}

const run = find("#run");
const runNow = () => busy(run, said.running, async () => {
  const given = input.value;
  showRun({ ...await (await ask("/run", { method: "POST", body: fields("input") })).json(), input: given });
});
run.addEventListener("click", runNow);
form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.shiftKey) form.requestSubmit(find("#submit")); else runNow();
}, true);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  busy(find("#submit"), said.sending, async () => {
    const { id } = await (await ask("/submit", { method: "POST", body: fields() })).json();
    location.assign("/s/" + id);
  });
});

for (const button of document.querySelectorAll("[data-try]")) button.addEventListener("click", () => {
  input.value = document.getElementById(button.dataset.try).textContent;
  runNow();
});
startCopying(document);

// The editor comes last, since the page can be read and written without it.
import("./editor.js").then(async ({ openEditor }) => {
  const first = spoken;
  editor = await openEditor(source, { language: first, label: said.label, nonce: document.querySelector("script[nonce]").nonce, onChange: keep });
  await (spoken === first ? editor.ready : editor.setLanguage(spoken));
  document.documentElement.classList.add("ready");
});
