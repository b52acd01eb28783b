package check_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/check"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/must"
)

const (
	puzzle1 = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
	solved1 = "417369825632158947958724316825437169791586432346912758289643571573291684164875293"
	// two boards that complete one puzzle: the four cells r1c1, r1c2, r4c1, r4c2 hold 1 2 / 2 1 in one
	// and 2 1 / 1 2 in the other
	either = "..3456789456789123789123456..4365897365897214897214365531642978642978531978531642"
	solveA = "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
	solveB = "213456789456789123789123456124365897365897214897214365531642978642978531978531642"
)

// board reads a text of 81 characters.
func board(t testing.TB, s string) sudoku.Board {
	t.Helper()
	b := must.Get(sudoku.ParseLine(s))(t)
	return b
}

// spoilt is a solution with one changed character.
func spoilt(s string, cell int, c byte) string {
	b := []byte(s)
	b[cell] = c
	return string(b)
}

// TestAcWing: any completion is right, and the first wrong place is named.
func TestAcWing(t *testing.T) {
	input := puzzle1 + "\n" + either + "\nend\n"
	answer := solved1 + "\n" + solveA + "\n"
	tests := []struct {
		name         string
		got          string
		want         result.Verdict
		line, column int
		text         string
	}{
		{"the answer itself", answer, "AC", 0, 0, ""},
		{"another completion", solved1 + "\n" + solveB + "\n", "AC", 0, 0, ""},
		{"CRLF, no last newline", solved1 + " \r\n" + solveB, "AC", 0, 0, ""},
		{"blank lines at the end", answer + "\n\n", "AC", 0, 0, ""},
		{"a clue changed", spoilt(solved1, 0, '5') + "\n" + solveA, "WA", 1, 1, "line 1: the clue in row 1, column 1 was 4 and is 5 now"},
		{"a rule broken", spoilt(solved1, 1, '4') + "\n" + solveA, "WA", 1, 2, "line 1: row 1 has two 4s"},
		{"the second board", solved1 + "\n" + spoilt(solveB, 0, '1'), "WA", 2, 1, "line 2: row 1 has two 1s"},
		{"a blank left", solved1 + "\n" + spoilt(solveB, 0, '.'), "WA", 2, 1, "line 2: the cell in row 1, column 1 is blank"},
		{"too short", solved1[:80] + "\n" + solveA, "WA", 1, 81, "line 1: expected 81 characters, got 80"},
		{"too long", solved1 + "1\n" + solveA, "WA", 1, 82, "line 1: expected 81 characters, got 82"},
		{"too long by characters of three bytes", solved1 + "数独\n" + solveA, "WA", 1, 82, "line 1: expected 81 characters, got 83"},
		{"a letter", spoilt(solved1, 80, 'x') + "\n" + solveA, "WA", 1, 81, "line 1: character 81 is 'x', want a point or 1 to 9"},
		{"a line missing", solved1 + "\n", "WA", 2, 1, "nothing where line 2 was expected"},
		{"a line missing, no newline", solved1, "WA", 2, 1, "nothing where line 2 was expected"},
		{"nothing", "", "WA", 1, 1, "nothing was printed"},
		{"a line too many", answer + "end\n", "WA", 3, 1, "extra line 3"},
		{"a blank line between", solved1 + "\n\n" + solveA + "\n", "WA", 2, 1, "line 2: 1 empty line too much, and the rest is right"},
		{"byte order mark", "\uFEFF" + answer, "WA", 1, 1, "line 1: expected 81 characters, got 82"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := checked(t, spec("acwing"), input, answer, tt.got)
			if r.Verdict != tt.want {
				t.Fatalf("got %s %+v, want %s", r.Verdict, r.Difference, tt.want)
			}
			if d := r.Difference; d != nil && (d.Line != tt.line || d.Column != tt.column || d.Text.String() != tt.text) {
				t.Errorf("got %d:%d %q, want %d:%d %q", d.Line, d.Column, d.Text, tt.line, tt.column, tt.text)
			}
		})
	}
}

