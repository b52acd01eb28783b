// Package language is the one table of the languages the judge speaks: how a source file is
// recognised, what compiles it and what runs it. It only describes: build calls the compilers.
package language

import (
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// Language is one row of the table.
type Language struct {
	ID, Name   string
	Extensions []string // of its source files; the first is the usual one
	Headers    []string // extensions of files that belong to a program but are not compiled by themselves
	Comment    string   // begins a comment that ends with the line
	Tools      []string // what compiles or runs it, the first that is found
	Install    string   // the command that brings such a tool

	// together: all sources of a folder are one program. Otherwise one file is the program, and may
	// import its neighbours.
	together bool
	// main finds the place where a program starts; nil where any file may be one.
	main *regexp.Regexp
	// outOfMemory is what a program writes to its standard error when memory is refused to it.
	outOfMemory *regexp.Regexp

	// locate finds the real tool behind the one on the PATH, which may be a shim that chooses among
	// versions, and what else a compile and a run must be able to read.
	locate func(ask Ask, tool string) (Toolchain, error)
	// compile is the command line that compiles the files, in the current folder, into the folder
	// out; what it puts there is thrown away where the result is the source itself.
	compile func(t Toolchain, out string, files, flags []string) []string
	// run is the command line that runs what lies in the folder; entry is the main source file, or
	// what the compiler made of it (see Entry).
	run func(t Toolchain, folder, entry string, memory int64) []string
}

// File is a source file: its text, and the name that its author knows it by. It need not lie anywhere.
type File struct{ Path, Text string }

// Toolchain is a language's tools as they are on this machine.
type Toolchain struct {
	Compiler string   // absolute path of what compiles (or checks) a source
	Runner   string   // absolute path of what runs it, "" where the result runs by itself
	Version  string   // in the tool's own words
	Roots    []string // what a compile must be able to read, besides the system's folders
	Runtime  []string // what a run must be able to read, besides the system's folders
	Cache    string   // Go's build cache
}

// Ask runs a tool and returns what it prints, on both streams.
type Ask func(tool string, args ...string) (string, error)

// Exe is the name a compiled program has in its folder.
var Exe = map[bool]string{false: "main", true: "main.exe"}[runtime.GOOS == "windows"]

// All returns the table.
func All() []Language { return slices.Clone(table) }

// ByID returns the language of that ID.
func ByID(id string) (Language, bool) {
	for _, l := range table {
		if l.ID == id {
			return l, true
		}
	}
	return Language{}, false
}

// NameOf is what people call the language of that ID.
func NameOf(id string) string {
	if l, ok := ByID(id); ok {
		return l.Name
	}
	return id
}

// ByFile returns the language of a source file, by its extension.
func ByFile(path string) (Language, bool) {
	ext := extension(path)
	for _, l := range table {
		if slices.Contains(l.Extensions, ext) {
			return l, true
		}
	}
	return Language{}, false
}

// extension is the file's extension in lower case, but .C stays what it is: C++.
func extension(path string) string {
	if ext := filepath.Ext(path); ext == ".C" {
		return ext
	}
	return strings.ToLower(filepath.Ext(path))
}

// Extension is what a new source file's name ends in.
func (l Language) Extension() string { return l.Extensions[0] }

// Goes reports whether the file belongs to programs of this language without being compiled itself.
func (l Language) Goes(path string) bool { return slices.Contains(l.Headers, extension(path)) }

// Together reports whether all sources of a folder are compiled into one program.
func (l Language) Together() bool { return l.together }

// Entry says how well the source text qualifies as the place where a program starts: 2 surely,
// 1 perhaps, 0 no.
func (l Language) Entry(source []byte) int {
	switch {
	case l.main == nil:
		return 1
	case l.main.Match(source):
		return 2
	case l.main == cMain && mainWord.Match(source): // in a macro, or after something on the same line
		return 1
	}
	return 0
}

var mainWord = regexp.MustCompile(`\bmain\b`)

// OutOfMemory reports whether a program's standard error says that it ran out of memory.
func (l Language) OutOfMemory(stderr []byte) bool { return l.outOfMemory.Match(stderr) }

// Locate finds out what there is behind the tool.
func (l Language) Locate(ask Ask, tool string) (Toolchain, error) { return l.locate(ask, tool) }

// CompileArgs is the command line that compiles the files into the folder out.
func (l Language) CompileArgs(t Toolchain, out string, files, flags []string) []string {
	return l.compile(t, out, files, flags)
}

// RunArgs is the command line that runs the program in the folder with so many bytes of memory.
func (l Language) RunArgs(t Toolchain, folder, entry string, memory int64) []string {
	return l.run(t, folder, entry, memory)
}

// Interpreted reports whether the source itself is what runs.
func (l Language) Interpreted() bool { return l.ID == "python" || l.ID == "javascript" }

// Overhead is how much memory the language's machine takes for itself, beside what it gives to the
// program: the limit of the whole process must be so much wider.
func (l Language) Overhead() int64 {
	switch l.ID {
	case "java":
		return 256 << 20 // code cache, class data, collector, the threads of the machine
	case "javascript":
		return 128 << 20
	}
	return 0
}
