// Package rust is all that only Rust knows.
package rust

import (
	"embed"
	"path/filepath"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/lang"
)

//go:embed *.txt
var texts embed.FS

// Language describes Rust.
var Language = lang.Language{
	ID:         "rust",
	Name:       "Rust",
	Extensions: []string{".rs"},
	Recorder:   "rust",
	Texts:      texts,
	Syntax: lang.Syntax{
		Comment:   "//",
		Words:     "as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait true type unsafe use where while",
		Block:     lang.SlashStar,
		Quotes:    `'`,
		Long:      []string{`"`},
		Lifetimes: true,
	},
	Tools: lang.Tools{
		Commands: []string{"rustc"},
		Install:  lang.Install("apt install rustc", "brew install rust", "winget install Rustlang.Rustup"),
		Reserve:  1 << 30, // measured: 416 MiB with 200 threads
		Locate: func(ask lang.Ask, tool string) (lang.Toolchain, error) {
			sysroot, err := lang.AskLines(ask, 1, tool, "--print", "sysroot")
			if err != nil {
				return lang.Toolchain{}, err
			}
			version, err := lang.AskLines(ask, 1, tool, "--version")
			if err != nil {
				return lang.Toolchain{}, err
			}
			return lang.Toolchain{Compiler: filepath.Join(sysroot[0], "bin", filepath.Base(tool)), Version: version[0],
				Roots: sysroot}, nil
		},
		CompileArgs: func(t lang.Toolchain, out string, files, flags []string) []string {
			args := []string{t.Compiler, "-O", "--edition=2021", "--crate-type=bin", "--color=never", "-o", filepath.Join(out, lang.Exe)}
			return append(append(args, flags...), files[0])
		},
		RunArgs: lang.RunItself,
	},
	Quick: lang.Quick{
		What:  say.Of("one buffer for all that println! prints"),
		Where: match.Lazy(`\bprint(?:ln)?!`),
		Never: match.Lazy(`\bstdout\b`), // they may be mixed
		Swap: []lang.Swap{
			{What: match.Lazy(`\bprint!`), With: "crate::judge_quick::judge_print!"},
			{What: match.Lazy(`\bprintln!`), With: "crate::judge_quick::judge_println!"},
		},
		File: "judge_quick.rs", After: "\nmod judge_quick;\n",
	},
	Programs: lang.Programs{
		Sign:  match.Lazy(`\bfn\s+main\s*\(\s*\)`),
		Flush: "io::stdout().flush().unwrap();",
		Input: match.Lazy(`\bstdin\s*\(\s*\)`),
		CopyName: func(_ []byte, main bool) string {
			if main {
				return "main.rs" // a crate is called after its file, and not every name will do
			}
			return ""
		},
		Main:    match.Lazy(`(?m)^\s*(?:pub\s+)?fn\s+main\s*\(`),
		Nothing: "fn main() {}\n",
	},
	Messages: lang.Messages{
		NoMemory: match.Lazy(`memory allocation of \d+ bytes failed`),
	},
	Functions: functions,
}
