package fleet

import (
	"context"
	"encoding/json"
	"os"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

// bench grades a worker's jobs. It keeps prepared programs, since the next job is probably another case for the same
// solutions.
type bench struct {
	grader *grade.Grader
	texts  *cache
	known  map[string]*grade.Prepared
}

const mostKnown = 500 // prepared programs, few enough for the memory

// grade runs the solutions of a job as ./judge does.
func (b *bench) grade(ctx context.Context, j Job) (all []Graded, err error) {
	b.texts.sweep(keepOnDisk)
	p, c, err := b.problem(ctx, j)
	if err != nil {
		return nil, err
	}
	running, stop := context.WithTimeout(context.WithoutCancel(ctx), mostHeld)
	defer stop()
	for _, s := range j.Solutions {
		prepared, err := b.prepare(ctx, j, p, c, s)
		if err != nil {
			return nil, err
		}
		ready := *prepared
		ready.Cases = []problem.Case{c}
		res := ready.Result()
		if ready.Refused == "" {
			res.Cases[0] = ready.RunBeside(running, c, j.Count)
		}
		if running.Err() != nil {
			return nil, say.Errorf("%s: a job takes more than %d hours", c.Name, int(mostHeld.Hours())).
				Hint("give fewer solutions at once")
		}
		all = append(all, Graded{res.Compile, res.Cases[0]})
	}
	return all, nil
}

// problem puts the case of a job on disk.
func (b *bench) problem(ctx context.Context, j Job) (p problem.Problem, c problem.Case, err error) {
	p = problem.Problem{ID: j.Problem, Limits: j.Limits, Check: j.Check, Function: j.Function,
		InputFile: j.InputFile, OutputFile: j.OutputFile}
	c = problem.Case{Name: j.Case.Name, Args: j.Case.Args, CheckArgs: j.Case.CheckArgs}
	if c.In, err = b.texts.path(ctx, j.client, j.Case.In); err == nil {
		c.Ans, err = b.texts.path(ctx, j.client, j.Case.Ans)
	}
	return p, c, err
}

// source fetches the files of a program.
func (b *bench) source(ctx context.Context, client string, s Source) (solution.Solution, error) {
	var files []language.File
	for _, f := range s.Files {
		path, err := b.texts.path(ctx, client, f.Blob)
		if err != nil {
			return solution.Solution{}, err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return solution.Solution{}, err
		}
		files = append(files, language.File{Path: f.Name, Text: string(text)})
	}
	return solution.Of(s.Name, s.Language, files...)
}

// prepare calls grade.Prepare, and remembers its results. Of the case it matters only whether there is input: a program
// that reads none is told so.
func (b *bench) prepare(ctx context.Context, j Job, p problem.Problem, c problem.Case, s Source) (*grade.Prepared, error) {
	key := digestOf([]any{j.Problem, j.Limits, j.Check, j.Checkers, j.Function, j.InputFile, j.OutputFile,
		j.Case.In.Size > 0, s})
	if b.known == nil || len(b.known) > mostKnown {
		b.known = map[string]*grade.Prepared{}
	}
	if known := b.known[key]; known != nil {
		return known, nil
	}
	sol, err := b.source(ctx, j.client, s)
	if err != nil {
		return nil, err
	}
	sol.Stranger, sol.Env = true, s.Env
	e := grade.Entry{Problem: p, Solution: sol, Cases: []problem.Case{c}, Partial: true, Unasked: s.Unasked,
		Checkers: map[string]build.Source{}}
	for _, checker := range j.Checkers {
		one, err := b.source(ctx, j.client, checker)
		if err != nil {
			return nil, err
		}
		e.Checkers[checker.Name] = grade.CheckerFrom(p, one, checker.Headers)
	}
	prepared, err := b.grader.Prepare(ctx, e)
	if err == nil && prepared.Refused != result.JE { // a fault of the machine may pass
		b.known[key] = prepared
	}
	return prepared, err
}

func digestOf(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // the value came as JSON
	}
	return blobOf(text).SHA256[:32]
}
