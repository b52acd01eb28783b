// Package java makes programs in Java report what they do: a rewriter, which uses javac's own syntax trees, puts calls
// of our class into their text.
package java

import (
	"context"
	_ "embed"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/model/solution"
)

var (
	//go:embed Rewrite.java
	rewriter string
	//go:embed Watch.java
	watch string
	//go:embed Circle.java
	circle string
)

// folder is that of the recorder's classes, since the user may have classes of the same names.
const folder = "judge__/"

// Recorder is the recorder for Java.
type Recorder struct{ record.Plain }

// Sources replaces the user's file by the rewritten text, and adds the class that it calls.
func (Recorder) Sources(ctx context.Context, b *build.Builder, s solution.Solution, src build.Source, want record.Kind) ([]build.Source, error) {
	put := func(made []build.Made, i int, text, table string) []build.Made {
		made[i].Text = text
		made = append(made, build.Made{Name: folder + "Watch.java", Text: watch}, build.Made{Name: folder + "Table.java", Text: table})
		if want == record.Circle {
			made = append(made, build.Made{Name: folder + "Circle.java", Text: circle})
		}
		return made
	}
	return record.Rewriter{Name: "Java", Table: "Table.java", With: transform, Put: put}.Sources(ctx, b, s, src, want)
}

func transform(text, mode string) build.Transform {
	return build.Transform{
		Language: "java",
		Tool:     build.Made{Name: "Rewrite.java", Text: rewriter},
		Files:    []language.File{{Path: "Input.java", Text: text}},
		Args:     func(_ language.Toolchain, _, out string) []string { return []string{"./Input.java", out, mode} },
	}
}
