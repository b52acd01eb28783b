package command

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"sync/atomic"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/suggest"
	"sudokuoj/judge/internal/cli/flags"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/show/terminal"
)

// genFlags are the flags of gen as they were typed.
type genFlags struct {
	given      func(flag string) bool
	options    sudoku.Options
	n          int
	difficulty string
	format     string
	solutions  string
}

func setUpGen(fs *flag.FlagSet) Action {
	f := &genFlags{given: flags.Given(fs)}
	fs.IntVar(&f.n, "n", 1, "")
	fs.IntVar(&f.options.Size, "size", 9, "")
	fs.Func("regions", "", func(text string) error {
		if _, err := fmt.Sscanf(text+"\n", "%dx%d\n", &f.options.W, &f.options.H); err != nil {
			return say.Errorf("write the width and height of a region, 3x2")
		}
		return nil
	})
	fs.IntVar(&f.options.Clues, "clues", 0, "")
	fs.StringVar(&f.difficulty, "difficulty", "", "")
	fs.BoolVar(&f.options.Symmetric, "symmetric", false, "")
	fs.Uint64Var(&f.options.Seed, "seed", uint64(time.Now().UnixMilli()), "")
	fs.StringVar(&f.format, "format", "", "")
	fs.StringVar(&f.solutions, "solutions", "", "")
	return f.run
}

func (f *genFlags) run(ctx context.Context, env *terminal.Console, _ []string) error {
	if err := f.complete(); err != nil {
		return err
	}
	g, err := sudoku.NewGenerator(f.options)
	if err != nil {
		return say.Errorf("gen: %w", err)
	}
	if err := sudoku.Format(f.format).Holds(g.Empty()); err != nil {
		return say.Errorf("gen: %w", err).Hint("use %s", sudoku.File)
	}
	if !f.given("seed") {
		fmt.Fprintln(env.Stderr, env.Say("judge gen: -seed %d makes these again", f.options.Seed))
	}
	if err := f.generate(ctx, env, g); err != nil {
		return say.Errorf("gen: %w", err)
	}
	return nil
}

// complete checks the flags that package sudoku does not know, and fills in defaults.
func (f *genFlags) complete() error {
	o := &f.options
	o.Difficulty = sudoku.Difficulty(f.difficulty)
	if f.n < 1 {
		return say.Errorf("gen: -n %d: ask for one or more", f.n)
	}
	if f.given("clues") && o.Clues < 1 {
		return say.Errorf("gen: -clues %d: ask for one or more, or leave -clues out", o.Clues)
	}
	if f.format == string(sudoku.Letters) && !f.given("size") {
		o.Size = sudoku.Letters.Empty().Size
	}
	if !f.given("format") {
		f.format = string(sudoku.AcWing)
		if o.Size != 9 || f.given("regions") {
			f.format = string(sudoku.File)
		}
	}
	if !slices.Contains(sudoku.Formats, sudoku.Format(f.format)) {
		return unknownWord("-format", f.format, sudoku.Formats)
	}
	if o.Difficulty != sudoku.Any && !slices.Contains(sudoku.Difficulties, o.Difficulty) {
		return unknownWord("-difficulty", string(o.Difficulty), sudoku.Difficulties)
	}
	return nil
}

func unknownWord[T ~string](flag, word string, known []T) error {
	words := texts(known)
	return say.Errorf("gen: %s %q%s (one of %s)", flag, word, suggest.DidYouMean(word, words), say.List(words))
}

func texts[T ~string](words []T) []string {
	var all []string
	for _, w := range words {
		all = append(all, string(w))
	}
	return all
}

// generate writes each puzzle as soon as it is made.
func (f *genFlags) generate(ctx context.Context, env *terminal.Console, g *sudoku.Generator) error {
	answers, err := os.Create(cmp.Or(f.solutions, os.DevNull))
	if err != nil {
		return err
	}
	defer answers.Close()
	format := sudoku.Format(f.format)
	in, ans := sudoku.NewWriter(env.Stdout, format), sudoku.NewWriter(answers, format)
	var made atomic.Int64
	live := env.Live(env.Stderr)
	live.Every(func(seconds float64) say.Message {
		return say.Of("%d of %d puzzles, %.0f s", made.Load(), f.n, seconds)
	})
	defer live.End()
	if err := in.Begin(f.n); err != nil {
		return err
	}
	for done := range f.n {
		puzzle, solution, err := g.Next(ctx)
		if errors.Is(err, context.Canceled) {
			return say.Errorf("interrupted after %d of %d puzzles", done, f.n)
		}
		if err != nil {
			return say.Errorf("after %d of %d puzzles: %w", done, f.n, err)
		}
		made.Add(1)
		live.Erase()
		if err := errors.Join(in.Write(puzzle), ans.Write(solution)); err != nil {
			return err
		}
	}
	return errors.Join(in.Close(), answers.Close())
}
