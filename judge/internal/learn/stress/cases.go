package stress

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/model/result"
)

// Unanswered lists the inputs in a folder of test data that have no answer beside them, without their ending.
func Unanswered(data string) (names []string, err error) {
	err = filepath.WalkDir(data, func(path string, d fs.DirEntry, err error) error {
		name, isInput := strings.CutSuffix(path, ".in")
		if err != nil || d.IsDir() || !isInput {
			return err
		}
		for _, ext := range []string{".ans", ".interaction"} {
			if _, err := os.Stat(name + ext); err == nil {
				return nil
			}
		}
		names = append(names, name)
		return nil
	})
	return names, err
}

// WriteAnswer writes the answer of the first program to an input that has none.
func (a *Grading) WriteAnswer(ctx context.Context, name string) error {
	input, err := os.ReadFile(name + ".in")
	if err != nil {
		return err
	}
	answer, err := a.rightAnswer(ctx, string(input), say.Text(name+".in"))
	if err != nil {
		return err
	}
	return tempfile.Replace(name+".ans", []byte(answer))
}

// WriteCases writes n secret cases with inputs that are made up by the problem's constraints, its generator or its
// rules, and the answers of the first program. It returns their names, without an ending, as far as they were written.
func (a *Grading) WriteCases(ctx context.Context, seed uint64, n int) (names []string, err error) {
	dir, next, err := a.nextCase()
	if err != nil {
		return nil, err
	}
	inputs := &search{Arena: a, Options: Options{Task: a.Task, Seed: seed}}
	for i := 0; len(names) < n; i++ {
		made, err := inputs.make(ctx, i, 1)
		if err != nil {
			return names, err
		}
		if inputs.again(made) { // small bounds allow few inputs
			if i > 100*n {
				return names, say.Errorf("only %s were found that differ", say.Count(len(names), "input"))
			}
			continue
		}
		answer, err := a.rightAnswer(ctx, made.input, say.Of("input %d of seed %d", i, seed))
		if err != nil {
			return names, err
		}
		name := filepath.Join(dir, fmt.Sprintf("%02d-made", next+len(names)))
		if err := tempfile.WriteNew(map[string]string{name + ".in": made.input, name + ".ans": answer}); err != nil {
			return names, err
		}
		names = append(names, name)
	}
	return names, nil
}

// rightAnswer is what the first program prints, if the problem accepts it.
func (a *Grading) rightAnswer(ctx context.Context, input string, what say.Message) (string, error) {
	answer, r, err := a.Answer(ctx, input)
	if err == nil && r.Verdict == result.AC {
		r, err = a.Try(ctx, 0, input, answer)
	}
	if err == nil && r.Verdict != result.AC {
		err = say.Errorf("%s: %s ends with %s: %s", what, a.Names()[0], string(r.Verdict), r.Message)
	}
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return answer, err
}
