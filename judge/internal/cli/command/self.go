package command

import (
	"os"
	"path/filepath"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/show/terminal"
)

// ran is the path of a program that go run has built, for this one time or into its cache.
var ran = match.Lazy(`/go-build[^/]*/b\d+/exe/[^/]+$|/[0-9a-f]{64}-d/[^/]+$`)

// Self is how this judge was started, for a command that a person is to type.
func Self() string {
	_, err := os.Stat(filepath.Join("judge", "main.go"))
	return startedAs(os.Args[0], err == nil)
}

// startedAs is Self for a program of that name; inReach reports whether ./judge is its source. The fleet names
// commands of the judge in its advice.
func startedAs(name string, inReach bool) string {
	base := strings.TrimSuffix(filepath.Base(name), ".exe")
	switch {
	case base == "fleet" && !inReach:
		return "judge"
	case base == "fleet":
		return "go run ./judge"
	case !ran().MatchString(filepath.ToSlash(name)):
		return terminal.ShellWord(name)
	case inReach:
		return "go run ./judge"
	}
	return "go run sudokuoj/judge"
}
