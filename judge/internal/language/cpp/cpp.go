// Package cpp is all that only C++ knows.
package cpp

import (
	"embed"
	"path/filepath"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/language/c"
	"sudokuoj/judge/internal/model/lang"
)

//go:embed *.txt
var texts embed.FS

// Language describes C++.
var Language = lang.Language{
	ID:         "cpp",
	Name:       "C++",
	Extensions: []string{".cpp", ".cc", ".cxx", ".c++", ".C"},
	Recorder:   "native",
	Headers:    []string{".h", ".hpp", ".hh", ".hxx", ".inl"},
	Texts:      texts,
	Syntax: lang.Syntax{
		Comment: "//",
		Words:   c.Words + " alignas alignof and auto bool catch class consteval constexpr constinit const_cast decltype delete dynamic_cast explicit export false final friend mutable namespace new noexcept not nullptr operator or override private protected public reinterpret_cast requires static_assert static_cast template this throw true try typeid typename using virtual",
		Block:   lang.SlashStar,
		Quotes:  `"'`,
	},
	Tools: lang.Tools{
		Commands:    []string{"g++", "clang++", "c++"},
		Install:     lang.Install("apt install g++", "xcode-select --install", "winget install MSYS2.MSYS2"),
		LargeData:   "-mcmodel=medium",
		Older:       []lang.Older{{Name: "C++14", Flag: "-std=gnu++14"}, {Name: "C++11", Flag: "-std=gnu++11"}, {Name: "C++98", Flag: "-std=gnu++98"}},
		Reserve:     c.WideStacks,
		Locate:      c.Locate,
		Environment: c.NoCache,
		CompileArgs: func(t lang.Toolchain, out string, files, flags []string) []string {
			standard := "-std=c++20"
			if compiles23(t.Version) {
				standard = "-std=c++23" // as LeetCode has it
			}
			args := []string{t.Compiler, "-O2", standard, "-DONLINE_JUDGE", "-fdiagnostics-color=never",
				"-o", filepath.Join(out, lang.Exe)}
			return append(append(append(args, lang.Static...), flags...), files...)
		},
		RunArgs: lang.RunItself,
		Newer:   newest,
	},
	Debug: c.Debug,
	Quick: lang.Quick{
		What:  say.Of("sync_with_stdio(false), cin untied, and no flush at endl"),
		Where: match.Lazy(`\bcin\b|\bendl\b`),
		Never: match.Lazy(`\b(?:f?scanf|f?printf|getchar|f?gets|f?puts|putchar|fread|fwrite|getline\s*\(\s*&)\s*\(`), // they may be mixed
		File:  "judge_quick.h", Flags: []string{"-include", "./judge_quick.h"},
	},
	Programs: lang.Programs{
		Sign:     match.Lazy(`\busing\s+namespace\s+std\b|#\s*include\s*<(?:iostream|vector|string|algorithm|map|queue|bits/stdc\+\+\.h)>`),
		Flush:    "cout << endl;",
		Together: true,
		Main:     c.Main,
		Hidden:   c.Word,
		Include:  c.Includes,
		Input:    match.Lazy(`\bcin\b|\b(?:scanf|getchar|gets|fgets|fread)\s*\(|\bstdin\b`),
		Nothing:  "#include <iostream>\n\nint main() {}\n",
	},
	Messages: lang.Messages{
		Explain:  c.Explain,
		NoMemory: match.Lazy(`std::bad_alloc|Cannot allocate memory`),
		Dialect:  dialect,
		Opens:    c.Opens,
	},
	Functions: functions,
}
