package language

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/say"
)

var table = []Language{
	{
		ID: "go", Name: "Go", Extensions: []string{".go"}, Comment: "//",
		Tools: []string{"go"}, Install: install("apt install golang-go", "brew install go", "winget install GoLang.Go"),
		together:    true,
		main:        regexp.MustCompile(`(?m)^func\s+main\s*\(`),
		outOfMemory: regexp.MustCompile(`runtime: out of memory|cannot allocate memory`),
		locate: func(ask Ask, tool string) (Toolchain, error) {
			lines, err := askLines(ask, 3, tool, "env", "GOROOT", "GOCACHE", "GOVERSION")
			if err != nil {
				return Toolchain{}, err
			}
			root := lines[0]
			return Toolchain{Compiler: filepath.Join(root, "bin", filepath.Base(tool)), Version: lines[2],
				Roots: []string{root}, Cache: lines[1]}, nil
		},
		// Without debug tables the linker is twice as fast.
		compile: func(t Toolchain, out string, files, flags []string) []string {
			args := []string{t.Compiler, "build", "-o", filepath.Join(out, Exe), "-ldflags=-s -w"}
			return append(append(args, flags...), files...)
		},
		run: runItself,
	},
	{
		ID: "c", Name: "C", Extensions: []string{".c"}, Headers: []string{".h"}, Comment: "//",
		Tools: []string{"gcc", "clang", "cc"}, Install: install("apt install gcc", "xcode-select --install", "winget install MSYS2.MSYS2"),
		together:    true,
		main:        cMain,
		outOfMemory: regexp.MustCompile(`Cannot allocate memory`),
		locate:      locateC,
		compile: func(t Toolchain, out string, files, flags []string) []string {
			args := []string{t.Compiler, "-O2", "-std=gnu17", "-DONLINE_JUDGE", "-fdiagnostics-color=never",
				"-o", filepath.Join(out, Exe)}
			return append(append(append(args, flags...), files...), "-lm")
		},
		run: runItself,
	},
	{
		ID: "cpp", Name: "C++", Extensions: []string{".cpp", ".cc", ".cxx", ".c++", ".C"},
		Headers: []string{".h", ".hpp", ".hh", ".hxx", ".inl"}, Comment: "//",
		Tools: []string{"g++", "clang++", "c++"}, Install: install("apt install g++", "xcode-select --install", "winget install MSYS2.MSYS2"),
		together:    true,
		main:        cMain,
		outOfMemory: regexp.MustCompile(`std::bad_alloc|Cannot allocate memory`),
		locate:      locateC,
		compile: func(t Toolchain, out string, files, flags []string) []string {
			args := []string{t.Compiler, "-O2", "-std=c++20", "-DONLINE_JUDGE", "-fdiagnostics-color=never",
				"-o", filepath.Join(out, Exe)}
			return append(append(args, flags...), files...)
		},
		run: runItself,
	},
	{
		ID: "java", Name: "Java", Extensions: []string{".java"}, Comment: "//",
		Tools: []string{"javac"}, Install: install("apt install default-jdk-headless", "brew install openjdk", "winget install Microsoft.OpenJDK.21"),
		together:    true,
		main:        regexp.MustCompile(`\bstatic\s+(?:final\s+|public\s+|synchronized\s+)*void\s+main\s*\(`),
		outOfMemory: regexp.MustCompile(`java\.lang\.OutOfMemoryError`),
		locate: func(ask Ask, tool string) (Toolchain, error) {
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
		compile: func(t Toolchain, out string, files, flags []string) []string {
			args := []string{t.Compiler, "-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1", "-J-Duser.language=en",
				"-encoding", "UTF-8", "-nowarn", "-proc:none", "-d", out}
			return append(append(args, flags...), files...)
		},
		// One collector thread, so that CPU time is the program's; a stack for deep recursion.
		run: func(t Toolchain, folder, entry string, memory int64) []string {
			args := []string{t.Runner, "-XX:+UseSerialGC", "-Xss64m"}
			if memory > 0 {
				args = append(args, "-Xmx"+strconv.FormatInt(max(memory>>20, 2), 10)+"m")
			}
			return append(args, "-cp", folder, entry)
		},
	},
	{
		ID: "python", Name: "Python", Extensions: []string{".py"}, Comment: "#",
		Tools: []string{"python3", "python"}, Install: install("apt install python3", "brew install python", "winget install Python.Python.3.13"),
		outOfMemory: regexp.MustCompile(`(?m)^MemoryError`),
		locate: func(ask Ask, tool string) (Toolchain, error) {
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
		compile: func(t Toolchain, out string, files, flags []string) []string {
			// -I: else a source called py_compile.py, or by the name of anything that imports, is what runs.
			return append([]string{t.Compiler, "-I", "-X", "pycache_prefix=" + out, "-m", "py_compile"}, files...)
		},
		run: func(t Toolchain, folder, entry string, memory int64) []string {
			return []string{t.Runner, filepath.Join(folder, entry)}
		},
	},
	{
		ID: "rust", Name: "Rust", Extensions: []string{".rs"}, Comment: "//",
		Tools: []string{"rustc"}, Install: install("apt install rustc", "brew install rust", "winget install Rustlang.Rustup"),
		main:        regexp.MustCompile(`(?m)^\s*(?:pub\s+)?fn\s+main\s*\(`),
		outOfMemory: regexp.MustCompile(`memory allocation of \d+ bytes failed`),
		locate: func(ask Ask, tool string) (Toolchain, error) {
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
		compile: func(t Toolchain, out string, files, flags []string) []string {
			args := []string{t.Compiler, "-O", "--edition=2021", "--crate-type=bin", "--color=never", "-o", filepath.Join(out, Exe)}
			return append(append(args, flags...), files[0])
		},
		run: runItself,
	},
	{
		ID: "javascript", Name: "JavaScript", Extensions: []string{".js", ".mjs", ".cjs"}, Comment: "//",
		Tools: []string{"node", "nodejs"}, Install: install("apt install nodejs", "brew install node", "winget install OpenJS.NodeJS"),
		outOfMemory: regexp.MustCompile(`JavaScript heap out of memory`),
		locate: func(ask Ask, tool string) (Toolchain, error) {
			lines, err := askLines(ask, 2, tool, "-p", `process.execPath + "\n" + process.version`)
			if err != nil {
				return Toolchain{}, err
			}
			roots := append(prefix(lines[0]), lines[0])
			return Toolchain{Compiler: lines[0], Runner: lines[0], Version: lines[1], Roots: roots, Runtime: roots}, nil
		},
		compile: func(t Toolchain, out string, files, flags []string) []string {
			return []string{t.Compiler, "--check", files[0]}
		},
		run: func(t Toolchain, folder, entry string, memory int64) []string {
			args := []string{t.Runner}
			if memory > 0 {
				args = append(args, "--max-old-space-size="+strconv.FormatInt(max(memory>>20, 2), 10))
			}
			return append(args, filepath.Join(folder, entry))
		},
	},
}

// cMain is a line that declares main: words of a type, then the name and a parenthesis. A call, or
// main( in a comment, is not at the start of a line.
var cMain = regexp.MustCompile(`(?m)^[ \t]*(?:[\w:]+\s+)*main\s*\(`)

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

// prefix is the folder a tool brings along where it is not one of the system's: its own bin, include
// and lib. A tool in the user's own bin stands alone, for around that lies all that is the user's.
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

// javaProperty finds "name = value" in what java says of its settings.
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
