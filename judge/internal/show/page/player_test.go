//go:build unix

package page_test

import (
	"fmt"
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"

	"sudokuoj/judge/internal/testkit/samples"
)

// tryCandidates plays a history of candidates beside one of a board, and checks after each step the candidates, those
// that were struck and restored, and the text.
func tryCandidates(t *testing.T, b *pageBrowser) {
	r, states := samples.Candidates(samples.Mild)
	b.openPage(samples.Large(2, 3), shown{Replays: []result.Replay{r, samples.Naive(samples.Mild, 10000)}})
	b.Eval(nil, `document.querySelector("[data-do=step]").focus()`)
	for n, fits := range states {
		if n > 0 {
			b.Press("ArrowRight", false)
		}
		var want strings.Builder // the content of each cell with its candidates
		for i, f := range fits {
			before := fits
			if n > 0 {
				before = states[n-1]
			}
			for v := 1; v <= 9; v++ {
				switch {
				case samples.Only(f) != 0:
				case before[i]&^f>>v&1 != 0:
					want.WriteString("x" + terminal.Thousands(int64(v)))
				case f&^before[i]>>v&1 != 0 && before[i] != 0:
					want.WriteString("+" + terminal.Thousands(int64(v)))
				case f>>v&1 != 0:
					want.WriteString(terminal.Thousands(int64(v)))
				}
			}
		}
		var got string
		b.Eval(&got, `[...document.querySelector(".lane").querySelectorAll(".cand")]
			.map(e => (e.matches(".struck") ? "x" : e.matches(".back") ? "+" : "") + e.textContent).join("")`)
		if got != want.String() {
			t.Fatalf("after %d steps the marks are\n%s, want\n%s", n, got, want.String())
		}
	}
	if got := b.board(0); got != samples.MildSolved {
		t.Errorf("it ends with %s", got)
	}
	words := b.words(".lane")
	for _, want := range []string{"Solved.", terminal.Thousands(int64(r.Placed)) + " / " + terminal.Thousands(int64(r.Placed)), "1 / 1"} {
		if !strings.Contains(words, want) {
			t.Errorf("at the end the lane does not say %q: %s", want, words)
		}
	}
	b.Press("Home", false)
	b.Press("d", false)
	words = b.words(".lane .said")
	if !strings.Contains(words, "Goes back: candidates returned: 2, digits taken back: 1; open: 47 cells with 149 candidates.") {
		t.Errorf("at the dead end it says %q", words)
	}
	b.Press("ArrowRight", false)
	words = b.words(".lane .said")
	if !strings.Contains(words, "Digit 3: candidates struck: 5, digits found: 2; open: 45 cells with 142 candidates.") {
		t.Errorf("behind it it says %q", words)
	}
}

func tryReplay(t *testing.T, b *pageBrowser) {
	extras := sampleExtras()
	b.openPage(samples.Large(2, 3), extras)
	short, long := extras.Replays[0], extras.Replays[1]

	for lane := range 2 {
		if got := b.board(lane); got != samples.Mild {
			t.Errorf("lane %d begins with %s, want the puzzle", lane, got)
		}
	}
	b.set("[data-do=speed]", 15)
	b.Eval(nil, `document.getElementById("replay").scrollIntoView(); document.querySelector("[data-do=play]").focus()`)
	b.Eval(nil, `document.querySelector("[data-do=play]").click()`)
	b.Until(`!document.querySelector(".player").classList.contains("playing")`)
	for lane := range 2 {
		if got := b.board(lane); got != samples.MildSolved {
			t.Errorf("lane %d ends with %s, want the solution", lane, got)
		}
		var said string
		b.Eval(&said, `document.querySelectorAll(".lane .said")[%d].textContent`, lane)
		if !strings.Contains(said, "Solved.") || !strings.Contains(said, "解出") {
			t.Errorf("lane %d ends with the words %q", lane, said)
		}
	}

	for _, n := range []int{0, 1, 17, 1023, 1024, 1025, 5000, len(long.Steps) - 1, len(long.Steps)} {
		b.Eval(nil, `(e => { e.value = %d; e.dispatchEvent(new Event("input")) })(document.querySelectorAll(".timeline input")[1])`, n)
		if got, want := b.board(1), boardAfter(long, n); got != want {
			t.Errorf("after %d steps the long lane shows\n%s, want\n%s", n, got, want)
		}
		if got, want := b.board(0), boardAfter(short, min(n, len(short.Steps))); got != want {
			t.Errorf("after %d steps the short lane shows\n%s, want\n%s", n, got, want)
		}
		placed, dead, deepest := sumOf(long.Steps[:n])
		var counters string
		b.Eval(&counters, `(lane => [".placed", ".dead", ".deepest"].map(e => lane.querySelector(e).textContent).join(" "))
			(document.querySelectorAll(".lane")[1])`)
		figure := func(n, of int) string { return terminal.Thousands(int64(n)) + " / " + terminal.Thousands(int64(of)) }
		if want := figure(placed, long.Placed) + " " + figure(dead, long.DeadEnds) + " " + figure(deepest, long.Deepest); counters != want {
			t.Errorf("after %d steps the counters are %q, want %q", n, counters, want)
		}
	}
}

