package stress

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
)

// Grading is an Arena that runs programs as they are run for a grade, beside each other.
type Grading struct {
	Problem  problem.Problem
	Task     *sudoku.Task // nil: inputs come from the problem's generator or its function's signature, answers from the first program
	Programs []*grade.Prepared

	generator *grade.Prepared
	dir       string // holds the input of the moment
	remove    func() error
}

// ByRule reports whether the rules or the problem's interactor decide which answer is right. Otherwise a program's
// answers count as right.
func ByRule(p problem.Problem) bool { return boards(p) || p.Check.Talks() }

// boards reports whether a problem is one about boards, with the usual inputs.
func boards(p problem.Problem) bool {
	return p.Check.Kind == "sudoku" && p.Gen == ""
}

// Trusted returns the problem's own solution, whose answers count as right if a program has no other to compare with:
// the first that claims the problem, promises no failure, and is right on the samples. There may be none.
func Trusted(ctx context.Context, g *grade.Grader, p problem.Problem, all []solution.Solution, than solution.Solution) []solution.Solution {
	for _, s := range all {
		if s.Path == than.Path || len(s.Expect) > 0 || !slices.Contains(s.Problems, p.ID) {
			continue
		}
		program, err := prepare(ctx, g, p, s)
		wrong := func(c problem.Case) bool { return program.Try(ctx, c).Verdict != result.AC }
		if err == nil && !slices.ContainsFunc(p.Select("sample/*"), wrong) {
			return []solution.Solution{s}
		}
	}
	return nil
}

// NewGrading builds what the search runs. Its owner calls Close.
func NewGrading(ctx context.Context, g *grade.Grader, p problem.Problem, programs []solution.Solution) (*Grading, error) {
	a := &Grading{Problem: p}
	if task := sudoku.Tasks[p.Check.Format]; boards(p) {
		a.Task = &task
	}
	for _, s := range programs {
		program, err := prepare(ctx, g, p, s)
		if err != nil {
			return nil, err
		}
		a.Programs = append(a.Programs, program)
	}
	if p.Gen != "" {
		var err error
		if a.generator, err = g.Generator(ctx, p); err != nil {
			return nil, err
		}
	}
	var err error
	a.dir, a.remove, err = tempfile.Dir("stress")
	return a, err
}

// Close removes the files of the search.
func (a *Grading) Close() error { return a.remove() }

func prepare(ctx context.Context, g *grade.Grader, p problem.Problem, s solution.Solution) (*grade.Prepared, error) {
	prepared, err := g.Prepare(ctx, grade.Entry{Problem: p, Solution: s})
	if err == nil {
		err = prepared.NotBuilt()
	}
	return prepared, err
}

// Names returns the names of the programs.
func (a *Grading) Names() (names []string) {
	for _, p := range a.Programs {
		names = append(names, p.Solution.Name)
	}
	return names
}

// WhoseAnswer names the program whose answers count as right; it is empty if the rules decide.
func (a *Grading) WhoseAnswer() say.Message {
	if ByRule(a.Problem) {
		return say.Message{}
	}
	return say.Of("what %s printed", a.Programs[0].Solution.Name)
}

// Count names a number of inputs.
func (a *Grading) Count(n int) say.Message {
	if a.Task != nil {
		return say.Count(n, "board")
	}
	return say.Count(n, "input")
}

// Limit is the shortest CPU limit of the programs.
func (a *Grading) Limit() time.Duration {
	limit := a.Programs[0].Limits.CPU
	for _, p := range a.Programs {
		limit = min(limit, p.Limits.CPU)
	}
	return limit
}

// Try is part of Arena.
func (a *Grading) Try(ctx context.Context, program int, input, answer string) (result.Case, error) {
	c, err := a.write(input, answer)
	if err != nil {
		return result.Case{}, err
	}
	return a.Programs[program].Try(ctx, c), nil
}

// Answer is part of Arena.
func (a *Grading) Answer(ctx context.Context, input string) (string, result.Case, error) {
	c, err := a.write(input, "")
	if err != nil {
		return "", result.Case{}, err
	}
	if a.Problem.Check.Talks() { // there is no output, and no answer that others could be held to
		return "", a.Programs[0].Try(ctx, c), nil
	}
	return a.Programs[0].Output(ctx, c)
}

// Explain adds a sanitizer's finding to a failure.
func (a *Grading) Explain(ctx context.Context, found *Finding) error {
	c, err := a.write(found.Input, found.Answer)
	if v := found.Result.Verdict; err == nil && (v == result.RE || v == result.WA) {
		found.Result.Fault = a.Programs[found.Program].Sanitize(ctx, c)
		found.Others[found.Program].Fault = found.Result.Fault
	}
	return err
}

// Generate is part of Arena.
func (a *Grading) Generate(ctx context.Context, seed uint64) (string, error) {
	if a.generator == nil {
		text, ok := a.Problem.Function.Make(a.Problem.Bounds, seed)
		if !ok {
			return "", say.Errorf("%s: no input was found that satisfies all constraints", filepath.Join(a.Problem.Dir, "judge.yaml")).Hint("check whether they contradict each other, or add a line gen: gen.py, with a program that prints inputs")
		}
		return text, nil
	}
	return a.generate(ctx, strconv.FormatUint(seed, 10))
}

// generate runs the problem's generator.
func (a *Grading) generate(ctx context.Context, args ...string) (string, error) {
	c, err := a.write("", "")
	if err != nil {
		return "", err
	}
	c.Args = args
	text, r, err := a.generator.Output(ctx, c)
	if err == nil && r.Verdict != result.AC && ctx.Err() == nil {
		what := say.Of("%s %s: %s", a.Problem.Gen, strings.Join(args, " "), r.Verdict.Title())
		if r.Message.Said() {
			what = say.Of("%s: %s", what, r.Message)
		}
		if complaint := strings.TrimSpace(r.Stderr); complaint != "" {
			what = say.Of("%s\n%s", what, complaint)
		}
		err = say.Errorf("%s", what)
	}
	return text, err
}

func (a *Grading) write(input, answer string) (problem.Case, error) {
	c := problem.Case{Name: "stress", In: filepath.Join(a.dir, "in"), Ans: filepath.Join(a.dir, "ans")}
	if err := os.WriteFile(c.In, []byte(input), 0o644); err != nil {
		return c, err
	}
	return c, os.WriteFile(c.Ans, []byte(answer), 0o644)
}
