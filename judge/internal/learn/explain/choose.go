package explain

import (
	"cmp"
	"context"
	"math"
	"os"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/check"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/show/report"
)

// arena is a problem, the solutions that can be watched on it, and the board to watch them on.
type arena struct {
	problem problem.Problem
	format  sudoku.Format
	entries []grade.Entry
	board   sudoku.Board
	of      string // its case
	gap     float64
}

// Watch replays the solutions for the page: those of each problem on the board where they differ most. A solution
// that was already watched on a more telling board of the same size is not watched again.
func (e *Explainer) Watch(ctx context.Context, entries []grade.Entry, run result.Run) ([]result.Replay, error) {
	type task struct {
		*arena
		solution solution.Solution
	}
	var tasks []task
	type seen struct {
		name string
		size int
	}
	watched := map[seen]bool{}
	arenas := findArenas(entries, run)
	for i := range arenas {
		for _, entry := range arenas[i].entries {
			if key := (seen{entry.Solution.Name, arenas[i].board.Size}); !watched[key] {
				watched[key] = true
				tasks = append(tasks, task{&arenas[i], entry.Solution})
			}
		}
	}
	replays := make([]*result.Replay, len(tasks))
	err := all(ctx, len(tasks), func(i int) error {
		a, s := tasks[i].arena, tasks[i].solution
		e.show("watching %s search", s.Name)
		replay, err := e.replay(ctx, e.tracerOf(a.problem, s), s, a.format, a.board)
		if err != nil {
			return e.unseen(s, err)
		}
		replay.Problem, replay.Case = a.problem.ID, a.of
		replays[i] = replay
		return e.setReason(ctx, s, replay)
	})
	found := some(replays)
	if err != nil {
		return found, err
	}
	more, err := e.setBeside(ctx, found)
	return append(found, more...), err
}

// unseen returns an error unless a solution is at fault.
func (e *Explainer) unseen(s solution.Solution, err error) error {
	if why(s.Name, err).Said() {
		return nil
	}
	return say.Errorf("%s: replay: %w", s.Name, err)
}

// findArenas finds a board for each problem. The problem on which the solutions differ most comes first.
func findArenas(entries []grade.Entry, run result.Run) []arena {
	var arenas []arena
	for _, entry := range entries { // in the order of their problems
		format, ok := check.InputFormat(entry.Problem.Check.Format)
		if !ok || !entry.Solution.Watchable() {
			continue
		}
		if last := len(arenas) - 1; last < 0 || arenas[last].problem.ID != entry.Problem.ID {
			arenas = append(arenas, arena{problem: entry.Problem, format: format})
		}
		arenas[len(arenas)-1].entries = append(arenas[len(arenas)-1].entries, entry)
	}
	for i := range arenas {
		arenas[i].choose(run)
	}
	arenas = slices.DeleteFunc(arenas, func(a arena) bool { return a.of == "" })
	slices.SortStableFunc(arenas, func(a, b arena) int {
		return cmp.Or(cmp.Compare(b.gap, a.gap), cmp.Compare(len(b.entries), len(a.entries)))
	})
	return arenas
}

// A case is chosen by its gap if one solution executes this many times as much as another.
const worthSeeing = 10

// choose picks the board. If one solution does far more than another on some case, it is a board of that case.
// Otherwise it is a board that needs some search but not much, so that every approach shows its idea in a history
// that is short enough to watch. A problem with larger boards gets a larger one.
func (a *arena) choose(run result.Run) {
	cases := a.entries[0].Cases
	if a.ofFailure(run); a.of != "" {
		return
	}
	for _, c := range cases {
		if gap := a.gapOn(c.Name, run); gap > max(a.gap, worthSeeing) {
			if board, of := hardestBoard(a.format, c); of != "" {
				a.gap, a.board, a.of = gap, board, of
			}
		}
	}
	if a.of != "" {
		return
	}
	if a.board, a.of = largeBoard(a.format, cases); a.of == "" {
		a.board, a.of = tellingPuzzle(a.format, cases)
	}
}

