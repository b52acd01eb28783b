package explain

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/learn/trace"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/grader"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/workshop"
)

// fake takes the place of trace: it knows the result of each search.
type fake struct {
	replays map[string]result.Replay // by solution, and by board if that matters
	fails   map[string]error         // by "work NAME" or "replay NAME"
	seen    *[]string
	lock    *sync.Mutex
}

func (f fake) saw(format string, of ...any) {
	f.lock.Lock()
	defer f.lock.Unlock()
	*f.seen = append(*f.seen, fmt.Sprintf(format, of...))
}

func (f fake) Work(_ context.Context, s solution.Solution, input string, limit time.Duration) (*result.Work, error) {
	f.saw("work %s %s %s", s.Name, filepath.Base(input), limit)
	if err := f.fails["work "+s.Name]; err != nil {
		return nil, err
	}
	return &result.Work{Statements: 7}, nil
}

func (f fake) Search(context.Context, solution.Solution, string, time.Duration) (*result.Search, error) {
	return nil, nil
}

func (f fake) Replay(_ context.Context, s solution.Solution, _ sudoku.Format, board sudoku.Board) (*result.Replay, error) {
	f.saw("replay %s %d", s.Name, board.Clues())
	if err := f.fails["replay "+s.Name]; err != nil {
		return nil, err
	}
	r, ok := f.replays[s.Name+board.Line()]
	if !ok {
		r = f.replays[s.Name]
	}
	r.Solution, r.Puzzle, r.Size, r.W, r.H = s.Name, board.Line(), board.Size, board.W, board.H
	return &r, nil
}

// faked returns an explainer that runs nothing, and the list of its requests.
func faked(f fake) (*Explainer, *[]string) {
	f.seen, f.lock = new([]string), new(sync.Mutex)
	e := New(&grade.Grader{}, 0, func(string, ...any) {})
	e.tracerOf = func(problem.Problem, solution.Solution) tracer { return f }
	return e, f.seen
}

var (
	untraceable = &trace.Untraceable{Solution: "x", Why: say.Text("nothing was seen")}
	errBroken   = errors.New("no room on the disk")
	misled      = &trace.Untraceable{Solution: "x", Why: say.Text("nothing was seen"), Misread: true}
)

func TestSetBeside(t *testing.T) {
	replay := func(name string, own bool, placed int, lacks result.Lack) result.Replay {
		return result.Replay{Solution: name, Puzzle: Example, Placed: placed, Solved: true, Reason: &result.Reason{Own: own, Lacks: lacks}}
	}
	mine, naive := replay("mine", true, 100, result.LacksClash), replay("naive", false, 5, result.LacksNothing)
	silent := mine
	silent.Reason = nil
	large := mine
	large.Puzzle = strings.Repeat(".", 256)
	three := result.Replay{Placed: 3, Solved: true}
	inC := replay("mine", false, 100, result.LacksNoDigit)
	inC.Reason.Language = "cpp"
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, test := range []struct {
		name    string
		ctx     context.Context
		root    string
		replays []result.Replay
		fails   error
		want    string // the message about the last one
		watched int
		err     error
	}{
		{name: "ours was watched", root: home, replays: []result.Replay{silent, naive, mine}, want: ": 5 digits instead of 100;"},
		{name: "one's own of that name", replays: []result.Replay{replay("naive", true, 5, result.LacksNothing), mine}},
		{name: "it is watched now", root: home, replays: []result.Replay{mine}, want: ": 3 digits instead of 100;", watched: 1},
		{name: "once", root: home, replays: []result.Replay{replay("other", true, 9, result.LacksClash), mine},
			want: ": 3 digits instead of 100;", watched: 1},
		{name: "in its language", root: home, replays: []result.Replay{inC},
			want: ": 3 digits instead of 100; see solutions/inplace-cpp.", watched: 1},
		{name: "a folder of others", root: t.TempDir(), replays: []result.Replay{mine}},
		{name: "no folder", replays: []result.Replay{mine}},
		{name: "a larger board", root: home, replays: []result.Replay{large}},
		{name: "it lacks that itself", root: home, replays: []result.Replay{replay("naive", false, 5, result.LacksClash), mine},
			want: ": 5 digits instead of 100;"},
		{name: "only it lacks that", root: home, replays: []result.Replay{replay("naive", false, 5, result.LacksClash)}},
		{name: "nothing is lacked", root: home, replays: []result.Replay{replay("other", true, 9, result.LacksNothing), mine},
			want: ": 3 digits instead of 100;", watched: 1},
		{name: "ours cannot be watched", root: home, replays: []result.Replay{mine}, fails: untraceable, watched: 1},
		{name: "the judge cannot work", root: home, replays: []result.Replay{mine}, fails: errBroken, watched: 1, err: errBroken},
		{name: "after Ctrl-C", ctx: stopped, root: home, replays: []result.Replay{mine}},
	} {
		e, seen := faked(fake{replays: map[string]result.Replay{"naive": three, "inplace-cpp": three},
			fails: map[string]error{"replay naive": test.fails}})
		if test.ctx == nil {
			test.ctx = t.Context()
		}
		all := slices.Clone(test.replays)
		for i, r := range all {
			if r.Reason != nil {
				reason := *r.Reason
				all[i].Reason = &reason
			}
		}
		_, err := e.Beside(test.root).setBeside(test.ctx, all)
		got := all[len(all)-1].Reason.Beside
		if err != test.err || got.Said() != (test.want != "") || !strings.Contains(got.String(), test.want) || len(*seen) != test.watched {
			t.Errorf("%s: %v, %q after %q", test.name, err, got, *seen)
		}
	}
}

