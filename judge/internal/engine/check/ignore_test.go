package check_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
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
