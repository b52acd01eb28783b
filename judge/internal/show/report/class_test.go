package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"html"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// classOf makes a class with these students and results of every kind.
func classOf(names ...string) (c result.Class, run result.Run) {
	run = sampleRun(len(names), 5)
	c.Problems = []string{"acwing166"}
	for i, name := range names {
		s := &run.Results[i]
		s.Solution = name
		c.Students = append(c.Students, result.Student{ID: name, Name: name, Label: name})
		switch i % 3 {
		case 1:
			s.Cases[2].Verdict, s.Cases[2].AsExpected, s.Cases[2].Message = result.WA, false, say.Of("row %d has two %ds", 5, 3)
			s.Conclude("")
		case 2:
			s.Compile = result.Compile{Message: say.Of("%s: is empty", name+".cpp")}
			for j := range s.Cases {
				s.Cases[j] = result.Case{Case: s.Cases[j].Case, Verdict: result.CE, Message: s.Compile.Message}
			}
			s.Conclude(result.CE)
		}
	}
	return c, run
}

func pagesOf(t *testing.T, c result.Class, run result.Run) map[string]string {
	t.Helper()
	pages := map[string]string{}
	err := ClassPages(c, run, func(name string, write func(io.Writer) error) error {
		var b bytes.Buffer
		err := write(&b)
		if pages[name] != "" {
			t.Errorf("%s is written twice", name)
		}
		pages[name] = b.String()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

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
	failed := func(at string) classCell {
		s := result.Solution{Verdict: result.WA, Compile: result.Compile{OK: true}}
		for _, name := range []string{"a", "b"} {
			c := result.Case{Case: name, Verdict: result.AC}
			if name >= at {
				c.Verdict = result.WA
			}
			s.Cases = append(s.Cases, c)
		}
		return classCell{Result: s}
	}
	var table classTable
	table.Problems = []string{"p"}
	for _, cell := range []classCell{failed("a"), failed("a"), failed("b"), {}} {
		table.Rows = append(table.Rows, classRow{Cells: []classCell{cell}})
	}
	if got := table.sum(0); fmt.Sprint(got.First) != "[{a 2} {b 1}]" || got.Ungraded != 1 || fmt.Sprint(got.Verdicts) != "[{WA 3}]" {
		t.Errorf("%+v", got)
	}
}

func TestClassText(t *testing.T) {
	c, run := classOf("张三", "li", "王五")
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
	c, run := classOf(names...)
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

func TestClassPages(t *testing.T) {
	names := []string{"张三", "li", "LI", "../../etc/passwd", "index", "a b", strings.Repeat("长", 300), "con\x00\xff"}
	c, run := classOf(names...)
	run.Replays = []result.Replay{{Solution: "张三", Problem: "acwing166", Puzzle: strings.Repeat(".", 81), Size: 9, W: 3, H: 3, Steps: []result.Step{{Value: 1}}, Total: 1, Placed: 1}}
	pages := pagesOf(t, c, run)
	for name, page := range pages {
		if plays := strings.Contains(page, `data-do="play"`); plays != (name == "张三.html") {
			t.Errorf("%s plays a search: %v", name, plays)
		}
	}
	if len(pages) != len(names)+1 {
		t.Errorf("%d pages, want %d", len(pages), len(names)+1)
	}
	for name := range pages {
		if strings.ContainsAny(name, "/\\\x00 ") || len(name) > 255 {
			t.Errorf("a page is called %q", name)
		}
	}
	index := html.UnescapeString(pages["index.html"])
	for _, want := range []string{"3 of 8 students have everything accepted", "3 / 8 名学生全部通过", `href="%E5%BC%A0%E4%B8%89.html"`, `href="LI-2.html"`, "secret/03-hard: row 5 has two 3s", "LI.cpp: is empty"} {
		if !strings.Contains(index, want) {
			t.Errorf("the first page does not say %q", want)
		}
	}
	if page := pages["li.html"]; !strings.Contains(page, "li: acwing166: wrong answer, 4/5 passed") || strings.Contains(page, "张三") {
		t.Error("li's page is not li's alone")
	}
}

// The first page allows only its own script and style, and names of students create no elements.
func TestClassIndexIsHarmless(t *testing.T) {
	plain, run := classOf("someone")
	want := tags(pagesOf(t, plain, run)["index.html"])
	for _, text := range hostile {
		c, run := classOf(text)
		page := pagesOf(t, c, run)["index.html"]
		if diff := cmp.Diff(want, tags(page)); diff != "" {
			t.Errorf("%q: - elements wanted, + got:\n%s", text, diff)
		}
		policy := strings.NewReplacer("&#39;", "'", "&#43;", "+").Replace(between(t, page, `Content-Security-Policy" content="`, `"`))
		if own := policyHash(between(t, page, "<script>", "</script>")); !strings.Contains(policy, "script-src "+own+";") {
			t.Errorf("the policy %q does not allow the script %s", policy, own)
		}
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
		table := newClassTable(c, run)
		if got := say.English.Text(say.Join(table.Rows[0].Reasons()...)); strings.ReplaceAll(got, "; ", ", ") != test.want {
			t.Errorf("%q: %q, want %q", test.why, got, test.want)
		}
		if table.Sums[0].Title.English != "title" {
			t.Errorf("the title is %q", table.Sums[0].Title.English)
		}
	}
}
