package report_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

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

// The longest lines that are hardest to compare are drawn at once, because they are cut before they are compared.
func TestDifferenceIsQuick(t *testing.T) {
	var want, got strings.Builder
	for i := range 40_000 {
		want.WriteString(fmt.Sprint(i * i % 7))
		got.WriteString(fmt.Sprint(i * i * i % 5))
	}
	start := time.Now()
	var b bytes.Buffer
	report.Difference(&b, terminal.Style{Width: 200}, result.Difference{Line: 1, Column: 1, Want: want.String(), Got: got.String()})
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("took %s", d)
	}
	must.Be(t, b.Len() <= 2000, "drew %d bytes", b.Len())
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