// TestPuzzle: the right puzzle and line are named, however many lines come before it, and CRLF or blank lines.
func TestPuzzle(t *testing.T) {
	in := puzzle1 + "\r\n\r\n" + either + "\r\nend\r\n"
	d := checked(t, spec("acwing"), in, solved1+"\r\n"+solveA, solved1+"\n"+solveA[:80]).Difference
	must.Be(t, d.Puzzle == either && d.Want == solveA && d.Got == solveA[:80], "got %+v", d)
	const n = 5000
	input := strings.Repeat(puzzle1+"\n", n) + either + "\n" + puzzle1 + "\n"
	answer := strings.Repeat(solved1+"\n", n) + solveA + "\n" + solved1 + "\n"
	got := strings.Repeat(solved1+"\n", 3*n/4) + strings.Repeat(solved1+"\r\n", n/4) + spoilt(solveB, 0, '1') + "\n" + solved1 + "\n"
	d = checked(t, spec("acwing"), input, answer, got).Difference
	must.Be(t, d != nil && d.Line == n+1 && d.Column == 1 && d.Puzzle == either, "got %+v", d)
	if r := checked(t, spec("acwing"), input, answer, strings.Replace(answer, solveA, solveB, 1)); r.Verdict != result.AC {
		t.Errorf("another solution: got %+v", r.Difference)
	}
	twin := strings.NewReplacer("3", "4", "4", "3").Replace // the same board with exchanged digits
	two := func(board string) string { return board + "\n" + twin(board) + "\n" }
	if r := checked(t, spec("acwing"), two(either), two(solveA), two(solveB)); r.Verdict != result.AC {
		t.Errorf("two other solutions: got %+v", r.Difference)
	}
}

// TestNoSolution: if the answer has no board, its words are compared.
func TestNoSolution(t *testing.T) {
	spec := problem.Check{Kind: "sudoku", Format: "acwing"}
	input, answer := puzzle1+"\n"+puzzle1+"\nend\n", "no solution\n"+solved1+"\n"
	must.Equal(t, result.AC, checked(t, spec, input, answer, answer).Verdict, "the very words")
	spec.Strict = true
	must.Equal(t, result.PE, checked(t, spec, input, answer, "no  solution\n"+solved1+"\n").Verdict, "a blank more, strict")
	r := checked(t, spec, input, answer, solved1+"\n"+solved1+"\n")
	if want := `line 1: expected "no", got "` + solved1[:40] + `"…`; r.Verdict != result.WA || r.Difference.Text.String() != want {
		t.Errorf("got %+v, want %s", r.Difference, want)
	}
}

// TestDataThatContradictsItself is no fault of the program.
func TestDataThatContradictsItself(t *testing.T) {
	spec := problem.Check{Kind: "sudoku", Format: "acwing"}
	for _, tt := range []struct{ name, input, answer, got, want string }{
		{"an answer that breaks a rule", puzzle1, spoilt(solved1, 1, '4'), spoilt(solved1, 1, '8'),
			"the expected output is itself wrong: line 1: row 1 has two 4s"},
		{"more answers than puzzles", puzzle1, solved1 + "\n" + solved1, solved1 + "\n" + solved1[1:], "holds 1 board, and"},
		{"an input that is no board", puzzle1[1:], solved1, solved1[1:], "line 1: 80 characters"},
	} {
		c := must.Get(check.New(spec, nil))(t)
		r, err := c.Check(t.Context(), files(t, tt.input, tt.answer, tt.got))
		must.Fail(t, err, tt.want, tt.name, r, "an error with")
	}
}

// formatted returns a case of two boards in one format, and the same with the other solution of the second board.
func formatted(t testing.TB, name string) (input, answer, other string) {
	t.Helper()
	return written(t, name, []string{puzzle1, either}, []string{solved1, solveA}, []string{solved1, solveB})
}

