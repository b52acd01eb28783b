package grade

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/dialogue"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/must"
)

// TestJudgeEnd: the way a program ended, and its verdict.
func TestJudgeEnd(t *testing.T) {
	limits := result.Limits{CPU: 1500 * time.Millisecond, Memory: 64 << 20, Output: 8 << 20}
	tests := []struct {
		outcome sandbox.Outcome
		verdict result.Verdict
		message string
	}{
		{sandbox.Outcome{}, "", ""},
		{sandbox.Outcome{End: sandbox.CPULimit}, result.TLE, "used up its 1.5 s of CPU time"},
		{sandbox.Outcome{End: sandbox.Starved, Exit: -1, Signal: "SIGKILL", CPU: 300 * time.Millisecond, Wall: time.Minute}, result.JE,
			"starved: the machine was so busy that it got 0.3 s of CPU in 60 s\nhint: run it again on a quieter machine"},
		{sandbox.Outcome{End: sandbox.WallLimit, CPU: 2 * time.Millisecond, Wall: 3 * time.Second}, result.TLE,
			"idle: used 0.002 s of CPU in 3 s"},
		{sandbox.Outcome{End: sandbox.MemoryLimit}, result.MLE, "wanted more than its 64 MiB of memory"},
		{sandbox.Outcome{End: sandbox.OutputLimit}, result.OLE, "printed more than 8 MiB"},
		{sandbox.Outcome{Exit: 3}, result.RE, "exit status 3"},
		{sandbox.Outcome{Exit: -1, Signal: "SIGSEGV"}, result.RE, "killed by SIGSEGV"},
	}
	for _, test := range tests {
		v, message := judgeEnd(test.outcome, limits)
		must.Equal(t, test.verdict, v, test.outcome, message)
		must.Equal(t, test.message, message.String(), test.outcome, message)
	}
}

// TestCombine: of several runs the worst verdict counts, the median of the times, and the largest use of memory; of
// several passes, the largest of all.
func TestCombine(t *testing.T) {
	differs := result.Case{Verdict: result.WA, CPU: 1, Wall: 2, PeakKiB: 12, Message: say.Of("differs")}
	silent := result.Case{Verdict: result.WA, Difference: &result.Difference{Text: say.Of("differs")}}
	right, slow := result.Case{Verdict: result.AC, CPU: 3, PeakKiB: 10}, result.Case{Verdict: result.AC, CPU: 2, Wall: 9, Contended: true}
	const how = "(in 1 of %d runs: it behaves differently from run to run)"
	got := combine([]result.Case{right, differs, slow})
	want := result.Case{Verdict: result.WA, CPU: 2, Wall: 2, PeakKiB: 12, Contended: true, Samples: []time.Duration{3, 1, 2}}
	said := got.Message.String()
	if got.Message = (say.Message{}); cmp.Diff(want, got) != "" || said != "differs "+fmt.Sprintf(how, 3) {
		t.Errorf("%s %s", said, cmp.Diff(want, got))
	}
	if got := combine([]result.Case{right, silent}); got.Message.String() != fmt.Sprintf(how, 2) {
		t.Errorf("without words: %s", got.Message)
	}
	if got := combine([]result.Case{right, right}); got.Contended || got.Message.Said() || len(got.Samples) != 2 {
		t.Errorf("twice the same: %+v", got)
	}
	largest := result.Case{Verdict: result.WA, CPU: 2, Wall: 9, PeakKiB: 12, Contended: true, Message: say.Of("differs")}
	must.Equal(t, largest, withLargest(differs, slow), "of two passes")
}

// TestHeads: an input is shown from its beginning, an error stream with its beginning and its end, and no character is cut.
func TestHeads(t *testing.T) {
	file, full := filepath.Join(t.TempDir(), "in"), strings.Repeat("1", excerpt-1)+"\xe6"
	for text, want := range map[string]string{
		"": "", "1 2\n": "1 2\n", full: full, strings.Repeat("1", excerpt+1): strings.Repeat("1", excerpt),
		strings.Repeat("数", excerpt): strings.Repeat("数", excerpt/3),
	} {
		must.Succeed(t, os.WriteFile(file, []byte(text), 0o666))
		if got := inputHead(file); got != want {
			t.Errorf("%d bytes of %d, want %d", len(got), len(text), len(want))
		}
	}
	must.Equal(t, "", inputHead(file+"s"), "no file")
	for shift := range 4 {
		text := "first" + strings.Repeat("x", shift) + strings.Repeat("数", excerpt) + "last"
		got := ends([]byte(text))
		if !strings.HasPrefix(got, "first") || !strings.HasSuffix(got, "last") || !utf8.ValidString(got) || len(got) > excerpt+50 {
			t.Errorf("shifted by %d: %d bytes: %q", shift, len(got), got)
		}
		before, rest, _ := strings.Cut(got, "\n[... ")
		between, after, found := strings.Cut(rest, " bytes ...]\n")
		if !found || fmt.Sprint(len(text)-len(before)-len(after)) != between {
			t.Errorf("shifted by %d: %d and %d bytes of %d, and %q between", shift, len(before), len(after), len(text), between)
		}
	}
	for _, short := range []string{"short \xe6", strings.Repeat("x", excerpt)} {
		must.Equal(t, short, ends([]byte(short)))
	}
}

