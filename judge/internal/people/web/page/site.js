// Shared by every page: the visitor's token, and requests that carry it.
//
// In a class each person comes with a token: once, in the fragment of the link, which is never sent. It is kept
// for this tab and goes into a header of every later request. When a browser loads a page by itself, it sends no such
// header and gets the door; the door asks for the page again, with the header.

const key = "token";

const given = new URLSearchParams(location.hash.slice(1)).get(key);
if (given) {
  sessionStorage.setItem(key, given);
  history.replaceState(null, "", location.pathname + location.search);
}

const headers = (more) => {
  const token = sessionStorage.getItem(key);
  return token ? { ...more, Authorization: "Bearer " + token } : { ...more };
};

// ask is fetch with the token. What is refused becomes an Error that says why, in the reader's language.
export async function ask(address, options = {}) {
  const answer = await fetch(address, { ...options, headers: headers({ Accept: "application/json", ...options.headers }) });
  if (!answer.ok) {
    const said = await answer.json().catch(() => ({}));
    throw Object.assign(new Error(said.error || answer.statusText), { status: answer.status });
  }
  return answer;
}

// follow calls on(event, data) for every event of an address until the last one, finished. If the connection breaks, it
// connects again and goes on from there. signal ends it.
export async function follow(address, on, signal) {
  for (let last = "", wait = 500; !signal?.aborted; wait = Math.min(wait * 2, 15000)) {
    try {
      const answer = await ask(address, { signal, headers: { Accept: "text/event-stream", ...(last && { "Last-Event-ID": last }) } });
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let rest = ""; ;) {
        const { value, done } = await reader.read();
        if (done) break;
        const parts = (rest + value).split("\n\n");
        rest = parts.pop();
        for (const part of parts) {
          const field = (name) => part.split("\n").find((line) => line.startsWith(name + ": "))?.slice(name.length + 2);
          if (!field("event")) continue;
          wait = 500;
          last = field("id") ?? last;
          on(field("event"), JSON.parse(field("data")));
          if (field("event") === "finished") return;
        }
      }
    } catch (error) {
      if (signal?.aborted || error.status && error.status !== 429 && error.status < 500) throw error;
    }
    await new Promise((again) => setTimeout(again, wait));
  }
}

// show replaces this page by a fetched one and starts its scripts.
function show(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  document.documentElement.lang = page.documentElement.lang;
  document.title = page.title;
  for (const sheet of page.querySelectorAll("link[rel=stylesheet]")) {
    if (!document.querySelector(`link[href="${sheet.getAttribute("href")}"]`)) document.head.append(document.adoptNode(sheet));
  }
  document.body.replaceWith(document.adoptNode(page.body));
  for (const script of page.querySelectorAll("script[type=module][src]")) import(script.getAttribute("src"));
}

// enter asks for the page behind the door.
async function enter(door) {
  if (!sessionStorage.getItem(key)) {
    door.textContent = door.dataset.none;
    return;
  }
  const answer = await fetch(location.href, { headers: headers({ Accept: "text/html" }) });
  const text = await answer.text();
  if (answer.headers.has("X-Door")) {
    sessionStorage.removeItem(key);
    door.textContent = door.dataset.wrong;
    return;
  }
  show(text);
  wire();
}

// wire adds the token to the links and forms of a class: it fetches a file and then saves it, and it sends a form and
// shows the answer.
function wire() {
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[download]");
    if (!link) return;
    event.preventDefault();
    const file = await (await ask(link.href)).blob();
    const kept = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: link.download });
    kept.click();
    URL.revokeObjectURL(kept.href);
  });
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post") return;
    event.preventDefault();
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form, event.submitter), headers: headers({ Accept: "text/html" }) });
    if (answer.ok) location.assign(answer.url);
    else show(await answer.text());
  });
}

const door = document.getElementById("door");
if (door) enter(door);
