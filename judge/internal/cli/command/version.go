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
func (p *Program) version(_ context.Context, env *terminal.Console, _ []string) error {
	words := []string{p.Name}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		words = append(words, info.Main.Version)
	}
	words = append(words, runtime.Version(), runtime.GOOS+"/"+runtime.GOARCH)
	fmt.Fprintln(env.Stdout, strings.Join(words, " "))
	return nil
}
