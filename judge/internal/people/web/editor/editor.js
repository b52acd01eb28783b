// The editor of the judge's pages. It replaces a textarea on the screen. The textarea still holds the text, so scripts and
// forms need not know the editor. Its parts are evaluated in tasks of their own, so that nothing holds up the page for long.
const parts = [() => import("./parts/state.js"), () => import("./parts/screen.js"), () => import("./parts/language.js"), () => import("./view.js")];

// openEditor opens an editor in place of the textarea. The page's policy allows styles with this nonce. onChange is called
// when the user changes the text.
export async function openEditor(textarea, { language, label, nonce, onChange }) {
  let part;
  for (const next of parts) {
    part = await next();
    await new Promise(done => setTimeout(done));
  }
  return part.show(textarea, { language, label, nonce, onChange });
}
