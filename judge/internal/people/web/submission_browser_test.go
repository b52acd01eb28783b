//go:build unix

package web_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

// first is what a reader sees of a page before scrolling.
type first struct {
	Heading              string
	HeadingAt            float64  // its upper edge
	PictureAt, PictureTo float64  // the first picture's upper and lower edge
	Shift                float64  // how far the layout moved
	Moved                []string // what moved, and how
	Height               float64
	Asks                 []string // for styles and scripts
}

// first waits for the first picture.
func (r reader) first(picture string) (seen first) {
	r.T.Helper()
	r.Until(`document.querySelector(%q)?.getBoundingClientRect().height > 60 && document.documentElement.scrollHeight > 0`, picture)
	r.Eval(&seen, `new Promise((tell) => {
		let shift = 0;
		const moved = [], name = (n) =>
			(n?.parentElement?.id || n?.parentElement?.className || n?.parentElement?.tagName) + ">" + (n?.id || n?.className || n?.nodeName);
		new PerformanceObserver((list) => { for (const e of list.getEntries()) {
			shift += e.value;
			for (const s of e.sources)
				moved.push([name(s.node), s.previousRect.x, s.previousRect.y, ">", s.currentRect.x, s.currentRect.y].join(" "));
		} }).observe({ type: "layout-shift", buffered: true });
		setTimeout(() => {
			const heading = document.querySelector("main h1"), at = document.querySelector(%q).getBoundingClientRect(),
				page = document.documentElement;
			tell({ Heading: heading.innerText.toLowerCase(), HeadingAt: heading.getBoundingClientRect().top + scrollY,
				PictureAt: at.top + scrollY, PictureTo: at.bottom + scrollY,
				Shift: shift, Moved: moved, Height: page.scrollHeight,
				Asks: performance.getEntriesByType("resource").map((e) => e.name.split("/").pop()).filter((name) => /\.(css|js)$/.test(name)).sort() });
		}, 1000); // the searches are played meanwhile
	})`, picture)
	return seen
}