// written writes a case in one format: puzzles, and two solutions for each.
func written(t testing.TB, name string, puzzles, solved, otherwise []string) (input, answer, other string) {
	t.Helper()
	var boards []sudoku.Board
	for _, p := range puzzles {
		boards = append(boards, board(t, p))
	}
	input = sudoku.Tasks[name].Input.Join(boards)
	join := func(solutions []string) string {
		var s strings.Builder
		for i, sol := range solutions {
			switch {
			case name == "check":
				s.WriteString("unique\n")
			case name == "rows" && i > 0:
				s.WriteString("\n")
			case name == "board":
				s.WriteString(sudoku.Drawn.Text(boards[i]) + "存在一组解为:\n")
			}
			s.WriteString(outputs[name].Text(board(t, sol)))
			if name == "board" {
				s.WriteString("运算时间为: 12 ms\n")
			}
		}
		return s.String()
	}
	return input, join(solved), join(otherwise)
}

func spec(name string) problem.Check {
	s := problem.Check{Kind: "sudoku", Format: name}
	if name == "board" {
		s.Ignore = []string{`^运算时间为: [0-9]+ ms$`}
	}
	return s
}

// outputs are the formats of the outputs.
var outputs = map[string]sudoku.Format{
	"acwing": sudoku.AcWing, "leetcode": sudoku.LeetCode, "rows": sudoku.Rows, "check": sudoku.Rows, "digits": sudoku.Digits,
	"file": sudoku.File, "board": sudoku.Drawn,
}

// nineByNine are the formats of 9x9 boards.
var nineByNine = slices.DeleteFunc(slices.Clone(problem.Formats), func(name string) bool { return name == "letters" })

// TestFormats: every format accepts any completion, and finds the same fault in the same cell.
func TestFormats(t *testing.T) {
	for _, name := range nineByNine {
		t.Run(name, func(t *testing.T) {
			input, answer, other := formatted(t, name)
			for _, right := range []string{answer, other, strings.ReplaceAll(other, "\n", " \r\n")} {
				if r := checked(t, spec(name), input, answer, right); r.Verdict != result.AC {
					t.Errorf("%q: %+v", right, r.Difference)
				}
			}
			// r4c2 of the second board gets a 1 like r1c2; neither is a clue
			row1, row4 := rowText(name, solveB, 0), rowText(name, solveB, 3)
			at := strings.LastIndex(other, row4)
			at += strings.Index(other[at:], "2")
			bad := other[:at] + "1" + other[at+1:]
			place := strings.LastIndex(bad, row1)
			place += strings.Index(bad[place:], "1")
			lines := strings.Split(bad[:place], "\n")
			r := checked(t, spec(name), input, answer, bad)
			if r.Verdict != result.WA {
				t.Fatalf("a broken column: %s", r.Verdict)
			}
			got, text := *r.Difference, r.Difference.Text.String()
			got.Want, got.Got, got.Text = "", "", say.Message{}
			want := result.Difference{Line: len(lines), Column: len(lines[len(lines)-1]) + 1, Puzzle: either}
			if diff := cmp.Diff(want, got); diff != "" || text != fmt.Sprintf("line %d: column 2 has two 1s", len(lines)) {
				t.Errorf("a broken column: %s\n%s", text, diff)
			}
			short := strings.TrimRight(other, "\n")
			short = short[:strings.LastIndex(short, "\n")+1]
			for printed, want := range map[string]string{short: "nothing where line", other + "more\n": "extra line"} {
				if name == "board" && printed == short {
					continue // the last line is ignored
				}
				if r := checked(t, spec(name), input, answer, printed); r.Verdict != result.WA || !strings.HasPrefix(r.Difference.Text.String(), want) {
					t.Errorf("%s: %s %+v", want, r.Verdict, r.Difference)
				}
			}
		})
	}
}

