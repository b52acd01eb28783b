package trace

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
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
		{"it was killed at its limit", sandbox.Outcome{End: sandbox.CPULimit, CPU: 2 * time.Second}, false, "it ran for 2 s", until + "it ran for 2 s"},
		{"it idled", sandbox.Outcome{End: sandbox.WallLimit}, false, "it idled", until + "it idled"},
		{"a busy machine", sandbox.Outcome{End: sandbox.Starved}, false, "the machine was too busy to run it", until + "the machine was too busy to run it"},
		{"memory", sandbox.Outcome{End: sandbox.MemoryLimit, Unread: true}, false, "it wanted too much memory", until + "it wanted too much memory"},
		{"output", sandbox.Outcome{End: sandbox.OutputLimit}, false, "it printed too much", until + "it printed too much"},
		{"a signal", sandbox.Outcome{Exit: -1, Signal: "SIGSEGV", Stderr: python}, false, "SIGSEGV", until + "SIGSEGV"},
		{"its own clock", sandbox.Outcome{Exit: record.ClockExit, CPU: 3 * time.Second, Unread: true}, true, "exit status 86", until + "it ran for 3 s"},
		{"a status", sandbox.Outcome{Exit: 3}, false, "exit status 3", until + "exit status 3"},
		{"a status, nothing read", sandbox.Outcome{Exit: 3, Unread: true}, false, "exit status 3", "it read nothing from standard input, where the puzzle is"},
		{"an error's name", sandbox.Outcome{Exit: 1, Unread: true, Stderr: python}, false, `exit status 1: json.decoder.JSONDecodeError: bad\x1b`,
			until + `exit status 1: json.decoder.JSONDecodeError: bad\x1b`},
		{"an error that was caught", sandbox.Outcome{Stderr: python}, false, "exit status 0", form},
		{"an error that was caught, nothing read", sandbox.Outcome{Stderr: python, Unread: true}, false, "exit status 0", "it read nothing from standard input, where the puzzle is"},
		{"it came to its end", sandbox.Outcome{}, false, "exit status 0", form},
	} {
		if got := ending(test.out).String(); got != test.ends {
			t.Errorf("%s: %q, want %q", test.name, got, test.ends)
		}
		if got := unseen(&record.Record{Clock: test.clock}, test.out).String(); !strings.HasPrefix(got, "no board was seen in it") || !strings.HasSuffix(got, test.unseen) {
			t.Errorf("%s: %q, want %q", test.name, got, test.unseen)
		}
	}
}

// TestWhoseFault: a refusal of the recorder is told of the program, other errors stay as they are.
func TestWhoseFault(t *testing.T) {
	disk := errors.New("the disk is full")
	for _, err := range []error{&build.Failed{}, &build.Missing{}, disk} {
		if got := cannot(solution.Solution{Name: "tried"}, err); got != err {
			t.Errorf("%T became %v", err, got)
		}
	}
	if got := cannot(solution.Solution{Name: "tried"}, &record.Cannot{Why: say.Text("no")}).Error(); got != "tried cannot be traced: no" {
		t.Error(got)
	}
}