// ofFailure picks the board on which the user's own program fails first: the reader wants to see that one.
func (a *arena) ofFailure(run result.Run) {
	for _, r := range run.Results {
		fault := report.FirstFault(r)
		if fault == nil || a.of != "" || !strings.ContainsAny(r.Solution, `./\`) || entryOf(a.entries, &r) == nil {
			continue
		}
		if d := fault.Difference; d != nil {
			if board, ok := sudoku.ParseAny(d.Puzzle); ok && board.Clues() > 0 {
				a.board, a.of = board, fault.Case
				return
			}
		}
		for _, c := range a.entries[0].Cases {
			if c.Name == fault.Case {
				a.board, a.of = hardestBoard(a.format, c)
			}
		}
	}
}

// gapOn returns how many times more statements one solution executed on a case than another that solved it. If the
// first was stopped, that is a lower bound. 0 means that there are no two to compare.
func (a *arena) gapOn(name string, run result.Run) float64 {
	var least, most float64
	for _, r := range run.Results {
		for _, c := range r.Cases {
			if entryOf(a.entries, &r) == nil || c.Case != name || c.Work == nil {
				continue
			}
			n := float64(c.Work.Statements)
			most = max(most, n)
			if c.Verdict == result.AC && (least == 0 || n < least) {
				least = n
			}
		}
	}
	if least == 0 {
		return 0
	}
	return most / least
}

// tooLong is how many digits plain backtracking may place on a puzzle worth watching.
const tooLong = 50_000

// pick returns the board to which rank gives most, among the first of each case, and its case. It passes over those that
// get nothing, and looks no further once one gets enough.
func pick(format sudoku.Format, cases []problem.Case, enough int, rank func(sudoku.Board) int) (best sudoku.Board, of string) {
	most := 0
	for _, c := range cases {
		for _, board := range firstBoards(c.In, format) {
			if n := rank(board); n > most {
				most, best, of = n, board, c.Name
			}
			if most >= enough {
				return best, of
			}
		}
	}
	return best, of
}

// hardestBoard returns the board of a case on which plain backtracking takes longest. It passes over empty boards: most
// programs do not name their board, and the recorder finds it by its clues.
func hardestBoard(format sudoku.Format, c problem.Case) (hardest sudoku.Board, of string) {
	return pick(format, []problem.Case{c}, math.MaxInt, func(b sudoku.Board) int {
		switch {
		case b.Clues() == 0:
			return 0
		case b.Size == 9:
			return 1 + b.Effort(tooLong)
		}
		return 1
	})
}

// largeBoard returns the largest board above 9x9 of the cases; of several, the one with the fewest clues, but not
// a blank one.
func largeBoard(format sudoku.Format, cases []problem.Case) (large sudoku.Board, of string) {
	return pick(format, cases, math.MaxInt, func(b sudoku.Board) int {
		if _, broken := b.Broken(); broken || b.Size <= 9 || b.Clues() == 0 || b.Clues() == len(b.Cells) {
			return 0
		}
		return b.Size*1000 - b.Clues()
	})
}

// Large returns a board for programs none of which takes the example, since their problems have larger ones. It adds a
// note on its case.
func Large(solutions []solution.Solution, problems []problem.Problem) (board sudoku.Board, note say.Message, ok bool) {
	example, _ := ParsePuzzle("")
	for _, s := range solutions {
		if Takes(s, problems, example) {
			return board, note, false
		}
	}
	for _, s := range solutions {
		for _, p := range claimed(s, problems) {
			format, _ := check.InputFormat(p.Check.Format)
			if board, of := largeBoard(format, p.Cases); of != "" {
				return board, say.Of("%s reads larger boards than 9x9: this is one of %s %s", s.Name, p.ID, of), true
			}
		}
	}
	return board, note, false
}

// tellingPuzzle picks a board that needs some search but not much, or else the first board. It returns the name of its
// case, or "" if there is no board.
func tellingPuzzle(format sudoku.Format, cases []problem.Case) (puzzle sudoku.Board, of string) {
	var solver sudoku.Solver
	return pick(format, cases, 2, func(b sudoku.Board) int {
		if b.Size == 9 && solver.Count(b, 2) == 1 && b.Effort(tooLong) < tooLong {
			if d, _ := solver.Grade(b); d == sudoku.Little || d == sudoku.Search {
				return 2
			}
		}
		return 1
	})
}

// firstBoards reads up to five boards of an input. It stops at a line that is no board.
func firstBoards(path string, format sudoku.Format) (boards []sudoku.Board) {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	for r := sudoku.NewReader(f, format); len(boards) < 5; {
		board, err := r.Next()
		if err != nil {
			break
		}
		boards = append(boards, board)
	}
	return boards
}
