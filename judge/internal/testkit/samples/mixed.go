// Package samples has runs for the tests of whatever shows results: a large one, one with a case of everything, one of
// rare events, hostile ones, and the histories of searches.
package samples

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
)

const (
	Asked   = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
	Answers = "417369825632158947958724316825437169791586432346912758289643571573291684164875293"
)

func Replaced(s string, cell int, with string) string { return s[:cell] + with + s[cell+1:] }

// Sentence is a message as check writes it.
func Sentence(text string) say.Message {
	place, what, found := strings.Cut(strings.TrimPrefix(text, "line "), ": ")
	if n, err := strconv.Atoi(place); found && err == nil {
		return say.Of("line %d: %s", n, say.Text(what))
	}
	return say.Text(text)
}

// Mixed is a run with one of everything.
func Mixed() result.Run {
	limits := result.Limits{CPU: time.Second, Wall: 3 * time.Second, Memory: 64 << 20, Output: 8 << 20}
	ok := result.Compile{OK: true, Time: 700 * time.Millisecond}
	ms := func(x float64) time.Duration { return time.Duration(x * float64(time.Millisecond)) }
	accepted := func(name string, cpu time.Duration) result.Case {
		return result.Case{Case: name, About: result.About{Description: say.Words{English: "what " + name + " tries"}, Hint: say.Words{English: "think of " + name, Chinese: "想想 " + name}}, Verdict: result.AC, Expected: "AC", AsExpected: true,
			CPU: cpu, Wall: cpu + ms(0.4), PeakKiB: 2100}
	}
	wrong := result.Case{Case: "secret/02-hard", About: result.About{Description: say.Words{English: "needs search"}, Hint: say.Words{English: "try every digit", Chinese: "每个数字都要试"}}, Verdict: result.WA, Expected: "AC",
		CPU: ms(12.34), Wall: ms(13), PeakKiB: 2400, Input: "4.....8.5\nend\n", Stderr: "debug: \x1b[31mred\n",
		Difference: &result.Difference{Line: 3, Column: 7, Want: "hello world", Got: "hello\x00w\xffrld", Text: Sentence("line 3: they differ")}}
	slow := result.Case{Case: "secret/02-hard", Verdict: result.TLE, Expected: "TLE", AsExpected: true,
		CPU: ms(1002), Wall: ms(1010), PeakKiB: 2048, Exit: -1, Signal: "SIGKILL", Message: say.Text("used up its 1 s of CPU time")}
	crashed := result.Case{Case: "sample/1", Verdict: result.RE, Expected: "AC", CPU: ms(0.8), Wall: ms(1), PeakKiB: 900,
		Exit: 3, Message: say.Text("exit status 3"), Contended: true,
		Stderr: "Traceback (most recent call last):\n" + strings.Repeat("\tat solve\n", 9) + "RecursionError: 数独 出错了\n"}
	skipped := result.Case{Case: "secret/02-hard", Verdict: result.SK, Expected: "AC", AsExpected: true, Message: say.Text("skipped: an earlier case failed (-fail-fast)")}
	sampled := accepted("secret/02-hard", ms(3))
	sampled.Samples = []time.Duration{ms(2.9), ms(3), ms(3.3)}
	sampled.Work = &result.Work{Statements: 12345, Calls: map[string]int64{"main.solve": 12}, Lines: []int64{-1, 1, 12}}
	entry := func(problem, name string, v result.Verdict, asExpected bool, cases ...result.Case) result.Solution {
		return result.Solution{Problem: problem, Title: say.Words{English: map[string]string{"a": "Sudoku 数独", "b": ""}[problem]}, Solution: name,
			Path: "solutions/" + name + "/main.go", Language: "Go", CodeBytes: 3456, Verdict: v, Expected: "AC", AsExpected: asExpected,
			Limits: limits, Compile: ok, Cases: cases}
	}
	many := entry("b", "many", result.WA, false)
	for i := range 5 {
		c := wrong
		c.Case, c.Stderr, c.Input = fmt.Sprintf("secret/1%d-fails", i), "", ""
		c.Message = say.Text([]string{"", "", "", "", "the checker adds this"}[i])
		many.Cases = append(many.Cases, c)
	}
	broken := entry("b", "broken", result.CE, false,
		result.Case{Case: "sample/1", Verdict: result.CE, Expected: "AC", Message: say.Text("main.go:3: undefined: x")})
	broken.Compile = result.Compile{Message: say.Text("solutions/broken/main.go:3:1: undefined: x\nsolutions/broken/main.go:4:1: undefined: y\n")}
	missing := entry("b", "rusty", result.SK, true, result.Case{Case: "sample/1", Verdict: result.SK, Expected: "AC", AsExpected: true})
	missing.Language = "Rust"
	missing.Compile = result.Compile{Message: say.Text("no rustc here for Rust: install it with apt-get install rustc")}
	promised := entry("b", "promised", result.AC, false, accepted("sample/1", ms(1)))
	promised.Expected = "WA"
	java := entry("a", "javanese", result.AC, true, accepted("sample/1", ms(45)), accepted("secret/02-hard", ms(99.5)))
	java.Language, java.Limits.CPU = "Java", 2*time.Second
	return result.Run{
		Host: result.Host{OS: "linux", Arch: "amd64", CPUs: 2, CPU: "a processor", Go: "go1.26", Isolation: say.Text("step 2 of 5: namespaces"),
			MemoryMethod: say.Text("peak of the largest process"), Contended: true},
		Elapsed: 2345 * time.Millisecond,
		Results: []result.Solution{
			entry("a", "lowbit", result.AC, true, accepted("sample/1", ms(0.93)), sampled),
			entry("a", "a name that is rather long", result.WA, false, accepted("sample/1", ms(1)), wrong),
			entry("a", "naive", result.TLE, true, accepted("sample/1", ms(1.2)), slow),
			entry("a", "数独高手", result.RE, false, crashed, skipped),
			java, many, broken, missing, promised,
		},
	}
}

