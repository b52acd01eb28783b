package language

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
)

var table = []Language{
	{
		ID: "go", Name: "Go", Extensions: []string{".go"}, Comment: "//",
		Marks: Marks{Words: "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var nil true false iota", Block: slashStar, Quotes: `"'`, Raw: "`"},
		Flush: "out.Flush()",
		Tools: []string{"go"}, Install: install("apt install golang-go", "brew install go", "winget install GoLang.Go"),
		Settings:  []string{"GOAMD64", "GOARM", "GOARM64", "GO386", "GOMIPS", "GOMIPS64", "GOPPC64", "GORISCV64", "GOEXPERIMENT"},
		Strangers: []string{"GOAMD64=v3", "GOEXPERIMENT=simd"}, // those of solutions/
		Reserve:   256 << 20,                                   // measured: 48 MiB with 200 threads, and a sixth of a heap of 250 MiB
		Library:   true, Watched: Watch{Recorder: "golang", Lines: true, Board: true},
		ignored:     match.Lazy(`(?m)^//go:build ignore\b`), // a generator or such
		elsewhere:   goElsewhere,
		Together:    true,
		main:        match.Lazy(`(?m)^func\s+main\s*\(`),
		outOfMemory: match.Lazy(`runtime: out of memory|cannot allocate memory`),
		Locate: func(ask Ask, tool string) (Toolchain, error) {
			lines, err := askLines(ask, 3, tool, "env", "GOROOT", "GOCACHE", "GOVERSION")
			if err != nil {
				return Toolchain{}, err
			}
			root := lines[0]
			return Toolchain{Compiler: filepath.Join(root, "bin", filepath.Base(tool)), Version: lines[2],
				Roots: []string{root}, Cache: lines[1]}, nil
		},
		environment: func(t Toolchain, tmp string) []string {
			return []string{"GOROOT=" + t.Roots[0], "GOPATH=" + filepath.Join(tmp, "gopath"),
				"GOENV=off", "GOFLAGS=", "GOTOOLCHAIN=local", "GOPROXY=off", "GOWORK=off", "GO111MODULE=on", "CGO_ENABLED=0",
				"GOTMPDIR=" + tmp}
		},
		// The go command's own -trimpath would have a second copy of the standard library compiled.
		pathless: func(folder string) []string { return []string{"-gcflags=-trimpath=" + folder + "=>."} },
		// Without debug tables the linker is twice as fast.
		CompileArgs: func(t Toolchain, out string, files, flags []string) []string {
			args := []string{t.Compiler, "build", "-o", filepath.Join(out, Exe), "-ldflags=-s -w"}
			return append(append(args, flags...), files...)
		},
		RunArgs: runItself,
	},
	{
		ID: "c", Name: "C", Extensions: []string{".c"}, Headers: []string{".h"}, Comment: "//",
		Marks:   Marks{Words: cWords + " restrict _Bool _Static_assert", Block: slashStar, Quotes: `"'`},
		Watched: Watch{Recorder: "native", Lines: true, Board: true},
		Flush:   "fflush(stdout);",
		Tools:   []string{"gcc", "clang", "cc"}, Install: install("apt install gcc", "xcode-select --install", "winget install MSYS2.MSYS2"),
		LargeData:   "-mcmodel=medium",
		Reserve:     wideStacks,
		Together:    true,
		main:        cMain,
		hidden:      cWord,
		outOfMemory: match.Lazy(`Cannot allocate memory`),
		includes:    cIncludes,
		reads:       match.Lazy(`\b(?:scanf|getchar|gets|fgets|fread|getline)\s*\(|\bstdin\b`),
		Locate:      locateC,
		environment: noCache,
		CompileArgs: func(t Toolchain, out string, files, flags []string) []string {
			args := []string{t.Compiler, "-O2", "-std=gnu17", "-DONLINE_JUDGE", "-fdiagnostics-color=never",
				"-o", filepath.Join(out, Exe)}
			return append(append(append(append(args, static...), flags...), files...), "-lm")
		},
		RunArgs: runItself,
	},
	{
		ID: "cpp", Name: "C++", Aliases: []string{"c++"}, Extensions: []string{".cpp", ".cc", ".cxx", ".c++", ".C"},
		Watched: Watch{Recorder: "native", Lines: true, Board: true},
		Flush:   "cout << endl;",
		Headers: []string{".h", ".hpp", ".hh", ".hxx", ".inl"}, Comment: "//",
		Marks: Marks{Words: cWords + " alignas alignof and auto bool catch class consteval constexpr constinit const_cast decltype delete dynamic_cast explicit export false final friend mutable namespace new noexcept not nullptr operator or override private protected public reinterpret_cast requires static_assert static_cast template this throw true try typeid typename using virtual", Block: slashStar, Quotes: `"'`},
		Tools: []string{"g++", "clang++", "c++"}, Install: install("apt install g++", "xcode-select --install", "winget install MSYS2.MSYS2"),
		LargeData:   "-mcmodel=medium",
		Older:       []Older{{"C++14", "-std=gnu++14"}, {"C++11", "-std=gnu++11"}, {"C++98", "-std=gnu++98"}},
		Reserve:     wideStacks,
		Together:    true,
		main:        cMain,
		hidden:      cWord,
		outOfMemory: match.Lazy(`std::bad_alloc|Cannot allocate memory`),
		includes:    cIncludes,
		reads:       match.Lazy(`\bcin\b|\b(?:scanf|getchar|gets|fgets|fread)\s*\(|\bstdin\b`),
		Locate:      locateC,
		environment: noCache,
		CompileArgs: func(t Toolchain, out string, files, flags []string) []string {
			standard := "-std=c++20"
			if compiles23(t.Version) {
				standard = "-std=c++23" // as LeetCode has it
			}
			args := []string{t.Compiler, "-O2", standard, "-DONLINE_JUDGE", "-fdiagnostics-color=never",
				"-o", filepath.Join(out, Exe)}
			return append(append(append(args, static...), flags...), files...)
		},
		RunArgs: runItself,
	},
	{
		ID: "java", Name: "Java", Extensions: []string{".java"}, Comment: "//",
		Marks: Marks{Words: "abstract assert boolean break byte case catch char class const continue default do double else enum extends final finally float for if implements import instanceof int interface long native new package permits private protected public record return sealed short static strictfp super switch synchronized this throw throws transient try var void volatile while yield true false null", Block: slashStar, Quotes: `"'`, Long: []string{`"""`}},
		Flush: "System.out.flush();", Watched: Watch{Recorder: "java", Lines: true, Board: true},
		Tools: []string{"javac"}, Install: install("apt install default-jdk-headless", "brew install openjdk", "winget install Microsoft.OpenJDK.21"),
		programName: "Main", functionName: "Solution",
		Result: Classes, ManyMains: true, NoBOM: true,
		reads:    match.Lazy(`\bSystem\s*\.\s*in\b|\bSystem\s*\.\s*console\s*\(`),
		Overhead: 256 << 20, // code cache, class data, collector, the threads of the machine
		Reserve:  16 << 30,  // measured: 14 GiB with 200 threads, each with a stack of 64 MiB
		copyName: func(text []byte, _ bool) string {
			if class := publicType(text); class != "" {
				return class + ".java" // javac insists
			}
			return ""
		},
		Together:    true,
		main:        match.Lazy(`\bstatic\s+(?:final\s+|public\s+|synchronized\s+)*void\s+main\s*\(`),
		outOfMemory: match.Lazy(`java\.lang\.OutOfMemoryError`),
		Locate: func(ask Ask, tool string) (Toolchain, error) {
			// Only java knows its home: javac may be a shim, or a link through a link.
			said, err := ask(strings.TrimSuffix(tool, filepath.Base(tool))+strings.Replace(filepath.Base(tool), "javac", "java", 1),
				"-XshowSettings:properties", "-version")
			if err != nil {
				return Toolchain{}, err
			}
			home, version := javaProperty(said, "java.home"), javaProperty(said, "java.runtime.version")
			if home == "" {
				return Toolchain{}, say.Errorf("%s does not say where its java.home is", tool)
			}
			exe := filepath.Ext(tool) // ".exe" on Windows
			return Toolchain{Compiler: filepath.Join(home, "bin", "javac"+exe), Runner: filepath.Join(home, "bin", "java"+exe),
				Version: version, Roots: []string{home}, Runtime: []string{home}}, nil
		},
		CompileArgs: func(t Toolchain, out string, files, flags []string) []string {
			args := []string{t.Compiler, "-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1", "-J-Duser.language=en",
				"-encoding", "UTF-8", "-nowarn", "-proc:none", "-d", out}
			return append(append(args, flags...), files...)
		},
		// One collector thread, so that CPU time is the program's; a stack for deep recursion.
		RunArgs: func(t Toolchain, folder, entry string, memory int64) []string {
			args := []string{t.Runner, "-XX:+UseSerialGC", "-Xss64m"}
			if memory > 0 {
				args = append(args, "-Xmx"+strconv.FormatInt(max(memory>>20, 2), 10)+"m")
			}
			return append(args, "-cp", folder, entry)
		},
	},
	{
		ID: "python", Name: "Python", Aliases: []string{"python3", "python2"}, Extensions: []string{".py"}, Comment: "#",
		Marks: Marks{Words: "and as assert async await break class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield None True False", Quotes: `"'`, Long: []string{`"""`, "'''"}},
		Flush: "print(..., flush=True)", Watched: Watch{Recorder: "python", Lines: true, Board: true},
		Tools: []string{"python3", "python", "py"}, Install: install("apt install python3", "brew install python", "winget install Python.Python.3.13"),
		Result:      Source,
		Reserve:     wideStacks,
		reads:       match.Lazy(`\bsys\s*\.\s*stdin\b|\binput\s*\(`),
		outOfMemory: match.Lazy(`(?m)^MemoryError`),
		Locate: func(ask Ask, tool string) (Toolchain, error) {
			lines, err := askLines(ask, 4, tool, "-c",
				"import sys; print(sys.executable); print(sys.prefix); print(sys.base_prefix); print(*sys.version_info[:3], sys.implementation.name)")
			if err != nil {
				return Toolchain{}, err
			}
			if !strings.HasPrefix(lines[3], "3 ") {
				return Toolchain{}, say.Errorf("%s is Python %s", tool, lines[3])
			}
			roots := lines[1:3]
			return Toolchain{Compiler: lines[0], Runner: lines[0], Version: lines[3], Roots: roots, Runtime: roots}, nil
		},
		CompileArgs: func(t Toolchain, out string, files, flags []string) []string {
			// -I: otherwise a source called py_compile.py, or like a module that this one imports, would run. The prefix is
			// set after the imports: Python looks there for its own modules, too, and would compile all of them.
			const compile = "import sys, py_compile; sys.pycache_prefix = sys.argv[1]; sys.exit(not all(map(py_compile.compile, sys.argv[2:])))"
			return append([]string{t.Compiler, "-I", "-c", compile, out}, files...)
		},
		RunArgs: func(t Toolchain, folder, entry string, memory int64) []string {
			return []string{t.Runner, filepath.Join(folder, entry)}
		},
	},
	{
		ID: "rust", Name: "Rust", Extensions: []string{".rs"}, Comment: "//",
		Watched: Watch{Recorder: "rust", Board: true},
		Marks:   Marks{Words: "as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait true type unsafe use where while", Block: slashStar, Quotes: `'`, Long: []string{`"`}, Lifetimes: true},
		Flush:   "io::stdout().flush().unwrap();",
		Tools:   []string{"rustc"}, Install: install("apt install rustc", "brew install rust", "winget install Rustlang.Rustup"),
		Reserve: 1 << 30, // measured: 416 MiB with 200 threads
		reads:   match.Lazy(`\bstdin\s*\(\s*\)`),
		copyName: func(_ []byte, main bool) string {
			if main {
				return "main.rs" // a crate is called after its file, and not every name will do
			}
			return ""
		},
		main:        match.Lazy(`(?m)^\s*(?:pub\s+)?fn\s+main\s*\(`),
		outOfMemory: match.Lazy(`memory allocation of \d+ bytes failed`),
		Locate: func(ask Ask, tool string) (Toolchain, error) {
			sysroot, err := askLines(ask, 1, tool, "--print", "sysroot")
			if err != nil {
				return Toolchain{}, err
			}
			version, err := askLines(ask, 1, tool, "--version")
			if err != nil {
				return Toolchain{}, err
			}
			return Toolchain{Compiler: filepath.Join(sysroot[0], "bin", filepath.Base(tool)), Version: version[0],
				Roots: sysroot}, nil
		},
		CompileArgs: func(t Toolchain, out string, files, flags []string) []string {
			args := []string{t.Compiler, "-O", "--edition=2021", "--crate-type=bin", "--color=never", "-o", filepath.Join(out, Exe)}
			return append(append(args, flags...), files[0])
		},
		RunArgs: runItself,
	},
	{
		ID: "javascript", Name: "JavaScript", Aliases: []string{"js", "nodejs"}, Extensions: []string{".js", ".mjs", ".cjs"}, Comment: "//",
		Marks: Marks{Words: "async await break case catch class const continue debugger default delete do else export extends finally for from function get if import in instanceof let new of return set static super switch this throw try typeof var void while with yield true false null undefined", Block: slashStar, Quotes: `"'`, Long: []string{"`"}},
		Flush: "process.stdout.write(line)", Watched: Watch{Recorder: "javascript", Lines: true, Board: true},
		Tools: []string{"node", "nodejs"}, Install: install("apt install nodejs", "brew install node", "winget install OpenJS.NodeJS"),
		Result:      Source,
		reads:       match.Lazy(`\bprocess\s*\.\s*stdin\b|\breadFileSync\s*\(\s*0\b`),
		Overhead:    128 << 20,
		Reserve:     2 << 30, // measured: 1.5 GiB with 11 workers
		outOfMemory: match.Lazy(`JavaScript heap out of memory`),
		Locate: func(ask Ask, tool string) (Toolchain, error) {
			lines, err := askLines(ask, 2, tool, "-p", `process.execPath + "\n" + process.version`)
			if err != nil {
				return Toolchain{}, err
			}
			roots := append(prefix(lines[0]), lines[0])
			return Toolchain{Compiler: lines[0], Runner: lines[0], Version: lines[1], Roots: roots, Runtime: roots}, nil
		},
		CompileArgs: func(t Toolchain, out string, files, flags []string) []string {
			return []string{t.Compiler, "--check", files[0]}
		},
		RunArgs: func(t Toolchain, folder, entry string, memory int64) []string {
			args := []string{t.Runner}
			if memory > 0 {
				args = append(args, "--max-old-space-size="+strconv.FormatInt(max(memory>>20, 2), 10))
			}
			return append(args, filepath.Join(folder, entry))
		},
	},
}

