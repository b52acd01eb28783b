// Package java has programs in Java tell what they do: a program on javac's own syntax trees puts calls of a class of
// ours into their text.
package java

import (
	"context"
	_ "embed"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/model/language"
	"sudokuoj/judge/internal/model/solution"
)

var (
	//go:embed Rewrite.java
	rewriter string
	//go:embed Watch.java
	watch string
)

// Recorder is that of Java.
type Recorder struct{ record.Plain }

// Sources puts the rewritten text in the place of the user's file, and what it calls beside it.
func (Recorder) Sources(ctx context.Context, b *build.Builder, s solution.Solution, src build.Source, want record.Kind) ([]build.Source, error) {
	if _, err := b.Compile(ctx, src); err != nil {
		return nil, err
	}
	made, err := build.Named(src)
	if err != nil {
		return nil, err
	}
	mode := "board"
	if want == record.Lines {
		mode = "lines"
	}
	for i, m := range made {
		if m.Path != s.Path {
			continue
		}
		text, table, err := rewrite(ctx, b, m.Text, mode)
		if err != nil {
			return nil, err
		}
		made[i].Text = text
		made = append(made, build.Made{Name: "Watch.java", Text: watch}, build.Made{Name: "Table.java", Text: table})
		src.Files, src.Made = nil, made
		return []build.Source{src}, nil
	}
	return nil, say.Errorf("%s is not among its own files", s.Path)
}

func rewrite(ctx context.Context, b *build.Builder, text, mode string) (rewritten, table string, err error) {
	files, err := b.Transform(ctx, build.Transform{
		Language: "java",
		Files:    []language.File{{Path: "Rewrite.java", Text: rewriter}, {Path: "Input.java", Text: text}},
		Args: func(t language.Toolchain, _, out string) []string {
			return []string{t.Runner, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx512m", "-Duser.language=en", "./Rewrite.java", "./Input.java", out, mode}
		},
	})
	for _, f := range files {
		switch f.Path {
		case "Rewritten":
			rewritten = f.Text
		case "Table.java":
			table = f.Text
		}
	}
	if err == nil && table == "" {
		err = say.Errorf("the rewriter of Java made nothing")
	}
	return rewritten, table, err
}
