package report

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/show/terminal"
)

const (
	asked   = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
	answers = "417369825632158947958724316825437169791586432346912758289643571573291684164875293"
)

func replaced(s string, cell int, with string) string { return s[:cell] + with + s[cell+1:] }

// differences has one of each kind.
func differences(t *testing.T) []result.Difference {
	board, err := sudoku.ParseLine(answers)
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
	return []result.Difference{
		{Line: 3, Column: 5, Want: "1 2 3 4 5", Got: "1 2 33 4 5", Text: sentence(`line 3: expected "3", got "33"`)},
		{Line: 1, Column: 7, Want: "hello world", Got: "hello\x00w\xffrld\x1b[31m", Text: sentence(`line 1: expected "hello", got "hello\x00w\xffrld\x1b[31m"`)},
		{Line: 2, Column: 4, Want: "a b c", Got: "a b", Text: sentence(`line 2: expected "c", but the line ends`)},
		{Line: 2, Column: 3, Want: "存在一组解为:", Got: "存在两组解为:", Text: sentence(`line 2: expected "存在一组解为:", got "存在两组解为:"`)},
		{Line: 7, Column: 1, Want: "7 8 9", Text: sentence("nothing where line 7 was expected")},
		{Line: 5, Column: 1, Got: "and more", Text: sentence("extra line 5")},
		{Line: 1, Column: 1, Text: sentence("nothing was printed")},
		{Line: 1, Column: 600, Want: strings.Repeat("x", 599) + "a" + strings.Repeat("y", 900), Got: strings.Repeat("x", 599) + "b" + strings.Repeat("y", 900), Text: sentence("line 1: one letter in a long line")},
		{Line: 3, Column: 2, Want: answers, Got: replaced(answers, 1, "4"), Text: sentence("line 3: row 1 has two 4s"), Puzzle: asked},
		{Line: 3, Column: 1, Want: answers, Got: replaced(answers, 0, "5"), Text: sentence("line 3: the clue in row 1, column 1 was 4 and is 5 now"), Puzzle: asked},
		{Line: 3, Column: 3, Want: answers, Got: replaced(answers, 2, "."), Text: sentence("line 3: the cell in row 1, column 3 is blank"), Puzzle: asked},
		{Line: 3, Column: 81, Want: answers, Got: answers[:80], Text: sentence("line 3: expected 81 characters, got 80"), Puzzle: asked},
		{Line: 3, Column: 81, Want: answers, Got: strings.Repeat("123456789", 9)[:80], Text: sentence("line 3: expected 81 characters, got 80"), Puzzle: asked},
		{Line: 3, Column: 1, Want: "many", Got: "none", Text: sentence(`line 3: expected "many", got "none"`), Puzzle: asked},
		{Line: 9, Column: 8, Want: board.JSON(), Got: bad.JSON(), Text: sentence("line 9: row 1 has two 4s"), Puzzle: asked},
		{Line: 7, Column: 11, Want: solved.Line(), Got: wrong.Line(), Text: sentence("line 7: the cell in row 6, column 6 is blank"), Puzzle: strings.Repeat(".", 36)},
		{Line: 3, Column: 3, Want: large.Line(), Got: spoilt.Line(), Text: sentence("line 3: row 2 has two 16s"), Puzzle: strings.Repeat(".", 256)},
		{Text: sentence("something as a whole")},
		{Line: 1, Column: 3, Want: "a b c", Got: "a  b c", Text: sentence("line 1: other blanks at character 3")},
		{Line: 1, Column: 1, Want: "a b c", Got: "  a b c", Text: sentence("line 1: other blanks at character 1")},
		{Line: 1, Column: 6, Want: "a b c", Got: "a b c ", Text: sentence("line 1: other blanks at character 6")},
		{Line: 1, Column: 2, Want: "a b c", Got: "a\tb c", Text: sentence("line 1: other blanks at character 2")},
		{Line: 1, Column: 1, Got: "  ", Text: sentence("extra line 1")},
		{Line: 1, Column: 61, Want: strings.Repeat("x", 60), Got: strings.Repeat("x", 60) + strings.Repeat("y", 60), Text: sentence("line 1: too long")},
		{Line: 1, Column: 61, Want: strings.Repeat("x", 60) + strings.Repeat("y", 60), Got: strings.Repeat("x", 60), Text: sentence("line 1: too short")},
	}
}

func TestDifference(t *testing.T) {
	for _, test := range []struct {
		name  string
		on    bool
		width int
	}{{"difference.golden", false, 80}, {"difference-colour.golden", true, 80}, {"difference-narrow.golden", false, 40}} {
		t.Run(test.name, func(t *testing.T) {
			var b bytes.Buffer
			for _, d := range differences(t) {
				var one bytes.Buffer
				if err := Difference(&one, terminal.Style{Palette: terminal.NewPalette(test.on), Width: test.width}, d); err != nil {
					t.Fatal(err)
				}
				for line := range strings.SplitSeq(colours.ReplaceAllString(one.String(), ""), "\n") {
					if terminal.Width(line) > max(test.width, 4+boardWidth(sudoku.Board{Size: 16, W: 4})) {
						t.Errorf("%d columns: %s", terminal.Width(line), line)
					}
				}
				fmt.Fprintf(&b, "%s\n", one.Bytes())
			}
			golden(t, test.name, b.Bytes())
		})
	}
}

