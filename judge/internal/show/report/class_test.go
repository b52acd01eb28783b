package report_test

import (
	"encoding/csv"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/samples"
)

// TestSum: how often each case was the first to fail, and what counts as nothing.
func TestSum(t *testing.T) {
	c := result.Class{Problems: []string{"p"}}
	var run result.Run
	for i, verdicts := range [][]result.Verdict{{result.WA, result.WA}, {result.WA, result.WA}, {result.AC, result.WA}, nil} {
		student := result.Student{Label: fmt.Sprint(i)}
		c.Students = append(c.Students, student)
		s := result.Solution{Problem: "p", Solution: student.Label, Compile: result.Compile{OK: true}}
		for at, v := range verdicts {
			s.Cases = append(s.Cases, result.Case{Case: fmt.Sprint("case ", at), Verdict: v})
		}
		if s.Conclude(""); verdicts != nil {
			run.Results = append(run.Results, s)
		}
	}
	sums := report.NewClassTable(c, run).Sums
	must.Equal(t, "0 of 4 accepted; 3 WA, 1 not graded; 2 failed first on case 0", sums[0].Words(4).String())
}

// A student's name may look like a formula to a spreadsheet and like a command to a terminal.
func TestClassCSVIsHarmless(t *testing.T) {
	names := []string{"=cmd|' /C calc'!A0", "+1", "-2+3", "@SUM(A1)", "a,\"b\"\r\nc", "\x1b[31m", "张三", ";=1+1", "＝1"}
	c, run := samples.ClassOf(names...)
	run.Results[1].Cases[2].Kept = true
	c.Students[1].Late, c.Students[1].Notes = 30*time.Minute, []say.Message{say.Of("the same as %s, byte for byte", "x")}
	var b strings.Builder
	must.Succeed(t, report.ClassCSV(&b, c, run, say.English))
	text, marked := strings.CutPrefix(b.String(), "\ufeff")
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || !marked || len(rows) != len(names)+1 {
		t.Fatalf("%d rows, marked %t, %v", len(rows), marked, err)
	}
	for _, row := range rows {
		for _, cell := range row {
			if cell != "" && strings.Contains("=+-@＝", string([]rune(cell)[:1])) || strings.Contains(cell, ";=") ||
				strings.ContainsAny(cell, "\x1b\r\n") {
				t.Errorf("a cell %q", cell)
			}
		}
	}
	want := []string{"'+1", "'+1", "0", "WA", "4", "5", "",
		fmt.Sprintf("%.3f", run.Results[1].Sum().CPU.Seconds()*1000), "1",
		"secret/03-hard: row 5 has two 3s", "30 minutes", "the same as x, byte for byte"}
	must.Equal(t, want, rows[2])
}

// TestClassReasons: why problems are not accepted. The problem is named unless there is only one or all share the
// reason.
func TestClassReasons(t *testing.T) {
	for _, test := range []struct {
		why  []string // for each problem; "" means accepted
		want string
	}{
		{[]string{"x"}, "1: x"}, {[]string{""}, ""}, {[]string{"x", "x"}, "1: x"}, {[]string{"x", "y"}, "p0: 1: x, p1: 1: y"},
		{[]string{"", "y"}, "p1: 1: y"}, {[]string{"x", "x", "y"}, "p0: 1: x, p1: 1: x, p2: 1: y"},
	} {
		var c result.Class
		var run result.Run
		for i, why := range test.why {
			c.Problems = append(c.Problems, fmt.Sprint("p", i))
			one := result.Case{Case: "1", Verdict: result.WA, Expected: "AC", Message: say.Text(why)}
			if why == "" {
				one.Verdict, one.AsExpected = result.AC, true
			}
			s := result.Solution{Problem: c.Problems[i], Title: say.Words{English: "title"}, Solution: "li",
				Compile: result.Compile{OK: true}, Cases: []result.Case{one}}
			s.Conclude("")
			run.Results = append(run.Results, s)
		}
		c.Students = []result.Student{{ID: "li", Label: "li"}, {ID: "nobody", Label: "nobody"}}
		table := report.NewClassTable(c, run)
		if got := say.English.Text(say.Join(table.Rows[0].Reasons()...)); strings.ReplaceAll(got, "; ", ", ") != test.want {
			t.Errorf("%q: %q, want %q", test.why, got, test.want)
		}
		must.Equal(t, "title", table.Sums[0].Title.English, "the title")
	}
}

// FuzzParse: whatever was read can be shown, and read again.
func FuzzParse(f *testing.F) {
	var seed strings.Builder
	result.WriteRun(&seed, samples.Mixed())
	f.Add(seed.String())
	for _, text := range []string{"\x1b[31m\x00", "a\u202eb", "%s %d %!", "数独\n\"'"} {
		seed.Reset()
		result.WriteRun(&seed, samples.HostileRun(text))
		f.Add(seed.String())
	}
	f.Add(`{"schema":1,"results":[{"verdict":"TLE","cases":[{"verdict":"SK","cpu_ms":1e300,"message_value":{"format":"%[9]*d"}}]}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		run, err := result.ReadRun(strings.NewReader(text))
		if err != nil {
			return
		}
		var out strings.Builder
		style := terminal.Style{Width: 80, Lang: say.Chinese}
		if err := errors.Join(report.Text(&out, run, report.TextOptions{Style: style, Spell: spelled}), result.WriteRun(&out, run)); err != nil {
			t.Fatal(err)
		}
		again, err := result.ReadRun(strings.NewReader(out.String()[strings.LastIndex(out.String(), "\n{\n \"schema\""):]))
		must.Succeed(t, err)
		if diff := cmp.Diff(run, again, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("-read +read again:\n%s", diff)
		}
	})
}
