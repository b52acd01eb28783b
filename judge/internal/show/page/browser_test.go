//go:build unix

package page_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/show/page"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/browser"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/samples"
)

// TestBrowser tries the page in a real browser, with a tab for each test. A tab remembers its choices for itself, so
// several tests can run at once.
func TestBrowser(t *testing.T) {
	for name, try := range map[string]func(*testing.T, *pageBrowser){
		"stage": tryStage, "pins": tryPins, "strip": tryStrip, "keys": tryKeys, "cut and " +
			"large": tryCutAndLarge, "search": trySearch, "alone": tryAlone,
		"filters": tryFilters, "switches": trySwitches, "touch": tryTouch, "without script": tryWithoutScript, "hostile": tryHostile,
		"a real report": tryRealReport, "accessible": tryAccessible, "long names": tryLongNames, "ribbons": tryRibbons, "many " +
			"solutions": tryManySolutions, "paper": tryPaper, "dialogue": tryDialogue, "groups": tryGroups,
		"first sight": tryFirstSight, "mistake first": tryMistakeFirst, "overview": tryOverview,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := &pageBrowser{browser.Open(t)}
			b.Call("Page.addScriptToEvaluateOnNewDocument",
				map[string]any{"source": `Object.defineProperty(window, "localStorage", { value: sessionStorage })`})
			try(t, b)
		})
	}
}

// pageBrowser is a browser with our page open.
type pageBrowser struct{ *browser.Browser }

// openPage writes the report of a run and opens it.
func (b *pageBrowser) openPage(run result.Run, extras shown) {
	b.T.Helper()
	b.openReport(b.written(page.HTML, run, extras))
}

// written returns the address of a page.
func (b *pageBrowser) written(write func(io.Writer, result.Run, page.Extras) error, run result.Run, extras shown) string {
	b.T.Helper()
	path := filepath.Join(b.T.TempDir(), "report.html")
	must.Succeed(b.T, os.WriteFile(path, []byte(makePage(b.T, write, run, extras)), 0o644))
	return path
}

// openReport opens a page. By the end of the test, the browser must have reported nothing and requested only the file.
func (b *pageBrowser) openReport(path string) {
	b.T.Helper()
	b.calm(true)
	b.Go("file://" + path)
	b.Until(`document.documentElement.classList.contains("ready")`)
	b.T.Cleanup(func() { b.CheckSilence(func(url string) bool { return url == "file://"+path }) })
}

// openAll opens everything that can be folded.
func (b *pageBrowser) openAll() {
	b.Eval(nil, `for (const d of document.querySelectorAll("details")) d.open = true`)
}

// set gives an element of a form a value, as a reader does.
func (b *pageBrowser) set(selector string, value any) {
	b.Eval(nil, `(e => { if (e.type === "checkbox") e.checked = %[2]q !== ""; else e.value = %[2]q;
		for (const n of ["input", "change"]) e.dispatchEvent(new Event(n, { bubbles: true })) })(document.querySelector(%[1]q))`,
		selector, fmt.Sprint(value))
}

// words returns what a reader sees of an element.
func (b *pageBrowser) words(selector string) (text string) {
	b.Eval(&text, `document.querySelector(%q).innerText`, selector)
	return text
}

// fits checks that the page is not wider than windows of these widths.
func (b *pageBrowser) fits(widths ...int) {
	b.T.Helper()
	for _, width := range widths {
		b.Size(width, 900, 1)
		var wide int
		if b.Eval(&wide, `document.documentElement.scrollWidth`); wide > width {
			b.T.Errorf("in a window of %d the page is %d wide", width, wide)
		}
	}
}

// calm sets whether the reader prefers reduced motion.
func (b *pageBrowser) calm(yes bool) {
	value := map[bool]string{true: "reduce", false: "no-preference"}[yes]
	b.Call("Emulation.setEmulatedMedia", map[string]any{"features": []any{map[string]any{"name": "prefers-reduced-motion", "value": value}}})
}

// boardAfter returns the board after n steps of a replay.
func boardAfter(r result.Replay, n int) string {
	b, _ := sudoku.ParseAny(r.Puzzle)
	for _, s := range r.Steps[:n] {
		b.Cells[s.Cell] = s.Value
	}
	return b.Line()
}

