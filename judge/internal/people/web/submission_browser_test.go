//go:build unix

package web

import (
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/show/report"
)

// hangs never ends on the first sample and is wrong on all other cases.
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

// first is what a reader sees of a page before scrolling.
type first struct {
	Heading              string
	HeadingAt            float64  // its upper edge
	PictureAt, PictureTo float64  // the first picture's upper and lower edge
	Shift                float64  // how far the layout moved
	Moved                []string // what moved, and how
	Wide                 bool     // the page scrolls sideways
	Height               float64
}

// first waits for the first picture.
func (r reader) first(picture string) (seen first) {
	r.T.Helper()
	r.Until(`document.querySelector(%q)?.getBoundingClientRect().height > 60 && document.documentElement.scrollHeight > 0`, picture)
	r.Eval(&seen, `new Promise((tell) => {
		let shift = 0;
		const moved = [], name = (n) => (n?.parentElement?.id || n?.parentElement?.className || n?.parentElement?.tagName) + ">" + (n?.id || n?.className || n?.nodeName);
		new PerformanceObserver((list) => { for (const e of list.getEntries()) {
			shift += e.value;
			for (const s of e.sources) moved.push([name(s.node), s.previousRect.x, s.previousRect.y, ">", s.currentRect.x, s.currentRect.y].join(" "));
		} }).observe({ type: "layout-shift", buffered: true });
		setTimeout(() => {
			const heading = document.querySelector("main h1"), at = document.querySelector(%q).getBoundingClientRect(), page = document.documentElement;
			tell({ Heading: heading.innerText.toLowerCase(), HeadingAt: heading.getBoundingClientRect().top + scrollY, PictureAt: at.top + scrollY, PictureTo: at.bottom + scrollY,
				Shift: shift, Moved: moved, Wide: page.scrollWidth > innerWidth, Height: page.scrollHeight });
		}, 1000); // the searches are played meanwhile
	})`, picture)
	return seen
}

