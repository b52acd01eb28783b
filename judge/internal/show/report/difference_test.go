package report_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/samples"
)

func TestDifference(t *testing.T) {
	for _, test := range []struct {
		name  string
		on    bool
		width int
	}{{"difference.golden", false, 80}, {"difference-colour.golden", true, 80}, {"difference-narrow.golden", false, 40}} {
		t.Run(test.name, func(t *testing.T) {
			var b bytes.Buffer
			for _, d := range samples.Differences(t) {
				var one bytes.Buffer
				if err := report.Difference(&one, terminal.Style{Palette: terminal.NewPalette(test.on), Width: test.width}, d); err != nil {
					t.Fatal(err)
				}
				for line := range strings.SplitSeq(colours.ReplaceAllString(one.String(), ""), "\n") {
					if terminal.Width(line) > max(test.width, 4+51) {
						t.Errorf("%d columns, wider than a board of 16: %s", terminal.Width(line), line)
					}
				}
				fmt.Fprintf(&b, "%s\n", one.Bytes())
			}
			samples.Golden(t, test.name, b.Bytes())
		})
	}
}

var colours = regexp.MustCompile("\x1b\\[[0-9;]+m")

// A wrong blank is visible, with and without colours.
func TestDifferenceShowsBlanks(t *testing.T) {
	for _, got := range []string{"a  b c", " a b c", "a b c ", "a b  c ", "a\tb c"} {
		for _, on := range []bool{true, false} {
			var b bytes.Buffer
			d := result.Difference{Line: 1, Column: 1, Want: "a b c", Got: got, Text: samples.Sentence("x")}
			must.Succeed(t, report.Difference(&b, terminal.Style{Palette: terminal.NewPalette(on), Width: 80}, d))
			if regexp.MustCompile("\x1b\\[3[0-9]m +\x1b").MatchString(b.String()) {
				t.Errorf("%q: a blank has the colour of letters only: %q", got, &b)
			}
			if !strings.Contains(b.String(), map[bool]string{true: "\x1b[7;31m", false: "^"}[on]) {
				t.Errorf("%q, colours %v: nothing is marked: %q", got, on, &b)
			}
		}
	}
}

func FuzzDifference(f *testing.F) {
	f.Add("a b", "a c", "line 1: x", samples.Asked, 80)
	f.Add(samples.Answers, samples.Answers[:80], "", samples.Asked, 20)
	f.Add("a\ufffd\ufffd", "a", "", "", 80)
	f.Add("数独\u0301", "\xff数\x1b[2J", "\x00", "", 3)
	f.Add("[[\"5\"", "[[", "line 0: ", "....", -5)
	f.Fuzz(func(t *testing.T, want, got, text, puzzle string, width int) {
		width = min(width, 500)
		var b bytes.Buffer
		d := result.Difference{Line: 1, Column: 1, Want: want, Got: got, Text: samples.Sentence(text), Puzzle: puzzle}
		must.Succeed(t, report.Difference(&b, terminal.Style{Width: width}, d))
		must.Be(t, utf8.Valid(b.Bytes()), "not UTF-8: %q", b.Bytes())
		for _, r := range b.String() {
			if r != '\n' && !terminal.Printable(r) {
				t.Errorf("holds %q: %q", r, b.String())
			}
		}
	})
}

// TestMarks: in lines of one length each character is marked that differs, else all that is not a common begin or end.
func TestMarks(t *testing.T) {
	for _, test := range []struct{ want, got, wantMarks, gotMarks string }{
		{"true", "false", "^^^", "^^^^"},
		{"x=1234", "x=1534", "   ^", "   ^"},
		{"12345", "92349", "^   ^", "^   ^"},
		{"a b c", "a  b c", "", "  ^"},
		{"aaa", "aa", "  ^", ""},
		{"same", "same", "", ""},
	} {
		want, got := report.CompareLines(test.want, test.got)
		must.Equal(t, test.wantMarks, carets(want), test.want, test.got)
		must.Equal(t, test.gotMarks, carets(got), test.want, test.got)
	}
}

// carets draws marks.
func carets(marks []bool) string {
	var s strings.Builder
	for _, m := range marks {
		s.WriteByte(map[bool]byte{true: '^', false: ' '}[m])
	}
	return strings.TrimRight(s.String(), " ")
}

