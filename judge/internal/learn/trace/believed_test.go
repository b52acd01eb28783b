package trace_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/learn/trace"
	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
)

// telling is a recorder whose builds say beforehand what they will have seen.
type telling struct {
	record.Plain
	texts []string
}

func (r telling) Sources(_ context.Context, _ *build.Builder, _ solution.Solution, src build.Source, _ record.Kind) (all []build.Source,
	err error) {
	for _, text := range r.texts {
		src.Made = []build.Made{{Name: "tried.py", Path: "tried.py", Text: "import os, sys, time\n" +
			"def say(*words): os.write(4, b'SJR1' + bytes([9, 0, 0, 0]) + bytes(b for w in words for b in w))\n" + text}}
		all = append(all, src)
	}
	return all, nil
}

// TestWhichBuildIsBelieved: the first that saw a search, or else the first that saw anything. Each runs once.
func TestWhichBuildIsBelieved(t *testing.T) {
	tr := tracer(t)
	tr.Patience = 10 * time.Second
	const (
		nothing  = "say()"
		result   = "say([2, 1, 0, 0], [3, 2, 0, 0])"
		search   = "say([2, 1, 1, 0], [2, 0, 9, 0])"
		clock    = "say([2, 1, 1, 0], [1, 0x84, 0, 0])"
		counts   = "say([0, 0x81, 1, 0], [7] + [0] * 7)"
		stopped  = "say([0, 0x81, 1, 0], [7] + [0] * 7, [1, 0x84, 0, 0])"
		notAlone = "say([1, 0x81, 1, 0], [7] + [0] * 7)"
		never    = "sys.exit('never')"
		dead     = "say([2, 1, 1, 0]); os.abort()"
		broken   = "os.write(4, b'hello, world')"
		nonsense = ")"
		full     = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	)
	for _, test := range []struct {
		name   string
		want   record.Kind
		puzzle string
		texts  []string
		ran    int
		told   string // steps, taken back, and why it was stopped; or an error
	}{
		{"a search at once", record.Board, easy, []string{search, never}, 1, "1 1"},
		{"a search later", record.Board, easy, []string{nothing, search, never}, 2, "1 1"},
		{"a result, then a search in the last build", record.Board, easy, []string{result, never, search}, 2, "1 1"},
		{"a result, then nothing", record.Board, easy, []string{result, never, nothing}, 2, "2 0"},
		{"nothing, then a result", record.Board, easy, []string{nothing, result}, 2, "2 0"},
		{"a result, then another", record.Board, easy, []string{result, clock}, 2, "2 0"},
		{"nothing at all", record.Board, easy, []string{nothing, nothing}, 2,
			"no board was seen in it: it read nothing from standard input, where the puzzle is"},
		{"nothing at all of what it read", record.Board, easy, []string{nothing, "input()"}, 4, // also by columns
			"it may keep its digits in another form, as choices of an exact cover or as bits, misread"},
		{"nothing to do", record.Board, full, []string{nothing}, 1, "0 0"},
		{"its clock", record.Board, easy, []string{clock}, 1, "1 0 the program was stopped before it was done: it ran for 10 s"},
		{"killed", record.Board, easy, []string{dead}, 1, "1 0"},
		{"a damaged record", record.Board, easy, []string{broken, search}, 1,
			"tried cannot be traced: its record is damaged: something else wrote to it"},
		{"the recorder's text is wrong", record.Board, easy, []string{nonsense, search}, 0, "SyntaxError: unmatched ')'"},
		{"lines", record.Lines, "", []string{counts, never}, 1, "7 of 2 lines, 0s"},
		{"lines until its clock", record.Lines, "", []string{stopped}, 1, "7 of 2 lines, 5s"},
		{"no lines", record.Lines, "", []string{nothing, counts}, 1, "it ended before it could write its counters: exit status 0"},
		{"no statements", record.Lines, "", []string{notAlone}, 1, "none of its statements could be counted"},
	} {
		t.Run(test.name, func(t *testing.T) {
			trace.Replace(t, "python", telling{texts: test.texts})
			ran, got := 0, ""
			tr.Feed = func(input []byte) ([]byte, error) { ran++; return input, nil }
			s := written(t, "tried.py", "pass\n")
			if test.want == record.Lines {
				work, err := tr.Work(t.Context(), s, write(t, ""), trace.WorkTime)
				skipMissing(t, err)
				if got = say.From(err).String(); err == nil {
					got = fmt.Sprintf("%d of %d lines, %s", work.Statements, len(work.Lines), work.Stopped)
				}
			} else {
				r, err := replayOf(t, tr, s, test.puzzle)
				if got = say.From(err).String(); err == nil {
					got = strings.TrimSpace(fmt.Sprint(r.Placed, r.Back, " ", r.Note))
				} else if own, ok := errors.AsType[*trace.Untraceable](err); ok && own.Misread {
					got += ", misread"
				}
			}
			if !strings.HasSuffix(strings.TrimSpace(got), test.told) || ran != test.ran {
				t.Errorf("%s, ran %d times, want %s, %d times", got, ran, test.told, test.ran)
			}
		})
	}
	t.Run("interrupted", func(t *testing.T) {
		trace.Replace(t, "python", telling{texts: []string{"time.sleep(60)"}})
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		if _, err := tr.Replay(ctx, written(t, "tried.py", "pass\n"), sudoku.AcWing, line(t, easy)); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("its input cannot be written", func(t *testing.T) {
		tr.Feed = func([]byte) ([]byte, error) { return nil, errors.New("no such argument") }
		if _, err := replayOf(t, tr, written(t, "tried.py", "pass\n"), easy); err == nil || err.Error() != "no such argument" {
			t.Errorf("got %v", err)
		}
	})
}
