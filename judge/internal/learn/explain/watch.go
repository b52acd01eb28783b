package explain

import (
	"cmp"
	"context"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/check"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/learn/reason"
	"sudokuoj/judge/internal/learn/trace"
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
		arena
		solution solution.Solution
	}
	type seen struct {
		name string
		size int
	}
	var tasks []task
	watched := map[seen]bool{}
	for _, a := range findArenas(entries, run) {
		for _, entry := range a.entries {
			if key := (seen{entry.Solution.Name, a.board.Size}); !watched[key] {
				watched[key] = true
				tasks = append(tasks, task{a, entry.Solution})
			}
		}
	}
	replays := make([]*result.Replay, len(tasks))
	err := all(ctx, runtime.NumCPU(), len(tasks), func(i int) error {
		t, s := tasks[i], tasks[i].solution
		e.show("watching %s search", s.Name)
		replay, err := e.replay(ctx, e.tracer.For(t.problem, s), s, t.format, t.board)
		if err != nil {
			return unseen(s, err)
		}
		replay.Problem, replay.Case = t.problem.ID, t.of
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

// some returns those of the results that there are.
func some[T any](all []*T) (there []T) {
	for _, one := range all {
		if one != nil {
			there = append(there, *one)
		}
	}
	return there
}

// setReason computes the reason from a program's history. That takes as long as a search, so it is done in a turn.
func (e *Explainer) setReason(ctx context.Context, s solution.Solution, r *result.Replay) error {
	return e.each(ctx, func(context.Context) error {
		reason.Fewest(r)
		if r.Reason = reason.Of(*r); r.Reason != nil {
			r.Reason.Own = filepath.Base(filepath.Dir(filepath.Dir(s.Path))) != "solutions"
			r.Reason.Language = s.Language
		}
		return nil
	})
}

// usual is our solution beside a program that lacks nothing.
const usual = "lowbit"

// setBeside adds to each reason one of our solutions that looks for what the program does not see, and the number
// of digits that it places on the same puzzle. If that solution was not watched there, it is watched now. More are the
// histories of ours on boards where a program of the user's own was watched alone.
func (e *Explainer) setBeside(ctx context.Context, replays []result.Replay) (more []result.Replay, err error) {
	ours := map[[2]string]*result.Replay{} // by name and puzzle
	watched := map[string]int{}            // by puzzle
	for i, r := range replays {
		watched[r.Puzzle]++
		if r.Reason != nil && !r.Reason.Own {
			ours[[2]string{r.Solution, r.Puzzle}] = &replays[i]
		}
	}
	for _, mine := range replays {
		if mine.Reason == nil || ctx.Err() != nil {
			continue
		}
		name, alone := reason.Looks(mine.Reason.Lacks), mine.Reason.Own && watched[mine.Puzzle] == 1
		if mine.Reason.Lacks == result.LacksClash && plainly(mine.Puzzle, mine.Placed) >= mine.Placed {
			name = "" // it does better although some of its digits stand twice
		}
		if name == "" && alone {
			name = usual
		}
		s, ok := e.our(name, mine.Reason.Language)
		key := [2]string{cmp.Or(s.Name, name), mine.Puzzle}
		if ours[key] == nil && ok {
			if ours[key], err = e.watchOurs(ctx, s, mine.Puzzle); err != nil {
				return nil, err
			}
		}
		other := ours[key]
		if other == nil {
			continue
		}
		in := "" // its language, if that is another one
		if ok && s.Language != mine.Reason.Language {
			in = language.NameOf(s.Language)
		}
		mine.Reason.Beside = reason.Beside(mine.Reason.Lacks, mine, *other, in)
		if alone {
			beside := *other
			beside.Problem, beside.Case = mine.Problem, mine.Case
			more = append(more, beside)
		}
	}
	return more, nil
}

// plainly returns how many digits a plain search that checks each of them places on a puzzle of 9 by 9, up to a limit.
func plainly(puzzle string, limit int) int {
	board, err := sudoku.ParseLine(puzzle)
	if err != nil || board.Size != 9 {
		return 0
	}
	return board.Effort(limit)
}

// our opens a solution of ours, in a language if there is one: inplace-cpp for inplace. A user may keep only solutions of
// their own.
func (e *Explainer) our(name, language string) (s solution.Solution, ok bool) {
	if name == "" || e.root == "" {
		return s, false
	}
	for _, twin := range []string{name + "-" + language, name} {
		if s, err := solution.Open(filepath.Join(e.root, "solutions", twin)); err == nil {
			s.Name = twin
			return s, true
		}
	}
	return s, false
}

// watchOurs watches a solution of ours on a puzzle; nil if that cannot be done.
func (e *Explainer) watchOurs(ctx context.Context, s solution.Solution, puzzle string) (*result.Replay, error) {
	board, err := sudoku.ParseLine(puzzle)
	if err != nil {
		return nil, nil
	}
	e.show("watching %s search", s.Name)
	seen, err := e.replay(ctx, &e.tracer, s, sudoku.AcWing, board)
	return seen, unseen(s, err)
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

// choose picks the board on which the user's own program fails, or a board of the case on which one solution does far
// more than another. Otherwise it is a board that needs some search but not much, so that every approach shows its idea in
// a history that is short enough to watch. A problem with larger boards gets a larger one.
func (a *arena) choose(run result.Run) {
	if a.ofFailure(run); a.of != "" {
		return
	}
	for _, c := range a.entries[0].Cases {
		if gap := a.gapOn(c.Name, run); gap > max(a.gap, worthSeeing) {
			if board, of := hardestBoard(a.format, c); of != "" {
				a.gap, a.board, a.of = gap, board, of
			}
		}
	}
	if a.of == "" {
		a.board, a.of = boardOf(a.format, a.entries[0].Cases)
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
		if c, ok := caseNamed(a.entries[0], fault.Case); ok {
			a.board, a.of = hardestBoard(a.format, c)
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

// boardOf returns the board of these cases that is worth watching, and its case, "" if there is none: the largest board
// above 9x9, of several the one with the fewest clues, but not a blank one. Else it is a board that needs some search but
// not much, or the first.
func boardOf(format sudoku.Format, cases []problem.Case) (board sudoku.Board, of string) {
	board, of = pick(format, cases, math.MaxInt, func(b sudoku.Board) int {
		if _, broken := b.Broken(); broken || b.Size <= 9 || b.Clues() == 0 || b.Clues() == len(b.Cells) {
			return 0
		}
		return b.Size*1000 - b.Clues()
	})
	if of != "" {
		return board, of
	}
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
	dir, name := filepath.Split(path)
	head := tempfile.Heads(dir, 1<<20, name)[name]
	for r := sudoku.NewReader(string(head), format); len(boards) < 5; {
		board, err := r.Next()
		if err != nil {
			break
		}
		boards = append(boards, board)
	}
	return boards
}

// WatchCalls watches the calls and the tables of solutions for the page, on a problem that has no boards: on one case, so
// that they can be side by side. Of several problems it takes the one with most solutions.
func (e *Explainer) WatchCalls(ctx context.Context, entries []grade.Entry, run result.Run) ([]result.Search, error) {
	byProblem := map[string][]grade.Entry{}
	var most []grade.Entry
	for _, entry := range entries {
		if OnBoards(entry.Problem) || entry.Problem.Check.Talks() || len(entry.Cases) == 0 {
			continue
		}
		id := entry.Problem.ID
		if byProblem[id] = append(byProblem[id], entry); len(byProblem[id]) > len(most) {
			most = byProblem[id]
		}
	}
	searches := make([]*result.Search, len(most))
	err := all(ctx, runtime.NumCPU(), len(most), func(i int) (err error) {
		p, s := most[i].Problem, most[i].Solution
		c, known := caseNamed(most[i], costliest(p.ID, run))
		if !known {
			c = most[i].Cases[0]
		}
		e.show("watching %s search", s.Name)
		searches[i], err = e.search(ctx, e.tracer.For(p, s), s, p, c, cmp.Or(e.tracer.Patience, 5*time.Second))
		return unseen(s, err)
	})
	return some(searches), err
}

// search watches the calls and the tables of a solution on a case.
func (e *Explainer) search(ctx context.Context, t *trace.Tracer, s solution.Solution, p problem.Problem, c problem.Case, limit time.Duration) (*result.Search, error) {
	seen, err := inTurn(ctx, e, func(ctx context.Context) (*result.Search, error) { return t.Search(ctx, s, c.In, limit) })
	if seen != nil {
		seen.Problem, seen.Case = p.ID, c.Name
	}
	return seen, err
}

// costliest returns the case of a problem on which some solution executed most, or took longest where nothing is counted.
func costliest(id string, run result.Run) (name string) {
	var most [2]int64
	for _, s := range run.Results {
		for _, c := range s.Cases {
			cost := [2]int64{0, int64(c.CPU)}
			if c.Work != nil {
				cost[0] = c.Work.Statements
			}
			if s.Problem == id && !c.Beyond() && slices.Compare(cost[:], most[:]) > 0 {
				most, name = cost, c.Case
			}
		}
	}
	return name
}
