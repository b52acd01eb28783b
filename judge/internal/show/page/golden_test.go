package page

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/testkit/samples"
)

var (
	// unsaid matches the parts for scripts, styles and screen readers.
	unsaid = regexp.MustCompile(`(?s)^.*?<main|<script.*?</script>|<style.*?</style>|<desc.*?</desc>|<form.*?</form>|<span lang="zh-Hans">.*?</span>|</?span[^>]*>|</?noscript[^>]*>|</[\w-]+>| (?:id|for|data-[\w-]+|aria-[\w-]+|role|scope|type|name|tabindex|autocomplete|viewBox)="[^"]*"`)
	begins = regexp.MustCompile(`\s*<(section|div|h\d|p|ul|li|tr|details|figure|svg|g|form|label)\b`)
)

// TestPage compares all texts and drawings of a page with a file.
func TestPage(t *testing.T) {
	run := samples.Mixed()
	run.Results[0].Source, run.Results[2].Source = "package main\n\nfunc main() {}\n", samples.Source
	run.Results[2].Cases[1].Work = &result.Work{Stopped: 1, Nodes: 7, Statements: 98765, Lines: samples.Lines(310)}
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
	repeated[0].Cases[0].Work, repeated[0].Cases[0].PeakKiB, repeated[0].Cases[1].Work.Nodes = nil, 0, 0
	repeated[1].Cases[1].Samples, repeated[1].Cases[2].Work.Stopped = nil, time.Second
	repeated[2].Cases[2].Verdict, repeated[2].Cases[2].AsExpected, repeated[2].Limits.CPU = result.WA, false, time.Second
	run.Results = append(append(run.Results, differs), repeated...)
	page := makePage(t, HTML, run, shown{Replays: []result.Replay{samples.Fewest(samples.Mild, 200), samples.Naive(samples.Mild, 200)}})
	page = strings.Join(strings.Fields(unsaid.ReplaceAllString(page, "")), " ")
	samples.Golden(t, "page.golden", bytes.TrimSpace([]byte(begins.ReplaceAllString(page, "\n<$1"))))
}

// TestHeadline: the headline is the widest gap, unless something failed for another reason than time.
func TestHeadline(t *testing.T) {
	const gap, fine = "On acwing166 secret/0", "2 solutions, 24 runs: all as expected."
	for _, test := range []struct {
		name, second         string
		verdicts             []result.Verdict // of the first cases
		extras               Extras
		explain              bool
		headline, lead, more string
	}{
		{name: "all is well", headline: gap, lead: fine},
		{name: "the command for more", extras: Extras{Command: "judge"}, headline: gap, lead: fine, more: "judge lowbit naive "},
		{name: "ours is slow", verdicts: []result.Verdict{result.TLE}, headline: "1 of 24 runs did not", lead: gap},
		{name: "one's own is slow", second: "my.cpp", verdicts: []result.Verdict{result.TLE}, headline: gap, lead: "1 of 24 runs did not"},
		{name: "one's own is slow and wrong", second: "my.cpp", verdicts: []result.Verdict{result.TLE, result.WA}, headline: "my.cpp: acwing166: time limit exceeded, 10/12 passed"},
		{name: "one's own is wrong", second: "my.cpp", verdicts: []result.Verdict{result.WA}, headline: "my.cpp: acwing166: wrong answer, 11/12 passed"},
		{name: "one's own, by its path", second: "/home/me/my.cpp", verdicts: []result.Verdict{result.WA}, headline: "my.cpp: acwing166: wrong answer, 11/12 passed"},
		{name: "one's own, a folder", second: "./mine", verdicts: []result.Verdict{result.WA}, headline: "mine: acwing166: wrong answer, 11/12 passed"},
		{name: "ours is wrong", verdicts: []result.Verdict{result.WA}, headline: "1 of 24 runs did not", lead: gap},
		{name: "one puzzle", explain: true, headline: "The search, step by step"},
		{name: "compared without a difference", extras: Extras{Compared: map[string]Told{}}, headline: fine},
		{name: "a student's", extras: Extras{Student: "li"}, headline: "li: acwing166: "},
	} {
		run := samples.Large(2, 12)
		s := &run.Results[1]
		if test.second != "" {
			s.Solution = test.second
		}
		for i, v := range test.verdicts {
			s.Cases[i].Verdict, s.Cases[i].AsExpected = v, false
		}
		s.Conclude("")
		p := newPage(run, test.extras, test.explain, wholeRoom)
		for got, want := range map[string]string{p.Headline.String(): test.headline, p.Lead.String(): test.lead, p.More: test.more} {
			if !strings.HasPrefix(got, want) || (got == "") != (want == "") {
				t.Errorf("%s: want %q, got %q", test.name, want, got)
			}
		}
	}
}

