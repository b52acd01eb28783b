package explain

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/grader"
	"sudokuoj/judge/internal/testkit/must"
)

const (
	mild   = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
	search = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n"
	slow   = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9\n" // by rows
)

// casesOf writes inputs, and returns cases named by their numbers.
func casesOf(t *testing.T, inputs ...string) (cases []problem.Case) {
	t.Helper()
	for i, text := range inputs {
		in := filepath.Join(t.TempDir(), "in")
		must.Succeed(t, os.WriteFile(in, []byte(text), 0o600))
		cases = append(cases, problem.Case{Name: fmt.Sprint(i), In: in})
	}
	return cases
}

// TestBoardOf: of larger boards the largest with the fewest clues, else one that needs some search, else the first.
func TestBoardOf(t *testing.T) {
	many := strings.Repeat(".", 81) + "\n"
	with := func(size, clues int) string {
		b := sudoku.Board{Size: size, W: size / 3, H: 3, Cells: make([]int, size*size)}
		for i := range clues {
			b.Cells[i] = i + 1
		}
		return sudoku.File.Join([]sudoku.Board{b})
	}
	for _, test := range []struct {
		name   string
		format sudoku.Format
		inputs []string
		of     string
		clues  int
	}{
		{"the one that needs a search", sudoku.AcWing, []string{many, mild + slow, slow + search, search}, "2", 21},
		{"else the first", sudoku.AcWing, []string{mild, slow, many}, "0", 30},
		{"the fifth", sudoku.AcWing, []string{strings.Repeat(mild, 4) + search}, "0", 21},
		{"not the sixth", sudoku.AcWing, []string{strings.Repeat(mild, 5) + search}, "0", 30},
		{"a broken input is passed over", sudoku.AcWing, []string{"5\n", mild}, "1", 30},
		{"none", sudoku.AcWing, []string{"end\n"}, "", 0},
		{"the largest", sudoku.File, []string{with(9, 3), with(15, 7), with(12, 5)}, "1", 7},
		{"the fewest clues", sudoku.File, []string{with(12, 7), with(12, 5), with(12, 6)}, "1", 5},
		{"no blank one", sudoku.File, []string{with(15, 0), with(12, 5)}, "1", 5},
	} {
		board, of := boardOf(test.format, casesOf(t, test.inputs...))
		must.Equal(t, test.of, of, test.name)
		must.Equal(t, test.clues, board.Clues(), test.name, "clues")
	}
}

// TestOfProblem: programs none of which takes any puzzle are watched on a board of a problem of theirs that the site may
// ask.
func TestOfProblem(t *testing.T) {
	asks := func(id, kind, format string, cases ...problem.Case) problem.Problem {
		return problem.Problem{ID: id, Check: problem.Check{Kind: kind, Format: format}, Cases: cases}
	}
	beyond := casesOf(t, search)[0]
	beyond.Name = "beyond/1"
	problems := []problem.Problem{asks("solved", "sudoku", "acwing"), asks("score", "lines", "acwing", beyond, casesOf(t, mild)[0]),
		asks("unknown", "tokens", "acwing", beyond), asks("sum", "lines", ""),
		asks("letters", "sudoku", "letters", casesOf(t, strings.Repeat("A---------------\n", 1)+strings.Repeat("----------------\n", 15))[0])}
	for claims, want := range map[string]string{
		"": "", "solved": "", "sum": "", "unknown": "", "letters solved": "",
		"score":       "x takes only boards of its problem, so this is that of score 0; -puzzle takes another",
		"sum letters": "x takes only boards of its problem, so this is that of letters 0; -puzzle takes another",
	} {
		all := []solution.Solution{{Name: "x", Language: "go", Problems: strings.Fields(claims)}}
		_, note, ok := ofProblem(all, problems)
		must.Equal(t, want, note.String(), claims)
		must.Equal(t, want != "", ok, claims)
	}
}

// The watched board is from the case on which the counts of the solutions differ most.
func TestChooseTheWidestGap(t *testing.T) {
	cases := casesOf(t, search, strings.Repeat(".", 81)+"\n"+mild+slow, mild)
	p := problem.Problem{ID: "p", Check: problem.Check{Format: "acwing"}}
	counted := func(name string, statements ...int64) result.Solution {
		s := result.Solution{Problem: "p", Solution: name}
		for i, n := range statements {
			c := result.Case{Case: fmt.Sprint(i), Verdict: result.AC, Work: &result.Work{Statements: n}}
			if n > 1_000_000 {
				c.Verdict, c.Work.Stopped = result.TLE, time.Second
			}
			s.Cases = append(s.Cases, c)
		}
		return s
	}
	var entries []grade.Entry
	for name, lang := range map[string]string{"blind": "", "quick": "go", "slow": "go"} {
		entries = append(entries, grade.Entry{Problem: p, Solution: solution.Solution{Name: name, Language: lang}, Cases: cases})
	}
	quick := counted("quick", 100, 100, 100)
	for name, test := range map[string]struct {
		other result.Solution
		want  string
	}{
		"both ended":          {counted("slow", 200, 5000, 300), "1 " + slow},
		"ten times as much":   {counted("slow", 200, 1000, 300), "0 " + search},
		"alike on two":        {counted("slow", 5000, 5000, 300), "0 " + search},
		"one was stopped":     {counted("slow", 5000, 2_000_000, 200), "1 " + slow},
		"one that is blind":   {counted("blind", 200, 300, 900_000), "0 " + search},
		"nothing was counted": {result.Solution{}, "0 " + search},
	} {
		arenas := findArenas(entries, result.Run{Results: []result.Solution{quick, test.other}})
		if len(arenas) != 1 || len(arenas[0].entries) != 2 {
			t.Fatalf("%s: %d arenas", name, len(arenas))
		}
		must.Equal(t, test.want, arenas[0].of+" "+arenas[0].board.Line()+"\n", name)
	}
}

