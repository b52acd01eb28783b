package explain

import (
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/must"
)

// TestCountOfStoppedProgram: the count of a stopped program is not a total.
func TestCountOfStoppedProgram(t *testing.T) {
	puzzle, err := ParsePuzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	must.Succeed(t, err)
	x := Explanation{puzzle: puzzle, seen: []sighting{
		{solution: solution.Solution{Name: "unseen"}},
		{solution: solution.Solution{Name: "ends"}, work: &result.Work{Statements: 1234}, replay: &result.Replay{Solved: true, Total: 1,
			Steps: make([]result.Step, 1)}},
		{solution: solution.Solution{Name: "goes-on"}, work: &result.Work{Statements: 1_424_989_489, Stopped: 4 * time.Second},
			replay: &result.Replay{Solved: true, Total: 2000, Steps: make([]result.Step, 1)}},
	}}
	got := x.Text(terminal.Style{})
	for _, want := range []string{" 1,234\n", " ≥ 1,424,989,489\n", "\n" +
		"goes-on was stopped after 4.00 s: its statements are counted up to that moment\n",
		"\ngoes-on took 2,000 steps; all are counted, and the first 1 kept\n"} {
		must.Contain(t, got, want, "no", "in")
	}
	if strings.Contains(got, "ends was stopped") || strings.Contains(got, "ends took") {
		t.Errorf("a program that ended is said to have been stopped:\n%s", got)
	}
	if noted := x.Noted(say.Text("drawn by hand")).Text(terminal.Style{}); !strings.Contains(noted, "\n\ndrawn by hand\n\nsolution") ||
		strings.Contains(got, "\n\n\n\n") {
		t.Errorf("without a note:\n%s\nwith one:\n%s", got, noted)
	}
	const own = "\nStatements are each language's own: "
	x.seen[2].solution.Language = "python"
	if two := x.Text(terminal.Style{}); strings.Contains(got, own) || !strings.Contains(two, own) {
		t.Errorf("of one language:\n%s\nof two:\n%s", got, two)
	}
}

// TestUnsolvedPuzzle: a program that does not solve a puzzle is at fault, unless the puzzle has no solution.
func TestUnsolvedPuzzle(t *testing.T) {
	const (
		mild = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
		none = "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	)
	large := strings.Repeat(".", 256)
	unsolved, solved, worked := &result.Replay{}, &result.Replay{Solved: true}, &result.Work{}
	for name, test := range map[string]struct {
		puzzle              string
		seen                sighting
		complete, any, told bool
		verdict             result.Verdict
	}{
		"solved":               {mild, sighting{replay: solved, work: worked}, true, true, false, result.AC},
		"not solved":           {mild, sighting{replay: unsolved, work: worked}, false, true, true, result.WA},
		"a large one":          {large, sighting{replay: unsolved, work: worked}, false, true, true, result.WA},
		"no solution":          {none, sighting{replay: unsolved, work: worked}, true, true, false, result.WA},
		"not watched":          {none, sighting{work: worked}, false, true, false, result.WA},
		"not counted":          {none, sighting{solution: solution.Solution{Language: "go"}, replay: solved}, false, true, false, result.AC},
		"no lines to count":    {none, sighting{solution: solution.Solution{Language: "rust"}, replay: solved}, true, true, false, result.AC},
		"nothing could be had": {mild, sighting{}, false, false, false, result.WA},
	} {
		board, _ := sudoku.ParseAny(test.puzzle)
		x := Explanation{puzzle: board, seen: []sighting{test.seen}}
		must.Equal(t, test.complete, x.Complete(), name)
		must.Equal(t, test.any, x.Any(), name)
		must.Equal(t, test.told, strings.Contains(x.Text(terminal.Style{}), "not solved"), name, "told")
		if s := x.Run().Results[0]; s.Verdict != test.verdict || s.AsExpected != (test.verdict == result.AC) ||
			s.Cases[0].AsExpected != s.AsExpected {
			t.Errorf("%s: %s, %t", name, s.Verdict, s.AsExpected)
		}
		if n := len(x.Replays()); (n == 1) != (test.seen.replay != nil) {
			t.Errorf("%s: %d replays", name, n)
		}
	}
}

func TestParsePuzzle(t *testing.T) {
	rows, _ := sudoku.ParseLine(Example)
	letters := sudoku.Letters.Empty().LetterText()
	for text, want := range map[string]string{
		"":                       "",
		Example:                  "",
		rows.DigitText():         "",
		rows.Draw():              "",
		letters:                  "",
		letters + "\n" + letters: "",
		strings.Repeat(".", 16):  "",
		"12":                     "-puzzle: ",
		"11" + Example[2:]:       "so there is nothing to search for",
	} {
		board, err := ParsePuzzle(text)
		if want == "" && (err != nil || board.Size == 0) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %d, %v", text, board.Size, err)
		}
	}
}

