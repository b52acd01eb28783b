package check_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/engine/check"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/must"
)

// ignorePatterns contain everything that a pattern for short lines of few letters can have.
var ignorePatterns = []string{"^a", "b$", "^a+ [0-9]*$", "b", "^$", "^1", "1 .*0$"}

// A placed is a word, its line, and its columns.
type placed struct {
	word             string
	line, start, end int // end is the one after it
}

// slowIgnoring returns, in the plainest way, what remains to be compared without the ignored lines: lines and words,
// and the number of the line after the last.
func slowIgnoring(ignore *regexp.Regexp, s string) (lines string, words []placed, behind int) {
	all := strings.SplitAfter(s, "\n")
	if last := len(all) - 1; all[last] == "" {
		all = all[:last]
	}
	behind = 1
	for i, l := range all {
		text := strings.TrimRight(strings.TrimSuffix(l, "\n"), trailing)
		ignored := ignore.MatchString(text)
		if ignored || strings.HasSuffix(l, "\n") {
			behind = i + 2
		}
		if ignored {
			continue
		}
		lines += l
		column := 0
		for _, w := range slowTokens(text) {
			column += strings.Index(text[column:], w)
			words = append(words, placed{w, i + 1, column + 1, column + 1 + len(w)})
			column += len(w)
		}
	}
	return lines, words, behind
}

// ignoringOrNot compares a check with that definition: whether there is a difference, and where.
func ignoringOrNot(t *testing.T, expr, want, got string) {
	t.Helper()
	ignore := regexp.MustCompile(expr)
	wantLines, wantWords, _ := slowIgnoring(ignore, want)
	gotLines, gotWords, behind := slowIgnoring(ignore, got)
	where := fmt.Sprintf("ignoring %s: %q and %q", expr, want, got)
	lines := checked(t, problem.Check{Kind: "lines", Ignore: []string{expr}}, "", want, got)
	if equal := slices.Equal(slowLines(wantLines), slowLines(gotLines)); (lines.Verdict == result.AC) != equal {
		t.Fatalf("lines, %s: got %s", where, lines.Verdict)
	}
	for kind, same := range map[string]func(a, b placed) bool{
		"tokens": func(a, b placed) bool { return a.word == b.word },
		"float":  func(a, b placed) bool { return slowNear(a.word, b.word, 0.01) },
	} {
		r := checked(t, problem.Check{Kind: kind, Absolute: 0.01, Ignore: []string{expr}}, "", want, got)
		if equal := slices.EqualFunc(wantWords, gotWords, same); (r.Verdict == result.AC) != equal {
			t.Fatalf("%s, %s: got %s", kind, where, r.Verdict)
		} else if equal {
			continue
		}
		n := 0
		for n < len(wantWords) && n < len(gotWords) && same(wantWords[n], gotWords[n]) {
			n++
		}
		d := r.Difference
		if n == len(gotWords) {
			if d.Line != behind && got != "" {
				t.Fatalf("%s, %s: a word is missing: got %+v, want line %d", kind, where, d, behind)
			}
			continue
		}
		if w := gotWords[n]; d.Line != w.line || d.Column < w.start || d.Column > w.end || d.Got != strings.Split(got, "\n")[w.line-1] {
			t.Fatalf("%s, %s: got %+v, want %+v", kind, where, d, w)
		}
	}
}

// FuzzIgnoring: ignored lines count as absent.
func FuzzIgnoring(f *testing.F) {
	for i := range ignorePatterns {
		f.Add(i, "a1 2\n1\n", "a 1\n")
		f.Add(i, "1\n", "1 b\n1\n")
		f.Add(i, "a 1", "a\n\n")
		f.Add(i, "0\n1 b", "0 1")
	}
	f.Fuzz(func(t *testing.T, pattern int, want, got string) {
		if pattern < 0 || pattern >= len(ignorePatterns) || strings.ContainsFunc(want+got, func(r rune) bool { return r >= 128 }) {
			t.Skip() // columns count characters, and the definition counts bytes
		}
		ignoringOrNot(t, ignorePatterns[pattern], want, got)
	})
}

// TestIgnoring is FuzzIgnoring for many short texts of few letters.
func TestIgnoring(t *testing.T) {
	r := sudoku.NewRand(1)
	text := func(n int) string {
		b := make([]byte, r.Intn(n))
		for i := range b {
			b[i] = "aa1.0b \n\n\n\r"[r.Intn(11)]
		}
		return string(b)
	}
	for range 2_000 {
		want := text(12)
		n := r.Intn(len(want) + 1)
		got := want[:n] + text(6) + want[min(len(want), n+r.Intn(3)):]
		ignoringOrNot(t, ignorePatterns[r.Intn(len(ignorePatterns))], want, got)
	}
}

