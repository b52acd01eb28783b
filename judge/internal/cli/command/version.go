package command

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"sudokuoj/judge/internal/show/terminal"
)

func runVersion(_ context.Context, env *terminal.Console, _ []string) (int, error) {
	fmt.Fprintln(env.Stdout, version("judge"))
	return allExpected, nil
}

// version describes a build: its commit, if known, and its Go version.
func version(program string) string {
	words := []string{program}
	if info, ok := debug.ReadBuildInfo(); ok {
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
	}
	return strings.Join(append(words, runtime.Version(), runtime.GOOS+"/"+runtime.GOARCH), " ")
}