// TestFormatFor: a puzzle is written as lines if the solution reads those, else in the format of the first of its
// problems that can hold it.
func TestFormatFor(t *testing.T) {
	asks := func(id, kind, format string) problem.Problem {
		return problem.Problem{ID: id, Check: problem.Check{Kind: kind, Format: format}}
	}
	f, err := function.Parse("void solveSudoku(char[][] board)")
	must.Succeed(t, err)
	called := asks("called", "sudoku", "leetcode")
	called.Function = &f
	problems := []problem.Problem{asks("sum", "lines", ""), asks("plain", "lines", ""), asks("lines", "sudoku", "acwing"), called,
		asks("files", "sudoku", "file"), asks("letters", "sudoku", "letters")}
	small, _ := sudoku.ParseAny(Example)
	large, _ := sudoku.ParseAny(strings.Repeat(".", 256))
	for _, test := range []struct {
		claims string
		puzzle sudoku.Board
		format sudoku.Format
		of     string // the problem, or the error
	}{
		{"lines", small, sudoku.AcWing, "lines"},
		{"sum lines", small, sudoku.AcWing, "lines"},
		{"files lines", small, sudoku.AcWing, "lines"},
		{"files", small, sudoku.File, "files"},
		{"files sum", large, sudoku.File, "files"},
		{"lines files", large, sudoku.File, "files"},
		{"", small, sudoku.AcWing, ""},
		{"sum", small, "", "none of its problems is about boards"},
		{"plain", small, "", "none of its problems is about boards"},
		{"lines", large, "", "16"},
		{"", large, "", "16"},
		{"letters", large, sudoku.Letters, "letters"},
		{"letters files", sudoku.Letters.Empty(), sudoku.Letters, "letters"},
		{"", sudoku.Letters.Empty(), sudoku.Letters, ""},
		{"lines", sudoku.Letters.Empty(), "", "16"},
		{"letters", small, "", "not 9x9"},
	} {
		s := solution.Solution{Problems: strings.Fields(test.claims), Language: "go", Files: []language.File{{Path: "main.go",
			Text: "package main\n\nfunc main() {}\n"}}}
		format, of, err := formatFor(s, problems, test.puzzle)
		switch {
		case test.format == "" || err != nil:
			if err == nil || test.format != "" && of.ID != "" || !strings.Contains(err.Error(), test.of) || Takes(s, problems, test.puzzle) {
				t.Errorf("%q: %q of %q, %v, want %q", test.claims, format, of.ID, err, test.of)
			}
		case format != test.format || of.ID != test.of || !Takes(s, problems, test.puzzle):
			t.Errorf("%q: %q of %q, want %q of %q", test.claims, format, of.ID, test.format, test.of)
		}
	}
	bare := solution.Solution{Language: "cpp", Files: []language.File{{Path: "a.cpp", Text: "class Solution {\npublic:\n" +
		"    void solveSudoku(vector<vector<char>>& board) {}\n};\n"}}}
	if all := claimed(bare, problems); len(all) != 1 || all[0].ID != "called" {
		t.Errorf("a function is taken for %v", all)
	}
	bare.Problems = []string{"lines"}
	if all := claimed(bare, problems); len(all) != 1 || all[0].ID != "lines" {
		t.Errorf("a function that claims a problem is taken for %v", all)
	}
	if all := claimed(solution.Solution{Problems: []string{"files", "none", "sum"}}, problems); len(all) != 2 || all[0].ID != "files" {
		t.Errorf("claimed are %v", all)
	}
}

func TestGrid(t *testing.T) {
	board, _ := sudoku.ParseAny("12....34" + strings.Repeat(".", 8))
	must.Equal(t, " 1 2  . .\n . .  3 4\n\n . .  . .\n . .  . .\n", grid(board))
	large, _ := sudoku.ParseAny(strings.Repeat(".", 256))
	if !strings.HasPrefix(grid(large), "  .  .") {
		t.Errorf("a large board begins %q", grid(large)[:6])
	}
	if got := grid(sudoku.Letters.Empty()); !strings.HasPrefix(got, " . . . .  .") {
		t.Errorf("a board of letters begins %q", got[:9])
	}
	if got := grid(sudoku.Empty()); !strings.HasPrefix(got, " . . .  . .") {
		t.Errorf("a board of 9 begins %q", got[:6])
	}
	none, _ := sudoku.ParseAny("..........23456789.........1" + strings.Repeat(".", 53))
	for want, puzzle := range map[string]sudoku.Board{"16 by 16": large, "no solution": none,
		"several solutions: each program may find a different one": sudoku.Empty()} {
		must.Equal(t, want, solutions(puzzle).String())
	}
}
