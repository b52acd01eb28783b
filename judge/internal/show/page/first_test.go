//go:build unix

package page

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/testkit/samples"
)

// tryFirstSight: a page begins with its sentence and two boards, which move unless motion is unwelcome. On a phone they
// can be seen and played without scrolling. Nothing jumps, and the Tab key goes through the page from the top.
func tryFirstSight(t *testing.T, b *pageBrowser) {
	const least = 0.001 // of the window; less is a fraction of a pixel
	for _, at := range []struct {
		name                string
		width, height       int
		own, marks, explain bool
		student             bool // whose program ran out of time
		heading, rooms, end string
		open                int
	}{
		{name: "a run", width: 1440, height: 900, heading: "lowbit needs 51 digits and naive needs 4,208 digits", rooms: "top replay glance part part part part", end: " glance SUMMARY"},
		{name: "a run on a phone", width: 390, height: 844, heading: "lowbit needs 51 digits and naive needs 4,208 digits", rooms: "top replay glance part part part part", end: " glance SUMMARY"},
		{name: "candidates on a phone", width: 390, height: 844, marks: true, heading: "bits needs", rooms: "top replay glance part part part part", end: " glance SUMMARY"},
		{name: "one's own program", width: 390, height: 844, own: true, heading: "lowbit needs 51 digits and my.cpp needs 4,208 digits", rooms: "top replay glance part part part part", end: " glance SUMMARY"},
		{name: "explain", width: 1440, height: 900, explain: true, heading: "lowbit needs 51 digits and naive needs 4,208 digits", rooms: "top replay source", end: " panel0"},
		{name: "explain on a phone", width: 390, height: 844, explain: true, heading: "lowbit needs 51 digits and naive needs 4,208 digits", rooms: "top replay source", end: " panel0"},
		{name: "a student's", width: 1440, height: 900, student: true, heading: "li: acwing166: time limit exceeded, 2/3 passed", rooms: "top replay answers part part", end: " s0 SUMMARY"},
		{name: "a student's on a phone", width: 390, height: 844, student: true, heading: "li: acwing166: time limit exceeded, 2/3 passed", rooms: "top replay answers part part", end: " s0 SUMMARY"},
	} {
		run, extras := samples.Large(2, 3), sampleExtras()
		for i := range run.Results {
			run.Results[i].AsExpected = true
		}
		if at.student {
			run.Results, extras.Student, extras.Replays = run.Results[1:], "li", extras.Replays[1:]
			run.Results[0].Cases[1].Verdict, run.Results[0].Cases[1].AsExpected = result.TLE, false
			run.Results[0].Conclude("")
		}
		if at.own {
			run.Results[1].Solution, extras.Replays[1].Solution = "my.cpp", "my.cpp"
		}
		if at.marks {
			extras.Replays[0], _ = samples.Candidates(samples.Mild)
			extras.Replays[0].Solution = "bits"
		}
		path := filepath.Join(t.TempDir(), "report.html")
		write := map[bool]func(io.Writer, result.Run, Extras) error{false: HTML, true: Explain}[at.explain]
		if err := os.WriteFile(path, []byte(makePage(t, write, run, extras)), 0o644); err != nil {
			t.Fatal(err)
		}
		b.Size(at.width, at.height, 1)
		b.calm(false)
		var seen struct {
			Heading, Rooms, Order          string
			First, Last, Above, Play, Move float64
			Open                           int
			Moved                          []string
		}
		for try := 0; try < 3 && (try == 0 || seen.Move > least); try++ { // a busy machine may paint a part of the page first
			b.Go("file://" + path)
			b.Until(`document.documentElement.classList.contains("ready")`)
			b.Until(`+document.querySelector(".timeline input").value > 0`)
			b.Eval(&seen, `new Promise(done => {
				let shift = 0;
				const moved = [];
				new PerformanceObserver(list => { for (const e of list.getEntries()) { shift += e.value; for (const s of e.sources) moved.push((s.node && (s.node.className.baseVal ?? s.node.className) || s.node?.nodeName) + s.previousRect.y + ">" + s.currentRect.y) } }).observe({ type: "layout-shift", buffered: true });
				const boards = [...document.querySelectorAll(".lane .board")].map(e => e.getBoundingClientRect());
				const controls = document.querySelector(".transport").getBoundingClientRect(), between = boards.filter(r => r.top < controls.bottom && r.bottom > controls.top);
				const order = [...document.querySelectorAll("main :is(a[href], button, select, input, summary)")].filter(e => e.checkVisibility()).map(e => e.dataset.do || e.closest("section, details").id || e.tagName).filter((e, i, all) => e !== all[i - 1]);
				setTimeout(() => done({
					Heading: document.querySelector("h1, h2, h3").innerText,
					First: boards[0].bottom, Last: boards.at(-1).bottom, Above: between.length,
					Play: document.querySelector("[data-do=play]").getBoundingClientRect().bottom,
					Move: shift, Moved: moved,
					Rooms: [...document.querySelectorAll("main > :is(section, details)")].map(e => e.id || e.className).join(" "),
					Open: [...document.querySelectorAll(".part")].filter(e => e.open).length,
					Order: order.join(" "),
				}), 100);
			})`)
		}
		if !strings.Contains(seen.Heading, at.heading) || seen.Rooms != at.rooms || seen.Open != at.open {
			t.Errorf("%s: begins with %q, then %s, with %d parts open", at.name, seen.Heading, seen.Rooms, seen.Open)
		}
		high := float64(at.height)
		if seen.First > high || seen.Last > high && !at.marks || seen.Play > high || seen.Above > 0 {
			t.Errorf("%s: the boards end at %v and %v, play at %v; controls cover %v", at.name, seen.First, seen.Last, seen.Play, seen.Above)
		}
		if seen.Move > least {
			t.Errorf("%s: what stands there moved by %v: %q", at.name, seen.Move, seen.Moved)
		}
		if !strings.HasPrefix(seen.Order, "replay home back play step end dead ") || !strings.HasSuffix(seen.Order, at.end) {
			t.Errorf("%s: by keyboard one comes to %s", at.name, seen.Order)
		}
		b.Shot(strings.ReplaceAll(at.name, " ", "-"))
	}
	b.calm(true)
}

