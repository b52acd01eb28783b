package report_test

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/samples"
)

func TestText(t *testing.T) {
	tests := []struct {
		name string
		opt  report.TextOptions
	}{
		{"seldom.golden", report.TextOptions{Style: terminal.Style{Width: 100, Fold: 100}, Command: "judge"}},
		{"seldom-verbose.golden", report.TextOptions{Style: terminal.Style{Width: 100, Fold: 100}, Verbose: true, Command: "judge"}},
		{"seldom-quiet.golden", report.TextOptions{Style: terminal.Style{Width: 100, Fold: 100}, Quiet: true, Command: "judge"}},
		{"groups.golden", report.TextOptions{Style: terminal.Style{Width: 100}}},
		{"wide.golden", report.TextOptions{Style: terminal.Style{Width: 140}, Command: "go run ./judge"}},
		{"narrow.golden", report.TextOptions{Style: terminal.Style{Width: 60, Fold: 60}, Command: "judge", Root: "the tree"}},
		{"colour.golden", report.TextOptions{Style: terminal.Style{Width: 140, Fold: 140, Palette: terminal.NewPalette(true)}, Command: "judge"}},
		{"verbose.golden", report.TextOptions{Style: terminal.Style{Width: 100}, Verbose: true, Command: "judge"}},
		{"quiet.golden", report.TextOptions{Style: terminal.Style{Width: 100}, Quiet: true}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var b bytes.Buffer
			run := samples.Mixed()
			switch kind, _, _ := strings.Cut(strings.TrimSuffix(test.name, ".golden"), "-"); kind {
			case "seldom":
				run = samples.Seldom()
			case "groups":
				run = samples.Nested()
			}
			if err := report.Text(&b, run, test.opt); err != nil {
				t.Fatal(err)
			}
			samples.Golden(t, test.name, b.Bytes())
			for line := range strings.SplitSeq(colours.ReplaceAllString(b.String(), ""), "\n") {
				if test.opt.Fold > 0 && terminal.Width(line) > test.opt.Fold && !strings.HasPrefix(line, "  again: ") {
					t.Errorf("%d columns: %s", terminal.Width(line), line)
				}
			}
		})
	}
}

// A repeated run says how often it ran and how much it varies; a single run does not.
func TestRepeated(t *testing.T) {
	const ms = time.Millisecond
	three := func(name string, low, high time.Duration) result.Case {
		return result.Case{Case: name, Verdict: result.AC, Expected: "AC", AsExpected: true, CPU: 10 * ms,
			Samples: []time.Duration{low, 10 * ms, high}}
	}
	quiet, noisy := three("1", 10*ms, 10*ms), three("2", 8*ms, 12*ms)
	once := result.Case{Case: "3", Verdict: result.TLE, Expected: "TLE", AsExpected: true, CPU: 100 * ms}
	tests := []struct {
		name  string
		cases []result.Case
		width int
		says  []string
		not   []string
	}{
		{"once", []result.Case{once}, 100, []string{"CPU time in ms; the bar"}, []string{"median", "spread", "±"}},
		{"three times", []result.Case{quiet, noisy}, 100, []string{
			"CPU time in ms, the median of 3 runs; the bar", "slowest    spread  peak", "± 10.0 %", "spread: half of the runs"}, nil},
		{"some once", []result.Case{noisy, once}, 100, []string{"the median of up to 3 runs", "± 10.0 %"}, nil},
		{"no room", []result.Case{noisy}, 40, []string{"median of 3 runs"}, []string{"spread"}},
	}
	for _, tt := range tests {
		s := result.Solution{Problem: "p", Solution: "s", Verdict: result.AC, Expected: "AC", AsExpected: true,
			Compile: result.Compile{OK: true}, Limits: result.Limits{CPU: time.Second}, Cases: tt.cases}
		got := textOf(t, report.TextOptions{Style: terminal.Style{Width: tt.width}}, s)
		for _, words := range tt.says {
			if !strings.Contains(got, words) {
				t.Errorf("%s: does not say %q:\n%s", tt.name, words, got)
			}
		}
		for _, words := range tt.not {
			if strings.Contains(got, words) {
				t.Errorf("%s: says %q:\n%s", tt.name, words, got)
			}
		}
	}
}