// TestIgnoringLongLines: the position of a long line does not matter: one of 64 KiB may be ignored, a longer one never is.
func TestIgnoringLongLines(t *testing.T) {
	const longLine = 64 << 10
	for _, kind := range []string{"lines", "tokens"} { // float leaves lines out as tokens does
		spec := problem.Check{Kind: kind, Ignore: []string{"^n.*end *$", "^m.*x$"}}
		for _, size := range []int{longLine, longLine + 1, 200_000} {
			for _, before := range []string{"", "h\nh\n", strings.Repeat("h\n", 30_000) + "h\n"} {
				for _, blanks := range []string{"", "\r", strings.Repeat(" ", 100_000)} {
					for _, line := range []struct{ start, wantTail, gotTail string }{{"n", "end", "end"}, {"m", "1", "2"}} {
						text := func(mid, tail string) string {
							filled := line.start + mid + strings.Repeat("x", size-len(line.start+mid+tail)) + tail
							return before + filled + blanks + "\n5\n"
						}
						want := result.WA
						if size <= longLine && line.start == "n" {
							want = result.AC
						}
						r := checked(t, spec, "", text("A", line.wantTail), text("B", line.gotTail))
						if r.Verdict != want || r.Difference != nil && r.Difference.Line != strings.Count(before, "\n")+1 {
							t.Errorf("%s, %d bytes of %s behind %d, %d blanks: %s", kind, size, line.start, len(before), len(blanks), r.Verdict)
						}
					}
				}
			}
		}
	}
}

// TestKattis: the default validator of the Kattis format.
func TestKattis(t *testing.T) {
	tests := []struct {
		name, args, answer, got string
		want                    result.Verdict
		text                    string
	}{
		{"A for a", "", "Yes it IS\n", "yes IT is", "AC", ""},
		{"other blanks", "", "a b\nc\n", "  A\tb c\n\n", "AC", ""},
		{"another letter", "", "Yes\n", "Yet\n", "WA", `line 1: expected "Yes", got "Yet"`},
		{"a longer word", "", "ab\n", "ABC\n", "WA", `line 1: expected "ab", got "ABC"`},
		{"a shorter word", "", "ABC\n", "ab\n", "WA", `line 1: expected "ABC", got "ab"`},
		{"two words for one", "", "abcd\n", "AB CD\n", "WA", `line 1: expected "abcd", got "AB"`},
		{"case counts", "case_sensitive", "Yes\n", "yes\n", "WA", `line 1: expected "Yes", got "yes"`},
		{"blanks count, case does not", "space_change_sensitive", "A b\n", "a B\n", "AC", ""},
		{"blanks count", "space_change_sensitive", "a b\n", "A  b\n", "WA", "line 1: other blanks at character 3"},
		{"numbers", "float_tolerance 1e-3", "Area 1.5 E\n", "area 1.5004E0\ne", "AC", ""},
		{"numbers too far apart", "float_absolute_tolerance 1e-3", "x 1000\n", "X 1000.5\n", "WA", `line 1: expected "1000", got "1000.5"`},
		{"relative", "float_relative_tolerance 1e-3", "1000\n", "1000.5\n", "AC", ""},
		{"1E5", "float_tolerance 0", "1E5\n", "1e+5\n", "AC", ""},
		{"letters outside ASCII are themselves", "", "É\n", "é\n", "WA", `line 1: expected "É", got "é"`},
		{"the last letter", "", "Zz\n", "zZ\n", "AC", ""},
		{"@ is no letter", "", "@\n", "`\n", "WA", ""},
		{"[ is no letter", "", "[\n", "{\n", "WA", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			spec := problem.Check{Kind: "kattis", Args: strings.Fields(test.args)}
			r := checked(t, spec, "", test.answer, test.got)
			if r.Verdict != test.want || test.text != "" && r.Difference.Text.String() != test.text {
				t.Errorf("%s %v, want %s %s", r.Verdict, r.Difference, test.want, test.text)
			}
		})
	}
	for _, test := range []struct{ arg, want, err string }{ // those of a case come after those of the problem
		{"", "AC", ""}, {"case_sensitive", "WA", ""}, {"float_tolerance", "", "output_validator_args: float_tolerance says no number"},
	} {
		c := must.Get(check.New(problem.Check{Kind: "kattis"}, nil))(t)
		f := files(t, "", "A\n", "a\n")
		f.Args = strings.Fields(test.arg)
		r, err := c.Check(t.Context(), f)
		if string(r.Verdict) != test.want || (err != nil) != (test.err != "") || err != nil && err.Error() != test.err {
			t.Errorf("%s: %s, %v", test.arg, r.Verdict, err)
		}
	}
}
