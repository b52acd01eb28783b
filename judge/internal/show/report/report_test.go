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
	"unicode/utf8"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/samples"
)

// TestGolden compares reports with files. No line is wider than the terminal, and nothing that a program printed is
// there as it is.
func TestGolden(t *testing.T) {
	type options = report.TextOptions
	text := func(run result.Run) func(io.Writer, options) error {
		return func(w io.Writer, opt options) error { return report.Text(w, run, opt) }
	}
	work := func(w io.Writer, opt options) error { return report.Work(w, counted(), opt) }
	classText := func(w io.Writer, opt options) error {
		c, run := samples.ClassOf("张三", "li", "王五")
		c.Students = append(c.Students, result.Student{ID: "nobody", Name: "nobody", Label: "nobody"})
		return report.ClassText(w, c, run, opt)
	}
	failed, mixed := samples.Beyond("failed", result.OLE), samples.Beyond("mixed", result.OLE)
	failed.Cases[0].Verdict, failed.Cases[0].AsExpected = result.WA, false // so what is beyond the site is not told
	failed.Conclude("")
	mixed.Cases[3].Verdict, mixed.Cases[3].WhyBeyond = result.TLE, samples.WhyBeyond
	beyond := result.Run{Results: []result.Solution{
		samples.Beyond("x/one.cpp", result.OLE), samples.Beyond("two.cpp", result.OLE), samples.Beyond("three", result.AC)}}
	alone := result.Run{Results: []result.Solution{crashes(21)}}
	alone.Host = result.Host{Isolation: say.Text("walls"), MemoryMethod: say.Text("rusage")}

	const ms = time.Millisecond
	quiet := result.Case{Verdict: result.AC, CPU: 10 * ms, Samples: []time.Duration{10 * ms, 10 * ms, 10 * ms}}
	noisy := result.Case{Verdict: result.AC, CPU: 10 * ms, Samples: []time.Duration{8 * ms, 10 * ms, 12 * ms}}
	once := result.Case{Verdict: result.TLE, CPU: 100 * ms}

	log, terminals := terminal.Style{Width: 100}, terminal.Style{Width: 100, Fold: 100}
	narrow, phone := terminal.Style{Width: 60, Fold: 60}, terminal.Style{Width: 40, Fold: 40}
	coloured := terminal.Style{Width: 140, Fold: 140, Palette: terminal.NewPalette(true)}
	for name, test := range map[string]struct {
		write func(io.Writer, options) error
		opt   options
	}{
		"seldom":         {text(samples.Seldom()), options{Style: terminals}},
		"seldom-verbose": {text(samples.Seldom()), options{Style: terminals, Verbose: true}},
		"seldom-quiet":   {text(samples.Seldom()), options{Style: terminals, Quiet: true}},
		"groups":         {text(samples.Nested()), options{Style: log}},
		"narrow":         {text(samples.Mixed()), options{Style: narrow}},
		"colour":         {text(samples.Mixed()), options{Style: coloured}},
		"verbose":        {text(samples.Mixed()), options{Style: log, Verbose: true}},
		"quiet":          {text(samples.Mixed()), options{Style: log, Quiet: true}},
		"talked":         {text(samples.Talked()), options{Style: narrow}},
		"talked-verbose": {text(samples.Talked()), options{Style: log, Verbose: true}},
		"beyond":         {text(beyond), options{Style: log}},
		"beyond-verbose": {text(beyond), options{Style: log, Verbose: true}},
		"beyond-failed":  {text(result.Run{Results: []result.Solution{failed, mixed}}), options{Style: log}},
		"alone":          {text(alone), options{Style: log, Stress: func(p string) bool { return p == "p" }}},
		"alone-walls":    {text(alone), options{Style: log, Isolation: true}},
		"work":           {work, options{Style: log}},
		"work-narrow":    {work, options{Style: terminal.Style{Width: 40}}},
		"repeated":       {text(repeated(quiet, noisy)), options{Style: log}},
		"repeated-once":  {text(repeated(once)), options{Style: log}},
		"repeated-some":  {text(repeated(noisy, once)), options{Style: log}},
		"class":          {classText, options{Style: log}},
		"class-narrow":   {classText, options{Style: phone}},
		"class-quiet":    {classText, options{Style: log, Quiet: true}},
		"class-colour":   {classText, options{Style: coloured}},
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			test.opt.Spell = spelled
			must.Succeed(t, test.write(&b, test.opt))
			samples.Golden(t, name+".golden", b.Bytes())
			plain := colours.ReplaceAllString(b.String(), "")
			must.Be(t, !strings.ContainsAny(plain, "\x1b\u202e") && utf8.ValidString(plain), "unescaped: %q", plain)
			for line := range strings.SplitSeq(plain, "\n") {
				if test.opt.Fold > 0 && terminal.Width(line) > test.opt.Fold && !strings.HasPrefix(line, "  again: ") {
					t.Errorf("%d columns: %s", terminal.Width(line), line)
				}
			}
		})
	}
}

