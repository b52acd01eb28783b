//go:build unix

package page_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/page"
	"sudokuoj/judge/internal/testkit/samples"
)

// tryFirstSight: a page begins with its sentence and a board, which moves unless motion is unwelcome. Nothing jumps, and
// the Tab key goes through the page from the top.
func tryFirstSight(t *testing.T, b *pageBrowser) {
	const least = 0.001 // of the window; less is a fraction of a pixel
	const boards, rooms = "lowbit needs 51 digits and naive needs 4,208 digits", "top stage static glance part part part"
	const screen, phone = 1440, 390
	const own = "Your program is right on every case"
	for _, at := range []struct {
		name           string
		width          int
		own, explain   bool
		student        bool // whose program ran out of time
		heading, rooms string
	}{
		{name: "a run", width: screen, heading: boards, rooms: rooms},
		{name: "a run on a phone", width: phone, heading: boards, rooms: rooms},
		{name: "one's own program", width: screen, own: true, heading: own, rooms: rooms},
		{name: "one's own program on a phone", width: phone, own: true, heading: own, rooms: rooms},
		{name: "explain", width: screen, explain: true, heading: boards, rooms: "top stage static"},
		{name: "explain on a phone", width: phone, explain: true, heading: boards, rooms: "top stage static"},
		{name: "a student's", width: screen, student: true, heading: "li: acwing166: time limit exceeded, 2/3 passed",
			rooms: "top stage static part part"},
	} {
		run, extras := samples.Large(2, 3), sampleExtras()
		for i := range run.Results {
			run.Results[i].AsExpected = true
		}
		if at.student {
			run.Results, extras.Student, extras.Replays = run.Results[1:], "li", extras.Replays[1:]
			run.Results[0].Solution, extras.Replays[0].Solution = "li", "li"
			run.Results[0].Cases[1].Verdict, run.Results[0].Cases[1].AsExpected = result.TLE, false
			run.Results[0].Conclude("")
		}
		if at.own {
			run.Results[1].Solution, extras.Replays[1].Solution = "my.cpp", "my.cpp"
		}
		write := map[bool]func(io.Writer, result.Run, page.Extras) error{false: page.HTML, true: page.Explain}[at.explain]
		path := b.written(write, run, extras)
		height := map[int]int{screen: 900, phone: 844}[at.width]
		b.Size(at.width, height, 1)
		b.calm(false)
		var seen struct {
			Heading, Rooms, Order string
			Board, Play, Move     float64
			Open                  int
			Moved                 []string
		}
		for try := 0; try < 3 && (try == 0 || seen.Move > least); try++ { // a busy machine may paint a part of the page first
			b.Go("file://" + path)
			b.Until(`document.documentElement.classList.contains("ready")`)
			b.Until(`document.querySelector(".at [lang=en]").textContent > "step 0"`)
			b.Eval(&seen, `new Promise(done => {
				let shift = 0;
				const moved = [];
				const name = n => n && (n.className.baseVal ?? n.className) || n?.nodeName;
				new PerformanceObserver(list => { for (const e of list.getEntries()) {
					shift += e.value;
					for (const s of e.sources) moved.push(name(s.node) + s.previousRect.y + ">" + s.currentRect.y);
				} }).observe({ type: "layout-shift", buffered: true });
				const order = [...document.querySelectorAll("main :is(a[href], button, select, input, summary)")]
					.filter(e => e.checkVisibility()).map(e => e.dataset.do || e.closest("section, details").id || e.tagName)
					.filter((e, i, all) => e !== all[i - 1]);
				setTimeout(() => done({
					Heading: document.querySelector("h1, h2, h3").innerText,
					Board: document.querySelector(".main .board").getBoundingClientRect().bottom,
					Play: document.querySelector("[data-do=play]").getBoundingClientRect().bottom,
					Move: shift, Moved: moved,
					Rooms: [...document.querySelectorAll("main > :is(section, details)")].map(e => e.id || e.className).join(" "),
					Open: [...document.querySelectorAll(".part")].filter(e => e.open).length,
					Order: order.join(" "),
				}), 100);
			})`)
		}
		if !strings.Contains(seen.Heading, at.heading) || seen.Rooms != at.rooms || seen.Open != 0 {
			t.Errorf("%s: begins with %q, then %s, with %d parts open", at.name, seen.Heading, seen.Rooms, seen.Open)
		}
		high := float64(height)
		if seen.Board > high || seen.Play > high && at.width == screen {
			t.Errorf("%s: the board ends at %v, play at %v", at.name, seen.Board, seen.Play)
		}
		if seen.Move > least {
			t.Errorf("%s: what stands there moved by %v: %q", at.name, seen.Move, seen.Moved)
		}
		if !strings.HasPrefix(strings.TrimPrefix(seen.Order, "stage "), "back play step candidates stage ") {
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
			const bottom = first.getBoundingClientRect().bottom;
			return { Heading: document.querySelector("h1").innerText, First: first.closest("section").id, Bottom: bottom };
		})()`)
		begins := strings.HasPrefix(seen.Heading, "On secret/08-hard your program prints a wrong answer.")
		if !begins || seen.First != "stage" || seen.Bottom > float64(window.height) {
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
	const wrong = "#glance li:nth-child(3) .cells > .v-WA"
	b.Eval(nil, `document.querySelector(%q).dispatchEvent(new PointerEvent("pointerover", { bubbles: true }))`, wrong)
	if tip := b.words("#tip"); !strings.Contains(tip, "hidden · secret/08-hard") || !strings.Contains(tip, "WA") {
		t.Errorf("a wrong answer says %q", tip)
	}
	b.Eval(nil, `document.querySelector(%q).click()`, wrong)
	b.Until(`location.hash.length > 1 && document.querySelector(location.hash).checkVisibility() &&
		document.querySelector(location.hash).innerText.includes("row 1 has two 8s")`)
	b.Eval(nil, `document.querySelector("#glance li:nth-child(1) .cells > :nth-child(5)").click()`)
	b.Until(`document.querySelector(".matrix tr.lit").checkVisibility() &&
		document.querySelector(".matrix tr.lit th").innerText.includes("05-empty")`)
}
