package explain

import (
	"context"
	"os"
	"path/filepath"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/learn/reason"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
)

// setReason computes the reason from a program's history. That takes as long as a search, so it is done in a turn.
func (e *Explainer) setReason(ctx context.Context, s solution.Solution, r *result.Replay) error {
	return e.each(ctx, func(context.Context) error {
		r.Reason = reasonOf(s, r)
		return nil
	})
}

func reasonOf(s solution.Solution, r *result.Replay) *result.Reason {
	reason.Fewest(r)
	found := reason.Of(*r)
	if found != nil {
		found.Own = filepath.Base(filepath.Dir(filepath.Dir(s.Path))) != "solutions"
		found.Language = s.Language
	}
	return found
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
		if name == "" && alone {
			name = usual
		}
		key := [2]string{e.twin(name, mine.Reason.Language), mine.Puzzle}
		if key[0] == "" {
			continue
		}
		if _, known := ours[key]; !known {
			if ours[key], err = e.watchOurs(ctx, key[0], mine); err != nil {
				return nil, err
			}
		}
		other := ours[key]
		if other == nil {
			continue
		}
		if reason.Looks(mine.Reason.Lacks) != "" {
			mine.Reason.Beside = reason.Beside(mine.Reason.Lacks, mine, *other, e.elsewhere(key[0], mine.Reason.Language))
		}
		if alone {
			beside := *other
			beside.Problem, beside.Case = mine.Problem, mine.Case
			more = append(more, beside)
		}
	}
	return more, nil
}

// twin is the solution of ours that does the same in a language, where there is one: inplace-cpp for inplace.
func (e *Explainer) twin(name, language string) string {
	twin := name + "-" + language
	if _, err := os.Stat(filepath.Join(e.root, "solutions", twin)); name != "" && e.root != "" && err == nil {
		return twin
	}
	return name
}

// elsewhere is the name of the language of a solution of ours, "" if it is this one.
func (e *Explainer) elsewhere(name, than string) string {
	s, err := solution.Open(filepath.Join(e.root, "solutions", name))
	if err != nil || s.Language == than {
		return ""
	}
	return language.NameOf(s.Language)
}

// watchOurs watches a solution of ours on the puzzle of another. If there is no such solution, it returns nil: a user
// may keep only solutions of their own.
func (e *Explainer) watchOurs(ctx context.Context, name string, mine result.Replay) (*result.Replay, error) {
	if e.root == "" {
		return nil, nil
	}
	s, err := solution.Open(filepath.Join(e.root, "solutions", name))
	if err != nil {
		return nil, nil
	}
	puzzle, err := sudoku.ParseLine(mine.Puzzle)
	if err != nil {
		return nil, nil
	}
	e.show("watching %s search", name)
	s.Name = name
	seen, err := e.replay(ctx, e.tracerOf(problem.Problem{}, s), s, sudoku.AcWing, puzzle)
	if err != nil && why(name, err).Said() {
		return nil, nil
	}
	return seen, err
}
