package stress_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	_ "sudokuoj/judge/internal/base/say/zh"
	"sudokuoj/judge/internal/engine/check"
	"sudokuoj/judge/internal/learn/stress"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

// arena runs functions in place of programs, and judges their output with a real checker.
type arena struct {
	t        testing.TB
	spec     problem.Check
	programs []func(input string) (output string, v result.Verdict)
	generate func(seed uint64) string
	runs     int
	dir      string // of the files that the checker reads
}

// boardArena is an arena for boards of AcWing.
func boardArena(t testing.TB, programs ...func(string) (string, result.Verdict)) *arena {
	return &arena{t: t, spec: problem.Check{Kind: "sudoku", Format: "acwing"}, programs: programs}
}

func (a *arena) Try(ctx context.Context, program int, input, answer string) (result.Case, error) {
	a.runs++
	got, v := a.programs[program](input)
	r := result.Case{Verdict: v, CPU: time.Duration(len(input)) * time.Microsecond}
	if v != result.AC {
		return r, nil
	}
	if a.dir == "" {
		a.dir = a.t.TempDir()
	}
	for name, text := range map[string]string{"in": input, "ans": answer, "out": got} {
		if err := os.WriteFile(filepath.Join(a.dir, name), []byte(text), 0o644); err != nil {
			return r, err
		}
	}
	out, err := os.Open(filepath.Join(a.dir, "out"))
	if err != nil {
		return r, err
	}
	defer out.Close()
	c, err := check.New(a.spec, nil)
	if err != nil {
		return r, err
	}
	checked, err := c.Check(ctx, check.Files{Input: filepath.Join(a.dir, "in"), Answer: filepath.Join(a.dir, "ans"), Output: out})
	r.Verdict, r.Difference = checked.Verdict, checked.Difference
	return r, err
}

func (a *arena) Answer(ctx context.Context, input string) (string, result.Case, error) {
	a.runs++
	got, v := a.programs[0](input)
	return got, result.Case{Verdict: v}, nil
}

func (a *arena) Generate(ctx context.Context, seed uint64) (string, error) {
	return a.generate(seed), nil
}

// solver answers like a program for a task. First spoil may change each board and its solution.
func solver(task sudoku.Task, spoil func(i int, puzzle, solved sudoku.Board)) func(string) (string, result.Verdict) {
	return func(input string) (string, result.Verdict) {
		var out strings.Builder
		r := sudoku.NewReader(input, task.Input)
		for i := 0; ; i++ {
			b, err := r.Next()
			if err != nil {
				return out.String(), result.AC
			}
			solved, ok := b.Solve()
			if ok && spoil != nil {
				spoil(i, b, solved)
			}
			out.WriteString(task.Input.Text(solved))
		}
	}
}

// find searches the first 20,000 boards for a bug, and fails if it finds none.
func find(t *testing.T, a *arena, o stress.Options) *stress.Finding {
	t.Helper()
	ctx := context.Background()
	if o.Count == 0 {
		o.Count = 20_000
	}
	o.Programs, o.Limit = len(a.programs), time.Second
	tried, f, err := stress.Search(ctx, ctx, a, o)
	must.Succeed(t, err)
	if f == nil {
		t.Fatalf("nothing found in %d", tried)
	}
	return f
}

var acwing = sudoku.Tasks["acwing"]

func TestRightProgramsPass(t *testing.T) {
	ctx := context.Background()
	a := boardArena(t, solver(acwing, nil), solver(acwing, nil))
	seen := 0
	tried, f, err := stress.Search(ctx, ctx, a, stress.Options{Programs: 2, Task: &acwing, Seed: 7, Count: 1000, Limit: time.Second,
		Observe: func(p stress.Progress) { seen = p.Tried }})
	if err != nil || f != nil || tried != 1000 || seen != 1000 {
		t.Errorf("tried %d, observed %d, found %+v, %v", tried, seen, f, err)
	}
	must.Be(t, a.runs <= 40, "%d runs for 1000 boards and two programs: they are not batched", a.runs)
}

