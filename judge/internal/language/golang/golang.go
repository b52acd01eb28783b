// Package golang is all that only Go knows.
package golang

import (
	"embed"
	"path/filepath"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/lang"
)

//go:embed *.txt
var texts embed.FS

// Language describes Go.
var Language = lang.Language{
	ID:         "go",
	Name:       "Go",
	Extensions: []string{".go"},
	Recorder:   "golang",
	Texts:      texts,
	Syntax: lang.Syntax{
		Comment: "//",
		Words:   "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var nil true false iota",
		Block:   lang.SlashStar,
		Quotes:  `"'`,
		Raw:     "`",
	},
	Tools: lang.Tools{
		Commands:  []string{"go"},
		Install:   lang.Install("apt install golang-go", "brew install go", "winget install GoLang.Go"),
		Settings:  []string{"GOAMD64", "GOARM", "GOARM64", "GO386", "GOMIPS", "GOMIPS64", "GOPPC64", "GORISCV64", "GOEXPERIMENT"},
		Strangers: []string{"GOAMD64=v3", "GOEXPERIMENT=simd"}, // those of solutions/
		Reserve:   256 << 20,                                   // measured: 48 MiB with 200 threads, and a sixth of a heap of 250 MiB
		Library:   true,
		Locate: func(ask lang.Ask, tool string) (lang.Toolchain, error) {
			lines, err := lang.AskLines(ask, 3, tool, "env", "GOROOT", "GOCACHE", "GOVERSION")
			if err != nil {
				return lang.Toolchain{}, err
			}
			root := lines[0]
			return lang.Toolchain{Compiler: filepath.Join(root, "bin", filepath.Base(tool)), Version: lines[2],
				Roots: []string{root}, Cache: lines[1]}, nil
		},
		Environment: func(t lang.Toolchain, tmp string) []string {
			return []string{"GOROOT=" + t.Roots[0], "GOPATH=" + filepath.Join(tmp, "gopath"),
				"GOENV=off", "GOFLAGS=", "GOTOOLCHAIN=local", "GOPROXY=off", "GOWORK=off", "GO111MODULE=on", "CGO_ENABLED=0",
				"GOTMPDIR=" + tmp}
		},
		// The go command's own -trimpath would have a second copy of the standard library compiled.
		Pathless: func(folder string) []string { return []string{"-gcflags=-trimpath=" + folder + "=>."} },
		// Without debug tables the linker is twice as fast.
		CompileArgs: func(t lang.Toolchain, out string, files, flags []string) []string {
			args := []string{t.Compiler, "build", "-o", filepath.Join(out, lang.Exe), "-ldflags=-s -w"}
			return append(append(args, flags...), files...)
		},
		RunArgs: lang.RunItself,
	},
	Debug: lang.Debug{
		Flags:   []string{"-ldflags=", "-gcflags=-N -l"},
		Line:    "//line %s:1:1",
		Start:   "judge_input.go",
		Command: "dlv exec DIR/program",
	},
	Quick: lang.Quick{
		What:  say.Of("bufio around os.Stdin and os.Stdout"),
		Where: match.Lazy(`\bfmt\s*\.\s*(?:Scan|Print)`),
		Never: match.Lazy(`\bos\s*\.\s*Std(?:in|out)\b`),
		Swap: []lang.Swap{
			{What: match.Lazy(`\bfunc\s+main\s*\(\s*\)`), With: "func judgeMain()"},
			{What: match.Lazy(`\bfmt\s*\.\s*Scan\s*\(`), With: "judgeScan("}, {What: match.Lazy(`\bfmt\s*\.\s*Scanln\s*\(`), With: "judgeScanln("},
			{What: match.Lazy(`\bfmt\s*\.\s*Scanf\s*\(`), With: "judgeScanf("}, {What: match.Lazy(`\bfmt\s*\.\s*Print\s*\(`), With: "judgePrint("},
			{What: match.Lazy(`\bfmt\s*\.\s*Println\s*\(`), With: "judgePrintln("}, {What: match.Lazy(`\bfmt\s*\.\s*Printf\s*\(`), With: "judgePrintf("},
		},
		File:  "judge_quick.go",
		After: "\nvar _ = fmt.Sprint\n",
	},
	Programs: lang.Programs{
		Input:     match.Lazy(`\bos\.Stdin\b|\bfmt\.Scan\w*\s*\(`),
		Sign:      match.Lazy(`(?m)^package\s+main\s*$`),
		Flush:     "out.Flush()",
		Ignored:   match.Lazy(`(?m)^//go:build ignore\b`), // a generator or such
		Elsewhere: elsewhere,
		Together:  true,
		Main:      match.Lazy(`(?m)^func\s+main\s*\(`),
		Nothing:   "package main\n\nfunc main() {}\n",
	},
	Messages: lang.Messages{
		NoMemory: match.Lazy(`runtime: out of memory|cannot allocate memory`),
	},
	Functions: functions,
}