func tryFilters(t *testing.T, b *pageBrowser) {
	run := samples.Large(8, 60)
	b.openPage(run, sampleExtras())
	rows := func(want int, when string) {
		var n int
		if b.Eval(&n, `document.querySelectorAll(".matrix tbody tr:not([hidden])").length`); n != want {
			t.Errorf("%s: %d rows, want %d", when, n, want)
		}
	}
	rows(60, "without a filter")
	b.set("#verdicts [name=verdict]", "WA")
	rows(4, "with a WA")
	b.set("#verdicts [name=solution]", "2")
	rows(3, "with a WA of hidden")
	b.set("#verdicts [name=solution]", "")
	b.set("#verdicts [name=verdict]", "")
	b.set("#verdicts [name=unexpected]", "on")
	rows(5, "with something unexpected")
}

func trySwitches(t *testing.T, b *pageBrowser) {
	b.openPage(samples.Large(8, 60), sampleExtras())
	var before, after, words string
	b.Eval(&before, `getComputedStyle(document.body).backgroundColor`)
	b.Eval(nil, `document.getElementById("theme-dark").click()`)
	b.Eval(&after, `getComputedStyle(document.body).backgroundColor`)
	must.Equal(t, "rgb(251, 250, 246)", before, "the ground turns from")
	must.Equal(t, "rgb(21, 22, 26)", after, "the ground turns from")
	b.Eval(nil, `document.getElementById("lang-zh").click()`)
	b.Eval(&words, `document.querySelector("h1").innerText + "|" + document.documentElement.lang + "|" + document.title`)
	must.Equal(t, "480 次运行中有 5 次不符合预期。|zh-Hans|评测报告 · sudokuoj", words, "in Chinese the page says")
	// Kinds of programs and names are the same in both languages.
	for _, english := range []string{"Verdicts", "as a table", "Show me", "CPU time of each"} {
		must.Be(t, !strings.Contains(b.words("body"), english), "in Chinese the page still says %q", english)
	}
}