// A bug that needs two equal clues in a certain place is reduced to those two clues.
func TestShrinksToTheBug(t *testing.T) {
	a := boardArena(t, solver(acwing, func(_ int, puzzle, solved sudoku.Board) {
		if puzzle.Cells[10] != 0 && puzzle.Cells[10] == puzzle.Cells[50] {
			solved.Cells[0], solved.Cells[1] = solved.Cells[1], solved.Cells[0]
		}
	}))
	var sizes []string
	observe := func(p stress.Progress) { sizes = append(sizes, p.Size.String()) }
	f := find(t, a, stress.Options{Task: &acwing, FewestClues: true, Seed: 3, Observe: observe})
	must.Equal(t, "512 boards with 16604 clues", sizes[0], "observed")
	must.Equal(t, "2 clues", sizes[len(sizes)-1], "observed")
	want := sudoku.Empty()
	want.Cells[10], want.Cells[50] = 6, 6
	if f.Result.Verdict != result.WA || len(f.Boards) != 1 || !f.Boards[0].Equal(want) || f.Is.String() != "2 clues" || f.Shaky {
		t.Errorf("got %s %s (%s): %s", f.Result.Verdict, f.Is, f.Was, f.Boards[0].Line())
	}
	must.Equal(t, want.Line()+"\nend\n", f.Input, "input")
	t.Run("given", func(t *testing.T) {
		large := want.Clone()
		large.Cells[20], large.Cells[70] = 5, 6
		given := find(t, a, stress.Options{Task: &acwing, FewestClues: true, Given: sudoku.AcWing.Join([]sudoku.Board{sudoku.Empty(), large})})
		must.Be(t, given.Input == f.Input && given.Clues, "got %+v", given)
	})
	t.Run("again", func(t *testing.T) {
		again := find(t, a, stress.Options{Task: &acwing, FewestClues: true, Seed: 3, From: f.From, Count: f.Count})
		if again.Input != f.Input || again.From != f.From || f.Count != 1 {
			t.Errorf("%d boards from %d on: got %+v", f.Count, f.From, again)
		}
	})
}

// By default all cells are filled in that the failure does not need: such a board can be solved by eye. On the way, a
// failure never becomes another one.
func TestShrinksToFewOpenCells(t *testing.T) {
	a := boardArena(t)
	right := solver(acwing, func(_ int, puzzle, solved sudoku.Board) {
		if puzzle.Cells[0]+puzzle.Cells[1]+puzzle.Cells[2] == 0 {
			solved.Cells[0], solved.Cells[1] = solved.Cells[1], solved.Cells[0]
		}
	})
	a.programs = append(a.programs, func(input string) (string, result.Verdict) {
		for l := range strings.FieldsSeq(input) {
			if l != "end" && strings.HasPrefix(l, ".") && strings.Count(l, ".") < 3 {
				return "", result.RE // not a smaller form of a wrong answer
			}
		}
		return right(input)
	})
	f := find(t, a, stress.Options{Task: &acwing, Seed: 3, From: 20})
	if f.Result.Verdict != result.WA || len(f.Boards) != 1 || f.Is.String() != "3 open cells" || !strings.HasPrefix(f.Input, "...") {
		t.Errorf("got %s %s (%s): %s", f.Result.Verdict, f.Is, f.Was, f.Input)
	}
	if solved, ok := f.Boards[0].Solve(); !ok || f.Boards[0].Clues() != 78 || solved.Clues() != 81 {
		t.Errorf("a board of %d clues that has a solution: %v", f.Boards[0].Clues(), ok)
	}
}

// A board without a solution cannot be filled in, so clues are removed.
func TestShrinksWhatHasNoSolution(t *testing.T) {
	task := sudoku.Tasks["check"]
	a := &arena{t: t, spec: problem.Check{Kind: "sudoku", Format: "check"}}
	a.programs = append(a.programs, func(input string) (string, result.Verdict) {
		var boards []sudoku.Board
		for r := sudoku.NewReader(input, task.Input); ; {
			b, err := r.Next()
			if err != nil {
				return task.Answer(boards), result.AC
			}
			if _, broken := b.Broken(); broken {
				return "", result.RE
			}
			boards = append(boards, b)
		}
	})
	if f := find(t, a, stress.Options{Task: &task, Seed: 1}); f.Result.Verdict != result.RE || f.Is.String() != "2 clues" {
		t.Errorf("got %s %s: %s", f.Result.Verdict, f.Is, f.Input)
	}
}

