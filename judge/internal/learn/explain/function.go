package explain

import (
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/learn/trace"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/solution"
)

// calling returns the tracer of a solution. If the solution holds only a function, the tracer adds a program that
// calls it; lines keep their numbers in the user's file.
func calling(t trace.Tracer, p problem.Problem, s solution.Solution) *trace.Tracer {
	if !grade.IsFunction(p, s) {
		return &t
	}
	t.Made = grade.Driven(*p.Function, s)
	t.Feed = func(input []byte) ([]byte, error) {
		calls, err := p.Function.Read(input)
		if err != nil {
			return nil, err
		}
		once := *p.Function
		once.Calls = 1
		return once.Encode(function.Nonce{}, calls, 0), nil
	}
	return &t
}