// Seldom is a run with one case for each rare event.
func Seldom() result.Run {
	const ms = time.Millisecond
	failed := func(v result.Verdict, c result.Case) result.Case {
		if c.Verdict, c.CPU, c.Wall = v, 2*ms, 3*ms; c.Expected == "" {
			c.Expected = "AC"
		}
		c.AsExpected = v == result.AC || c.Expected.Allows(v)
		return c
	}
	d := Talked().Results[0].Cases[0].Dialogue
	spoken := &result.Dialogue{Remarks: d.Remarks[:5]}
	for i := range d.Remarks[6:] {
		d.Remarks[6+i].Text = fmt.Sprint(i)
	}
	d.Remarks = d.Remarks[:18]
	asOne := &result.Dialogue{From: 1, Left: 1, Remarks: []result.Remark{{Pass: 1, By: result.ByProgram, Text: "1"}, {Pass: 1, By: result.ByJudge, Text: "2", Open: true}}}
	words := &result.Difference{Line: 1, Column: 1, Want: "yes", Got: "no", Text: Sentence("line 1: they differ")}
	board := &result.Difference{Line: 1, Column: 1, Want: Replaced(Answers, 1, "4"), Got: Answers, Text: Sentence("line 1: not this answer"), Puzzle: Asked}
	shadow := &result.Difference{Line: 1, Column: 1, Want: "no", Got: strings.Repeat("1", 16), Text: Sentence("line 1: row 1 has two 1s"), Puzzle: Asked}
	cases := []result.Case{
		failed(result.WA, result.Case{Dialogue: d, Checker: 40 * ms, Message: say.Text("said too much"), Printed: "so far\n", Stderr: "log\n"}), failed(result.WA, result.Case{Output: "what it said\n", Input: "in\n"}), failed(result.WA, result.Case{}),
		failed(result.PE, result.Case{Expected: "WA"}), failed(result.AC, result.Case{Dialogue: spoken, Printed: "1\n2\n", Stderr: "log\n"}), failed(result.WA, result.Case{Dialogue: asOne, Message: say.Text("said too little")}),
		failed(result.AC, result.Case{Kept: true, Contended: true}), failed(result.AC, result.Case{Call: ms, Driver: ms / 2, Machine: "north"}),
		failed(result.RE, result.Case{Exit: 3, Signal: "SIGSEGV", Printed: "so far\n", Stderr: strings.Repeat(strings.Repeat("x", 90)+"\n", 27), Message: say.Of("exit status %d", 3)}),
		failed(result.TLE, result.Case{Expected: "TLE", Message: say.Of("used up its %s of CPU time", "1 s")}), failed(result.JE, result.Case{Message: say.Text("the checker crashed")}),
		failed(result.WA, result.Case{Difference: words, Input: "4\n"}), failed(result.WA, result.Case{Difference: board, Input: "5\n"}), failed(result.WA, result.Case{Difference: shadow}),
		failed(result.WA, result.Case{Difference: words, Input: "4\n"}),
	}
	cases[8].CPU, cases[10].CPU = 0, 0
	odd := result.Solution{Problem: "odd", Title: say.Words{English: "odd"}, Solution: "mine.cpp", Path: "mine.cpp", Language: "C++", Expected: "AC", Compile: result.Compile{OK: true, Cached: true}, Limits: result.Limits{CPU: 9 * ms}}
	for i, c := range cases {
		c.Case = fmt.Sprintf("secret/%02d", i+1)
		odd.Cases = append(odd.Cases, c)
	}
	for _, v := range []result.Verdict{result.WA, result.TLE, result.SK} {
		odd.Cases = append(odd.Cases, result.Case{Case: "beyond/" + string(v), Verdict: v, AsExpected: true, CPU: ms})
	}
	same := odd
	same.Solution, same.Path, same.Cases = "solutions/other", "solutions/other/main.cpp", slices.Clone(odd.Cases)
	for i := range same.Cases {
		same.Cases[i].Expected, same.Cases[i].AsExpected = result.Promise(same.Cases[i].Verdict), true
	}
	run := result.Run{Results: []result.Solution{odd, same}, Interrupted: true, Host: result.Host{Several: true}}
	for i := range run.Results {
		run.Results[i].Conclude("")
	}
	return run
}

