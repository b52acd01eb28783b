package explain

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/check"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/learn/trace"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/show/terminal"
)

// Explanation is what was seen of solutions on a puzzle, or on a case of a problem.
type Explanation struct {
	puzzle      sudoku.Board
	problem, of string      // the case; "" on a puzzle
	note        say.Message // where the puzzle comes from; nothing where the user gave it
	host        result.Host
	seen        []sighting
	beside      []result.Replay // of our solutions, where the user's own was watched alone
}

// sighting is what was seen of one solution. If a part is nil, trouble says why.
type sighting struct {
	solution solution.Solution
	replay   *result.Replay // on a puzzle
	search   *result.Search // on a case
	work     *result.Work
	growth   *result.Growth
	cause    *result.Cause
	trouble  []say.Message
}

// Example is the puzzle of document 000: plain backtracking places millions of digits on it, a good search hundreds.
const Example = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"

// easy is a puzzle on which plain backtracking places thousands of digits.
const easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// ParsePuzzle reads the puzzle that a user typed. An empty text means the example.
func ParsePuzzle(text string) (sudoku.Board, error) {
	puzzle, err := sudoku.ReadAny(cmp.Or(text, Example))
	if err != nil {
		return sudoku.Board{}, say.Errorf("-puzzle: %w", err)
	}
	if clash, broken := puzzle.Broken(); broken {
		return sudoku.Board{}, say.Errorf("-puzzle: %s, so there is nothing to search for", clash.Message())
	}
	return puzzle, nil
}

// soon is how long the example may take.
const soon = 3 * time.Second

// Usual watches solutions on the example, or on another board where they do not take that, or not in time. Known
// are the solutions with the problems that they were recognised to solve.
func (e *Explainer) Usual(ctx context.Context, solutions, known []solution.Solution, problems []problem.Problem) (*Explanation, error) {
	puzzle, note, ok := e.carried(ctx, solutions, problems)
	if !ok {
		puzzle, note, ok = ofProblem(known, problems)
	}
	if !ok {
		puzzle, _ = ParsePuzzle("")
		hasty := *e
		hasty.tracer.Patience = soon
		x, err := hasty.Puzzle(ctx, solutions, problems, puzzle)
		if err != nil {
			return nil, err
		}
		stopped := slices.IndexFunc(x.Replays(), func(r result.Replay) bool { return r.Stopped })
		if stopped < 0 {
			return x, nil
		}
		puzzle, _ = ParsePuzzle(easy)
		note = say.Of("%s takes more than %s for the usual puzzle, so this is an easier one; -puzzle %s is that one",
			x.Replays()[stopped].Solution, terminal.ShortDuration(soon), Example)
	}
	x, err := e.Puzzle(ctx, solutions, problems, puzzle)
	if err == nil {
		x.note = note
	}
	return x, err
}

// ofProblem returns a board of a problem's own cases for solutions none of which takes any board of 9x9: their problems
// have larger ones, or ask for more than a solved board. It adds a note on its place.
func ofProblem(solutions []solution.Solution, problems []problem.Problem) (board sudoku.Board, note say.Message, ok bool) {
	example, _ := ParsePuzzle("")
	if slices.ContainsFunc(solutions, func(s solution.Solution) bool { return TakesAny(s, problems, example) }) {
		return board, note, false
	}
	for _, s := range solutions {
		for _, p := range claimed(s, problems) {
			promised := slices.DeleteFunc(slices.Clone(p.Cases), func(c problem.Case) bool { return result.Beyond(c.Name) })
			format, _ := check.InputFormat(p.Check.Format)
			if board, of := boardOf(format, promised); of != "" {
				return board, say.Of("%s takes only boards of its problem, so this is that of %s %s; -puzzle takes another", s.Name, p.ID, of), true
			}
		}
	}
	return board, note, false
}

// Puzzle watches solutions on a puzzle. Each reads it in the format of a problem that it claims.
func (e *Explainer) Puzzle(ctx context.Context, solutions []solution.Solution, problems []problem.Problem, puzzle sudoku.Board) (*Explanation, error) {
	dir, remove, err := tempfile.Dir("explain")
	if err != nil {
		return nil, err
	}
	defer remove()
	x := &Explanation{puzzle: puzzle, host: grade.Host(e.grader.Sandbox)}
	for _, s := range solutions {
		e.show("watching %s", s.Name)
		seen := sighting{solution: s}
		if err := e.see(ctx, &seen, problems, puzzle, filepath.Join(dir, "input")); err != nil {
			return nil, err
		}
		x.seen = append(x.seen, seen)
	}
	x.beside, err = e.setBeside(ctx, x.Replays())
	return x, err
}