// If a program leaves something behind from one board to the next, no board alone fails: two are kept.
func TestFailureThatTakesTwoBoards(t *testing.T) {
	short.Skip(t)
	a := boardArena(t)
	full := false
	a.programs = append(a.programs, solver(acwing, func(i int, puzzle, solved sudoku.Board) {
		if i == 0 {
			full = false
		}
		if full && puzzle.Cells[80] == 0 {
			solved.Cells[80] = 0
		}
		full = full || puzzle.Clues() > 60
	}))
	f := find(t, a, stress.Options{Task: &acwing, FewestClues: true, Seed: 3})
	if len(f.Boards) != 2 || f.Boards[0].Clues() != 61 || f.Boards[1].Clues() != 0 {
		t.Errorf("got %d boards, %s: %q", len(f.Boards), f.Is, f.Input)
	}
	again := find(t, a, stress.Options{Task: &acwing, FewestClues: true, Seed: 3, From: f.From, Count: f.Count})
	must.Equal(t, f.Input, again.Input, f.Count, "boards from", f.From, "on")
}

func TestSlowBoard(t *testing.T) {
	a := boardArena(t)
	slow := solver(acwing, nil)
	a.programs = append(a.programs, solver(acwing, nil), func(input string) (string, result.Verdict) {
		for l := range strings.FieldsSeq(input) {
			if len(l) == 81 && strings.Trim(l[:9], ".") == "" && l[80] != '.' {
				return "", result.TLE
			}
		}
		return slow(input)
	})
	f := find(t, a, stress.Options{Task: &acwing, FewestClues: true, Seed: 1})
	if f.Program != 1 || f.Result.Verdict != result.TLE || f.Is.String() != "1 clue" || f.Boards[0].Cells[80] == 0 {
		t.Errorf("got program %d, %s: %s %s", f.Program, f.Result.Verdict, f.Is, f.Boards[0].Line())
	}
	must.Equal(t, result.AC, f.Others[0].Verdict, f.Others)
	must.Equal(t, result.TLE, f.Others[1].Verdict, f.Others)
}

// Many boards in one input may take too long though none does alone. That is no failure, and all of them are tried.
func TestTooManyAtOnce(t *testing.T) {
	ctx := context.Background()
	a := boardArena(t)
	tried := map[string]bool{}
	right := solver(acwing, nil)
	a.programs = append(a.programs, func(input string) (string, result.Verdict) {
		lines := strings.Fields(input)
		if len(lines) > 20 {
			return "", result.TLE
		}
		for _, l := range lines {
			tried[l] = true
		}
		return right(input)
	})
	n, f, err := stress.Search(ctx, ctx, a, stress.Options{Programs: 1, Task: &acwing, Seed: 1, Count: 300, Limit: time.Hour})
	if err != nil || f != nil || n != 300 {
		t.Fatalf("tried %d, found %+v, %v", n, f, err)
	}
	for i, b := range boardsOf(t, problem.Check{Kind: "sudoku", Format: "acwing"}, stress.Options{Seed: 1, Count: 300}) {
		if !tried[b.Line()] {
			t.Fatalf("board %d was not checked: %s", i, b.Line())
		}
	}
}

func TestShaky(t *testing.T) {
	a := boardArena(t)
	runs := 0
	right := solver(acwing, nil)
	a.programs = append(a.programs, func(input string) (string, result.Verdict) {
		if runs++; runs == 5 {
			return "", result.RE
		}
		return right(input)
	})
	if f := find(t, a, stress.Options{Task: &acwing, Seed: 1}); !f.Shaky || f.Result.Verdict != result.RE {
		t.Errorf("got %+v", f)
	}
}

