package trace

import (
	"bytes"
	"io"
	"os"
	"time"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/solution"
)

// For returns the tracer of a solution of a problem. If the solution holds only a function, the tracer adds a program that
// calls it; lines keep their numbers in the user's file.
func (t Tracer) For(p problem.Problem, s solution.Solution) *Tracer {
	if !grade.IsFunction(p, s) {
		return &t
	}
	once := *p.Function
	once.Calls = 1
	t.Made, t.function = grade.Driven(*p.Function, s), &once
	t.Feed = func(input []byte) ([]byte, error) {
		calls, err := once.Read(input)
		if err != nil {
			return nil, err
		}
		return once.Encode(function.Nonce{}, calls, 0), nil
	}
	return &t
}

// Printed is what a watched program printed, and how it ended.
type Printed struct {
	Text  string // of a function: its results, as the plain program has them
	Ended bool   // by itself, with status 0
	CPU   time.Duration
}

// mostPrinted is how much of an output is kept to be compared, and how many values a function's results may have.
const mostPrinted = 64 << 20

// hear keeps what a program printed.
func (t *Tracer) hear(input string, o sandbox.Outcome) error {
	*t.Heard = Printed{Ended: o.End == sandbox.Exited && o.Exit == 0 && o.Signal == "", CPU: o.CPU}
	if t.function == nil {
		text, err := io.ReadAll(io.LimitReader(o.Stdout, mostPrinted))
		t.Heard.Text = string(text)
		return err
	}
	given, err := os.ReadFile(input)
	if err != nil {
		return err
	}
	calls, err := t.function.Read(given)
	if err != nil {
		return err
	}
	told, err := io.ReadAll(io.LimitReader(o.Results, mostPrinted))
	if err != nil {
		return err
	}
	a, err := t.function.Decode(function.Nonce{}, calls, told, function.Most{Values: mostPrinted / 8, Time: o.Wall + time.Second})
	if err != nil || a.Wrong.Said() || len(a.Passes) == 0 {
		t.Heard.Ended = false
		return nil
	}
	var text bytes.Buffer
	for _, v := range a.Passes[0] {
		text.WriteString(function.WriteValue(v) + "\n")
	}
	t.Heard.Text = text.String()
	return nil
}
