// A ranking is asked for again now and then while the contest goes on.
import { ask } from "./site.js";

const every = 10_000, ranking = () => document.getElementById("ranking");

async function again() {
  if (document.hidden || ranking().contains(document.activeElement)) return;
  const text = await (await ask(location.href, { headers: { Accept: "text/html" } })).text();
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("ranking");
  if (!fresh || fresh.outerHTML === ranking().outerHTML) return;
  const along = ranking().querySelector(".scroll").scrollLeft; // the reader's place in a wide table
  ranking().replaceWith(document.adoptNode(fresh));
  ranking().querySelector(".scroll").scrollLeft = along;
}

const timer = setInterval(() => {
  if (ranking().dataset.phase === "over") clearInterval(timer);
  else again().catch(() => {}); // the judge may be away for a moment: it is asked again
}, every);
