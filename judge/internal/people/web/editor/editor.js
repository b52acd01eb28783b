// The editor of the judge's pages. It replaces a textarea on the screen. The textarea still holds the text, so scripts and
// forms need not know the editor.
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { cpp } from "@codemirror/lang-cpp";
import { go } from "@codemirror/lang-go";
import { java } from "@codemirror/lang-java";
import { javascript } from "@codemirror/lang-javascript";
import { python } from "@codemirror/lang-python";
import { rust } from "@codemirror/lang-rust";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

const grammars = { c: cpp, cpp, go, java, javascript, python, rust };
const dialect = id => [grammars[id]?.() ?? [], indentUnit.of(id === "go" ? "\t" : "    ")];

// openEditor opens an editor in place of the textarea. The page's policy allows styles with this nonce. onChange is called
// when the user changes the text.
export function openEditor(textarea, { language, label, nonce, onChange }) {
  const spoken = new Compartment();
  const view = new EditorView({
    doc: textarea.value,
    extensions: [
      lineNumbers(), history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(),
      highlightActiveLine(), highlightActiveLineGutter(), syntaxHighlighting(classHighlighter),
      EditorState.tabSize.of(4), EditorView.cspNonce.of(nonce), EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
      keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
      spoken.of(dialect(language)),
      EditorView.updateListener.of(update => {
        if (!update.docChanged) return;
        textarea.value = view.state.doc.toString();
        onChange();
      }),
    ],
  });
  textarea.hidden = true;
  textarea.after(view.dom);
  return {
    setText(text) { view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }) },
    setLanguage(id) { view.dispatch({ effects: spoken.reconfigure(dialect(id)) }) },
    focus() { view.focus() },
  };
}
