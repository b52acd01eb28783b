package page_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/page"
	"sudokuoj/judge/internal/testkit/samples"
)

var (
	// unsaid matches the parts for scripts, styles and screen readers.
	unsaid = regexp.MustCompile(`(?s)^.*?<main|<script.*?</script>|<style.*?</style>|<desc.*?</desc>|<form.*?</form>|` +
		`<span lang="zh-Hans">.*?</span>|</?span[^>]*>|</?noscript[^>]*>|</[\w-]+>|` +
		` (?:id|for|data-[\w-]+|aria-[\w-]+|role|scope|type|name|tabindex|autocomplete|viewBox)="[^"]*"`)
	begins = regexp.MustCompile(`\s*<(section|div|h\d|p|ul|li|tr|details|figure|svg|g|form|label)\b`)
)

// TestPage compares all texts and drawings of a page with a file.
func TestPage(t *testing.T) {
	run := samples.Mixed()
	run.Results[0].Source, run.Results[2].Source = "package main\n\nfunc main() {}\n", samples.Source
	run.Results[2].Cases[1].Work = &result.Work{Stopped: 1, Statements: 98765, Lines: samples.Lines(310)}
	run.Results = slices.Concat(run.Results, samples.Nested().Results, samples.Seldom().Results)
	differs := result.Solution{Problem: "differences", Solution: "differs", Verdict: result.WA, Compile: result.Compile{OK: true}}
	for i, d := range samples.Differences(t)[:12] {
		differs.Cases = append(differs.Cases, result.Case{Case: fmt.Sprint(i), Verdict: result.WA, Expected: "AC", Difference: &d})
	}
	repeated := samples.Large(3, 3).Results
	for i := range repeated {
		s := &repeated[i]
		s.Problem, s.Source = "repeated", ""
		for j := range s.Cases {
			c := &s.Cases[j]
			for n := range 9 {
				c.Samples = append(c.Samples, time.Duration(i+1)*time.Millisecond+time.Duration(n)*time.Microsecond)
			}
			c.CPU = c.Samples[4]
		}
	}
	repeated[0].Cases[0].Work, repeated[0].Cases[0].PeakKiB = nil, 0
	repeated[1].Cases[1].Samples, repeated[1].Cases[2].Work.Stopped = nil, time.Second
	repeated[2].Cases[2].Verdict, repeated[2].Cases[2].AsExpected, repeated[2].Limits.CPU = result.WA, false, time.Second
	run.Results = append(append(run.Results, differs), repeated...)
	replays := []result.Replay{samples.Fewest(samples.Mild, 200), samples.Naive(samples.Mild, 200)}
	text := makePage(t, page.HTML, run, shown{Replays: replays})
	text = strings.Join(strings.Fields(unsaid.ReplaceAllString(text, "")), " ")
	samples.Golden(t, "page.golden", bytes.TrimSpace([]byte(begins.ReplaceAllString(text, "\n<$1"))))
}