// slashStar encloses a comment in most languages.
var slashStar = [2]string{"/*", "*/"}

// cWords are the words that C and C++ share.
const cWords = "auto break case char const continue default do double else enum extern float for goto if inline int long register return short signed sizeof static struct switch typedef union unsigned void volatile while #include #define #if #ifdef #ifndef #else #elif #endif #pragma #undef"

// wideStacks is for the 256 threads that a program may have. The C library gives each a stack as large as the main
// thread may grow to: 264 MiB, measured.
const wideStacks = 66 << 30

// cMain is a line that declares main: words of a type, then the name and a parenthesis. A call, or
// main( in a comment, is not at the start of a line.
var cMain = match.Lazy(`(?m)^[ \t]*(?:[\w:]+\s+)*main\s*\(`)

// static has MinGW put its libraries into the program, which would find them only where PATH leads to them.
var static = func() []string {
	if runtime.GOOS == "windows" {
		return []string{"-static"}
	}
	return nil
}()

// noCache is for a compiler that may be a link to ccache, which wants a home.
func noCache(Toolchain, string) []string { return []string{"CCACHE_DISABLE=1"} }

var cIncludes = match.Lazy(`(?m)^\s*#\s*include\s*["<]([^">\n]+)[">]`)

var cWord = match.Lazy(`\bmain\b`)

