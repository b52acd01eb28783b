package stress

import (
	"context"
	"slices"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
)

// enough bounds the runs spent on making a failure small, and those that end only at the time limit.
const (
	enough     = 3_000
	enoughSlow = 40
)

// shrinker makes the failure of one program small.
type shrinker struct {
	*search
	ctx     context.Context
	program int
	verdict result.Verdict // the failure to keep
	test    test           // the smallest test so far that shows it
	result  result.Case
	fills   bool  // cells are filled in, rather than clues taken away
	left    int   // runs
	cut     error // of ctx, which ended before all was tried
	err     error
}

// pinDown shrinks a failing test. It returns nil if that took too long and has several boards: with fewer at once, the one
// that is slow alone will show.
func (s *search) pinDown(ctx context.Context, t test, program int, r result.Case) (*Finding, error) {
	if r.Verdict == result.TLE && len(t.boards) > 1 {
		s.most = len(t.boards)
		return nil, nil
	}
	until := ctx
	if s.Shrink > 0 {
		var stop context.CancelFunc
		until, stop = context.WithTimeout(ctx, s.Shrink)
		defer stop()
	}
	k := &shrinker{search: s, ctx: until, program: program, verdict: r.Verdict, test: t, result: r, left: enough, fills: !s.FewestClues}
	if r.Verdict == result.TLE {
		k.left = enoughSlow
	}
	total := k.left
	f := &Finding{Program: program, From: t.from, Count: max(1, len(t.boards))}
	if k.verdict != result.TLE && !k.again() {
		f.Shaky, f.Cut = k.cut == nil, k.cut
		f.Was = k.size()
		f.Is = f.Was
		return s.finish(ctx, k, f)
	}
	if len(t.boards) > 1 {
		f.From, f.Count = k.isolate()
	}
	before := k.test
	switch {
	case k.over(), s.Talks: // an input is its interactor's, which need not take a smaller one
	case s.Task != nil:
		k.boards()
	case s.Function != nil:
		k.values()
	default:
		k.text()
	}
	f.Was, f.Clues = k.sizeOf(before), s.FewestClues
	f.Is, f.Trials, f.Cut = k.size(), total-k.left, k.cut
	return s.finish(ctx, k, f)
}

// finish fills in the smallest test and the result of every program on it.
func (s *search) finish(ctx context.Context, k *shrinker, f *Finding) (*Finding, error) {
	if k.err != nil {
		return nil, k.err
	}
	t := k.test
	f.Result, f.Boards, f.Input, f.Answer = k.result, t.boards, t.input, t.answer
	for p := range s.Programs {
		r := k.result
		if p != k.program {
			var err error
			r, err = s.run(ctx, &t, p)
			if ctx.Err() != nil {
				r, err = result.Case{Verdict: result.SK, Message: say.Of("interrupted")}, nil
			}
			if err != nil {
				return nil, err
			}
		}
		f.Others = append(f.Others, r)
	}
	return f, nil
}

// again reports whether the same test fails in the same way once more.
func (k *shrinker) again() bool {
	for range 3 {
		if k.fails(k.test) {
			return true
		}
	}
	return false
}

// fails runs the program on a test; one that fails in the same way becomes the smallest so far.
func (k *shrinker) fails(t test) bool {
	if k.over() {
		return false
	}
	k.left--
	k.observe(Progress{Tried: k.tried, Size: k.size()})
	if k.Task == nil && k.program != 0 { // the reference must still have an answer
		if r, ok := k.run(&t, 0); !ok || r.Verdict != result.AC || !k.legal(t.answer) {
			return false
		}
	}
	r, ok := k.run(&t, k.program)
	if !ok || r.Verdict != k.verdict || k.rival(k.ctx, t, r) {
		return false
	}
	k.test, k.result = t, r
	return true
}

// over reports whether nothing more can be tried.
func (k *shrinker) over() bool { return k.left == 0 || k.err != nil || k.cut != nil }

