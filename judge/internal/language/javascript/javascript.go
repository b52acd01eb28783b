// Package javascript is all that only JavaScript knows.
package javascript

import (
	"embed"
	"path/filepath"
	"strconv"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/lang"
)

//go:embed *.txt
var texts embed.FS

// Language describes JavaScript.
var Language = lang.Language{
	ID:         "javascript",
	Name:       "JavaScript",
	Extensions: []string{".js", ".mjs", ".cjs"},
	Recorder:   "javascript",
	Texts:      texts,
	Syntax: lang.Syntax{
		Comment: "//",
		Words:   "async await break case catch class const continue debugger default delete do else export extends finally for from function get if import in instanceof let new of return set static super switch this throw try typeof var void while with yield true false null undefined",
		Block:   lang.SlashStar,
		Quotes:  `"'`,
		Long:    []string{"`"},
	},
	Tools: lang.Tools{
		Commands: []string{"node", "nodejs"},
		Install:  lang.Install("apt install nodejs", "brew install node", "winget install OpenJS.NodeJS"),
		Result:   lang.Source,
		Overhead: 128 << 20,
		Reserve:  2 << 30, // measured: 1.5 GiB with 11 workers
		Locate: func(ask lang.Ask, tool string) (lang.Toolchain, error) {
			lines, err := lang.AskLines(ask, 2, tool, "-p", `process.execPath + "\n" + process.version`)
			if err != nil {
				return lang.Toolchain{}, err
			}
			roots := append(lang.Prefix(lines[0]), lines[0])
			return lang.Toolchain{Compiler: lines[0], Runner: lines[0], Version: lines[1], Roots: roots, Runtime: roots}, nil
		},
		CompileArgs: func(t lang.Toolchain, out string, files, flags []string) []string {
			return []string{t.Compiler, "--check", files[0]}
		},
		RunArgs: func(t lang.Toolchain, folder, entry string, memory int64) []string {
			args := []string{t.Runner}
			if memory > 0 {
				args = append(args, "--max-old-space-size="+strconv.FormatInt(max(memory>>20, 2), 10))
			}
			return append(args, filepath.Join(folder, entry))
		},
	},
	Debug: lang.Debug{Start: "start.js", Command: "node inspect DIR/start.js"},
	Quick: lang.Quick{
		What:  say.Of("one write for all that console.log prints"),
		Where: match.Lazy(`\bconsole\s*\.\s*log\s*\(`),
		Never: match.Lazy(`\bprocess\s*\.\s*(?:stdout|exit)\b|\bimport\b`),
	},
	Programs: lang.Programs{
		AnyBlank: true,
		Flush:    "process.stdout.write(line)",
		Input:    match.Lazy(`\bprocess\s*\.\s*stdin\b|\breadFileSync\s*\(\s*0\b`),
		Nothing:  ";\n",
	},
	Messages: lang.Messages{
		NoMemory: match.Lazy(`JavaScript heap out of memory`),
	},
	Functions: functions,
}
