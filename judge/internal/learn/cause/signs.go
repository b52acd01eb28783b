package cause

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/learn/growth"
	"sudokuoj/judge/internal/learn/trace"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/show/terminal"
)

// outside is what lets a program in C, C++, Python or Rust see more than its memory and its input: it may come back to a
// state and then leave it. The recorders of other languages find that themselves.
var outside = match.Lazy(`\b(?:clock|time|chrono|random_device|rdtsc|getrandom|getentropy|gettimeofday|getrusage|clock_gettime|times|sleep|usleep|` +
	`nanosleep|thread|jthread|pthread\w*|async|future|atomic|volatile|fork|vfork|signal|sigaction|alarm|setitimer|mmap|shm\w*|fopen|freopen|open|` +
	`ifstream|fstream|asm|__asm__|__builtin_ia32\w*|dlopen|syscall|ioctl|select|poll|omp|random|secrets|urandom|File|fs)\b`)

// circle is the proof that a program runs for ever: the same state came back. Once nobody asks any more there is none.
func (x *suspect) circle(ctx context.Context) (*result.Cause, error) {
	s := x.program.Solution
	if len(s.Files) != 1 || slices.Contains([]string{"c", "cpp", "python", "rust"}, s.Language) && outside().MatchString(s.Lang().Code(s.Text())) {
		return nil, nil
	}
	seen, err := x.tracer.Circle(ctx, s, x.at.In, x.watch)
	if ctx.Err() != nil {
		return nil, nil
	}
	if err != nil || seen == nil {
		return nil, trace.DropUntraceable(err)
	}
	c := &result.Cause{Kind: result.Endless, Line: seen.Line}
	c.Sentence = say.Of("It never ends: in the loop of line %d all that it looks at comes back to what it was before", c.Line)
	if c.Line == 0 {
		work, err := x.tracer.Work(x.ctx, s, x.at.In, min(x.limit, x.watch))
		if err != nil || len(work.Lines) == 0 {
			return nil, trace.DropUntraceable(err)
		}
		runs := slices.Max(work.Lines)
		c.Line, c.Figures = 1+slices.Index(work.Lines, runs), map[string]float64{"runs": float64(runs)}
		c.Sentence = say.Of("It never ends: all its variables come back to values that they had before, so it runs in a circle around line %d", c.Line)
	}
	if seen.AllRead {
		c.Sentence = say.Of("%s; all of its input is read by then", c.Sentence)
	}
	c.Sentence = say.Of("%s.", c.Sentence)
	return c, nil
}

// stream is the experiment with another way to read and to print.
func (x *suspect) stream() (*result.Cause, error) {
	s := x.program.Solution
	text, beside, ok := s.Lang().MadeQuick(s.Text())
	if !x.plain.ended || !ok || len(s.Files) != 1 || x.tracer.Made != nil {
		return nil, nil
	}
	quick, ok, err := x.program.Variant(x.ctx, func(src build.Source) (build.Source, error) {
		made, err := build.Named(src)
		for i := range made {
			if made[i].Path == s.Path {
				made[i].Text = text
			}
		}
		if beside.Path != "" {
			made = append(made, build.Made{Name: beside.Path, Text: beside.Text, Header: strings.HasSuffix(beside.Path, ".h")})
		}
		src.Made, src.Flags = made, s.Lang().Quick.Flags
		return src, err
	})
	if err != nil || !ok {
		return nil, err
	}
	before, after, ok, err := x.same(quick)
	if err != nil || !ok || !OfStream(before, after, x.limit) {
		return nil, err
	}
	return &result.Cause{Kind: result.Stream, Figures: map[string]float64{"plain_ms": milliseconds(before), "quick_ms": milliseconds(after)},
		Sentence: say.Of("Reading and printing take most of its time: with %s it prints the same in %s instead of %s.", s.Lang().Quick.What,
			terminal.Duration(after), terminal.Duration(before))}, nil
}

// OfStream reports whether two times show that reading and printing are the cause: that alone saves half of the time, and
// brings it below the limit.
func OfStream(plain, quick, limit time.Duration) bool { return quick <= plain/2 && quick <= limit }

// handling finds a line that handles long things again and again. It is to be believed only if the program printed what
// the plain one prints.
func (x *suspect) handling() (*result.Cause, error) {
	listening := x.tracer
	listening.Heard = &x.heard
	all, err := listening.Handling(x.ctx, x.program.Solution, x.at.In, x.watch)
	if err != nil || len(all) == 0 || !OfHandling(all[0]) {
		return nil, trace.DropUntraceable(err)
	}
	h := all[0]
	c := &result.Cause{Kind: result.Handling, Line: h.Line,
		Figures: map[string]float64{"share": h.Share, "calls": float64(h.Calls), "amount": float64(h.Amount)}}
	each := terminal.Thousands(h.Amount / h.Calls)
	what := say.Of("%s bytes", each)
	if h.Items {
		what = say.Of("%s items", each)
	}
	c.Sentence = say.Of("%.0f %% of its time goes into %s in line %d, which handles %s each time, %s times.", 100*h.Share, h.Name, h.Line, what,
		terminal.Thousands(h.Calls))
	return c, nil
}

// OfHandling reports whether what a line handles is the cause.
func OfHandling(h trace.Handled) bool {
	least := int64(2000)
	if h.Items {
		least = 500
	}
	return h.Line > 0 && h.Share >= 0.5 && h.Calls >= 100 && h.Amount/h.Calls >= least
}

