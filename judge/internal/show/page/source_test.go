package page

import (
	"regexp"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/testkit/samples"
)

// TestSentencesAreTrue compares the sentences of the page with the counts.
func TestSentencesAreTrue(t *testing.T) {
	run, extras := samples.Large(3, 5), sampleExtras()
	extras.Replays[1].Placed, extras.Replays[1].Solved, extras.Replays[1].Stopped = 9_727_392, false, true
	page := makePage(t, HTML, run, extras)
	said := regexp.MustCompile(`naive needs more than ([\d,]+) digits`).FindStringSubmatch(page)
	if said == nil || !strings.Contains(page, "lowbit needs 51 digits") {
		t.Fatal("the page does not tell the gap")
	}
	if n := strings.ReplaceAll(said[1], ",", ""); n != "9700000" {
		t.Errorf("it says more than %s of 9,727,392", said[1])
	}
	g, ok := report.Widest(run)
	if !ok || g.Unit != report.Statements && g.Unit != report.Time || !strings.Contains(g.Sentence().String(), g.Many) {
		t.Errorf("%+v", g)
	}
	steps := sourceFinding(run, report.ByProblem(run.Results))
	if !strings.Contains(steps.String(), busiestCase(run.Results)) || !strings.Contains(steps.String(), "statements") || !strings.Contains(page, steps.String()) {
		t.Errorf("above the sources the page says %q", steps)
	}
}

func TestInWords(t *testing.T) {
	for n, want := range map[int64]both{19: {"19", "19 "}, 19_266: {"19.3 thousand", "1.93 万"}, 309_733_920: {"310 million", "3.1 亿"}, 1_040_000_000: {"1.04 billion", "10.4 亿"}, 999_950: {"1 million", "100 万"}} {
		if got := inWords(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}

// TestSourcesOfTwoLanguages: each language counts its own kind of statements, so nothing is said above the sources.
func TestSourcesOfTwoLanguages(t *testing.T) {
	counted := func(name, language string, n int64) result.Solution {
		return result.Solution{Problem: "p", Solution: name, Language: language, Cases: []result.Case{{Case: "a", Verdict: result.AC, Work: &result.Work{Statements: n, Lines: []int64{n}}}}}
	}
	two := []result.Solution{counted("mine", "C++", 10), counted("ours", "Go", 90000)}
	if got := sourceFinding(result.Run{Results: two}, [][]result.Solution{two}).String(); got != "The code, side by side" {
		t.Errorf("above the sources: %q", got)
	}
}
