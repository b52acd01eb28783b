package report

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// talked is a run of a program that talked, with hostile lines.
func talked() result.Run {
	us := time.Microsecond
	d := &result.Dialogue{From: 3, Left: 1234, Remarks: []result.Remark{
		{Pass: 1, At: 310 * us, By: result.ByJudge, Text: "100"},
		{Pass: 1, At: 520 * us, By: result.ByProgram, Text: "? \x1b[31m50\xff"},
		{Pass: 1, At: 530 * us, By: result.ByJudge, Text: "<script>alert(1)</script>\u202e"},
		{Pass: 2, At: 2 * time.Millisecond, By: result.ByProgram, Text: "! 3", Open: true},
		{Pass: 2, At: 3 * time.Millisecond, By: result.ByProgram, Gone: true},
	}}
	for i := range 30 {
		d.Remarks = append(d.Remarks, result.Remark{Pass: 2, At: time.Duration(i) * time.Second, By: result.ByJudge, Text: strings.Repeat("长", 150)})
	}
	run := sampleRun(1, 1)
	c := &run.Results[0].Cases[0]
	c.Verdict, c.AsExpected, c.Difference, c.Dialogue = result.WA, false, nil, d
	run.Results[0].Conclude("")
	return run
}

// TestDialogueOnATerminal shows both ends of a dialogue, without control characters and without lines that are too
// wide.
func TestDialogueOnATerminal(t *testing.T) {
	for _, verbose := range []bool{false, true} {
		var b strings.Builder
		if err := Text(&b, talked(), TextOptions{Style: terminal.Style{Width: 60, Fold: 60}, Verbose: verbose}); err != nil {
			t.Fatal(err)
		}
		shown := b.String()
		if strings.ContainsAny(shown, "\x1b\u202e") || !utf8.ValidString(shown) {
			t.Errorf("unescaped: %q", shown)
		}
		for _, want := range []string{"> by the program and < by the judge", "< 100", "pass 1", "pass 2", "! 3 (no newline)", "> (ends)"} {
			if !strings.Contains(shown, want) {
				t.Errorf("no %q in\n%s", want, shown)
			}
		}
		gap := map[bool]string{false: "and 1253 lines more", true: "and 1234 lines more"}[verbose]
		if !strings.Contains(shown, gap) || strings.Count(shown, "lines more") != 1 {
			t.Errorf("not once %q in\n%s", gap, shown)
		}
		for line := range strings.Lines(shown) {
			if strings.Contains(line, "长") && terminal.Width(strings.TrimRight(line, "\n")) > 60 {
				t.Errorf("too wide: %s", line)
			}
		}
	}
}

func TestDialogueOnAPage(t *testing.T) {
	var b strings.Builder
	if err := HTML(&b, talked(), Extras{}); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, want := range []string{"&lt;script&gt;alert(1)", "by-program", "and 1234 lines more"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q", want)
		}
	}
	if strings.Contains(page, "<script>alert(1)") || strings.Contains(page, "\u202e") {
		t.Error("what a program printed stands in the page as it is")
	}
}