// TestLetters: boards of letters with an empty line between them; any solution of a puzzle is right.
func TestLetters(t *testing.T) {
	solved, _ := sudoku.Letters.Empty().Solve()
	puzzle := solved.Clone()
	clear(puzzle.Cells[:32])
	other := solved.Clone() // with two rows of a band exchanged
	copy(other.Cells, solved.Cells[16:32])
	copy(other.Cells[16:], solved.Cells[:16])
	wrong := other.Clone()
	wrong.Cells[3] = wrong.Cells[4]
	text := sudoku.Letters.Text
	input, answer := sudoku.Letters.Join([]sudoku.Board{solved, puzzle}), text(solved)+"\n"+text(solved)
	place := strings.IndexByte(other.Line(), other.Line()[4]) // where the letter is that is now twice in the row
	for _, tt := range []struct{ name, got, want string }{
		{"the answer", answer, ""},
		{"another solution", text(solved) + "\n" + text(other), ""},
		{"an empty line at the end", text(solved) + "\n" + text(other) + "\n", ""},
		{"no empty line between", text(solved) + text(other), "line 17: 1 empty line missing, the first before this one, and the rest is right"},
		{"an empty line before", "\n" + text(solved) + "\n" + text(other), "line 1: 1 empty line too much, and the rest is right"},
		{"a letter twice in a row", text(solved) + "\n" + text(wrong), fmt.Sprintf("line 18: row 1 has two %ss", other.Line()[place:place+1])},
		{"a blank left", text(solved) + "\n" + text(puzzle), "line 18: the cell in row 1, column 1 is blank"},
		{"a small letter", text(solved) + "\n" + strings.Replace(text(other), "A", "a", 1), ": character "},
		{"blanks between letters", strings.Join(strings.Split(text(solved), ""), " ") + "\n" + text(other), "line 1: "},
	} {
		r := checked(t, spec("letters"), input, answer, tt.got)
		switch {
		case tt.want == "" && r.Verdict != result.AC || tt.want != "" && r.Verdict != result.WA:
			t.Errorf("%s: %s %+v", tt.name, r.Verdict, r.Difference)
		case tt.want != "" && !strings.Contains(r.Difference.Text.String(), tt.want):
			t.Errorf("%s: got %q, want %q", tt.name, r.Difference.Text, tt.want)
		case strings.HasPrefix(tt.name, "a letter twice") &&
			(r.Difference.Puzzle != puzzle.Line() || r.Difference.Got != wrong.Line() || r.Difference.Column != 4):
			t.Errorf("%s: %+v", tt.name, r.Difference)
		}
	}
}

// rowText is a row of a board in a format.
func rowText(format, s string, row int) string {
	digits := strings.Split(s[9*row:9*row+9], "")
	switch format {
	case "acwing", "digits":
		return strings.Join(digits, "")
	case "leetcode":
		return `"` + strings.Join(digits, `","`) + `"`
	case "board":
		return "  " + strings.Join(digits[:3], "   ")
	}
	return strings.Join(digits, " ")
}

// TestLayout: a board with other blanks is wrong, or PE where the problem is strict.
func TestLayout(t *testing.T) {
	for _, name := range []string{"leetcode", "rows", "check", "file", "board"} {
		input, answer, other := formatted(t, name)
		row, sep := rowText(name, solveB, 3), " "
		if name == "leetcode" {
			sep = ","
		}
		loose := strings.Replace(other, row, strings.Replace(row, sep, " "+sep, 1), 1)
		if name == "board" { // in this format one more blank is one more column
			loose = strings.Replace(other, row, strings.Replace(row, " 2", "2 ", 1), 1)
		}
		if loose == other {
			t.Fatalf("%s: nothing was changed", name)
		}
		must.Equal(t, result.WA, checked(t, spec(name), input, answer, loose).Verdict, name, "a blank more")
		if name == "board" {
			continue // not a board
		}
		strict := spec(name)
		strict.Strict = true
		if r := checked(t, strict, input, answer, loose); r.Verdict != result.PE ||
			!strings.Contains(r.Difference.Text.String(), "other blanks") {
			t.Errorf("%s, strict: a blank more: %s %+v", name, r.Verdict, r.Difference)
		}
		bad := loose + "more\n"
		must.Equal(t, result.WA, checked(t, strict, input, answer, bad).Verdict, name, "strict: a blank more, and a line")
	}
}