// Talked is a run of a program that talked, with hostile lines.
func Talked() result.Run {
	us := time.Microsecond
	d := &result.Dialogue{From: 3, Left: 1234, Remarks: []result.Remark{
		{Pass: 1, At: 310 * us, By: result.ByJudge, Text: "100"},
		{Pass: 1, At: 520 * us, By: result.ByProgram, Text: "? \x1b[31m50\xff"},
		{Pass: 1, At: 530 * us, By: result.ByJudge, Text: "<script>alert(1)</script>\u202e"},
		{Pass: 2, At: 2 * time.Millisecond, By: result.ByProgram, Text: "! 3", Open: true},
		{Pass: 2, At: 3 * time.Millisecond, By: result.ByProgram, Gone: true},
	}}
	for i := range 30 {
		d.Remarks = append(d.Remarks, result.Remark{Pass: 2, At: time.Duration(i) * time.Second, By: result.ByJudge, Text: strings.Repeat("长", 150)})
	}
	run := Large(1, 1)
	c := &run.Results[0].Cases[0]
	c.Verdict, c.AsExpected, c.Difference, c.Dialogue = result.WA, false, nil, d
	run.Results[0].Conclude("")
	return run
}

// Nested is three solutions of a problem with nested groups.
func Nested() result.Run {
	solution := func(name string, verdicts ...result.Verdict) result.Solution {
		s := result.Solution{Problem: "stairs", Solution: name, Path: name + ".go", Language: "Go", Expected: "AC", Compile: result.Compile{OK: true}}
		for i, where := range []string{"secret/a/1", "secret/b/<deep>/1", "secret/b/<deep>/2"} {
			s.Cases = append(s.Cases, result.Case{Case: where, Number: i + 1, Verdict: verdicts[i], Expected: "AC", AsExpected: verdicts[i] == result.AC})
		}
		s.Score = NestedScore(s.Cases)
		s.Conclude("")
		return s
	}
	return result.Run{Results: []result.Solution{
		solution("all", result.AC, result.AC, result.AC), solution("half", result.AC, result.WA, result.AC), solution("none", result.TLE, result.WA, result.AC),
	}}
}

// NestedScore is a score with a group within a group, counted over the cases.
func NestedScore(cases []result.Case) *result.Score {
	s := &result.Score{GroupScore: result.GroupScore{Scoring: result.Scoring{Group: "secret", Cases: len(cases), Max: 100, How: "sum"}}}
	for _, g := range []result.Scoring{
		{Group: "secret/a", Max: 40, How: "pass-fail"},
		{Group: "secret/b", Max: 60, How: "sum", Requires: []string{"secret/a"}},
		{Group: "secret/b/<deep>", How: "max", Max: 60},
	} {
		for _, c := range cases {
			if g.Within(c.Case) {
				g.Cases++
			}
		}
		s.Groups = append(s.Groups, result.GroupScore{Scoring: g})
	}
	s.Count(cases)
	return s
}

