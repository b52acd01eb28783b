// The page of the fleet asks for its state again and again, as long as somebody looks at it.
import { ask } from "./site.js";

const every = 2000; // as often as the judge itself looks

async function renew() {
  if (document.hidden) return;
  const text = await (await ask(location.href, { headers: { Accept: "text/html" } })).text();
  const now = new DOMParser().parseFromString(text, "text/html").getElementById("fleet");
  const old = document.getElementById("fleet");
  if (now && old && now.innerHTML !== old.innerHTML) old.replaceWith(document.adoptNode(now));
}

setInterval(() => renew().catch(() => {}), every); // the judge may be away: it may come back