// TestCheckWords: words beside boards are compared.
func TestCheckWords(t *testing.T) {
	input, answer, _ := formatted(t, "check")
	answer = strings.Replace(answer, "unique\n"+sudoku.Rows.Text(board(t, solveA)), "many\n", 1)
	if r := checked(t, spec("check"), input, answer, answer); r.Verdict != result.AC {
		t.Fatalf("got %+v", r.Difference)
	}
	r := checked(t, spec("check"), input, answer, strings.Replace(answer, "many", "none", 1))
	if want := `line 11: expected "many", got "none"`; r.Verdict != result.WA || r.Difference.Text.String() != want ||
		r.Difference.Puzzle != either {
		t.Errorf("got %+v, want %q and the puzzle", r.Difference, want)
	}
	const words = "as long as a row.\nunique\n"
	answer, other := words+sudoku.Rows.Text(board(t, solveA)), words+sudoku.Rows.Text(board(t, solveB))
	if r := checked(t, spec("check"), input, answer, other); r.Verdict != result.AC {
		t.Errorf("words as long as a row: got %+v", r.Difference)
	}
	r = checked(t, spec("rows"), input, "1 2 3 4 5 6 7 8 9\n\nno\n", "1 2 3 4 5 6 7 8 9\n")
	must.Equal(t, result.WA, r.Verdict, r.Difference)
	must.Equal(t, "nothing where line 2 was expected", r.Difference.Text.String(), r.Difference)
}

// TestLines: lines beside boards, and boards that are none.
func TestLines(t *testing.T) {
	input, answer, other := formatted(t, "leetcode")
	first, _, _ := strings.Cut(answer, "\n")
	open := strings.Replace(first, "\"1\"", "\".\"", 1)
	rowsIn, rowsAnswer, rowsOther := written(t, "rows", []string{either}, []string{solveA}, []string{solveB})
	const small = "4 2, 2\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n"
	for _, test := range []struct {
		name, format       string
		input, answer, got string
		want               result.Verdict
		text, puzzle       string
	}{
		{"a line for an empty one", "rows", "", "no\n\nno\n", "no\nx\nno\n", "WA", "line 2: the line should have ended, got \"x\"", ""},
		{"ignored in the output alone", "board", "", "a\n", "运算时间为: 7 ms\na\n", "AC", "", ""},
		{"a board for one that is not full", "leetcode", input, open + "\n", first + "\n", "WA", "", "?"},
		{"another solution", "leetcode", input, answer, other, "AC", "", ""},
		{"no number behind another row", "rows", rowsIn, rowsAnswer, strings.Replace(rowsOther, "9 7", "x 7", 1), "WA",
			"line 4: number 8 is \"x\", want 0 to 9", "?"},
		{"a line behind a board answers none", "rows", rowsIn, rowsAnswer + "\nno\n", rowsAnswer + "x\nno\n", "WA",
			"line 10: the line should have ended, got \"x\"", ""},
		{"fewer cells in a line", "file", "4 2, 2\n1 2 ? 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n", small,
			strings.Replace(small, "3 4\n3 4", "\n2 4 3 4", 1), "WA", "line 2: row 1 has two 2s", "?"},
	} {
		r := checked(t, spec(test.format), test.input, test.answer, test.got)
		if r.Verdict != test.want {
			t.Errorf("%s: %s %+v", test.name, r.Verdict, r.Difference)
		} else if d := r.Difference; d != nil && (test.text != "" && d.Text.String() != test.text || test.puzzle == "" && d.Puzzle != "") {
			t.Errorf("%s: %s, puzzle %q", test.name, d.Text, d.Puzzle)
		}
	}
}

