// Package csharp is all that only C# knows.
package csharp

import (
	"embed"
	"path/filepath"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/lang"
)

//go:embed *.txt
var texts embed.FS

// Language describes C#, as Mono has it.
var Language = lang.Language{
	ID:         "csharp",
	Name:       "C#",
	Extensions: []string{".cs"},
	Texts:      texts,
	Syntax: lang.Syntax{
		Comment: "//",
		Words:   "abstract as base bool break byte case catch char checked class const continue decimal default delegate do double else enum event explicit extern false finally fixed float for foreach goto if implicit in int interface internal is lock long namespace new null object operator out override params private protected public readonly ref return sbyte sealed short sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using var virtual void volatile while",
		Block:   lang.SlashStar,
		Quotes:  `"'`,
	},
	Tools: lang.Tools{
		Commands: []string{"mcs"},
		Install:  lang.Install("apt install mono-mcs", "brew install mono", "winget install Mono.Mono"),
		Overhead: 64 << 20, // measured: a program that does nothing peaks at 21 MiB
		Reserve:  4 << 30,
		Locate: func(ask lang.Ask, tool string) (lang.Toolchain, error) {
			lines, err := lang.AskLines(ask, 1, tool, "--version")
			if err != nil {
				return lang.Toolchain{}, err
			}
			roots := append(lang.Prefix(tool), "/etc/mono") // which of its libraries is where
			runner := filepath.Join(filepath.Dir(tool), "mono"+filepath.Ext(tool))
			return lang.Toolchain{Compiler: tool, Runner: runner, Version: lines[0], Roots: roots, Runtime: roots}, nil
		},
		Environment: func(lang.Toolchain, string) []string { return []string{quiet} },
		CompileArgs: func(t lang.Toolchain, out string, files, flags []string) []string {
			args := []string{t.Compiler, "-nologo", "-optimize+", "-unsafe", "-r:System.Numerics", "-out:" + filepath.Join(out, lang.Exe)}
			return append(append(args, flags...), files...)
		},
		RunArgs: func(t lang.Toolchain, folder, entry string, memory int64) []string {
			return []string{"/usr/bin/env", quiet, t.Runner, filepath.Join(folder, entry)}
		},
	},
	Programs: lang.Programs{
		Nothing:  "class Program { static void Main() {} }\n",
		Main:     match.Lazy(`\bstatic\s+(?:public\s+|async\s+|unsafe\s+)*(?:void|int|Task)\s+Main\s*\(`),
		Input:    match.Lazy(`\bConsole\s*\.\s*(?:In\b|Read|OpenStandardInput)`),
		Flush:    "Console.Out.Flush();",
		Sign:     match.Lazy(`(?m)^using\s+System\s*;`),
		Together: true,
	},
	Messages: lang.Messages{
		NoMemory: match.Lazy(`System\.OutOfMemoryException|Garbage collector could not allocate`),
		Explain: func(output string) say.Message {
			switch name := newer().FindStringSubmatch(output); {
			case name != nil:
				return say.Of("%s is in .NET only, and the judge has Mono", name[1]).Hint("write it yourself, or try the program on the site")
			case later().MatchString(output):
				return say.Of("this is newer than C# 7, which Mono knows")
			}
			return say.Message{}
		},
	},
}

// quiet keeps a remark of Mono's off standard output: that it may not set the priority of a thread.
const quiet = "MONO_LOG_DEST=/dev/null"

var (
	newer = match.Lazy("error CS0(?:246|103|234): .*?`(PriorityQueue|Random\\.Shared|Span|ReadOnlySpan|MemoryExtensions|HashCode|BitOperations|Half|Int128)[`'<]")
	later = match.Lazy(`error CS1644:|error CS8\d{3}:|error CS1525: Unexpected symbol .(?:is|not|with|\?|record|init)`)
)
