package explain

import (
	"strings"
	"testing"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/must"
)

// apart writes the example with a text around each cell and another between rows.
func apart(left, right, between, blank string) string {
	var b strings.Builder
	for i, c := range Example {
		if i > 0 && i%9 == 0 {
			b.WriteString(between)
		}
		b.WriteString(left + strings.ReplaceAll(string(c), ".", blank) + right)
	}
	return b.String()
}

func TestBoardsIn(t *testing.T) {
	full, _ := sudoku.Empty().Solve()
	if all := boardsIn(strings.Repeat("'"+Example+"'\n", mostOwn+1)); len(all) != mostOwn || all[mostOwn-1].line != mostOwn {
		t.Errorf("of too many boards: %+v", all)
	}
	for name, text := range map[string]string{
		"numbers":            "b = [\n[" + apart("", ",", "],\n[", "0") + "]]",
		"numbers in braces":  "b = {\n{" + apart("", ",", "},\n{", "0") + "}};",
		"signs":              "b =\n [['" + apart("'", "',", "],[", ".")[1:] + "]]",
		"None":               "b = [(\n" + apart("", ", ", "),\n(", "None") + ")]",
		"empty text":         "b = [\n" + apart(`"`, `", `, "\n", "") + "]",
		"rows of text":       "b = (\n'" + apart("", "", "'\n'", "0") + "')",
		"a line":             "x = 1\nb = '" + Example + "'",
		"a line of stars":    "x = 1\nb = `" + strings.ReplaceAll(Example, ".", "*") + "`",
		"a text of rows":     "b = '''\n" + apart("", "", "\n", ".") + "\n'''",
		"the first of two":   "b = [\n" + apart("", ",", "", "0") + "\n" + apart("", ",", "", "0") + "]",
		"behind a full one":  "b = '" + full.Line() + "'\nb = '" + Example + "'",
		"behind other lists": "for i in range(1, 9): x = [1, 2]\nb = [" + apart("", ",", "", "0"),
	} {
		all := boardsIn(text)
		if puzzle, _ := ParsePuzzle(""); len(all) == 0 || all[0].board.Line() != puzzle.Line() || all[0].line != 2 ||
			len(all) != 1+strings.Count(name, "two") {
			t.Errorf("%s: %+v\n%s", name, all, text)
		}
	}
	for name, text := range map[string]string{
		"nothing":       "",
		"one too few":   "b = [" + apart("", ",", "", "0")[2:] + "]",
		"a row of ten":  "b = [" + strings.Replace(apart("", ",", "],[", "0"), "5,", "10,", 1) + "]",
		"a clash":       "b = '44" + Example[2:] + "'",
		"no clue":       "b = '" + strings.Repeat(".", 81) + "'",
		"words between": "b = [" + apart("", ",", "], x, [", "0") + "]",
	} {
		if all := boardsIn(text); len(all) > 0 {
			t.Errorf("%s: %+v", name, all)
		}
	}
}

func TestForms(t *testing.T) {
	board, _ := ParsePuzzle("")
	rows := "4.....8.5\n.3.......\n...7.....\n.2.....6.\n....8.4..\n....1....\n...6.3.7.\n5..2.....\n1.4......\n"
	zeros := strings.ReplaceAll(rows, ".", "0")
	numbers := strings.ReplaceAll(strings.Join(strings.Split(zeros, ""), " "), " \n ", "\n")
	for i, want := range []string{numbers, rows, zeros, "1\n" + zeros, strings.ReplaceAll(numbers, "0", "?")} {
		got, want := forms[i].text(board), strings.TrimRight(want, " \n")+"\n"
		must.Equal(t, want, got, forms[i].name)
	}
}

func TestOwn(t *testing.T) {
	f, err := function.Parse("void solveSudoku(char[][] board)")
	must.Succeed(t, err)
	problems := []problem.Problem{{ID: "called", Function: &f}}
	puzzle := sudoku.Empty()
	carried := "let b = '" + Example + "';\n"
	for text, want := range map[string]bool{
		carried: true,
		carried + "var solveSudoku = (board) => {}":          false,
		carried + "let solve = (board) => {}":                true,
		carried + "require('fs').readFileSync(0)":            false,
		carried + "require('fs').readFileSync('/dev/stdin')": false,
		"let b = 1":                     false,
		"//judge:problem a\n" + carried: false,
	} {
		s := must.Get(solution.Of("own", "javascript", language.File{Path: "own.js", Text: text}))(t)
		must.Equal(t, want, len(own(s, problems)) > 0, text)
		if !want {
			continue
		}
		seen := sighting{solution: s}
		if err := new(Explainer).see(t.Context(), &seen, problems, puzzle, ""); err != nil || len(seen.trouble) != 1 ||
			!strings.Contains(seen.trouble[0].String(), "it reads no input; without -puzzle") {
			t.Errorf("%v, %v: %s", err, seen.trouble, text)
		}
	}
}
