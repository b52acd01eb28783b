package page

import (
	"regexp"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/samples"
)

// TestScoresOnThePage reads the points of groups on the page: below the matrix, one row for each group with the verdict
// and points of every solution; with each solution, a table in which inner groups are indented.
func TestScoresOnThePage(t *testing.T) {
	page := makePage(t, HTML, samples.Nested(), shown{})
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

// TestBeyondOnThePage: cases beyond the site are marked, and the reason is given in both languages.
func TestBeyondOnThePage(t *testing.T) {
	page := makePage(t, HTML, result.Run{Results: []result.Solution{samples.Beyond("one.cpp", result.OLE)}}, shown{})
	for _, want := range []string{`<tr class="beyond">`, "the site always ends with `end`", "原站总以 end 结束", "1/1, beyond 1/3", `<span class="num">1/1</span>`} {
		if !strings.Contains(page, want) {
			t.Errorf("does not say %q", want)
		}
	}
}