// stops returns the names of the first n places in the page that the Tab key reaches. A question mark follows if the
// focus is invisible there.
func (r reader) stops(n int) string {
	r.T.Helper()
	r.Eval(nil, `document.activeElement?.blur(), document.querySelector(".skip").focus(), 0`)
	var all []string
	for pressed := 0; len(all) < n && pressed < n+20; pressed++ { // the bar of the page comes first
		for _, kind := range []string{"rawKeyDown", "keyUp"} {
			r.Call("Input.dispatchKeyEvent", map[string]any{"type": kind, "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9})
		}
		var stop string
		r.Eval(&stop, `(() => {
			const e = document.activeElement, style = getComputedStyle(e);
			if (!e.closest("main")) return "";
			const seen = style.outlineStyle !== "none" || style.boxShadow !== "none";
			return (e.dataset.do || e.innerText.trim() || e.ariaLabel || e.id || e.tagName.toLowerCase()).slice(0, 20) + (seen ? "" : "?");
		})()`)
		if stop != "" {
			all = append(all, stop)
		}
	}
	return strings.Join(all, " | ")
}

// TestFirstLook: each page begins with its heading and its picture and does not move. The Tab key reaches the most
// important control first. The page of a submission is at most two screens high on a monitor and three on a phone.
func TestFirstLook(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "../../../..", true)
	lowbit, err := os.ReadFile("../../../../solutions/lowbit/main.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range []struct{ language, source string }{
		{"go", hangs},
		{"go", "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tfmt.Println(\"111111111222222222333333333444444444555555555666666666777777777888888888999999999\")\n}\n"},
		{"python", "import sys\n\nfor line in sys.stdin:\n    print(line\n"},
		{"go", string(lowbit)},
	} {
		w.post("/submit", "", url.Values{"problem": {"acwing166"}, "language": {one.language}, "source": {one.source}})
	}
	for id := range int64(4) {
		w.judged(id+1, "")
	}
	now := time.Now()
	w.post("/contests", "", url.Values{"id": {"round-1"}, "starts": {now.Add(-time.Hour).Format(inForm)}, "ends": {now.Add(time.Hour).Format(inForm)}, "problems": {"acwing166 leetcode37"}})
	r := w.reads(t)
	// A page arrives in pieces, as over a slow line or from a busy machine, and its scripts arrive after the first
	// picture.
	r.Call("Network.emulateNetworkConditions", map[string]any{"offline": false, "latency": 50, "downloadThroughput": 60_000, "uploadThroughput": -1})
	r.Go(w.base + "/s/1?lang=en&theme=light")
	r.Until(`document.querySelectorAll("#rows circle.theirs").length > 10`)
	r.saysWhyItIsSlow()
	for _, page := range []struct{ name, path, heading, picture, stops string }{
		{"home", "/", "submit it, and see", ".puzzle .board", "Begin with Valid Sud | Play a puzzle"},
		{"problem", "/p/acwing166", "sudoku (acwing 166)", ".first .board", "Copy | Run on it"},
		{"too slow", "/s/1", "time limit exceeded", ".lane .board", "Sudoku (AcWing 166) | Play this case | Again, with changes | Step of lowbit · low"},
		{"wrong", "/s/2", "wrong answer", ".boards .board", "Sudoku (AcWing 166) | Play this case"},
		{"not compiled", "/s/3", "compile error", "#marked", "Sudoku (AcWing 166) | Again, with changes"},
		{"accepted", "/s/4", "accepted", ".cases", "Sudoku (AcWing 166) | Next: Valid Sudoku ( | Again, with changes"},
		{"play", "/play", "play a puzzle", "#grid", "5"},
		{"contest", "/contest/round-1", "round-1", ".scores", "Contests | Sudoku (AcWing 166)"},
	} {
		t.Run(page.name, func(t *testing.T) {
			r := reader{r.Browser, r.w}
			r.T = t
			for _, window := range []struct{ width, height, screens int }{{1440, 900, 2}, {390, 844, 3}} {
				r.Size(window.width, window.height, 1)
				r.Go(w.base + page.path)
				seen := r.first(page.picture)
				if !strings.Contains(seen.Heading, page.heading) || seen.HeadingAt > 200 || seen.PictureAt > float64(window.height)-150 || seen.Shift > 0 || seen.Wide {
					t.Errorf("%d px: %+v", window.width, seen)
				}
				if window.width == 1440 && page.picture != ".cases" && seen.PictureTo > 900 {
					t.Errorf("the picture ends at %.0f", seen.PictureTo)
				}
				if strings.HasPrefix(page.path, "/s/") && seen.Height > float64(window.screens*window.height) {
					t.Errorf("%d px: it is %.0f high", window.width, seen.Height)
				}
				if stops := r.stops(strings.Count(page.stops, "|") + 1); stops != page.stops {
					t.Errorf("%d px: Tab comes to %s", window.width, stops)
				}
				for _, fault := range r.Axe() {
					t.Error(fault)
				}
				r.Shot(page.name + fmt.Sprint(window.width))
			}
		})
	}
	r.Go(w.base + "/s/3")
	if line, said := r.text("#marked .fault td:nth-child(2)"), r.text("#marked .says"); line != "    print(line" || !strings.Contains(said, "SyntaxError") {
		t.Errorf("marked is %q, with the words %q", line, said)
	}
}

// saysWhyItIsSlow checks the text on the page of a program that ran out of time.
func (r reader) saysWhyItIsSlow() {
	r.T.Helper()
	if said := r.text("#wrong"); !strings.Contains(said, "sample/01-two-puzzles") || !strings.Contains(said, "lowbit ") {
		r.T.Errorf("it says %q", said)
	}
	if idea := r.text(".idea"); !strings.Contains(idea, "lowbit changes two things") {
		r.T.Errorf("the idea is %q", idea)
	}
	if page := r.w.page("/s/1", ""); strings.Contains(page, `id="cut"`) {
		r.T.Error("what failed is offered for pasting")
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

// Without a puzzle in the address, /play begins with an easy one. The home page solves a puzzle step by step, unless
// the browser asks for reduced motion.
func TestFirstBoards(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "../../../..", true)
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