// memory is the experiment with two loops in the other order.
func (x *suspect) memory() (*result.Cause, error) {
	s := x.program.Solution
	if !x.plain.ended || len(s.Files) != 1 {
		return nil, nil
	}
	work, err := x.tracer.Work(x.ctx, s, x.at.In, x.watch)
	if err != nil || len(work.Lines) == 0 {
		return nil, trace.DropUntraceable(err)
	}
	for _, pair := range hottest(loops(s.Lang().ID, s.Text(), s.Lang().Code(s.Text())), work) {
		changed, ok, err := x.program.Variant(x.ctx, func(src build.Source) (build.Source, error) {
			made, err := build.Named(src)
			for i := range made {
				made[i].Text = strings.Replace(made[i].Text, s.Text(), pair.text, 1)
			}
			src.Made = made
			return src, err
		})
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		before, after, ok, err := x.same(changed)
		if err != nil {
			return nil, err
		}
		if !ok || !OfMemory(before, after) {
			continue
		}
		return &result.Cause{Kind: result.Memory, Line: pair.lines[0],
			Figures: map[string]float64{"plain_ms": milliseconds(before), "swapped_ms": milliseconds(after)},
			Sentence: say.Of("The loops of lines %d and %d walk the memory in a slow order: swapped, they do the same, and it prints the same in %s instead of %s.",
				pair.lines[0], pair.lines[1], terminal.Duration(after), terminal.Duration(before))}, nil
	}
	return nil, nil
}

// OfMemory reports whether two times show that the order of loops is the cause.
func OfMemory(plain, swapped time.Duration) bool { return 3*swapped <= 2*plain }

// dear is how many nanoseconds a statement of a compiled program takes that waits for its memory.
const dear = 6

// growth tells that the work is too much for the limit, or that no cause is known.
func (x *suspect) growth() (*result.Cause, error) {
	p, s := x.program.Problem, x.program.Solution
	g, err := x.Meter.Of(x.ctx, p, s)
	if err != nil || g == nil || g.Order == "" {
		return untold(say.Message{}), err
	}
	fit, ok := growth.Of(g.Points, max(g.Promised, g.Points[len(g.Points)-1].Size))
	n, sized := growth.SizeOf(p, x.at)
	if !ok || !sized {
		return untold(say.Message{}), nil
	}
	if !fit.Steep {
		return untold(say.Of("what it does grows only as %s", g.Order)), nil
	}
	pace := g.Foretold / fit.At(float64(max(g.Promised, 1))) // milliseconds for each statement or call
	here := pace * fit.At(float64(n))
	if fit.Times == 0 && slices.Contains([]string{"c", "cpp", "go", "java", "rust"}, s.Language) && 1e6*pace > dear {
		return untold(say.Message{}), nil // the order of the memory may be the cause, or something that is not counted
	}
	if g.Line == 0 || !OfGrowth(here, x.plain.cpu, x.plain.ended, x.limit) {
		return untold(say.Message{}), nil
	}
	said := say.Of("It does too much: %s", g.Sentence)
	if name, order := x.less(fit, float64(n)); name != "" {
		said = say.Of("%s %s grows only as %s.", said, name, order)
	}
	return &result.Cause{Kind: result.Growing, Line: g.Line, Figures: map[string]float64{"n": float64(n), "foretold_ms": here}, Sentence: said}, nil
}

// less names the solution of the problem that grows least, if it grows less than this one.
func (x *suspect) less(mine growth.Fit, n float64) (name, order string) {
	p, least := x.program.Problem, 0.9*mine.At(n)/mine.At(n/2)
	var all []solution.Solution
	if x.Root != "" {
		all, _ = solution.FindAll(x.Root) // what cannot be read is not named
	}
	for _, s := range all {
		if len(s.Expect) > 0 || s.Path == x.program.Solution.Path || !slices.Contains(s.Problems, p.ID) {
			continue
		}
		g, err := x.Meter.Of(x.ctx, p, s)
		if err != nil || g == nil || g.Order == "" {
			continue
		}
		if fit, ok := growth.Of(g.Points, max(g.Promised, int64(n))); ok && fit.At(n)/fit.At(n/2) < least {
			least, name, order = fit.At(n)/fit.At(n/2), s.Name, g.Order
		}
	}
	return name, order
}

// OfGrowth reports whether growth explains the time: it foretells more than the limit, and if the program ended, nearly
// the time that it took.
func OfGrowth(foretold float64, took time.Duration, ended bool, limit time.Duration) bool {
	if ended {
		return foretold >= 0.5*milliseconds(took) && foretold <= 2*milliseconds(took)
	}
	return foretold >= 2*milliseconds(limit)
}

// hottest are the pairs of loops that do something often, the most often first.
func hottest(all []loopPair, work *result.Work) []loopPair {
	runs := func(p loopPair) int64 {
		last := min(p.last, len(work.Lines))
		return slices.Max(append(work.Lines[min(p.lines[1]-1, last):last:last], 0))
	}
	all = slices.DeleteFunc(all, func(p loopPair) bool { return runs(p) < slices.Max(work.Lines)/10 })
	slices.SortStableFunc(all, func(a, b loopPair) int { return cmp.Compare(runs(b), runs(a)) })
	return all[:min(len(all), mostPairs)]
}
