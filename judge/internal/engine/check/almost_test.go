package check_test

import (
	"cmp"
	"runtime"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
)

// TestAlmost: a wrong answer that holds the right one, and blanks, empty lines or words besides, is told so.
func TestAlmost(t *testing.T) {
	lines := problem.Check{Kind: "lines"}
	timed := problem.Check{Kind: "lines", Strict: true, Ignore: []string{`^time: \d+ ms$`}}
	strict := problem.Check{Kind: "sudoku", Format: "rows", Strict: true}
	acwing := problem.Check{Kind: "sudoku", Format: "acwing"}
	const (
		puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
		solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	)
	input, answer := puzzle+"\n"+puzzle+"\n"+puzzle+"\nend\n", strings.Repeat(solved+"\n", 3)
	spaced := strings.Join(strings.Split(solved, ""), " ")
	rows, apart := "", "" // of the same board
	for i := 0; i < 81; i += 9 {
		row := strings.Join(strings.Split(solved[i:i+9], ""), " ") + "\n"
		rows, apart = rows+row, apart+row+"\n"
	}
	for _, test := range []struct {
		name                string
		spec                problem.Check
		input, answer, got  string
		text                string
		line, column        int
		wantShown, gotShown string
		verdict             result.Verdict // "" is WA
	}{
		{"an empty line after each board", acwing, input, answer, strings.Repeat(solved+"\n\n", 3), "line 2: an empty line after each line", 2,
			1, "", "", ""},
		{"an empty line after each row", problem.Check{Kind: "sudoku", Format: "rows"}, rows, rows, apart,
			"line 2: an empty line after each line", 2, 1, "", "", ""},
		{"blanks between the digits", acwing, input, answer, strings.Repeat(spaced+"\n", 3),
			"line 1: the right characters, with blanks between them", 1, 2, solved, spaced, ""},
		{"words before each", acwing, input, answer, strings.Repeat("Solution: "+solved+"\n", 3),
			"line 1: the right answer, with other text before it", 1, 1, solved, "Solution: " + solved, ""},
		{"Chinese words before each", acwing, input, answer, strings.Repeat("答案"+solved+"\n", 3),
			"line 1: the right answer, with other text before it", 1, 1, solved, "答案" + solved, ""},
		{"a line before all", acwing, input, answer, "Enter the board:\n" + answer, "line 1: 1 line too much, and the rest is right", 1, 1, "",
			"Enter the board:", ""},
		{"a line before each", acwing, input, answer, strings.Repeat("Answer is\n"+solved+"\n", 3),
			"line 1: 3 lines too much, and the rest is right", 1, 1, "", "Answer is", ""},
		{"words before another solution", acwing, either + "\nend\n", solveA + "\n", "Solution: " + solveB + "\n",
			"line 1: the right answer, with other text before it", 1, 1, solveB, "Solution: " + solveB, ""},
		{"blanks, and wrong besides", acwing, input, answer, strings.Repeat(spaced[:len(spaced)-1]+"1\n", 3),
			"line 1: expected 81 characters, got 161", 1, 2, "", "", ""},

		{"POJ: blanks between the digits", strict, rows, rows, strings.ReplaceAll(rows, " ", "  "), "line 1: other blanks at character 3", 1, 3,
			"", "", "PE"},
		{"POJ: an empty line after each row", strict, rows, rows, apart, "line 2: an empty line after each line", 2, 1, "", "", "PE"},
		{"POJ: words before the board", strict, rows, rows, "Solution:\n" + rows, "line 1: 1 line too much, and the rest is right", 1, 1, "",
			"", ""},
		{"lines, empty after each", lines, "", "1\n2\n3\n", "1\n\n2\n\n3\n", "line 2: an empty line after each line", 2, 1, "", "", ""},
		{"lines, empty here and there", lines, "", "1\n2\n3\n4\n", "1\n2\n\n\n3\n4\n", "line 3: 2 empty lines too much, and the rest is right",
			3, 1, "", "", ""},
		{"lines, empty before all", lines, "", "1\n2\n3\n", "\n\n1\n2\n3\n", "line 1: 2 empty lines too much, and the rest is right", 1, 1, "",
			"", ""},
		{"lines, empty after some, the first among them", lines, "", "1\n2\n3\n4\n", "1\n\n2\n3\n\n4\n",
			"line 2: 2 empty lines too much, and the rest is right", 2, 1, "", "", ""},
		{"lines, one empty missing", lines, "", "a\n\nb\n", "a\nb\n",
			"line 2: 1 empty line missing, the first before this one, and the rest is right", 2, 1, "", "b", ""},
		{"lines, some empty missing", lines, "", "a\n\nb\n\nc\n\nd\n", "a\n\nb\nc\nd\n",
			"line 4: 2 empty lines missing, the first before this one, and the rest is right", 4, 1, "", "c", ""},
		{"lines, two empty for one", lines, "", "a\n\nb\n", "a\n\n\nb\n", "line 3: 1 empty line too much, and the rest is right", 3, 1, "", "",
			""},
		{"lines, one empty missing, and wrong besides", lines, "", "a\n\nb\n", "a\nc\n", `line 2: the line should have ended, got "c"`, 2, 1,
			"", "c", ""},
		{"lines, one empty missing, and more behind", lines, "", "a\n\nb\n", "a\nb\nc\n", `line 2: the line should have ended, got "b"`, 2, 1,
			"", "b", ""},
		{"lines, one empty elsewhere", lines, "", "a\n\nb\nc\n", "a\nb\n\nc\n", `line 2: the line should have ended, got "b"`, 2, 1, "", "b", ""},
		{"lines, one empty missing, and two too much", lines, "", "a\n\nb\nc\n", "a\nb\n\n\nc\n", `line 2: the line should have ended, got "b"`,
			2, 1, "", "b", ""},
		{"lines, two empty missing, and one too much", lines, "", "a\n\nb\n\nc\nd\n", "a\nb\nc\n\nd\n",
			`line 2: the line should have ended, got "b"`, 2, 1, "", "b", ""},
		{"lines, letters apart on the second", lines, "", "yes\nno\n", "yes\nn o\n", "line 2: the right characters, with blanks between them",
			2, 2, "no", "n o", ""},
		{"lines, strict, a prompt below an ignored line", timed, "", "5\n", "time: 1 ms\nx = 5\n",
			"line 2: the right answer, with other text before it", 2, 1, "5", "x = 5", ""},
		{"lines, strict, as long as may be", timed, "", "5\n", "time: 1 ms\nx = 5" + strings.Repeat(" ", mostAlmost-16),
			"line 2: the right answer, with other text before it", 2, 1, "5", "x = 5", ""},
		{"lines, letters apart", lines, "", "yes\n", "y e s\n", "line 1: the right characters, with blanks between them", 1, 2, "yes", "y e s",
			""},
		{"lines, a prompt", lines, "", "3\n", "a + b = 3\n", "line 1: the right answer, with other text before it", 1, 1, "3", "a + b = 3", ""},
		{"lines, a word after words", lines, "", "yes\n", "I say yes\n", "line 1: the right answer, with other text before it", 1, 1, "yes",
			"I say yes", ""},
		{"lines, a prompt, and more behind", lines, "", "3\n", "Enter:\n3\nbye\nbye\n", `line 1: expected "3", got "Enter:"`, 1, 1, "3",
			"Enter:", ""},
		{"lines, a prompt, and more behind an empty line", lines, "", "3\n", "a + b = 3\n\n7\n", `line 1: expected "3", got "a"`, 1, 1, "3",
			"a + b = 3", ""},
		{"lines, a prompt that ends in a letter", lines, "", "3\n", "Enter x\n3\n", "line 1: 1 line too much, and the rest is right", 1, 1, "",
			"Enter x", ""},
		{"a longer number is another one", lines, "", "3\n", "13\n", `line 1: expected "3", got "13"`, 1, 1, "3", "13", ""},
		{"a longer word is another one", lines, "", "es\n", "yes\n", `line 1: expected "es", got "yes"`, 1, 1, "es", "yes", ""},
		{"what follows is no prompt", lines, "", "3\n", "3\nbye\n", "extra line 2", 2, 1, "", "bye", ""},
		{"blanks that belong there", lines, "", "1 2\n", "1  2\n", "line 1: other blanks at character 3", 1, 3, "1 2", "1  2", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := checked(t, test.spec, test.input, test.answer, test.got)
			d := r.Difference
			if want := test.verdict; r.Verdict != cmp.Or(want, "WA") || d.Text.String() != test.text || d.Line != test.line ||
				d.Column != test.column {
				t.Errorf("%s %d:%d %s, want %d:%d %s", r.Verdict, d.Line, d.Column, d.Text, test.line, test.column, test.text)
			}
			if test.wantShown+test.gotShown != "" && (d.Want != test.wantShown || d.Got != test.gotShown) {
				t.Errorf("shows %q and %q, want %q and %q", d.Want, d.Got, test.wantShown, test.gotShown)
			}
		})
	}
}

// mostAlmost is the longest text that is looked at again.
const mostAlmost = 1 << 20

// TestAlmostIsBounded: a text that is too long for a second reading gets the first answer.
func TestAlmostIsBounded(t *testing.T) {
	for size, want := range map[int]string{
		mostAlmost:     "line 1: 1 empty line too much, and the rest is right",
		mostAlmost + 1: `line 1: expected "1234567", but the line is empty`,
	} {
		long := strings.Repeat("1234567\n", mostAlmost/8)[:size-1]
		if r := checked(t, problem.Check{}, "", long, "\n"+long); r.Difference.Text.String() != want {
			t.Errorf("%d bytes: %s, want %s", size, r.Difference.Text, want)
		}
	}
}

// TestAlmostIsLinear: many lines after the answer are read once, not once for each.
func TestAlmostIsLinear(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r := checked(t, problem.Check{Kind: "lines"}, "", "5\n", strings.Repeat("5\n", 30_000))
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; r.Verdict != result.WA || used > 200<<20 {
		t.Errorf("%s, and %d MiB were taken", r.Verdict, used>>20)
	}
}
