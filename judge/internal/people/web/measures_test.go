package web

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/show/page"
)

// Digits are counted at the lines where the replay saw them placed, not where they were taken back or cleared.
func TestPlace(t *testing.T) {
	steps := []result.Step{{Value: 4, Line: 2}, {Value: 0, Line: 3}, {Value: 5, Line: 2}, {Value: 1}}
	replays := []result.Replay{
		{Solution: "mine.cpp", Steps: steps},
		{Solution: "ours", Steps: []result.Step{{Value: 1, Line: 1}}},
		{Solution: "maps", Steps: []result.Step{{Value: 1, Line: 1, Fits: 2}}},
	}
	at := func(name string, v result.Verdict, ms int, lines ...int64) result.Case {
		return result.Case{Case: name, Verdict: v, CPU: time.Duration(ms) * time.Millisecond, Work: &result.Work{Statements: 10 * lines[0], Lines: lines}}
	}
	mine, ours := at("a", result.TLE, 1000, 10, 6_000_000, 5), at("a", result.AC, 1, 60, 1, 1)
	mine.Work.Stopped = time.Second
	data := casesView{Cases: []caseRow{{Case: mine}, {Case: at("b", result.AC, 2, 1, 0, -1)}}}
	data.place(&result.Solution{Cases: []result.Case{ours, at("b", result.WA, 2, 1, 1, 1)}}, measures(placing(replays, "mine.cpp"), placing(replays, "ours"), say.Text("C++, Go")))
	want := []lane{
		{Key: "time", Mine: "1.00 s", Ours: "1.00 ms", At: 97, OursAt: 3, Times: 1000, AtLeast: true},
		{Key: "digits", Mine: "> 6M", Ours: "60", At: 97, OursAt: 3, Times: 100_000, AtLeast: true},
		{Key: "statements", Mine: "> 100", Ours: "600", At: 55, OursAt: 97},
	}
	if diff := cmp.Diff(want, data.Cases[0].Lanes); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
	if got := data.Cases[1].Lanes; got[1].At != 0 || got[0].Ours != "" || got[2].At != 3 {
		t.Errorf("where nothing was placed, and ours is wrong: %+v", got)
	}
	if got := placing(replays, "maps"); got != nil {
		t.Errorf("a history of candidates places at %v", got)
	}
	data = casesView{Cases: []caseRow{{Case: result.Case{Verdict: result.RE, Message: say.Of("exit status %d", 1)}}, {Case: result.Case{Verdict: result.AC}}}}
	if data.place(nil, nil); !data.Explains {
		t.Error("a reason is not told")
	}
	bare := casesView{Cases: []caseRow{{Case: result.Case{CPU: time.Second}}}}
	bare.place(nil, measures(nil, nil, say.Message{}))
	if len(bare.Measures) != 1 || bare.Measures[0].Key != "time" || bare.Explains {
		t.Errorf("without counts it is measured by %v, and explains: %t", bare.Measures, bare.Explains)
	}
}

// TestFolds: a page that would not fit two screens shows the first cases only, when all are there.
func TestFolds(t *testing.T) {
	for _, test := range []struct {
		state history.State
		cases int
		want  bool
	}{{history.Done, 24, false}, {history.Done, 25, true}, {history.Running, 25, false}} {
		data := submissionView{casesView: casesView{Cases: make([]caseRow, test.cases)}}
		if data.Judging.State = test.state; data.Folds() != test.want {
			t.Errorf("%s, %d cases: it folds: %t", test.state, test.cases, !test.want)
		}
	}
}

func TestWhyOf(t *testing.T) {
	for stderr, want := range map[string]string{
		"Traceback (most recent call last):\n  File \"main.py\", line 12, in solve\nIndexError: list index out of range\n":          "IndexError: list index out of range",
		"Exception in thread \"main\" java.util.NoSuchElementException\n\tat java.base/java.util.Scanner.next(Scanner.java:1573)\n": "NoSuchElementException",
		"main.js:3\nTypeError: board.map is not a function\n    at solve (main.js:3:9)\n":                                           "TypeError: board.map is not a function",
		"panic: runtime error: index out of range [9] with length 9\n\ngoroutine 1 [running]:\n":                                    "panic: runtime error: index out of range [9] with length 9",
		"Error: \x1b[2J" + strings.Repeat("x", 300):                                                                                 "Error: \\x1b[2J" + strings.Repeat("x", 85) + "…",
		"it went wrong\n": "exit status 1",
	} {
		if got := page.Why(result.Case{Verdict: result.RE, Stderr: stderr, Message: say.Of("exit status %d", 1)}).String(); got != want {
			t.Errorf("%q: %q, want %q", stderr, got, want)
		}
	}
}

func TestLeadingBoard(t *testing.T) {
	for text, want := range map[string]string{
		"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\nend\n":       "3,3,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
		"2\n53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n":         "3,3,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
		"6 3, 2\n? ? ? ? 6 1\n? 2 ? ? ? ?\n? ? 2 3 ? ?\n3 ? 1 ? ? ?\n? ? ? ? ? 6\n? 1 ? ? ? 4\n4 2, 2\n": "3,2,....61.2......23..3.1........6.1...4",
		strings.Repeat("1 0 0 0 0 0 0 0 2\n", 9) + "\n" + strings.Repeat("0 0 0 0 0 0 0 0 0\n", 9):       "3,3," + strings.Repeat("1.......2", 9),
		"2\n" + strings.Repeat("100000002\n", 18):                                                        "3,3," + strings.Repeat("1.......2", 9), // no board of 3x3
		"puzzle 1:\n1..4341221434..1\n": "2,2,1..4341221434..1",
		"1\n":                           "",
		"true\nfalse\n":                 "",
	} {
		got := ""
		if b, ok := leadingBoard(text); ok {
			got = fmt.Sprintf("%d,%d,%s", b.W, b.H, b.Line())
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
