package report_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/samples"
)

// TestDialogueOnATerminal shows both ends of a dialogue, without control characters and without lines that are too
// wide.
func TestDialogueOnATerminal(t *testing.T) {
	for _, verbose := range []bool{false, true} {
		var b strings.Builder
		if err := report.Text(&b, samples.Talked(), report.TextOptions{Style: terminal.Style{Width: 60, Fold: 60}, Verbose: verbose}); err != nil {
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