// spelled represents a command that somebody can type.
func spelled(t report.Todo) string {
	words := append([]string{"judge", t.Do}, t.Solutions...)
	return strings.Join(strings.Fields(strings.Join(append(words, t.Problem, t.Case, t.Puzzle), " ")), " ")
}

// counted is a run in which the statements of some programs were counted.
func counted() result.Run {
	one := func(name string, n int64) result.Case {
		return result.Case{Case: name, Work: &result.Work{Statements: n}}
	}
	none := func(name string) result.Case { return result.Case{Case: name} }
	dialogue, crab := none("secret/1"), result.Case{Case: "1", Uncounted: say.Text("crab: not yet")}
	dialogue.Dialogue = &result.Dialogue{}
	of := func(problem, solution string, cases ...result.Case) result.Solution {
		return result.Solution{Problem: problem, Solution: solution, Cases: cases}
	}
	return result.Run{Results: []result.Solution{
		of("acwing166", "lowbit", one("sample/1", 24512), one("secret/long-name", 7)),
		of("acwing166", "naive", one("sample/1", 659411645), none("secret/long-name")),
		of("acwing166", "in\x1bC", none("sample/1")), of("other", "in C", none("sample/1")),
		of("talk", "lowbit", none("sample/1"), dialogue),
		of("third", "数\x1b", one("sample/1", 1)), of("third", "crab", crab, crab),
		{Problem: "two languages", Solution: "x", Language: "Go", Cases: []result.Case{one("1", 1)}},
		{Problem: "two languages", Solution: "y", Language: "Python", Cases: []result.Case{one("1", 1)}},
	}}
}

// repeated is a run of these cases, all as expected.
func repeated(cases ...result.Case) result.Run {
	for i := range cases {
		c := &cases[i]
		c.Case, c.Expected, c.AsExpected = fmt.Sprint(i+1), result.Promise(c.Verdict), true
	}
	return result.Run{Results: []result.Solution{{Problem: "p", Solution: "s", Verdict: result.AC, Expected: "AC", AsExpected: true,
		Compile: result.Compile{OK: true}, Limits: result.Limits{CPU: time.Second}, Cases: cases}}}
}

func TestJSON(t *testing.T) {
	var b bytes.Buffer
	must.Succeed(t, result.WriteRun(&b, samples.Mixed()))
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
			return report.Text(w, samples.Mixed(), report.TextOptions{Style: terminal.Style{Width: 80}, Spell: spelled})
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
	must.Equal(t, want, got)
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
	fails := func(name string) result.Solution { // all in the same way
		one := result.Case{Case: "secret/1", Verdict: result.RE, Message: say.Text(hostile), Stderr: hostile, Printed: hostile,
			Fault: &result.Fault{Path: hostile, Text: say.Text(hostile)}}
		return result.Solution{Problem: "p", Solution: name, Verdict: result.RE, Compile: result.Compile{OK: true}, Cases: []result.Case{one}}
	}
	for _, verbose := range []bool{false, true} {
		got := textOf(t, report.TextOptions{Verbose: verbose}, fails("a"), fails("b"))
		if strings.ContainsAny(got, "\x1b\a\u202e") || !strings.Contains(got, `sanitizer: `) {
			t.Errorf("verbose %t: %q", verbose, got)
		}
	}
}