// TestAlone: the page of one program begins with its failure, unless it is only slow. The page of a student shows a few
// failures in full.
func TestAlone(t *testing.T) {
	for _, test := range []struct {
		student, explain bool
		verdicts         []result.Verdict
		alone            bool
		details          int
	}{
		{verdicts: []result.Verdict{result.AC}}, {verdicts: []result.Verdict{result.WA}, alone: true, details: 1}, {verdicts: []result.Verdict{result.TLE}, details: 1},
		{explain: true, verdicts: []result.Verdict{result.WA}, details: 1}, {student: true, verdicts: []result.Verdict{result.AC}, alone: true},
		{student: true, verdicts: []result.Verdict{result.WA, result.RE, result.WA, result.RE, result.WA}, alone: true, details: 3},
		{verdicts: []result.Verdict{result.WA, result.RE, result.WA, result.RE, result.WA}, alone: true, details: 5},
	} {
		s := result.Solution{Problem: "p", Solution: "my.cpp", Expected: "AC", Compile: result.Compile{OK: true}}
		for i, v := range test.verdicts {
			s.Cases = append(s.Cases, result.Case{Case: fmt.Sprint(i), Verdict: v, Expected: "AC", AsExpected: v == result.AC, Exit: i})
		}
		s.Conclude("")
		extras := Extras{}
		if test.student {
			extras.Student = "li"
		}
		p := newPage(result.Run{Results: []result.Solution{s}}, extras, test.explain, wholeRoom)
		if got := p.Solutions[0]; p.Alone != test.alone || p.Replays.Told != (test.alone || test.explain) || len(got.Details) != test.details || test.details > 0 && got.Left != len(test.verdicts)-test.details {
			t.Errorf("%+v: alone %t, told %t, %d details, %d left", test, p.Alone, p.Replays.Told, len(got.Details), got.Left)
		}
	}
	run := samples.Large(2, 3)
	run.Replays = sampleExtras().Replays
	for told, extras := range map[bool]Extras{true: {}, false: {Compared: map[string]Told{"acwing166": {Overall: []say.Message{say.Text("faster")}}}}} {
		if p := newPage(run, extras, false, wholeRoom); p.Replays.Told != told {
			t.Errorf("what the searches show is told above: %t, want %t", p.Replays.Told, told)
		}
	}
}

// TestSearchFirst: a student whose program is only too slow sees its search first, if it was watched.
func TestSearchFirst(t *testing.T) {
	for _, test := range []struct {
		verdict        result.Verdict
		watched, first bool
	}{{result.TLE, true, true}, {result.TLE, false, false}, {result.WA, true, false}} {
		run := samples.Large(2, 3)
		run.Results = run.Results[1:]
		s := &run.Results[0]
		s.AsExpected, s.Cases[1].Verdict, s.Cases[1].AsExpected = true, test.verdict, false
		s.Conclude("")
		if test.watched {
			run.Replays = sampleExtras().Replays[1:]
		}
		if p := newPage(run, Extras{Student: "li"}, false, wholeRoom); p.SearchFirst != test.first {
			t.Errorf("%+v: %t", test, p.SearchFirst)
		}
	}
}

