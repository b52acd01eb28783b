//go:build unix

package web_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/result"
	chrome "sudokuoj/judge/internal/testkit/browser"
	"sudokuoj/judge/internal/testkit/must"
)

// reader is a person with a browser who sees one world.
type reader struct {
	*chrome.Browser
	w *world
}

// reads opens a tab for one test. A message on the console or a request to another server fails the test.
func (w *world) reads(t *testing.T) reader {
	t.Helper()
	b := chrome.Open(t)
	b.Size(1440, 900, 1)
	r := reader{b, w}
	t.Cleanup(r.checkSilence)
	return r
}

func (r reader) checkSilence() {
	r.CheckSilence(func(url string) bool { return strings.HasPrefix(strings.TrimPrefix(url, "blob:"), r.w.base+"/") })
}

// part runs a part of a test in the same tab.
func (r reader) part(name string, try func(t *testing.T)) {
	whole := r.T
	defer func() { r.T = whole }()
	whole.Run(name, func(t *testing.T) {
		r.T = t
		t.Cleanup(r.checkSilence)
		try(t)
	})
}

// tabs are a few tabs that the parts of a test share. Most of a part's time is waiting.
type tabs chan reader

// tabs opens them, each prepared in the same way.
func (w *world) tabs(t *testing.T, prepare func(reader)) tabs {
	t.Helper()
	all := make(tabs, 4)
	for range cap(all) {
		r := w.reads(t)
		prepare(r)
		all <- r
	}
	return all
}

// part runs a part of a test beside others, in the next tab that is free.
func (all tabs) part(t *testing.T, name string, try func(t *testing.T, r reader)) {
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		r := <-all
		whole := r.T
		r.T = t
		defer func() {
			r.checkSilence()
			r.T = whole
			all <- r
		}()
		try(t, r)
	})
}

func (r reader) text(selector string) (text string) {
	r.T.Helper()
	r.Eval(&text, "document.querySelector(%q).innerText", selector)
	return text
}

func (r reader) click(selector string) {
	r.T.Helper()
	r.Eval(nil, "void document.querySelector(%q).click()", selector)
}

// opens loads the page of a problem and waits for its editor.
func (r reader) opens(problem string) {
	r.T.Helper()
	r.Go(r.w.base + "/p/" + problem)
	r.Until(`document.documentElement?.classList.contains("ready")`)
}

// speaks chooses a language.
func (r reader) speaks(language string) {
	r.T.Helper()
	r.Eval(nil, `{ const s = document.querySelector("#language"); s.value = %q; s.dispatchEvent(new Event("change", { bubbles: true })) }`,
		language)
}

// writes chooses a language and replaces the text in the editor.
func (r reader) writes(language, source string) {
	r.T.Helper()
	r.speaks(language)
	r.Eval(nil, `document.querySelector(".cm-content").focus()`)
	r.Call("Input.dispatchKeyEvent", map[string]any{"type": "keyDown", "key": "a", "code": "KeyA", "windowsVirtualKeyCode": 65,
		"modifiers": 2})
	r.Eval(nil, `{ const d = new DataTransfer(); d.setData("text/plain", %q);
		document.querySelector(".cm-content")
			.dispatchEvent(new ClipboardEvent("paste", { clipboardData: d, bubbles: true, cancelable: true })) }`, source)
	r.Until(`document.querySelector("#source").value.trimEnd() === %q`, strings.TrimRight(source, "\n"))
}

// rows returns the cases on the page, each with its verdict.
func (r reader) rows() (all []string) {
	r.T.Helper()
	r.Eval(nil, `for (const d of document.querySelectorAll("details")) d.open = true`)
	r.Eval(&all, `[...document.querySelectorAll("#rows tr")].map((tr) => tr.cells[2].innerText + " " + tr.cells[1].innerText)`)
	return all
}

// TestWatchingInABrowser: the rows of a judging come by themselves, a reload goes on, stop stops, and the way back leads
// to the source.
func TestWatchingInABrowser(t *testing.T) {
	t.Parallel()
	goOn := make(chan bool)
	m := &machines{now: workers("lab0")}
	m.grade = func(ctx context.Context, e grade.Entry, observe func(result.Event)) result.Run {
		s, end := compiled(e, observe)
		end(0)
		<-goOn
		end(1)
		<-ctx.Done()
		e.CutShort(&s)
		return result.Run{Results: []result.Solution{s}, Interrupted: true}
	}
	w := m.with(t)
	r := w.reads(t)
	r.opens("sum")
	r.writes("go", right)
	r.Eval(nil, `void document.activeElement.dispatchEvent(
		new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, shiftKey: true, bubbles: true }))`)
	r.Until(`location.pathname === "/s/1" && document.querySelectorAll("#rows tr").length >= 1`)
	if over := r.text("h1"); strings.Contains(over, "AC") {
		t.Errorf("rows stand there while it is judged, and it says %s", over)
	}
	var before int
	r.Eval(&before, `document.querySelectorAll("#rows tr").length`)
	r.Go(w.base + "/s/1")
	goOn <- true
	r.Until(`document.querySelectorAll("#rows tr").length > %d`, before)
	var numbers []string
	r.Eval(&numbers, `[...document.querySelectorAll("#rows tr")].map((tr) => tr.dataset.n)`)
	for i, n := range numbers {
		if n != fmt.Sprint(i+1) {
			t.Fatalf("after a reload the rows are %q", numbers)
		}
	}
	for _, f := range r.Axe() {
		t.Error(f)
	}
	r.Shot("judging")
	r.click("#stop")
	r.Until(`document.querySelector("#whole").dataset.over && !document.querySelector("#stop")`)
	must.Contain(t, strings.ToLower(r.text("h1")), "stopped", "it says")
	r.Eval(nil, "void history.go(-1)")
	r.Until(`location.pathname === "/p/sum" && document.documentElement?.classList.contains("ready")`)
	r.Until(`document.querySelector("#source").value === %q`, right)
	must.Contain(t, r.text(".cm-content"), "fmt.Scan(&a, &b)", "the editor shows")
}

