package growth

import (
	"bufio"
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/check"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
)

// inputs are the inputs of a problem by their size. They are made up, or else they are its cases.
type inputs struct {
	what      say.Message // what their size is; nothing where its name says it
	low, high int64       // the sizes that the problem promises; high is 0 if it promises none
	largest   int64       // the largest size that must be solved: high, else that of the cases
	make      func(ctx context.Context, n int64, to string) (ok bool, err error)
	list      []sized
}

type sized struct {
	size int64
	path string
}

// inputsOf finds the inputs of a problem. There are none if it is about boards, or if nothing tells their size.
func inputsOf(ctx context.Context, g *grade.Grader, p problem.Problem, dir string) (inputs, error) {
	if _, boards := check.InputFormat(p.Check.Format); boards || p.Check.Talks() {
		return inputs{}, nil
	}
	if p.Function != nil {
		return ofFunction(p), nil
	}
	in := inputs{what: say.Of("n is the first number of the input"), low: 1}
	for _, c := range p.Cases {
		if n, ok := FirstNumber(c.In); ok && !result.Beyond(c.Name) {
			in.list = append(in.list, sized{n, c.In})
			in.high = max(in.high, n)
		}
	}
	in.largest = in.high
	in.list = spread(in.list)
	if p.Gen != "" {
		return in, in.generated(ctx, g, p, dir)
	}
	return in, nil
}

func ofFunction(p problem.Problem) inputs {
	size, ok := p.Function.Size(p.Bounds)
	if !ok || size.High > 0 && size.High-size.Low < 4 {
		return inputs{}
	}
	in := inputs{low: size.Low, high: size.High, largest: size.High}
	for _, c := range p.Cases {
		if n, ok := SizeOf(p, c); ok && size.High == 0 && !result.Beyond(c.Name) {
			in.largest = max(in.largest, n)
		}
	}
	switch size.Name {
	case "":
		in.what = say.Of("n is the number of calls")
	case "n": // it is the parameter itself
	default:
		in.what = say.Of("n is %s", size.Name)
	}
	in.make = func(_ context.Context, n int64, to string) (bool, error) {
		if n > p.Function.Largest() {
			return false, nil
		}
		text, ok := p.Function.Sized(p.Bounds, uint64(n), n, 0)
		if !ok {
			return false, nil
		}
		return true, os.WriteFile(to, []byte(text), 0o600)
	}
	return in
}

// generated asks the problem's generator for a size. If it does not heed that, the cases have to do.
func (in *inputs) generated(ctx context.Context, g *grade.Grader, p problem.Problem, dir string) error {
	generator, err := g.Generator(ctx, p)
	if err != nil {
		return err
	}
	empty := filepath.Join(dir, "nothing")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		return err
	}
	made := func(ctx context.Context, n int64, to string) (bool, error) {
		size := strconv.FormatInt(n, 10)
		text, r, err := generator.Output(ctx, problem.Case{In: empty, Args: []string{size, size}})
		if err != nil || r.Verdict != result.AC {
			return false, err
		}
		err = os.WriteFile(to, []byte(text), 0o600)
		got, number := FirstNumber(to)
		return number && got == n, err
	}
	for _, n := range []int64{5, 7, 11} {
		if ok, err := made(ctx, n, filepath.Join(dir, "asked")); !ok || err != nil {
			return err
		}
	}
	in.make, in.list = made, nil
	return nil
}

// spread picks inputs of different sizes, as many as may be counted.
func spread(all []sized) (some []sized) {
	slices.SortStableFunc(all, func(a, b sized) int { return cmp.Compare(a.size, b.size) })
	all = slices.CompactFunc(all, func(a, b sized) bool { return a.size == b.size })
	if len(all) <= most {
		return all
	}
	for i := range most {
		some = append(some, all[i*(len(all)-1)/(most-1)])
	}
	return some
}

// FirstNumber reads the first word of an input, if it is a number above 0 that may be a size.
func FirstNumber(path string) (n int64, ok bool) {
	f, err := os.Open(path)
	if err != nil {
		return 0, false
	}
	defer f.Close()
	words := bufio.NewScanner(f)
	words.Split(bufio.ScanWords)
	if !words.Scan() {
		return 0, false
	}
	n, err = strconv.ParseInt(words.Text(), 10, 64)
	return n, err == nil && n > 0
}

// SizeOf returns the size of a case as growth counts it. Ok is false if that cannot be told.
func SizeOf(p problem.Problem, c problem.Case) (n int64, ok bool) {
	if p.Function == nil {
		return FirstNumber(c.In)
	}
	text, err := os.ReadFile(c.In)
	if err != nil {
		return 0, false
	}
	calls, err := p.Function.Read(text)
	size, grows := p.Function.Size(p.Bounds)
	if err != nil || !grows || len(calls) != 1 {
		return 0, false
	}
	return p.Function.SizeOf(calls[0], size)
}
