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
	return record.Rewriter{Name: "JavaScript", Table: "Table", With: transform, Explain: explain, Put: put}.Sources(ctx, b, s, src, want)
}

func put(made []build.Made, i int, text, table string) []build.Made {
	head := ""
	if strings.Contains(table, `"strict":true`) {
		head = "'use strict';" // only the first of a program counts
	}
	made[i].Text = head + strings.Replace(watch, "(TABLE)", "("+table+")", 1) + text
	return made
}

// noParser is what the rewriter says where it has none.
const noParser = "no parser inside"

func explain(err error) error {
	if failed, ok := errors.AsType[*build.Failed](err); ok && strings.Contains(failed.Output, noParser) {
		return &record.Cannot{Why: say.Of("this node has no parser inside that can be used: another version may have")}
	}
	return err
}

func transform(text, mode string) build.Transform {
	return build.Transform{
		Language: "javascript",
		Files:    []language.File{{Path: "rewrite.js", Text: rewriter}, {Path: "input.js", Text: text}},
		Args: func(t language.Toolchain, _, out string) []string {
			return []string{t.Runner, "--expose-internals", "./rewrite.js", "./input.js", out, mode}
		},
	}
}
