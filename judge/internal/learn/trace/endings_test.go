package trace

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
)

// TestEndings: how a run ended, and what is said of one in which no board was seen.
func TestEndings(t *testing.T) {
	const (
		form  = "it may keep its digits in another form, as choices of an exact cover or as bits"
		until = "until it ended: "
	)
	python := []byte("Traceback:\nKeyError: 1\n  ValueError: inside a line of the trace\njson.decoder.JSONDecodeError: bad\x1b\n")
	for _, test := range []struct {
		name         string
		out          sandbox.Outcome
		clock        bool
		ends, unseen string
	}{
		{"it was killed at its limit", sandbox.Outcome{End: sandbox.CPULimit, CPU: 2 * time.Second}, false, "it ran for 2 s", until +
			"it ran for 2 s"},
		{"it idled", sandbox.Outcome{End: sandbox.WallLimit}, false, "it idled", until + "it idled"},
		{"a busy machine", sandbox.Outcome{End: sandbox.Starved}, false, "the machine was too busy to run it", until +
			"the machine was too busy to run it"},
		{"memory", sandbox.Outcome{End: sandbox.MemoryLimit, Unread: true}, false, "it wanted too much memory", until +
			"it wanted too much memory"},
		{"output", sandbox.Outcome{End: sandbox.OutputLimit}, false, "it printed too much", until + "it printed too much"},
		{"a signal", sandbox.Outcome{Exit: -1, Signal: "SIGSEGV", Stderr: python}, false, "SIGSEGV", until + "SIGSEGV"},
		{"its own clock", sandbox.Outcome{Exit: record.ClockExit, CPU: 3 * time.Second, Unread: true}, true, "exit status 86", until +
			"it ran for 3 s"},
		{"a status", sandbox.Outcome{Exit: 3}, false, "exit status 3", until + "exit status 3"},
		{"a status, nothing read", sandbox.Outcome{Exit: 3, Unread: true}, false, "exit status 3",
			"it read nothing from standard input, where the puzzle is"},
		{"an error's name", sandbox.Outcome{Exit: 1, Unread: true, Stderr: python}, false, `exit status 1: json.decoder.JSONDecodeError: bad\x1b`,
			until + `exit status 1: json.decoder.JSONDecodeError: bad\x1b`},
		{"an error that was caught", sandbox.Outcome{Stderr: python}, false, "exit status 0", form},
		{"an error that was caught, nothing read", sandbox.Outcome{Stderr: python, Unread: true}, false, "exit status 0",
			"it read nothing from standard input, where the puzzle is"},
		{"it came to its end", sandbox.Outcome{}, false, "exit status 0", form},
	} {
		must.Equal(t, test.ends, ending(test.out).String(), test.name)
		if got := unseen(&record.Record{Clock: test.clock}, test.out).String(); !strings.HasPrefix(got, "no board was seen in it") ||
			!strings.HasSuffix(got, test.unseen) {
			t.Errorf("%s: %q, want %q", test.name, got, test.unseen)
		}
	}
}

// TestTidy: counts have the lines of the user's file, no more and no fewer.
func TestTidy(t *testing.T) {
	r := &record.Record{Replay: result.Replay{Steps: []result.Step{{Line: 3}, {Line: 4}}}}
	tidy(r, 3)
	if r.Replay.Steps[0].Line != 3 || r.Replay.Steps[1].Line != 0 || r.Work != nil {
		t.Errorf("%+v", r)
	}
	for lines, want := range map[int][]int64{1: {5}, 2: {5, 6}, 4: {5, 6, -1, -1}} {
		r := &record.Record{Work: &result.Work{Lines: []int64{5, 6}}}
		if tidy(r, lines); !cmp.Equal(r.Work.Lines, want) {
			t.Errorf("%v, want %v", r.Work.Lines, want)
		}
	}
}
