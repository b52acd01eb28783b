package report_test

import (
	"strings"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
	"testing"
)

// TestWhy: the last words of the runtime explain an exit status.
func TestWhy(t *testing.T) {
	for stderr, want := range map[string]string{
		"Traceback (most recent call last):\n  File \"main.py\", line 12, in solve\nIndexError: list index out of " +
			"range\n": "IndexError: list index out of range",
		"Exception in thread \"main\" java.util.NoSuchElementException\n\tat " +
			"java.base/java.util.Scanner.next(Scanner.java:1573)\n": "NoSuchElementException",
		"main.js:3\nTypeError: board.map is not a function\n    at solve " +
			"(main.js:3:9)\n": "TypeError: board.map is not a function",
		"panic: runtime error: index out of range [9] with length 9\n\ngoroutine 1 " +
			"[running]:\n": "panic: runtime error: index out of range [9] with length 9",
		"Error: \x1b[2J" + strings.Repeat("x",
			300): "Error: \\x1b[2J" + strings.Repeat("x", 85) + "…",
		"it went wrong\n": "exit status 1",
	} {
		if got := report.Why(result.Case{Verdict: result.RE, Stderr: stderr, Message: say.Of("exit status %d", 1)}).String(); got != want {
			t.Errorf("%q: %q, want %q", stderr, got, want)
		}
	}
}