// TestCompilerFaults finds the place in the program's own file in the words of any compiler.
func TestCompilerFaults(t *testing.T) {
	for _, c := range []struct {
		name, file, text, says string
		column                 int
	}{
		{"gcc", "main.cpp", "main.cpp: In function 'int main()':\nmain.cpp:3:5: error: expected ';'\n   3 |   x\n", "error: expected ';'", 5},
		{"go", "main.go", "# command-line-arguments\n./main.go:3:15: undefined: x\n", "undefined: x", 15},
		{"javac", "Main.java", "Main.java:3: error: ';' expected\n        int x\n", "error: ';' expected", 0},
		{"python", "main.py", "  File \"/tmp/x/main.py\", line 3\n    x = (\n        ^\nSyntaxError: '(' was never closed\n",
			"SyntaxError: '(' was never closed", 0},
		{"node", "main.js", "/tmp/x/main.js:3\nlet x = ;\n        ^\n\nSyntaxError: Unexpected token ';'\n    at x " +
			"(node:internal/vm:73:18)\n", "SyntaxError: Unexpected token ';'", 0},
		{"another file", "main.c", "other.h:3:1: error: no\n", "", 0},
	} {
		faults := report.CompilerFaults(result.Solution{Path: c.file, Compile: result.Compile{Message: say.Text(c.text)}})
		switch {
		case c.says == "" && len(faults) > 0:
			t.Errorf("%s: %v", c.name, faults)
		case c.says != "" && (len(faults) == 0 || faults[0].Line != 3 || faults[0].Column != c.column || faults[0].Text.String() != c.says):
			t.Errorf("%s: %v", c.name, faults)
		}
	}
}

// TestOwnLine finds the line that crashed: the innermost call of the program's own file.
func TestOwnLine(t *testing.T) {
	for _, c := range []struct {
		file, stderr string
		want         int
	}{
		{"main.py", "Traceback (most recent call last):\n  File \"/tmp/main.py\", line 9, in <module>\n  File \"/tmp/main.py\", " +
			"line 4, in f\n  File \"/usr/lib/x.py\", line 7\nKeyError: 1\n", 4},
		{"main.go", "panic: x\n\ngoroutine 1 [running]:\nmain.f(...)\n\t/tmp/main.go:12\nmain.main()\n\t/tmp/main.go:20 +0x1d\n", 12},
		{"Main.java", "Exception in thread \"main\" java.lang.X\n\tat java.base/java.util.Scanner.next(Scanner.java:15)\n\tat " +
			"Main.f(Main.java:7)\n\tat Main.main(Main.java:30)\n", 7},
		{"main.js", "/tmp/main.js:3\n    throw 1\n    at f (/tmp/main.js:3:9)\n", 3},
		{"main.rs", "thread 'main' panicked at /tmp/main.rs:5:10:\nx\n", 5},
		{"main.cpp", "terminate called\n", 0},
	} {
		must.Equal(t, c.want, report.OwnLine(result.Case{Stderr: c.stderr}, c.file), c.file, "line")
	}
	must.Equal(t, 8, report.OwnLine(result.Case{Fault: &result.Fault{Line: 8}}, "main.cpp"), "the sanitizer's line")
}

