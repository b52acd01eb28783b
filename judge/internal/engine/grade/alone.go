package grade

import (
	"context"
	"os"
	"path/filepath"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/check"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
)

// alone runs a program on the one call, or board, that came out wrong after others, and says so if it is right there.
func (p *Prepared) alone(ctx context.Context, c problem.Case, f check.Files, l result.Limits, d *result.Difference) (why say.Message, err error) {
	if d == nil || p.Problem.Check.Program != "" {
		return why, nil
	}
	one, answer := p.only(c.In, f.Answer, *d)
	if one == "" {
		return why, nil
	}
	dir, remove, err := tempfile.Dir("alone")
	if err != nil {
		return why, err
	}
	defer remove()
	f.Input, f.Answer = filepath.Join(dir, "in"), filepath.Join(dir, "ans")
	if err := tempfile.WriteNew(map[string]string{f.Input: one, f.Answer: answer}); err != nil {
		return why, err
	}
	res, err := p.runPass(ctx, c, f, l, nil)
	switch {
	case err != nil || res.Verdict != result.AC:
		return why, err
	case p.driven:
		return say.Of("alone this call is right: something is left from a call before it, in a global or static variable"), nil
	}
	return say.Of("alone this board is right: something is left from a board before it"), nil
}

// only is the input with nothing but what the difference is about, and its answer. There is none if that came first.
func (p *Prepared) only(in, ans string, d result.Difference) (input, answer string) {
	text, err := os.ReadFile(in)
	if err != nil {
		return "", ""
	}
	if p.Problem.Check.Kind == "sudoku" {
		task := sudoku.Tasks[p.Problem.Check.Format]
		first, err := sudoku.NewReader(string(text), task.Input).Next()
		board, ok := sudoku.ParseAny(d.Puzzle)
		if err != nil || !ok || first.Line() == d.Puzzle || board.Size > 9 { // larger ones may take the judge long
			return "", ""
		}
		return task.Input.Join([]sudoku.Board{board}), task.Answer([]sudoku.Board{board})
	}
	if !p.driven || d.Line < 2 {
		return "", ""
	}
	right, err := os.ReadFile(ans)
	if err != nil {
		return "", ""
	}
	calls, err := p.Problem.Function.Read(text)
	if answers := function.Values(right); err == nil && len(calls) == len(answers) && d.Line <= len(calls) {
		return p.Problem.Function.Write(calls[d.Line-1 : d.Line]), answers[d.Line-1] + "\n"
	}
	return "", ""
}
