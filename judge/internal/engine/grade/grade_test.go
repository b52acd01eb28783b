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
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

func TestExpectations(t *testing.T) {
	type cases = map[string]result.Verdict
	whole := func(v result.Promise) []solution.Expectation { return []solution.Expectation{{Promise: v}} }
	on := func(v result.Promise, pattern string) []solution.Expectation {
		return []solution.Expectation{{Promise: v, Pattern: pattern}}
	}
	tests := []struct {
		name       string
		expect     []solution.Expectation
		cases      cases
		surprising []string // the cases that are not as expected
		asExpected bool
	}{
		{"nothing said, all right", nil, cases{"a": result.AC}, nil, true},
		{"nothing said, one wrong", nil, cases{"a": result.AC, "b": result.WA}, []string{"b"}, false},
		{"a pattern that comes true", on("TLE", "p/b"), cases{"a": result.AC, "b": result.TLE}, nil, true},
		{"an unexpected AC fails", on("TLE", "p/b"), cases{"a": result.AC, "b": result.AC}, []string{"b"}, false},
		{"another verdict than promised", on("TLE", "p/b"), cases{"a": result.AC, "b": result.RE}, []string{"b"}, false},
		{"wrong as a whole, wrong somewhere", whole("WA"), cases{"a": result.AC, "b": result.WA}, nil, true},
		{"wrong as a whole, but right everywhere", whole("WA"), cases{"a": result.AC, "b": result.AC}, nil, false},
		{"wrong as a whole, but it crashes", whole("WA"), cases{"a": result.WA, "b": result.RE}, []string{"b"}, false},
		{"one of two comes true", on("TLE|RE", "p/b"), cases{"a": result.AC, "b": result.RE}, nil, true},
		{"neither of two comes true", on("TLE|RE", "p/b"), cases{"a": result.AC, "b": result.AC}, []string{"b"}, false},
		{"one of two as a whole", whole("TLE|RE"), cases{"a": result.AC, "b": result.RE, "c": result.TLE}, nil, true},
		{"neither of two as a whole", whole("TLE|RE"), cases{"a": result.AC, "b": result.WA}, []string{"b"}, false},
		{"one of two as a whole, but right everywhere", whole("TLE|RE"), cases{"a": result.AC}, nil, false},
		{"right or slow, and right", whole("AC|TLE"), cases{"a": result.AC, "b": result.AC}, nil, true},
		{"right or slow, and slow", whole("AC|TLE"), cases{"a": result.AC, "b": result.TLE}, nil, true},
		{"skipped says nothing", nil, cases{"a": result.SK}, nil, true},
		{"skipped breaks no promise", whole("WA"), cases{"a": result.SK}, nil, true},
		{"the judge's failure is never expected", nil, cases{"a": result.JE}, []string{"a"}, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := &Prepared{Entry: Entry{Problem: problem.Problem{ID: "p"}, Solution: solution.Solution{Expect: test.expect, Files: []language.File{{}}}}}
			r := p.Result()
			for name, v := range test.cases {
				c := result.Case{Case: name, Verdict: v}
				p.Expect(&c)
				r.Cases = append(r.Cases, c)
			}
			r.Conclude("")
			if r.AsExpected != test.asExpected {
				t.Errorf("as expected: %v, want %v", r.AsExpected, test.asExpected)
			}
			surprising := map[string]bool{}
			for _, name := range test.surprising {
				surprising[name] = true
			}
			for _, c := range r.Cases {
				if c.AsExpected == surprising[c.Case] {
					t.Errorf("case %s: %s as expected: %v", c.Case, c.Verdict, c.AsExpected)
				}
			}
		})
	}
}

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
			"starved: the machine was so busy that it got 0.3 s of CPU in 60 s, twice\nhint: run it again on a quieter machine"},
		{sandbox.Outcome{End: sandbox.WallLimit, CPU: 2 * time.Millisecond, Wall: 3 * time.Second}, result.TLE, "idle: used 0.002 s of CPU in 3 s"},
		{sandbox.Outcome{End: sandbox.MemoryLimit}, result.MLE, "wanted more than its 64 MiB of memory"},
		{sandbox.Outcome{End: sandbox.OutputLimit}, result.OLE, "printed more than 8 MiB"},
		{sandbox.Outcome{Exit: 3}, result.RE, "exit status 3"},
		{sandbox.Outcome{Exit: -1, Signal: "SIGSEGV"}, result.RE, "killed by SIGSEGV"},
	}
	for _, test := range tests {
		v, message := judgeEnd(test.outcome, limits)
		if v != test.verdict || message.String() != test.message {
			t.Errorf("%+v: %s %q, want %s %q", test.outcome, v, message, test.verdict, test.message)
		}
	}
}

