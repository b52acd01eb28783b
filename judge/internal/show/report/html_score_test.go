package report

import (
	"regexp"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/result"
)

// nestedScore is a score with a group within a group, counted over the cases.
func nestedScore(cases []result.Case) *result.Score {
	s := &result.Score{GroupScore: result.GroupScore{Scoring: result.Scoring{Group: "secret", Cases: len(cases), Max: 100, How: "sum", Fold: result.FoldAny}}}
	for _, g := range []result.Scoring{
		{Group: "secret/a", Max: 40, How: "pass-fail"},
		{Group: "secret/b", Max: 60, How: "sum", Requires: []string{"secret/a"}},
		{Group: "secret/b/<deep>", How: "max", Each: &result.Each{Accept: 60, Reject: 1}, Max: 60},
	} {
		for _, c := range cases {
			if g.Within(c.Case) {
				g.Cases++
			}
		}
		s.Groups = append(s.Groups, result.GroupScore{Scoring: g})
	}
	s.Count(cases)
	return s
}

// nestedRun is three solutions of a problem with nested groups.
func nestedRun() result.Run {
	solution := func(name string, verdicts ...result.Verdict) result.Solution {
		s := result.Solution{Problem: "stairs", Solution: name, Path: name + ".go", Language: "Go", Expected: "AC", Compile: result.Compile{OK: true}}
		for i, where := range []string{"secret/a/1", "secret/b/<deep>/1", "secret/b/<deep>/2"} {
			s.Cases = append(s.Cases, result.Case{Case: where, Number: i + 1, Verdict: verdicts[i], Expected: "AC", AsExpected: verdicts[i] == result.AC})
		}
		s.Score = nestedScore(s.Cases)
		s.Conclude("")
		return s
	}
	return result.Run{Results: []result.Solution{
		solution("all", result.AC, result.AC, result.AC), solution("half", result.AC, result.WA, result.AC), solution("none", result.TLE, result.WA, result.AC),
	}}
}

// TestScoresOnThePage reads the points of groups on the page: below the matrix, one row for each group with the verdict
// and points of every solution; with each solution, a table in which inner groups are indented.
func TestScoresOnThePage(t *testing.T) {
	page := makePage(t, HTML, nestedRun(), shown{})
	rows := map[string][]string{}
	for _, m := range regexp.MustCompile(`<tr><th scope="row">(.*?)</th>((?:<td data-n="\d+">.*?</td>)+)</tr>`).FindAllStringSubmatch(page, -1) {
		for _, cell := range regexp.MustCompile(`<td data-n="\d+">(.*?)</td>`).FindAllStringSubmatch(m[2], -1) {
			rows[m[1]] = append(rows[m[1]], strings.TrimSpace(regexp.MustCompile(`<[^>]+>`).ReplaceAllString(cell[1], "")))
		}
	}
	for group, want := range map[string]string{
		"secret/a": "AC 40/40|AC 40/40|TLE 0/40", "secret/b": "AC 60/60|WA 60/60|WA 0/60",
		"secret/b/&lt;deep&gt;": "AC 60/60|WA 60/60|WA 60/60", `<span lang="en">in all</span><span lang="zh-Hans">合计</span>`: "AC 100/100|AC 100/100|TLE 0/100",
	} {
		if got := strings.Join(rows[group], "|"); got != want {
			t.Errorf("%s: %q, want %q", group, got, want)
		}
	}
	for _, want := range []string{`class="in1">secret/b/&lt;deep&gt;`, `class="in0">secret/a`, "no points: secret/a is not passed"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %s", want)
		}
	}
}
