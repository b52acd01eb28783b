package main

import (
	"bytes"
	"strings"
	"testing"

	"sudokuoj/judge/internal/grade"
	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/report"
	"sudokuoj/judge/internal/solution"
	"sudokuoj/judge/internal/verdict"
)

// The verdicts stand below each other however long the names are, and in whatever script.
func TestProgressAligns(t *testing.T) {
	names := []string{"x", "students/of/2026/alice.cpp", "数独高手"}
	var entries []grade.Entry
	for _, name := range names {
		entries = append(entries, grade.Entry{Problem: problem.Problem{ID: "p"}, Solution: solution.Solution{Name: name}})
	}
	var out bytes.Buffer
	p := newProgress(&environment{stdout: &out}, &runFlags{}, entries)
	for i, name := range names {
		p.event(grade.Event{Entry: i, Result: &verdict.Solution{Problem: "p", Solution: name, Verdict: verdict.WA}})
	}
	columns := map[int]bool{}
	for line := range strings.Lines(out.String()) {
		before, _, found := strings.Cut(line, "WA ")
		if !found {
			t.Errorf("no verdict in %q", line)
		}
		columns[report.Width(before)] = true
	}
	if len(columns) != 1 {
		t.Errorf("not aligned:\n%s", &out)
	}
}