// TestYours: the first sentence is about the reader's own program, the second says why. Both count up to what they name.
func TestYours(t *testing.T) {
	const ms = time.Millisecond
	mine := func(v result.Verdict, change ...func(*result.Case)) result.Solution {
		s := result.Solution{Problem: "p", Solution: "my.cpp", Path: "my.cpp", Compile: result.Compile{OK: true},
			Cases: []result.Case{{Case: "sample/1", Verdict: v, CPU: 900 * ms, AsExpected: v == result.AC},
				{Case: "beyond/2", Verdict: result.TLE, CPU: 5 * time.Second}}} // which does not count
		for _, f := range change {
			f(&s.Cases[0])
		}
		s.Conclude("")
		return s
	}
	printed := func(got string, line int, input string) func(*result.Case) {
		return func(c *result.Case) {
			c.Input = input
			c.Difference = &result.Difference{Line: line, Got: got, Puzzle: samples.Mild, Want: samples.MildSolved,
				Text: say.Text("line 1: it is wrong")}
		}
	}
	turned := []byte(samples.MildSolved)
	for i := range turned {
		turned[i] = samples.MildSolved[i%9*9+i/9]
	}
	ours := result.Solution{Problem: "p", Solution: "lowbit", Cases: []result.Case{{Case: "sample/1", Verdict: result.AC,
		CPU: 2 * ms}}, Verdict: result.AC}
	slow := result.Replay{Solution: "my.cpp", Case: "sample/1", Puzzle: samples.Mild, Placed: 28_744_849, Stopped: true, Watched: 4830 * ms,
		Reason: &result.Reason{Lacks: result.LacksNoDigit, Placed: 100_016, Counts: map[result.Lack]int{result.LacksNoDigit: 94_500}}}
	quick := result.Replay{Solution: "lowbit", Case: "sample/1", Puzzle: samples.Mild, Placed: 2045, Solved: true}
	solved, beyond := slow, slow
	beyond.Case = "beyond/2"
	solved.Solved, solved.Stopped, solved.Placed = true, false, 3
	broken := mine(result.CE)
	broken.Compile, broken.Source = result.Compile{Message: say.Text("my.cpp:3:1: error: expected ';' before 'x'")}, "int a\n\nx\n"
	last := mine(result.TLE)
	slower := mine(result.AC, func(c *result.Case) { c.CPU = 2 * time.Second })
	for _, test := range []struct {
		name          string
		mine          result.Solution
		replays       []result.Replay
		last          *result.Solution
		first, second string
	}{
		{"slow and watched", mine(result.TLE), []result.Replay{slow, quick}, nil,
			"Your 28.7 million digits in 4.8 s did not solve it; 2,045 are enough.",
			"94 % of your digits were placed in vain: some blank already had no digit left. (Of the first 100,016.)"},
		{"slow", mine(result.TLE), nil, nil, "On sample/1 your program was still running after 900 ms; lowbit takes 2.00 ms.", ""},
		{"unchanged", mine(result.WA, printed(samples.Mild, 1, "")), nil, nil, "Your program prints the puzzle as it was", "line 1: it is wrong"},
		{"half", mine(result.WA, printed(samples.MildSolved[:77]+"."+samples.MildSolved[78:], 1, "")), nil, nil,
			"Your program stops half way: 1 cell of the board", "line 1"},
		{"turned", mine(result.WA, printed(string(turned), 1, "")), nil, nil, "Your program exchanges rows and columns", "line 1"},
		{"the first again", mine(result.WA, printed("1"+samples.MildSolved[1:], 2, "1"+strings.Repeat(".", 80)+"\n"+samples.Mild)), nil, nil,
			"Your program prints the answer to puzzle 1 once more", "line 1"},
		{"wrong", mine(result.WA, printed(samples.WrongMild, 1, "")), nil, nil, "On sample/1 your program prints a wrong answer.", "line 1"},
		{"crashed", mine(result.RE, func(c *result.Case) {
			c.Stderr = "panic: x\n\tmy.cpp:7\n"
			c.Message = say.Of("exit status "+
				"%d", 2)
		}), nil, nil,
			"On sample/1 your program crashes in line 7.", "panic: x"},
		{"not compiled", broken, nil, nil, "Your program does not compile.",
			"Line 3: error: expected ';' before 'x'. Look at the end of line 1, too."},
		{"too much", mine(result.OLE), nil, nil, "On sample/1: output limit exceeded.", ""},
		{"right", mine(result.AC), []result.Replay{solved, quick}, nil,
			"Your program is right on every case that counts; its slowest takes 900 ms.",
			"Your program placed 3 digits; lowbit places 2,045."},
		{"right, but not beyond", mine(result.AC), []result.Replay{beyond, quick}, nil, "Your program is right on every case that counts;",
			"On beyond/2, which does not count: Your 28.7 million digits in 4.8 s did not solve it; 2,045 are enough."},
		{"right at last", mine(result.AC), nil, &last,
			"Your program is right on every case that counts; the last try: time limit exceeded.", "The slowest case of lowbit takes 2.00 ms."},
		{"quicker", mine(result.AC), nil, &slower,
			"The slowest case takes 900 ms now and took 2.00 s in your last try: 2.2 times as quick.", "The slowest"},
	} {
		first, second := report.Yours(result.Run{Results: []result.Solution{test.mine, ours}, Replays: test.replays}, "my.cpp", test.last)
		if !strings.HasPrefix(first.String(), test.first) || !strings.HasPrefix(second.String(), test.second) ||
			(second.String() == "") != (test.second == "") {
			t.Errorf("%s: %q and %q", test.name, first, second)
		}
		if chinese := say.Chinese.Line(first); chinese == first.String() || strings.Contains(chinese, "%!") {
			t.Errorf("%s in Chinese: %q", test.name, chinese)
		}
	}
}
