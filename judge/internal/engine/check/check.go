// Package check compares what a program printed with what was expected: it gives the verdict (AC, WA,
// PE, JE) and the first place that is wrong. It does not run the program that is graded. It starts the
// problem's own checker program through a Runner. Other rooms draw the differences.
package check

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

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
	Feedback      string   // the folder of a validator's files, where there are several passes or pictures; "": it is gone after this one
}

// Result is the judgement of one output. Verdict is AC, WA, PE or JE.
type Result struct {
	Verdict    result.Verdict
	Difference *result.Difference // nil if there is none, or only the checker program knows it
	Message    say.Message        // what the problem's own checker program says, in one line
	Points     *result.Points     // what the checker program gives it, where it says so
	Time       time.Duration      // of the checker program; 0 where there is none
	Output     string             // the head of the output, where only the checker program knows what is wrong with it
}

// Runner runs the compiled checker program of a problem: c holds its arguments (without the program
// itself), its standard input and what it may read and write. The Runner adds the program and the limits.
type Runner func(ctx context.Context, c sandbox.Command) (sandbox.Outcome, error)

// Checker checks outputs as one problem asks. Several goroutines may use it at once.
type Checker struct {
	spec   problem.Check
	ignore []*regexp.Regexp
	fold   bool // A is as good as a
	run    Runner
}

// New makes a Checker, or returns what is wrong with the spec. run may be nil if the kind needs no program.
func New(spec problem.Check, run Runner) (*Checker, error) {
	spec.Kind = cmp.Or(spec.Kind, "lines")
	switch ownProgram := spec.Kind == "validator" || spec.Kind == "testlib"; {
	case ownProgram && run == nil:
		return nil, say.Errorf("check: kind %s needs a checker program", spec.Kind)
	case !slices.Contains(problem.Kinds, spec.Kind), spec.Kind == "sudoku" && !slices.Contains(problem.Formats, spec.Format):
		return nil, say.Errorf("check: no kind %q", strings.TrimSpace(spec.Kind+" "+spec.Format))
	}
	c := &Checker{spec: spec, run: run}
	for _, p := range spec.Ignore {
		re, err := regexp.Compile(p)
		if err != nil {
			return nil, say.Errorf("check: ignore %q: %w", p, err)
		}
		c.ignore = append(c.ignore, re)
	}
	return c, nil
}

// Check compares one output with what was expected. An error is the judge's own fault (a file that
// cannot be read, data that contradicts itself), never the program's.
func (c *Checker) Check(ctx context.Context, f Files) (Result, error) {
	if c.spec.Kind == "validator" || c.spec.Kind == "testlib" {
		return c.program(ctx, f)
	}
	t, err := read(f)
	if err != nil {
		return Result{}, err
	}
	r, err := c.once(ctx, t)
	if err == nil && r.Verdict == result.WA && slices.Contains([]string{"lines", "exact", "sudoku"}, c.spec.Kind) {
		r = c.almost(ctx, t, r)
	}
	return r, cmp.Or(err, ctx.Err())
}

// once is Check without a second look.
func (c *Checker) once(ctx context.Context, t texts) (Result, error) {
	switch {
	case c.spec.Kind == "value" || c.spec.Kind == "any-order":
		return c.values(ctx, t)
	case c.spec.Kind == "kattis":
		return c.kattis(ctx, t)
	case c.spec.Kind == "sudoku" && !bytes.Equal(t.want, t.got): // else text says the same, sooner
		return c.sudoku(ctx, t)
	}
	return c.text(ctx, t)
}

// text checks the kinds that need nothing but the answer and the output.
func (c *Checker) text(ctx context.Context, t texts) (Result, error) {
	switch {
	case c.spec.Kind == "float":
		return c.words(ctx, t, c.byNumbers())
	case c.spec.Kind == "tokens" && !c.spec.Strict:
		return c.words(ctx, t, byTokens)
	case c.spec.Kind == "exact":
		return c.layout(ctx, t, byBytes)
	}
	return c.layout(ctx, t, c.byLines())
}

// layout compares words and blanks. If the problem is strict, it looks at a wrong answer again: where all
// words are right, only the layout is wrong (PE). Else the first wrong word is the difference to show,
// not a blank before it.
func (c *Checker) layout(ctx context.Context, t texts, k kind) (Result, error) {
	r, err := c.compare(ctx, t, k)
	if err != nil || r.Verdict != result.WA || !c.spec.Strict {
		return r, err
	}
	words, err := c.words(ctx, t, byTokens)
	if err != nil || words.Verdict != result.AC {
		return words, err
	}
	r.Verdict = result.PE
	r.Difference.Text = say.Of("%s (the right words in the wrong layout)", r.Difference.Text)
	return r, nil
}

// words compares words; their lines do not matter.
func (c *Checker) words(ctx context.Context, t texts, k kind) (Result, error) {
	t.want, t.got = c.withoutIgnored(t.want), c.withoutIgnored(t.got)
	return c.compare(ctx, t, k)
}

// compare walks the answer and the output side by side.
func (c *Checker) compare(ctx context.Context, t texts, k kind) (Result, error) {
	want, got := t.want, t.got
	if c.fold {
		want, got = folded(want), folded(got)
	}
	w, g, same := k.compare(ctx, want, got)
	switch {
	case ctx.Err() != nil:
		return Result{}, ctx.Err()
	case same:
		return Result{Verdict: result.AC}, nil
	}
	n := common(w.text, g.text)
	return different(offset{t.want, w.at + n}, offset{t.got, g.at + n}), nil
}