func TestEditorInABrowser(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "../../../..", true)
	w.s.Patient()
	r := w.reads(t)
	r.part("each language has its own text, which is remembered", func(t *testing.T) {
		r.opens("acwing166")
		r.writes("go", "package main // mine\n")
		r.speaks("python")
		r.Until(`document.querySelector("#source").value.startsWith("import sys")`)
		r.opens("acwing166")
		r.Until(`document.querySelector("#language").value === "python"`)
		r.speaks("go")
		r.Until(`document.querySelector("#source").value.startsWith("package main // mine")`)
		r.Eval(nil, `window.confirm = () => true`)
		r.click("#anew")
		r.Until(`document.querySelector("#source").value.includes("func answer(board string) string")`)
	})
	r.part("keys type", func(t *testing.T) {
		r.opens("acwing166")
		r.writes("cpp", "")
		r.Until(`document.querySelector(".cm-content").dataset.language === "cpp"`) // it indents by the grammar
		for _, key := range "int f(){" {
			r.Press(string(key), false)
		}
		r.Press("Enter", false)
		for _, key := range "x;" {
			r.Press(string(key), false)
		}
		r.Until(`document.querySelector("#source").value === "int f(){\n    x;\n}"`)
	})
	r.part("a function begins as on its site", func(t *testing.T) {
		r.opens("leetcode37")
		r.speaks("cpp")
		r.Until(`document.querySelector("#source").value.includes("class Solution") &&
			document.querySelector(".cm-content").innerText.includes("class Solution")`)
	})
	r.part("files are opened and dropped", func(t *testing.T) {
		r.opens("acwing166")
		r.Eval(nil, `{ const d = new DataTransfer(); d.items.add(new File(["print('<b>opened</b>')"], "<img src=x onerror=alert(1)>.py"));
			const f = document.querySelector("#file"); f.files = d.files; f.dispatchEvent(new Event("change")) }`)
		r.Until(`document.querySelector("#language").value === "python" &&
			document.querySelector(".cm-content").innerText.includes("<b>opened</b>")`)
		r.Eval(nil, `{ const d = new DataTransfer(); d.items.add(new File(["int main() {}"], "a.cpp"));
			for (const name of ["dragover", "drop"])
				document.querySelector(".cm-content").dispatchEvent(new DragEvent(name, { dataTransfer: d, bubbles: true, cancelable: true })) }`)
		r.Until(`document.querySelector("#language").value === "cpp" && document.querySelector("#source").value === "int main() {}"`)
		r.Eval(nil, `{ const d = new DataTransfer(); d.items.add(new File([new Uint8Array(300 * 1024)], "a.cpp"));
			const f = document.querySelector("#file"); f.files = d.files; f.dispatchEvent(new Event("change")) }`)
		r.Until(`document.querySelector("#told").textContent.includes("too large")`)
	})
	r.part("the box runs a program on what is typed", func(t *testing.T) {
		r.opens("acwing166")
		r.writes("go", "package main\n\nimport (\n\t\"bufio\"\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc main() {\n\tline, _ := "+
			"bufio.NewReader(os.Stdin).ReadString('\\n')\n\tfmt.Print(\"<img src=x onerror=alert(1)>\", line)\n\tfmt.Fprint(os.Stderr, "+
			"\"on the side\")\n}\n")
		r.Eval(nil, `document.querySelector("#input").value = "a line\n"`)
		r.Call("Input.dispatchKeyEvent", map[string]any{"type": "keyDown", "key": "Enter", "code": "Enter",
			"windowsVirtualKeyCode": 13, "modifiers": 2})
		r.Until(`!document.querySelector("#ran").hidden`)
		if out, err, cost := r.text(".out"), r.text(".err"), r.text(".cost"); out != "<img src=x onerror=alert(1)>a line\n" ||
			err != "on the side" || !regexp.MustCompile(`^\d.* ms · \d.* [KM]iB$`).MatchString(cost) {
			t.Errorf("it shows %q, %q, %q", out, err, cost)
		}
		r.Eval(nil, `document.querySelector("[data-try]").click()`)
		r.Until(`document.querySelector("#ran .v").textContent === "WA" && !document.querySelector("#ran .wanted").hidden`)
		r.Shot("run-box")
		for _, f := range r.Axe() {
			t.Error(f)
		}
	})
}
