package fleet

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
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
	b.texts.sweep(time.Now(), keepOnDisk)
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

// problem puts the problem of a job and its one case on disk.
func (b *bench) problem(ctx context.Context, j Job) (p problem.Problem, c problem.Case, err error) {
	p = problem.Problem{ID: j.Problem, Limits: j.Limits, Check: j.Check, Function: j.Function,
		InputFile: j.InputFile, OutputFile: j.OutputFile}
	c = problem.Case{Name: j.Case.Name, Args: j.Case.Args, CheckArgs: j.Case.CheckArgs}
	if c.In, err = b.texts.path(ctx, j.client, j.Case.In); err != nil {
		return p, c, err
	}
	if c.Ans, err = b.texts.path(ctx, j.client, j.Case.Ans); err != nil {
		return p, c, err
	}
	if p.Check.Program+p.Check.Interactor == "" {
		return p, c, nil
	}
	// A checker's headers are looked for next to it, so its place matters.
	root := filepath.Join(b.texts.dir, checkerFolder+digestOf([]any{j.Problem, j.Checker}))
	p.Dir = filepath.Join(root, "problems", j.Problem)
	for _, program := range []*string{&p.Check.Program, &p.Check.Interactor} {
		if *program != "" {
			*program = filepath.Join(p.Dir, filepath.FromSlash(*program))
		}
	}
	if _, err := os.Stat(p.Dir); err == nil {
		touch(root)
		return p, c, nil
	}
	return p, c, b.layOut(ctx, j, root)
}

// layOut writes the files of a checker, all or none.
func (b *bench) layOut(ctx context.Context, j Job, root string) error {
	dir, remove, err := tempfile.Beside(b.texts.dir, "checker")
	if err != nil {
		return err
	}
	defer remove()
	files := map[string]string{}
	for _, f := range j.Checker {
		text, err := b.text(ctx, j.client, f)
		if err != nil {
			return err
		}
		files[filepath.Join(dir, "new", "problems", j.Problem, filepath.FromSlash(f.Name))] = text
	}
	if err := tempfile.WriteNew(files); err != nil {
		return err
	}
	return os.Rename(filepath.Join(dir, "new"), root)
}

func (b *bench) text(ctx context.Context, client string, f File) (string, error) {
	path, err := b.texts.path(ctx, client, f.Blob)
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(path)
	return string(text), err
}

// prepare calls grade.Prepare, and remembers its results. Of the case it matters only whether there is input: a program
// that reads none is told so.
func (b *bench) prepare(ctx context.Context, j Job, p problem.Problem, c problem.Case, s Source) (*grade.Prepared, error) {
	key := digestOf([]any{j.Problem, j.Limits, j.Check, j.Checker, j.Function, j.InputFile, j.OutputFile,
		j.Case.In.Size > 0, s})
	if b.known == nil || len(b.known) > mostKnown {
		b.known = map[string]*grade.Prepared{}
	}
	if known := b.known[key]; known != nil {
		return known, nil
	}
	var files []language.File
	for _, f := range s.Files {
		text, err := b.text(ctx, j.client, f)
		if err != nil {
			return nil, err
		}
		files = append(files, language.File{Path: f.Name, Text: text})
	}
	sol, err := solution.Of(s.Name, s.Language, files...)
	if err != nil {
		return nil, err
	}
	sol.Stranger, sol.Env = true, s.Env
	e := grade.Entry{Problem: p, Solution: sol, Cases: []problem.Case{c}, Partial: true, Unasked: s.Unasked}
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
