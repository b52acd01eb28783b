// Package check compares what a program printed with what was expected: it gives the verdict (AC, WA,
// PE, JE) and the first place that is wrong. It reads files in blocks and never holds a whole one, so
// an output of any size costs the same memory. It does not run the program that is graded; a problem's
// own checker program it runs through a Runner that it is given. How a difference looks on a screen is
// for others.
package check

import (
	"cmp"
	"context"
	"hash/maphash"
	"os"
	"regexp"
	"slices"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
)

// Files are the texts of one case, or of one of its passes.
type Files struct {
	Input, Answer string   // paths
	Output        *os.File // what the program printed: a regular file, read from its start; nil where it talked with the checker
	Args          []string // what the case has to say to a validator, after the problem's own arguments
	Feedback      string   // the folder of a validator's files, where there are several passes; "": it is gone after this one
}

// Result is what became of one output. Verdict is AC, WA, PE or JE.
type Result struct {
	Verdict    result.Verdict
	Difference *result.Difference // nil if there is none, or only the checker program knows it
	Message    say.Message        // what the problem's own checker program says, in one line
	Points     *result.Points     // what the checker program gives it, where it says so
	Output     string             // the head of the output, where only the checker program knows what is wrong with it
}

// Runner runs the compiled checker program of a problem: c holds its arguments (without the program
// itself), its standard input and what it may read and write. The Runner adds the program and the limits.
type Runner func(ctx context.Context, c sandbox.Command) (sandbox.Outcome, error)

// Checker checks outputs in the way one problem asks for. It may be used by several goroutines at once.
type Checker struct {
	spec   problem.Check
	ignore []*regexp.Regexp
	told   *told // of lines, by ignore; nil where nothing is
	fold   bool  // A is as good as a
	run    Runner
}

// New makes a Checker, or says what is wrong with the spec. run may be nil where no program is asked for.
func New(spec problem.Check, run Runner) (*Checker, error) {
	if spec.Kind == "" {
		spec.Kind = "lines"
	}
	if !slices.Contains(problem.Kinds, spec.Kind) {
		return nil, say.Errorf("check: no kind %q", spec.Kind).Hint("write one of %s", say.List(problem.Kinds))
	}
	if spec.Kind == "sudoku" && !slices.Contains(problem.Formats, spec.Format) {
		return nil, say.Errorf("check: no sudoku format %q", spec.Format).Hint("write one of %s", say.List(problem.Formats))
	}
	if spec.Absolute < 0 || spec.Relative < 0 {
		return nil, say.Errorf("check: a tolerance below zero accepts nothing").Hint("write 1e-6")
	}
	ownProgram := spec.Kind == "validator" || spec.Kind == "testlib"
	if ownProgram && run == nil {
		return nil, say.Errorf("check: kind %s needs a checker program", spec.Kind)
	}
	if len(spec.Ignore) > 0 && (ownProgram || spec.Kind == "value" || spec.Kind == "any-order" || spec.Kind == "exact" || spec.Format == "file") {
		return nil, say.Errorf("check: ignore leaves out whole lines, which kind %s does not compare", spec.Kind).Hint("use kind lines")
	}
	c := &Checker{spec: spec, run: run}
	for _, p := range spec.Ignore {
		re, err := regexp.Compile(p)
		if err != nil {
			return nil, say.Errorf("check: ignore %q: %w", p, err)
		}
		c.ignore = append(c.ignore, re)
	}
	if len(c.ignore) > 0 {
		c.told = &told{seed: maphash.MakeSeed()}
	}
	return c, nil
}

// Check compares one output with what was expected. An error is the judge's own fault (a file that
// cannot be read, data that contradicts itself), never the program's.
func (c *Checker) Check(ctx context.Context, f Files) (Result, error) {
	r, err := c.once(ctx, f)
	if err == nil && r.Verdict == result.WA && slices.Contains([]string{"lines", "exact", "sudoku"}, c.spec.Kind) {
		return c.almost(ctx, f, r)
	}
	return r, err
}

// once is Check without a second look.
func (c *Checker) once(ctx context.Context, f Files) (Result, error) {
	switch c.spec.Kind {
	case "validator":
		return c.validator(ctx, f)
	case "testlib":
		return c.testlib(ctx, f)
	case "sudoku":
		return c.sudoku(ctx, f)
	case "kattis":
		return c.kattis(ctx, f)
	case "value", "any-order":
		return c.values(ctx, f)
	}
	return c.text(ctx, f)
}

// text checks the kinds that need nothing but the answer and the output.
func (c *Checker) text(ctx context.Context, f Files) (Result, error) {
	switch {
	case c.spec.Kind == "float":
		return c.compare(ctx, f, c.byNumbers())
	case c.spec.Kind == "tokens" && !c.spec.Strict:
		return c.compare(ctx, f, byTokens)
	}
	k := c.ignoringLines()
	if c.spec.Kind == "exact" {
		k = byBytes
	}
	r, err := c.compare(ctx, f, k)
	if err != nil || r.Verdict != result.WA || !c.spec.Strict {
		return r, err
	}
	return c.layout(ctx, f, r)
}

// layout looks again at a wrong answer: if every token is right, only the layout is wrong. If one is
// not, that one is the difference to show, rather than a blank before it.
func (c *Checker) layout(ctx context.Context, f Files, r Result) (Result, error) {
	t, err := c.compare(ctx, f, byTokens)
	if err != nil || t.Verdict != result.AC {
		return t, err
	}
	r.Verdict = result.PE
	r.Difference.Text = say.Of("%s (the right words in the wrong layout)", r.Difference.Text)
	return r, nil
}

// compare walks the answer and the output side by side.
func (c *Checker) compare(ctx context.Context, f Files, k kind) (Result, error) {
	answer, err := os.Open(f.Answer)
	if err != nil {
		return Result{}, err
	}
	defer answer.Close()
	if c.fold {
		k = folding(k)
	}
	w, g := c.cursor(answer, k), c.cursor(f.Output, k)
	defer w.done()
	defer g.done()
	equal := same(ctx, w, g, k)
	if err := cmp.Or(ctx.Err(), w.err, g.err); err != nil {
		return Result{}, err
	}
	if equal {
		return Result{Verdict: result.AC}, nil
	}
	d, err := c.describe(w, g)
	return Result{Verdict: result.WA, Difference: d}, err
}
