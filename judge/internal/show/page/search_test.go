//go:build unix

package page_test

import (
	"fmt"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/page"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/samples"
)

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
