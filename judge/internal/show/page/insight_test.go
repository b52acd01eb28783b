//go:build unix

package page_test

import (
	"fmt"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/page"
	"sudokuoj/judge/internal/testkit/browser"
	"sudokuoj/judge/internal/testkit/must"
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
	must.Be(t, drawn, "the picture is empty where the first bar is")
	for scheme, rules := range map[string][]string{"light": nil, "dark": {"color-contrast"}} {
		b.Eval(nil, `document.getElementById("theme-%s").click()`, scheme)
		for _, f := range b.Axe(rules...) {
			t.Errorf("%s: %s", scheme, f)
		}
	}
	b.fits(360, 390, 768, 1440)
}

func queens() result.Run {
	run := result.Run{Searches: []result.Search{samples.Queens("mine.cpp", 6, true), samples.Queens("better.py", 6, false)}}
	for _, s := range run.Searches {
		run.Results = append(run.Results, result.Solution{Problem: "queens", Solution: s.Solution, Language: "C++",
			Source: strings.Repeat("\n", 8) + "board[r][c] = q;\n", Cases: []result.Case{{Case: s.Case, Verdict: result.AC}}})
	}
	return run
}

// TestSearchOfAnyProblem: the page tells where two searches part, and has their levels without its script.
func TestSearchOfAnyProblem(t *testing.T) {
	text := makePage(t, page.Explain, queens(), shown{})
	for _, want := range []string{
		"Up to level 1 both make the same calls; on level 2 mine.cpp makes 1.8 times as many as better.py.",
		"到第 1 层为止调用次数相同",
		`<th scope="row">6</th><td>240<svg`, `<td>4<svg`,
		"board</th><td>6 × 6",
	} {
		must.Contain(t, text, want, "the page does not have")
	}
}

// trySearch steps through a search: the table, the calls that are under way, the line; and opens the tree.
func trySearch(t *testing.T, b *pageBrowser) {
	b.openReport(b.written(page.Explain, queens(), shown{}))
	search := samples.Queens("better.py", 6, false)
	var now struct {
		Board, Stack, Line string
		Steps              int
	}
	seek := func(step int) {
		b.Eval(&now, `(s => {
			const range = s.querySelector("[type=range]"), text = name => s.querySelector(name).textContent;
			range.value = %d;
			range.dispatchEvent(new Event("input"));
			const board = [...s.querySelectorAll(".grid td")]
		.map(e => e.textContent || " ").join("");
			return { Board: board, Stack: text(".stack"), Line: text(".line"), Steps: +range.max };
		})(document.querySelectorAll(".search")[1])`, step)
	}
	b.Until(`document.querySelector(".search .grid td")`)
	b.Eval(&now.Board, `[...document.querySelectorAll(".search")[1].querySelectorAll(".grid td")]
		.map(e => e.textContent).join("").replaceAll(".", "")`)
	must.Equal(t, "QQQQQQ", now.Board, "the still at first", "the deepest call")
	seek(0)
	must.Equal(t, len(search.Tree)+len(search.Writes), now.Steps, "steps", "calls and writes")
	if seek(4); now.Board[:9] != "Q       Q" || now.Stack != "solve(0) › solve(1)" || now.Line != "9  board[r][c] = q;" {
		t.Errorf("after the second queen: %+v", now)
	}
	last := now.Steps
	if seek(last); strings.Contains(now.Board, "Q") || now.Stack != "solve(0)" {
		t.Errorf("at the end: %+v", now)
	}
	if seek(2); now.Board[:1] != "Q" || strings.TrimSpace(now.Board[1:]) != "" {
		t.Errorf("back at the first queen: %+v", now)
	}
	// A bar of the calls leads to the step where its call begins.
	b.Eval(nil, `document.querySelectorAll(".search canvas")[1].focus()`)
	for _, want := range []string{"solve(0)", "solve(0) › solve(1)", "solve(0) › solve(1) › solve(2)"} {
		b.Press("ArrowUp", false)
		b.Eval(&now.Stack, `document.querySelectorAll(".search")[1].querySelector(".stack").textContent`)
		must.Equal(t, want, now.Stack, "a bar leads to")
	}
	var tree []string
	b.Eval(nil, `document.querySelectorAll(".search .calls")[1].open = true`)
	b.Until(`document.querySelectorAll(".search")[1].querySelector(".calls ul")`)
	b.Eval(nil, `document.querySelectorAll(".search")[1].querySelector(".calls li details").open = true`)
	b.Until(`document.querySelectorAll(".search")[1].querySelectorAll(".calls li li").length`)
	b.Eval(&tree, `[...document.querySelectorAll(".search")[1].querySelectorAll(".calls li li")]
		.map(e => (e.classList.contains("dead") ? "grey " : "") + e.querySelector("button").textContent)`)
	if want := "[grey solve(1) solve(1) solve(1) solve(1) solve(1) grey solve(1)]"; fmt.Sprint(tree) != want {
		t.Errorf("below the first call: %v, want %s", tree, want)
	}
	b.fits(1440, 768, 390)
	for _, fault := range b.Axe() {
		t.Error(fault)
	}
}

// tryAlone: a search with nothing beside it is on one screen with the source, and plays by itself to its deepest moment.
func tryAlone(_ *testing.T, b *pageBrowser) {
	run := queens()
	run.Results, run.Searches = run.Results[:1], run.Searches[:1]
	b.Call("Page.addScriptToEvaluateOnNewDocument", map[string]any{
		"source": `document.addEventListener("judge:step", e => { if (!e.detail.still) window.moved = true })`})
	b.Size(1440, 900, 1)
	b.calm(false)
	b.Go("file://" + b.written(page.HTML, run, shown{}))
	b.Until(`window.moved && !document.querySelector(".search.playing")`)
	b.Until(`[...document.querySelectorAll(".search .grid td")].filter(e => e.textContent === "Q").length === 6`)
	b.Until(`document.querySelector(".search .flames").getBoundingClientRect().bottom <= innerHeight`)
	b.Until(`document.querySelector(".search .play").getBoundingClientRect().left >
		document.querySelector(".pane").getBoundingClientRect().right`)
	b.calm(true)
}
