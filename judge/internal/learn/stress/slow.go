package stress

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/learn/growth"
	"sudokuoj/judge/internal/learn/trace"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/result"
)

// counting is how long a program is counted on one input.
const counting = 2 * time.Second

// Slowest looks for the input on which program 0 does most, by counts, until it finds one that takes longer than the limit;
// that is made small while it does. Otherwise it returns the slowest input of all, and what was counted on it. Tried is how
// many inputs there were.
func Slowest(ctx, until context.Context, g *grade.Grader, a *Grading, o Options) (found *Finding, count int64, tried int, err error) {
	s := &search{Arena: a, Options: o}
	counter := trace.Tracer{Builder: g.Builder, Sandbox: g.Sandbox}.For(a.Problem, a.Programs[0].Solution)
	for i := o.From; (o.Count == 0 || i < o.From+o.Count) && until.Err() == nil; i++ {
		t, ok, err := s.large(ctx, a, i, s.sizeOfInput(a, i))
		if err != nil {
			return nil, 0, tried, err
		}
		if !ok {
			continue
		}
		tried++
		s.observe(Progress{Tried: tried})
		n, err := a.counted(ctx, counter, t.input)
		if err != nil {
			return nil, 0, tried, err
		}
		if n <= count && found != nil {
			continue
		}
		r, err := s.run(ctx, &t, 0)
		if err != nil {
			return nil, 0, tried, err
		}
		if r.Verdict == result.TLE {
			found, err := s.lessSlow(ctx, a, t, r)
			return found, n, tried, err
		}
		if r.Verdict == result.AC {
			count, found = n, &Finding{Result: r, Others: []result.Case{r}, Input: t.input, Answer: t.answer, Boards: t.boards, From: i, Count: 1}
		}
	}
	if found == nil && ctx.Err() == nil {
		err = say.Errorf("no input was found on which it could be run")
	}
	return found, count, tried, err
}

// counted is how many statements a program runs on an input; 0 if that cannot be counted. Of one that does not end in time
// it is those until then.
func (a *Grading) counted(ctx context.Context, counter *trace.Tracer, input string) (int64, error) {
	c, err := a.write(input, "")
	if err != nil {
		return 0, err
	}
	work, err := counter.Work(ctx, a.Programs[0].Solution, c.In, counting)
	if err = trace.DropUntraceable(err); err != nil || work == nil {
		return 0, err
	}
	return work.Statements, nil
}

// lessSlow makes an input small on which the program takes too long: first by its size, then item by item.
func (s *search) lessSlow(ctx context.Context, a *Grading, t test, r result.Case) (*Finding, error) {
	before, trials := t, 0
	for size := s.sizeOfInput(a, t.from) / 2; s.Task == nil && size > 0; size /= 2 {
		smaller, ok, err := s.large(ctx, a, t.from, size)
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		trials++
		again, err := s.run(ctx, &smaller, 0)
		if err != nil {
			return nil, err
		}
		if again.Verdict != result.TLE {
			break
		}
		t, r = smaller, again
	}
	if s.Task != nil || len(t.input) <= fewBytes {
		return s.pinDown(ctx, t, 0, r)
	}
	k := &shrinker{search: s}
	return &Finding{Result: r, Others: []result.Case{r}, Input: t.input, Answer: t.answer, From: t.from, Count: 1,
		Was: k.sizeOf(before), Is: k.sizeOf(t), Trials: trials}, nil
}

// fewBytes is how long an input is at most that is made small item by item.
const fewBytes = 2000

// sizeOfInput is how large an input of that number is made.
func (s *search) sizeOfInput(a *Grading, i int) int64 {
	if s.Function == nil || a.generator != nil {
		return a.largest()
	}
	size, _ := s.Function.Size(s.Bounds)
	high := min(cmp.Or(size.High, mostItems), mostItems, s.Function.Largest())
	return max(size.Low, high>>(i/function.Shapes%3))
}

// large makes the test of an input that may be as large as the problem allows.
func (s *search) large(ctx context.Context, a *Grading, i int, size int64) (t test, ok bool, err error) {
	seed := s.Seed + uint64(i)
	switch {
	case s.Task != nil:
		t, err = s.make(ctx, i, 1)
		return t, true, err
	case a.generator != nil:
		t.from = i
		t.input, err = a.generate(ctx, strconv.FormatUint(seed, 10), strconv.FormatInt(size, 10))
		return t, true, err
	}
	t.from = i
	t.input, ok = s.Function.Sized(s.Bounds, seed, size, i)
	return t, ok, nil
}

// mostItems bounds the lists of an input that is made up.
const mostItems = 200_000

// largest is the largest size among the cases of a problem: the first number of an input.
func (a *Grading) largest() (most int64) {
	for _, c := range a.Problem.Cases {
		if n, ok := growth.FirstNumber(c.In); ok {
			most = max(most, n)
		}
	}
	return most
}
