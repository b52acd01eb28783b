// Package javascript watches programs in JavaScript: a rewriter, which uses node's own parser, puts calls of our functions
// into their text.
package javascript

import (
	"context"
	_ "embed"
	"errors"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/model/solution"
)

var (
	//go:embed rewrite.js
	rewriter string
	//go:embed watch.js
	watch string
)

// Recorder watches programs in JavaScript. It needs a node with its parser inside.
type Recorder struct {
	record.Plain
	Blind bool // do not look for node's parser
}

// Sources replaces the user's file by our functions and the rewritten text.
func (r Recorder) Sources(ctx context.Context, b *build.Builder, s solution.Solution, src build.Source, want record.Kind) ([]build.Source, error) {
	return record.Rewriter{Name: "JavaScript", Table: "Table", With: r.transform, Explain: explain, Put: put}.Sources(ctx, b, s, src, want)
}

func put(made []build.Made, i int, text, table string) []build.Made {
	head := ""
	if strings.Contains(table, `"strict":true`) {
		head = "'use strict';" // only the first of a program counts
	}
	made[i].Text = head + strings.Replace(watch, "(TABLE)", "("+table+")", 1) + text
	return made
}

// noParser matches what the rewriter prints when node has no parser inside.
var noParser = match.Lazy(`no parser inside node v([\w.]+)\.`)

func explain(err error) error {
	if failed, ok := errors.AsType[*build.Failed](err); ok {
		if version := noParser().FindStringSubmatch(failed.Output); version != nil {
			return &record.Cannot{Why: say.Of("node %s was built without acorn: JavaScript is not watched", version[1])}
		}
	}
	return err
}

func (r Recorder) transform(text, mode string) build.Transform {
	return build.Transform{
		Language: "javascript",
		Files:    []language.File{{Path: "rewrite.js", Text: rewriter}, {Path: "input.js", Text: text}},
		Args: func(t language.Toolchain, _, out string) []string {
			if r.Blind {
				return []string{t.Runner, "./rewrite.js", "./input.js", out, mode}
			}
			return []string{t.Runner, "--expose-internals", "./rewrite.js", "./input.js", out, mode}
		},
	}
}
