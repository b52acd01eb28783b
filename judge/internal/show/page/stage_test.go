//go:build unix

package page_test

import (
	"fmt"
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/page"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/samples"
)

// step goes to a step by its link, and waits until it is there.
func (b *pageBrowser) step(n int) {
	b.Eval(nil, `location.hash = "#step=%d"`, n)
	b.atStep(n)
}

func (b *pageBrowser) atStep(n int) {
	b.T.Helper()
	b.Until(`document.querySelector(".at [lang=en]").textContent === "step %s"`, terminal.Thousands(int64(n)))
}

// board reads the digits of the large board, without the one that was just taken back.
func (b *pageBrowser) board() (s string) {
	b.Eval(&s, `[...document.querySelectorAll(".main .over > text:not(.cand)")]
		.map(e => e.getAttribute("class") === "gone" ? "." : e.textContent || ".").join("")`)
	return s
}

// tryStage: on one screen of 1440 by 900 are the sentence, the board, the source with the line of the step, the
// ribbons and the cases. Links and drags go to a step, and the boards are those of the history.
func tryStage(t *testing.T, b *pageBrowser) {
	run, long := slowRun()
	b.Size(1440, 900, 1)
	b.openPage(run, shown{Replays: []result.Replay{samples.Fewest(samples.Mild, 200_000), long}})
	var low []string
	b.Eval(&low, `["h1", ".main .board", ".inset .board", ".pane", ".transport", ".track", ".pin", ".strip button"]
		.filter(s => !(document.querySelector(s)?.getBoundingClientRect().bottom <= 900))`)
	must.Be(t, len(low) == 0, "below the screen stand %q", low)
	b.Shot("stage-1440")
	for _, n := range []int{0, 1, 17, 1023, 1024, 1025, 5000, len(long.Steps) - 1, len(long.Steps)} {
		b.step(n)
		must.Equal(t, boardAfter(long, n), b.board(), "after", n, "steps the board")
	}
	var inset string
	b.Eval(&inset, `[...document.querySelectorAll(".inset .over > text")].map(e => e.textContent || ".").join("")`)
	must.Equal(t, samples.MildSolved, inset, "the small board shows", "it solved")
	b.step(1)
	var lit string
	b.Eval(&lit, `[...document.querySelectorAll(".pane:not([hidden]) tr.lit")].map(r => r.lastElementChild.textContent.trim()).join()`)
	must.Equal(t, "if fits(i, d) {", lit, "is lit, want the line of the step")
	b.set(".track input", 1000)
	b.atStep(len(long.Steps))
	b.fits(1920, 1440, 1024, 768, 390, 360)
}

// slowRun is a run of somebody's own program that is too slow, beside lowbit, and the history of its search.
func slowRun() (result.Run, result.Replay) {
	run := samples.Large(2, 12)
	long := named(samples.Naive(samples.Mild, 200_000), "my.cpp")
	mine := &run.Results[1]
	mine.Solution, mine.Path = "my.cpp", "my.cpp"
	mine.Cases[0].Verdict, mine.Cases[0].AsExpected = result.TLE, false
	mine.Conclude("")
	long.Case = mine.Cases[0].Case
	long.Reason = &result.Reason{Lacks: result.LacksNoDigit, Placed: long.Placed,
		Counts: map[result.Lack]int{result.LacksNoDigit: long.Placed / 2},
		Wrong:  result.Mistake{Cell: 2, Digit: 1, Step: 1, Until: 900, Cost: 300},
		First:  &result.Moment{Steps: 38, Cells: []int{72}, Text: say.Text("row 9, column 1 has no digit left")}}
	return run, long
}