// boardsOf returns the boards of a search. Its program is right.
func boardsOf(t *testing.T, spec problem.Check, o stress.Options) (boards []sudoku.Board) {
	t.Helper()
	ctx, task := t.Context(), sudoku.Tasks[spec.Format]
	a := &arena{t: t, spec: spec, programs: []func(string) (string, result.Verdict){func(input string) (string, result.Verdict) {
		var some []sudoku.Board
		for r := sudoku.NewReader(input, task.Input); ; {
			b, err := r.Next()
			if err != nil {
				boards = append(boards, some...)
				return task.Answer(some), result.AC
			}
			some = append(some, b)
		}
	}}}
	o.Programs, o.Task, o.Limit = 1, &task, time.Hour
	if n, found, err := stress.Search(ctx, ctx, a, o); err != nil || found != nil || n != o.Count || len(boards) != n {
		t.Fatalf("%d tried of %d, %d boards, %+v, %v", n, o.Count, len(boards), found, err)
	}
	return boards
}

// Every task gets boards that it allows, and its own checker accepts its answers.
func TestTasks(t *testing.T) {
	for name, task := range sudoku.Tasks {
		t.Run(name, func(t *testing.T) {
			spec := problem.Check{Kind: "sudoku", Format: name}
			if name == "board" {
				spec.Ignore = []string{`^运算时间为: [0-9]+ ms$`}
			}
			boards := boardsOf(t, spec, stress.Options{Seed: 5, Count: 400})
			clashes, none, many, shapes := 0, 0, 0, map[[2]int]bool{}
			for i, b := range boards {
				shapes[[2]int{b.W, b.H}] = true
				if clues := b.Clues(); b.Size > 9 && clues < 60 { // as many has a board of 10 a side
					t.Fatalf("board %d of %d a side has %d clues: it may be very hard", i, b.Size, clues)
				}
				if _, broken := b.Broken(); broken {
					clashes++
				} else if b.Size <= 9 {
					switch b.Count(2) {
					case 0:
						none++
					case 2:
						many++
					}
				}
			}
			t.Logf("%d clash, %d have no solution, %d many, %d shapes", clashes, none, many, len(shapes))
			if task.None != (clashes > 10) || task.None != (none > 10) || task.Sizes != (len(shapes) > 1) ||
				(many < 10) != (task.Input == sudoku.Letters) {
				t.Error("not what the task allows")
			}
			for _, i := range []int{399, 17, 200} {
				if b := boardsOf(t, spec, stress.Options{Seed: 5, From: i, Count: 1})[0]; !b.Equal(boards[i]) {
					t.Errorf("board %d made alone is another one", i)
				}
			}
		})
	}
}

// sums reads lines of numbers after their count, and returns the sum of each line.
func sums(input string) []int {
	var out []int
	for l := range strings.SplitSeq(input, "\n") {
		sum, n := 0, 0
		for w := range strings.FieldsSeq(l) {
			var v int
			fmt.Sscan(w, &v)
			sum += v
			n++
		}
		if n > 0 {
			out = append(out, sum)
		}
	}
	return out
}

func TestTextShrinks(t *testing.T) {
	short.Skip(t)
	a := &arena{t: t, generate: func(seed uint64) string {
		r := sudoku.NewRand(seed)
		var s strings.Builder
		for range 1 + r.Intn(20) {
			for range 1 + r.Intn(20) {
				fmt.Fprintf(&s, "%d ", r.Intn(200))
			}
			s.WriteString("\n")
		}
		return s.String()
	}}
	a.programs = append(a.programs, func(input string) (string, result.Verdict) {
		return fmt.Sprintln(sums(input)), result.AC
	}, func(input string) (string, result.Verdict) { // fails from 2,000 on
		s := sums(input)
		for i := range s {
			s[i] = min(s[i], 2000)
		}
		return fmt.Sprintln(s), result.AC
	})
	f := find(t, a, stress.Options{Seed: 1})
	words := strings.Fields(f.Input)
	if f.Program != 1 || strings.Count(f.Input, "\n") != 1 || slices.Max(sums(f.Input)) != 2001 {
		t.Errorf("got program %d: %q of %d words (%s, was %s)", f.Program, f.Input, len(words), f.Is, f.Was)
	}
	again := find(t, a, stress.Options{Seed: 1, From: f.From, Count: f.Count})
	must.Equal(t, f.Input, again.Input, "again")
}