// TestSee: a message says what could not be watched or counted. An error of the judge itself is an error.
func TestSee(t *testing.T) {
	board, _ := ParsePuzzle("")
	const forms = "replay x 17, replay x 17, replay x 17, replay x 17, replay x 17, replay x 17, work x input 5s"
	carries := solution.Solution{Name: "x", Language: "javascript", Files: []language.File{{Path: "x.js", Text: "let b = '" + Example +
		"'\n"}}}
	for _, test := range []struct {
		s       solution.Solution
		fails   string
		err     error
		seen    string
		trouble string
	}{
		{solution.Solution{Name: "x", Language: "go"}, "", nil, "replay x 17, work x input 5s", ""},
		{carries, "", nil, "replay x 17, work x input 5s", ""},
		{solution.Solution{Name: "x", Language: "go"}, "replay x", untraceable, "replay x 17, work x input 5s", "nothing was seen"},
		{solution.Solution{Name: "x", Language: "go"}, "replay x", misled, forms, "nothing was seen"},
		{solution.Solution{Name: "x", Language: "go"}, "work x", untraceable, "replay x 17, work x input 5s", "nothing was seen"},
		{solution.Solution{Name: "x", Language: "go"}, "replay x", errBroken, "replay x 17", ""},
		{solution.Solution{Name: "x", Language: "go"}, "work x", errBroken, "replay x 17, work x input 5s", ""},
		{solution.Solution{Name: "x", Language: "haskell"}, "", nil, "replay x 17", "no line counts yet"},
	} {
		e, seen := faked(fake{replays: map[string]result.Replay{"x": {Steps: []result.Step{{Cell: 1, Value: 1}}, Placed: 1, Total: 1}},
			fails: map[string]error{test.fails: test.err}})
		got, err := e.see(t.Context(), test.s, nil, board, filepath.Join(t.TempDir(), "input"))
		told := (&Explanation{seen: []sighting{got}}).Troubles(terminal.Style{})
		if (err == errBroken) != (test.err == errBroken) || err != nil && err != errBroken || strings.Join(*seen, ", ") != test.seen ||
			(told != "") != (test.trouble != "") || !strings.Contains(told, test.trouble) {
			t.Errorf("%+v: %v, %q after %q", test, err, told, *seen)
		}
		if got.replay != nil && got.replay.Reason == nil {
			t.Errorf("%+v: no reason", test)
		}
	}
	e, seen := faked(fake{})
	if _, err := e.see(t.Context(), solution.Solution{Language: "go"}, nil, board, filepath.Join(t.TempDir(), "none",
		"input")); err == nil || len(*seen) > 0 {
		t.Errorf("%v after %q", err, *seen)
	}
}

