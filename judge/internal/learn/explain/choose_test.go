package explain

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/must"
)

func TestTellingPuzzle(t *testing.T) {
	const (
		easy   = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
		search = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n"
		slow   = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9\n" // by rows
		many   = ".................................................................................\n"
	)
	tests := []struct {
		name  string
		cases []string
		want  string // case and puzzle
	}{
		{"the one that needs a search", []string{many, easy + slow, slow + search, search}, "case 2 " + search},
		{"else the first", []string{easy, slow, many}, "case 0 " + easy},
		{"the fifth", []string{strings.Repeat(easy, 4) + search}, "case 0 " + search},
		{"not the sixth", []string{strings.Repeat(easy, 5) + search}, "case 0 " + easy},
		{"a broken input is passed over", []string{"5\n", easy}, "case 1 " + easy},
		{"none", []string{"end\n"}, ""},
		{"no cases", nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var cases []problem.Case
			for i, text := range tt.cases {
				in := filepath.Join(t.TempDir(), "in")
				must.Succeed(t, os.WriteFile(in, []byte(text), 0o600))
				cases = append(cases, problem.Case{Name: fmt.Sprintf("case %d", i), In: in})
			}
			puzzle, name := tellingPuzzle(sudoku.AcWing, cases)
			got := ""
			if name != "" {
				got = name + " " + puzzle.Line() + "\n"
			}
			must.Equal(t, tt.want, got)
		})
	}
}

// TestSuited: a solution of a problem that is checked by the rules takes any puzzle; one of another problem gets a board
// of a case that the site may ask.
func TestSuited(t *testing.T) {
	const mild = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	in := func(text string) string {
		path := filepath.Join(t.TempDir(), "in")
		must.Succeed(t, os.WriteFile(path, []byte(text+"\n"), 0o600))
		return path
	}
	asks := func(id, kind string, cases ...problem.Case) problem.Problem {
		return problem.Problem{ID: id, Check: problem.Check{Kind: kind, Format: "acwing"}, Cases: cases}
	}
	beyond := problem.Case{Name: "beyond/1", In: in(Example)}
	problems := []problem.Problem{
		asks("solved", "sudoku", problem.Case{Name: "secret/1", In: in(mild)}),
		asks("score", "lines", beyond, problem.Case{Name: "secret/2", In: in(mild)}),
		asks("unknown", "tokens", beyond),
		{ID: "sum", Check: problem.Check{Kind: "lines"}},
	}
	puzzle := must.Get(ParsePuzzle(""))(t)
	for claims, want := range map[string]string{
		"":        "",
		"solved":  "",
		"sum":     "",
		"unknown": "",
		"score": "score asks for more than a solved board, so this is the board of its case secret/2; -puzzle " +
			"takes another",
		"sum, solved, unknown, score": "score asks",
	} {
		var all []solution.Solution
		for _, id := range strings.Split(claims, ", ") {
			s := solution.Solution{Language: "go", Problems: strings.Fields(id)}
			if all = append(all, s); TakesAny(s, problems, puzzle) != (id == "" || id == "solved") {
				t.Errorf("%q: takes any puzzle: %t", id, !(id == "" || id == "solved"))
			}
		}
		board, note := Suited(all, problems, puzzle)
		if (board.Line() == mild) != (want != "") || want == "" && (note.Said() || board.Line() != Example) || !strings.HasPrefix(note.String(),
			want) {
			t.Errorf("%q: %s, %s", claims, board.Line(), note)
		}
	}
}

// The watched board is from the case on which the counts of the solutions differ most.
func TestChooseTheWidestGap(t *testing.T) {
	const (
		mild = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n"
		slow = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9\n"
		easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
	)
	var cases []problem.Case
	for i, text := range []string{mild, strings.Repeat(".", 81) + "\n" + easy + slow, easy} {
		in := filepath.Join(t.TempDir(), "in")
		must.Succeed(t, os.WriteFile(in, []byte(text), 0o600))
		cases = append(cases, problem.Case{Name: fmt.Sprint(i), In: in})
	}
	p := problem.Problem{ID: "p"}
	p.Check.Format = "acwing"
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
	entries := []grade.Entry{}
	for _, name := range []string{"blind", "quick", "slow"} {
		s := solution.Solution{Name: name, Language: "go", Board: "board"}
		if name == "blind" {
			s.Language = ""
		}
		entries = append(entries, grade.Entry{Problem: p, Solution: s, Cases: cases})
	}
	stopped := counted("slow", 200, 2, 200)
	stopped.Cases[1].Verdict = result.TLE
	tests := []struct {
		name string
		run  result.Run
		want string
	}{
		{"both ended", result.Run{Results: []result.Solution{counted("quick", 100, 100, 100), counted("slow", 200, 5000, 300)}}, "1 " + slow},
		{"ten times as much", result.Run{Results: []result.Solution{counted("quick", 100, 100, 100), counted("slow", 200, 1000, 300)}}, "0 " +
			mild},
		{"alike on two", result.Run{Results: []result.Solution{counted("quick", 100, 100, 100), counted("slow", 5000, 5000, 300)}}, "0 " + mild},
		{"alike on two, not the first", result.Run{Results: []result.Solution{counted("quick", 100, 100, 100), counted("slow", 300, 5000,
			5000)}}, "1 " + slow},
		{"one was stopped at once", result.Run{Results: []result.Solution{counted("quick", 100, 100, 100), stopped}}, "0 " + mild},
		{"one was stopped", result.Run{Results: []result.Solution{counted("quick", 100, 100, 100), counted("slow", 5000, 2_000_000, 200)}},
			"1 " + slow},
		{"about the same everywhere", result.Run{Results: []result.Solution{counted("quick", 100, 100, 100), counted("slow", 200, 300, 400)}},
			"0 " + mild},
		{"one that cannot be watched does not count", result.Run{Results: []result.Solution{counted("quick", 100, 100, 100), counted("blind",
			200, 300, 900_000)}}, "0 " + mild},
		{"nothing was counted", result.Run{}, "0 " + mild},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			arenas := findArenas(entries, tt.run)
			if len(arenas) != 1 || len(arenas[0].entries) != 2 {
				t.Fatalf("%d arenas", len(arenas))
			}
			must.Equal(t, tt.want, arenas[0].of+" "+arenas[0].board.Line()+"\n")
		})
	}
}

