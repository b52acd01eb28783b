//go:build unix

package web

import (
	"net/url"
	"strings"
	"testing"

	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/show/report"
)

// hangs is a program that never ends on the first sample, and is wrong on all other cases.
const hangs = `package main

import "fmt"

func main() {
	var s string
	fmt.Scan(&s)
	for s == "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79" {
	}
	fmt.Println(s)
}
`

// first is what somebody sees of a submission before scrolling, and how long its page is.
type first struct {
	Heading string
	Boards  []float64 // where they end
	Height  float64
	Keys    []string // what one comes to by keyboard, in order
}

func (r reader) first() (seen first) {
	r.T.Helper()
	r.Eval(&seen, `(() => ({
		Heading: document.querySelector("main :is(h1, h2)").innerText,
		Boards: [...document.querySelectorAll("main .board")].filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect().bottom + scrollY),
		Height: document.documentElement.scrollHeight,
		Keys: [...document.querySelectorAll("main :is(a[href], button, select, summary)")].filter(e => e.checkVisibility()).map(e => e.id || e.dataset.do || e.tagName.toLowerCase()),
	}))()`)
	return seen
}

// TestSubmissionBeginsWithTheMistake: what went wrong stands in the first window, drawn; the whole page in two.
func TestSubmissionBeginsWithTheMistake(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "../../../..", history.Person{}, true)
	for _, one := range []struct{ language, source string }{
		{"go", hangs},
		{"go", "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tfmt.Println(\"111111111222222222333333333444444444555555555666666666777777777888888888999999999\")\n}\n"},
		{"python", "import sys\n\nfor line in sys.stdin:\n    print(line\n"},
	} {
		w.post("/submit", "", url.Values{"problem": {"acwing166"}, "language": {one.language}, "source": {one.source}})
	}
	for id := range int64(3) {
		w.judged(id+1, "")
	}
	r := w.reads(t)
	r.Go(w.base + "/s/1?lang=en&theme=light")
	r.Until(`document.querySelectorAll("#rows circle.theirs").length > 10`)
	seen := r.first()
	if !strings.Contains(strings.ToLower(seen.Heading), "time limit exceeded") || len(seen.Boards) != 2 || max(seen.Boards[0], seen.Boards[1]) > 900 || seen.Height > 1800 {
		t.Errorf("of what ran out of time one sees %+v", seen)
	}
	if keys := strings.Join(seen.Keys, " "); !strings.Contains(keys, " home back play step end ") || strings.Index(keys, "play") > strings.Index(keys, "watch") {
		t.Errorf("by keyboard one comes to %s", keys)
	}
	if said := r.text("#wrong"); !strings.Contains(said, "sample/01-two-puzzles") || !strings.Contains(said, "lowbit ") {
		t.Errorf("it says %q", said)
	}
	if idea := r.text(".idea"); !strings.Contains(idea, "lowbit changes two things") {
		t.Errorf("the idea is %q", idea)
	}
	if page := w.page("/s/1", ""); strings.Contains(page, `id="cut"`) {
		t.Error("what failed is offered for pasting")
	}
	for _, fault := range r.Axe() {
		t.Error(fault)
	}
	r.Go(w.base + "/s/2")
	if seen := r.first(); len(seen.Boards) < 2 || max(seen.Boards[0], seen.Boards[1]) > 900 || seen.Height > 1800 {
		t.Errorf("of a wrong answer one sees %+v", seen)
	}
	r.Go(w.base + "/s/3")
	if line, said := r.text("#marked .fault td:nth-child(2)"), r.text("#marked .says"); line != "    print(line" || !strings.Contains(said, "SyntaxError") {
		t.Errorf("marked is %q, with the words %q", line, said)
	}
	for _, fault := range r.Axe() {
		t.Error(fault)
	}
}

func TestMarkFaults(t *testing.T) {
	lines := make([]string, 5)
	for _, c := range []struct{ name, file, text, says string }{
		{"gcc", "main.cpp", "main.cpp: In function 'int main()':\nmain.cpp:3:5: error: expected ';'\n   3 |   x\n", "error: expected ';'"},
		{"go", "main.go", "# command-line-arguments\n./main.go:3:15: undefined: x\n", "undefined: x"},
		{"javac", "Main.java", "Main.java:3: error: ';' expected\n        int x\n", "error: ';' expected"},
		{"python", "main.py", "  File \"/tmp/x/main.py\", line 3\n    x = (\n        ^\nSyntaxError: '(' was never closed\n", "SyntaxError: '(' was never closed"},
		{"node", "main.js", "/tmp/x/main.js:3\nlet x = ;\n        ^\n\nSyntaxError: Unexpected token ';'\n    at x (node:internal/vm:73:18)\n", "SyntaxError: Unexpected token ';'"},
		{"another file", "main.c", "other.h:3:1: error: no\n", ""},
		{"beyond the end", "main.c", "main.c:99999999999999999999:1: error: no\n", ""},
	} {
		marked := markFaults(report.Colour(strings.Join(lines, "x\n"), "C"), c.file, c.text)
		if c.says == "" {
			if marked != nil {
				t.Errorf("%s: marked %v", c.name, marked)
			}
			continue
		}
		if len(marked) < 3 || len(marked[2].Says) != 1 || marked[2].Says[0] != c.says {
			t.Errorf("%s: marked %v", c.name, marked)
		}
	}
}

// Who comes to play without a puzzle finds an easy one; the first page's own is solved while one looks, unless motion is
// unwelcome.
func TestFirstBoards(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "../../../..", history.Person{}, true)
	r := w.reads(t)
	r.Go(w.base + "/play")
	r.Until(`document.querySelectorAll(".cell.given").length === 30`)
	r.Go(w.base + "/")
	r.Until(`document.querySelectorAll(".puzzle .walk text").length >= 3`)
	var door string
	if r.Eval(&door, `document.querySelector("main .primary").pathname`); door != "/p/acwing166" {
		t.Errorf("the main door leads to %s", door)
	}
	r.Call("Emulation.setEmulatedMedia", map[string]any{"features": []any{map[string]any{"name": "prefers-reduced-motion", "value": "reduce"}}})
	r.Go(w.base + "/compare")
	if said := r.text("main"); !strings.Contains(said, "no two submissions") {
		t.Errorf("with nothing to compare it says %q", said)
	}
	if a := w.get("/contest", ""); a.code != 303 || a.header.Get("Location") != "/contests" {
		t.Errorf("/contest leads to %d %s", a.code, a.header.Get("Location"))
	}
}
