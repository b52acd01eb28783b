// The wall: a submission opens beside the people, so that it can be shown to all of them.
import { ask } from "./site.js";
import { startSections } from "./sections.js";

const work = document.getElementById("work");
const [place, close] = ["div", "button"].map((name) => work.querySelector(name));

async function open(link) {
  const text = await (await ask(link.href, { headers: { Accept: "text/html" } })).text();
  const whole = document.adoptNode(new DOMParser().parseFromString(text, "text/html").getElementById("whole"));
  whole.querySelector("#shown")?.remove(); // the layout has one of its own
  place.replaceChildren(whole);
  work.hidden = false;
  startSections();
  work.querySelector("a").href = link.href;
  work.scrollIntoView({ block: "nearest" });
}

addEventListener("click", (event) => {
  const link = event.target.closest('#wall a[href^="/s/"]');
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  open(link).catch(() => location.assign(link.href));
});

close.addEventListener("click", () => {
  work.hidden = true;
  place.replaceChildren();
});
