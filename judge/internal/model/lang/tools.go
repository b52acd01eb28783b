package lang

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"sudokuoj/judge/internal/base/say"
)

// SlashStar encloses a comment in most languages.
var SlashStar = [2]string{"/*", "*/"}

// Static has MinGW put its libraries into the program, which would find them only where PATH leads to them.
var Static = func() []string {
	if runtime.GOOS == "windows" {
		return []string{"-static"}
	}
	return nil
}()

// RunItself is the command line of a program that is a file of its own.
func RunItself(t Toolchain, folder, entry string, memory int64) []string {
	return []string{filepath.Join(folder, entry)}
}

// Prefix returns the folders of a tool that is not the system's: its bin, include and lib. A tool in the user's own
// bin is alone, since the folder around it holds all the user's files.
func Prefix(tool string) []string {
	real, err := filepath.EvalSymlinks(tool)
	if err != nil {
		return nil
	}
	bin := filepath.Dir(real)
	dir := filepath.Dir(bin)
	home, _ := os.UserHomeDir()
	if home, err := filepath.EvalSymlinks(home); err == nil && strings.HasPrefix(home+string(filepath.Separator), dir+string(filepath.Separator)) {
		return nil
	}
	if filepath.Base(bin) != "bin" || filepath.Dir(dir) == dir || dir == filepath.Join(home, ".local") || dir == "/usr" || dir == "/usr/local" {
		return nil
	}
	return []string{dir}
}

// AskLines runs the tool and returns its first n lines; fewer are an error.
func AskLines(ask Ask, n int, tool string, args ...string) ([]string, error) {
	said, err := ask(tool, args...)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(strings.ReplaceAll(strings.TrimSpace(said), "\r\n", "\n"), "\n")
	if len(lines) < n || lines[0] == "" {
		return nil, say.Errorf("%s %s: an answer of %d lines was expected: %q", tool, strings.Join(args, " "), n, said)
	}
	return lines[:n], nil
}

// Install picks the command for the system the judge runs on.
func Install(linux, darwin, windows string) string {
	switch runtime.GOOS {
	case "darwin":
		return darwin
	case "windows":
		return windows
	}
	return linux
}
