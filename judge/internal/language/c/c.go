// Package c is all that only C knows.
package c

import (
	"embed"
	"path/filepath"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/lang"
)

//go:embed *.txt
var texts embed.FS

// Debug is how programs in C and C++ are made ready for gdb.
var Debug = lang.Debug{
	Flags:   []string{"-g", "-O0"},
	Line:    "#line 1 \"%s\"",
	Command: "gdb -ex 'set args < DIR/input 3> /dev/null' DIR/program",
}

// Language describes C.
var Language = lang.Language{
	ID:         "c",
	Name:       "C",
	Extensions: []string{".c"},
	Headers:    []string{".h"},
	Recorder:   "native",
	Texts:      texts,
	Syntax: lang.Syntax{
		Comment: "//",
		Words:   Words + " restrict _Bool _Static_assert",
		Block:   lang.SlashStar,
		Quotes:  `"'`,
	},
	Tools: lang.Tools{
		Commands:    []string{"gcc", "clang", "cc"},
		Install:     lang.Install("apt install gcc", "xcode-select --install", "winget install MSYS2.MSYS2"),
		LargeData:   "-mcmodel=medium",
		Reserve:     WideStacks,
		Locate:      Locate,
		Environment: NoCache,
		CompileArgs: func(t lang.Toolchain, out string, files, flags []string) []string {
			args := []string{t.Compiler, "-O2", "-std=gnu17", "-DONLINE_JUDGE", "-fdiagnostics-color=never",
				"-o", filepath.Join(out, lang.Exe)}
			return append(append(append(append(args, lang.Static...), flags...), files...), "-lm")
		},
		RunArgs: lang.RunItself,
	},
	Debug: Debug,
	Quick: lang.Quick{
		What:  say.Of("no fflush and no setbuf, getchar_unlocked for getchar"),
		Where: match.Lazy(`\b(?:fflush|setbuf|setvbuf|getchar|putchar)\s*\(`),
		File:  "judge_quick.h", Flags: []string{"-include", "./judge_quick.h"},
	},
	Programs: lang.Programs{
		Flush:    "fflush(stdout);",
		Together: true,
		Main:     Main,
		Hidden:   Word,
		Include:  Includes,
		Input:    match.Lazy(`\b(?:scanf|getchar|gets|fgets|fread|getline)\s*\(|\bstdin\b`),
		Nothing:  "#include <stdio.h>\n\nint main(void) { return 0; }\n",
	},
	Messages: lang.Messages{
		NoMemory: match.Lazy(`Cannot allocate memory`),
		Explain:  Explain,
		Opens:    Opens,
	},
	Functions: functions,
}

// Words are the words that C and C++ share.
const Words = "auto break case char const continue default do double else enum extern float for goto if inline int long register return short signed sizeof static struct switch typedef union unsigned void volatile while #include #define #if #ifdef #ifndef #else #elif #endif #pragma #undef"

// WideStacks is for the 256 threads that a program may have. The C library gives each a stack as large as the main
// thread may grow to: 264 MiB, measured.
const WideStacks = 66 << 30

// Main is a line that declares main: words of a type, then the name and a parenthesis. A call, or
// main( in a comment, is not at the start of a line.
var Main = match.Lazy(`(?m)^[ \t]*(?:[\w:]+\s+)*main\s*\(`)

// NoCache is for a compiler that may be a link to ccache, which wants a home.
func NoCache(lang.Toolchain, string) []string { return []string{"CCACHE_DISABLE=1"} }

// Includes finds the headers that a source asks for.
var Includes = match.Lazy(`(?m)^\s*#\s*include\s*["<]([^">\n]+)[">]`)

// Word is what may be main.
var Word = match.Lazy(`\bmain\b`)

// Locate asks a compiler for its version.
func Locate(ask lang.Ask, tool string) (lang.Toolchain, error) {
	lines, err := lang.AskLines(ask, 1, tool, "--version")
	if err != nil {
		return lang.Toolchain{}, err
	}
	roots := lang.Prefix(tool)
	return lang.Toolchain{Compiler: tool, Version: lines[0], Roots: roots, Runtime: roots}, nil
}
