//go:build unix

package report

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/result"
)

// tryFirstSight: a page begins with its sentence and two boards, which move where motion is welcome; the controls stand
// above them, and nothing jumps.
func tryFirstSight(t *testing.T, b *pageBrowser) {
	run, extras := sampleRun(2, 3), sampleExtras()
	for i := range run.Results {
		run.Results[i].AsExpected = true
	}
	path := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(path, []byte(makePage(t, HTML, run, extras)), 0o644); err != nil {
		t.Fatal(err)
	}
	b.Size(1440, 900, 1)
	b.calm(false)
	b.Go("file://" + path)
	b.Until(`document.documentElement.classList.contains("ready")`)
	b.Eval(nil, `localStorage.setItem("sudokuoj.lang", "en")`) // another test may have left it in Chinese
	b.Go("file://" + path)
	b.Until(`document.documentElement.classList.contains("ready")`)
	b.Until(`+document.querySelector(".timeline input").value > 0`)
	var seen struct {
		Heading         string
		Boards          []float64
		Controls, Shift float64
		Rooms           []string
		Parts           int
	}
	b.Eval(&seen, `new Promise(done => {
		let shift = 0;
		new PerformanceObserver(list => { for (const e of list.getEntries()) shift += e.value }).observe({ type: "layout-shift", buffered: true });
		setTimeout(() => done({
			Heading: document.querySelector("h1, h2, h3").innerText,
			Boards: [...document.querySelectorAll(".lane .board")].map(e => e.getBoundingClientRect().bottom),
			Controls: document.querySelector(".transport").getBoundingClientRect().bottom - document.querySelector(".lane .board").getBoundingClientRect().top,
			Shift: shift,
			Rooms: [...document.querySelectorAll("main > *")].map(e => e.id || e.className),
			Parts: [...document.querySelectorAll(".part")].filter(e => e.open).length,
		}), 100);
	})`)
	if !strings.Contains(seen.Heading, "lowbit needs 51 digits and naive needs 4,208 digits") {
		t.Errorf("it begins with %q", seen.Heading)
	}
	if len(seen.Boards) != 2 || max(seen.Boards[0], seen.Boards[1]) > 900 || seen.Controls > 0 {
		t.Errorf("the boards end at %v, and the controls reach %v into them", seen.Boards, seen.Controls)
	}
	if seen.Shift > 0.01 {
		t.Errorf("what stands there moved by %v", seen.Shift)
	}
	if got := fmt.Sprint(seen.Rooms); got != "[top replay glance part part part part]" || seen.Parts != 0 {
		t.Errorf("the page is %s, with %d parts open", got, seen.Parts)
	}
	b.calm(true)
	var order []string
	b.Eval(&order, `[...document.querySelectorAll("main :is(a[href], button, select, input, summary)")].filter(e => e.checkVisibility()).map(e => e.dataset.do || e.closest("section, details").id || e.tagName).filter((e, i, all) => e !== all[i - 1])`)
	if got := strings.Join(order, " "); !strings.HasPrefix(got, "home back play step end dead speed candidates replay ") || !strings.HasSuffix(got, " glance SUMMARY") {
		t.Errorf("by keyboard one comes to %s", got)
	}
}

// tryOverview: a cell tells what it is about, and leads to where that is told in full.
func tryOverview(t *testing.T, b *pageBrowser) {
	b.openPage(sampleRun(8, 60), sampleExtras())
	var cells int
	if b.Eval(&cells, `document.querySelectorAll("#glance .cells > i").length`); cells != 8*60 {
		t.Errorf("%d cells, want 480", cells)
	}
	about := func(cell string) (tip string) {
		b.Eval(nil, `document.querySelector(%q).dispatchEvent(new PointerEvent("pointerover", { bubbles: true }))`, cell)
		b.Eval(&tip, `document.querySelector("#tip").innerText`)
		return tip
	}
	if tip := about("#glance li:nth-child(3) .cells > .v-WA"); !strings.Contains(tip, "hidden · secret/08-hard") || !strings.Contains(tip, "WA") {
		t.Errorf("a wrong answer says %q", tip)
	}
	b.Eval(nil, `document.querySelector("#glance li:nth-child(3) .cells > .v-WA").click()`)
	b.Until(`location.hash.length > 1 && document.querySelector(location.hash).checkVisibility() && document.querySelector(location.hash).innerText.includes("row 1 has two 8s")`)
	b.Eval(nil, `document.querySelector("#glance li:nth-child(1) .cells > :nth-child(5)").click()`)
	b.Until(`document.querySelector(".matrix tr.lit").checkVisibility() && document.querySelector(".matrix tr.lit th").innerText.includes("05-empty")`)
}

// Somebody's own program is what a run is about.
func TestOwnProgramComesFirst(t *testing.T) {
	run := sampleRun(3, 3)
	run.Results[2].Solution = "my.cpp"
	run.Replays = []result.Replay{named(recordNaive(mildPuzzle, 1000), "naive"), named(recordFewest(mildPuzzle, 1000), "lowbit"), named(recordNaive(mildPuzzle, 1000), "my.cpp")}
	run.Replays[0].Placed, run.Replays[0].Total = 90_000, 180_000
	g, ok := Widest(run)
	if !ok || g.Few != "lowbit" || g.Many != "my.cpp" || g.Unit != Digits {
		t.Errorf("the widest gap is %+v", g)
	}
	view := viewReplays(run, wholeRoom)
	if pair := view.Puzzles[0].Pair; len(pair) != 2 || view.Puzzles[0].Runs[pair[0]].Name != "lowbit" || view.Puzzles[0].Runs[pair[1]].Name != "my.cpp" {
		t.Errorf("side by side are %v of %+v", pair, view.Puzzles[0].Runs)
	}
	run.Replays[2].Placed = 10 // now it is the best
	if g, ok := Widest(run); !ok || g.Few != "my.cpp" || g.Many != "naive" {
		t.Errorf("where it is the best, the widest gap is %+v", g)
	}
}

// What is painted first needs no script, and little of the page stands before it.
func TestFirstPictureComesFirst(t *testing.T) {
	page := makePage(t, HTML, sampleRun(8, 60), sampleExtras())
	first, later, _ := strings.Cut(page, `<noscript class="later">`)
	_, shown, _ := strings.Cut(first, "</style>")
	if boards := strings.Count(shown, `<svg class="board"`); boards < 2 || strings.Contains(shown, "<script") || len(shown) > 40_000 {
		t.Errorf("%d boards within the first %d bytes", boards, len(shown))
	}
	for _, part := range []string{"glance", "verdicts", "answers", "plots", "source"} {
		if !strings.Contains(later, `<section id="`+part) {
			t.Errorf("%s is not put off", part)
		}
	}
}
