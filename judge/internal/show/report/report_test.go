package report

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares got with a file under testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got; go test -update writes it anew):\n%s", name, diff)
	}
}

// sample is a run with one of everything.
func sample() result.Run {
	limits := result.Limits{CPU: time.Second, Wall: 3 * time.Second, Memory: 64 << 20, Output: 8 << 20}
	ok := result.Compile{OK: true, Time: 700 * time.Millisecond}
	ms := func(x float64) time.Duration { return time.Duration(x * float64(time.Millisecond)) }
	accepted := func(name string, cpu time.Duration) result.Case {
		return result.Case{Case: name, About: result.About{Description: say.Words{English: "what " + name + " tries"}, Hint: say.Words{English: "think of " + name, Chinese: "想想 " + name}}, Verdict: result.AC, Expected: "AC", AsExpected: true,
			CPU: cpu, Wall: cpu + ms(0.4), PeakKiB: 2100}
	}
	wrong := result.Case{Case: "secret/02-hard", About: result.About{Description: say.Words{English: "needs search"}, Hint: say.Words{English: "try every digit", Chinese: "每个数字都要试"}}, Verdict: result.WA, Expected: "AC",
		CPU: ms(12.34), Wall: ms(13), PeakKiB: 2400, Input: "4.....8.5\nend\n", Stderr: "debug: \x1b[31mred\n",
		Difference: &result.Difference{Line: 3, Column: 7, Want: "hello world", Got: "hello\x00w\xffrld", Text: sentence("line 3: they differ")}}
	slow := result.Case{Case: "secret/02-hard", Verdict: result.TLE, Expected: "TLE", AsExpected: true,
		CPU: ms(1002), Wall: ms(1010), PeakKiB: 2048, Exit: -1, Signal: "SIGKILL", Message: say.Text("used up its 1 s of CPU time")}
	crashed := result.Case{Case: "sample/1", Verdict: result.RE, Expected: "AC", CPU: ms(0.8), Wall: ms(1), PeakKiB: 900,
		Exit: 3, Message: say.Text("exit status 3"), Contended: true,
		Stderr: "Traceback (most recent call last):\n" + strings.Repeat("\tat solve\n", 9) + "RecursionError: 数独 出错了\n"}
	skipped := result.Case{Case: "secret/02-hard", Verdict: result.SK, Expected: "AC", AsExpected: true, Message: say.Text("skipped: an earlier case failed (-fail-fast)")}
	sampled := accepted("secret/02-hard", ms(3))
	sampled.Samples = []time.Duration{ms(2.9), ms(3), ms(3.3)}
	sampled.Work = &result.Work{Statements: 12345, Calls: map[string]int64{"main.solve": 12}, Lines: []int64{-1, 1, 12}}
	entry := func(problem, name string, v result.Verdict, asExpected bool, cases ...result.Case) result.Solution {
		return result.Solution{Problem: problem, Title: say.Words{English: map[string]string{"a": "Sudoku 数独", "b": ""}[problem]}, Solution: name,
			Path: "solutions/" + name + "/main.go", Language: "Go", CodeBytes: 3456, Verdict: v, Expected: "AC", AsExpected: asExpected,
			Limits: limits, Compile: ok, Cases: cases}
	}
	many := entry("b", "many", result.WA, false)
	for i := range 5 {
		c := wrong
		c.Case, c.Stderr, c.Input = fmt.Sprintf("secret/1%d-fails", i), "", ""
		c.Message = say.Text([]string{"", "", "", "", "the checker adds this"}[i])
		many.Cases = append(many.Cases, c)
	}
	broken := entry("b", "broken", result.CE, false,
		result.Case{Case: "sample/1", Verdict: result.CE, Expected: "AC", Message: say.Text("main.go:3: undefined: x")})
	broken.Compile = result.Compile{Message: say.Text("solutions/broken/main.go:3:1: undefined: x\nsolutions/broken/main.go:4:1: undefined: y\n")}
	missing := entry("b", "rusty", result.SK, true, result.Case{Case: "sample/1", Verdict: result.SK, Expected: "AC", AsExpected: true})
	missing.Language = "Rust"
	missing.Compile = result.Compile{Message: say.Text("no rustc here for Rust: install it with apt-get install rustc")}
	promised := entry("b", "promised", result.AC, false, accepted("sample/1", ms(1)))
	promised.Expected = "WA"
	java := entry("a", "javanese", result.AC, true, accepted("sample/1", ms(45)), accepted("secret/02-hard", ms(99.5)))
	java.Language, java.Limits.CPU = "Java", 2*time.Second
	return result.Run{
		Host: result.Host{OS: "linux", Arch: "amd64", CPUs: 2, CPU: "a processor", Go: "go1.26", Isolation: say.Text("step 2 of 5: namespaces"),
			MemoryMethod: say.Text("peak of the largest process"), Contended: true},
		Elapsed: 2345 * time.Millisecond,
		Results: []result.Solution{
			entry("a", "lowbit", result.AC, true, accepted("sample/1", ms(0.93)), sampled),
			entry("a", "a name that is rather long", result.WA, false, accepted("sample/1", ms(1)), wrong),
			entry("a", "naive", result.TLE, true, accepted("sample/1", ms(1.2)), slow),
			entry("a", "数独高手", result.RE, false, crashed, skipped),
			java, many, broken, missing, promised,
		},
	}
}

