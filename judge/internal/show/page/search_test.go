//go:build unix

package page_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/page"
	"sudokuoj/judge/internal/testkit/browser"
	"sudokuoj/judge/internal/testkit/samples"
)

func queens(t *testing.T) string {
	t.Helper()
	run := result.Run{Searches: []result.Search{samples.Queens("mine.cpp", 6, true), samples.Queens("better.py", 6, false)}}
	for _, s := range run.Searches {
		run.Results = append(run.Results, result.Solution{Problem: "queens", Solution: s.Solution, Language: "C++", Source: strings.Repeat("\n", 8) + "board[r][c] = q;\n",
			Cases: []result.Case{{Case: s.Case, Verdict: result.AC}}})
	}
	var b bytes.Buffer
	if err := page.Explain(&b, run, page.Extras{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestSearchOfAnyProblem: the page tells where two searches part, and has their levels without its script.
func TestSearchOfAnyProblem(t *testing.T) {
	text := queens(t)
	for _, want := range []string{
		"Up to level 1 both make the same calls; on level 2 mine.cpp makes 1.8 times as many as better.py.",
		"到第 1 层为止调用次数相同",
		`<th scope="row">6</th><td>240<svg`, `<td>4<svg`,
		"board</th><td>6 × 6",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not have %s", want)
		}
	}
}

// TestSearchIsPlayed steps through a search: the table, the calls that are under way, the line; and opens the tree.
func TestSearchIsPlayed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(path, []byte(queens(t)), 0o644); err != nil {
		t.Fatal(err)
	}
	b := browser.Open(t)
	b.Size(1440, 900, 1)
	b.Go("file://" + path)
	b.Until(`document.documentElement.classList.contains("ready")`)
	search := samples.Queens("better.py", 6, false)
	var now struct {
		Board, Stack, Line string
		Steps              int
	}
	seek := func(step int) {
		b.Eval(nil, `(e => { e.value = %d; e.dispatchEvent(new Event("input")) })(document.querySelectorAll(".search [type=range]")[1])`, step)
		b.Eval(&now, `(s => ({ Board: [...s.querySelectorAll(".grid td")].map(e => e.textContent || " ").join(""), Stack: s.querySelector(".stack").textContent, Line: s.querySelector(".line").textContent, Steps: +s.querySelector("[type=range]").max }))(document.querySelectorAll(".search")[1])`)
	}
	seek(0)
	if want := len(search.Tree) + len(search.Writes); now.Steps != want {
		t.Errorf("%d steps, want %d calls and writes", now.Steps, want)
	}
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
	var tree []string
	b.Eval(nil, `document.querySelectorAll(".search .calls")[1].open = true`)
	b.Until(`document.querySelectorAll(".search")[1].querySelector(".calls ul")`)
	b.Eval(nil, `document.querySelectorAll(".search")[1].querySelector(".calls li details").open = true`)
	b.Until(`document.querySelectorAll(".search")[1].querySelectorAll(".calls li li").length`)
	b.Eval(&tree, `[...document.querySelectorAll(".search")[1].querySelectorAll(".calls li li")].map(e => (e.classList.contains("dead") ? "grey " : "") + e.querySelector("button").textContent)`)
	if want := "[grey solve(1) solve(1) solve(1) solve(1) solve(1) grey solve(1)]"; fmt.Sprint(tree) != want {
		t.Errorf("below the first call: %v, want %s", tree, want)
	}
	for _, width := range []int{1440, 768, 390} {
		b.Size(width, 900, 1)
		var wide int
		if b.Eval(&wide, `document.documentElement.scrollWidth`); wide > width {
			t.Errorf("at %d pixels the page is %d wide", width, wide)
		}
		b.Shot(fmt.Sprint("search-", width))
	}
	for _, fault := range b.Axe() {
		t.Error(fault)
	}
	b.CheckSilence(func(url string) bool { return url == "file://"+path })
}
