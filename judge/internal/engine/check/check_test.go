package check_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sudokuoj/judge/internal/engine/check"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
)

// files writes the texts of a case where a Checker can read them.
func files(t testing.TB, input, answer, output string) check.Files {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		must.Succeed(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	f := check.Files{Input: write("in", input), Answer: write("ans", answer)}
	out := must.Get(os.Open(write("out", output)))(t)
	t.Cleanup(func() { out.Close() })
	f.Output = out
	return f
}

// checked returns the result of a check that must not fail.
func checked(t testing.TB, spec problem.Check, input, answer, output string) check.Result {
	t.Helper()
	c := must.Get(check.New(spec, nil))(t)
	r := must.Get(c.Check(context.Background(), files(t, input, answer, output)))(t)
	if (r.Verdict == result.AC) != (r.Difference == nil) {
		t.Fatalf("verdict %s with difference %v", r.Verdict, r.Difference)
	}
	return r
}

func TestVerdict(t *testing.T) {
	var (
		strict = problem.Check{Strict: true}
		tokens = problem.Check{Kind: "tokens"}
		exact  = problem.Check{Kind: "exact"}
		float  = problem.Check{Kind: "float", Absolute: 1e-6, Relative: 1e-6}
		number = problem.Check{Kind: "float"}
		timed  = problem.Check{Ignore: []string{`^time: \d+ ms$`}}

		timedTokens = problem.Check{Kind: "tokens", Ignore: timed.Ignore}
	)
	tests := []struct {
		name         string
		spec         problem.Check
		answer, got  string
		want         result.Verdict
		line, column int
		text         string
	}{
		{name: "equal", answer: "a b\nc\n", got: "a b\nc\n", want: "AC"},
		{name: "both empty", want: "AC"},
		{name: "missing last newline", answer: "a\n", got: "a", want: "AC"},
		{name: "answer without last newline", answer: "a", got: "a\n", want: "AC"},
		{name: "trailing blanks", answer: "a\nb\n", got: "a \t\nb\v\f \n", want: "AC"},
		{name: "trailing blanks in the answer", answer: "a \t\nb   ", got: "a\nb\n", want: "AC"},
		{name: "other trailing blanks", answer: "a \nb\n", got: "a\t\nb\n", want: "AC"},
		{name: "CRLF printed", answer: "a\nb\n", got: "a\r\nb\r\n", want: "AC"},
		{name: "CRLF answer", answer: "a\r\nb\r\n", got: "a\nb", want: "AC"},
		{name: "blank lines at the end", answer: "a\n", got: "a\n\n \n", want: "AC"},
		{name: "blank lines at the answer's end", answer: "a\n\n\n", got: "a", want: "AC"},
		{name: "byte order mark on both sides", answer: "\uFEFFa\n", got: "\uFEFFa\n", want: "AC"},
		{name: "invalid UTF-8 is compared as bytes", answer: "\xff\xfe\n", got: "\xff\xfe\n", want: "AC"},
		{name: "NUL is a character", answer: "a\x00b\n", got: "a\x00b\n", want: "AC"},

		{name: "wrong word", answer: "a b\nc d\n", got: "a b\nc e\n", want: "WA", line: 2, column: 3, text: `line 2: expected "d", got "e"`},
		{name: "column in characters", answer: "数独 a\n", got: "数独 b\n", want: "WA", line: 1, column: 4, text: `line 1: expected "a", got "b"`},
		{name: "inside a character", answer: "数独\n", got: "数狭\n", want: "WA", line: 1, column: 2, text: `line 1: expected "数独", got "数狭"`},
		{name: "leading blank", answer: "a\n", got: " a\n", want: "WA", line: 1, column: 1, text: "line 1: other blanks at character 1"},
		{name: "blank line in the middle", answer: "a\nb\n", got: "a\n\nb\n", want: "WA", line: 2, column: 1,
			text: "line 2: 1 empty line too much, and the rest is right"},
		{name: "nothing printed", answer: "a\n", got: "", want: "WA", line: 1, column: 1, text: "nothing was printed"},
		{name: "too few lines", answer: "a\nb\nc\n", got: "a\nb\n", want: "WA", line: 3, column: 1, text: "nothing where line 3 was expected"},
		{name: "too few lines, no last newline", answer: "a\nb\nc\n", got: "a\nb", want: "WA", line: 3, column: 1,
			text: "nothing where line 3 was expected"},
		{name: "extra line", answer: "a\nb\n", got: "a\nb\nc\n", want: "WA", line: 3, column: 1, text: "extra line 3"},
		{name: "extra line after an answer without newline", answer: "a", got: "a\nc", want: "WA", line: 2, column: 1, text: "extra line 2"},
		{name: "extra line after blank ones", answer: "a\n", got: "a\n\nc\n", want: "WA", line: 3, column: 1, text: "extra line 3"},
		{name: "line too short", answer: "a b c\n", got: "a b\n", want: "WA", line: 1, column: 4,
			text: `line 1: expected "c", but the line ends`},
		{name: "line too long", answer: "a b\n", got: "a b c\n", want: "WA", line: 1, column: 4,
			text: `line 1: the line should have ended, got "c"`},
		{name: "byte order mark", answer: "a\n", got: "\uFEFFa\n", want: "WA", line: 1, column: 1,
			text: "the output starts with a byte order mark"},
		{name: "byte order mark in the answer alone", answer: "\uFEFFa\n", got: "a\n", want: "WA", line: 1, column: 1,
			text: "line 1: expected \"\\ufeffa\", got \"a\""},
		{name: "byte order mark, number", spec: number, answer: "1.50\n", got: "\uFEFF1.5\n", want: "WA", line: 1, column: 1,
			text: "the output starts with a byte order mark"},
		{name: "a wrong word behind two byte order marks", answer: "\uFEFFa\n", got: "\uFEFFb\n", want: "WA", line: 1, column: 2,
			text: "line 1: expected \"\\ufeffa\", got \"\\ufeffb\""},
		{name: "a wrong word below a byte order mark", spec: problem.Check{Ignore: []string{`time: \d+ ms$`}}, answer: "time: 1 ms\na\n",
			got: "\uFEFFtime: 2 ms\nb\n", want: "WA", line: 2, column: 1, text: `line 2: expected "a", got "b"`},
		{name: "lone carriage return", answer: "ab\n", got: "a\rb\n", want: "WA", line: 1, column: 2, text: `line 1: expected "ab", got "a"`},
		{name: "NUL too much", answer: "ab\n", got: "ab\x00\n", want: "WA", line: 1, column: 3, text: `line 1: expected "ab", got "ab\x00"`},

		{name: "strict, other layout", spec: strict, answer: "a b\nc\n", got: "a\nb c\n", want: "PE", line: 1, column: 2},
		{name: "strict, wrong word behind other layout", spec: strict, answer: "a b\nc\n", got: "a\nb d\n", want: "WA", line: 2, column: 3,
			text: `line 2: expected "c", got "d"`},
		{name: "strict forgives what every site forgives", spec: strict, answer: "a b\nc\n", got: "a b \r\nc", want: "AC"},
		{name: "strict tokens", spec: problem.Check{Kind: "tokens", Strict: true}, answer: "a b\n", got: "a  b\n", want: "PE", line: 1,
			column: 3},
		{name: "strict exact", spec: problem.Check{Kind: "exact", Strict: true}, answer: "a b\n", got: "a b", want: "PE", line: 1, column: 4},

		{name: "tokens in another layout", spec: tokens, answer: "a b\nc\n", got: "\n a\n\n\tb   c", want: "AC"},
		{name: "tokens, wrong", spec: tokens, answer: "a b\nc\n", got: "a\nb\n\nd\n", want: "WA", line: 4, column: 1,
			text: `line 4: expected "c", got "d"`},
		{name: "tokens, joined", spec: tokens, answer: "1 2\n", got: "12\n", want: "WA", line: 1, column: 2,
			text: `line 1: expected "1", got "12"`},
		{name: "tokens, split", spec: tokens, answer: "12\n", got: "1 2\n", want: "WA", line: 1, column: 2,
			text: `line 1: expected "12", got "1"`},
		{name: "tokens, missing", spec: tokens, answer: "a b\n", got: "a\n", want: "WA", line: 2, column: 1,
			text: "nothing where line 2 was expected"},
		{name: "tokens, missing on a line without newline", spec: tokens, answer: "a\nb c\n", got: "a b", want: "WA", line: 1, column: 4,
			text: `line 1: expected "c", but the line ends`},
		{name: "tokens, longer at the end", spec: tokens, answer: "ab", got: "a", want: "WA", line: 1, column: 2,
			text: `line 1: expected "ab", got "a"`},
		{name: "tokens, extra", spec: tokens, answer: "a", got: "a b", want: "WA", line: 1, column: 3,
			text: `line 1: the line should have ended, got "b"`},
		{name: "tokens, blank answer", spec: tokens, answer: " \n", got: "", want: "AC"},

		{name: "exact", spec: exact, answer: "a\n", got: "a\n", want: "AC"},
		{name: "exact, newline missing", spec: exact, answer: "a\n", got: "a", want: "WA", line: 1, column: 2},
		{name: "exact, trailing blank", spec: exact, answer: "a\n", got: "a \n", want: "WA", line: 1, column: 2},
		{name: "exact, CRLF", spec: exact, answer: "a\n", got: "a\r\n", want: "WA", line: 1, column: 2},

		{name: "float, close", spec: float, answer: "0.333333333 2\n", got: "0.3333333\n2.000000000", want: "AC"},
		{name: "float, relative", spec: float, answer: "1000000000\n", got: "1.0000005e9\n", want: "AC"},
		{name: "float, just within", spec: problem.Check{Kind: "float", Absolute: 0.5}, answer: "1\n", got: "1.5\n", want: "AC"},
		{name: "float, just within, relative", spec: problem.Check{Kind: "float", Relative: 0.5}, answer: "2\n", got: "3\n", want: "AC"},
		{name: "float, off", spec: float, answer: "1 0.5\n", got: "1 0.51\n", want: "WA", line: 1, column: 6,
			text: `line 1: expected "0.5", got "0.51"`},
		{name: "float, words beside numbers", spec: float, answer: "x 1.0\n", got: "x 1\n", want: "AC"},
		{name: "float, wrong word", spec: float, answer: "yes 1\n", got: "no 1\n", want: "WA", line: 1, column: 1},
		{name: "float, NaN for a number", spec: float, answer: "1\n", got: "nan\n", want: "WA", line: 1, column: 1},
		{name: "float, a number for NaN", spec: float, answer: "nan\n", got: "1\n", want: "WA", line: 1, column: 1},
		{name: "float, NaN for NaN", spec: float, answer: "nan\n", got: "NaN\n", want: "AC"},
		{name: "float, infinite", spec: float, answer: "inf\n", got: "1e308\n", want: "WA", line: 1, column: 1},
		{name: "float, minus zero", spec: number, answer: "0\n", got: "-0.0\n", want: "AC"},
		{name: "float, no tolerance", spec: number, answer: "1\n", got: "1.0000001\n", want: "WA", line: 1, column: 2},
		{name: "float, Go's own spelling", spec: number, answer: "16\n", got: "0x10\n", want: "WA", line: 1, column: 1},
		{name: "float, Go's own spelling of hexadecimal numbers", spec: number, answer: "16\n", got: "0x1p4\n", want: "WA", line: 1, column: 1},
		{name: "float, missing", spec: float, answer: "1 2\n", got: "1\n", want: "WA", line: 2, column: 1},

		{name: "ignored on both sides", spec: timed, answer: "a\ntime: 1 ms\nb\n", got: "a\ntime: 20 ms\nb\n", want: "AC"},
		{name: "ignored in the answer alone", spec: timed, answer: "a\ntime: 1 ms\nb\n", got: "a\nb\n", want: "AC"},
		{name: "ignored in the output alone", spec: timed, answer: "a\nb\n", got: "time: 3 ms\na\nb\ntime: 4 ms", want: "AC"},
		{name: "ignored lines do not hide the others", spec: timed, answer: "a\ntime: 1 ms\nb\n", got: "a\ntime: 1 ms\nc\n", want: "WA",
			line: 3, column: 1, text: `line 3: expected "b", got "c"`},
		{name: "nearly ignored", spec: timed, answer: "time: 1 ms\n", got: "time: x ms\n", want: "WA", line: 1, column: 1, text: `extra line 1`},
		{name: "ignored by tokens", spec: timedTokens, answer: "a b\ntime: 1 ms\nc", got: "a\nb c\ntime: 2 ms", want: "AC"},
		{name: "ignored, its beginning is a word of the other side's", spec: timedTokens, answer: "time: 12 ms\nfoo\n", got: "time: foo\n",
			want: "WA", line: 1, column: 1, text: `line 1: expected "foo", got "time:"`},
		{name: "ignored, its beginning is all of the other side's", spec: timedTokens, answer: "time: 12 ms\n", got: "time:\n\n", want: "WA",
			line: 1, column: 1, text: "extra line 1"},
		{name: "ignored, it begins as the other side does", spec: problem.Check{Kind: "tokens", Ignore: []string{"nodes$"}}, answer: "5\n",
			got: "5 nodes\n5\n", want: "AC"},
		{name: "ignored numbers", spec: problem.Check{Kind: "float", Ignore: []string{"nodes$"}}, answer: "5\n6 nodes\n", got: "5.5 nodes\n5.0",
			want: "AC"},
		{name: "no words behind an ignored line", spec: timedTokens, answer: "a\nb\n", got: "a\ntime: 1 ms", want: "WA", line: 3, column: 1,
			text: "nothing where line 3 was expected"},
		{name: "a word behind the answer's ignored line", spec: timedTokens, answer: "a\ntime: 1 ms ", got: "a\nb\n", want: "WA", line: 2,
			column: 1, text: "extra line 2"},
		{name: "ignored, strict", spec: problem.Check{Strict: true, Ignore: []string{"nodes$"}}, answer: "5\n", got: " 5 \n5 nodes\n",
			want: "PE", line: 1, column: 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := checked(t, tt.spec, "", tt.answer, tt.got)
			if r.Verdict != tt.want {
				t.Fatalf("got %s %+v, want %s", r.Verdict, r.Difference, tt.want)
			}
			if d := r.Difference; d != nil {
				must.Equal(t, tt.line, d.Line, "line")
				must.Equal(t, tt.column, d.Column, "line")
				if tt.text != "" && d.Text.String() != tt.text {
					t.Errorf("got text %q, want %q", d.Text, tt.text)
				}
			}
		})
	}
}

