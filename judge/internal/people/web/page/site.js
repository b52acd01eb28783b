// Shared by every page: the link that lets a person in, and requests.

// In a class each person comes with a token in the fragment of a link, which is never sent by itself. It is taken out
// of the address and posted to the door, which puts it into a cookie.
function enter() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!token || !("class" in document.body.dataset)) return false;
  const next = location.pathname + location.search, form = document.createElement("form");
  history.replaceState(null, "", next);
  Object.assign(form, { method: "post", action: "/enter", hidden: true });
  for (const [name, value] of Object.entries({ token, next })) form.append(Object.assign(document.createElement("input"), { name, value }));
  document.body.append(form);
  form.submit();
  return true;
}
addEventListener("hashchange", enter); // a link that was pasted into the address of an open page
if (!enter() && document.querySelector("[data-again]")) location.replace(location.href);

// ask is fetch. What is refused becomes an Error that says why, in the reader's language.
export async function ask(address, options = {}) {
  const answer = await fetch(address, { ...options, headers: { Accept: "application/json", ...options.headers } });
  if (!answer.ok) {
    const said = await answer.json().catch(() => ({}));
    throw new Error(said.error || answer.statusText);
  }
  return answer;
}

// now returns an element of this page as the judge has it now. To ask for it chooses nothing: the address may still name
// a language, and the reader another one since, in another tab.
export async function now(id) {
  const text = await (await ask(location.href, { headers: { Accept: "text/html", Renews: id } })).text();
  return new DOMParser().parseFromString(text, "text/html").getElementById(id);
}

// A list is kept as the judge has it: an element with data-live, which has an id. When something has changed, within so
// many milliseconds, the page is asked for again and the list replaced; with data-every that happens again and again.
function keep(id) {
  const list = () => document.getElementById(id);
  let due = false;
  const within = (box) => ["details", ".scroll", "a, button, summary, [tabindex]"].map((what) => [...box.querySelectorAll(what)]);
  async function renew() {
    due = false;
    if (document.hidden) return;
    const fresh = await now(id), old = list();
    if (!fresh || fresh.outerHTML === old.outerHTML) return;
    const [details, wide, pressed] = within(old), focus = pressed.indexOf(document.activeElement);
    const open = details.map((d) => d.open), along = wide.map((w) => w.scrollLeft); // the reader's places
    old.replaceWith(document.adoptNode(fresh));
    const [nowDetails, nowWide, nowPressed] = within(fresh);
    nowDetails.forEach((d, i) => (d.open = open[i] ?? d.open));
    nowWide.forEach((w, i) => (w.scrollLeft = along[i] ?? 0));
    if (focus >= 0) nowPressed[focus]?.focus({ preventScroll: true });
    startClocks();
  }
  const again = () => renew().catch(() => {}); // the judge may be away for a moment
  function soon() {
    if (!due) setTimeout(again, Math.random() * list().dataset.live);
    due = true;
  }
  const { every } = list().dataset;
  if (every) return void setInterval(again, every);
  let stream, known;
  function listen() {
    stream?.close();
    if (document.hidden) return; // a browser has few connections to a judge for all its tabs
    stream = new EventSource("/events");
    stream.addEventListener("changed", (event) => {
      const { changes } = JSON.parse(event.data);
      if (known !== undefined && changes !== known) soon();
      known = changes;
    });
  }
  document.addEventListener("visibilitychange", listen);
  listen();
}

// startClocks lets clocks run: data-seconds is the number of seconds until something begins or ends.
function startClocks() {
  for (const clock of document.querySelectorAll("[data-seconds]")) {
    const end = performance.now() + clock.dataset.seconds * 1000;
    delete clock.dataset.seconds;
    const show = () => {
      const s = Math.max(0, Math.ceil((end - performance.now()) / 1000)), two = (n) => String(n).padStart(2, "0");
      clock.textContent = `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
      if (s && clock.isConnected) setTimeout(show, 1000);
    };
    show();
  }
}
startClocks();

// What is clicked joins the list in the field of its form, as the problems of a contest do.
addEventListener("click", ({ target }) => {
  const one = target.closest("[data-add]"), field = one?.form.elements.problems;
  if (one) field.value = `${field.value} ${one.dataset.add}`.trim();
});
const live = document.querySelector("[data-live]");
if (live) keep(live.id);

const patience = 5000;

// follow calls on(event, data) for the events of a submission until the last one, finished. A browser connects again by
// itself, but not after a refusal.
export function follow(address, on) {
  const stream = new EventSource(address);
  for (const name of ["queued", "running", "ended", "finished"]) stream.addEventListener(name, (event) => {
    if (name === "finished") stream.close();
    on(name, JSON.parse(event.data));
  });
  stream.addEventListener("error", () => {
    if (stream.readyState === EventSource.CLOSED) setTimeout(follow, patience, address, on);
  });
}
