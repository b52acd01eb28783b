package exchange

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/check"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
)

// What a page shows of a problem at most. Whoever opens the page of a larger one makes the server pay for it, so it is
// not imported.
const (
	mostTitle    = 200     // letters
	mostText     = 1 << 20 // bytes of a statement, and of all descriptions and hints of cases
	mostSamples  = 1 << 20 // bytes of the samples, as far as they are shown
	shownSample  = 16 << 10
	mostPictures = 8 << 20 // bytes of a statement's pictures, each as often as it is named
)

// fitsPage refuses a problem that is too large for a page.
func fitsPage(p problem.Problem) error {
	for _, title := range p.Names {
		if n := utf8.RuneCountInString(title); n > mostTitle {
			return say.Errorf("its title has %d letters, and a page has at most %d", n, mostTitle)
		}
	}
	samples, words := int64(0), 0
	for _, c := range p.Cases {
		words += len(c.Description.English) + len(c.Description.Chinese) + len(c.Hint.English) + len(c.Hint.Chinese)
		if !strings.HasPrefix(c.Name, "sample/") {
			continue
		}
		for _, file := range []string{c.In, c.Ans, strings.TrimSuffix(c.In, ".in") + ".interaction"} {
			if info, err := os.Stat(file); err == nil {
				samples += min(info.Size(), shownSample)
			}
		}
	}
	switch {
	case samples > mostSamples:
		return say.Errorf("its samples show %d MiB, and a page has at most %d MiB", samples>>20, mostSamples>>20).
			Hint("make some of them secret cases")
	case words > mostText:
		return tooWordy()
	}
	return statementsFit(filepath.Join(p.Dir, "statement"))
}

func tooWordy() error {
	return say.Errorf("its descriptions and hints of cases are larger than %d MiB", mostText>>20)
}

// statementsFit refuses statements that are too large, with their pictures.
func statementsFit(dir string) error {
	entries, _ := os.ReadDir(dir) // a problem may have none
	for _, e := range entries {
		if ext := filepath.Ext(e.Name()); !strings.HasPrefix(e.Name(), "problem.") || ext != ".md" && ext != ".tex" {
			continue
		}
		text, err := readBounded(filepath.Join(dir, e.Name()), mostText)
		if err != nil {
			return say.Errorf("its statement %s is larger than %d MiB", e.Name(), mostText>>20)
		}
		pictures := int64(0)
		for _, picture := range entries {
			if info, err := picture.Info(); err == nil && problem.IsPicture(picture.Name()) {
				pictures += info.Size() * int64(strings.Count(string(text), picture.Name()))
			}
		}
		if pictures > mostPictures {
			return say.Errorf("its statement %s shows pictures of %d MiB, and a page has at most %d MiB",
				e.Name(), (pictures+1<<20-1)>>20, mostPictures>>20)
		}
	}
	return nil
}

// mostChecking is how long a checker may take for the answer of a sample.
const mostChecking = 10 * time.Second

// tryChecker gives the problem's checker the answer of a case as an output. A checker that does not end would keep
// everybody waiting; one that cannot be built here is told by grading.
func (w *workshop) tryChecker(p problem.Problem, root string) (remarks []say.Message, err error) {
	if p.Check.Program == "" || p.Check.Interactive || w.tools.Open == nil {
		return nil, nil
	}
	src, err := grade.CheckerSource(p)
	if err != nil { // its headers may be beside other problems
		home := p
		home.Dir = filepath.Join(root, "problems", p.ID)
		src, err = grade.CheckerSource(home)
	}
	if err != nil || w.open() != nil {
		return nil, nil
	}
	src.Stranger = true
	built, err := w.builder.Compile(w.ctx, src)
	if err != nil {
		return nil, w.ctx.Err()
	}
	ended := true
	checker, err := check.New(p.Check, func(ctx context.Context, asked sandbox.Command) (sandbox.Outcome, error) {
		run := grade.CheckerCommand(built, p.Limits, asked)
		run.Limits.CPU = min(run.Limits.CPU, mostChecking)
		o, err := w.sandbox.Run(ctx, run)
		ended = o.End != sandbox.CPULimit && o.End != sandbox.WallLimit
		return o, err
	})
	if err != nil {
		return nil, err
	}
	for _, c := range p.Cases[:min(len(p.Cases), 3)] { // samples come first
		output, err := os.Open(c.Ans)
		if err != nil {
			return nil, err
		}
		r, err := checker.Check(w.ctx, check.Files{Input: c.In, Answer: c.Ans, Output: output, Args: c.CheckArgs})
		output.Close()
		switch {
		case err != nil:
			return nil, err
		case !ended:
			return nil, say.Errorf("its checker does not end: with the answer of %s as an output it was stopped", c.Name)
		case r.Verdict == result.JE:
			return []say.Message{say.Of("its checker fails with the answer of %s as an output: %s", c.Name, r.Message)}, nil
		}
	}
	return nil, nil
}
