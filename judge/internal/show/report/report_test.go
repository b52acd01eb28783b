package report

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/samples"
)

func TestText(t *testing.T) {
	tests := []struct {
		name string
		opt  TextOptions
	}{
		{"seldom.golden", TextOptions{Style: terminal.Style{Width: 100, Fold: 100}, Command: "judge"}},
		{"seldom-verbose.golden", TextOptions{Style: terminal.Style{Width: 100, Fold: 100}, Verbose: true, Command: "judge"}},
		{"seldom-quiet.golden", TextOptions{Style: terminal.Style{Width: 100, Fold: 100}, Quiet: true, Command: "judge"}},
		{"groups.golden", TextOptions{Style: terminal.Style{Width: 100}}},
		{"wide.golden", TextOptions{Style: terminal.Style{Width: 140}, Command: "go run ./judge"}},
		{"narrow.golden", TextOptions{Style: terminal.Style{Width: 60, Fold: 60}, Command: "judge", Root: "the tree"}},
		{"colour.golden", TextOptions{Style: terminal.Style{Width: 140, Fold: 140, Palette: terminal.NewPalette(true)}, Command: "judge"}},
		{"verbose.golden", TextOptions{Style: terminal.Style{Width: 100}, Verbose: true, Command: "judge"}},
		{"quiet.golden", TextOptions{Style: terminal.Style{Width: 100}, Quiet: true}},
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
			if err := Text(&b, run, test.opt); err != nil {
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
	quiet := result.Case{Case: "1", Verdict: result.AC, Expected: "AC", AsExpected: true, CPU: 10 * ms, Samples: []time.Duration{10 * ms, 10 * ms, 10 * ms}}
	noisy := result.Case{Case: "2", Verdict: result.AC, Expected: "AC", AsExpected: true, CPU: 10 * ms, Samples: []time.Duration{8 * ms, 10 * ms, 12 * ms}}
	once := result.Case{Case: "3", Verdict: result.TLE, Expected: "TLE", AsExpected: true, CPU: 100 * ms}
	tests := []struct {
		name  string
		cases []result.Case
		width int
		says  []string
		not   []string
	}{
		{"once", []result.Case{once}, 100, []string{"CPU time in ms; the bar"}, []string{"median", "spread", "±"}},
		{"three times", []result.Case{quiet, noisy}, 100, []string{"CPU time in ms, the median of 3 runs; the bar", "slowest    spread  peak", "± 10.0 %", "spread: half of the runs"}, nil},
		{"some once", []result.Case{noisy, once}, 100, []string{"the median of up to 3 runs", "± 10.0 %"}, nil},
		{"no room", []result.Case{noisy}, 40, []string{"median of 3 runs"}, []string{"spread"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			run := result.Run{Results: []result.Solution{{Problem: "p", Solution: "s", Verdict: result.AC, Expected: "AC", AsExpected: true,
				Compile: result.Compile{OK: true}, Limits: result.Limits{CPU: time.Second}, Cases: tt.cases}}}
			var b bytes.Buffer
			if err := Text(&b, run, TextOptions{Style: terminal.Style{Width: tt.width}}); err != nil {
				t.Fatal(err)
			}
			for _, words := range tt.says {
				if !strings.Contains(b.String(), words) {
					t.Errorf("does not say %q:\n%s", words, &b)
				}
			}
			for _, words := range tt.not {
				if strings.Contains(b.String(), words) {
					t.Errorf("says %q:\n%s", words, &b)
				}
			}
		})
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
			return Text(w, samples.Mixed(), TextOptions{Style: terminal.Style{Width: 80}})
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
	got := Labels(slices.Sorted(maps.Keys(want)))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestHeadings(t *testing.T) {
	names := []string{"lowbit", "a name that is too long", "a name that is so long", "x", "students/2025/al.cpp", "students/2026/al.cpp", "x"}
	want := []string{"lowbit", "a name tha…1", "a name tha…2", "x…1", "2025/al.cpp", "2026/al.cpp", "x…2"}
	var results []result.Solution
	for _, name := range names {
		results = append(results, result.Solution{Solution: name})
	}
	if diff := cmp.Diff(want, headings(results, LabelsOf(results), headRoom)); diff != "" {
		t.Error(diff)
	}
}

// Without any times, the report does not mention times.
func TestLegend(t *testing.T) {
	var b bytes.Buffer
	one := result.Solution{Problem: "p", Solution: "s", Verdict: result.CE, Cases: []result.Case{{Case: "1", Verdict: result.CE}}}
	run := result.Run{Results: []result.Solution{one, one}}
	if err := Text(&b, run, TextOptions{Style: terminal.Style{Width: 100}}); err != nil {
		t.Fatal(err)
	}
	if out := b.String(); strings.Contains(out, "time;") || !strings.Contains(out, "! not expected") {
		t.Errorf("got %s", out)
	}
}

func TestInThree(t *testing.T) {
	for d, want := range map[time.Duration]string{9994: "9.99", 9995: "10.0", 99_949: "99.9", 99_950: "100", 456_400: "456", 1_234_000: "1230"} {
		if got := inThree(d * time.Microsecond); got != want {
			t.Errorf("%d µs: %s, want %s", d, got, want)
		}
	}
}

func TestUnits(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0.00 ms", 930 * time.Microsecond: "0.93 ms", 12345 * time.Microsecond: "12.3 ms", 456 * time.Millisecond: "456 ms",
		999600 * time.Microsecond: "1.00 s", 1234 * time.Millisecond: "1.23 s", 200 * time.Second: "200 s",
	} {
		if got := terminal.Duration(d); got != want {
			t.Errorf("screen.Duration(%d) = %q, want %q", d, got, want)
		}
	}
	for d, want := range map[time.Duration]string{
		1230: "1.23 µs", 45_600: "45.6 µs", 999_400: "999 µs", 999_600: "1.00 ms", 2 * time.Second: "2.00 s",
	} {
		if got := terminal.ShortDuration(d); got != want {
			t.Errorf("screen.ShortDuration(%d) = %q, want %q", d, got, want)
		}
	}
	for n, want := range map[int64]string{0: "0 B", 1023: "1023 B", 3456: "3.4 KiB", 64 << 20: "64 MiB", 5 << 30: "5 GiB"} {
		if got := terminal.Size(n); got != want {
			t.Errorf("screen.Size(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestCommandLine(t *testing.T) {
	tests := []struct {
		name, want string
		names      []string
	}{
		{"plain", "judge lowbit my.cpp -v", []string{"lowbit", "my.cpp"}},
		{"quoted", "judge 'a b' 'it'\\''s' -v", []string{"a b", "it's"}},
		{"like a flag", "judge -v -- lowbit -x", []string{"lowbit", "-x"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := terminal.CommandLine("judge", tt.names, "-v"); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// A shell reads back the same word.
func TestShellWord(t *testing.T) {
	for _, word := range []string{"", "plain", "it's", "a\tb", "a\nb", `it's \n` + "\x1b[31m", "\xff\xfe1", "数独", "\u202e1'", "~/$HOME"} {
		quoted := terminal.ShellWord(word)
		if quoted != terminal.Escape(quoted) {
			t.Errorf("%q: %q is not safe to show", word, quoted)
		}
		bash, err := exec.LookPath("bash")
		if err != nil {
			continue
		}
		if out, err := exec.Command(bash, "-c", "printf %s "+quoted).Output(); err != nil || string(out) != word {
			t.Errorf("%q: bash reads %s as %q, %v", word, quoted, out, err)
		}
	}
}

const complaint = "main.cpp:3:7: error: 'class std::map<int, std::vector<int> >' has no member named 'no_such_member_of_it'"

// A log gets the whole text of a compiler, a terminal a folded one.
func TestCompilersText(t *testing.T) {
	said := "main.cpp: In function 'int main()':\n" + complaint + "\n"
	for _, verbose := range []bool{false, true} {
		var b bytes.Buffer
		if err := Text(&b, result.Run{Results: []result.Solution{{Problem: "p", Solution: "s", Verdict: result.CE, Expected: "AC", Compile: result.Compile{Message: say.Text(said)},
			Cases: []result.Case{{Case: "1", Verdict: result.CE, Expected: "AC", Message: say.Text(result.FirstError(said))}}}}}, TextOptions{Style: terminal.Style{Width: 60}, Verbose: verbose}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), complaint) {
			t.Errorf("-v %v: cut:\n%s", verbose, &b)
		}
		b.Reset()
		if err := Text(&b, result.Run{Results: []result.Solution{{Problem: "p", Solution: "s", Verdict: result.CE, Expected: "AC", Compile: result.Compile{Message: say.Text(said)},
			Cases: []result.Case{{Case: "1", Verdict: result.CE, Expected: "AC", Message: say.Text(result.FirstError(said))}}}}}, TextOptions{Style: terminal.Style{Width: 60, Fold: 60}, Verbose: verbose}); err != nil {
			t.Fatal(err)
		}
		if words := strings.Fields(strings.ReplaceAll(b.String(), "│", "")); !strings.Contains(strings.Join(words, " "), complaint) {
			t.Errorf("-v %v: cut on a terminal:\n%s", verbose, &b)
		}
	}
}

// TestBeyond: cases beyond the site stand below a rule. A failure there is shown with its reason, once for all who
// share it, and does not count as a failure. A promised failure has its own sign.
func TestBeyond(t *testing.T) {
	got := textOf(t, TextOptions{}, samples.Beyond("x/one.cpp", result.OLE), samples.Beyond("two.cpp", result.OLE), samples.Beyond("three", result.AC))
	for _, want := range []string{"\n── beyond the site ─", "\n≈ one.cpp, two.cpp · p: OLE on b\n  beyond the site: the site always ends with `end`\n\n≈ one.cpp, two.cpp · p: OLE on d\n", "1/1     1/3", "1/1     3/3", "all 12 results as expected"} {
		if !strings.Contains(got, want) {
			t.Errorf("does not say %q:\n%s", want, got)
		}
	}
	if strings.Contains(got, "✗") || strings.Contains(got, "!") {
		t.Errorf("told as a failure:\n%s", got)
	}
	failed := samples.Beyond("four", result.OLE)
	failed.Cases[0].Verdict, failed.Cases[0].AsExpected = result.WA, false
	failed.Conclude("")
	if got := textOf(t, TextOptions{}, failed); strings.Contains(got, "≈") || !strings.Contains(got, "✗ four") {
		t.Errorf("told before its own failure is mended:\n%s", got)
	}
	mixed := samples.Beyond("five", result.OLE)
	mixed.Cases[3].Verdict, mixed.Cases[3].WhyBeyond = result.TLE, samples.WhyBeyond
	if got := textOf(t, TextOptions{}, mixed); !strings.Contains(got, "≈ five · p: OLE on b; TLE on d\n") {
		t.Errorf("for one reason, with two verdicts:\n%s", got)
	}
	if all := textOf(t, TextOptions{Verbose: true}, samples.Beyond("three", result.AC)); strings.Contains(all, "≈") || !strings.Contains(all, "✓ three · p · beyond/c: AC accepted") {
		t.Errorf("what passed is not told as that:\n%s", all)
	}
}

// TestGroupsInWords: a group that all was got for needs no words, unless there is no most.
func TestGroupsInWords(t *testing.T) {
	group := func(name string, points float64, passed int, unbounded bool) result.GroupScore {
		return result.GroupScore{Scoring: result.Scoring{Group: name, Cases: 2, Max: 10, Unbounded: unbounded}, Points: points, Passed: passed, Verdict: result.AC}
	}
	s := result.Solution{Problem: "p", Solution: "x", Compile: result.Compile{OK: true}, Cases: []result.Case{{Case: "secret/a", Verdict: result.AC, AsExpected: true}}, Score: &result.Score{Groups: []result.GroupScore{
		group("whole", 10, 1, false), group("free", 10, 1, true), group("part", 5, 1, false), group("passed", 5, 2, false)}}}
	got := textOf(t, TextOptions{}, s)
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
	got := textOf(t, TextOptions{}, all...)
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
