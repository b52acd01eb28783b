// What the reader chose before: the language and the colours.

// Storage may be denied to a file; then the page forgets.
export const memory = {
  get(key) { try { return localStorage.getItem("sudokuoj." + key) } catch { return null } },
  set(key, value) { try { localStorage.setItem("sudokuoj." + key, value) } catch { /* not kept */ } },
};

// chooseSwitches sets the switches as the reader left them.
export function chooseSwitches(root) {
  const lang = memory.get("lang") || (/^zh/i.test(navigator.language || "") ? "zh" : "en");
  root.querySelector(lang === "zh" ? "#lang-zh" : "#lang-en").checked = true;
  const theme = root.querySelector("#theme-" + memory.get("theme"));
  if (theme) theme.checked = true;
}
