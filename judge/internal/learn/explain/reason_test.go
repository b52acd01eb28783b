package explain

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/grader"
	"sudokuoj/judge/internal/testkit/must"
)

const home = "../../../.."

// watchedPuzzles are the ones in solutions/README.md.
var watchedPuzzles = []string{
	"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
	"..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
}

// explainer watches each program for a while: only naive takes longer, and its figures are for how it begins. In this
// while it makes five times as many steps as are kept.
func explainer(t *testing.T) *Explainer {
	t.Helper()
	return New(grader.Open(t), 2*time.Second, func(string, ...any) {}).Beside(home) // enough for all but naive and marks
}

// replaysOf watches solutions on a puzzle without counting statements.
func replaysOf(t *testing.T, e *Explainer, solutions []solution.Solution, puzzle string) (all []result.Replay) {
	t.Helper()
	problems := must.Get(problem.LoadAll(home))(t)
	board, err := ParsePuzzle(puzzle)
	must.Succeed(t, err)
	for _, s := range solutions {
		format, p, err := formatFor(s, problems, board)
		if err != nil {
			continue
		}
		r, err := e.tracerOf(p, s).Replay(context.Background(), s, format, board)
		if err != nil && why(s.Name, err).Said() {
			t.Log(err)
			continue
		}
		must.Succeed(t, err)
		r.Reason = reasonOf(s, r)
		all = append(all, *r)
	}
	_, err = e.setBeside(context.Background(), all)
	must.Succeed(t, err)
	return all
}

// TestReasonsHaveATurn: the search, its reason and its counts are a turn each, so that a server can share them out.
func TestReasonsHaveATurn(t *testing.T) {
	s := must.Get(solution.Open(filepath.Join(home, "solutions", "lowbit")))(t)
	turns := 0
	e := New(grader.Open(t), 0, func(string, ...any) {}).Each(func(ctx context.Context, search func(context.Context) error) error {
		turns++
		return search(ctx)
	})
	x := must.Get(e.Puzzle(t.Context(), []solution.Solution{s}, must.Get(problem.LoadAll(home))(t), must.Get(ParsePuzzle(Easy))(t)))(t)
	if r := x.Replays(); len(r) != 1 || r[0].Reason == nil {
		t.Fatalf("no reason in %+v", r)
	}
	must.Equal(t, 3, turns, "turns")
}

// TestTableOfReasons compares the table of solutions/README.md with what is watched. A program that is recommended for
// something must do it itself.
func TestTableOfReasons(t *testing.T) {
	e := explainer(t)
	ours := must.Get(solution.FindAll(home))(t)
	share := func(r result.Replay, lacks ...result.Lack) string {
		n := 0
		for _, lack := range lacks {
			n += r.Reason.Counts[lack]
		}
		return fmt.Sprintf("%d %%", (200*n+r.Reason.Placed)/(2*r.Reason.Placed))
	}
	var rows []string
	cells := map[string]string{}
	for _, puzzle := range watchedPuzzles {
		for _, r := range replaysOf(t, e, ours, puzzle) {
			cells[r.Solution] += fmt.Sprintf(" %s | %s | %s |", share(r, result.LacksNoDigit), share(r, result.LacksNoPlace), share(r,
				result.LacksForcedCell, result.LacksForcedPlace))
		}
	}
	for _, s := range ours {
		if own := cells[s.Name]; own != "" {
			rows = append(rows, "| "+s.Name+" |"+own)
		}
	}
	for _, page := range []string{"README.md", "README.zh-CN.md"} {
		text := must.Get(os.ReadFile(home + "/solutions/" + page))(t)
		for _, row := range rows {
			must.Contain(t, string(text), row, "solutions/", page, "lacks")
		}
	}
}