func TestJSON(t *testing.T) {
	var b bytes.Buffer
	if err := result.WriteRun(&b, samples.Mixed()); err != nil {
		t.Fatal(err)
	}
	samples.Golden(t, "run.json", b.Bytes())
}

// A report that cannot be written is an error, not a short report.
func TestTextOnFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full here:", err)
	}
	defer full.Close()
	for name, write := range map[string]func(io.Writer) error{
		"text": func(w io.Writer) error {
			return report.Text(w, samples.Mixed(), report.TextOptions{Style: terminal.Style{Width: 80}})
		},
		"json": func(w io.Writer) error { return result.WriteRun(w, samples.Mixed()) },
	} {
		if err := write(full); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestLabels: a path is shown by its last part, or by as many parts as make it unique.
func TestLabels(t *testing.T) {
	want := map[string]string{"lowbit": "lowbit", "/tmp/a/mine.cpp": "mine.cpp", "36/doocs.go": "36/doocs.go", "x/37/doocs.go": "37/doocs.go",
		"b/same": "b/same", "same": "same", "\x1b/p": "p", "/p.c": "/p.c"}
	got := report.Labels(slices.Sorted(maps.Keys(want)))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Without any times, the report does not mention times.
func TestLegend(t *testing.T) {
	one := result.Solution{Problem: "p", Solution: "s", Verdict: result.CE, Cases: []result.Case{{Case: "1", Verdict: result.CE}}}
	if got := textOf(t, report.TextOptions{}, one, one); strings.Contains(got, "time;") || !strings.Contains(got, "! not expected") {
		t.Errorf("got %s", got)
	}
}

const complaint = "main.cpp:3:7: error: 'class std::map<int, std::vector<int> >' has no member named 'no_such_member_of_it'"

// A log gets the whole text of a compiler, a terminal a folded one.
func TestCompilersText(t *testing.T) {
	said := "main.cpp: In function 'int main()':\n" + complaint + "\n"
	s := result.Solution{Problem: "p", Solution: "s", Verdict: result.CE, Expected: "AC", Compile: result.Compile{Message: say.Text(said)},
		Cases: []result.Case{{Case: "1", Verdict: result.CE, Expected: "AC", Message: say.Text(result.FirstError(said))}}}
	for _, verbose := range []bool{false, true} {
		log := textOf(t, report.TextOptions{Style: terminal.Style{Width: 60}, Verbose: verbose}, s)
		folded := textOf(t, report.TextOptions{Style: terminal.Style{Width: 60, Fold: 60}, Verbose: verbose}, s)
		folded = strings.Join(strings.Fields(strings.ReplaceAll(folded, "│", "")), " ")
		if !strings.Contains(log, complaint) || !strings.Contains(folded, complaint) {
			t.Errorf("-v %v: cut in\n%s\nor %s", verbose, log, folded)
		}
	}
}

// TestBeyond: cases beyond the site stand below a rule. A failure there is shown with its reason, once for all who
// share it, and does not count as a failure. A promised failure has its own sign.
func TestBeyond(t *testing.T) {
	beyond, all := samples.Beyond, report.TextOptions{Verbose: true}
	got := textOf(t, report.TextOptions{}, beyond("x/one.cpp", result.OLE), beyond("two.cpp", result.OLE), beyond("three", result.AC))
	for _, want := range []string{
		"\n── beyond the site ─", "\n≈ one.cpp, two.cpp · p: OLE on b\n  beyond the site: the site always ends with `end`\n",
		"\n\n≈ one.cpp, two.cpp · p: OLE on d\n", "1/1     1/3", "1/1     3/3", "all 12 results as expected",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("does not say %q:\n%s", want, got)
		}
	}
	if strings.Contains(got, "✗") || strings.Contains(got, "!") {
		t.Errorf("told as a failure:\n%s", got)
	}
	failed := beyond("four", result.OLE)
	failed.Cases[0].Verdict, failed.Cases[0].AsExpected = result.WA, false
	failed.Conclude("")
	if got := textOf(t, report.TextOptions{}, failed); strings.Contains(got, "≈") || !strings.Contains(got, "✗ four") {
		t.Errorf("told before its own failure is mended:\n%s", got)
	}
	mixed := beyond("five", result.OLE)
	mixed.Cases[3].Verdict, mixed.Cases[3].WhyBeyond = result.TLE, samples.WhyBeyond
	if got := textOf(t, report.TextOptions{}, mixed); !strings.Contains(got, "≈ five · p: OLE on b; TLE on d\n") {
		t.Errorf("for one reason, with two verdicts:\n%s", got)
	}
	passed := textOf(t, all, beyond("three", result.AC))
	if strings.Contains(passed, "≈") || !strings.Contains(passed, "✓ three · p · beyond/c: AC accepted") {
		t.Errorf("what passed is not told as that:\n%s", passed)
	}
}

// TestGroupsInWords: a group that all was got for needs no words, unless there is no most.
func TestGroupsInWords(t *testing.T) {
	group := func(name string, points float64, passed int, unbounded bool) result.GroupScore {
		scoring := result.Scoring{Group: name, Cases: 2, Max: 10, Unbounded: unbounded}
		return result.GroupScore{Scoring: scoring, Points: points, Passed: passed, Verdict: result.AC}
	}
	s := result.Solution{Problem: "p", Solution: "x", Compile: result.Compile{OK: true},
		Cases: []result.Case{{Case: "secret/a", Verdict: result.AC, AsExpected: true}},
		Score: &result.Score{Groups: []result.GroupScore{
			group("whole", 10, 1, false), group("free", 10, 1, true), group("part", 5, 1, false), group("passed", 5, 2, false)}}}
	got := textOf(t, report.TextOptions{}, s)
	for name, want := range map[string]bool{"whole": false, "free": true, "part": true, "passed": false} {
		if strings.Contains(got, " · "+name+": ") != want {
			t.Errorf("%s is told: %t\n%s", name, !want, got)
		}
	}
}

// TestAlike: if several solutions fail for the same reason, the reason is shown once.
func TestAlike(t *testing.T) {
	var all []result.Solution
	for i := range 20 {
		s := result.Solution{Problem: "p", Solution: fmt.Sprintf("s%d.c", i), Expected: "AC", Compile: result.Compile{OK: true},
			Cases: []result.Case{{Case: "secret/a", Verdict: result.RE, Expected: "AC", Message: say.Text("exit status 3")}}}
		if i == 19 {
			s.Cases[0].Message = say.Text("exit status 4")
		}
		s.Conclude("")
		all = append(all, s)
	}
	got := textOf(t, report.TextOptions{}, all...)
	if n := strings.Count(got, "✗"); n != 2 || !strings.Contains(got, "✗ s0.c, s1.c, s2.c, s3.c and 15 more · p · secret/a: RE") {
		t.Errorf("%d failures are told:\n%s", n, got)
	}
}

// TestHostileText: what programs and their sanitizers print cannot steer the reader's terminal.
func TestHostileText(t *testing.T) {
	const hostile = "\x1b]0;mine\a\x1b[2J\u202e"
	var run result.Run
	for _, name := range []string{"a", "b"} { // they fail alike
		run.Results = append(run.Results, result.Solution{Problem: "p", Solution: name, Verdict: result.RE, Compile: result.Compile{OK: true}, Cases: []result.Case{{
			Case: "secret/1", Verdict: result.RE, Message: say.Text(hostile), Stderr: hostile, Printed: hostile,
			Fault: &result.Fault{Path: hostile, Text: say.Text(hostile)}}}})
	}
	for _, verbose := range []bool{false, true} {
		var b bytes.Buffer
		if err := Text(&b, run, TextOptions{Style: terminal.Style{Width: 100}, Verbose: verbose}); err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(b.String(), "\x1b\a\u202e") || !strings.Contains(b.String(), `sanitizer: `) {
			t.Errorf("verbose %t: %q", verbose, &b)
		}
	}
}
