package report

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/result"
)

var (
	// unsaid is what a page holds for its script, its style sheet and those who do not see it.
	unsaid = regexp.MustCompile(`(?s)^.*?<main|<script.*?</script>|<style.*?</style>|<desc.*?</desc>|<form.*?</form>|<span lang="zh-Hans">.*?</span>|</?span[^>]*>|</?noscript[^>]*>|</[\w-]+>| (?:id|for|data-[\w-]+|aria-[\w-]+|role|scope|type|name|tabindex|autocomplete|viewBox)="[^"]*"`)
	begins = regexp.MustCompile(`\s*<(section|div|h\d|p|ul|li|tr|details|figure|svg|g|form|label)\b`)
)

// TestPage holds all that a page says and draws.
func TestPage(t *testing.T) {
	run := sample()
	run.Results[0].Source, run.Results[2].Source = "package main\n\nfunc main() {}\n", sampleSource
	run.Results[2].Cases[1].Work = &result.Work{Stopped: 1, Nodes: 7, Statements: 98765, Lines: sampleLines(310)}
	run.Results = slices.Concat(run.Results, nestedRun().Results, seldom().Results)
	differs := result.Solution{Problem: "differences", Solution: "differs", Verdict: result.WA, Compile: result.Compile{OK: true}}
	for i, d := range differences(t)[:12] {
		differs.Cases = append(differs.Cases, result.Case{Case: fmt.Sprint(i), Verdict: result.WA, Expected: "AC", Difference: &d})
	}
	run.Results = append(run.Results, differs)
	page := makePage(t, HTML, run, shown{Replays: []result.Replay{recordFewest(mildPuzzle, 200), recordNaive(mildPuzzle, 200)}})
	page = strings.Join(strings.Fields(unsaid.ReplaceAllString(page, "")), " ")
	golden(t, "page.golden", bytes.TrimSpace([]byte(begins.ReplaceAllString(page, "\n<$1"))))
}