// TestReasons returns one reason for each of the user's own programs, or else for the program that placed the most.
func TestReasons(t *testing.T) {
	replay := func(name string, own bool, placed int, text string) result.Replay {
		return result.Replay{Solution: name, Placed: placed, Reason: &result.Reason{Own: own, Sentence: say.Text(text)}}
	}
	silent := replay("silent", true, 99, "")
	for want, replays := range map[string][]result.Replay{
		"":    {silent, {Solution: "unknown", Placed: 100}},
		"b":   {silent, replay("a", false, 5, "x"), replay("b", false, 9, "x"), replay("c", false, 7, "x")},
		"a b": {replay("c", false, 99, "x"), replay("a", true, 5, "x"), {}, replay("a", true, 6, "x"), replay("b", true, 1, "x")},
	} {
		var got []string
		for _, r := range report.Reasons(replays) {
			got = append(got, r.Solution)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("want %q, got %q", want, got)
		}
	}
}

// TestReasonsOfPuzzles: each puzzle has the reasons of its own searches, of those whose boards are there; the page names it
// if there are several.
func TestReasonsOfPuzzles(t *testing.T) {
	watched := func(puzzle, text string, placed int) result.Replay {
		return result.Replay{Solution: text, Puzzle: puzzle, Size: 9, Problem: "of", Case: text, Placed: placed, Reason: &result.Reason{Sentence: say.Text(text)}}
	}
	a, b, c := watched(samples.Mild, "first", 1), watched(samples.Mild, "second", 2), watched("1"+samples.Mild[1:], "third", 9)
	seen, wide := a, watched(samples.Mild, "wide", 99)
	seen.Placed, seen.Total, wide.Total = 5, 9, 1
	for want, replays := range map[string][]result.Replay{"second": {a, b}, "first": {seen, b, wide}, "[of first] second, [of third] third": {a, b, c}, "[of third] third, [of second] second": {c, b}} {
		var got []string
		page := makePage(t, HTML, samples.Large(2, 3), shown{Replays: replays})
		for _, part := range regexp.MustCompile(`<p class="because"[^>]*>(?:<b class="un-script raw">(.*?)</b> )?<span lang="en">(\w+)<`).FindAllStringSubmatch(page, -1) {
			if part[1] != "" {
				part[2] = "[" + part[1] + "] " + part[2]
			}
			got = append(got, part[2])
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("want %q, got %q", want, got)
		}
	}
}

// TestFirstOverlooked: a player shows the first overlooked digit if the kept steps reach it.
func TestFirstOverlooked(t *testing.T) {
	r := result.Replay{Steps: make([]result.Step, 2), Total: 2, Reason: &result.Reason{}}
	for steps, want := range map[int]bool{-1: false, 0: true, 1: true, 2: false} {
		if r.Reason.First = nil; steps >= 0 {
			r.Reason.First = &result.Moment{Steps: steps}
		}
		if got := packRun(r, "", "").First; (got != nil) != want || want && got.Steps != steps {
			t.Errorf("after %d steps: %+v", steps, got)
		}
	}
	r.Outline = [][2]int{{1, 2}}
	for total, want := range map[int]bool{2: false, 3: true} {
		if r.Total = total; len(packRun(r, "", "").Outline) > 0 != want {
			t.Errorf("of %d steps 2 are kept: an outline is not there only for the rest", total)
		}
	}
	for pair, want := range map[string]bool{"": false, "1": true, "2": false} {
		v := replaysView{}
		for n := range len(pair) {
			v.packed = []puzzleData{{Size: 9, Pair: make([]int, int(pair[n]-'0')), Runs: make([]runData, 2)}}
		}
		if v.Big() != want {
			t.Errorf("%q: big is %t", pair, v.Big())
		}
	}
}

// TestClip does not cut a character in two.
func TestClip(t *testing.T) {
	for limit, want := range []string{"", "a", "a", "a", "a数", "a数b", "a数b"} {
		if got := clip("a数b", limit); got != want {
			t.Errorf("%d bytes: %q, want %q", limit, got, want)
		}
	}
	for _, begins := range []string{"数", "\xb0\xb0"} {
		if got := clip(begins, 1); got != "" {
			t.Errorf("less than a character: %q", got)
		}
	}
}