// stops returns the names of the first n places in the page, after its bar, that the Tab key reaches. A question mark
// follows if the focus is invisible there.
func (r reader) stops(n int) string {
	r.T.Helper()
	r.Eval(nil, `{ const m = document.querySelector("main"); m.tabIndex = -1; m.focus({ preventScroll: true }) }`)
	all := make([]string, n)
	for i := range all {
		r.Eval(nil, `{ globalThis.before = document.activeElement }`)
		for _, kind := range []string{"rawKeyDown", "keyUp"} {
			r.Call("Input.dispatchKeyEvent", map[string]any{"type": kind, "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9})
		}
		r.Until(`document.activeElement !== before`) // on a busy machine the key comes later
		r.Eval(&all[i], `(() => {
			const e = document.activeElement, style = getComputedStyle(e);
			const seen = style.outlineStyle !== "none" || style.boxShadow !== "none";
			return (e.dataset.do || e.innerText.trim() || e.ariaLabel || e.id || e.tagName.toLowerCase()).slice(0, 20) + (seen ? "" : "?");
		})()`)
	}
	return strings.Join(all, " | ")
}

// ones prints no solution.
const ones = `package main

import "fmt"

func main() {
	fmt.Println("111111111222222222333333333444444444555555555666666666777777777888888888999999999")
}
`

// TestPages looks at one history in the tree of the project, which is judged once.
func TestPages(t *testing.T) {
	short.Skip(t)
	t.Parallel()
	w := newWorld(t, "../../../..", true)
	w.s.Hasten(2*time.Second, time.Second)
	w.enrol()
	const idea = "the cell with the fewest digits"
	if page := w.page("/", ""); strings.Contains(page, idea) || strings.Contains(page, `class="rungs"`) {
		t.Error("an idea is told to somebody who solved nothing")
	}
	lowbit := must.Get(os.ReadFile("../../../../solutions/lowbit/main.go"))(t)
	naive := must.Get(os.ReadFile("../../../../solutions/naive/main.go"))(t)
	for n, one := range []struct{ problem, language, source, verdict string }{
		{"acwing166", "go", string(naive), "TLE"},
		{"acwing166", "go", ones, "WA"},
		{"acwing166", "python", "import sys\n\nfor line in sys.stdin:\n    print(line\n", "CE"},
		{"acwing166", "go", string(lowbit), "AC"},
		{"acwing166", "go", string(lowbit) + "\n// again\n", "AC"},
		{"acwing166", "go", "package main\n\nfunc main() { panic(1) }\n", "RE"},
		{"leetcode37", "go", fails, "CE"},
		{"sudokuask", "go", asker, "WA"},
	} {
		w.post("/submit", "", url.Values{"problem": {one.problem}, "language": {one.language}, "source": {one.source}})
		if sub := w.judged(int64(n+1), ""); string(sub.Judging.Verdict) != one.verdict {
			t.Fatalf("submission %d is %s, want %s", n+1, sub.Judging.Verdict, one.verdict)
		}
	}
	now := time.Now()
	w.post("/contests", "", url.Values{"id": {"round-1"}, "starts": {now.Add(-time.Hour).Format("2006-01-02T15:04")},
		"ends": {now.Add(time.Hour).Format("2006-01-02T15:04")}, "problems": {"acwing166 leetcode37"}})
	for _, part := range []struct {
		name string
		try  func(t *testing.T, w *world)
	}{
		{"ladder", climb}, {"watched", watchASearch}, {"own programs", playOwnProgram}, {"refused by the compiler", refuseToWatch},
		{"in a browser", lookAtPages},
	} {
		t.Run(part.name, func(t *testing.T) {
			w := *w
			w.t = t
			part.try(t, &w)
		})
	}
}

// looked are the pages of the history: with the heading and the picture of their first screen, where the Tab key leads
// first, and the themes in which they are held to the rules of accessible pages. What has parts like those of another
// page is held to them in one theme.
var looked = []struct{ name, path, heading, picture, stops, themes string }{
	{"too slow", "/s/1", "your ", ".main .board", "Sudoku (AcWing 166) | Edit and resubmit", "light dark"},
	{"wrong", "/s/2", "your program prints a wrong answer", ".failure .boards .board", "Sudoku (AcWing 166) | Edit and resubmit", "dark"},
	{"not compiled", "/s/3", "your program does not compile", ".pane", "Sudoku (AcWing 166) | Edit and resubmit", "light dark"},
	{"accepted", "/s/4", "your program is right", ".pane", "Sudoku (AcWing 166) | Next: Sudoku (POJ 26 | Edit and resubmit", "light"},
	{"wrong in a dialogue", "/s/8", "your program prints a wrong answer", ".failure .talk", "Ask for the Board", "dark"},
	{"home", "/", "submit it, and see", ".race .board", "round-1\nTime left 0: | Begin with Sudoku (P", "light dark"},
	{"problem", "/p/acwing166", "sudoku (acwing 166)", ".first .board", "Copy | Run on it", "light dark"},
	{"play", "/play", "play a puzzle", "#grid", "5", ""}, // see TestPlayInBrowser
	{"contest", "/contest/round-1", "round-1", ".scores", "Contests | Sudoku (AcWing 166)", "dark"},
	{"function", "/p/leetcode37", "", "", "", "dark"},
	{"dialogue", "/p/sudokuask", "", "", "", "light"},
	{"status", "/status", "", "", "", "light dark"},
	{"compared", "/compare?a=4&b=5", "", "", "", "light"},
}

// lookAtPages: each page is accessible, begins with its heading and its picture and does not move. The Tab key reaches
// the most important control first. The page of a submission is at most three screens high on a monitor and four on a
// phone. Each theme, width and language comes once, since hardly any fault needs two of them together.
func lookAtPages(t *testing.T, w *world) {
	r := w.reads(t)
	r.Go(w.base + "/s/1?lang=en&theme=light")
	r.Until(`document.querySelectorAll("#rows circle.theirs").length > 10`)
	r.saysWhyItIsSlow()
	tabs := w.tabs(t, func(r reader) {
		// A page arrives in pieces, as over a slow line or from a busy machine, and its scripts arrive after the first
		// picture.
		r.Call("Network.emulateNetworkConditions", map[string]any{"offline": false, "latency": 50, "downloadThroughput": 120_000,
			"uploadThroughput": -1})
	})
	names := ourSolutions(t)
	for _, window := range []struct {
		lang, theme            string
		width, height, screens int
	}{{"en", "light", 1440, 900, 3}, {"zh-Hans", "dark", 390, 844, 4}} {
		r.Go(w.base + "/?theme=" + window.theme + "&lang=" + window.lang[:2])
		t.Run(fmt.Sprint(window.width), func(t *testing.T) {
			for _, page := range looked {
				tabs.part(t, page.name, func(t *testing.T, r reader) {
					r.Size(window.width, window.height, 1)
					r.Go(w.base + page.path)
					if page.picture != "" {
						seen := r.first(page.picture)
						if window.lang == "en" && !strings.Contains(seen.Heading, page.heading) || seen.HeadingAt > 200 ||
							seen.PictureAt > float64(window.height) || seen.Shift > 1e-4 { // one label of a ribbon by its width is 3e-6
							t.Errorf("%+v", seen)
						}
						if name := regexp.MustCompile(`^\w+`).FindString(seen.Asks[0]); !slices.Equal(seen.Asks, []string{name + ".css", name + ".js"}) &&
							!slices.Equal(seen.Asks, []string{"editor.js", "problem.css", "problem.js"}) {
							t.Errorf("it asks for %q", seen.Asks)
						}
						if window.width == 1440 && seen.PictureTo > 900 {
							t.Errorf("the picture ends at %.0f", seen.PictureTo)
						}
						if strings.HasPrefix(page.path, "/s/") && seen.Height > float64(window.screens*window.height) {
							t.Errorf("it is %.0f high", seen.Height)
						}
					}
					if page.picture != "" && window.lang == "en" {
						must.Equal(t, page.stops, r.stops(strings.Count(page.stops, "|")+1), "Tab comes to")
					}
					r.looksRight(page.name, window.width, window.theme, strings.Contains(page.themes, window.theme))
					var lang string
					r.Eval(&lang, "document.documentElement.lang")
					must.Equal(t, window.lang, lang, "it is in")
					if lang != "en" && page.name != "wrong in a dialogue" { // where programs spoke English
						r.speaksChinese(names)
					}
					if lang != "en" && page.name == "accepted" {
						must.Contain(t, w.page(page.path+"?lang=zh", ""), "提示数不能再少的数独，每一步都有某格只剩一个候选数。", "a case is named")
					}
				})
			}
		})
	}
	r.Go(w.base + "/?lang=en&theme=light")
	for _, width := range []int{360, 721, 768, 1024, 1920} {
		r.Size(width, 900, 1)
		r.Go(w.base + "/s/1")
		r.Until(`document.querySelector("td.name")`)
		r.Eval(nil, `for (const d of document.querySelectorAll("details")) d.open = true`)
		var narrowest float64
		r.Eval(&narrowest, `Math.min(...[...document.querySelectorAll("td.name")]
			.map((e) => e.clientWidth / parseFloat(getComputedStyle(e).fontSize)))`)
		if r.fits("too slow", width); narrowest < 8*.5 { // eight characters of half their height
			t.Errorf("at %d the column of names is %.1f em wide", width, narrowest)
		}
		r.Shot(fmt.Sprintf("names-%d", width))
	}
	r.Size(1440, 900, 1)
	r.Go(w.base + "/s/2")
	r.Until(`document.querySelectorAll(".failure .boards .board").length >= 2`)
	r.Until(`/^#3,3,[.1-9]{81}$/.test(document.querySelector('main a[href^="/play"]').hash)`)
	r.Go(w.base + "/s/3")
	if line, said := r.text(".pane .fault td:last-child"), r.text(".pane .says.loud"); !strings.Contains(line,
		"    print(line") || !strings.Contains(said, "SyntaxError") {
		t.Errorf("marked is %q, with the words %q", line, said)
	}
	r.Go(w.base + "/s/8")
	r.Until(`document.querySelector("#rows tr")`)
	r.showsDialogue()
	r.Go(w.base + "/play") // begins with an easy puzzle if none is in the address
	r.Until(`document.querySelectorAll(".cell.given").length === 30`)
	r.Go(w.base + "/") // solves its puzzle step by step
	r.Until(`parseInt(document.querySelector("#race output").value) >= 3`)
	reduced := map[string]any{"name": "prefers-reduced-motion", "value": "reduce"}
	r.Call("Emulation.setEmulatedMedia", map[string]any{"features": []any{reduced}})
	r.Go(w.base + "/") // is over at once
	r.Until(`!document.querySelector("#race .turn").hidden`)
	r.Until(`document.querySelector("#race .turn").getBoundingClientRect().top >=
		document.querySelector("#race figure").getBoundingClientRect().bottom`)
}

// caseName matches the name of a case: 08-many-solutions.
var caseName = regexp.MustCompile(`[a-z0-9]+(-[a-z0-9]+)+`)

// english matches English words that are right on a Chinese page: names, formats, programs and sites. So are the names of
// solutions.
var english = regexp.MustCompile(`^(sudokuoj|English|AcWing|LeetCode|acwing|leetcode|sudoku\w*|Python|JavaScript|Java|Rust|` +
	`main|Enter|Ctrl|Home|space|solveSudoku|void|char|board|size|solution|JSON|MiB|KiB|Intel|Xeon|AMD|EPYC|Processor|CPU|` +
	`Landlock|secret|sample|beyond|judge|root|solutions|SyntaxError|never|closed)$`) // the last three are a compiler's

// ourSolutions are the names of the solutions, which are the same in every language.
func ourSolutions(t *testing.T) map[string]bool {
	t.Helper()
	dirs, err := filepath.Glob("../../../../solutions/*")
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no solutions: %v", err)
	}
	names := map[string]bool{}
	for _, dir := range dirs {
		names[filepath.Base(dir)] = true
	}
	return names
}

// speaksChinese looks for English words on a page.
func (r reader) speaksChinese(names map[string]bool) {
	r.T.Helper()
	var text string
	r.Eval(&text, `(() => { const own = document.body, all = own.cloneNode(true); own.replaceWith(all);
		for (const e of all.querySelectorAll(":is(pre, code, textarea, select, .cm-editor, .code, .diff, .name, " +
			".matrix th, svg, script, .id, .drawing, .raw, kbd, .values)")) e.remove();
		const text = all.innerText; all.replaceWith(own); return text })()`)
	for _, word := range regexp.MustCompile(`[A-Za-z]{4,}`).FindAllString(caseName.ReplaceAllString(text, ""), -1) {
		if !english.MatchString(word) && !names[word] {
			r.T.Errorf("in Chinese it says %q", word)
		}
	}
}

// looksRight waits for a page, checks its width and, if asked, its accessibility, and saves a screenshot.
func (r reader) looksRight(page string, width int, name string, accessible bool) {
	r.T.Helper()
	r.Until(`document.readyState === "complete" && !document.querySelector("noscript.later") &&
		(document.documentElement.classList.contains("ready") || !location.pathname.startsWith("/p/") && !document.getElementById("data"))`)
	r.fits(page, width)
	if accessible {
		for _, f := range r.Axe() {
			r.T.Errorf("%s: %s", page, f)
		}
	}
	r.Shot(fmt.Sprintf("%s-%s-%d", strings.ReplaceAll(page, " ", "-"), name, width))
}

// fits checks that a page does not scroll sideways.
func (r reader) fits(page string, width int) {
	r.T.Helper()
	var wide int
	if r.Eval(&wide, "document.documentElement.scrollWidth"); wide > width {
		r.T.Errorf("%s is %d wide", page, wide)
	}
}

// saysWhyItIsSlow checks the page of a program that ran out of time: its text, our solution beside it, and its sheets.
func (r reader) saysWhyItIsSlow() {
	r.T.Helper()
	must.Contain(r.T, r.text("#state"), "our ", "it says")
	r.Until(`document.querySelector("#stage.ready .inset .name").textContent === "lowbit"`)
	var paper struct{ Data []byte }
	must.Succeed(r.T, json.Unmarshal(r.Call("Page.printToPDF", map[string]any{"paperWidth": 8.27, "paperHeight": 11.69}), &paper))
	must.Equal(r.T, 2, len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(paper.Data, -1)), "it is printed on sheets")
	r.Eval(nil, `document.querySelector(".idea").open = true`)
	must.Contain(r.T, r.text(".idea"), "lowbit changes two things", "the idea")
	page := r.w.page("/s/1", "")
	if strings.Contains(page, `id="cut"`) {
		r.T.Error("what failed is offered for pasting")
	}
	_, insight, _ := strings.Cut(page, `<section id="insight"`)
	insight, _, _ = strings.Cut(insight, "</section>")
	if !regexp.MustCompile(`(?s)Of the [\d,]+ digits that.*asking for places, too: [\d,]+`).MatchString(insight) ||
		strings.Contains(insight, "lowbit") {
		r.T.Errorf("it tells not what one look more would have spared, or of our solution: %s", insight)
	}
}
