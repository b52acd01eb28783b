//go:build unix

package page_test

import (
	"strings"
	"testing"

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