// tryPins: the pins are the tour. It begins by itself. Motion stops at each, its words and cells are shown there, and so
// are they by key, by click, by link, and on paper.
func tryPins(t *testing.T, b *pageBrowser) {
	run, long := slowRun()
	replays := shown{Replays: []result.Replay{samples.Fewest(samples.Mild, 200_000), long}}
	b.calm(false)
	b.Go("file://" + b.written(page.HTML, run, replays))
	b.atStep(38) // by itself; the first pin, a step from the start, would end what can hardly have been seen to move
	b.calm(true)
	deepest := 0
	for i, s := range long.Steps {
		if s.Depth > long.Steps[deepest].Depth {
			deepest = i
		}
	}
	stops := []struct {
		step int
		said string
	}{{1, "The costliest guess: 1 in row 1, column 3. 300 more digits were placed on top of it."},
		{38, "The first lost board: row 9, column 1 has no digit left."},
		{deepest + 1, "Solved with"}}
	if long.Steps[deepest].Depth != 51 { // it is solved at its deepest
		t.Fatalf("%d is the deepest", deepest)
	}
	for i, stop := range stops {
		b.Press(fmt.Sprint(i+1), false)
		b.atStep(stop.step)
		if said := b.words(".transport .said"); !strings.HasPrefix(said, stop.said) {
			t.Errorf("pin %d says %q, want %q", i+1, said, stop.said)
		}
		b.Press("Home", false)
		b.Eval(nil, `document.querySelectorAll(".pin")[%d].click()`, i)
		b.atStep(stop.step)
	}
	b.Press("2", false)
	b.Until(`document.querySelectorAll(".main .stuck").length === 1`)
	b.Press("Home", false)
	for _, stop := range stops[:2] { // without motion, the tour goes from still to still
		b.Eval(nil, `document.querySelector("[data-do=play]").click()`)
		b.atStep(stop.step)
	}
	b.Press("Home", false)
	b.calm(false) // with motion, it goes past a pin that comes at once
	b.Eval(nil, `document.querySelector("[data-do=play]").click()`)
	b.Until(`!document.querySelector("#stage").classList.contains("playing")`)
	b.atStep(stops[1].step)
	b.calm(true)
	b.Go("file://" + b.written(page.HTML, run, replays) + "#step=38")
	b.Until(`document.querySelector(".at [lang=en]")?.textContent === "step 38"`)
	b.Call("Emulation.setEmulatedMedia", map[string]any{"media": "print"})
	var printed []string
	b.Eval(&printed, `[...document.querySelectorAll(".stills figcaption [lang=en]")]
		.filter(e => e.getClientRects().length).map(e => e.textContent)`)
	must.Be(t, len(printed) == 3 && strings.HasPrefix(printed[1], stops[1].said), "printed are %q", printed)
}

// tryStrip: a click on a case changes the counts beside the lines, and shows its failure; back on the first failure the
// board is there again.
func tryStrip(t *testing.T, b *pageBrowser) {
	run, long := slowRun()
	run.Results[1].Cases[3].Verdict, run.Results[1].Cases[3].AsExpected = result.WA, false
	run.Results[1].Cases[3].Difference = &result.Difference{Line: 1, Column: 1, Want: "1", Got: "2", Text: say.Text("line 1: 2 is wrong")}
	b.openPage(run, shown{Replays: []result.Replay{long}})
	click := func(n int) { b.Eval(nil, `document.querySelectorAll(".strip button")[%d].click()`, n) }
	click(3)
	b.Until(`document.querySelector(".failure").innerText.includes("2 is wrong") && !document.querySelector(".main").checkVisibility()`)
	work := run.Results[1].Cases[5].Work
	click(5)
	b.Until(`document.querySelector(".pane:not([hidden]) tbody tr:nth-child(10)").children[2].textContent === %q`,
		terminal.Thousands(work.Lines[9]))
	if said := b.words(".about-case"); !strings.Contains(said, run.Results[1].Cases[5].Case) ||
		!strings.Contains(said, "its search was not watched") {
		t.Errorf("of the case it says %q", said)
	}
	click(0)
	b.Until(`document.querySelector(".main").checkVisibility()`)
}

