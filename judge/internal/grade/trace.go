package grade

import (
	"context"
	"os"
	"path/filepath"

	"sudokuoj/judge/internal/function"
	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/solution"
	"sudokuoj/judge/internal/trace"
)

// Tracer makes a tracer for a solution of a problem, and returns the solution as it is to be traced: one
// that holds a function as a program, written into a folder, whose lines have the numbers that they have in
// the user's file.
func (g *Grader) Tracer(ctx context.Context, p problem.Problem, s solution.Solution, dir string) (*trace.Tracer, solution.Solution, error) {
	t := &trace.Tracer{Builder: g.Builder, Sandbox: g.Sandbox}
	if s.Language != "go" || !IsFunction(p, s) {
		return t, s, nil
	}
	// What is wrong with it is said of the user's own file, before there is another.
	src, err := SourceFor(p, s)
	if err == nil {
		_, err = g.Builder.Compile(ctx, src)
	}
	if err != nil {
		return t, s, err
	}
	text, err := os.ReadFile(s.Path)
	if err != nil {
		return t, s, err
	}
	folder, err := os.MkdirTemp(dir, "function-")
	if err != nil {
		return t, s, err
	}
	s.Files = nil
	for _, f := range p.Function.GoProgram(s.Path, text) {
		path := filepath.Join(folder, f.Name)
		if err := os.WriteFile(path, []byte(f.Text), 0o600); err != nil {
			return t, s, err
		}
		s.Files = append(s.Files, path)
		if f.User {
			s.Path = path
		}
	}
	t.Feed = func(input []byte) ([]byte, error) {
		calls, err := p.Function.Read(input)
		if err != nil {
			return nil, err
		}
		once := *p.Function
		once.Calls = 1
		return once.Encode(function.Nonce{}, calls), nil
	}
	return t, s, nil
}
