package trace

import (
	"cmp"
	"context"
	"path/filepath"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/learn/trace/finder"
	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
)

// mostGiven is how much of an input the finder looks at: it begins with the sizes of tables, or is small.
const mostGiven = 64 << 10

// Search watches the calls and the tables of a solution on an input until it ends, or until its time is up.
func (t *Tracer) Search(ctx context.Context, s solution.Solution, input string, limit time.Duration) (*result.Search, error) {
	limit = cmp.Or(t.Patience, limit)
	given := tempfile.Heads(filepath.Dir(input), mostGiven, filepath.Base(input))[filepath.Base(input)]
	told, out, err := t.watch(ctx, s, watching{want: record.Search, input: input, puzzle: sudoku.Empty(), limit: limit})
	if err != nil {
		return nil, err
	}
	found := finder.Find(s, string(given), told)
	found.Solution = s.Name
	why := endingOf(told, out, limit)
	if len(found.Functions) == 0 && len(found.Tables) == 0 {
		return nil, &Untraceable{Solution: s.Name, Why: say.Of("none of its calls was seen until it ended: %s", why)}
	}
	if out.End != sandbox.Exited || told.Clock {
		found.Stopped = true
		found.Note = say.Of("the program was stopped before it was done: %s", why)
	}
	if found.Deepest == record.MostLevel {
		found.Note = say.Join(found.Note, say.Of("calls deeper than level %d count as on it", record.MostLevel))
	}
	return &found, nil
}