// TestSixteen: boards of another size, whose values above 9 are capital letters.
func TestSixteen(t *testing.T) {
	b := must.Get(sudoku.New(4, 4))(t)
	solved, _ := b.Solve()
	puzzle := solved.Clone()
	for i := range puzzle.Cells {
		if i%3 != 0 {
			puzzle.Cells[i] = 0
		}
	}
	bad := solved.Clone()
	bad.Cells[255] = bad.Cells[254]
	input, answer, wrong := sudoku.File.Text(puzzle), sudoku.File.Text(solved), sudoku.File.Text(bad)
	for _, test := range []struct {
		name, answer, got string
		line, puzzle      int // its cells that are shown
		text              string
	}{
		{"right", answer + answer, answer + answer, 0, 0, ""},
		{"a value twice", answer + answer, answer + wrong, 34, 256, "line 34: "},
		{"words for a board", answer, "no solution\n", 1, 256, `line 1: expected "16", got "no"`},
		{"a board for words", "no solution\n", answer, 1, 256, `line 1: expected "no", got "16"`},
		{"a small letter", answer, strings.Replace(answer, "C", "c", 1), 2, 256, `, got "c"`},
	} {
		r := checked(t, spec("file"), input+input, test.answer, test.got)
		if test.line == 0 {
			must.Equal(t, result.AC, r.Verdict, test.name, r.Difference)
		} else if d := r.Difference; d == nil || d.Line != test.line || len(d.Puzzle) != test.puzzle ||
			!strings.Contains(d.Text.String(), test.text) {
			t.Errorf("%s: %+v", test.name, d)
		}
	}
}

// TestSamples: the expected answers of the project's own cases are accepted, and one wrong digit anywhere is found.
func TestSamples(t *testing.T) {
	r := sudoku.NewRand(1)
	for id, name := range map[string]string{
		"acwing166": "acwing", "leetcode37": "leetcode", "sudokucheck": "check", "sudokusize": "file", "sudokuboard": "board",
	} {
		answers, err := filepath.Glob(filepath.Join("../../../../testdata", id, "*", "*.ans"))
		must.Be(t, err == nil && len(answers) != 0, "%s: no cases: %v", id, err)
		for _, answer := range answers {
			text, err := os.ReadFile(answer)
			input, err2 := os.ReadFile(strings.TrimSuffix(answer, ".ans") + ".in")
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			must.Equal(t, result.AC, checked(t, spec(name), string(input), string(text), string(text)).Verdict, answer)
			var digits []int // not in lines that are ignored
			start := 0
			for l := range strings.Lines(string(text)) {
				for i := range len(l) {
					if '1' <= l[i] && l[i] <= '9' && !strings.HasPrefix(l, "运算时间") {
						digits = append(digits, start+i)
					}
				}
				start += len(l)
			}
			for range min(10, len(digits)) { // there are none in "none"
				at := digits[r.Intn(len(digits))]
				bad := bytes.Clone(text)
				bad[at] = '1' + (bad[at]-'1'+1+byte(r.Intn(8)))%9
				if got := checked(t, spec(name), string(input), string(text), string(bad)); got.Verdict != result.WA {
					t.Errorf("%s: byte %d changed from %c to %c: %s", answer, at, text[at], bad[at], got.Verdict)
				}
			}
		}
	}
}

// TestLongLine: a line of 30 MB in place of a board is counted, not stored.
func TestLongLine(t *testing.T) {
	long := strings.Repeat("数", 10_000_000)
	r := checked(t, spec("acwing"), puzzle1+"\n", solved1+"\n", long)
	must.Equal(t, "line 1: expected 81 characters, got 10000000", r.Difference.Text.String(), r.Difference.Text)
	must.Be(t, len(r.Difference.Got) <= mostShown, "an excerpt of %d bytes", len(r.Difference.Got))
}

