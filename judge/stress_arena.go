package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"sudokuoj/judge/internal/build"
	"sudokuoj/judge/internal/check"
	"sudokuoj/judge/internal/grade"
	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/say"
	"sudokuoj/judge/internal/solution"
	"sudokuoj/judge/internal/sudoku"
	"sudokuoj/judge/internal/temp"
	"sudokuoj/judge/internal/verdict"
)

// arena runs programs for the search as they are run for a grade.
type arena struct {
	grader    *grade.Grader
	problem   problem.Problem
	task      *sudoku.Task
	solutions []solution.Solution
	programs  []*build.Program
	checker   *check.Checker
	generator *build.Program
	dir       string // holds the input of the moment
	remove    func() error
}

// newArena builds what the search runs.
func newArena(ctx context.Context, g *grade.Grader, p problem.Problem, programs []solution.Solution) (*arena, error) {
	a := &arena{grader: g, problem: p, solutions: programs}
	if task, ok := sudoku.Tasks[p.Check.Format]; ok && p.Gen == "" {
		a.task = &task
	}
	for _, s := range programs {
		program, err := a.compile(ctx, p, s)
		if err != nil {
			return nil, err
		}
		a.programs = append(a.programs, program)
	}
	var err error
	if a.checker, err = g.Checker(ctx, p); err != nil {
		return nil, err
	}
	if p.Gen != "" {
		s, err := solution.Open(p.Gen)
		if err != nil {
			return nil, say.Errorf("generator: %w", err)
		}
		if a.generator, err = a.compile(ctx, problem.Problem{}, s); err != nil {
			return nil, err
		}
	}
	a.dir, a.remove, err = temp.Dir("stress")
	return a, err
}

func (a *arena) compile(ctx context.Context, p problem.Problem, s solution.Solution) (*build.Program, error) {
	src, err := grade.SourceFor(p, s)
	var program *build.Program
	if err == nil {
		program, err = a.grader.Builder.Compile(ctx, src)
	}
	if failed, ok := errors.AsType[*build.Failed](err); ok {
		return nil, say.Errorf("%s does not compile:\n%s", s.Path, strings.TrimSpace(failed.What().String()))
	}
	if err != nil {
		return nil, say.Errorf("%s: %w", s.Path, err)
	}
	return program, nil
}

func (a *arena) names() (names []string) {
	for _, s := range a.solutions {
		names = append(names, s.Name)
	}
	return names
}

// whoseAnswer says which answer is taken as right, or nothing where the rules decide.
func (a *arena) whoseAnswer() say.Message {
	if a.task != nil {
		return say.Message{}
	}
	return say.Of("what %s printed", a.solutions[0].Name)
}

// count says how many inputs.
func (a *arena) count(n int) say.Message {
	if a.task != nil {
		return say.Count(n, "board")
	}
	return say.Count(n, "input")
}

// limit is the shortest CPU limit of the programs.
func (a *arena) limit() time.Duration {
	limit := grade.Limits(a.problem, a.solutions[0].Language).CPU
	for _, s := range a.solutions {
		limit = min(limit, grade.Limits(a.problem, s.Language).CPU)
	}
	return limit
}

// Try is part of stress.Arena.
func (a *arena) Try(ctx context.Context, program int, input, answer string) (verdict.Case, error) {
	c, err := a.write(input, answer)
	if err != nil {
		return verdict.Case{}, err
	}
	return a.grader.RunCase(ctx, a.problem, a.solutions[program], a.programs[program], a.checker, c, 1), nil
}

// Answer is part of stress.Arena.
func (a *arena) Answer(ctx context.Context, input string) (string, verdict.Case, error) {
	c, err := a.write(input, "")
	if err != nil {
		return "", verdict.Case{}, err
	}
	return a.grader.Output(ctx, a.problem, a.solutions[0], a.programs[0], c)
}

// Generate is part of stress.Arena.
func (a *arena) Generate(ctx context.Context, seed uint64) (string, error) {
	if a.generator == nil {
		return a.problem.Function.Make(a.problem.Bounds, seed), nil
	}
	c, err := a.write("", "")
	if err != nil {
		return "", err
	}
	c.Args = []string{strconv.FormatUint(seed, 10)}
	p := a.problem
	p.Limits = problem.Limits{Time: 10 * time.Second, Memory: 1 << 30, Output: 64 << 20} // the generator's own
	text, r, err := a.grader.Output(ctx, p, solution.Solution{Language: a.generator.Language}, a.generator, c)
	if err == nil && r.Verdict != verdict.AC && ctx.Err() == nil {
		what := say.Of("%s %d: %s", a.problem.Gen, seed, r.Verdict.Title())
		if r.Message.Said() {
			what = say.Of("%s: %s", what, r.Message)
		}
		err = say.Errorf("%s%s", what, after("\n", strings.TrimSpace(r.Stderr)))
	}
	return text, err
}

func (a *arena) write(input, answer string) (problem.Case, error) {
	c := problem.Case{Name: "stress", In: filepath.Join(a.dir, "in"), Ans: filepath.Join(a.dir, "ans")}
	if err := os.WriteFile(c.In, []byte(input), 0o644); err != nil {
		return c, err
	}
	return c, os.WriteFile(c.Ans, []byte(answer), 0o644)
}
