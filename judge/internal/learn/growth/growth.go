package growth

import (
	"cmp"
	"context"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// growth makes of the counts what is told.
func (r *run) growth(ctx context.Context) *result.Growth {
	seen := lastSteps(r.seen)
	if len(seen) < fewest {
		return nil
	}
	to := max(r.largest, seen[len(seen)-1].size)
	g := &result.Growth{By: Statements, Promised: r.largest, Points: pointsOf(seen, func(c counted) int64 { return c.work.Statements })}
	fit, ok := Of(g.Points, to)
	if name, calls, by := r.calls(seen, to); by.Times > 0 && (!ok || fit.Times > 0) {
		g.By, g.Points, fit, ok = name, calls, by, true
	}
	if !ok {
		g.Sentence = say.Of("What it does follows no order that is known here: %s.", listed(g.Points))
		return g
	}
	g.Order, g.Miss, g.Line = fit.Order, fit.Miss, carrier(seen, to, fit)
	if r.largest > 0 {
		g.Foretold = r.pace(ctx, fit) * fit.At(float64(r.largest))
	}
	g.Sentence = r.sentence(g, fit)
	return g
}

// Statements is the name of what is counted, unless the calls of a function tell more.
const Statements = "statements"

// lastSteps returns the sizes that rise by 1, if there are enough of them at the end; else all.
func lastSteps(all []counted) []counted {
	from := len(all) - 1
	for from > 0 && all[from].size == all[from-1].size+1 {
		from--
	}
	if len(all)-from >= fewest {
		return all[from:]
	}
	return all
}

func pointsOf(seen []counted, count func(counted) int64) (points []result.Point) {
	for _, c := range seen {
		points = append(points, result.Point{Size: c.size, Count: count(c)})
	}
	return points
}

// calls returns the function that is called most often at the largest size, if its calls follow an order.
func (r *run) calls(seen []counted, to int64) (name string, points []result.Point, fit Fit) {
	last := seen[len(seen)-1].work.Calls
	for other, n := range last {
		if n > last[name] || n == last[name] && other < name {
			name = other
		}
	}
	points = pointsOf(seen, func(c counted) int64 { return c.work.Calls[name] })
	fit, _ = Of(points, to)
	return name, points, fit
}

// carrier returns the line that carries the growth: among those that run often, the one that is foretold to run most. It
// must grow as fast as the whole, and no line that runs more than half as often may follow no order.
func carrier(seen []counted, to int64, whole Fit) (line int) {
	lines := seen[len(seen)-1].work.Lines
	var of []int
	for i, n := range lines {
		if n > 0 {
			of = append(of, i)
		}
	}
	slices.SortStableFunc(of, func(a, b int) int { return cmp.Compare(lines[b], lines[a]) })
	unsure, most := int64(0), 0.0
	for _, i := range of[:min(len(of), 12)] {
		if lines[i] < lines[of[0]]/20 {
			break
		}
		from := slices.IndexFunc(seen, func(c counted) bool { return i < len(c.work.Lines) && c.work.Lines[i] > 0 })
		fit, ok := Of(pointsOf(seen[from:], func(c counted) int64 { return c.work.Lines[i] }), to)
		switch at := 0.0; {
		case !ok:
			unsure = max(unsure, lines[i])
		case fit.Steep == whole.Steep:
			if at = fit.At(float64(to)); at > most*1.001 {
				most, line = at, i+1
			}
		}
	}
	if line > 0 && unsure > lines[line-1]/2 {
		return 0
	}
	return line
}

// pace returns how many milliseconds the program takes for each of what was counted; 0 if that is not steady. It runs the
// plain program on larger inputs until it takes long enough to tell.
func (r *run) pace(ctx context.Context, fit Fit) float64 {
	slices.SortFunc(r.plain, func(a, b timed) int { return cmp.Compare(a.size, b.size) })
	start, n := r.plain[0].cpu, r.plain[len(r.plain)-1].size
	runs := slices.DeleteFunc(slices.Clone(r.plain), func(t timed) bool { return t.cpu-start < leastRun })
	for tries := 0; tries < 8 && r.spent <= budget && (len(runs) < 2 || runs[len(runs)-1].cpu-start < r.long()); tries++ {
		next, limit, ok := r.longer(ctx, n, fit)
		if !ok {
			break
		}
		_, plain, err := r.program.OutputWithin(ctx, problem.Case{In: next.path}, limit)
		if r.spent += plain.CPU; err != nil || plain.Verdict != result.AC {
			break
		}
		if n = next.size; plain.CPU-start >= leastRun {
			runs = append(runs, timed{n, plain.CPU})
		}
	}
	if len(runs) < 2 {
		return 0
	}
	per := func(t timed) float64 {
		return float64(t.cpu-start) / float64(time.Millisecond) / fit.At(float64(t.size))
	}
	last, before := runs[len(runs)-1], runs[0]
	if !Steady(per(before), per(last)) {
		return 0
	}
	return per(last)
}

// long is how long a run must take to foretell from it. Java compiles what runs often, so its first tenths of a second are slower.
func (r *run) long() time.Duration {
	if r.program.Solution.Language == "java" {
		return 500 * time.Millisecond
	}
	return 300 * time.Millisecond
}

// longer returns an input that is larger than n, and how long the plain program may run on it. One that is made is as much
// larger as is needed; those that are listed may be far apart.
func (r *run) longer(ctx context.Context, n int64, fit Fit) (next sized, limit time.Duration, ok bool) {
	if r.make == nil {
		i := slices.IndexFunc(r.list, func(s sized) bool { return s.size > n })
		if i < 0 {
			return next, 0, false
		}
		return r.list[i], budget / 2, true
	}
	size, top := n, cmp.Or(r.high, math.MaxInt32)
	for least := 3 * fit.At(float64(n)); fit.At(float64(size)) < least && size < top; { // what does not grow never gets there
		step := max(1, size/8)
		if fit.Times > 0 { // each 1 more is as many times as much
			step = 1
		}
		size = min(size+step, top)
	}
	if size == n {
		return next, 0, false
	}
	path := filepath.Join(r.dir, "long"+strconv.FormatInt(size, 10))
	made, err := r.make(ctx, size, path)
	return sized{size, path}, 4 * r.long(), made && err == nil
}

// Steady reports whether what is counted costs the same at two sizes. If it gets dearer, the counts miss where the time
// goes; cheaper it gets while a runtime warms up.
func Steady(before, after float64) bool { return after >= 0.3*before && after <= 1.8*before }

func listed(points []result.Point) say.Message {
	var words []string
	for _, p := range points[max(0, len(points)-4):] {
		words = append(words, terminal.Thousands(p.Count))
	}
	return say.Of("at n = %s to %s it counts %s", terminal.Thousands(points[max(0, len(points)-4)].Size), terminal.Thousands(points[len(points)-1].Size), say.List(words))
}

// sentence tells the growth: what was seen before what is concluded.
func (r *run) sentence(g *result.Growth, fit Fit) say.Message {
	last, before := g.Points[len(g.Points)-1], g.Points[len(g.Points)-2]
	times := ratio(float64(last.Count) / float64(before.Count))
	what := say.Of("it runs %s times as many statements", times)
	if g.By != Statements {
		what = say.Of("it calls %s %s times as often", g.By, times)
	}
	from := say.Of("With n = %s in the place of %s", terminal.Thousands(last.Size), terminal.Thousands(before.Size))
	if last.Size == before.Size+1 {
		from = say.Of("With n + 1")
	}
	said := say.Of("%s %s: about %s (missed by %s %%)", from, what, g.Order, strconv.FormatFloat(100*g.Miss, 'f', 1, 64))
	if fit.Miss == 0 && fit.Times > 0 {
		said = say.Of("%s %s, and each time more: %s", from, what, g.Order)
	}
	said = say.Join(said, r.what)
	if g.Line > 0 {
		said = say.Of("%s; line %d carries it", said, g.Line)
	}
	if g.Foretold > 0 {
		said = say.Of("%s; for the largest n, %s, that is %s", said, terminal.Thousands(g.Promised), Long(g.Foretold))
	}
	return say.Of("%s.", said)
}

// Long writes a time of milliseconds that may be an age.
func Long(ms float64) say.Message {
	switch s := ms / 1000; {
	case s < 0.05:
		return say.Of("less than 0.1 s")
	case s < 120:
		return say.Of("about %.1f s", s)
	case s < 2*3600:
		return say.Of("about %.0f minutes", s/60)
	case s < 48*3600:
		return say.Of("about %.0f hours", s/3600)
	case s < 1000*24*3600:
		return say.Of("about %.0f days", s/3600/24)
	}
	return say.Of("years")
}
