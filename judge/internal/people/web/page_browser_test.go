//go:build unix

package web_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

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
	r.CheckSilence(func(url string) bool { return strings.HasPrefix(url, r.w.base+"/") })
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

// writes chooses a language and replaces the text in the editor.
func (r reader) writes(language, source string) {
	r.T.Helper()
	r.Eval(nil, `{ const s = document.querySelector("#language"); s.value = %q; s.dispatchEvent(new Event("change", { bubbles: true })); document.querySelector(".cm-content").focus() }`,
		language)
	r.Call("Input.dispatchKeyEvent", map[string]any{"type": "keyDown", "key": "a", "code": "KeyA", "windowsVirtualKeyCode": 65,
		"modifiers": 2})
	r.Eval(nil, `{ const d = new DataTransfer(); d.setData("text/plain", %q);
		document.querySelector(".cm-content").dispatchEvent(new ClipboardEvent("paste", { clipboardData: d, bubbles: true, cancelable: true })) }`, source)
	r.Until(`document.querySelector("#source").value.trimEnd() === %q`, strings.TrimRight(source, "\n"))
}

// submits hands in the text in the editor and waits for the submission's page.
func (r reader) submits() {
	r.T.Helper()
	r.click("#submit")
	r.Until(`/^\/s\/\d+$/.test(location.pathname) && document.readyState === "complete"`)
}

// verdict waits until the submission is judged and returns the verdict on its page.
func (r reader) verdict() string {
	r.T.Helper()
	r.Until(`document.querySelector("#whole")?.dataset.over`)
	return r.text("#doing .v")
}

// rows returns the cases on the page, each with its verdict.
func (r reader) rows() (all []string) {
	r.T.Helper()
	r.Eval(nil, `for (const d of document.querySelectorAll("details")) d.open = true`)
	r.Eval(&all, `[...document.querySelectorAll("#rows tr")].map((tr) => tr.cells[2].innerText + " " + tr.cells[1].innerText)`)
	return all
}

// TestSubmittingInABrowser: the rows of a judging come by themselves, and the way back leads to the source.
func TestSubmittingInABrowser(t *testing.T) {
	t.Parallel()
	r := alone(t).reads(t)
	r.opens("sum")
	r.writes("go", wrong)
	r.Eval(nil, `void document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, shiftKey: true, bubbles: true }))`)
	r.Until(`/^\/s\/\d+$/.test(location.pathname) && document.readyState === "complete"`)
	must.Equal(t, "WA", r.verdict(), r.text("main"))
	r.Until(`document.querySelectorAll("#rows tr").length === 3`) // the page with the verdict may still be on its way
	must.Equal(t, []string{"sample/1 WA", "secret/1 WA", "secret/2 WA"}, r.rows())
	r.Eval(nil, "void history.back()")
	r.Until(`location.pathname === "/p/sum" && document.documentElement?.classList.contains("ready")`)
	r.Until(`document.querySelector("#source").value === %q`, wrong)
	must.Contain(t, r.text(".cm-content"), "fmt.Scan(&a, &b)", "the editor shows")
}

// manyCases adds many cases to the problem sum; a test does not wait for all of them.
func manyCases(t *testing.T) (root string) {
	root = sumProblem(t)
	for i := range 200 {
		for ext, n := range map[string]int{"in": 1000, "ans": 1004} {
			if err := os.WriteFile(filepath.Join(root, "testdata/sum/secret", fmt.Sprintf("more-%03d.%s", i, ext)),
				fmt.Append(nil, n, map[string]string{"in": " 4", "ans": ""}[ext], "\n"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	return root
}

// TestWatchingInABrowser: rows come, a reload goes on, and stop stops.
func TestWatchingInABrowser(t *testing.T) {
	t.Parallel()
	w := newWorld(t, manyCases(t), true)
	r := w.reads(t)
	r.opens("sum")
	r.writes("go", naps)
	r.submits()
	r.Until(`document.querySelectorAll("#rows tr").length >= 2`)
	if over := r.text("h1"); strings.Contains(over, "AC") {
		t.Errorf("rows stand there while it is judged, and it says %s", over)
	}
	var address string
	r.Eval(&address, "location.href")
	r.Go(address)
	var before int
	r.Eval(&before, `document.querySelectorAll("#rows tr").length`)
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
}

func TestEditorInABrowser(t *testing.T) {
	t.Parallel()
	r := newWorld(t, "../../../..", true).reads(t)
	r.part("each language has its own text, which is remembered", func(t *testing.T) {
		r.opens("acwing166")
		r.writes("go", "package main // mine\n")
		r.Eval(nil, `{ const s = document.querySelector("#language"); s.value = "python"; s.dispatchEvent(new Event("change")) }`)
		r.Until(`document.querySelector("#source").value.startsWith("import sys")`)
		r.opens("acwing166")
		r.Until(`document.querySelector("#language").value === "python"`)
		r.Eval(nil, `{ const s = document.querySelector("#language"); s.value = "go"; s.dispatchEvent(new Event("change")) }`)
		r.Until(`document.querySelector("#source").value.startsWith("package main // mine")`)
		r.Eval(nil, `window.confirm = () => true`)
		r.click("#anew")
		r.Until(`document.querySelector("#source").value.includes("func answer(board string) string")`)
	})
	r.part("keys type", func(t *testing.T) {
		r.opens("acwing166")
		r.writes("cpp", "")
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
		for language, want := range map[string]string{"go": "func solveSudoku(board [][]byte)", "cpp": "class Solution",
			"python": "def solveSudoku(self", "java": "public void solveSudoku(char[][] board)"} {
			r.Eval(nil, `{ const s = document.querySelector("#language"); s.value = %q; s.dispatchEvent(new Event("change")) }`, language)
			r.Until(`document.querySelector("#source").value.includes(%q) && document.querySelector(".cm-content").innerText.includes(%[1]q)`, want)
		}
	})
	r.part("files are opened and dropped", func(t *testing.T) {
		r.opens("acwing166")
		r.Eval(nil, `{ const d = new DataTransfer(); d.items.add(new File(["print('<b>opened</b>')"], "<img src=x onerror=alert(1)>.py"));
			const f = document.querySelector("#file"); f.files = d.files; f.dispatchEvent(new Event("change")) }`)
		r.Until(`document.querySelector("#language").value === "python" && document.querySelector(".cm-content").innerText.includes("<b>opened</b>")`)
		r.Eval(nil, `{ const d = new DataTransfer(); d.items.add(new File(["int main() {}"], "a.cpp"));
			for (const name of ["dragover", "drop"]) document.querySelector(".cm-content").dispatchEvent(new DragEvent(name, { dataTransfer: d, bubbles: true, cancelable: true })) }`)
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
		r.Shot("run-box")
		for _, f := range r.Axe() {
			t.Error(f)
		}
		r.writes("go", fails)
		r.click("#run")
		r.Until(`document.querySelector("#ran .v").textContent === "CE" && document.querySelector("#ran .told").textContent.includes("undefined: x")`)
	})
}