// Nothing changes at the points where the check looks whether it was cancelled: a difference, and a forgiven one, is
// moved across such a point.
func TestBorders(t *testing.T) {
	for _, d := range []int{-3, -2, -1, 0, 1, 2, 3} {
		const border = 1 << 20
		head := strings.Repeat("x", border+d)
		for _, tt := range []struct {
			kind, answer, got string
			want              result.Verdict
			column            int
		}{
			{"lines", "a\nb", "a \t\r\nb\n", "AC", 0},
			{"lines", "数\n", "独\n", "WA", border + d + 1},
			{"lines", "a\n", "a \vb\n", "WA", border + d + 2},
			{"tokens", " a\nb", " \n\n a   b", "AC", 0},
			{"tokens", "a", "ab", "WA", border + d + 2},
			{"float", " 0.5 7", " 0.50\n7.0", "AC", 0},
			{"exact", "a", "b", "WA", border + d + 1},
			{"exact", "", "", "AC", 0},
		} {
			r := checked(t, problem.Check{Kind: tt.kind}, "", head+tt.answer, head+tt.got)
			if r.Verdict != tt.want {
				t.Errorf("%s %+d: got %s, want %s: %q for %q", tt.kind, d, r.Verdict, tt.want, tt.got, tt.answer)
			} else if r.Difference != nil && r.Difference.Column != tt.column {
				t.Errorf("%s %+d: got column %d, want %d", tt.kind, d, r.Difference.Column, tt.column)
			}
		}
	}
}