// seldom is a run with one case for each rare event.
func seldom() result.Run {
	const ms = time.Millisecond
	failed := func(v result.Verdict, c result.Case) result.Case {
		if c.Verdict, c.CPU, c.Wall = v, 2*ms, 3*ms; c.Expected == "" {
			c.Expected = "AC"
		}
		c.AsExpected = v == result.AC || c.Expected.Allows(v)
		return c
	}
	d := talked().Results[0].Cases[0].Dialogue
	spoken := &result.Dialogue{Remarks: d.Remarks[:5]}
	for i := range d.Remarks[6:] {
		d.Remarks[6+i].Text = fmt.Sprint(i)
	}
	d.Remarks = d.Remarks[:18]
	asOne := &result.Dialogue{From: 1, Left: 1, Remarks: []result.Remark{{Pass: 1, By: result.ByProgram, Text: "1"}, {Pass: 1, By: result.ByJudge, Text: "2", Open: true}}}
	words := &result.Difference{Line: 1, Column: 1, Want: "yes", Got: "no", Text: sentence("line 1: they differ")}
	board := &result.Difference{Line: 1, Column: 1, Want: replaced(answers, 1, "4"), Got: answers, Text: sentence("line 1: not this answer"), Puzzle: asked}
	shadow := &result.Difference{Line: 1, Column: 1, Want: "no", Got: strings.Repeat("1", 16), Text: sentence("line 1: row 1 has two 1s"), Puzzle: asked}
	cases := []result.Case{
		failed(result.WA, result.Case{Dialogue: d, Message: say.Text("said too much"), Printed: "so far\n", Stderr: "log\n"}), failed(result.WA, result.Case{Output: "what it said\n", Input: "in\n"}), failed(result.WA, result.Case{}),
		failed(result.PE, result.Case{Expected: "WA"}), failed(result.AC, result.Case{Dialogue: spoken, Printed: "1\n2\n", Stderr: "log\n"}), failed(result.WA, result.Case{Dialogue: asOne, Message: say.Text("said too little")}),
		failed(result.AC, result.Case{Kept: true, Contended: true}), failed(result.AC, result.Case{Call: ms, Driver: ms / 2, Machine: "north"}),
		failed(result.RE, result.Case{Exit: 3, Signal: "SIGSEGV", Printed: "so far\n", Stderr: strings.Repeat(strings.Repeat("x", 90)+"\n", 27), Message: say.Of("exit status %d", 3)}),
		failed(result.TLE, result.Case{Expected: "TLE", Message: say.Of("used up its %s of CPU time", "1 s")}), failed(result.JE, result.Case{Message: say.Text("the checker crashed")}),
		failed(result.WA, result.Case{Difference: words, Input: "4\n"}), failed(result.WA, result.Case{Difference: board, Input: "5\n"}), failed(result.WA, result.Case{Difference: shadow}),
		failed(result.WA, result.Case{Difference: words, Input: "4\n"}),
	}
	cases[8].CPU, cases[10].CPU = 0, 0
	odd := result.Solution{Problem: "odd", Title: say.Words{English: "odd"}, Solution: "mine.cpp", Path: "mine.cpp", Language: "C++", Expected: "AC", Compile: result.Compile{OK: true, Cached: true}, Limits: result.Limits{CPU: 9 * ms}}
	for i, c := range cases {
		c.Case = fmt.Sprintf("secret/%02d", i+1)
		odd.Cases = append(odd.Cases, c)
	}
	for _, v := range []result.Verdict{result.WA, result.TLE, result.SK} {
		odd.Cases = append(odd.Cases, result.Case{Case: "beyond/" + string(v), Verdict: v, AsExpected: true, CPU: ms})
	}
	same := odd
	same.Solution, same.Path, same.Cases = "solutions/other", "solutions/other/main.cpp", slices.Clone(odd.Cases)
	for i := range same.Cases {
		same.Cases[i].Expected, same.Cases[i].AsExpected = result.Promise(same.Cases[i].Verdict), true
	}
	run := result.Run{Results: []result.Solution{odd, same}, Interrupted: true, Host: result.Host{Several: true}}
	for i := range run.Results {
		run.Results[i].Conclude("")
	}
	return run
}

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
			run := sample()
			switch kind, _, _ := strings.Cut(strings.TrimSuffix(test.name, ".golden"), "-"); kind {
			case "seldom":
				run = seldom()
			case "groups":
				run = nestedRun()
			}
			if err := Text(&b, run, test.opt); err != nil {
				t.Fatal(err)
			}
			golden(t, test.name, b.Bytes())
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