// sumOf counts what the first steps did.
func sumOf(steps []result.Step) (placed, dead, deepest int) {
	for i, s := range steps {
		if s.Value != 0 {
			placed++
		} else if i > 0 && steps[i-1].Value != 0 {
			dead++
			deepest = max(deepest, steps[i-1].Depth)
		}
	}
	return placed, dead, deepest
}

// tryCutAndLarge plays a history that was cut, and one of a larger board.
func tryCutAndLarge(t *testing.T, b *pageBrowser) {
	large := result.Replay{Solution: "large", Puzzle: "1" + strings.Repeat(".", 254) + "G", Size: 16, Total: 3,
		Steps: []result.Step{{Cell: 1, Value: 10, Depth: 1}, {Cell: 254, Value: 2, Depth: 2}, {Cell: 254, Value: 0, Depth: 1}},
		Note:  say.Text("the program was stopped before it was done: it idled")}
	fewest, small := samples.Fewest(samples.Mild, 100), samples.Naive(samples.Mild, 100)
	fewest.Case = "secret/07-against-row-order"
	small.Reason = &result.Reason{Sentence: say.Text("naive saw nothing.")}
	large.Reason = &result.Reason{Sentence: say.Text("large idled.")}
	b.openPage(samples.Large(2, 3), shown{Replays: []result.Replay{fewest, small, large}})
	reasons := func() (words string) {
		b.Eval(&words, `[...document.querySelectorAll(".because")].filter(p => p.offsetParent).map(p => p.innerText).join("").trim()`)
		return words
	}
	if words := reasons(); words != "naive saw nothing." {
		t.Errorf("below the small board: %q", words)
	}
	b.Eval(nil, `document.querySelector("[data-do=step]").focus()`)
	b.Press("End", false)
	naive := boardAfter(samples.Naive(samples.Mild, 100), 100)
	if got := b.board(1); got != naive {
		t.Errorf("the cut history ends with %s, want %s", got, naive)
	}
	said := func(lane int) (words string) {
		b.Eval(&words, `document.querySelectorAll(".lane")[%d].innerText`, lane)
		return words
	}
	if words := said(1); !strings.Contains(words, "100 of 8,365 steps were kept") {
		t.Errorf("the cut history ends with the words %q", words)
	}

	b.set("[data-do=puzzle]", 1)
	b.Until(`document.querySelector(".lane h3").textContent === "large"`)
	if words := reasons(); words != "large idled." {
		t.Errorf("below the large board: %q", words)
	}
	b.Press("Home", false)
	b.Press("ArrowRight", false)
	b.Press("ArrowRight", false)
	if got, want := b.board(0), "1A"+strings.Repeat(".", 252)+"2G"; got != want {
		t.Errorf("after 2 steps the large board shows %s, want %s", got, want)
	}
	b.Press("ArrowRight", false)
	if words := said(0); !strings.Contains(words, "takes back 2 from row 16, column 15") || !strings.Contains(words, "it idled") {
		t.Errorf("the large board says %q", words)
	}

	b.Size(390, 900, 1)
	var lines int
	b.Eval(&lines, `(r => {
		r.selectNodeContents(document.querySelector("[data-do=puzzle]").parentElement.firstElementChild);
		return r.getClientRects().length;
	})(document.createRange())`)
	if lines != 1 {
		t.Errorf("on a phone the word before the list of puzzles takes %d lines", lines)
	}
}

// deadEnds returns the steps after which a digit is taken back that was placed right before.
func deadEnds(r result.Replay) (all []int) {
	for i := 1; i < len(r.Steps); i++ {
		if r.Steps[i].Value == 0 && r.Steps[i-1].Value != 0 {
			all = append(all, i+1)
		}
	}
	return all
}

// step returns the current step of the long lane.
func (b *pageBrowser) step() (n int) {
	b.Eval(&n, `+document.querySelectorAll(".timeline input")[1].value`)
	return n
}