// TestBesideOthers: beside others a program may use twice its time. If it uses up even that, it is over its limit; if it comes near the
// limit, it is run again alone; otherwise it is not.
func TestBesideOthers(t *testing.T) {
	l := result.Limits{CPU: time.Second}
	ran := func(v result.Verdict, ms int) result.Case {
		return result.Case{Verdict: v, CPU: time.Duration(ms) * time.Millisecond}
	}
	disturbed := func(c result.Case) result.Case { c.Contended = true; return c }
	over := result.Case{Verdict: result.TLE, Message: overCPU(l), CPU: l.CPU}
	for _, test := range []struct {
		name  string
		ran   result.Case
		again bool
		want  result.Case
	}{
		{"quick", ran(result.AC, 400), false, ran(result.AC, 400)},
		{"quick but disturbed", disturbed(ran(result.WA, 400)), true, disturbed(ran(result.WA, 400))},
		{"near the limit", ran(result.AC, 600), true, ran(result.AC, 600)},
		{"over it, perhaps because of others", ran(result.AC, 1500), true, over},
		{"over it in any case", disturbed(ran(result.TLE, 2001)), false, disturbed(over)},
		{"idle", ran(result.TLE, 1), false, ran(result.TLE, 1)},
		{"skipped", ran(result.SK, 0), false, ran(result.SK, 0)},
		{"the judge's own fault", ran(result.JE, 3000), false, ran(result.JE, 3000)},
		{"half of the limit", ran(result.AC, 500), false, ran(result.AC, 500)},
		{"the limit", ran(result.AC, 1000), true, ran(result.AC, 1000)},
		{"twice the limit", disturbed(ran(result.AC, 2000)), false, disturbed(over)},
	} {
		got, sure := besideOthers(test.ran, l, say.Message{})
		if sure == test.again {
			t.Errorf("%s: to be run again: %v", test.name, !sure)
		}
		must.Equal(t, test.want, got, test.name)
	}
	if got, _ := besideOthers(ran(result.AC, 2000), l, say.Of("it is slow")); got.Message.String() != overCPU(l).String()+"; it is slow" {
		t.Errorf("a remark on failures is lost: %s", got.Message)
	}
	// Of several runs, each must keep the limit, not only their median.
	var runs []result.Case
	for _, cpu := range []time.Duration{50 * time.Millisecond, 1400 * time.Millisecond, 50 * time.Millisecond} {
		one, _ := besideOthers(result.Case{Verdict: result.AC, CPU: cpu}, l, say.Message{})
		runs = append(runs, one)
	}
	must.Equal(t, result.TLE, combine(runs).Verdict, "one of three runs is over the limit")
}

// TestStuck: why both sides wait for ever.
func TestStuck(t *testing.T) {
	for _, test := range []struct {
		name string
		by   result.Speaker
		said string
		want string
	}{
		{"no end of line", result.ByProgram, "1", "the last line of the program has no end"},
		{"both listen", result.ByProgram, "1\n", "the interactor for the program"},
		{"silence", result.ByJudge, "1\n", "did you flush?"},
	} {
		record := dialogue.New()
		record.Hear(test.by, 0, []byte(test.said))
		p := &Prepared{Entry: Entry{Solution: solution.Solution{Language: "python"}}}
		must.Contain(t, p.stuck(record).String(), test.want, test.name)
	}
}

// TestDirty: a function gives the same answer again, in the problem's sense.
func TestDirty(t *testing.T) {
	one, other := []any{int64(1), int64(2)}, []any{int64(2), int64(1)}
	for _, test := range []struct {
		name   string
		check  problem.Check
		passes [][]any
		call   int
	}{
		{"called once", problem.Check{}, [][]any{{one}}, 0},
		{"the same", problem.Check{}, [][]any{{one, other}, {one, other}}, 0},
		{"the second call", problem.Check{}, [][]any{{one, one}, {one, other}}, 2},
		{"in any order", problem.Check{Kind: "any-order"}, [][]any{{one}, {other}}, 0},
		{"near enough", problem.Check{Absolute: 0.1}, [][]any{{1.0}, {1.05}}, 0},
		{"a third pass", problem.Check{}, [][]any{{one}, {one}, {other}}, 1},
	} {
		k := called{rules: test.check.Rules()}
		if call, dirty := k.dirty(function.Answers{Passes: test.passes}); call != test.call || dirty != (test.call > 0) {
			t.Errorf("%s: call %d, %v", test.name, call, dirty)
		}
	}
}