// TestLongNumber: a word of 512 characters and more is not taken for a number, nor because of its end.
func TestLongNumber(t *testing.T) {
	for _, test := range []struct {
		answer, got string
		want        result.Verdict
	}{
		{strings.Repeat("1", 522) + "5 \n", strings.Repeat("1", 522) + "5.0 \n", "WA"},
		{"0.5", "0.5" + strings.Repeat("0", 511-3), "AC"},
		{"0.5", "0.5" + strings.Repeat("0", 512-3), "WA"},
	} {
		if r := checked(t, problem.Check{Kind: "float"}, "", test.answer, test.got); r.Verdict != test.want {
			t.Errorf("%d characters: %s, want %s", len(test.got), r.Verdict, test.want)
		}
	}
}

// TestExcerpt: of a line, 512 bytes before the difference and 1536 after it are shown, and no character is cut.
func TestExcerpt(t *testing.T) {
	shown := func(before, after int) result.Difference {
		line := "x\n" + strings.Repeat("a", before) + "%s" + strings.Repeat("a", after-1) + "\ny\n"
		return *checked(t, problem.Check{}, "", fmt.Sprintf(line, "b"), fmt.Sprintf(line, "c")).Difference
	}
	for _, test := range []struct {
		before, after int
		front, back   bool // something is left out there
	}{{0, 1, false, false}, {512, 1535, false, false}, {513, 1, true, false}, {0, 1536, false, true}} {
		got := shown(test.before, test.after).Got
		must.Equal(t, test.front, strings.HasPrefix(got, "…"), test.before, test.after, len(got))
		must.Equal(t, test.back, strings.HasSuffix(got, "…"), test.before, test.after, len(got))
	}
	head := strings.Repeat("数", 1_000_000) // a line of 6 MB
	d := checked(t, problem.Check{}, "", head+"a"+head+"\n", head+"b"+head+"\n").Difference
	must.Equal(t, 1, d.Line, "line")
	must.Equal(t, 1_000_001, d.Column, "line")
	for _, s := range []string{d.Want, d.Got} {
		if len(s) > mostShown || !strings.HasPrefix(s, "…数") || !strings.HasSuffix(s, "数…") {
			t.Errorf("excerpt of %d bytes: %.20q ... %q", len(s), s, s[max(0, len(s)-20):])
		}
	}
	word := strings.Repeat("数", 13)
	if want := `line 1: expected …"` + word + "a" + word + `"…`; !strings.HasPrefix(d.Text.String(), want) {
		t.Errorf("got text %s", d.Text)
	}
}

