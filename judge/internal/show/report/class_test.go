package report

import (
	"encoding/csv"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/samples"
)

// TestLateBy: in minutes, hours, and days of whole days.
func TestLateBy(t *testing.T) {
	for late, want := range map[time.Duration]string{
		time.Second: "1 minute", 59 * time.Minute: "59 minutes", time.Hour: "1 h 0 min", 48*time.Hour - time.Minute: "47 h 59 min", 48 * time.Hour: "2 days",
	} {
		if got := lateBy(late).String(); got != want {
			t.Errorf("%v: %s, want %s", late, got, want)
		}
	}
}

// TestSum: how often each case was the first to fail, and what counts as nothing.
func TestSum(t *testing.T) {
	failed := func(at string) ClassCell {
		s := result.Solution{Verdict: result.WA, Compile: result.Compile{OK: true}}
		for _, name := range []string{"a", "b"} {
			c := result.Case{Case: name, Verdict: result.AC}
			if name >= at {
				c.Verdict = result.WA
			}
			s.Cases = append(s.Cases, c)
		}
		return ClassCell{Result: s}
	}
	var table ClassTable
	table.Problems = []string{"p"}
	for _, cell := range []ClassCell{failed("a"), failed("a"), failed("b"), {}} {
		table.Rows = append(table.Rows, ClassRow{Cells: []ClassCell{cell}})
	}
	if got := table.sum(0); fmt.Sprint(got.First) != "[{a 2} {b 1}]" || got.Ungraded != 1 || fmt.Sprint(got.Verdicts) != "[{WA 3}]" {
		t.Errorf("%+v", got)
	}
}

func TestClassText(t *testing.T) {
	c, run := samples.ClassOf("张三", "li", "王五")
	c.Students = append(c.Students, result.Student{ID: "nobody", Name: "nobody", Label: "nobody"})
	for _, test := range []struct {
		name string
		opt  TextOptions
		want string
	}{
		{"a log", TextOptions{Style: terminal.Style{Width: 100}}, `student  acwing166
张三     AC    5/5
li       WA    4/5  secret/03-hard: row 5 has two 3s
王五     CE    0/5  王五.cpp: is empty
nobody   –          not graded

acwing166  1 of 4 accepted; 1 WA, 1 CE, 1 not graded
`},
		{"a narrow terminal", TextOptions{Style: terminal.Style{Width: 40, Fold: 40}}, `student  acwing166
张三     AC    5/5
li       WA    4/5
      secret/03-hard: row 5 has two 3s
王五     CE    0/5
      王五.cpp: is empty
nobody   –
      not graded

acwing166  1 of 4 accepted; 1 WA, 1 CE,
  1 not graded
`},
		{"quiet", TextOptions{Style: terminal.Style{Width: 100}, Quiet: true}, "acwing166  1 of 4 accepted; 1 WA, 1 CE, 1 not graded\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var b strings.Builder
			if err := ClassText(&b, c, run, test.opt); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, b.String()); diff != "" {
				t.Errorf("- want, + got:\n%s", diff)
			}
		})
	}
	var b strings.Builder
	if err := ClassText(&b, c, run, TextOptions{Style: terminal.Style{Width: 100, Palette: terminal.NewPalette(true)}}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"张三": "\x1b[32mAC", "li": "\x1b[33mWA", "王五": "\x1b[31mCE", "nobody": "\x1b[2m–"} {
		if _, after, _ := strings.Cut(b.String(), "\n"+name); !strings.HasPrefix(strings.TrimLeft(after, " "), want) {
			t.Errorf("%s: %.20q, want %q", name, after, want)
		}
	}
}

// A student's name may look like a formula to a spreadsheet and like a command to a terminal.
func TestClassCSVIsHarmless(t *testing.T) {
	names := []string{"=cmd|' /C calc'!A0", "+1", "-2+3", "@SUM(A1)", "a,\"b\"\r\nc", "\x1b[31m", "张三"}
	c, run := samples.ClassOf(names...)
	run.Results[1].Cases[2].Kept = true
	c.Students[1].Late, c.Students[1].Notes = 30*time.Minute, []say.Message{say.Of("the same as %s, byte for byte", "x")}
	var b strings.Builder
	if err := ClassCSV(&b, c, run, say.English); err != nil {
		t.Fatal(err)
	}
	text, marked := strings.CutPrefix(b.String(), "\ufeff")
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || !marked || len(rows) != len(names)+1 {
		t.Fatalf("%d rows, marked %t, %v", len(rows), marked, err)
	}
	for _, row := range rows {
		for _, cell := range row {
			if cell != "" && strings.Contains("=+-@", cell[:1]) || strings.ContainsAny(cell, "\x1b\r\n") {
				t.Errorf("a cell %q", cell)
			}
		}
	}
	want := []string{"'+1", "'+1", "0", "WA", "4", "5", "", fmt.Sprintf("%.3f", inMillis(run.Results[1].Sum().CPU)), "1", "secret/03-hard: row 5 has two 3s", "30 minutes", "the same as x, byte for byte"}
	if diff := cmp.Diff(want, rows[2]); diff != "" {
		t.Errorf("- want, + got:\n%s", diff)
	}
}

// TestClassReasons: why problems are not accepted. The problem is named unless there is only one or all share the
// reason.
func TestClassReasons(t *testing.T) {
	for _, test := range []struct {
		why  []string // for each problem; "" means accepted
		want string
	}{
		{[]string{"x"}, "1: x"}, {[]string{""}, ""}, {[]string{"x", "x"}, "1: x"}, {[]string{"x", "y"}, "p0: 1: x, p1: 1: y"},
		{[]string{"", "y"}, "p1: 1: y"}, {[]string{"x", "x", "y"}, "p0: 1: x, p1: 1: x, p2: 1: y"}, {[]string{"x", "y", "y"}, "p0: 1: x, p1: 1: y, p2: 1: y"},
	} {
		var c result.Class
		var run result.Run
		for i, why := range test.why {
			c.Problems = append(c.Problems, fmt.Sprint("p", i))
			one := result.Case{Case: "1", Verdict: result.WA, Expected: "AC", Message: say.Text(why)}
			if why == "" {
				one.Verdict, one.AsExpected = result.AC, true
			}
			s := result.Solution{Problem: c.Problems[i], Title: say.Words{English: "title"}, Solution: "li", Compile: result.Compile{OK: true}, Cases: []result.Case{one}}
			s.Conclude("")
			run.Results = append(run.Results, s)
		}
		c.Students = []result.Student{{ID: "li", Label: "li"}, {ID: "nobody", Label: "nobody"}}
		table := NewClassTable(c, run)
		if got := say.English.Text(say.Join(table.Rows[0].Reasons()...)); strings.ReplaceAll(got, "; ", ", ") != test.want {
			t.Errorf("%q: %q, want %q", test.why, got, test.want)
		}
		if table.Sums[0].Title.English != "title" {
			t.Errorf("the title is %q", table.Sums[0].Title.English)
		}
	}
}
