package report_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/must"
)

// progress shows progress on a terminal with so many columns.
func progress(lines, live io.Writer, columns int, silent bool, planned ...report.Planned) *report.Progress {
	style := func() terminal.Style { return terminal.Style{Width: columns, Fold: columns} }
	return report.NewProgress(lines, terminal.NewLive(live, "en", func() int { return columns }), style, planned, silent)
}

// TestProgressAligns: the verdicts are below each other, whatever the length and script of the names.
func TestProgressAligns(t *testing.T) {
	var planned []report.Planned
	for _, name := range []string{"x", "students/of/2026/alice.cpp", "数独高手"} {
		planned = append(planned, report.Planned{Problem: "p", Solution: name})
	}
	var out bytes.Buffer
	p := progress(&out, io.Discard, 80, false, planned...)
	for i, e := range planned {
		p.Event(result.Event{Kind: result.Finished, Entry: i, Result: &result.Solution{Problem: "p", Solution: e.Solution, Verdict: result.WA}})
	}
	columns := map[int]bool{}
	for line := range strings.Lines(out.String()) {
		before, _, found := strings.Cut(line, "WA ")
		must.Be(t, found, "no verdict in %q", line)
		columns[terminal.Width(before)] = true
	}
	must.Equal(t, 1, len(columns), "aligned", &out)
}

// TestProgressNamesWhatRuns: the live line names the case that runs now, so a program that hangs is named. Without cases it
// is full.
func TestProgressNamesWhatRuns(t *testing.T) {
	var out bytes.Buffer
	p := progress(io.Discard, &out, 80, false, report.Planned{"p", "fast", 1}, report.Planned{"p", "slow", 1})
	now := func(want string) {
		if got := out.String()[strings.LastIndex(out.String(), "\r")+1:]; !strings.HasSuffix(strings.TrimRight(got, " "), want) {
			t.Errorf("the live line is %q, want %q", got, want)
		}
	}
	p.Event(result.Event{Kind: result.Built, Problem: "p", Solution: "fast"})
	now("building 2 of 2: p slow")
	p.Event(result.Event{Kind: result.Built, Problem: "p", Solution: "slow"})
	p.Event(result.Event{Kind: result.Begins, Problem: "p", Solution: "fast", Name: "secret/1"})
	p.Event(result.Event{Kind: result.Ended, Case: &result.Case{Case: "secret/1", Verdict: result.AC}})
	p.Event(result.Event{Kind: result.Finished, Result: &result.Solution{Problem: "p", Solution: "fast", Verdict: result.AC}})
	p.Event(result.Event{Kind: result.Begins, Problem: "p", Solution: "slow", Name: "secret/2"})
	now("1 of 2  p slow secret/2")
	out.Reset()
	progress(io.Discard, &out, 80, false)
	now(strings.Repeat("█", 20) + " 0 of 0")
}

// TestProgressFailure: the first failure of a solution is told when it happens, to a terminal and if cases follow. A run
// that is interrupted leaves on the terminal what was going on.
func TestProgressFailure(t *testing.T) {
	var out bytes.Buffer
	p := progress(&out, &out, 80, false, report.Planned{"p", "slow", 3})
	p.Event(result.Event{Kind: result.Built, Problem: "p", Solution: "slow"})
	for _, name := range []string{"secret/1", "secret/2"} {
		p.Event(result.Event{Kind: result.Begins, Problem: "p", Solution: "slow", Name: name})
		p.Event(result.Event{Kind: result.Ended, Problem: "p", Solution: "slow", Case: &result.Case{Case: name, Verdict: result.WA,
			Message: say.Text("no board\x1b")}})
	}
	p.Event(result.Event{Kind: result.Begins, Problem: "p", Solution: "slow", Name: "secret/3"})
	p.Close(true)
	if want := "✗  p  slow  secret/1: WA wrong answer: no board\\x1b\n"; strings.Count(out.String(), "WA") != 1 ||
		!strings.Contains(out.String(), want) {
		t.Errorf("%q, want %q", &out, want)
	}
	must.Be(t, strings.HasSuffix(out.String(), "2 of 3  p slow secret/3\n"), "interrupted: %q", &out)
}

// TestProgressLines: the sign of a solution tells what is as expected and accepted, wrong, skipped, or a promised failure. On
// a narrow terminal its line is broken between words. With -q there is none.
func TestProgressLines(t *testing.T) {
	for _, test := range []struct {
		verdict  result.Verdict
		expected bool
		want     string
	}{
		{result.AC, true, "✓"}, {result.AC, false, "✗"}, {result.WA, false, "✗"},
		{result.SK, true, "-"}, {result.SK, false, "✗"}, {result.WA, true, "="},
	} {
		for _, silent := range []bool{false, true} {
			var out bytes.Buffer
			s := result.Solution{Problem: "aplusb", Solution: "does_not_compile", Verdict: test.verdict, AsExpected: test.expected,
				Compile: result.Compile{OK: true}, Cases: make([]result.Case, 3)}
			p := progress(&out, io.Discard, 40, silent, report.Planned{"aplusb", "does_not_compile", 0})
			p.Event(result.Event{Kind: result.Finished, Result: &s})
			want := test.want + "  aplusb       does_not_compile " + string(test.verdict) + "\n   0/3  CPU 0.00 ms\n"
			if silent {
				want = ""
			}
			must.Equal(t, want, out.String(), &out)
		}
	}
}
