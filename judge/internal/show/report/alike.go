package report

import (
	"slices"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// mostNames is how many solutions that failed alike are named.
const mostNames = 4

// failures writes the unexpected results of all solutions of a problem. It writes a failure that several share once.
func (t *text) failures(results []result.Solution) {
	if t.Verbose {
		for _, s := range results {
			t.details([]result.Solution{s})
		}
		return
	}
	for _, alike := range together(results, firstTrouble) {
		t.details(alike)
	}
}

// together groups solutions that have the same key. It leaves out the key "".
func together(results []result.Solution, key func(result.Solution) string) [][]result.Solution {
	return groupedBy(slices.DeleteFunc(slices.Clone(results), func(s result.Solution) bool { return key(s) == "" }), key)
}

// firstTrouble returns the first failure that is written about a solution. Solutions with the same first failure share
// one text.
func firstTrouble(s result.Solution) string {
	if s.AsExpected || s.Verdict == result.SK {
		return ""
	}
	if !s.Compile.OK {
		return "compile\x00" + s.Compile.Message.String()
	}
	for _, c := range s.Cases {
		if !c.AsExpected {
			why := c.Reason().String() + "\x00" + c.Stderr
			if c.Fault != nil {
				why += c.Fault.Message().String()
			}
			return c.Case + "\x00" + string(c.Verdict+"\x00") + why
		}
	}
	return "whole\x00" + string(s.Verdict) + "\x00" + string(s.Expected)
}

// who names solutions that are alike.
func (t *text) who(alike []result.Solution) string {
	var names []string
	for _, s := range alike {
		names = append(names, t.label(s))
	}
	return t.Text(few(names, mostNames))
}

// beyond names the failures beyond the site, where nothing was promised: the solutions, the cases, and why the site has
// no such case. Whoever fails the site's own cases has those to mend first.
func (t *text) beyond(results []result.Solution) {
	if t.Verbose {
		return // then every case says so itself
	}
	results = slices.DeleteFunc(slices.Clone(results), func(s result.Solution) bool { return !s.AsExpected })
	told := map[say.Words]bool{}
	for _, c := range CaseOrder(results) {
		why := c.WhyBeyond
		if !c.Beyond() || told[why] {
			continue
		}
		told[why] = true
		for _, alike := range together(results, func(s result.Solution) string { return say.English.Text(failedBeyond(s, why)) }) {
			t.printf("\n")
			about := t.who(alike) + " · " + alike[0].Problem
			t.line(0, t.Palette.Yellow("≈")+" "+t.Say("%s: %s", t.Palette.Bold(about), terminal.Escape(t.Text(failedBeyond(alike[0], why)))))
			t.line(2, t.Dim(t.Text(whyBeyond(t.Style, why))))
		}
	}
}

// failedBeyond returns the cases beyond the site that a solution failed without having promised anything: "TLE on
// 07-slow, 08-slower". It returns only the cases with the given reason.
func failedBeyond(s result.Solution, why say.Words) (all say.Message) {
	var kinds []say.Message
	for _, v := range result.All {
		var names []string
		for _, c := range s.Cases {
			if c.Beyond() && c.WhyBeyond == why && c.Verdict == v && v.Failed() && c.Expected == "" && c.AsExpected {
				names = append(names, shortCase(c.Case))
			}
		}
		if len(names) > 0 && s.Compile.OK {
			kinds = append(kinds, say.Of("%s on %s", string(v), few(names, 3)))
		}
	}
	return say.Join(kinds...)
}

// whyBeyond says that a case is beyond the site, and why.
func whyBeyond(t terminal.Style, why say.Words) say.Message {
	if text := why.In(t.Lang); text != "" {
		return say.Of("beyond the site: %s", terminal.Escape(text))
	}
	return say.Of("beyond the site: no part of the verdict")
}