func TestMachineReports(t *testing.T) {
	scored := nestedRun()
	scored.Results = append(scored.Results, seldom().Results...)
	for _, test := range []struct {
		name  string
		write func(io.Writer, result.Run) error
		run   result.Run
	}{{"run.json", result.WriteRun, sample()}, {"run.xml", JUnit, sample()}, {"seldom.xml", JUnit, scored}} {
		t.Run(test.name, func(t *testing.T) {
			var b bytes.Buffer
			if err := test.write(&b, test.run); err != nil {
				t.Fatal(err)
			}
			golden(t, test.name, b.Bytes())
		})
	}
}

// A report that cannot be written is an error, not a short report.
func TestTextOnFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full here:", err)
	}
	defer full.Close()
	for name, write := range map[string]func(io.Writer) error{
		"text":  func(w io.Writer) error { return Text(w, sample(), TextOptions{Style: terminal.Style{Width: 80}}) },
		"json":  func(w io.Writer) error { return result.WriteRun(w, sample()) },
		"junit": func(w io.Writer) error { return JUnit(w, sample()) },
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
	if diff := cmp.Diff(want, headings(results, labelsOf(results), headRoom)); diff != "" {
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

// A log gets the whole text of a compiler, a terminal a folded one.
func TestCompilersText(t *testing.T) {
	said := "main.cpp: In function 'int main()':\n" + complaint + "\n"
	for _, verbose := range []bool{false, true} {
		var b bytes.Buffer
		if err := Text(&b, notCompiled(said), TextOptions{Style: terminal.Style{Width: 60}, Verbose: verbose}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), complaint) {
			t.Errorf("-v %v: cut:\n%s", verbose, &b)
		}
		b.Reset()
		if err := Text(&b, notCompiled(said), TextOptions{Style: terminal.Style{Width: 60, Fold: 60}, Verbose: verbose}); err != nil {
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
	why := say.Words{English: "the site always ends with `end`", Chinese: "原站总以 end 结束"}
	solution := func(name string, v result.Verdict) result.Solution {
		s := result.Solution{Problem: "p", Solution: name, Expected: "AC", Compile: result.Compile{OK: true}, Cases: []result.Case{
			{Case: "secret/a", Verdict: result.AC, Expected: "AC", AsExpected: true, CPU: time.Millisecond},
			{Case: "beyond/b", Verdict: v, AsExpected: true, CPU: time.Millisecond, About: result.About{WhyBeyond: why}},
			{Case: "beyond/c", Verdict: result.AC, AsExpected: true, CPU: time.Millisecond},
			{Case: "beyond/d", Verdict: v, AsExpected: true, CPU: time.Millisecond, About: result.About{WhyBeyond: say.Words{English: "the site has no such board", Chinese: "原站没有"}}},
		}}
		s.Conclude("")
		return s
	}
	got := textOf(t, TextOptions{}, solution("x/one.cpp", result.OLE), solution("two.cpp", result.OLE), solution("three", result.AC))
	for _, want := range []string{"\n── beyond the site ─", "\n≈ one.cpp, two.cpp · p: OLE on b\n  beyond the site: the site always ends with `end`\n\n≈ one.cpp, two.cpp · p: OLE on d\n", "1/1     1/3", "1/1     3/3", "all 12 results as expected"} {
		if !strings.Contains(got, want) {
			t.Errorf("does not say %q:\n%s", want, got)
		}
	}
	if strings.Contains(got, "✗") || strings.Contains(got, "!") {
		t.Errorf("told as a failure:\n%s", got)
	}
	failed := solution("four", result.OLE)
	failed.Cases[0].Verdict, failed.Cases[0].AsExpected = result.WA, false
	failed.Conclude("")
	if got := textOf(t, TextOptions{}, failed); strings.Contains(got, "≈") || !strings.Contains(got, "✗ four") {
		t.Errorf("told before its own failure is mended:\n%s", got)
	}
	mixed := solution("five", result.OLE)
	mixed.Cases[3].Verdict, mixed.Cases[3].WhyBeyond = result.TLE, why
	if got := textOf(t, TextOptions{}, mixed); !strings.Contains(got, "≈ five · p: OLE on b; TLE on d\n") {
		t.Errorf("for one reason, with two verdicts:\n%s", got)
	}
	if all := textOf(t, TextOptions{Verbose: true}, solution("three", result.AC)); strings.Contains(all, "≈") || !strings.Contains(all, "✓ three · p · beyond/c: AC accepted") {
		t.Errorf("what passed is not told as that:\n%s", all)
	}
	run := result.Run{Results: []result.Solution{solution("one.cpp", result.OLE)}}
	for _, report := range []struct {
		write func(io.Writer) error
		want  []string
	}{
		{func(w io.Writer) error { return JUnit(w, run) }, []string{`failures="0"`, "<system-out>OLE, but beyond the site: no part of the verdict</system-out>"}},
		{func(w io.Writer) error { return HTML(w, run, Extras{}) }, []string{`<tr class="beyond">`, "the site always ends with `end`", "原站总以 end 结束", "1/1, beyond 1/3", `<span class="num">1/1</span>`}},
	} {
		var b strings.Builder
		if err := report.write(&b); err != nil {
			t.Fatal(err)
		}
		for _, want := range report.want {
			if !strings.Contains(b.String(), want) {
				t.Errorf("does not say %q", want)
			}
		}
		if n := strings.Count(b.String(), "<system-out>"); n != 0 && n != 2 {
			t.Errorf("%d cases are told to be no part of the verdict, want the two that failed", n)
		}
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
