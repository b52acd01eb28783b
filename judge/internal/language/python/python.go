// Package python is all that only Python knows.
package python

import (
	"embed"
	"path/filepath"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/lang"
)

//go:embed *.txt
var texts embed.FS

// Language describes Python.
var Language = lang.Language{
	ID:         "python",
	Name:       "Python",
	Extensions: []string{".py"},
	Recorder:   "python",
	Texts:      texts,
	Syntax: lang.Syntax{
		Comment: "#",
		Words:   "and as assert async await break class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield None True False",
		Quotes:  `"'`,
		Long:    []string{`"""`, "'''"},
	},
	Tools: lang.Tools{
		Commands: []string{"python3", "python", "py"},
		Install:  lang.Install("apt install python3", "brew install python", "winget install Python.Python.3.13"),
		Result:   lang.Source,
		Reserve:  66 << 30,
		Locate: func(ask lang.Ask, tool string) (lang.Toolchain, error) {
			lines, err := lang.AskLines(ask, 4, tool, "-c",
				"import sys; print(sys.executable); print(sys.prefix); print(sys.base_prefix); print(*sys.version_info[:3], sys.implementation.name)")
			if err != nil {
				return lang.Toolchain{}, err
			}
			if !strings.HasPrefix(lines[3], "3 ") {
				return lang.Toolchain{}, say.Errorf("%s is Python %s", tool, lines[3])
			}
			roots := lines[1:3]
			return lang.Toolchain{Compiler: lines[0], Runner: lines[0], Version: lines[3], Roots: roots, Runtime: roots}, nil
		},
		CompileArgs: func(t lang.Toolchain, out string, files, flags []string) []string {
			// -I: otherwise a source called py_compile.py, or like a module that this one imports, would run. The prefix is
			// set after the imports: Python looks there for its own modules, too, and would compile all of them.
			const compile = "import sys, py_compile; sys.pycache_prefix = sys.argv[1]; sys.exit(not all(map(py_compile.compile, sys.argv[2:])))"
			return append([]string{t.Compiler, "-I", "-c", compile, out}, files...)
		},
		RunArgs: func(t lang.Toolchain, folder, entry string, memory int64) []string {
			return []string{t.Runner, filepath.Join(folder, entry)}
		},
	},
	Debug: lang.Debug{Start: "start.py", Command: "python3 DIR/start.py pdb"},
	Quick: lang.Quick{
		What:  say.Of("all input read at once, and print into one text"),
		Where: match.Lazy(`\b(?:input|print)\s*\(|\bsys\s*\.\s*std`),
	},
	Programs: lang.Programs{
		Sign:    match.Lazy(`(?m)^\s*def\s+\w+\s*\(.*\)\s*(?:->.*)?:\s*$`),
		Flush:   "print(..., flush=True)",
		Input:   match.Lazy(`\bsys\s*\.\s*stdin\b|\binput\s*\(`),
		Nothing: "pass\n",
	},
	Messages: lang.Messages{
		PastEnd: match.Lazy(`EOFError: EOF when reading a line`),
		Explain: func(output string) say.Message {
			if mixedTabs().MatchString(output) {
				return say.Of("the lines are indented with tabs and with blanks").Hint("use four blanks everywhere")
			}
			return say.Message{}
		},
		NoMemory: match.Lazy(`(?m)^MemoryError`),
		Dialect:  dialect,
	},
	Functions: functions,
}

var mixedTabs = match.Lazy(`TabError: inconsistent use of tabs`)
