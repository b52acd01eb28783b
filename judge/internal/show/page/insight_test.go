//go:build unix

package page_test

import (
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/browser"
	"sudokuoj/judge/internal/testkit/samples"
)

// spared is a search on an empty board. Its fourth digit leaves no digit for row 1, column 4, and more are placed on it.
func spared() result.Replay {
	return result.Replay{Solution: "mine.cpp", Puzzle: strings.Repeat(".", 16), Size: 4, W: 2, H: 2, Total: 36, Placed: 20, Back: 16,
		PartSteps: 1, Steps: []result.Step{{Cell: 0, Value: 1, Depth: 1}},
		Insight: &result.Insight{Blanks: 8, Places: 6, Fewest: 12, Both: 11, Bars: []result.Bar{
			{Depth: 1, Cell: 0, Digit: 1, Wide: [3]int{20, 8, 6}, Top: [3]int{7, 5, 5}},
			{Depth: 2, Cell: 1, Digit: 2, From: [3]int{1, 1, 1}, Wide: [3]int{19, 7, 5}, Top: [3]int{7, 5, 5}},
			{Depth: 3, Cell: 2, Digit: 3, From: [3]int{2, 2, 2}, Wide: [3]int{18, 6, 4}, Top: [3]int{7, 5, 5}},
			{Depth: 4, Cell: 7, Digit: 4, From: [3]int{3, 3, 3}, Wide: [3]int{10, 1, 1}, Top: [3]int{7, 4, 4}},
			{Depth: 5, Cell: 8, Digit: 2, From: [3]int{4, 4, 4}, Wide: [3]int{9, 0, 0}, Top: [3]int{7, 0, 0}},
		}}}
}

// TestInsight: the switches count down to what the record says, and a bar shows its board and what was dead there.
func TestInsight(t *testing.T) {
	b := &pageBrowser{browser.Open(t)}
	other := spared() // its results are not on the page
	other.Solution = "other.cpp"
	run := samples.Large(2, 3)
	run.Results[0].Solution = "mine.cpp"
	b.openPage(run, shown{Replays: []result.Replay{other, spared()}})
	b.Eval(nil, `document.querySelector("#insight details").open = true`)
	count := func(want string) {
		t.Helper()
		b.Until(`document.querySelector("#insight .count").textContent === %q`, want)
	}
	press := func(name string) { b.Eval(nil, `document.querySelector("#insight [data-do=%s]").click()`, name) }
	count("20")
	for _, step := range [][2]string{{"blanks", "8"}, {"places", "6"}, {"blanks", "20"}, {"places", "6"}, {"fewest", "11"},
		{"blanks", "12"}, {"fewest", "20"}} {
		press(step[0])
		count(step[1])
	}
	b.calm(false)
	press("blanks")
	count("8")
	b.calm(true)
	press("blanks")
	count("20")

	says := func(board string, sentences ...string) {
		t.Helper()
		words, digits := b.words("#insight-said"), ""
		b.Eval(&digits, `[...document.querySelectorAll("#insight .board text")].map(e => e.textContent).join("")`)
		for _, want := range sentences {
			if !strings.Contains(words, want) || digits != board {
				t.Errorf("the board %s with %q: want %s with %q", digits, words, board, want)
			}
		}
	}
	says("1234", "The costliest guess: the 4 in row 2, column 4. 9 more digits", "With it: row 1, column 4 has no digit left.")
	b.Eval(nil, `document.querySelector("#insight canvas").focus()`)
	b.Press("ArrowUp", false)
	says("12342", "The 2 in row 3, column 1: 8 more", "Already before it: row 1, column 4 has no digit left.")
	b.Press("ArrowDown", false)
	b.Press("ArrowDown", false)
	says("123", "The 3 in row 1, column 3: 17 more")
	var at struct{ X, Y float64 }
	b.Eval(&at, `(box => ({ X: box.left + box.width / 2, Y: box.bottom - 2 }))(
		(e => { e.scrollIntoView({ block: "center", behavior: "instant" });
		return e.getBoundingClientRect() })(document.querySelector("#insight canvas")))`)
	b.Call("Input.dispatchMouseEvent", map[string]any{"type": "mouseMoved", "x": at.X, "y": at.Y})
	b.Until(`document.querySelector("#insight-said").innerText.includes("The 1 in row 1, column 1: 19 more")`)
	var drawn bool
	b.Eval(&drawn, `(e => e.getContext("2d").getImageData(e.width / 2, e.height - 3, 1, 1).data[3] > 0)(
		document.querySelector("#insight canvas"))`)
	if !drawn {
		t.Error("the picture is empty where the first bar is")
	}
	for scheme, rules := range map[string][]string{"light": nil, "dark": {"color-contrast"}} {
		b.Eval(nil, `document.getElementById("theme-%s").click()`, scheme)
		for _, f := range b.Axe(rules...) {
			t.Errorf("%s: %s", scheme, f)
		}
	}
	b.fits(360, 390, 768, 1440)
}
