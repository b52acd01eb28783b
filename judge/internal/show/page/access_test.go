//go:build unix

package page_test

import (
	"fmt"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/page"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/samples"
)

// tryAccessible: everything fits windows from phones to large screens, every link leads somewhere, and the page keeps the
// rules of WCAG 2.2 AA, light and dark, with everything open. In the dark, only colours differ.
func tryAccessible(t *testing.T, b *pageBrowser) {
	b.openPage(samples.Large(8, 12), sampleExtras())
	b.fits(360, 390, 768, 1440, 1920)
	var faults []string
	b.Eval(&faults, `[...document.querySelectorAll("a[href^='#']")].filter(e => !document.querySelector(e.hash)).map(e => e.hash)`)
	for _, f := range faults {
		t.Errorf("%s leads nowhere", f)
	}
	b.openAll()
	for scheme, rules := range map[string][]string{"light": nil, "dark": {"color-contrast"}} {
		b.Eval(nil, `document.getElementById("theme-%s").click()`, scheme)
		for _, f := range b.Axe(rules...) {
			t.Errorf("%s: %s", scheme, f)
		}
	}
}

// tryLongNames: the page is as wide as the window, whatever the names of solutions and cases: a path with a word that is
// never broken, and words in two languages. The widths are those of phones and screens, and the edges of the style.
func tryLongNames(t *testing.T, b *pageBrowser) {
	for _, text := range []string{"a/" + strings.Repeat("x", 150), strings.Repeat("many words ", 20) + strings.Repeat("一", 120)} {
		replays := []result.Replay{named(samples.Fewest(samples.Mild, 100), text), named(samples.Naive(samples.Mild, 100), text+"2")}
		b.Go("file://" + b.written(page.HTML, samples.HostileRun(text),
			shown{replays, page.Extras{Generated: text, Spell: func(report.Todo) string { return text }}}))
		b.Until(`document.documentElement.classList.contains("ready")`)
		b.openAll()
		b.fits(320, 390, 720, 768, 1024, 1440)
	}
}

// tryManySolutions: six of forty solutions are coloured; a reader can choose others, and a search finds them. Labels and
// marks are within their plots, and the ticks do not cover each other.
func tryManySolutions(t *testing.T, b *pageBrowser) {
	b.openPage(samples.Large(40, 12), sampleExtras())
	inColour := func(want int, when string) {
		var n int
		if b.Eval(&n, `document.querySelectorAll("#plot-p0-time .s:not(.cx)").length`); n != want {
			t.Errorf("%s %d solutions are in colour, want %d", when, n, want)
		}
	}
	inColour(6, "at first")
	var outside []string
	b.Eval(&outside, `(() => {
		const box = e => e.getBoundingClientRect(), outside = [];
		for (const d of document.querySelectorAll(".drawing")) {
			const all = box(d), plot = box(d.querySelector(".grid"));
			for (const e of d.querySelectorAll("use")) {
				const at = box(e), x = (at.left + at.right) / 2, y = (at.top + at.bottom) / 2;
				if (x < plot.left - 3 || x > plot.right + 3 || y < plot.top - 3 || y > plot.bottom + 3) outside.push("mark at " + x + ", " + y);
			}
			const ticks = [...d.querySelectorAll(".ticks.y text")].map(box).sort((a, b) => a.top - b.top);
			ticks.forEach((e, i) => { if (i && ticks[i - 1].bottom > e.bottom - 4) outside.push("ticks at " + e.top) });
		}
		return outside;
	})()`)
	for _, what := range outside {
		t.Errorf("out of place: %s", what)
	}
	b.Eval(nil, `document.querySelector(".legend-chips input:not(:checked)").click()`)
	inColour(7, "after one was added")
	b.Eval(nil, `for (const e of document.querySelectorAll(".legend-chips input:checked")) e.click()`)
	inColour(0, "after all were taken out")
	find := func(words string) (columns, rows int) {
		b.set("[name=text]", words)
		b.Eval(&columns, `document.querySelectorAll(".matrix thead [data-n]:not([hidden])").length`)
		b.Eval(&rows, `document.querySelectorAll(".matrix tbody tr:not([hidden])").length`)
		return columns, rows
	}
	if columns, rows := find("crack"); columns != 5 || rows != 12 {
		t.Errorf("crack finds %d solutions and %d cases, want 5 and 12", columns, rows)
	}
	if columns, rows := find("17 clues"); columns != 40 || rows != 3 {
		t.Errorf("17 clues finds %d solutions and %d cases, want 40 and 3", columns, rows)
	}
}

// tryPaper: a printed page has no player but the decisive boards; on request each solution has its own sheet.
func tryPaper(t *testing.T, b *pageBrowser) {
	b.openPage(samples.Large(5, 8), sampleExtras())
	b.Call("Emulation.setEmulatedMedia", map[string]any{"media": "print"})
	shown := func(selector string) (n int) {
		b.Eval(&n, `[...document.querySelectorAll(%q)].filter(e => e.getClientRects().length).length`, selector)
		return n
	}
	must.Equal(t, 0, shown(".main, .ribbons, .filters, button, .bar"), "controls are printed")
	must.Equal(t, 1, shown(".stills .board"), "boards are printed, want the end of the search, which has no other pin")
	var clipped []string
	b.Eval(&clipped, `[...document.querySelectorAll("main *")].filter(e => e.getClientRects().length && !e.closest(".vh") &&
		getComputedStyle(e).overflowX !== "visible" && e.scrollWidth > e.clientWidth + 1).map(e => e.outerHTML.slice(0, 90))`)
	for _, e := range clipped {
		t.Errorf("paper cuts %s", e)
	}
	b.Eval(nil, `window.print = () => {
		const printed = names => [...document.querySelectorAll(names)].filter(e => e.getClientRects().length);
		window.sheets = printed(".solution").map(e => e.querySelectorAll(".sheet li").length);
		window.others = printed("#verdicts, #plots, #stage").length;
		dispatchEvent(new Event("afterprint"));
	}`)
	b.Eval(nil, `dispatchEvent(new Event("beforeprint")); document.querySelector(".sheets").click()`)
	var sheets []int
	var others, left int
	b.Eval(&sheets, `sheets`)
	b.Eval(&others, `others`)
	b.Eval(&left, `document.querySelectorAll(".sheet").length`)
	if fmt.Sprint(sheets) != "[8 8 8 8 8]" || others != 0 || left != 0 {
		t.Errorf("sheets of %v cases, with %d other sections, and %d left behind", sheets, others, left)
	}
}
