package grade_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

// talkCase is a case of an interactive problem: its input, and the arguments of the program.
type talkCase struct{ name, input, args string }

// prepareTalk opens a grader with this cache, "" for the usual one, and makes a problem of this type with both sides of
// testdata/talk.
func prepareTalk(t *testing.T, cache, kind string, cases []talkCase) (*grade.Grader, *grade.Prepared) {
	t.Helper()
	short.Skip(t)
	must.Have(t, "gcc")
	s := must.Get(solution.Open(filepath.Join("testdata", "talk")))(t)
	files := map[string]string{
		"problems/talk/output_validator/main.c": s.Text(), // the same text is compiled once
		"problems/talk/problem.yaml": "problem_format_version: 2025-09\nname: Talk\ntype: " + kind +
			"\nlimits:\n  time_limit: 1\n  memory: 256\n  output: 1\n  validation_time: 1\n  validation_passes: 4\n",
		"problems/talk/judge.yaml": "wall: 1.5\n",
	}
	for _, c := range cases {
		files["testdata/talk/secret/"+c.name+".in"] = c.input
		files["testdata/talk/secret/"+c.name+".ans"] = ""
		if c.args != "" {
			files["testdata/talk/secret/"+c.name+".yaml"] = fmt.Sprintf("args: [%q]\n", c.args)
		}
	}
	p := must.Get(problem.Load(planted(t, files), "talk"))(t)
	g := must.Get(grade.Open(sandbox.Options{}, build.Options{CacheDir: cache}))(t)
	t.Cleanup(func() { g.Close() })
	return g, prepare(t, g, grade.Entry{Problem: p, Solution: s, Cases: p.Cases})
}

// prepare prepares an entry that must be built.
func prepare(t *testing.T, g *grade.Grader, e grade.Entry) *grade.Prepared {
	t.Helper()
	p, err := g.Prepare(t.Context(), e)
	if err == nil {
		err = p.NotBuilt()
	}
	must.Succeed(t, err)
	return p
}

// TestTalk lets a program and an interactor talk; one of both misbehaves in every possible way.
func TestTalk(t *testing.T) {
	tests := []struct {
		program, interactor string
		want                result.Verdict
		says                string // in its message
	}{
		{"right", "fair", result.AC, "found after"},
		{"wrong", "fair", result.WA, ": it is not 38"},
		{"babbles", "fair", result.WA, `line 3 is no question: "hello"`},
		{"forgets to flush", "fair", result.TLE, "the interactor sees no new line of the program\nhint: did you flush?"},
		{"forgets the newline", "fair", result.TLE, "the last line of the program has no end"},
		{"listens", "fair", result.TLE, "both wait: the program for the interactor"},
		{"quits", "fair", result.WA, "the program ended without an answer"},
		{"never answers", "fair", result.WA, "the program ended without an answer"},
		{"crashes at once", "fair", result.RE, "exit status 3"},
		{"crashes", "fair", result.RE, "exit status 2"},
		{"crashes afterwards", "fair", result.RE, "exit status 5; the interactor had accepted it"},
		{"hangs afterwards", "fair", result.TLE, "; the interactor had accepted it"},
		{"crashes when refused", "rude", result.WA, "I do not like it"},
		{"talks on", "fair", result.AC, "found after"},
		{"talks on", "early", result.AC, "never mind"},
		{"floods", "fair", result.WA, "is no question"},
		{"floods", "deaf", result.JE, "the interactor output_validator gave no verdict (out of time)"},
		{"hangs", "fair", result.TLE, "idle"},
		{"hangs", "rude", result.WA, "I do not like it"},
		{"right", "crash", result.JE, "the interactor output_validator gave no verdict (exit status 2"},
		{"right", "hang", result.JE, "gave no verdict (out of time)"},
		{"right", "spin", result.JE, "gave no verdict (out of time)"},
		{"right", "flood", result.JE, "gave no verdict (too much output)"},
		{"right", "zero", result.JE, "gave no verdict (exit status 0"},
		{"right", "hostile", result.WA, "bold"},
	}
	var cases []talkCase
	for i, test := range tests {
		cases = append(cases, talkCase{fmt.Sprintf("%02d", i), "37 " + test.interactor + "\n", test.program})
	}
	_, p := prepareTalk(t, "", "interactive", cases)
	for i, test := range tests {
		t.Run(test.program+", "+test.interactor, func(t *testing.T) {
			t.Parallel()
			c := p.Try(t.Context(), p.Cases[i])
			if c.Verdict != test.want || !strings.Contains(c.Reason().String(), test.says) {
				t.Errorf("%s: %s, want %s: %s\n%s", c.Verdict, c.Reason(), test.want, test.says, c.Stderr)
			}
			const few = 17 // for who needs no more: eight at each end, and what is left out
			kept, most := 0, 120
			if c.Dialogue != nil {
				kept = len(c.Dialogue.Remarks)
			}
			if c.Verdict == result.AC {
				most = few
			}
			if kept > most || test.interactor == "deaf" && kept <= few {
				t.Errorf("%d remarks are kept", kept)
			}
		})
	}
}

// TestLostProgramsAreRebuilt: if the cache could not keep a program of the run, it is built again.
func TestLostProgramsAreRebuilt(t *testing.T) {
	cache := t.TempDir()
	_, p := prepareTalk(t, cache, "interactive", []talkCase{{"1", "37 fair\n", "right"}})
	for range 2 {
		must.Succeed(t, os.RemoveAll(filepath.Join(cache, "entries")))
		if c := p.Run(t.Context(), p.Cases[0], 1); c.Verdict != result.AC {
			t.Errorf("%s: %s", c.Verdict, c.Reason())
		}
	}
}

