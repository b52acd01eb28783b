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
