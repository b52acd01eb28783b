package explain

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"

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
)

// Explanation holds the replays and counts of each solution on one puzzle.
type Explanation struct {
	puzzle sudoku.Board
	note   say.Message // where the puzzle comes from; nothing where the user gave it
	host   result.Host
	seen   []sighting
	beside []result.Replay // of our solutions, where the user's own was watched alone
}

// Noted adds a note on where the puzzle comes from.
func (x *Explanation) Noted(note say.Message) *Explanation {
	x.note = note
	return x
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

// Easy is a puzzle on which plain backtracking places thousands of digits.
const Easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

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
		seen, err := e.see(ctx, s, problems, puzzle, filepath.Join(dir, "input"))
		if err != nil {
			return nil, err
		}
		x.seen = append(x.seen, seen)
	}
	x.beside, err = e.setBeside(ctx, x.Replays())
	return x, err
}

// see watches one solution and counts its statements. It writes the puzzle into the file input.
func (e *Explainer) see(ctx context.Context, s solution.Solution, problems []problem.Problem, puzzle sudoku.Board, input string) (seen sighting, err error) {
	seen.solution = s
	if all := own(s, problems); len(all) > 0 && !slices.ContainsFunc(all, func(w written) bool { return w.board.Line() == puzzle.Line() }) {
		seen.trouble = append(seen.trouble, say.Of("%s cannot be given the puzzle: it reads no input; without -puzzle, judge explain %s watches it on the board in its own text, line %d", s.Name, s.Path, all[0].line))
		return seen, nil
	}
	format, p, err := formatFor(s, problems, puzzle)
	if err != nil {
		seen.trouble = append(seen.trouble, say.Of("%s cannot be given the puzzle: %v", s.Name, err))
		return seen, nil
	}
	if err := os.WriteFile(input, []byte(format.Join([]sudoku.Board{puzzle})), 0o600); err != nil {
		return seen, err
	}
	if grade.IsFunction(p, s) { // errors should name the user's own file, not the program generated from it
		own, err := inTurn(ctx, e, func(ctx context.Context) (*grade.Prepared, error) {
			return e.grader.Prepare(ctx, grade.Entry{Problem: p, Solution: s})
		})
		if err != nil {
			return seen, err
		}
		if own.Refused == result.CE {
			seen.trouble = append(seen.trouble, say.Of("%s does not compile: %s", s.Name, own.Why))
			return seen, nil
		}
	}
	tracer := e.tracerOf(p, s)
	stranger := len(s.Problems) == 0 && p.ID == "" && format == sudoku.AcWing
	seen.replay, err = e.replay(ctx, tracer, s, format, puzzle)
	if misread(err) && stranger {
		seen.replay, tracer, err = e.inForms(ctx, tracer, &seen, puzzle, err)
	}
	if err := seen.note(err); err != nil {
		return seen, err
	}
	if seen.replay != nil {
		if err := e.setReason(ctx, s, seen.replay); err != nil {
			return seen, err
		}
	}
	if !language.WatchOf(s.Language).Lines {
		seen.trouble = append(seen.trouble, say.Of("%s: no line counts yet", language.NameOf(s.Language)))
		return seen, nil
	}
	seen.work, err = e.work(ctx, tracer, s, input, trace.WorkTime)
	return seen, seen.note(err)
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

// formatFor returns the format in which a solution reads the puzzle, and the problem that uses it: lines if it
// reads those, otherwise the format of the first problem it claims that can hold the puzzle. A file with a
// function that claims no problem is taken for the first problem that asks for a function on boards.
func formatFor(s solution.Solution, problems []problem.Problem, puzzle sudoku.Board) (found sudoku.Format, of problem.Problem, err error) {
	var trouble error
	for _, p := range claimed(s, problems) {
		format, ok := check.InputFormat(p.Check.Format)
		if !ok {
			continue
		}
		if err := format.Holds(puzzle); err != nil {
			trouble = err
		} else if found == "" || format == sudoku.AcWing {
			found, of = format, p
		}
	}
	switch {
	case found != "":
		return found, of, nil
	case trouble != nil:
		return "", of, trouble
	case len(s.Problems) == 0 && puzzle.Letters:
		return sudoku.Letters, of, sudoku.Letters.Holds(puzzle) // a program of the user's own
	case len(s.Problems) == 0:
		return sudoku.AcWing, of, sudoku.AcWing.Holds(puzzle)
	}
	return "", of, say.Errorf("none of its problems is about boards")
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

// Suited returns the puzzle, or, for the first solution that does not take any, a board from a case of its problem,
// with a note on its place.
func Suited(solutions []solution.Solution, problems []problem.Problem, puzzle sudoku.Board) (sudoku.Board, say.Message) {
	for _, s := range solutions {
		format, p, err := formatFor(s, problems, puzzle)
		if err != nil || TakesAny(s, problems, puzzle) {
			continue
		}
		promised := slices.DeleteFunc(slices.Clone(p.Cases), func(c problem.Case) bool { return result.Beyond(c.Name) })
		if board, of := tellingPuzzle(format, promised); of != "" {
			return board, say.Of("%s asks for more than a solved board, so this is the board of its case %s; -puzzle takes another", p.ID, of)
		}
	}
	return puzzle, say.Message{}
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
	carries := len(own(s, problems)) > 0
	for _, p := range problems {
		if len(s.Problems) == 0 && !carries && grade.IsFunction(p, s) {
			all = append(all, p)
		}
	}
	return all
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
	return slices.ContainsFunc(x.seen, func(s sighting) bool { return s.replay != nil || s.work != nil })
}

// Complete reports whether everything was seen that can be seen, and solved where that can be done.
func (x *Explanation) Complete() bool {
	for _, s := range x.seen {
		if s.replay == nil || s.work == nil && language.WatchOf(s.solution.Language).Lines || !s.replay.Solved && !x.hopeless() {
			return false
		}
	}
	return true
}

// hopeless reports whether the puzzle is known to have no solution.
func (x *Explanation) hopeless() bool { return x.puzzle.Size == 9 && x.puzzle.Count(1) == 0 }

// Replays are the searches that were seen.
func (x *Explanation) Replays() []result.Replay {
	var all []result.Replay
	for _, s := range x.seen {
		if s.replay != nil {
			all = append(all, *s.replay)
		}
	}
	return all
}

// Run turns the explanation into a run for the page: each solution with its source and the puzzle as its only case.
func (x *Explanation) Run() result.Run {
	run := result.Run{Host: x.host, Replays: append(x.Replays(), x.beside...)}
	for _, s := range x.seen {
		v := result.WA
		if s.replay != nil && s.replay.Solved {
			v = result.AC
		}
		run.Results = append(run.Results, result.Solution{
			Solution: s.solution.Name, Path: s.solution.Path, Language: language.NameOf(s.solution.Language),
			Source: s.solution.Text(), CodeBytes: s.solution.Bytes,
			Document: s.solution.Document, Verdict: v, Expected: "AC", AsExpected: v == result.AC, Compile: result.Compile{OK: true},
			Cases: []result.Case{{Case: "the puzzle", Verdict: v, Expected: "AC", AsExpected: v == result.AC, Work: s.work}},
		})
	}
	return run
}