// tryMistakeFirst: beside ours, too, the page of somebody's wrong program begins with what is wrong, drawn.
func tryMistakeFirst(t *testing.T, b *pageBrowser) {
	run := samples.Large(3, 12)
	run.Results = run.Results[1:]
	run.Results[1].Solution = "wa.cpp"
	run.Results[1].Conclude("")
	b.openPage(run, sampleExtras())
	for _, window := range []struct{ width, height int }{{1440, 900}, {390, 844}} {
		b.Size(window.width, window.height, 1)
		var seen struct {
			Heading, First string
			Bottom         float64
		}
		b.Eval(&seen, `(() => {
			const first = document.querySelector("main .board");
			return { Heading: document.querySelector("h1").innerText, First: first.closest("section").id, Bottom: first.getBoundingClientRect().bottom };
		})()`)
		if !strings.HasPrefix(seen.Heading, "wa.cpp: acwing166: wrong answer") || seen.First != "answers" || seen.Bottom > float64(window.height) {
			t.Errorf("%d px: %+v", window.width, seen)
		}
		b.Shot(fmt.Sprint("mistake-first-", window.width))
	}
}

// tryOverview: a cell says what it shows, and links to the details.
func tryOverview(t *testing.T, b *pageBrowser) {
	b.openPage(samples.Large(8, 60), sampleExtras())
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

// The page is about the user's own program.
func TestOwnProgramComesFirst(t *testing.T) {
	run := samples.Large(3, 3)
	run.Results[2].Solution = "my.cpp"
	run.Replays = []result.Replay{named(samples.Naive(samples.Mild, 1000), "naive"), named(samples.Fewest(samples.Mild, 1000), "lowbit"), named(samples.Naive(samples.Mild, 1000), "my.cpp")}
	run.Replays[0].Placed, run.Replays[0].Total = 90_000, 180_000
	g, ok := report.Widest(run)
	if !ok || g.Few != "lowbit" || g.Many != "my.cpp" || g.Unit != report.Digits {
		t.Errorf("the widest gap is %+v", g)
	}
	view := viewReplays(run, wholeRoom)
	if pair := view.Puzzles[0].Pair; len(pair) != 2 || view.Puzzles[0].Runs[pair[0]].Name != "lowbit" || view.Puzzles[0].Runs[pair[1]].Name != "my.cpp" {
		t.Errorf("side by side are %v of %+v", pair, view.Puzzles[0].Runs)
	}
	run.Replays[2].Placed = 10 // now it placed the most
	if g, ok := report.Widest(run); !ok || g.Few != "my.cpp" || g.Many != "naive" {
		t.Errorf("where it is the best, the widest gap is %+v", g)
	}
}

// The first paint needs no script, and little of the page is before it.
func TestFirstPictureComesFirst(t *testing.T) {
	page := makePage(t, HTML, samples.Large(8, 60), sampleExtras())
	first, later, _ := strings.Cut(page, `<noscript class="later">`)
	_, shown, _ := strings.Cut(first, "</style>")
	if boards := strings.Count(shown, `<svg class="board"`); boards < 2 || strings.Contains(shown, "<script>\"use strict\";\n{\n// Shared by the views") || len(shown) > 40_000 {
		t.Errorf("%d boards within the first %d bytes", boards, len(shown))
	}
	for _, part := range []string{"glance", "verdicts", "answers", "plots", "source"} {
		if !strings.Contains(later, `<section id="`+part) {
			t.Errorf("%s is not put off", part)
		}
	}
}