// While a text is made smaller, counts of what follows stay right, and nothing becomes shorter than in a sample.
func TestTextKeepsItsShape(t *testing.T) {
	for _, tt := range []struct {
		name, input, sample string
		failing             string // the failure needs this word; "" fails always
		want                string
	}{
		{"words of the next line", "5\n10 20 99 40 50\n", "1\n7\n", "99", "1\n99\n"},
		{"words of the next line beside another", "5 7\n10 20 99 40 50\n", "1 8\n7\n", "99", "1 1\n99\n"},
		{"lines", "4\na 1\nb 2\nc 99\nd 4\n", "1\na 1\n", "99", "1\nc 99\n"},
		{"groups of two lines", "3\n2\n10 20\n3\n30 99 50\n1\n60\n", "1\n1\n7\n", "99", "1\n1\n99\n"},
		{"no count", "x y\nz 99 w\n", "x\n", "99", "99\n"},
		{"a pair of lines among others", "first\n2\n99 7\nlast\n", "first\n1\n7\nlast\n", "99", "first\n1\n99\nlast\n"},
		{"one line", "99 98\n", "7\n", "99", "99\n"},
		{"edges keep both ends", "3 2\n1 2\n2 99\n", "3 1\n4 5\n", "99", "1 1\n1 99\n"},
		{"a count by chance", "2 7\n99 5\n", "9 7\n1 2\n", "99", "1 1\n99 1\n"},
		{"a sample with shorter lines", "9 2\n7 99\n5 6\n", "7\n1 2\n", "99", "2\n1 99\n"},
		{"a sample without lines", "2\n99\n5\n", "0\n", "99", "1\n99\n"},
		{"the shortest list", "3\n-10 -20 -30\n", "2\n5 6\n", "", "2\n-1 -1\n"},
		{"all inputs alike", "3 99\n", "4 5\n", "99", "1 99\n"},
	} {
		a := &arena{t: t, generate: func(seed uint64) string {
			if seed == 1 {
				return tt.input
			}
			return tt.sample
		}}
		a.programs = append(a.programs, func(input string) (string, result.Verdict) {
			if tt.failing == "" || slices.Contains(strings.Fields(input), tt.failing) {
				return "", result.RE
			}
			return "", result.AC
		})
		must.Equal(t, tt.want, find(t, a, stress.Options{Seed: 1, Count: 1}).Input, tt.name)
	}
}

// If the reference itself crashes, the failure is its own.
func TestReferenceCrashes(t *testing.T) {
	a := &arena{t: t, generate: func(seed uint64) string { return fmt.Sprintf("a\nb %d\nc\n", seed) }}
	a.programs = append(a.programs, func(input string) (string, result.Verdict) {
		if strings.Contains(input, "9") {
			return "", result.RE
		}
		return input, result.AC
	}, func(input string) (string, result.Verdict) { return input, result.AC })
	if f := find(t, a, stress.Options{Seed: 1}); f.Program != 0 || f.Result.Verdict != result.RE || f.Input != "a\nb 9\nc\n" {
		t.Errorf("got %+v", f)
	}
}

// broken is an arena whose judge fails.
type broken struct{ *arena }

func (broken) Try(context.Context, int, string, string) (result.Case, error) {
	return result.Case{Verdict: result.JE, Message: say.Of("no disk")}, nil
}

func TestJudgeFails(t *testing.T) {
	ctx := context.Background()
	_, f, err := stress.Search(ctx, ctx, broken{}, stress.Options{Programs: 1, Task: &acwing})
	must.Be(t, err != nil && err.Error() == "no disk" && f == nil, "got %+v, %v", f, err)
	ctx, cancel := context.WithCancel(ctx)
	cancel()
	_, f, err = stress.Search(ctx, ctx, &arena{t: t}, stress.Options{Programs: 1, Task: &acwing})
	must.Be(t, errors.Is(err, context.Canceled) && f == nil, "cancelled: got %+v, %v", f, err)
}

