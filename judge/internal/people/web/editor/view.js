// The editor as it stands in the page.
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

// A grammar is made when its language is first spoken.
const task = () => new Promise(done => setTimeout(done));
const cpp = () => import("@codemirror/lang-cpp").then(m => m.cpp());
const grammars = {
  c: cpp, cpp, go: () => import("@codemirror/lang-go").then(m => m.go()), java: () => import("@codemirror/lang-java").then(m => m.java()),
  javascript: () => import("@codemirror/lang-javascript").then(m => m.javascript()),
  python: () => import("@codemirror/lang-python").then(m => m.python()), rust: () => import("@codemirror/lang-rust").then(m => m.rust()),
};

// show opens an editor. It is ready once it has the grammar of its language.
export function show(textarea, { language, label, nonce, onChange }) {
  const grammar = new Compartment(), indent = new Compartment();
  const view = new EditorView({
    doc: textarea.value,
    extensions: [
      lineNumbers(), history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(),
      highlightActiveLine(), highlightActiveLineGutter(), syntaxHighlighting(classHighlighter),
      EditorState.tabSize.of(4), EditorView.cspNonce.of(nonce), EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
      keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
      grammar.of([]), indent.of([]),
      EditorView.updateListener.of(update => {
        if (!update.docChanged) return;
        textarea.value = view.state.doc.toString();
        onChange();
      }),
    ],
  });
  textarea.hidden = true;
  textarea.after(view.dom);
  let spoken;
  const setLanguage = async id => {
    spoken = id;
    view.dispatch({ effects: [grammar.reconfigure([]), indent.reconfigure(indentUnit.of(id === "go" ? "\t" : "    "))] });
    await task();
    const made = await grammars[id]?.();
    await task();
    if (made && spoken === id) view.dispatch({ effects: grammar.reconfigure(made) });
  };
  return {
    setText(text) { view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }) },
    setLanguage, ready: setLanguage(language),
    focus() { view.focus() },
  };
}