// Hostile are outputs and names that try to take over the page.
var Hostile = []string{
	`</script><img src=x onerror=alert(1)>`,
	`<script>alert(1)</script>`,
	`"><svg onload=alert(1)>`,
	"\x1b[31mred\x1b[0m\x07",
	"\xff\xfe\x80broken",
	"a\u202Eb\u2066c\u200Bd",
	`{{.Policy}} ${alert(1)} <!-- --> ]]>`,
	"</title></style></textarea></svg></table>",
}

// HostileRun returns a run whose first solution shows this text wherever it can: as a name, a source, an output, a reason.
func HostileRun(text string) result.Run {
	run := Large(2, 3)
	run.Host = result.Host{OS: text, Arch: text, CPUs: 1, CPU: text, Go: text, Isolation: say.Text(text), MemoryMethod: say.Text(text)}
	run.Results[1].Solution = "another.c" // so that the page is about several programs, whatever the name of the first
	s := &run.Results[0]
	s.Title = say.Words{English: text, Chinese: text}
	s.Problem, s.Solution, s.Path, s.Language, s.Source, s.Document = text, text, text, "Go", text+"\n"+text, text
	s.Compile.Message = say.Text(text)
	for i := range s.Cases {
		c := &s.Cases[i]
		c.Description, c.Message = say.Words{English: text}, say.Text(text)
		c.Case, c.Stderr, c.Input, c.Signal = text+fmt.Sprint(i), text, text, text
		c.Verdict, c.AsExpected = result.WA, false
		c.Difference = &result.Difference{Line: 1, Column: 1, Want: text, Got: text + "!", Text: Sentence(text), Puzzle: text}
		c.Work.Calls = map[string]int64{text: 1}
	}
	return run
}

// Differences has one of each kind.
func Differences(t *testing.T) []result.Difference {
	board, err := sudoku.ParseLine(Answers)
	if err != nil {
		t.Fatal(err)
	}
	bad := board.Clone()
	bad.Cells[1] = 4
	six, _ := sudoku.New(3, 2)
	solved, _ := six.Solve()
	wrong := solved.Clone()
	wrong.Cells[35] = 0
	sixteen, _ := sudoku.New(4, 4)
	large, _ := sixteen.Solve()
	spoilt := large.Clone()
	spoilt.Cells[17], spoilt.Cells[18] = 16, 16
	letters, spoiltLetters := large.Clone(), spoilt.Clone()
	letters.Letters, spoiltLetters.Letters = true, true
	return []result.Difference{
		{Line: 3, Column: 5, Want: "1 2 3 4 5", Got: "1 2 33 4 5", Text: Sentence(`line 3: expected "3", got "33"`)},
		{Line: 1, Column: 7, Want: "hello world", Got: "hello\x00w\xffrld\x1b[31m", Text: Sentence(`line 1: expected "hello", got "hello\x00w\xffrld\x1b[31m"`)},
		{Line: 2, Column: 4, Want: "a b c", Got: "a b", Text: Sentence(`line 2: expected "c", but the line ends`)},
		{Line: 2, Column: 3, Want: "存在一组解为:", Got: "存在两组解为:", Text: Sentence(`line 2: expected "存在一组解为:", got "存在两组解为:"`)},
		{Line: 7, Column: 1, Want: "7 8 9", Text: Sentence("nothing where line 7 was expected")},
		{Line: 5, Column: 1, Got: "and more", Text: Sentence("extra line 5")},
		{Line: 1, Column: 1, Text: Sentence("nothing was printed")},
		{Line: 1, Column: 600, Want: strings.Repeat("x", 599) + "a" + strings.Repeat("y", 900), Got: strings.Repeat("x", 599) + "b" + strings.Repeat("y", 900), Text: Sentence("line 1: one letter in a long line")},
		{Line: 3, Column: 2, Want: Answers, Got: Replaced(Answers, 1, "4"), Text: Sentence("line 3: row 1 has two 4s"), Puzzle: Asked},
		{Line: 3, Column: 1, Want: Answers, Got: Replaced(Answers, 0, "5"), Text: Sentence("line 3: the clue in row 1, column 1 was 4 and is 5 now"), Puzzle: Asked},
		{Line: 3, Column: 3, Want: Answers, Got: Replaced(Answers, 2, "."), Text: Sentence("line 3: the cell in row 1, column 3 is blank"), Puzzle: Asked},
		{Line: 3, Column: 81, Want: Answers, Got: Answers[:80], Text: Sentence("line 3: expected 81 characters, got 80"), Puzzle: Asked},
		{Line: 3, Column: 81, Want: Answers, Got: strings.Repeat("123456789", 9)[:80], Text: Sentence("line 3: expected 81 characters, got 80"), Puzzle: Asked},
		{Line: 3, Column: 1, Want: "many", Got: "none", Text: Sentence(`line 3: expected "many", got "none"`), Puzzle: Asked},
		{Line: 9, Column: 8, Want: board.JSON(), Got: bad.JSON(), Text: Sentence("line 9: row 1 has two 4s"), Puzzle: Asked},
		{Line: 7, Column: 11, Want: solved.Line(), Got: wrong.Line(), Text: Sentence("line 7: the cell in row 6, column 6 is blank"), Puzzle: strings.Repeat(".", 36)},
		{Line: 3, Column: 3, Want: large.Line(), Got: spoilt.Line(), Text: Sentence("line 3: row 2 has two 16s"), Puzzle: strings.Repeat(".", 256)},
		{Line: 2, Column: 2, Want: letters.Line(), Got: spoiltLetters.Line(), Text: Sentence("line 2: row 2 has two Ps"), Puzzle: letters.Line()[:16] + strings.Repeat("-", 240)},
		{Text: Sentence("something as a whole")},
		{Line: 1, Column: 3, Want: "a b c", Got: "a  b c", Text: Sentence("line 1: other blanks at character 3")},
		{Line: 1, Column: 1, Want: "a b c", Got: "  a b c", Text: Sentence("line 1: other blanks at character 1")},
		{Line: 1, Column: 6, Want: "a b c", Got: "a b c ", Text: Sentence("line 1: other blanks at character 6")},
		{Line: 1, Column: 2, Want: "a b c", Got: "a\tb c", Text: Sentence("line 1: other blanks at character 2")},
		{Line: 1, Column: 1, Got: "  ", Text: Sentence("extra line 1")},
		{Line: 1, Column: 61, Want: strings.Repeat("x", 60), Got: strings.Repeat("x", 60) + strings.Repeat("y", 60), Text: Sentence("line 1: too long")},
		{Line: 1, Column: 61, Want: strings.Repeat("x", 60) + strings.Repeat("y", 60), Got: strings.Repeat("x", 60), Text: Sentence("line 1: too short")},
	}
}