// TestUndecided: where the answers come from program 0, the judge's failure names its answer, and says what may be wrong.
func TestUndecided(t *testing.T) {
	ctx := t.Context()
	long := strings.Repeat("7 ", 40)
	for _, test := range []struct {
		name, input string
		programs    int
		want        string
	}{
		{"a program beside it", "25\n", 2, "input 4 of seed 9, \"25\", to which mine answered \"25\": no disk\n" +
			"hint: if the answer of mine is wrong, name another program first, or with -brute"},
		{"a long input", long, 2, `input 4 of seed 9, "` + long[:60] + `"…, to which mine answered "` + long[:60] + `"…: no disk`},
	} {
		a := &arena{t: t}
		_, f, err := stress.Search(ctx, ctx, undecidable{a, test.input}, stress.Options{Programs: test.programs,
			Seed: 9, From: 4, Reference: "mine"})
		if err == nil || !strings.HasPrefix(err.Error(), test.want) || f != nil {
			t.Errorf("%s: %+v, %v, want %s", test.name, f, err, test.want)
		}
	}
}

// TestFewInputs: what can be made of small bounds is tried once each, and the search ends when nothing new comes.
func TestFewInputs(t *testing.T) {
	echo := func(input string) (string, result.Verdict) { return input, result.AC }
	a := &arena{t: t, programs: []func(string) (string, result.Verdict){echo, echo},
		generate: func(seed uint64) string { return fmt.Sprintln(seed % 9) }}
	tried, found, err := stress.Search(t.Context(), t.Context(), a, stress.Options{Programs: 2, Seed: 5})
	if tried != 9 || found != nil || err != nil || a.runs != 18 {
		t.Errorf("tried %d in %d runs: %+v, %v", tried, a.runs, found, err)
	}
}

// undecidable is an arena whose checker never decides.
type undecidable struct {
	*arena
	input string
}

func (u undecidable) Generate(context.Context, uint64) (string, error) { return u.input, nil }
func (u undecidable) Answer(_ context.Context, input string) (string, result.Case, error) {
	return input, result.Case{Verdict: result.AC}, nil
}
func (undecidable) Try(context.Context, int, string, string) (result.Case, error) {
	return result.Case{Verdict: result.JE, Message: say.Of("no disk")}, nil
}

// A failure is reported even if the user or the clock ends its reduction.
func TestCutShort(t *testing.T) {
	full := func(input string) (string, result.Verdict) { // fails on an input with eight digits in its first 81 places
		if first, _, _ := strings.Cut(input, "\n"); len(first)-strings.Count(first, ".") >= 8 {
			return "", result.RE
		}
		return solver(acwing, nil)(input)
	}
	long := func(uint64) string { return strings.Repeat("1 2 3\n", 50_000) }
	for _, tt := range []struct {
		name    string
		failing func(string) (string, result.Verdict)
		gen     func(uint64) string
		size    string // the input at which the interrupt comes; "" means at the first run of the reduction
		want    result.Verdict
	}{
		{"at once", full, nil, "", result.RE},
		{"half way", full, nil, "40 clues", result.RE},
		{"a long text", func(string) (string, result.Verdict) { return "", result.RE }, long, "", result.RE},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ctx, interrupt := context.WithCancel(context.Background())
			defer interrupt()
			a := &arena{t: t, spec: problem.Check{Kind: "sudoku", Format: "acwing"}, generate: tt.gen}
			a.programs = append(a.programs, tt.failing, solver(acwing, nil))
			o := stress.Options{Programs: 2, Task: &acwing, FewestClues: true, Seed: 3, Limit: time.Second, Observe: func(p stress.Progress) {
				if p.Size.Said() && (tt.size == "" || p.Size.String() == tt.size) {
					interrupt()
				}
			}}
			if tt.gen != nil {
				o.Task = nil
			}
			_, f, err := stress.Search(ctx, ctx, a, o)
			if err != nil || f == nil {
				t.Fatalf("got %+v, %v", f, err)
			}
			if f.Result.Verdict != tt.want || f.Cut != context.Canceled || f.Shaky || f.Is.String() == "" || tt.size != "" &&
				f.Is.String() != tt.size {
				t.Errorf("got %s, %s from %s, cut %v, shaky %v", f.Result.Verdict, f.Is, f.Was, f.Cut, f.Shaky)
			}
			if _, v := tt.failing(f.Input); v != tt.want {
				t.Errorf("its input does not fail: %.200q", f.Input)
			}
			must.Equal(t, result.SK, f.Others[1].Verdict, "the other program ran after the interrupt", f.Others[1])
		})
	}
	t.Run("by the clock", func(t *testing.T) {
		a := boardArena(t, full, solver(acwing, nil))
		f := find(t, a, stress.Options{Task: &acwing, FewestClues: true, Seed: 3, Shrink: 1})
		if f.Cut != context.DeadlineExceeded || f.Result.Verdict != result.RE || f.Others[1].Verdict != result.AC {
			t.Errorf("got %+v", f)
		}
		f = find(t, a, stress.Options{Task: &acwing, FewestClues: true, Seed: 3, Shrink: time.Hour})
		must.Be(t, f.Cut == nil && f.Is.String() == "8 clues", "with time enough: got %s, cut %v", f.Is, f.Cut)
	})
}

