package main

import (
	"bytes"
	"strings"
	"testing"

	"sudokuoj/judge/internal/grade"
	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/screen"
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
	p := newProgress(&environment{stdout: &out}, &showFlags{}, entries)
	for i, name := range names {
		p.event(verdict.Event{Kind: verdict.Finished, Entry: i, Result: &verdict.Solution{Problem: "p", Solution: name, Verdict: verdict.WA}})
	}
	columns := map[int]bool{}
	for line := range strings.Lines(out.String()) {
		before, _, found := strings.Cut(line, "WA ")
		if !found {
			t.Errorf("no verdict in %q", line)
		}
		columns[screen.Width(before)] = true
	}
	if len(columns) != 1 {
		t.Errorf("not aligned:\n%s", &out)
	}
}

// The live line names what runs now, not what ran before: a program that hangs is the one that is named.
func TestProgressNamesWhatRuns(t *testing.T) {
	var out bytes.Buffer
	entries := []grade.Entry{{Problem: problem.Problem{ID: "p"}, Solution: solution.Solution{Name: "fast"}, Cases: make([]problem.Case, 1)},
		{Problem: problem.Problem{ID: "p"}, Solution: solution.Solution{Name: "slow"}, Cases: make([]problem.Case, 1)}}
	p := newProgress(&environment{stdout: &out}, &showFlags{}, entries)
	p.line = &liveLine{w: &out, width: func() int { return 80 }, on: true}
	p.event(verdict.Event{Kind: verdict.Built})
	p.event(verdict.Event{Kind: verdict.Built})
	p.event(verdict.Event{Kind: verdict.Begins, Problem: "p", Solution: "fast", Name: "secret/1"})
	p.event(verdict.Event{Kind: verdict.Ended, Case: &verdict.Case{Case: "secret/1", Verdict: verdict.AC}})
	p.event(verdict.Event{Kind: verdict.Finished, Result: &verdict.Solution{Problem: "p", Solution: "fast", Verdict: verdict.AC}})
	p.event(verdict.Event{Kind: verdict.Begins, Problem: "p", Solution: "slow", Name: "secret/2"})
	lines := strings.Split(out.String(), "\r\x1b[K")
	if last := lines[len(lines)-1]; !strings.HasSuffix(last, "1 of 2  p slow secret/2") {
		t.Errorf("the live line is %q", last)
	}
}

// On a narrow terminal the line of a solution is broken between its words, and -q leaves it away.
func TestProgressFolds(t *testing.T) {
	var out bytes.Buffer
	f := &runFlags{}
	entries := []grade.Entry{{Problem: problem.Problem{ID: "aplusb"}, Solution: solution.Solution{Name: "does_not_compile"}}}
	result := verdict.Solution{Problem: "aplusb", Solution: "does_not_compile", Verdict: verdict.WA, Compile: verdict.Compile{OK: true}, Cases: make([]verdict.Case, 3)}
	for range 2 {
		p := newProgress(&environment{stdout: &out}, &f.showFlags, entries)
		p.line.on, p.line.width, p.fold = true, func() int { return 40 }, func() int { return 40 }
		p.finished(result)
		f.quiet = true
	}
	if want := "✗  aplusb       does_not_compile WA\n   0/3  CPU 0.00 ms\n"; out.String() != want {
		t.Errorf("got %q, want %q", &out, want)
	}
}
