package explain

import (
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/learn/trace"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/solution"
)

// prepared returns a solution and its tracer. If the solution holds only a function, the tracer adds a program that
// calls it; lines keep their numbers in the user's file.
func prepared(t *trace.Tracer, p problem.Problem, s solution.Solution) (*trace.Tracer, solution.Solution) {
	if !grade.IsFunction(p, s) {
		return t, s
	}
	feeding := *t
	feeding.Made = grade.Driven(*p.Function, s)
	feeding.Feed = func(input []byte) ([]byte, error) {
		calls, err := p.Function.Read(input)
		if err != nil {
			return nil, err
		}
		once := *p.Function
		once.Calls = 1
		return once.Encode(function.Nonce{}, calls), nil
	}
	return &feeding, s
}