// TestReferenceMustAnswer: an input on which program 0 fails is illegal, even if another one fails on it, too.
func TestReferenceMustAnswer(t *testing.T) {
	crash := func(unless string) func(string) (string, result.Verdict) {
		return func(input string) (string, result.Verdict) {
			if unless != "" && strings.Contains(input, unless) {
				return "1\n", result.AC
			}
			return "1\n", result.RE
		}
	}
	a := &arena{t: t, generate: longFirst, programs: []func(string) (string, result.Verdict){crash("7"), crash("")}}
	if f := find(t, a, stress.Options{}); f.Program != 1 || f.Input != "7\n" {
		t.Errorf("program %d on %q", f.Program, f.Input)
	}
}

// TestCrashWithAnAnswer: if a program prints before it crashes, its input is still legal.
func TestCrashWithAnAnswer(t *testing.T) {
	s := must.Get(function.Parse("int[] f(int n)"))(t)
	crashes := func(string) (string, result.Verdict) { return "null\n", result.RE }
	a := &arena{t: t, generate: func(uint64) string { return "1\n" }, programs: []func(string) (string, result.Verdict){crashes, crashes}}
	if f := find(t, a, stress.Options{Function: &s}); f.Program != 0 || f.Result.Verdict != result.RE {
		t.Errorf("%+v", f)
	}
}

// longFirst generates an input of two lines, and then short ones.
func longFirst(seed uint64) string {
	if seed == 0 {
		return "5 6 7 8\n1 2 3\n"
	}
	return "7\n"
}

// TestSmallerCannotBeJudged: the problem's checker, or another program, may fail on a smaller input. The failure that
// was found is kept.
func TestSmallerCannotBeJudged(t *testing.T) {
	judged := func(input string) result.Verdict {
		if !strings.Contains(input, "7") { // every legal input has a 7
			return result.JE
		}
		return result.AC
	}
	a := &arena{t: t, spec: problem.Check{Kind: "tokens"}, generate: longFirst}
	a.programs = []func(string) (string, result.Verdict){
		func(input string) (string, result.Verdict) { return "1\n", result.AC },
		func(input string) (string, result.Verdict) {
			if v := judged(input); v != result.AC {
				return "", v
			}
			return "2\n", result.AC
		},
		func(input string) (string, result.Verdict) {
			if !strings.Contains(input, "8") {
				return "", result.JE
			}
			return "1\n", result.AC
		},
	}
	f := find(t, a, stress.Options{})
	if f.Program != 1 || f.Result.Verdict != result.WA || f.Input != "7\n" {
		t.Errorf("program %d: %s on %q", f.Program, f.Result.Verdict, f.Input)
	}
	must.Equal(t, 3, len(f.Others), f.Others)
	must.Equal(t, result.JE, f.Others[2].Verdict, f.Others)
}
