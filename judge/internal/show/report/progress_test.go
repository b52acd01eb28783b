package report

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// wide is a terminal with so many columns.
func wide(columns int) func() int { return func() int { return columns } }

func styled(columns int) func() terminal.Style {
	return func() terminal.Style { return terminal.Style{Width: columns, Fold: columns} }
}

// The verdicts stand below each other, whatever the length and script of the names.
func TestProgressAligns(t *testing.T) {
	names := []string{"x", "students/of/2026/alice.cpp", "数独高手"}
	var planned []Planned
	for _, name := range names {
		planned = append(planned, Planned{Problem: "p", Solution: name})
	}
	var out bytes.Buffer
	p := NewProgress(&out, terminal.NewLive(io.Discard, "en", wide(80)), styled(80), planned, false)
	for i, name := range names {
		p.Event(result.Event{Kind: result.Finished, Entry: i, Result: &result.Solution{Problem: "p", Solution: name, Verdict: result.WA}})
	}
	columns := map[int]bool{}
	for line := range strings.Lines(out.String()) {
		before, _, found := strings.Cut(line, "WA ")
		if !found {
			t.Errorf("no verdict in %q", line)
		}
		columns[terminal.Width(before)] = true
	}
	if len(columns) != 1 {
		t.Errorf("not aligned:\n%s", &out)
	}
}

// The live line names the case that runs now, so a program that hangs is named.
func TestProgressNamesWhatRuns(t *testing.T) {
	var out bytes.Buffer
	p := NewProgress(io.Discard, terminal.NewLive(&out, "en", wide(80)), styled(80), []Planned{{"p", "fast", 1}, {"p", "slow", 1}}, false)
	p.Event(result.Event{Kind: result.Built, Problem: "p", Solution: "fast"})
	if last := out.String(); !strings.HasSuffix(last, "building 2 of 2: p slow") {
		t.Errorf("the live line is %q", last)
	}
	p.Event(result.Event{Kind: result.Built, Problem: "p", Solution: "slow"})
	p.Event(result.Event{Kind: result.Begins, Problem: "p", Solution: "fast", Name: "secret/1"})
	p.Event(result.Event{Kind: result.Ended, Case: &result.Case{Case: "secret/1", Verdict: result.AC}})
	p.Event(result.Event{Kind: result.Finished, Result: &result.Solution{Problem: "p", Solution: "fast", Verdict: result.AC}})
	p.Event(result.Event{Kind: result.Begins, Problem: "p", Solution: "slow", Name: "secret/2"})
	lines := strings.Split(out.String(), "\r\x1b[K")
	if last := lines[len(lines)-1]; !strings.HasSuffix(last, "1 of 2  p slow secret/2") {
		t.Errorf("the live line is %q", last)
	}
}

// Without cases the live line is full.
func TestProgressOfNothing(t *testing.T) {
	var out bytes.Buffer
	p := NewProgress(io.Discard, terminal.NewLive(&out, "en", wide(80)), styled(80), nil, false)
	p.draw()
	if want := strings.Repeat("█", 20) + " 0 of 0"; !strings.Contains(out.String(), want) {
		t.Errorf("the live line is %q, want %q", &out, want)
	}
}

// On a narrow terminal, the line of a solution is broken between words. With -q there is none.
func TestProgressFolds(t *testing.T) {
	var out bytes.Buffer
	planned := []Planned{{"aplusb", "does_not_compile", 0}}
	res := result.Solution{Problem: "aplusb", Solution: "does_not_compile", Verdict: result.WA, Compile: result.Compile{OK: true}, Cases: make([]result.Case, 3)}
	for _, silent := range []bool{false, true} {
		p := NewProgress(&out, terminal.NewLive(io.Discard, "en", wide(40)), styled(40), planned, silent)
		p.finished(res)
	}
	if want := "✗  aplusb       does_not_compile WA\n   0/3  CPU 0.00 ms\n"; out.String() != want {
		t.Errorf("got %q, want %q", &out, want)
	}
}

// The sign before a solution tells what is as expected and accepted, wrong, skipped, or a promised failure.
func TestProgressSigns(t *testing.T) {
	for _, test := range []struct {
		verdict  result.Verdict
		expected bool
		want     string
	}{{result.AC, true, "✓"}, {result.AC, false, "✗"}, {result.WA, false, "✗"}, {result.SK, true, "-"}, {result.SK, false, "✗"}, {result.WA, true, "="}} {
		var out bytes.Buffer
		NewProgress(&out, terminal.NewLive(io.Discard, "en", wide(80)), styled(80), nil, false).finished(result.Solution{Verdict: test.verdict, AsExpected: test.expected})
		if sign, _, _ := strings.Cut(out.String(), " "); sign != test.want {
			t.Errorf("%s, as expected %t: %s", test.verdict, test.expected, sign)
		}
	}
}