// mostShown bounds the excerpt of a line.
const mostShown = 512 + 1536 + 2*len("…")

func TestNewSaysWhatIsWrong(t *testing.T) {
	tests := []struct {
		spec problem.Check
		want string
	}{
		{problem.Check{Kind: "line"}, `no kind "line"`},
		{problem.Check{Kind: "sudoku", Format: "x"}, `no kind "sudoku x"`},
		{problem.Check{Ignore: []string{"("}}, `ignore "(": error parsing regexp`},
		{problem.Check{Kind: "testlib"}, "needs a checker program"},
	}
	for _, tt := range tests {
		must.Fail(t, must.Err(check.New(tt.spec, nil)), tt.want, tt.spec)
	}
}

func TestUnreadableAnswer(t *testing.T) {
	f := files(t, "", "", "a\n")
	f.Answer += "-not-there"
	c, _ := check.New(problem.Check{}, nil)
	if r, err := c.Check(context.Background(), f); err == nil {
		t.Errorf("got %+v, want an error: the judge cannot work", r)
	}
	f = files(t, "", "a", "a\n")
	f.Output.Close()
	if r, err := c.Check(context.Background(), f); err == nil {
		t.Errorf("got %+v of a closed output, want an error", r)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c, _ := check.New(problem.Check{}, nil)
	if r, err := c.Check(ctx, files(t, "", "a", "a")); err == nil {
		t.Errorf("got %+v, want the context's error", r)
	}
}

// trailing are the blanks that every site forgives at the end of a line.
const trailing = " \t\r\v\f"

// slowLines defines kind lines in the plainest way.
func slowLines(s string) []string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], trailing)
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// slowTokens defines kind tokens in the plainest way.
func slowTokens(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(trailing+"\n", r) })
}

