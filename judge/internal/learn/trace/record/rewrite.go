package record

import (
	"context"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/model/solution"
)

// Rewriter rewrites the user's file with one of our programs, which runs in the sandbox like a compiler. The program
// writes two files: Rewritten, and a table that explains the numbers in it.
type Rewriter struct {
	Name    string // of the language
	Table   string // the name of the table's file
	With    func(text, mode string) build.Transform
	Explain func(error) error // says what its failure means; nil: its own message does
	Put     func(made []build.Made, i int, text, table string) []build.Made
}

// Sources replaces the user's file by the rewritten text.
func (w Rewriter) Sources(ctx context.Context, b *build.Builder, s solution.Solution, src build.Source, want Kind) ([]build.Source, error) {
	made, err := build.Named(src)
	if err != nil {
		return nil, err
	}
	mode := map[Kind]string{Lines: "lines", Board: "board", Search: "search", Circle: "circle"}[want]
	for i, m := range made {
		if m.Path != s.Path {
			continue
		}
		text, table, err := w.rewrite(ctx, b, m.Text, mode)
		if err != nil {
			return nil, err
		}
		src.Made = w.Put(made, i, text, table)
		return []build.Source{src}, nil
	}
	return nil, say.Errorf("%s is not among its own files", s.Path)
}

func (w Rewriter) rewrite(ctx context.Context, b *build.Builder, text, mode string) (rewritten, table string, err error) {
	job := w.With(text, mode)
	files, err := b.Transform(ctx, job)
	if err != nil && w.Explain != nil {
		err = w.Explain(err)
	}
	for _, f := range files {
		switch f.Path {
		case "Rewritten":
			rewritten = f.Text
		case w.Table:
			table = f.Text
		}
	}
	if err == nil && table == "" {
		err = say.Errorf("the rewriter of %s made nothing", w.Name)
	}
	return rewritten, table, err
}