// see watches one solution and counts its statements. It writes the puzzle into the file input.
func (e *Explainer) see(ctx context.Context, seen *sighting, problems []problem.Problem, puzzle sudoku.Board, input string) error {
	s := seen.solution
	if all := own(s, problems); len(all) > 0 && !slices.ContainsFunc(all, func(w written) bool { return w.board.Line() == puzzle.Line() }) {
		seen.trouble = append(seen.trouble, say.Of("%s cannot be given the puzzle: it reads no input; without -puzzle, judge explain %s watches it on the board in its own text, line %d", s.Name, s.Path, all[0].line))
		return nil
	}
	format, p, err := formatFor(s, problems, puzzle)
	if err != nil {
		seen.trouble = append(seen.trouble, say.Of("%s cannot be given the puzzle: %v", s.Name, err))
		return nil
	}
	if err := os.WriteFile(input, []byte(format.Join([]sudoku.Board{puzzle})), 0o600); err != nil {
		return err
	}
	if grade.IsFunction(p, s) { // errors should name the user's own file, not the program generated from it
		own, err := inTurn(ctx, e, func(ctx context.Context) (*grade.Prepared, error) {
			return e.grader.Prepare(ctx, grade.Entry{Problem: p, Solution: s})
		})
		if err != nil {
			return err
		}
		if own.Refused == result.CE {
			seen.trouble = append(seen.trouble, say.Of("%s does not compile: %s", s.Name, own.Why))
			return nil
		}
	}
	tracer := e.tracer.For(p, s)
	seen.replay, err = e.replay(ctx, tracer, s, format, puzzle)
	if misread(err) && len(s.Problems) == 0 && p.ID == "" && format == sudoku.AcWing {
		tracer, err = e.inForms(ctx, seen, puzzle, err)
	}
	if err := seen.note(err); err != nil {
		return err
	}
	if seen.replay != nil {
		if err := e.setReason(ctx, s, seen.replay); err != nil {
			return err
		}
	}
	seen.work, err = e.work(ctx, tracer, s, input, trace.WorkTime)
	return seen.note(err)
}

// note keeps an error that is the solution's fault, and returns any other.
func (s *sighting) note(err error) error {
	if err == nil {
		return nil
	}
	reason := why(s.solution.Name, err)
	if !reason.Said() {
		return err
	}
	if last := len(s.trouble) - 1; last < 0 || s.trouble[last].String() != reason.String() { // both builds may fail alike
		s.trouble = append(s.trouble, reason)
	}
	return nil
}

// OnBoards reports whether a problem gives its programs boards, so that they can be watched on any puzzle.
func OnBoards(p problem.Problem) bool {
	_, ok := check.InputFormat(p.Check.Format)
	return ok
}

// formatFor returns the format in which a solution reads the puzzle, and the problem that uses it: the first problem it
// claims that can hold the puzzle. A file with a function that claims no problem is taken for the first problem that asks
// for a function on boards.
func formatFor(s solution.Solution, problems []problem.Problem, puzzle sudoku.Board) (format sudoku.Format, of problem.Problem, err error) {
	err = say.Errorf("none of its problems is about boards")
	for _, p := range claimed(s, problems) {
		if format, ok := check.InputFormat(p.Check.Format); ok {
			if err = format.Holds(puzzle); err == nil {
				return format, p, nil
			}
		}
	}
	if len(s.Problems) > 0 || len(claimed(s, problems)) > 0 {
		return "", of, err
	}
	format = sudoku.AcWing // a program of the user's own
	if puzzle.Letters {
		format = sudoku.Letters
	}
	return format, of, format.Holds(puzzle)
}

// Takes reports whether a puzzle can be given to a solution.
func Takes(s solution.Solution, problems []problem.Problem, puzzle sudoku.Board) bool {
	_, _, err := formatFor(s, problems, puzzle)
	return err == nil
}

// TakesAny reports whether a puzzle can be given to a solution even if its cases hold none like it. A problem that
// is not checked by the rules of Sudoku may promise more about its boards: AcWing 183 promises 24 clues.
func TakesAny(s solution.Solution, problems []problem.Problem, puzzle sudoku.Board) bool {
	_, p, err := formatFor(s, problems, puzzle)
	return err == nil && (p.ID == "" || p.Check.Kind == "sudoku")
}