// run runs a program on a test; ok is false if the judge failed or the time is over.
func (k *shrinker) run(t *test, program int) (r result.Case, ok bool) {
	r, err := k.search.run(k.ctx, t, program)
	if k.cut = k.ctx.Err(); k.cut == nil {
		k.err = err
	}
	return r, err == nil
}

func (k *shrinker) failsOn(boards []sudoku.Board) bool {
	return !k.over() && k.fails(k.boardTest(k.test.from, boards)) // the answers of a test take time
}

// isolate looks for the one board that fails alone, or for the fewest that fail together. It returns which boards of the
// stream show the failure.
func (k *shrinker) isolate() (from, count int) {
	all, first := k.test.boards, k.test.from
	needed := minimise(all, k.failsOn, k.over)
	if len(needed) == 1 {
		return first + slices.IndexFunc(all, needed[0].Equal), 1
	}
	return first, len(all) // the program keeps something between boards
}

// mark is a cell that a person has to look at: an open cell when cells are filled in, a given when givens are
// removed.
type mark struct{ board, cell, value int }

// boards fills open cells with digits of a solution, so that the remaining ones can be solved by eye. It removes clues
// instead if that was asked for, or if the board has no solution.
func (k *shrinker) boards() {
	boards := k.test.boards
	base := make([]sudoku.Board, len(boards)) // a board without any of its marks
	var marks []mark
	k.fills = false
	for i, b := range boards {
		solved, ok := sudoku.Board{}, false
		if !k.FewestClues {
			solved, ok = k.filling(b)
		}
		if ok {
			base[i], k.fills = solved, true
		} else {
			base[i] = b.Clone()
			clear(base[i].Cells)
		}
		for c, v := range b.Cells {
			if (v == 0) == ok {
				marks = append(marks, mark{i, c, v})
			}
		}
	}
	with := func(marks []mark) (out []sudoku.Board) {
		for _, b := range base {
			out = append(out, b.Clone())
		}
		for _, m := range marks {
			out[m.board].Cells[m.cell] = m.value
		}
		return out
	}
	minimise(marks, func(marks []mark) bool { return k.failsOn(with(marks)) }, k.over)
}

// mostToSolve is the size up to which the judge solves boards: larger ones may take for ever.
const mostToSolve = 9

// filling is a solution of a board.
func (k *shrinker) filling(b sudoku.Board) (solved sudoku.Board, ok bool) {
	if b.Size > mostToSolve {
		return b, false
	}
	return b.Solve()
}

// minimise returns a part of items that still fails and of which every item is needed. All items together must fail.
// The parts that it tries to remove halve in size, so that most needless items go at once. When over returns true, it
// returns the smallest failing part so far.
func minimise[T any](items []T, fails func([]T) bool, over func() bool) []T {
	for size := (len(items) + 1) / 2; size > 0 && !over(); {
		gone := false
		for from := 0; from < len(items) && !over(); {
			to := min(from+size, len(items))
			rest := append(append([]T(nil), items[:from]...), items[to:]...)
			if fails(rest) {
				items, gone = rest, true
			} else {
				from = to
			}
		}
		if size == 1 && !gone {
			break
		}
		size = (size + 1) / 2
	}
	return items
}

// size returns, in words, how large the smallest test is.
func (k *shrinker) size() say.Message { return k.sizeOf(k.test) }

func (k *shrinker) sizeOf(t test) say.Message {
	if k.Task == nil {
		return say.Count(len(t.input), "byte")
	}
	open, clues := 0, 0
	for _, b := range t.boards {
		clues += b.Clues()
		open += len(b.Cells) - b.Clues()
	}
	what := say.Count(open, "open cell")
	if !k.fills {
		what = say.Count(clues, "clue")
	}
	if n := len(t.boards); n > 1 {
		return say.Of("%d boards with %s", n, what)
	}
	return what
}
