package check

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
)

// ignorePatterns contain everything that a pattern for short lines of few letters can have.
var ignorePatterns = []string{"^a", "b$", "^a+ [0-9]*$", "b", "^$", "^1", "1 .*0$"}

// A placed is a word and its place.
type placed struct {
	word             string
	line, start, end int // columns; end is the one after it
}

// slowIgnoring returns, in the plainest way, what remains to be compared without the ignored lines: lines and words,
// and the number of the line after the last.
func slowIgnoring(c *Checker, s string) (lines string, words []placed, behind int) {
	all := strings.SplitAfter(s, "\n")
	if last := len(all) - 1; all[last] == "" {
		all = all[:last]
	}
	behind = 1
	for i, l := range all {
		text := strings.TrimRight(strings.TrimSuffix(l, "\n"), trailing)
		ignored := slices.ContainsFunc(c.ignore, func(p *regexp.Regexp) bool { return p.MatchString(text) })
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
	c, err := New(problem.Check{Kind: "float", Absolute: 0.01, Ignore: []string{expr}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	wantLines, wantWords, _ := slowIgnoring(c, want)
	gotLines, gotWords, behind := slowIgnoring(c, got)
	same := func(a, b placed) bool { return a.word == b.word }
	near := func(a, b placed) bool { return same(a, b) || c.near([]byte(a.word), []byte(b.word)) }
	where := func() string {
		return fmt.Sprintf("ignoring %s: %q and %q", expr, want, got)
	}
	walk := func(check func(context.Context, texts, kind) (Result, error), k kind) Result {
		r, err := check(context.Background(), texts{want: []byte(want), got: []byte(got)}, k)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r, equal := walk(c.compare, c.ignoringLines), cmp.Equal(slowLines(wantLines), slowLines(gotLines)); (r.Verdict == result.AC) != equal {
		t.Fatalf("lines, %s: got %s", where(), r.Verdict)
	}
	for name, tt := range map[string]struct {
		kind  kind
		equal func(a, b placed) bool
	}{"tokens": {byTokens, same}, "float": {c.byNumbers, near}} {
		r, equal := walk(c.words, tt.kind), slices.EqualFunc(wantWords, gotWords, tt.equal)
		if (r.Verdict == result.AC) != equal {
			t.Fatalf("%s, %s: got %s", name, where(), r.Verdict)
		}
		if equal {
			continue
		}
		n := 0
		for n < len(wantWords) && n < len(gotWords) && tt.equal(wantWords[n], gotWords[n]) {
			n++
		}
		d := r.Difference
		if n == len(gotWords) {
			if d.Line != behind || !strings.Contains(d.Text.String(), "nothing") && !strings.HasSuffix(d.Text.String(), "line ends") && !strings.HasSuffix(d.Text.String(), "is empty") {
				t.Fatalf("%s, %s: a word is missing: got %+v, want line %d", name, where(), d, behind)
			}
			continue
		}
		w := gotWords[n]
		if d.Line != w.line || d.Column < w.start || d.Column > w.end || d.Got != strings.Split(got, "\n")[w.line-1] {
			t.Fatalf("%s, %s: got %+v, want %+v", name, where(), d, w)
		}
		if n < len(wantWords) && max(len(wantWords[n].word), len(w.word)) < longWord && !strings.HasSuffix(d.Text.String(), fmt.Sprintf("expected %q, got %q", wantWords[n].word, w.word)) {
			t.Fatalf("%s, %s: got text %s, want %q and %q", name, where(), d.Text, wantWords[n].word, w.word)
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
	for range 8_000 {
		want := text(12)
		n := r.Intn(len(want) + 1)
		got := want[:n] + text(6) + want[min(len(want), n+r.Intn(3)):]
		ignoringOrNot(t, ignorePatterns[r.Intn(len(ignorePatterns))], want, got)
	}
}

// The position of a long line does not matter: one of longLine bytes may be ignored, a longer one never is.
func TestIgnoringLongLines(t *testing.T) {
	for _, kind := range []string{"lines", "tokens"} { // float leaves lines out as tokens does
		spec := problem.Check{Kind: kind, Ignore: []string{"^n.*end *$", "^m.*x$"}}
		for _, size := range []int{longLine, longLine + 1, 200_000} {
			for _, before := range []int{0, 10, 60_001} {
				pre := strings.Repeat("h\n", before/2) + strings.Repeat("h", before%2)
				if before%2 == 1 {
					pre += "\n"
				}
				for _, blanks := range []string{"", "\r", strings.Repeat(" ", 100_000)} {
					check := func(start, tail, tail2 string, want result.Verdict) {
						t.Helper()
						long := func(mid, tail string) string {
							return pre + start + mid + strings.Repeat("x", size-len(start+mid+tail)) + tail + blanks + "\n5\n"
						}
						if r := checked(t, spec, "", long("A", tail), long("B", tail2)); r.Verdict != want {
							t.Errorf("%s, %d bytes, %d before, %d blanks behind: %s...%s: got %s, want %s", kind, size, before, len(blanks), start, tail, r.Verdict, want)
						} else if r.Difference != nil && r.Difference.Line != strings.Count(pre, "\n")+1 {
							t.Errorf("%s, %d bytes, %d before: got line %d", kind, size, before, r.Difference.Line)
						}
					}
					want := result.WA
					if size <= longLine {
						want = result.AC
					}
					check("n", "end", "end", want)
					check("m", "1", "2", result.WA)
				}
			}
		}
	}
}