// tryCutAndLarge plays a history that was cut, and one of a larger board.
func tryCutAndLarge(t *testing.T, b *pageBrowser) {
	large := result.Replay{Solution: "large", Puzzle: "1" + strings.Repeat(".", 254) + "G", Size: 16, Total: 3,
		Steps: []result.Step{{Cell: 1, Value: 10, Depth: 1}, {Cell: 254, Value: 2, Depth: 2}, {Cell: 254, Value: 0, Depth: 1}}}
	small := samples.Naive(samples.Mild, 100)
	small.Watched = 5e9
	b.openPage(samples.Large(2, 3), shown{Replays: []result.Replay{samples.Fewest(samples.Mild, 100), small, large}})
	b.Eval(nil, `document.querySelector("[data-do=step]").focus()`)
	b.Press("End", false)
	must.Equal(t, boardAfter(samples.Naive(samples.Mild, 100), 100), b.board(), "the cut history ends with")
	if words := b.words(".transport .said"); !strings.Contains(words,
		"The record ends here; the program placed 4,208 digits until it was stopped after 5.00 s.") {
		t.Errorf("the cut history ends with the words %q", words)
	}
	b.set("[data-do=puzzle]", 1)
	b.Until(`document.querySelector(".whose .name").textContent === "large"`)
	b.Press("Home", false)
	b.Press("ArrowRight", false)
	b.Press("ArrowRight", false)
	must.Equal(t, "1A"+strings.Repeat(".", 252)+"2G", b.board(), "after 2 steps the large board shows")
}

// tryKeys: the board moves by keys, and a run on a small board comes onto the large one by a click.
func tryKeys(t *testing.T, b *pageBrowser) {
	extras := sampleExtras()
	b.openPage(samples.Large(2, 3), extras)
	long := extras.Replays[1]
	b.Eval(nil, `document.querySelector("[data-do=step]").focus()`)
	b.Press("Home", false)
	for _, k := range []struct {
		key   string
		shift bool
		want  int
	}{
		{"ArrowRight", false, 1}, {"ArrowRight", false, 2}, {"ArrowLeft", false, 1}, {"End", false, len(long.Steps)},
		{"ArrowRight", false, len(long.Steps)}, {"Home", false, 0}, {"ArrowLeft", false, 0}, {"ArrowRight", true, 84}, {"Home", false, 0},
	} {
		b.Press(k.key, k.shift)
		b.atStep(k.want)
	}
	b.calm(false)
	b.Eval(nil, `document.querySelector(".track input").focus()`)
	b.Press(" ", false)
	b.Until(`document.querySelector("#stage").classList.contains("playing")`)
	b.Press(" ", false)
	b.Until(`!document.querySelector("#stage").classList.contains("playing")`)
	b.calm(true)
	must.Contain(t, b.words(".stage .keys"), "play or pause", "under the board stands")
	b.Press("c", false)
	var candidates int
	if b.Eval(&candidates, `document.querySelectorAll(".main .cand").length`); candidates == 0 {
		t.Error("c shows no candidates")
	}
	var names string
	b.Eval(nil, `document.querySelector(".inset").click()`)
	b.Until(`document.querySelector(".whose .name").textContent === "lowbit"`)
	if b.Eval(&names, `document.querySelector(".inset .name").textContent`); names != "naive" {
		t.Errorf("on the small board is %q", names)
	}
}

// tryRibbons: all ribbons share one logarithmic axis, so that a search that is a hundred times shorter can be seen. Of
// the steps that are not kept, the outline is drawn.
func tryRibbons(t *testing.T, b *pageBrowser) {
	short, long := samples.Fewest(samples.Mild, 200_000), samples.Naive(samples.Mild, 1000)
	long.PartSteps, long.Outline = 64, nil
	for at := 0; at < long.Total; at += 64 {
		long.Outline = append(long.Outline, [2]int{3, 40})
	}
	b.openPage(samples.Large(2, 3), shown{Replays: []result.Replay{short, long}})
	var widths []float64
	b.Eval(&widths, `[...document.querySelectorAll(".track .swing")].map(e => e.getBBox().width)`)
	if len(widths) != 2 || widths[0] < 1190 || widths[1] < 300 || widths[1] > 700 {
		t.Errorf("ribbons of %v for %d and %d steps on 1200", widths, long.Total, short.Total)
	}
	must.Contain(t, b.words(".track.theirs"), "solved with 51 digits", "the short one says")
}
