package explain

import (
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/learn/trace"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/solution"
)

// prepared is a solution of a problem as it is to be traced, and by what: one that holds a function as a
// program that calls it, whose lines have the numbers that they have in the user's file.
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
