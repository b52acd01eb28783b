package command

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"sudokuoj/judge/internal/show/terminal"
)

// version prints which build this is: its commit, if known, and its Go version.
func (p *Program) version(_ context.Context, env *terminal.Console, _ []string) (int, error) {
	words := []string{p.Name}
	if info, ok := debug.ReadBuildInfo(); ok {
		words = append(words, built(info)...)
	}
	words = append(words, runtime.Version(), runtime.GOOS+"/"+runtime.GOARCH)
	fmt.Fprintln(env.Stdout, strings.Join(words, " "))
	return AllExpected, nil
}

// built names the version and the commit that a program was built from, as far as they are known.
func built(info *debug.BuildInfo) (words []string) {
	said := map[string]string{}
	for _, s := range info.Settings {
		said[s.Key] = s.Value
	}
	if info.Main.Version != "" && info.Main.Version != "(devel)" {
		words = append(words, info.Main.Version)
	}
	if commit := said["vcs.revision"]; commit != "" {
		words = append(words, "commit", commit[:min(len(commit), 12)])
		if said["vcs.modified"] == "true" {
			words = append(words, "(changed)")
		}
	}
	return words
}