// TestFormatFor: a puzzle is written in the format of the first problem of a solution that can hold it.
func TestFormatFor(t *testing.T) {
	asks := func(id, format string) problem.Problem {
		return problem.Problem{ID: id, Check: problem.Check{Kind: "sudoku", Format: format}}
	}
	f, err := function.Parse("void solveSudoku(char[][] board)")
	must.Succeed(t, err)
	called := asks("called", "leetcode")
	called.Function = &f
	problems := []problem.Problem{asks("sum", ""), asks("lines", "acwing"), called, asks("files", "file"), asks("letters", "letters")}
	small, _ := sudoku.ParseAny(Example)
	large, _ := sudoku.ParseAny(strings.Repeat(".", 256))
	source := func(path, text string) []language.File { return []language.File{{Path: path, Text: text}} }
	plain := source("main.go", "package main\n\nfunc main() {}\n")
	function := source("a.cpp", "class Solution {\npublic:\n    void solveSudoku(vector<vector<char>>& board) {}\n};\n")
	for _, test := range []struct {
		claims string
		files  []language.File
		puzzle sudoku.Board
		want   string // the format and the problem, or the error
	}{
		{"sum lines", plain, small, "acwing lines"},
		{"files", plain, small, "file files"},
		{"lines files", plain, large, "file files"},
		{"", plain, small, "acwing "}, // none of them in particular
		{"sum", plain, small, "none of its problems is about boards"},
		{"lines", plain, large, "16"},
		{"", plain, large, "16"},
		{"letters files", plain, sudoku.Letters.Empty(), "letters letters"},
		{"", plain, sudoku.Letters.Empty(), "letters "}, // the same
		{"letters", plain, small, "not 9x9"},
		{"", function, small, "leetcode called"},
		{"lines", function, small, "acwing lines"},
	} {
		s := solution.Solution{Problems: strings.Fields(test.claims), Language: "go", Files: test.files}
		if strings.HasSuffix(test.files[0].Path, "cpp") {
			s.Language = "cpp"
		}
		format, of, err := formatFor(s, problems, test.puzzle)
		if err != nil {
			must.Contain(t, err.Error(), test.want, test.claims)
		} else {
			must.Equal(t, test.want, string(format)+" "+of.ID, test.claims)
		}
		must.Equal(t, err == nil, Takes(s, problems, test.puzzle), test.claims)
	}
}

// TestGrid: a board is drawn with its regions apart, and it is said how many solutions it has.
func TestGrid(t *testing.T) {
	board, _ := sudoku.ParseAny("12....34" + strings.Repeat(".", 8))
	must.Equal(t, " 1 2  . .\n . .  3 4\n\n . .  . .\n . .  . .\n\n", grid(board))
	large, _ := sudoku.ParseAny(strings.Repeat(".", 256))
	none, _ := sudoku.ParseAny("..........23456789.........1" + strings.Repeat(".", 53))
	for want, puzzle := range map[string]sudoku.Board{"16 by 16": large, "no solution": none,
		"several solutions: each program may find a different one": sudoku.Empty()} {
		must.Equal(t, want, solutions(puzzle).String())
	}
}

// TestTableOfReasons compares the table of solutions/README.md with what is watched.
func TestTableOfReasons(t *testing.T) {
	const home = "../../../.."
	g := grader.Open(t)
	ours := must.Get(solution.FindAll(home))(t)
	problems := must.Get(problem.LoadAll(home))(t)
	share := func(r result.Replay, lacks ...result.Lack) string {
		n := 0
		for _, lack := range lacks {
			n += r.Reason.Counts[lack]
		}
		return fmt.Sprintf("%d %%", (200*n+r.Reason.Placed)/(2*r.Reason.Placed))
	}
	pages := map[string]string{}
	for _, page := range []string{"README.md", "README.zh-CN.md"} {
		pages[page] = string(must.Get(os.ReadFile(home + "/solutions/" + page))(t))
	}
	hard := "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
	untold := func(t *testing.T, name string) {
		for page, text := range pages {
			figures := regexp.MustCompile(`(?m)^\| ` + name + ` \|( \d+ % \|){6}`)
			must.Be(t, !figures.MatchString(text), "solutions/%s: it has figures, and was not watched", page)
		}
	}
	for _, s := range ours {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			patience := time.Minute                     // they end before
			if s.Name == "naive" || s.Name == "marks" { // they take longer, and their figures are for how they begin
				patience = 2 * time.Second
			}
			e, row := New(g, patience, func(string, ...any) {}), ""
			for _, puzzle := range []string{Example, hard} {
				board := must.Get(ParsePuzzle(puzzle))(t)
				format, p, err := formatFor(s, problems, board)
				if err != nil {
					untold(t, s.Name)
					return
				}
				r, err := e.replay(t.Context(), e.tracer.For(p, s), s, format, board)
				if _, missing := errors.AsType[*build.Missing](err); missing {
					t.Skip(err)
				}
				if unseen(s, err) == nil && err != nil {
					untold(t, s.Name)
					return
				}
				must.Succeed(t, errors.Join(err, e.setReason(t.Context(), s, r)))
				row += fmt.Sprintf(" %s | %s | %s |", share(*r, result.LacksNoDigit), share(*r, result.LacksNoPlace),
					share(*r, result.LacksForcedCell, result.LacksForcedPlace))
			}
			for page, text := range pages {
				must.Contain(t, text, "| "+s.Name+" |"+row, "solutions/", page)
			}
		})
	}
}