func TestCombine(t *testing.T) {
	runs := []result.Case{
		{Verdict: result.AC, CPU: 3, PeakKiB: 10}, {Verdict: result.WA, CPU: 1, PeakKiB: 12, Message: say.Of("differs")}, {Verdict: result.AC, CPU: 2, Contended: true},
	}
	got := combine(runs)
	if got.Verdict != result.WA || got.CPU != 2 || got.PeakKiB != 12 || !got.Contended || len(got.Samples) != 3 ||
		got.Message.String() != "differs (in 1 of 3 runs: it behaves differently from run to run)" {
		t.Errorf("got %+v", got)
	}
	for _, runs := range [][]result.Case{{{}, {Contended: true}}, {{Contended: true}, {}}, {{}, {}}} {
		if got := combine(runs); got.Contended != (runs[0].Contended || runs[1].Contended) || got.Message.Said() {
			t.Errorf("%+v of %+v", got, runs)
		}
	}
}

func TestWithLargest(t *testing.T) {
	small, large := result.Case{CPU: 1, Wall: 2, PeakKiB: 3}, result.Case{CPU: 4, Wall: 5, PeakKiB: 6, Contended: true}
	for _, got := range []result.Case{withLargest(small, large), withLargest(large, small)} {
		if got.CPU != 4 || got.Wall != 5 || got.PeakKiB != 6 || !got.Contended {
			t.Errorf("%+v", got)
		}
	}
	if got := withLargest(small, result.Case{Verdict: result.WA, Message: say.Of("before")}); got.Contended || got.Verdict != "" || got.Message.Said() {
		t.Errorf("%+v", got)
	}
}

func TestInputHead(t *testing.T) {
	file, full := filepath.Join(t.TempDir(), "in"), strings.Repeat("1", excerpt-1)+"\xe6"
	for text, want := range map[string]string{"": "", "1 2\n": "1 2\n", strings.Repeat("1", excerpt+1): strings.Repeat("1", excerpt), full: full, strings.Repeat("数", excerpt): strings.Repeat("数", excerpt/3)} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if got := inputHead(file); got != want {
			t.Errorf("%d bytes of %d, want %d", len(got), len(text), len(want))
		}
	}
	if got := inputHead(file + "s"); got != "" {
		t.Errorf("no file: %q", got)
	}
}

// TestCheckerSource: a checker includes testlib.h from its problem's folder. If there is none, the message says where
// to put it.
func TestCheckerSource(t *testing.T) {
	t.Setenv("TESTLIB", t.TempDir())
	dir := filepath.Join(t.TempDir(), "problems", "p")
	s, err := solution.Of(filepath.Join(dir, "checker", "main.cpp"), "cpp", language.File{Path: filepath.Join(dir, "checker", "main.cpp"), Text: "#include <vector>\n#include \"own.h\"\n#include \"testlib.h\"\nint main() {}\n"})
	if err != nil {
		t.Fatal(err)
	}
	s.Files = append(s.Files, language.File{Path: filepath.Join(dir, "checker", "own.h")})
	p := problem.Problem{ID: "p", Dir: dir, Check: problem.Check{Program: filepath.Join(dir, "checker")}}
	if _, err := os.Stat("/usr/include/testlib.h"); err != nil {
		if _, err := checkerSource(p, s); err == nil || !strings.Contains(err.Error(), "testlib.h, and it is not here") {
			t.Errorf("without testlib.h: %v", err)
		}
	}
	if os.MkdirAll(dir, 0o777) != nil || os.WriteFile(filepath.Join(dir, "testlib.h"), []byte("//\n"), 0o666) != nil {
		t.Fatal("no files")
	}
	if src, err := checkerSource(p, s); err != nil || len(src.Files) != 3 || src.Files[2].Text != "//\n" {
		t.Errorf("%+v, %v", src.Files, err)
	}
}