// claimed are the problems that a solution claims, in its own order.
func claimed(s solution.Solution, problems []problem.Problem) (all []problem.Problem) {
	for _, id := range s.Problems {
		for _, p := range problems {
			if p.ID == id {
				all = append(all, p)
			}
		}
	}
	if len(s.Problems) > 0 || len(own(s, problems)) > 0 {
		return all
	}
	return slices.DeleteFunc(slices.Clone(problems), func(p problem.Problem) bool { return !grade.IsFunction(p, s) })
}

// Case watches the calls and the tables of solutions on one case of a problem, and finds out why they are slow.
func (e *Explainer) Case(ctx context.Context, solutions []solution.Solution, p problem.Problem, c problem.Case) (*Explanation, error) {
	if p.Check.Talks() {
		return nil, say.Errorf("%s talks with an interactor: such programs are not watched", p.ID)
	}
	x := &Explanation{problem: p.ID, of: c.Name, host: grade.Host(e.grader.Sandbox)}
	for _, s := range solutions {
		seen := sighting{solution: s}
		if err := e.look(ctx, &seen, p, c); err != nil {
			return nil, err
		}
		x.seen = append(x.seen, seen)
	}
	return x, nil
}

// look watches one solution on a case, counts its statements, and finds out why it is slow.
func (e *Explainer) look(ctx context.Context, seen *sighting, p problem.Problem, c problem.Case) (err error) {
	s := seen.solution
	e.show("looking for what makes %s slow", s.Name)
	seen.cause, err = e.finder.Of(ctx, p, s, c)
	if err := seen.note(err); err != nil {
		return err
	}
	limit := trace.WorkTime
	if seen.cause != nil && seen.cause.Kind == result.Endless {
		limit = time.Second // what it does later it did before
	}
	e.show("watching %s", s.Name)
	t := e.tracer.For(p, s)
	if seen.search, err = e.search(ctx, t, s, p, c, limit); err == nil {
		seen.work, err = e.work(ctx, t, s, c.In, limit)
	}
	if err := seen.note(err); err != nil {
		return err
	}
	e.show("counting what %s does on inputs that grow", s.Name)
	seen.growth, err = e.finder.Meter.Of(ctx, p, s)
	return seen.note(err)
}

// Trouble returns why something could not be seen.
func (x *Explanation) Trouble() (all []say.Message) {
	for _, s := range x.seen {
		all = append(all, s.trouble...)
	}
	return all
}

// Any reports whether anything was seen.
func (x *Explanation) Any() bool {
	return x.of != "" || slices.ContainsFunc(x.seen, func(s sighting) bool { return s.replay != nil || s.work != nil })
}

// Complete reports whether everything was seen that can be seen, and solved where that can be done.
func (x *Explanation) Complete() bool {
	return !slices.ContainsFunc(x.seen, func(s sighting) bool {
		if x.of != "" {
			return s.search == nil
		}
		return s.replay == nil || s.work == nil || !s.replay.Solved && !x.hopeless()
	})
}

// hopeless reports whether the puzzle is known to have no solution.
func (x *Explanation) hopeless() bool { return x.puzzle.Size == 9 && x.puzzle.Count(1) == 0 }

// Replays are the searches that were seen.
func (x *Explanation) Replays() []result.Replay {
	var all []*result.Replay
	for _, s := range x.seen {
		all = append(all, s.replay)
	}
	return some(all)
}

// Run turns the explanation into a run for the page: each solution with its source and the puzzle, or the case, as its
// only case.
func (x *Explanation) Run() result.Run {
	run := result.Run{Host: x.host, Replays: append(x.Replays(), x.beside...)}
	for _, s := range x.seen {
		one := result.Case{Case: cmp.Or(x.of, "the puzzle"), Work: s.work, Cause: s.cause}
		if s.search != nil {
			run.Searches = append(run.Searches, *s.search)
		}
		if x.of == "" {
			one.Verdict, one.Expected = result.WA, "AC"
			if s.replay != nil && s.replay.Solved {
				one.Verdict, one.AsExpected = result.AC, true
			}
		}
		run.Results = append(run.Results, result.Solution{Problem: x.problem, Solution: s.solution.Name, Path: s.solution.Path,
			Language: language.NameOf(s.solution.Language), Source: s.solution.Text(), CodeBytes: s.solution.Bytes,
			Document: s.solution.Document, Verdict: one.Verdict, Expected: one.Expected, AsExpected: one.AsExpected,
			Compile: result.Compile{OK: true}, Cases: []result.Case{one}})
	}
	return run
}

// misread reports whether a program read its input and showed no board.
func misread(err error) bool {
	own, ok := errors.AsType[*trace.Untraceable](err)
	return ok && own.Misread
}
