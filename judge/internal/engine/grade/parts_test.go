package grade

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/check"
	"sudokuoj/judge/internal/engine/resultcache"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/dialogue"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

// of returns a solution of one file.
func of(t *testing.T, name, id, text string) solution.Solution {
	t.Helper()
	s, err := solution.Of(name, id, language.File{Path: name, Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestRefused: entries that are refused before a compiler runs.
func TestRefused(t *testing.T) {
	asked, err := function.Parse("int f(int a)")
	if err != nil {
		t.Fatal(err)
	}
	program, wrong := of(t, "a.py", "python", "print(input())\n"), problem.Problem{ID: "p", Check: problem.Check{Kind: "odd"}}
	stranger := program
	stranger.Path = "b.py"
	for _, test := range []struct {
		name     string
		e        Entry
		refused  result.Verdict
		why, not string // in one line, and for a caller who needs the program
	}{
		{"no program to be had", Entry{Solution: program, Without: &Without{result.SK, say.Of("gone")}}, result.SK, "gone", "a.py: gone"},
		{"too long", Entry{Solution: program, Problem: problem.Problem{Limits: problem.Limits{Code: 14}}}, result.CE, "the source has 15 bytes, and the problem takes 14", "a.py does not compile:\nthe source has 15 bytes"},
		{"as long as allowed", Entry{Solution: of(t, "a.py", "python", "class Solution:\n    def f(self, a):\n        return a\n"), Problem: problem.Problem{Limits: problem.Limits{Code: 53}}}, result.CE, "a.py: holds a function", "a.py does not compile:\n"},
		{"a function for a program", Entry{Solution: of(t, "a.py", "python", "class Solution:\n    def f(self, a):\n        return a\n")}, result.CE, "a.py: holds a function", "a.py does not compile:\n"},
		{"another function", Entry{Solution: of(t, "a.py", "python", "class Solution:\n    def g(self, a):\n        return a\n"), Problem: problem.Problem{Function: &asked}}, result.CE, "a.py: no function f", "a.py does not compile:\n"},
	} {
		test.e.Cases = []problem.Case{{Name: "secret/1"}}
		p, err := (&Grader{}).Prepare(t.Context(), test.e)
		if err != nil {
			t.Fatal(err)
		}
		if p.Refused != test.refused || !strings.HasPrefix(p.Why().String(), test.why) || !strings.HasPrefix(p.NotBuilt().Error(), test.not) {
			t.Errorf("%s: %s %s, %v", test.name, p.Refused, p.Why(), p.NotBuilt())
		}
		if r := p.Result(); r.Verdict != test.refused || r.Cases[0].Verdict != test.refused || r.Cases[0].AsExpected != (test.refused == result.SK) {
			t.Errorf("%s: %+v", test.name, r)
		}
	}
	if err := (&Prepared{}).NotBuilt(); err != nil {
		t.Errorf("a program that is there: %v", err)
	}
	r := &run{Grader: &Grader{}}
	for i, e := range []Entry{{Problem: wrong, Solution: program}, {Problem: wrong, Solution: stranger}, {Problem: problem.Problem{ID: "q", Check: wrong.Check}}} {
		r.entries = append(r.entries, &entry{Entry: e, index: i})
	}
	err = r.prepareAll(t.Context())
	if err == nil || strings.Count(err.Error(), "problem p: ") != 1 || strings.Count(err.Error(), "problem q: ") != 1 {
		t.Errorf("problems that cannot be checked: %v", err)
	}
}

// TestEncoding: the message names an unusual encoding of a source that failed, and a byte order mark only if the
// language minds it.
func TestEncoding(t *testing.T) {
	for _, test := range []struct{ file, language, text, want string }{
		{"a.c", "c", "int main() {}", ""},
		{"a.c", "c", "// \xca\xfd", "a.c is written in GBK: save it as UTF-8"},
		{"a.c", "c", "\ufeffint", ""},
		{"a.java", "java", "\ufeffclass", "a.java begins with a byte order mark: save it as UTF-8 without BOM"},
	} {
		p := &Prepared{Entry: Entry{Solution: solution.Solution{Path: "x/" + test.file, Language: test.language, Files: []language.File{{Text: test.text}}}}}
		if got := p.encoding().String(); got != test.want {
			t.Errorf("%s %q: %q", test.file, test.text, got)
		}
	}
}

// TestExplain: a compiler's message about the driver becomes one about the function.
func TestExplain(t *testing.T) {
	asked, err := function.Parse("int f(int a)")
	if err != nil {
		t.Fatal(err)
	}
	const called = "the judge calls it as the problem asks for it: func f(a int) int"
	for _, test := range []struct {
		name, said, message, why string
		driven                   bool
	}{
		{"a program", "./a.go:1:1: error", "", "", false},
		{"its own mistake", "./a.go:3:1: undefined: x\n", "./a.go:3:1: undefined: x\n", "./a.go:3:1: undefined: x", true},
		{"another type", "./judge_driver.go:3:1: cannot use x\n", "cannot use x\n" + called, called, true},
		{"both", "./a.go:3:1: undefined: x\n./judge_driver.go:3:1: cannot use x\n", "./a.go:3:1: undefined: x\n" + called, "./a.go:3:1: undefined: x", true},
	} {
		p := &Prepared{Entry: Entry{Solution: solution.Solution{Path: "a.go", Language: "go"}, Problem: problem.Problem{Function: &asked}}, driven: test.driven}
		p.explain(&build.Failed{Output: test.said})
		if p.Compile.Message.String() != test.message || p.Why().String() != test.why {
			t.Errorf("%s: %q, %q", test.name, p.Compile.Message, p.Why())
		}
	}
}

// TestJudgeTalk: the side that ended first decides.
func TestJudgeTalk(t *testing.T) {
	ended, fails, crash := sandbox.Outcome{}, sandbox.Outcome{Exit: 3}, sandbox.Outcome{Exit: -1, Signal: "SIGSEGV"}
	accepts, refuses := sandbox.Outcome{Exit: 42}, sandbox.Outcome{Exit: 43, Stderr: []byte("no")}
	off, starved := sandbox.Outcome{End: sandbox.Interrupted, Exit: -1}, sandbox.Outcome{End: sandbox.Starved, Exit: -1}
	noted := sandbox.Outcome{Note: say.Of("a note")}
	never := func(*testing.T) check.Runner {
		return func(context.Context, sandbox.Command) (sandbox.Outcome, error) { panic("asked") }
	}
	checker, err := check.New(problem.Check{Kind: "validator"}, never(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name                string
		program, interactor sandbox.Outcome
		first               int // which side ended first
		want                result.Verdict
		exit                int
		says                string
	}{
		{"right", ended, accepts, 0, result.AC, 0, ""},
		{"wrong", ended, refuses, 0, result.WA, 0, "no"},
		{"fails first", fails, refuses, 0, result.RE, 3, "exit status 3"},
		{"fails afterwards", fails, accepts, 1, result.RE, 3, "exit status 3; the interactor had accepted it and ended before that"},
		{"fails first, and is accepted", crash, accepts, 0, result.RE, -1, "killed by SIGSEGV"},
		{"refused, then fails", fails, refuses, 1, result.WA, 0, "no"},
		{"called off", off, refuses, 1, result.WA, 0, "no"},
		{"called off, and accepted", off, accepts, 0, result.AC, 0, ""},
		{"starved", starved, accepts, 1, result.JE, -1, "starved"},
		{"with a note", noted, accepts, 0, result.AC, 0, "a note"},
	} {
		p := &Prepared{checking: checking{checker: checker}, program: &build.Program{}}
		var res result.Case
		res.Exit, res.Signal = test.program.Exit, test.program.Signal
		res.Verdict, res.Message = judgeEnd(test.program, result.Limits{})
		err := p.judgeTalk(t.Context(), &res, sandbox.Conversation{Outcomes: [2]sandbox.Outcome{test.program, test.interactor}, First: test.first}, check.Files{}, dialogue.New())
		if err != nil || res.Verdict != test.want || res.Exit != test.exit || !strings.HasPrefix(res.Reason().String(), test.says) || (test.says == "") != (res.Reason().String() == "") {
			t.Errorf("%s: %v, %+v, want %s %q", test.name, err, res, test.want, test.says)
		}
	}
}

// TestStuck: why both sides wait for ever.
func TestStuck(t *testing.T) {
	reads, writes := sandbox.Reads, sandbox.Writes
	for _, test := range []struct {
		name  string
		waits [2]sandbox.Wait
		by    result.Speaker
		said  string
		want  string
	}{
		{"both print", [2]sandbox.Wait{writes, writes}, result.ByProgram, "1\n", "each prints, and neither reads"},
		{"the program prints", [2]sandbox.Wait{writes, reads}, result.ByProgram, "1\n", "the interactor reads no more"},
		{"no end of line", [2]sandbox.Wait{reads, reads}, result.ByProgram, "1", "the last line of the program has no end"},
		{"both listen", [2]sandbox.Wait{reads, reads}, result.ByProgram, "1\n", "the interactor for the program"},
		{"silence", [2]sandbox.Wait{reads, reads}, result.ByJudge, "1\n", "did you flush?"},
	} {
		record := dialogue.New()
		record.Hear(test.by, 0, []byte(test.said))
		p := &Prepared{Entry: Entry{Solution: solution.Solution{Language: "python"}}}
		var res result.Case
		res.Exit, res.Signal = 1, "SIGKILL"
		if err := p.judgeTalk(t.Context(), &res, sandbox.Conversation{Stuck: true, Waits: test.waits}, check.Files{}, record); err != nil || res.Verdict != result.TLE || res.Exit != 0 || res.Signal != "" || !strings.Contains(res.Message.String(), test.want) {
			t.Errorf("%s: %v %+v", test.name, err, res)
		}
	}
}

// TestAfter: if an interactor accepts, a checker may still decide.
func TestAfter(t *testing.T) {
	ran := func(context.Context, sandbox.Command) (sandbox.Outcome, error) { panic("asked") }
	interactor, err := check.New(problem.Check{Kind: "testlib"}, ran)
	if err != nil {
		t.Fatal(err)
	}
	after, err := check.New(problem.Check{Kind: "tokens"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, left string
		exit       int
		want       result.Verdict
		says       string
	}{
		{"right", "42\n", 0, result.AC, ""},
		{"wrong", "43\n", 0, result.WA, "in what the interactor wrote down"},
		{"refused", "42\n", 1, result.WA, ""},
		{"nothing left", "", 0, "", "leaves no file output"},
	} {
		dir := t.TempDir()
		f := check.Files{Input: filepath.Join(dir, "in"), Answer: filepath.Join(dir, "ans"), Feedback: filepath.Join(dir, "feedback")}
		if os.WriteFile(f.Input, nil, 0o600) != nil || os.WriteFile(f.Answer, []byte("42\n"), 0o600) != nil || os.Mkdir(f.Feedback, 0o700) != nil {
			t.Fatal("no files")
		}
		if test.left != "" {
			if err := os.WriteFile(filepath.Join(f.Feedback, "output"), []byte(test.left), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		r, err := checking{checker: interactor, after: after}.judge(t.Context(), sandbox.Outcome{Exit: test.exit}, f)
		said := r.Message.String()
		if err != nil {
			said, r.Verdict = err.Error(), ""
		}
		if r.Verdict != test.want || !strings.Contains(said, test.says) || strings.Contains(said, "wrote down") != (test.name == "wrong") {
			t.Errorf("%s: %s %q, %v", test.name, r.Verdict, said, err)
		}
	}
}

// TestInterruptedEntry: results before an interrupt are kept, and the rest is skipped.
func TestInterruptedEntry(t *testing.T) {
	own := Entry{Problem: problem.Problem{ID: "p"}, Solution: solution.Solution{Files: []language.File{{}}}, Cases: []problem.Case{{Name: "1", About: result.About{WhyBeyond: say.Words{English: "x"}}}, {Name: "2"}}}
	if e := (&entry{Entry: own, result: own.Blank()}); e.cutShort() || e.result.Interrupted {
		t.Error("nothing was run, and it is told")
	}
	e := &entry{Entry: own, result: own.Blank(), begun: 1}
	e.Store(&e.result, 0, &result.Case{Verdict: result.WA})
	if !e.cutShort() || !e.result.Interrupted || e.result.Verdict != result.WA {
		t.Errorf("%+v", e.result)
	}
	if c := e.result.Cases; c[0].Verdict != result.WA || c[0].WhyBeyond.English != "x" || c[1].Verdict != result.SK || c[1].Message.String() != "interrupted" || !c[1].AsExpected {
		t.Errorf("%+v", c)
	}
}

// TestBeyondTheSite: any verdict is expected of a case beyond the site, except JE and those that a directive excludes.
func TestBeyondTheSite(t *testing.T) {
	for _, test := range []struct {
		verdict  result.Verdict
		promise  result.Promise
		expected result.Promise
		as       bool
	}{{"WA", "", "", true}, {"JE", "", "", false}, {"WA", "AC", "AC", false}, {"TLE", "TLE", "TLE", true}} {
		e := Entry{Problem: problem.Problem{ID: "p"}}
		if test.promise != "" {
			e.Solution.Expect = []solution.Expectation{{Promise: test.promise, Pattern: "p/beyond/1"}}
		}
		c := result.Case{Case: "beyond/1", Verdict: test.verdict}
		if e.Expect(&c); c.Expected != test.expected || c.AsExpected != test.as {
			t.Errorf("%+v: expected %s, %v", test, c.Expected, c.AsExpected)
		}
	}
	e := Entry{Problem: problem.Problem{ID: "p", Cases: []problem.Case{{Name: "1"}, {Name: "2"}}}, Solution: solution.Solution{Files: []language.File{{}}, Expect: []solution.Expectation{{Promise: "WA"}}}, Cases: []problem.Case{{Name: "2"}}}
	if b := e.Blank(); b.Expected != "WA" || b.Cases[0].Number != 2 {
		t.Errorf("%+v", b)
	}
	if got := Limits(problem.Problem{Limits: problem.Limits{Time: time.Second, Wall: 5 * time.Second, Multipliers: map[string]float64{"python": 0}}}, "python"); got.CPU != time.Second || got.Wall != 5*time.Second {
		t.Errorf("limits %+v", got)
	}
	for promise, want := range map[solution.Expectation]bool{{Promise: "TLE", Pattern: "p/1"}: true, {Promise: "TLE"}: false, {Promise: "AC", Pattern: "p/1"}: false, {Promise: "AC|TLE", Pattern: "p/1"}: false} {
		e := Entry{Problem: problem.Problem{ID: "p"}, Solution: solution.Solution{Expect: []solution.Expectation{promise}}}
		if got := e.promisesTLE(problem.Case{Name: "1"}); got != want {
			t.Errorf("%+v promises a TLE: %v", promise, got)
		}
	}
	for jobs, want := range map[int]int{0: 1, 1: 1, 1 << 10: runtime.NumCPU()} {
		if got := (&run{opt: Options{Jobs: jobs}}).jobs(); got != want {
			t.Errorf("-j %d: %d at once", jobs, got)
		}
	}
	for _, test := range []struct{ contended, kept, want bool }{{true, false, true}, {true, true, false}, {false, false, false}, {false, true, false}} {
		if got := contended(result.Solution{Cases: []result.Case{{}, {Contended: test.contended, Kept: test.kept}}}); got != test.want {
			t.Errorf("%+v", test)
		}
	}
	var done atomic.Int64
	if Each(2, 5, func(i int) { done.Add(1 << (8 * i)) }); done.Load() != 0x0101010101 {
		t.Errorf("done %x", done.Load())
	}
}

// TestRecall: an earlier result counts only where that is allowed.
func TestRecall(t *testing.T) {
	dir := t.TempDir()
	store, err := resultcache.Open(filepath.Join(dir, "store"))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "1.in")
	if err := os.WriteFile(file, []byte("1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cases := []problem.Case{{Name: "1", In: file, Ans: file}, {Name: "2", In: file, Ans: file}}
	own := Entry{Problem: problem.Problem{ID: "p", Dir: dir, Cases: cases}, Solution: solution.Solution{Files: []language.File{{}}}, Cases: cases}
	for step, test := range []struct {
		refused  result.Verdict
		begun    int
		changed  bool
		recalled int
	}{{"CE", 1, true, 0}, {"", 0, true, 0}, {"", 1, false, 0}, {"", 1, true, 1}} {
		r := &run{events: newStream(func(result.Event) {}), memory: memory{store: store, recall: test.changed, data: map[string]map[string]string{}}}
		e := &entry{Entry: own, Prepared: &Prepared{Entry: own, program: &build.Program{Key: "key"}, Refused: test.refused}, result: own.Blank(), left: 2, begun: test.begun}
		r.recall(e)
		got := 0
		for _, c := range e.result.Cases {
			if c.Kept {
				got++
			}
		}
		if got != test.recalled || e.left != 2-got {
			t.Errorf("step %d: %d recalled, %d left", step, got, e.left)
		}
		e.result.Cases[0] = result.Case{Case: "1", Verdict: result.AC, CPU: time.Millisecond}
		r.remember(e)
		r.events.close()
	}
	none := &run{}
	none.recall(&entry{})
	none.remember(&entry{})
	none.remember(&entry{Entry: own, Prepared: &Prepared{Entry: own, program: &build.Program{}}, begun: 1})
	none.memory.store = store
	none.remember(&entry{Entry: own, begun: 1})
}

// TestOutputFile: the file that a program wrote is its output, within the limit.
func TestOutputFile(t *testing.T) {
	for _, test := range []struct {
		name, wrote, printed string
		limit                int64
		end                  sandbox.End
		note                 string
	}{
		{"written", "42\n", "", 4, sandbox.Exited, ""},
		{"too much", "42\n", "", 3, sandbox.OutputLimit, ""},
		{"no limit", "42\n", "", 0, sandbox.Exited, ""},
		{"printed instead", "", "42\n", 4, sandbox.Exited, "it printed to standard output"},
		{"printed too", "42\n", "hm\n", 4, sandbox.Exited, ""},
		{"nothing at all", "", "", 4, sandbox.Exited, ""},
	} {
		file, out := filepath.Join(t.TempDir(), "out.txt"), filepath.Join(t.TempDir(), "printed")
		if os.WriteFile(file, []byte(test.wrote), 0o600) != nil || os.WriteFile(out, []byte(test.printed), 0o600) != nil {
			t.Fatal("no files")
		}
		printed, err := os.Open(out)
		if err != nil {
			t.Fatal(err)
		}
		o, err := fromFile(sandbox.Outcome{Stdout: printed}, file, test.limit)
		if err != nil || o.End != test.end || !strings.HasPrefix(o.Note.String(), test.note) || o.Note.Said() != (test.note != "") {
			t.Errorf("%s: %v %v %s", test.name, err, o.End, o.Note)
		}
		o.Close()
	}
}

// TestProcessor: the name of the processor as the system gives it.
func TestProcessor(t *testing.T) {
	want := ""
	info, _ := os.ReadFile("/proc/cpuinfo")
	if m := regexp.MustCompile(`(?m)^model name\s*:\s*(.*?)\s*$`).FindSubmatch(info); m != nil {
		want = string(m[1])
	}
	if got := processor(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