var colours = regexp.MustCompile("\x1b\\[[0-9;]+m")

// A wrong blank is visible, with and without colours.
func TestDifferenceShowsBlanks(t *testing.T) {
	for _, got := range []string{"a  b c", " a b c", "a b c ", "a b  c ", "a\tb c"} {
		for _, on := range []bool{true, false} {
			var b bytes.Buffer
			if err := Difference(&b, terminal.Style{Palette: terminal.NewPalette(on), Width: 80}, result.Difference{Line: 1, Column: 1, Want: "a b c", Got: got, Text: sentence("x")}); err != nil {
				t.Fatal(err)
			}
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
	Difference(&b, terminal.Style{Width: 200}, result.Difference{Line: 1, Column: 1, Want: want.String(), Got: got.String()})
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("took %s", d)
	}
	if b.Len() > 2000 {
		t.Errorf("drew %d bytes", b.Len())
	}
}

func FuzzDifference(f *testing.F) {
	f.Add("a b", "a c", "line 1: x", asked, 80)
	f.Add(answers, answers[:80], "", asked, 20)
	f.Add("a\ufffd\ufffd", "a", "", "", 80)
	f.Add("数独\u0301", "\xff数\x1b[2J", "\x00", "", 3)
	f.Add("[[\"5\"", "[[", "line 0: ", "....", -5)
	f.Fuzz(func(t *testing.T, want, got, text, puzzle string, width int) {
		width = min(width, 500)
		var b bytes.Buffer
		if err := Difference(&b, terminal.Style{Width: width}, result.Difference{Line: 1, Column: 1, Want: want, Got: got, Text: sentence(text), Puzzle: puzzle}); err != nil {
			t.Fatal(err)
		}
		if !utf8.Valid(b.Bytes()) {
			t.Errorf("not UTF-8: %q", b.Bytes())
		}
		for _, r := range b.String() {
			if r != '\n' && !terminal.Printable(r) {
				t.Errorf("holds %q: %q", r, b.String())
			}
		}
	})
}

// sentence is a message as check writes it.
func sentence(text string) say.Message {
	place, what, found := strings.Cut(strings.TrimPrefix(text, "line "), ": ")
	if n, err := strconv.Atoi(place); found && err == nil {
		return say.Of("line %d: %s", n, say.Text(what))
	}
	return say.Text(text)
}

// TestFocus: a common beginning is cut if one of the lines does not fit.
func TestFocus(t *testing.T) {
	for _, test := range []struct{ want, got, cutWant, cutGot string }{
		{"aaaaaaaaab", "aaaaaaaaac", "aaaaaaaaab", "aaaaaaaaac"}, // ten characters fit
		{"aaaaaaaaabb", "aaaaaaaaac", "…aaabb", "…aaac"},
		{"aaaaaaaaab", "aaaaaaaaacc", "…aaab", "…aaacc"},
		{"aab", "aaccccccccccc", "aab", "aaccccccccccc"}, // the beginning is short
	} {
		if w, g := focus(test.want, test.got, 10); w != test.cutWant || g != test.cutGot {
			t.Errorf("%s, %s: %s, %s", test.want, test.got, w, g)
		}
	}
}

// TestMarkedWords: words that differ by half are marked whole; of boards and long words each letter counts.
func TestMarkedWords(t *testing.T) {
	a, b, c := strings.Repeat("a", 10), strings.Repeat("b", 10), strings.Repeat("c", 10)
	for _, test := range []struct{ want, got, wantMarks, gotMarks string }{
		{"true", "false", "^^^^", "^^^^^"},
		{"ans = false;", "ans = true;", "      ^^^^^", "      ^^^^"},
		{"many", "none", "^^^^", "^^^^"},
		{"word", "work", "   ^", "   ^"},
		{"abcd", "abxy", "^^^^", "^^^^"},
		{"NO", "YES", "^^", "^^^"},
		{"x=1234", "x=1334", "   ^", "   ^"},
		{`a\nb c`, `a c`, ` ^^^`, ``},
		{`a\x07five`, `a\x07four`, `     ^^^^`, `     ^^^^`},
		{b + a, c + a, strings.Repeat("^", 20), strings.Repeat("^", 20)},
		{b + "b" + a, c + "c" + a, strings.Repeat("^", 11), strings.Repeat("^", 11)},
	} {
		want, got := compareLines(test.want, test.got)
		if carets(want) != test.wantMarks || carets(got) != test.gotMarks {
			t.Errorf("%q and %q: %q and %q, want %q and %q", test.want, test.got, carets(want), carets(got), test.wantMarks, test.gotMarks)
		}
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