// ClassOf makes a class with these students and results of every kind.
func ClassOf(names ...string) (c result.Class, run result.Run) {
	run = Large(len(names), 5)
	c.Problems = []string{"acwing166"}
	for i, name := range names {
		s := &run.Results[i]
		s.Solution = name
		c.Students = append(c.Students, result.Student{ID: name, Name: name, Label: name})
		switch i % 3 {
		case 1:
			s.Cases[2].Verdict, s.Cases[2].AsExpected, s.Cases[2].Message = result.WA, false, say.Of("row %d has two %ds", 5, 3)
			s.Conclude("")
		case 2:
			s.Compile = result.Compile{Message: say.Of("%s: is empty", name+".cpp")}
			for j := range s.Cases {
				s.Cases[j] = result.Case{Case: s.Cases[j].Case, Verdict: result.CE, Message: s.Compile.Message}
			}
			s.Conclude(result.CE)
		}
	}
	return c, run
}

// WhyBeyond is why a case of Beyond is beyond the site.
var WhyBeyond = say.Words{English: "the site always ends with `end`", Chinese: "原站总以 end 结束"}

// Beyond is a solution with one case of the site, and three beyond it of which two have the verdict v.
func Beyond(name string, v result.Verdict) result.Solution {
	s := result.Solution{Problem: "p", Solution: name, Expected: "AC", Compile: result.Compile{OK: true}, Cases: []result.Case{
		{Case: "secret/a", Verdict: result.AC, Expected: "AC", AsExpected: true, CPU: time.Millisecond},
		{Case: "beyond/b", Verdict: v, AsExpected: true, CPU: time.Millisecond, About: result.About{WhyBeyond: WhyBeyond}},
		{Case: "beyond/c", Verdict: result.AC, AsExpected: true, CPU: time.Millisecond},
		{Case: "beyond/d", Verdict: v, AsExpected: true, CPU: time.Millisecond, About: result.About{WhyBeyond: say.Words{English: "the site has no such board", Chinese: "原站没有"}}},
	}}
	s.Conclude("")
	return s
}