// TestLongLines: long lines that are no boards are compared to their ends in every format, and the difference is the same as with kind
// lines.
func TestLongLines(t *testing.T) {
	threes, kanji := strings.Repeat("3", 200_000), strings.Repeat("数", 50_000)
	words := strings.Repeat("words ", 50_000) + "words"
	for _, tt := range []struct {
		name, want, got string
		column          int // 0: no difference
	}{
		{"the very same", threes, threes, 0},
		{"blanks at the end", words, words + " \r", 0},
		{"many blanks at the end", "3", "3" + strings.Repeat(" ", 200_000), 0},
		{"many blanks behind a board", solved1, solved1 + strings.Repeat(" ", 200_000), 0},
		{"one character", threes, threes[:100_000] + "4" + threes[100_001:], 100_001},
		{"one character of three bytes", kanji + "独", kanji + "狭", 50_001},
		{"one word more", words, words + " x", len(words) + 1},
		{"one word less", words, words[:len(words)-6], len(words) - 5},
		{"one blank more", words, words[:90_000] + " " + words[90_000:], 90_001},
		{"one word", words, "words", 6},
	} {
		for _, name := range nineByNine {
			input, boards, _ := formatted(t, name)
			want, got := tt.want+"\n"+boards, tt.got+"\n"+boards
			if name == "acwing" || name == "leetcode" { // the line answers a puzzle, too
				input = puzzle1 + "\n" + input
			}
			r := checked(t, spec(name), input, want, got)
			if tt.column == 0 {
				if r.Difference != nil {
					t.Errorf("%s, %s: got %s %d:%d %q", name, tt.name, r.Verdict, r.Difference.Line, r.Difference.Column, r.Difference.Text)
				}
				continue
			}
			if r.Verdict != result.WA || r.Difference.Line != 1 || r.Difference.Column != tt.column {
				t.Errorf("%s, %s: got %s %d:%d, want WA 1:%d", name, tt.name, r.Verdict, r.Difference.Line, r.Difference.Column, tt.column)
			}
			told := *r.Difference
			told.Puzzle = ""
			if diff := cmp.Diff(*checked(t, problem.Check{}, "", want, got).Difference, told); diff != "" {
				t.Errorf("%s, %s: as kind lines tells it, and here:\n%s", name, tt.name, diff)
			}
		}
	}
}

// FuzzSudoku: the checker answers any output without an error, and what it accepts is a right answer.
func FuzzSudoku(f *testing.F) {
	for i, name := range nineByNine {
		_, answer, other := formatted(f, name)
		f.Add(i, answer)
		f.Add(i, other)
		f.Add(i, strings.Replace(other, "2", "\x00", 3))
	}
	f.Fuzz(func(t *testing.T, i int, got string) {
		if i < 0 || i >= len(nineByNine) {
			t.Skip()
		}
		name := nineByNine[i]
		input, answer, _ := formatted(t, name)
		r := checked(t, spec(name), input, answer, got)
		if r.Verdict != result.AC {
			if d := r.Difference; d.Line < 1 || d.Column < 1 || d.Text.String() == "" {
				t.Fatalf("got %+v", d)
			}
			return
		}
		// the accepted boards, read in a simpler way: all values in a row
		var digits []string
		for _, l := range slowLines(got) {
			if name == "file" && strings.HasPrefix(l, "9 3, 3") || name == "board" && strings.HasPrefix(l, "运算") {
				continue
			}
			for _, c := range l {
				if '1' <= c && c <= '9' {
					digits = append(digits, string(c))
				}
			}
		}
		all := strings.Join(digits, "")
		first, second := all[:min(81, len(all))], all[max(0, len(all)-81):]
		if name == "board" {
			first = all[strings.Index(all, solved1):][:81]
		}
		if first != solved1 || second != solveA && second != solveB {
			t.Fatalf("accepted %q", got)
		}
	})
}

// TestInputFormat: the format of a problem's inputs, which may differ from that of its outputs.
func TestInputFormat(t *testing.T) {
	for name, output := range outputs {
		want := output
		if name == "board" {
			want = sudoku.AcWing
		}
		if got, ok := check.InputFormat(name); got != want || !ok {
			t.Errorf("%s: want %s, got %s", name, want, got)
		}
	}
	if _, ok := check.InputFormat("chess"); ok {
		t.Error("chess is no format")
	}
}