// TestSeeFunction: a function is compiled as it is, so that a message names the user's own file.
func TestSeeFunction(t *testing.T) {
	must.Have(t, "python3")
	g := grader.Open(t)
	f, err := function.Parse("void solveSudoku(char[][] board)")
	must.Succeed(t, err)
	asks := problem.Problem{ID: "called", Check: problem.Check{Kind: "sudoku", Format: "leetcode"}, Function: &f}
	board, _ := ParsePuzzle("")
	const right = "class Solution:\n    def solveSudoku(self, board):\n        pass\n"
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, test := range []struct {
		ctx           context.Context
		text, trouble string
		searches      int
	}{
		{t.Context(), right, "", 2},
		{t.Context(), right + "        return (\n", "x does not compile: SyntaxError: ", 0},
		{stopped, right, "context canceled", 0},
	} {
		e, seen := faked(fake{})
		e.grader = g
		s := solution.Solution{Name: "x", Language: "python", Path: "x.py", Problems: []string{"called"}, Files: []language.File{{Path: "x.py",
			Text: test.text}}}
		got, err := e.see(test.ctx, s, []problem.Problem{asks}, board, filepath.Join(t.TempDir(), "input"))
		told := (&Explanation{seen: []sighting{got}}).Troubles(terminal.Style{})
		if err != nil {
			told += err.Error()
		}
		if len(*seen) != test.searches || (told == "") != (test.trouble == "") || !strings.Contains(told, test.trouble) {
			t.Errorf("%q: %s after %q", test.text, told, *seen)
		}
	}
}

// TestPuzzle watches each solution, unless the puzzle can be written nowhere.
func TestPuzzle(t *testing.T) {
	board, _ := ParsePuzzle("")
	all := []solution.Solution{{Name: "x", Language: "go"}, {Name: "y", Language: "go"}}
	box, _ := workshop.Open(t)
	for _, test := range []struct{ fails, folder, seen string }{
		{"", t.TempDir(), "replay x 17, work x input 5s, replay y 17, work y input 5s"},
		{"replay x", t.TempDir(), "replay x 17"},
		{"all", filepath.Join(t.TempDir(), "gone"), ""},
	} {
		t.Setenv("TMPDIR", test.folder)
		e, seen := faked(fake{fails: map[string]error{test.fails: errBroken}})
		e.grader.Sandbox = box
		x, err := e.Puzzle(t.Context(), all, nil, board)
		if (err == nil) != (test.fails == "") || strings.Join(*seen, ", ") != test.seen || err == nil && len(x.Replays()) != 2 {
			t.Errorf("%s: %v after %q", test.fails, err, *seen)
		}
	}
}

// TestCarried returns the board that the program solves, or else the last one.
func TestCarried(t *testing.T) {
	var problems []problem.Problem
	other := strings.Replace(Example, "4", ".", 1)
	s := solution.Solution{Name: "x", Language: "javascript", Files: []language.File{{Path: "x.js", Text: "let b = ['" + Example + "',\n'" +
		other + "',\n'" + other + "']\n"}}}
	for _, test := range []struct {
		solves string
		fails  error
		line   string
		seen   int
	}{{Example, nil, "line 1", 1}, {other, nil, "line 2", 2}, {"neither", nil, "line 3", 3}, {other, untraceable, "line 3", 3}} {
		e, seen := faked(fake{replays: map[string]result.Replay{"x" + test.solves: {Total: 1}}, fails: map[string]error{"replay x": test.fails}})
		if _, note, ok := e.Carried(t.Context(), []solution.Solution{{}, s, s}, problems); !ok || !strings.HasSuffix(note.String(),
			test.line) || len(*seen) != test.seen {
			t.Errorf("want %s, got %s after %q", test.line, note, *seen)
		}
	}
}