// TestHeaderPlaces: a header comes from the first place that has it.
func TestHeaderPlaces(t *testing.T) {
	home, own, root := t.TempDir(), t.TempDir(), t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("TESTLIB", filepath.Join(own, "testlib.h"))
	p := problem.Problem{Dir: filepath.Join(root, "problems", "p"), Check: problem.Check{Program: filepath.Join(root, "problems", "p", "checker", "main.cpp")}}
	checker := filepath.Dir(p.Check.Program)
	for _, place := range []string{filepath.Join(home, "testlib", "a.h"), filepath.Join(own, "a.h"), filepath.Join(root, "a.h"), filepath.Join(p.Dir, "a.h"), filepath.Join(checker, "a.h")} {
		if os.MkdirAll(filepath.Dir(place), 0o777) != nil || os.WriteFile(place, []byte("//\n"), 0o666) != nil {
			t.Fatal("no files")
		}
		if got := find("a.h", headerPlaces(p)); got != place {
			t.Errorf("found %s, want %s", got, place)
		}
	}
	if err := os.Mkdir(filepath.Join(checker, "b.h"), 0o777); err != nil || find("b.h", headerPlaces(p)) != "" {
		t.Errorf("a folder is a header, %v", err)
	}
	included := func(text string) (names []string) {
		src, err := checkerSource(p, solution.Solution{Language: "cpp", Files: []language.File{{Path: p.Check.Program, Text: text}}})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range src.Files[1:] {
			names = append(names, filepath.Base(f.Path))
		}
		return names
	}
	os.WriteFile(filepath.Join(p.Dir, "c.h"), []byte("#include \"a.h\"\n"), 0o666)
	for text, want := range map[string]int{"#include \"x/a.h\"\n#include \"gone.h\"\n": 0, "#include \"a.h\"\n#include \"a.h\"\n": 1, "#include \"c.h\"\n": 2} {
		if got := included(text); len(got) != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func TestCombineWithoutWords(t *testing.T) {
	got := combine([]result.Case{{Verdict: result.AC}, {Verdict: result.WA, Difference: &result.Difference{Text: say.Of("differs")}}})
	if want := "(in 1 of 2 runs: it behaves differently from run to run)"; got.Message.String() != want {
		t.Errorf("got %q, want %q", got.Message, want)
	}
}

func TestEnds(t *testing.T) {
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
		if got := ends([]byte(short)); got != short {
			t.Errorf("got %q", got)
		}
	}
}

// Beside others a program may use twice its time. If it uses up even that, it is over its limit; if it comes near the
// limit, it is run again alone; otherwise it is not.
func TestBesideOthers(t *testing.T) {
	l := result.Limits{CPU: time.Second}
	for _, test := range []struct {
		name  string
		ran   result.Case
		again bool
		want  result.Case
	}{
		{"quick", result.Case{Verdict: result.AC, CPU: 400 * time.Millisecond}, false, result.Case{Verdict: result.AC, CPU: 400 * time.Millisecond}},
		{"quick but disturbed", result.Case{Verdict: result.WA, CPU: 400 * time.Millisecond, Contended: true}, true,
			result.Case{Verdict: result.WA, CPU: 400 * time.Millisecond, Contended: true}},
		{"near the limit", result.Case{Verdict: result.AC, CPU: 600 * time.Millisecond}, true, result.Case{Verdict: result.AC, CPU: 600 * time.Millisecond}},
		{"over it, perhaps because of others", result.Case{Verdict: result.AC, CPU: 1500 * time.Millisecond}, true,
			result.Case{Verdict: result.TLE, Message: overCPU(result.Limits{CPU: time.Second}), CPU: time.Second}},
		{"over it in any case", result.Case{Verdict: result.TLE, Message: overCPU(result.Limits{CPU: 2 * time.Second}), CPU: 2001 * time.Millisecond, Contended: true}, false,
			result.Case{Verdict: result.TLE, Message: overCPU(result.Limits{CPU: time.Second}), CPU: time.Second, Contended: true}},
		{"idle", result.Case{Verdict: result.TLE, Message: say.Of("idle"), CPU: time.Millisecond}, false, result.Case{Verdict: result.TLE, Message: say.Of("idle"), CPU: time.Millisecond}},
		{"skipped", result.Case{Verdict: result.SK}, false, result.Case{Verdict: result.SK}},
		{"the judge's own fault", result.Case{Verdict: result.JE, CPU: 3 * time.Second}, false, result.Case{Verdict: result.JE, CPU: 3 * time.Second}},
		{"half of the limit", result.Case{Verdict: result.AC, CPU: l.CPU / 2}, false, result.Case{Verdict: result.AC, CPU: l.CPU / 2}},
		{"the limit", result.Case{Verdict: result.AC, CPU: l.CPU}, true, result.Case{Verdict: result.AC, CPU: l.CPU}},
		{"twice the limit", result.Case{Verdict: result.AC, CPU: 2 * l.CPU, Contended: true}, false, result.Case{Verdict: result.TLE, Message: overCPU(l), CPU: l.CPU, Contended: true}},
	} {
		got, sure := besideOthers(test.ran, l, say.Message{})
		if sure == test.again {
			t.Errorf("%s: to be run again: %v", test.name, !sure)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
	if got, _ := besideOthers(result.Case{Verdict: result.AC, CPU: 2 * l.CPU}, l, say.Of("it is slow")); got.Message.String() != overCPU(l).String()+"; it is slow" {
		t.Errorf("a remark on failures is lost: %s", got.Message)
	}
	p := problem.Problem{Limits: problem.Limits{Time: time.Second, Multipliers: map[string]float64{"python": 3}}}
	if got := Limits(p, "python"); got.CPU != 3*time.Second || got.Wall != 7*time.Second {
		t.Errorf("limits of a slow language: %+v", got)
	}
}

// With -fail-fast nothing is skipped because of a provisional result.
func TestFailFastWaitsForCertainty(t *testing.T) {
	r := &run{opt: Options{FailFast: true}, observe: func(result.Event) {}}
	e := &entry{Prepared: &Prepared{}, left: 3, result: result.Solution{Cases: make([]result.Case, 3)}}
	r.record(task{e, 0}, result.Case{Verdict: result.TLE}, result.Event{Provisional: true})
	if r.skips(e) {
		t.Error("skipped though nothing is sure yet")
	}
	r.record(task{e, 1}, result.Case{Verdict: result.WA}, result.Event{})
	if !r.skips(e) {
		t.Error("not skipped after a failure")
	}
}
