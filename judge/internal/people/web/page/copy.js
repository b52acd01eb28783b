// Buttons that copy: data-copy names the element whose text it is.

// copyText puts a text on the clipboard. A page without TLS from another machine may not do that; there the browser's old
// command does it.
async function copyText(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = Object.assign(document.createElement("textarea"), { value: text, className: "vh" });
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

// startCopying makes the buttons in root work.
export function startCopying(root) {
  for (const button of root.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", async () => {
      await copyText(document.getElementById(button.dataset.copy).textContent);
      button.classList.add("copied");
      setTimeout(() => button.classList.remove("copied"), 1500);
    });
  }
}