func runItself(t Toolchain, folder, entry string, memory int64) []string {
	return []string{filepath.Join(folder, entry)}
}

func locateC(ask Ask, tool string) (Toolchain, error) {
	lines, err := askLines(ask, 1, tool, "--version")
	if err != nil {
		return Toolchain{}, err
	}
	roots := prefix(tool)
	return Toolchain{Compiler: tool, Version: lines[0], Roots: roots, Runtime: roots}, nil
}

// prefix returns the folders of a tool that is not the system's: its bin, include and lib. A tool in the user's own
// bin stands alone, since the folder around it holds all the user's files.
func prefix(tool string) []string {
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

// askLines runs the tool and returns its first n lines; fewer are an error.
func askLines(ask Ask, n int, tool string, args ...string) ([]string, error) {
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

// javaProperty finds "name = value" in the settings that java prints.
func javaProperty(said, name string) string {
	for line := range strings.Lines(said) {
		if key, value, ok := strings.Cut(line, "="); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// install picks the command for the system the judge runs on.
func install(linux, darwin, windows string) string {
	switch runtime.GOOS {
	case "darwin":
		return darwin
	case "windows":
		return windows
	}
	return linux
}

// typeDeclaration is a public class, or what else Java has at the top of a file.
var typeDeclaration = match.Lazy(`\bpublic\s+(?:(?:final|abstract|sealed|non-sealed|strictfp|static)\s+)*(?:class|interface|enum|record|@interface)\s+([\p{L}_$][\p{L}\p{N}_$]*)`)

// publicType returns the name of the public type at the top level of a Java source, "" if there is none. Unbalanced
// braces in strings mislead it; then javac reports the name that it wants.
func publicType(text []byte) string {
	for _, m := range typeDeclaration().FindAllSubmatchIndex(text, -1) {
		before := text[:m[0]]
		if bytes.Count(before, []byte("{")) == bytes.Count(before, []byte("}")) {
			return string(text[m[2]:m[3]])
		}
	}
	return ""
}