func tryKeys(t *testing.T, b *pageBrowser) {
	extras := sampleExtras()
	b.openPage(samples.Large(2, 3), extras)
	long := extras.Replays[1]
	b.Eval(nil, `document.querySelector("[data-do=step]").focus()`)
	dead := deadEnds(long)[0]
	for _, k := range []struct {
		key   string
		shift bool
		want  int
	}{
		{"ArrowRight", false, 1}, {"ArrowRight", false, 2}, {"ArrowLeft", false, 1}, {"End", false, len(long.Steps)},
		{"ArrowRight", false, len(long.Steps)}, {"Home", false, 0}, {"ArrowLeft", false, 0}, {"d", false, dead},
		{"ArrowRight", true, dead + 84}, {"Home", false, 0},
	} {
		b.Press(k.key, k.shift)
		if got := b.step(); got != k.want {
			t.Errorf("after %s (shift %t) it is step %d, want %d", k.key, k.shift, got, k.want)
		}
	}
	b.Eval(nil, `document.querySelector(".timeline input").focus()`)
	b.Press(" ", false)
	b.Until(`document.querySelector(".player").classList.contains("playing")`)
	b.Press(" ", false)
	b.Until(`!document.querySelector(".player").classList.contains("playing")`)
	b.Press("c", false)
	var candidates int
	b.Eval(&candidates, `document.querySelectorAll(".cand").length`)
	if candidates == 0 {
		t.Error("c shows no candidates")
	}
	b.set("[data-do=pace]", "share")
	b.Press("End", false)
	for lane := range 2 {
		if got := b.board(lane); got != samples.MildSolved {
			t.Errorf("finishing together, lane %d ends with %s", lane, got)
		}
	}
}

// tryTwoLanes: the boards of two lanes stand side by side. With their ribbons, counters and controls they fit a window
// of 1440 by 900. Each lane goes to its own dead ends and shows the line of the step.
func tryTwoLanes(t *testing.T, b *pageBrowser) {
	extras := sampleExtras()
	extras.Replays[0].Solution, extras.Replays[1].Solution = "lowbit", "naive"
	b.openPage(samples.Large(2, 3), extras)
	b.Size(1440, 900, 1)
	b.Eval(nil, `document.documentElement.style.scrollBehavior = "auto"; document.querySelector(".player").scrollIntoView()`)
	var top, bottom []float64
	b.Eval(&top, `[...document.querySelectorAll(".lane .board")].map(e => e.getBoundingClientRect().top)`)
	b.Eval(&bottom, `[...document.querySelectorAll(".lane .counters")].map(e => e.getBoundingClientRect().bottom)`)
	var controls struct{ Top, Bottom float64 }
	b.Eval(&controls, `(r => ({ Top: r.top, Bottom: r.bottom }))(document.querySelector(".transport").getBoundingClientRect())`)
	if len(top) != 2 || top[0] != top[1] || max(bottom[0], bottom[1]) > controls.Top || controls.Bottom > 900 {
		t.Errorf("boards from %v, counters to %v, of a window of 900 with the controls at %+v", top, bottom, controls)
	}
	for range 3 {
		b.Eval(nil, `document.querySelector("[data-do=dead]").click()`)
	}
	var at []int
	b.Eval(&at, `[...document.querySelectorAll(".timeline input")].map(e => +e.value)`)
	if want := []int{0, deadEnds(extras.Replays[1])[2]}; fmt.Sprint(at) != fmt.Sprint(want) { // lowbit has no dead end
		t.Errorf("the lanes walked to %v, want their own third dead ends %v", at, want)
	}
	var lit, code string
	b.Eval(&lit, `[...document.querySelectorAll(".panel:not([hidden]) tr.lit")].map(r => r.sectionRowIndex + 1).join(" ")`)
	b.Eval(&code, `document.querySelectorAll(".lane .line")[1].textContent`)
	if lit != "22" || code != "22  if fits(i, d) {" {
		t.Errorf("lines %q are lit up and %q is shown, want line 22", lit, code)
	}
}

// tryRibbons: on a common axis, ribbons are as long as the histories; otherwise all are as long as the window. The end
// of a cut history is marked.
func tryRibbons(t *testing.T, b *pageBrowser) {
	short, long := samples.Fewest(samples.Mild, 200_000), samples.Naive(samples.Mild, 1000)
	long.PartSteps, long.Outline = 64, nil
	for at := 0; at < long.Total; at += 64 {
		long.Outline = append(long.Outline, [2]int{3, 40})
	}
	b.openPage(samples.Large(2, 3), shown{Replays: []result.Replay{short, long}})
	widths := func(class string) (all []float64) {
		b.Eval(&all, `[...document.querySelectorAll(".ribbon .%s")].map(e => e.getBBox().width)`, class)
		return all
	}
	ratio := float64(short.Total) / float64(long.Total)
	if w := widths("depth"); len(w) != 2 || w[0] > 600*ratio+1 || w[1] < 590 {
		t.Errorf("ribbons of %v for %d and %d steps", w, short.Total, long.Total)
	}
	if w := widths("torn"); w[0] != 0 || w[1] == 0 {
		t.Errorf("cuts of %v, want one in the second", w)
	}
	if w := widths("falls"); w[1] < 590 {
		t.Errorf("falls of %v", w)
	}
	b.set("[data-do=pace]", "share")
	if w := widths("depth"); w[0] < 590 || w[1] < 590 {
		t.Errorf("each on its own axis, ribbons of %v", w)
	}
}