// A touch on a mark of a plot shows its solution and case, until another place is touched.
func tryTouch(t *testing.T, b *pageBrowser) {
	b.Call("Emulation.setDeviceMetricsOverride", map[string]any{"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true})
	b.Call("Emulation.setTouchEmulationEnabled", map[string]any{"enabled": true})
	b.openPage(samples.Large(8, 12), sampleExtras())
	var at struct{ X, Y float64 }
	b.Eval(&at, `(() => {
		document.documentElement.style.scrollBehavior = "auto";
		const mark = document.querySelector(".plot .drawing .pt");
		for (let e = mark; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
		mark.scrollIntoView({ block: "center", inline: "center" });
		const box = mark.getBoundingClientRect();
		const at = { X: box.x + box.width / 2, Y: box.y + box.height / 2 };
		return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(at))));
	})()`)
	tap := func(x, y float64) (said string) {
		b.Call("Input.dispatchTouchEvent", map[string]any{"type": "touchStart", "touchPoints": []any{map[string]any{"x": x, "y": y}}})
		b.Call("Input.dispatchTouchEvent", map[string]any{"type": "touchEnd", "touchPoints": []any{}})
		b.Eval(&said, `document.querySelector("#tip").hidden ? "" : document.querySelector("#tip").textContent`)
		return said
	}
	must.Contain(t, tap(at.X, at.Y), "/", "a mark that was touched says")
	b.Shot("touched")
	must.Equal(t, "", tap(5, 120), "elsewhere touched, and still it says")
}

func tryWithoutScript(t *testing.T, b *pageBrowser) {
	b.Call("Emulation.setScriptExecutionDisabled", map[string]any{"value": true})
	path := b.written(page.HTML, samples.Large(2, 3), sampleExtras())
	b.Go("file://" + path)
	var words string
	b.Eval(&words, `document.body.textContent`)
	for _, want := range []string{"8,365", "Solved with", "secret/01-easy", "Where the time goes"} {
		must.Contain(t, words, want, "without its script the page does not say")
	}
	b.Eval(nil, `document.getElementById("lang-zh").checked = true`)
	if words := b.words("h1"); words != "在 acwing166 sample/01 上，lowbit 只需填数 51 次；naive 需填数 4,208 次，是前者的 83 倍。" {
		t.Errorf("without its script the page says %q in Chinese", words)
	}
	b.CheckSilence(func(url string) bool { return url == "file://"+path })
}

func tryHostile(t *testing.T, b *pageBrowser) {
	text := strings.Join(samples.Hostile, " ")
	fewest, naive := named(samples.Fewest(samples.Mild, 100), text), named(samples.Naive(samples.Mild, 100), "</template>"+text)
	b.openPage(samples.HostileRun(text), shown{[]result.Replay{fewest, naive}, page.Extras{Generated: text}})
	var lanes, images int
	b.Eval(&lanes, `document.querySelectorAll(".track").length`)
	b.Eval(&images, `document.querySelectorAll("img, [onload], [onerror], script:not(#data)").length`)
	must.Equal(t, 2, lanes, "lanes and")
	must.Equal(t, 2, images, "lanes and")
	var names []string
	b.Eval(&names, `[...document.querySelectorAll(".seat .name")].map(e => e.textContent)`)
	if want := terminal.Escape(text); !slices.Contains(names, want) {
		t.Errorf("the lanes are called %q, want one called %q", names, want)
	}
	b.Press("End", false)
}

// tryRealReport opens a report of a real run and plays its replay to the end on both sides.
func tryRealReport(t *testing.T, b *pageBrowser) {
	if testing.Short() {
		t.Skip("building and running the judge takes seconds")
	}
	dir := t.TempDir()
	judge, path := filepath.Join(dir, "judge"), filepath.Join(dir, "report.html")
	for _, command := range [][]string{
		{"go", "build", "-ldflags", "-s -w", "-o", judge, "sudokuoj/judge"},
		{judge, "-root", "../../../..", "-problem", "acwing166", "-case", "sample/*", "-html", path, "lowbit", "naive"},
	} {
		must.Run(t, exec.Command(command[0], command[1:]...))
	}
	b.openReport(path)
	b.Press("End", false)
	var puzzle []int
	b.Eval(&puzzle, `JSON.parse(document.getElementById("data").textContent).puzzles[0].puzzle`)
	asked := sudoku.Empty()
	copy(asked.Cells, puzzle)
	board, ok := sudoku.ParseAny(b.board())
	if why := board.Explain(asked); !ok || why.Said() {
		t.Errorf("it ends with %s: %s", board.Line(), why)
	}
	var widest float64
	b.Eval(&widest, `Math.max(...[...document.querySelectorAll(".pane:not([hidden]) rect")].map(e => e.width.baseVal.value))`)
	must.Be(t, widest == 100, "the hottest line has a bar of %v, want the whole", widest)
}

// tryDialogue looks at a dialogue: its end is visible, and none of its text becomes part of the page.
func tryDialogue(t *testing.T, b *pageBrowser) {
	b.openPage(samples.Talked(), sampleExtras())
	var seen struct {
		Lines, Hidden int
		Last          string
		Script        bool
	}
	b.Eval(&seen, `(() => {
		const box = document.querySelector("#answers .said");
		for (let e = box; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
		const rows = [...box.querySelectorAll("tbody tr")], last = rows.at(-1);
		const hidden = Math.max(0, Math.round(last.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom));
		return { Lines: rows.length, Hidden: hidden, Last: last.cells[0].innerText, Script: !!box.querySelector("script") };
	})()`)
	if seen.Lines != 38 || seen.Hidden > 0 || seen.Last != "29.0 s" || seen.Script {
		t.Errorf("the page shows %+v", seen)
	}
	b.looks("dialogue")
}

func tryGroups(t *testing.T, b *pageBrowser) {
	b.openPage(samples.Nested(), shown{})
	b.looks("groups")
}

// looks checks the width of the page and its accessibility, in both languages.
func (b *pageBrowser) looks(name string) {
	b.T.Helper()
	for _, lang := range []string{"en", "zh"} {
		b.Eval(nil, `void document.getElementById("lang-%s").click()`, lang)
		for _, width := range []int{1440, 390} {
			b.fits(width)
			b.Shot(fmt.Sprint(name, "-", lang, "-", width))
		}
	}
	for _, fault := range b.Axe() { // of the last: Chinese, on a phone; tryAccessible looks at an English page
		b.T.Error(fault)
	}
}
