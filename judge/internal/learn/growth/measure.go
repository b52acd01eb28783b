package growth

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/engine/resultcache"
	"sudokuoj/judge/internal/learn/trace"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

const (
	most     = 10                    // inputs that are counted
	enough   = 6                     // sizes that rise by 1
	budget   = 10 * time.Second      // of CPU, for all of them
	each     = time.Second           // for one
	byOnes   = 40                    // up to this size the sizes rise by 1, else they double
	leastRun = 50 * time.Millisecond // a shorter one tells nothing
)

// Meter counts what programs do on inputs that grow.
type Meter struct {
	Grader *grade.Grader
	Kept   *resultcache.Store // keeps what was found out; nil: nothing is kept
}

// run is one program at its sizes.
type run struct {
	*Meter
	inputs
	program *grade.Prepared
	tracer  *trace.Tracer
	dir     string
	runs    int
	spent   time.Duration // of CPU, by the programs
	seen    []counted     // by size
	plain   []timed       // runs of the plain program
}

// timed is how long the plain program took at a size.
type timed struct {
	size int64
	cpu  time.Duration
}

// counted is what a program did at a size.
type counted struct {
	size int64
	work *result.Work
}

// Of counts what a solution does on inputs of a problem that grow, and finds the order. It returns nil if there are no
// such inputs, or if the program cannot be counted.
func (m *Meter) Of(ctx context.Context, p problem.Problem, s solution.Solution) (*result.Growth, error) {
	program, err := m.Grader.Prepare(ctx, grade.Entry{Problem: p, Solution: s})
	if err != nil || program.Refused != "" {
		return nil, err
	}
	basis, data := program.Basis(grade.Host(m.Grader.Sandbox), 1), resultcache.Data(p.Cases)
	var kept *result.Growth
	if m.Kept != nil && m.Kept.Read(basis, "growth", data, &kept) {
		return kept, nil
	}
	dir, remove, err := tempfile.Dir("growth")
	if err != nil {
		return nil, err
	}
	defer remove()
	r := &run{Meter: m, program: program, dir: dir}
	if r.inputs, err = inputsOf(ctx, m.Grader, p, dir); err != nil || r.make == nil && len(r.list) < fewest {
		return nil, err
	}
	r.tracer = trace.Tracer{Builder: m.Grader.Builder, Sandbox: m.Grader.Sandbox}.For(p, s)
	if err := r.count(ctx); err != nil {
		return nil, err
	}
	found := r.growth(ctx)
	if m.Kept != nil && ctx.Err() == nil {
		m.Kept.Write(basis, "growth", data, found)
	}
	return found, ctx.Err()
}

// count counts at the sizes that the list has, or that the program shows to be telling.
func (r *run) count(ctx context.Context) error {
	if r.make == nil {
		for _, in := range r.list {
			if ok, err := r.at(ctx, in.size, in.path); !ok || err != nil {
				return err
			}
		}
		return nil
	}
	start := max(r.low, 8)
	if r.high > 10_000 {
		start = max(r.low, 16)
	}
	if r.high > 0 && r.high <= byOnes {
		return r.ones(ctx, min(start, r.high))
	}
	for n := start; r.runs < most; n *= 2 {
		if r.high > 0 && n > r.high {
			if n = r.high; len(r.seen) > 0 && n < r.seen[len(r.seen)-1].size*5/4 {
				return nil
			}
		}
		ok, err := r.made(ctx, n)
		if err != nil {
			return err
		}
		if !ok && len(r.seen) < fewest {
			top := max(r.low, start/2)
			if len(r.seen) > 0 {
				top = r.seen[len(r.seen)-1].size + 1
			}
			return r.ones(ctx, top)
		}
		if !ok || n == r.high {
			return nil
		}
	}
	return nil
}

// ones counts at sizes that rise by 1 from start, and then at those below.
func (r *run) ones(ctx context.Context, start int64) error {
	for n := start; r.runs < most && (r.high == 0 || n <= r.high); n++ {
		if ok, err := r.made(ctx, n); err != nil {
			return err
		} else if !ok {
			break
		}
	}
	for n := start - 1; r.runs < most && len(r.seen) < enough && n >= max(r.low, 1); n-- {
		if slices.ContainsFunc(r.seen, func(c counted) bool { return c.size == n }) {
			continue
		}
		if ok, err := r.made(ctx, n); !ok || err != nil {
			return err
		}
	}
	return nil
}

// made makes an input of a size and counts on it.
func (r *run) made(ctx context.Context, n int64) (ok bool, err error) {
	path := filepath.Join(r.dir, strconv.FormatInt(n, 10))
	if ok, err = r.make(ctx, n, path); !ok || err != nil {
		return false, err
	}
	return r.at(ctx, n, path)
}

// at counts what the program does on an input. It is not ok if it takes too long or does not end well, and if the counted
// program prints anything else than the plain one: then nothing that it counts is believed.
func (r *run) at(ctx context.Context, n int64, path string) (ok bool, err error) {
	if r.runs++; r.spent > budget {
		return false, nil
	}
	text, plain, err := r.program.OutputWithin(ctx, problem.Case{In: path}, each)
	r.spent += plain.CPU
	if err != nil || plain.Verdict != result.AC {
		return false, err
	}
	r.plain = append(r.plain, timed{n, plain.CPU})
	var heard trace.Printed
	listening := *r.tracer
	listening.Heard = &heard
	work, err := listening.Work(ctx, r.program.Solution, path, each)
	r.spent += heard.CPU
	err = trace.DropUntraceable(err)
	if err != nil || work == nil || work.Stopped > 0 || !heard.Ended || heard.Text != text {
		return false, err
	}
	at, _ := slices.BinarySearchFunc(r.seen, n, func(c counted, n int64) int { return cmp.Compare(c.size, n) })
	r.seen = slices.Insert(r.seen, at, counted{n, work})
	return true, nil
}