// TestLarge: programs that take only larger boards are watched on one of their problem.
func TestLarge(t *testing.T) {
	of := func(id, format string) problem.Problem {
		in := filepath.Join("..", "..", "..", "..", "testdata", id, "secret")
		return problem.Problem{ID: id, Check: problem.Check{Kind: "sudoku", Format: format}, Cases: []problem.Case{{Name: "few",
			In: filepath.Join(in, "06-few-clues.in")}}}
	}
	problems := []problem.Problem{of("acwing169", "letters"), of("acwing166", "acwing"), {ID: "sum"}}
	claims := func(id string) solution.Solution {
		return solution.Solution{Name: "of " + id, Problems: []string{id}, Language: "go"}
	}
	board, note, ok := Large([]solution.Solution{claims("sum"), claims("acwing169")}, problems)
	if want := "of acwing169 reads larger boards than 9x9: this is one of acwing169 few"; !ok || board.Size != 16 || note.String() != want {
		t.Errorf("%v, a board of %d, %q", ok, board.Size, note)
	}
	for _, all := range [][]solution.Solution{nil, {claims("sum")}, {claims("acwing169"), claims("acwing166")}, {claims("acwing169"),
		{Language: "go"}}} {
		if board, note, ok := Large(all, problems); ok || note.Said() || board.Size != 0 {
			t.Errorf("%d solutions: a board of %d, %q", len(all), board.Size, note)
		}
	}
}

// Of a problem with larger boards, a larger board that needs a search is watched.
func TestChooseALargeBoard(t *testing.T) {
	in := filepath.Join("..", "..", "..", "..", "testdata", "sudokusize", "secret")
	cases := []problem.Case{{Name: "small", In: filepath.Join(in, "03-little-search.in")}, {Name: "large", In: filepath.Join(in,
		"35-size-16-search.in")}, {Name: "blank", In: filepath.Join(in, "38-size-16-empty.in")}}
	if board, of := largeBoard(sudoku.File, cases); of != "large" || board.Size != 16 {
		t.Errorf("a board of %d from %q", board.Size, of)
	}
	with := func(size, clues int) sudoku.Board {
		b := sudoku.Board{Size: size, W: size / 3, H: 3, Cells: make([]int, size*size)}
		for i := range clues {
			b.Cells[i] = i + 1
		}
		return b
	}
	clash := with(15, 2)
	clash.Cells[1] = 1
	for _, test := range []struct {
		boards []sudoku.Board
		size   int
		clues  int
	}{
		{[]sudoku.Board{with(9, 3), with(12, 5)}, 12, 5},
		{[]sudoku.Board{with(15, 7), with(12, 5)}, 15, 7},
		{[]sudoku.Board{with(12, 2), with(15, 7)}, 15, 7},
		{[]sudoku.Board{with(12, 7), with(12, 5), with(12, 6)}, 12, 5},
		{[]sudoku.Board{with(15, 0), clash, with(12, 5)}, 12, 5},
		{[]sudoku.Board{with(9, 3)}, 0, 0},
	} {
		in := filepath.Join(t.TempDir(), "in")
		must.Succeed(t, os.WriteFile(in, []byte(sudoku.File.Join(test.boards)), 0o600))
		if board, _ := largeBoard(sudoku.File, []problem.Case{{Name: "one", In: in}}); board.Size != test.size || board.Clues() != test.clues {
			t.Errorf("a board of %d with %d clues, want %d with %d", board.Size, board.Clues(), test.size, test.clues)
		}
	}
}