// slowNear defines which words kind float takes for the same.
func slowNear(want, got string, tolerance float64) bool {
	if strings.ContainsAny(want+got, "xX_pP") {
		return want == got
	}
	a, err := strconv.ParseFloat(want, 64)
	b, err2 := strconv.ParseFloat(got, 64)
	near := a == b || math.IsNaN(a) && math.IsNaN(b) || !math.IsInf(a, 0) && math.Abs(a-b) <= tolerance
	return want == got || err == nil && err2 == nil && max(len(want), len(got)) < 512 && near
}

// slowFold defines which words kind kattis takes for the same.
func slowFold(want, got string) bool {
	small := func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}
	return strings.Map(small, want) == strings.Map(small, got)
}

// FuzzKinds compares the checkers with plain definitions. A second look at a wrong answer never makes it right.
func FuzzKinds(f *testing.F) {
	for _, s := range [][2]string{
		{"a\nb\n", "a \r\nb"}, {"a b", "a\n\nb "}, {"", "\n \n"}, {"a", "a\n\nb"}, {"12 3", "1 23"},
		{"\uFEFFa", "a"}, {"数独", "数\xe7\x8b"}, {"a\x00", "a"}, {"a\n\n\nb", "a\n"}, {"0.5", "0.50"},
		{"a\nb\n", "a\n\nb\n"}, {"12\n", "x 1 2\n"}, {"答 1\n", "\xff\n1"}, {"Yes no", "yES  NO"}, {"a\nB", "A b c"},
		{strings.Repeat("Ab ", 50_000), strings.Repeat("aB\n", 50_000)},
	} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, want, got string) {
		valid := strings.ToValidUTF8(want+got, "") == want+got // slowFold reads characters, the checker bytes
		words, printed := slowTokens(want), slowTokens(got)
		near := func(a, b string) bool { return slowNear(a, b, 0) }
		for kind, equal := range map[string]bool{
			"lines":  slices.Equal(slowLines(want), slowLines(got)),
			"exact":  want == got,
			"tokens": slices.Equal(words, printed),
			"float":  slices.EqualFunc(words, printed, near),
			"kattis": slices.EqualFunc(words, printed, slowFold),
		} {
			if kind == "kattis" && !valid {
				continue
			}
			r := checked(t, problem.Check{Kind: kind}, "", want, got)
			if (r.Verdict == result.AC) != equal {
				t.Fatalf("%s: %q and %q: got %s, want %v", kind, want, got, r.Verdict, equal)
			}
			if d := r.Difference; !equal && (d.Line < 1 || d.Column < 1 || !d.Text.Said()) {
				t.Fatalf("%s: %q and %q: difference %+v", kind, want, got, d)
			}
		}
	})
}