// TestRefused: if the compiler refuses a program, its message is the reason, although a changed program is compiled.
func TestRefused(t *testing.T) {
	tr := tracer(t)
	for _, test := range []struct{ file, text, want string }{
		{"tried.go", "package main\nfunc main() {\n", "syntax error"},
		{"Tried.java", "class Tried { public static void main(String[] a) { if (a.length == 0) int x = 1; } }\n", "not allowed here"},
		{"tried.js", "let x = ;\n", "SyntaxError"},
		{"tried.py", "x = (\n", "SyntaxError"},
	} {
		t.Run(test.file, func(t *testing.T) {
			s := written(t, test.file, test.text)
			_, replay := replayOf(t, tr, s, easy)
			_, lines := tr.Work(t.Context(), s, write(t, "in", ""), WorkTime)
			for _, err := range []error{replay, lines} {
				if failed, ok := errors.AsType[*build.Failed](err); !ok || !strings.Contains(failed.Text().String(), test.want) {
					t.Errorf("want %s, got %v", test.want, err)
				}
			}
		})
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

// telling is a recorder whose builds say beforehand what they will have seen.
type telling struct {
	record.Plain
	texts []string
	err   error
}

func (r telling) Sources(_ context.Context, _ *build.Builder, _ solution.Solution, src build.Source, _ record.Kind) (all []build.Source, err error) {
	for _, text := range r.texts {
		src.Made = []build.Made{{Name: "tried.py", Path: "tried.py", Text: "import os, sys, time\ndef say(*words): os.write(4, b'SJR1' + bytes([9, 0, 0, 0]) + bytes(b for w in words for b in w))\n" + text}}
		all = append(all, src)
	}
	return all, r.err
}

// TestWhichBuildIsBelieved: the first that saw a search, or else the first that saw anything. Each runs once.
func TestWhichBuildIsBelieved(t *testing.T) {
	tr := tracer(t)
	tr.Patience = 10 * time.Second
	own := recorders["python"]
	t.Cleanup(func() { recorders["python"] = own })
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
		{"nothing at all", record.Board, easy, []string{nothing, nothing}, 2, "no board was seen in it: it read nothing from standard input, where the puzzle is"},
		{"nothing at all of what it read", record.Board, easy, []string{nothing, "input()"}, 2, "it may keep its digits in another form, as choices of an exact cover or as bits, misread"},
		{"nothing to do", record.Board, full, []string{nothing}, 1, "0 0"},
		{"its clock", record.Board, easy, []string{clock}, 1, "1 0 the program was stopped before it was done: it ran for 10 s"},
		{"killed", record.Board, easy, []string{dead}, 1, "1 0"},
		{"a damaged record", record.Board, easy, []string{broken, search}, 1, "tried cannot be traced: its record is damaged: something else wrote to it"},
		{"the recorder's text is wrong", record.Board, easy, []string{nonsense, search}, 0, "SyntaxError: unmatched ')'"},
		{"lines", record.Lines, "", []string{counts, never}, 1, "7 of 2 lines, 0s"},
		{"lines until its clock", record.Lines, "", []string{stopped}, 1, "7 of 2 lines, 4s"},
		{"no lines", record.Lines, "", []string{nothing, counts}, 1, "it ended before it could write its counters: exit status 0"},
		{"no statements", record.Lines, "", []string{notAlone}, 1, "none of its statements could be counted"},
	} {
		t.Run(test.name, func(t *testing.T) {
			recorders["python"] = telling{texts: test.texts}
			ran, got := 0, ""
			tr.Feed = func(input []byte) ([]byte, error) { ran++; return input, nil }
			s := written(t, "tried.py", "pass\n")
			if test.want == record.Lines {
				work, err := tr.Work(t.Context(), s, write(t, "in", ""), WorkTime)
				skipMissing(t, err)
				if got = say.From(err).String(); err == nil {
					got = fmt.Sprintf("%d of %d lines, %s", work.Statements, len(work.Lines), work.Stopped)
				}
			} else {
				r, err := replayOf(t, tr, s, test.puzzle)
				if got = say.From(err).String(); err == nil {
					got = strings.TrimSpace(fmt.Sprint(r.Placed, r.Back, " ", r.Note))
				} else if own, ok := errors.AsType[*Untraceable](err); ok && own.Misread {
					got += ", misread"
				}
			}
			if !strings.HasSuffix(strings.TrimSpace(got), test.told) || ran != test.ran {
				t.Errorf("%s, ran %d times, want %s, %d times", got, ran, test.told, test.ran)
			}
		})
	}
	t.Run("interrupted", func(t *testing.T) {
		recorders["python"] = telling{texts: []string{"time.sleep(60)"}}
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

// TestDamagedEnds: a program whose record is damaged is ended at once.
func TestDamagedEnds(t *testing.T) {
	tr := tracer(t)
	s := written(t, "tried.py", "import os, time\nos.write(4, b'hello, world')\ntime.sleep(1000)\n")
	program, err := tr.Builder.Compile(t.Context(), build.Source{Files: s.Files, Language: s.Language})
	skipMissing(t, err)
	if err != nil {
		t.Fatal(err)
	}
	_, out, err := tr.listenOnce(t.Context(), program, watching{want: record.Lines, limit: time.Hour, input: write(t, "in", "")})
	if out.End != sandbox.Interrupted || err == nil || !strings.Contains(err.Error(), "its record is damaged") {
		t.Errorf("%v, %v", out.End, err)
	}
}

// TestCommand: a program is told its clock, its puzzle only if its board is watched, and has 1 GiB if nobody says else.
func TestCommand(t *testing.T) {
	tr := tracer(t)
	s := written(t, "tried.py", "pass\n")
	program, err := tr.Builder.Compile(t.Context(), build.Source{Files: s.Files, Language: s.Language})
	skipMissing(t, err)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		memory, has int64
		want        record.Kind
		env         string
	}{
		{0, 1 << 30, record.Lines, "JUDGE_CLOCK=1500"}, {64 << 20, 64 << 20, record.Board, "JUDGE_PUZZLE=..1"},
	} {
		tr.Memory = test.memory
		c := tr.command(program, watching{want: test.want, limit: 1500 * time.Millisecond, puzzle: sudoku.Board{Cells: []int{0, 0, 1}}})
		if c.Limits.Memory != test.has || c.Limits.CPU != 2500*time.Millisecond || c.Env[len(c.Env)-1] != test.env {
			t.Errorf("%d: %+v, %q", test.memory, c.Limits, c.Env)
		}
	}
}
