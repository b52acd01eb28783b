// Buttons that copy: data-copy names the element whose text it is.

// copyText puts a text on the clipboard. Where a page may not do that by itself, being reached without TLS by
// another machine, the browser's old command does.
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