// BenchmarkText compares 32 MB of equal texts, and of texts that differ on every line or in every word in forgiven
// ways.
func BenchmarkText(b *testing.B) {
	const size = 32 << 20
	long := strings.Repeat("1234567 890 ", 80)[:80] + "\n"
	lines, tokens, float := problem.Check{}, problem.Check{Kind: "tokens"}, problem.Check{Kind: "float", Absolute: 1e-9}
	timed := problem.Check{Ignore: []string{`^time: \d+ ms$`}}
	for _, bb := range []struct {
		name      string
		spec      problem.Check
		want, got string // repeated
	}{
		{"lines/equal", lines, long, long},
		{"lines/crlf", lines, long, strings.Replace(long, "\n", "\r\n", 1)},
		{"lines/blank-long", lines, long, strings.Replace(long, "\n", " \n", 1)},
		{"tokens/blanks", tokens, long, strings.ReplaceAll(long, " ", "  ")},
		{"tokens/columns", tokens, "1 2 3\n", "1\n2\n3\n"},
		{"ignore/half", timed, "1 2 3\ntime: 17 ms\n", "1 2 3\ntime: 8 ms\n"},
		{"ignore/tokens", problem.Check{Kind: "tokens", Ignore: timed.Ignore}, "1 2 3\ntime: 17 ms\n", "1 2 3\ntime: 8 ms\n"},
		{"float/equal", float, long, long},
		{"float/close", float, "0.333333333333 2\n", "0.333333333334 2.0\n"},
	} {
		b.Run(bb.name, func(b *testing.B) {
			f := files(b, "", strings.Repeat(bb.want, size/len(bb.got)), strings.Repeat(bb.got, size/len(bb.got)))
			c, err := check.New(bb.spec, nil)
			must.Succeed(b, err)
			b.SetBytes(int64(size / len(bb.got) * len(bb.got)))
			b.ReportAllocs()
			for b.Loop() {
				r, err := c.Check(context.Background(), f)
				if err != nil || r.Verdict != result.AC {
					b.Fatal(r, err)
				}
			}
		})
	}
}