// TestTalkIsChecked: if an interactor accepts and leaves a file, the problem's checker decides.
func TestTalkIsChecked(t *testing.T) {
	g, p := prepareTalk(t, "", "interactive", []talkCase{{"1", "37 notes\n", "talks on"}, {"2", "37 fair\n", "overruns"}})
	if found := p.Sanitize(t.Context(), p.Cases[1]); found != nil {
		t.Errorf("without its interactor it does what it never does with it: %s", found.Message())
	}
	checked := p.Entry
	spec := &checked.Problem.Check
	spec.Interactor, spec.Program, spec.Kind = spec.Program, "", "no such kind"
	if _, err := g.Prepare(t.Context(), checked); err == nil {
		t.Error("an unknown checker checks")
	}
	spec.Kind = "tokens"
	c := prepare(t, g, checked).Try(t.Context(), p.Cases[0])
	if c.Verdict != result.WA || c.Difference == nil || c.Difference.Got != "37" {
		t.Errorf("%s: %s, %+v", c.Verdict, c.Reason(), c.Difference)
	}
}

// TestPlayAgainst lets a person talk to an interactor. Each pass gets the line that is typed during it and an input of
// its own.
func TestPlayAgainst(t *testing.T) {
	const once, again = "interactive", "[interactive, multi-pass]"
	for _, test := range []struct {
		name, kind, input, types string
		want                     result.Verdict
		passes                   int
		shown, err               string
	}{
		{"three passes", again, "hears 1\n", "line %d\n", result.AC, 3, "pass 1 hears line 1\npass 2 hears line 2\npass 3 hears line 3\n", ""},
		{"one pass", once, "37 fair\n", "! 3%d\n", result.WA, 1, "100\n", ""},
		{"right", once, "31 fair\n", "! 3%d\n", result.AC, 1, "100\n", ""},
		{"another pass is not asked for", again, "31 fair\n", "! 3%d\n", result.AC, 1, "100\n", ""},
		{"no end", again, "forever\n", "%d\n", result.AC, 4, "", "asks for more than 4 passes"},
		{"refused and again", again, "torn\n", "%d\n", result.WA, 1, "", "asks for another pass"},
		{"points that are none", again, "scores\n", "%d\n", result.AC, 1, "", "score.txt"},
		{"checked", once, "37 notes\n", "%d\n", result.WA, 1, "", ""},
	} {
		g, prepared := prepareTalk(t, "", test.kind, []talkCase{{"1", test.input, ""}})
		p := prepared.Problem
		if test.name == "checked" {
			p.Check.Interactor, p.Check.Program, p.Check.Kind = p.Check.Program, "", "tokens"
		}
		in, typed := io.Pipe()
		var out bytes.Buffer
		passes := 0
		c, err := g.PlayAgainst(t.Context(), p, p.Cases[0], in, &out, func(pass int) {
			passes++
			go fmt.Fprintf(typed, test.types, pass) // typed after the pass began, as at a terminal
		})
		typed.Close()
		if (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%s: error %v, want %q", test.name, err, test.err)
		}
		if c.Verdict != test.want || out.String() != test.shown || passes != test.passes {
			t.Errorf("%s: %s %s, %d passes:\n%s", test.name, c.Verdict, c.Reason(), passes, &out)
		}
	}
}

// TestPasses runs a program repeatedly, each time on the judge's output about the last pass.
func TestPasses(t *testing.T) {
	tests := []struct {
		name, input, program string
		want                 result.Verdict
		says                 string
		passes               int
	}{
		{"right", "encode 1234\n", "", result.AC, "decoded", 2},
		{"forgetful", "encode 1234\n", "forgetful", result.WA, "pass 2: 1234 was encoded, and 0 came out", 2},
		{"crashes", "encode 1234\n", "stumbles", result.RE, "pass 2: exit status 4", 2},
		{"no end", "forever\n", "", result.JE, "asks for more than 4 passes", 4},
		{"points that are none", "scores\n", "", result.JE, "score.txt", 1},
		{"wrong at once", "nothing\n", "", result.WA, "was encoded, and", 1},
		{"refused and again", "torn\n", "", result.JE, "asks for another pass", 1},
		{"a link", "link\n", "", result.JE, "nextpass.in is not a regular file", 1},
	}
	var cases []talkCase
	for i, test := range tests {
		cases = append(cases, talkCase{fmt.Sprintf("%02d", i), test.input, test.program})
	}
	_, p := prepareTalk(t, "", "[pass-fail, multi-pass]", cases)
	for i, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := p.Try(t.Context(), p.Cases[i])
			if _, err := os.Stat(p.Cases[i].In); err != nil {
				t.Errorf("the problem's own input is gone: %v", err)
			}
			why := c.Reason().String()
			if c.Verdict != test.want || !strings.Contains(why, test.says) || strings.Contains(why, "pass 1") {
				t.Errorf("%s: %s, want %s: %s\n%s", c.Verdict, why, test.want, test.says, c.Stderr)
			}
			if c.Dialogue.Passes() != test.passes || test.passes == 2 && (!heard(c, result.ByJudge) || !heard(c, result.ByProgram)) {
				t.Errorf("want %d passes: %+v", test.passes, c.Dialogue)
			}
		})
	}
}

// heard reports whether the kept dialogue contains words of a speaker.
func heard(c result.Case, by result.Speaker) bool {
	return slices.ContainsFunc(c.Dialogue.Remarks, func(r result.Remark) bool { return r.By == by && r.Text != "" })
}
