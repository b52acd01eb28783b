// Package javascript has programs in JavaScript tell what they do: a program on the syntax trees of node's own parser puts
// calls of functions of ours into their text.
package javascript

import (
	"context"
	_ "embed"
	"errors"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/model/language"
	"sudokuoj/judge/internal/model/solution"
)

var (
	//go:embed rewrite.js
	rewriter string
	//go:embed watch.js
	watch string
)

// Recorder is that of JavaScript.
type Recorder struct{ record.Plain }

// Sources puts the rewritten text in the place of the user's file, and what it calls before it.
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
		head := ""
		if strings.Contains(table, `"strict":true`) {
			head = "'use strict';" // only the first of a program counts
		}
		made[i].Text = head + strings.Replace(watch, "(TABLE)", "("+table+")", 1) + text
		src.Files, src.Made = nil, made
		return []build.Source{src}, nil
	}
	return nil, say.Errorf("%s is not among its own files", s.Path)
}

// noParser is what the rewriter says where it has none.
const noParser = "no parser inside"

func rewrite(ctx context.Context, b *build.Builder, text, mode string) (rewritten, table string, err error) {
	files, err := b.Transform(ctx, build.Transform{
		Language: "javascript",
		Files:    []language.File{{Path: "rewrite.js", Text: rewriter}, {Path: "input.js", Text: text}},
		Args: func(t language.Toolchain, _, out string) []string {
			return []string{t.Runner, "--expose-internals", "./rewrite.js", "./input.js", out, mode}
		},
	})
	if failed, ok := errors.AsType[*build.Failed](err); ok && strings.Contains(failed.Output, noParser) {
		return "", "", &record.Cannot{Why: say.Of("this node has no parser inside that can be used: another version may have")}
	}
	for _, f := range files {
		switch f.Path {
		case "Rewritten":
			rewritten = f.Text
		case "Table":
			table = f.Text
		}
	}
	if err == nil && table == "" {
		err = say.Errorf("the rewriter of JavaScript made nothing")
	}
	return rewritten, table, err
}
