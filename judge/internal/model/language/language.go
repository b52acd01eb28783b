// Package language is the one table of the languages the judge speaks: how a source file is
// recognised, what compiles it and what runs it. It only describes: build calls the compilers.
package language

import (
	"cmp"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/match"
)

// Language is one row of the table.
type Language struct {
	ID, Name   string
	Aliases    []string // what packages of problems call it besides
	Extensions []string // of its source files; the first is the usual one
	Headers    []string // extensions of files that belong to a program but are not compiled by themselves
	Comment    string   // begins a comment that ends with the line
	Marks      Marks    // for colouring sources
	Tools      []string // what compiles or runs it, the first that is found
	Install    string   // the command that brings such a tool

	Settings  []string // variables of the compiler's environment that a solution may set: none names a file or a program
	Strangers []string // the settings, with their values, of solutions that were not written here
	Flush     string   // the statement that flushes the output
	LargeData string   // the compiler's flag for static data beyond 2 GiB on amd64, "" if it needs none
	Older     []Older  // versions that its compiler knows besides, the newest first

	Result    Result // what its compiler makes
	Watched   Watch  // how it is told what its programs do
	Library   bool   // its standard library is compiled before, for all programs: see build
	ManyMains bool   // several files of a program may each have a place to start
	NoBOM     bool   // its compiler refuses a byte order mark

	// reads finds where a program reads standard input; nil where that is known better.
	reads match.Pattern
	// includes finds the headers that a source asks for; nil where there are none.
	includes match.Pattern
	// ignored marks a file that the language's own tools leave out of its folder.
	ignored match.Pattern
	// elsewhere is the condition of a source that is for other machines than this, "" if it is for this one.
	elsewhere func(text []byte) string
	// wants reports whether a toolchain has what a source asks for; nil where any will do.
	wants func(t Toolchain) bool
	// copyName returns the file name that the compiler demands; "" for any name. Main marks the main file.
	copyName func(text []byte, main bool) string
	// environment returns the variables that the compiler needs; tmp is a folder for temporary files.
	environment func(t Toolchain, tmp string) []string
	// pathless are the flags that keep the folder of the sources out of the program, where a panic would show it.
	pathless func(folder string) []string
	// Overhead is the memory that the language's runtime needs for itself. The limit of the whole process is
	// larger by that.
	Overhead int64
	// Reserve is how much more than its memory a program may reserve without using it: its runtime's areas, and a stack
	// for each of its threads. Beyond that the kernel refuses it memory.
	Reserve int64

	// programName and functionName are the names of new files with a program or a function, if not main.
	programName, functionName string
	// Together: all sources of a folder are one program. Otherwise one file is the program, and may
	// import its neighbours.
	Together bool
	// main finds the place where a program starts; nil where any file may be one.
	main match.Pattern
	// hidden finds what may be such a place: in a macro, or after something on the same line.
	hidden match.Pattern
	// outOfMemory matches the standard error of a program that got no more memory.
	outOfMemory match.Pattern

	// Locate finds the real tool behind the one on the PATH, which may be a shim that chooses among
	// versions, and what else a compile and a run must be able to read.
	Locate func(ask Ask, tool string) (Toolchain, error)
	// CompileArgs returns the command line that compiles the files of the current folder into the folder out. If
	// the result is the source itself, the output is thrown away.
	CompileArgs func(t Toolchain, out string, files, flags []string) []string
	// RunArgs returns the command line that runs the program in the folder with this much memory in bytes. Entry
	// is the main source file or the file compiled from it.
	RunArgs func(t Toolchain, folder, entry string, memory int64) []string
}

// Older is an older version of a language.
type Older struct{ Name, Flag string }

// Marks describe words, comments and literals, precisely enough for colours. A comment to the end of the line begins
// with Language.Comment.
type Marks struct {
	Words     string    // its keywords, with blanks between them; a word may begin with #
	Block     [2]string // what encloses a comment, "" for none
	Quotes    string    // each encloses a literal that ends with its line
	Long      []string  // each encloses a literal that may go on for lines
	Raw       string    // the same, of one in which a backslash is nothing special
	Lifetimes bool      // a ' may also begin the name of a lifetime
}

// Result is the kind of file that a compiler makes.
type Result int

// The results.
const (
	Executable Result = iota // one file that runs by itself
	Source                   // nothing: the source itself runs
	Classes                  // a class file for each class, one of which is started
)

// Watch says how the programs of a language are watched while they run. The zero Watch: they are not.
type Watch struct {
	Recorder string // the part of trace that makes them tell
	Lines    bool   // it tells how often each line ran
	Board    bool   // it tells what happened to the board
}

// File is a source file: its text, and the name that its author knows it by. It need not lie anywhere.
type File struct{ Path, Text string }

// Toolchain is a language's tools as they are on this machine.
type Toolchain struct {
	Compiler string   // absolute path of the tool that compiles or checks a source
	Runner   string   // absolute path of the tool that runs it, "" if the result runs by itself
	Version  string   // in the tool's own words
	Roots    []string // what a compile must be able to read, besides the system's folders
	Runtime  []string // what a run must be able to read, besides the system's folders
	Cache    string   // Go's build cache
}

// Ask runs a tool and returns its output on both streams.
type Ask func(tool string, args ...string) (string, error)

// Exe is the name a compiled program has in its folder.
var Exe = map[bool]string{false: "main", true: "main.exe"}[runtime.GOOS == "windows"]

// All returns the table.
func All() []Language { return slices.Clone(table) }

// IDs returns the IDs of the table.
func IDs() (ids []string) {
	for _, l := range table {
		ids = append(ids, l.ID)
	}
	return ids
}

// ByID returns the language of that ID.
func ByID(id string) (Language, bool) {
	for _, l := range table {
		if l.ID == id {
			return l, true
		}
	}
	return Language{}, false
}

// NameOf returns the name of the language with this ID.
func NameOf(id string) string {
	if l, ok := ByID(id); ok {
		return l.Name
	}
	return id
}

// ByName returns the language that people call so.
func ByName(name string) (Language, bool) {
	i := slices.IndexFunc(table, func(l Language) bool { return l.Name == name })
	if i < 0 {
		return Language{}, false
	}
	return table[i], true
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

// extension returns the file's extension in lower case; only .C stays, since it means C++.
func extension(path string) string {
	if ext := filepath.Ext(path); ext == ".C" {
		return ext
	}
	return strings.ToLower(filepath.Ext(path))
}

// Extension returns the extension of new source files.
func (l Language) Extension() string { return l.Extensions[0] }

// FileName returns the name of a new file with a program or a function.
func (l Language) FileName(function bool) string {
	name := cmp.Or(l.programName, "main")
	if function {
		name = cmp.Or(l.functionName, "main")
	}
	return name + l.Extension()
}

// Goes reports whether the file belongs to programs of this language without being compiled itself.
func (l Language) Goes(path string) bool { return slices.Contains(l.Headers, extension(path)) }

// Entry says how well the source text qualifies as the place where a program starts: 2 surely,
// 1 perhaps, 0 no.
func (l Language) Entry(source []byte) int {
	switch {
	case l.main == nil:
		return 1
	case l.main().Match(source):
		return 2
	case l.hidden != nil && l.hidden().Match(source):
		return 1
	}
	return 0
}

// OutOfMemory reports whether a program's standard error says that it ran out of memory.
func (l Language) OutOfMemory(stderr []byte) bool { return l.outOfMemory().Match(stderr) }

// Reads returns the part of a line of code that reads standard input; "" if there is none. The line must have no
// strings and comments.
func (l Language) Reads(line string) string {
	if l.reads == nil {
		return ""
	}
	return l.reads().FindString(line)
}

// Includes are the headers that a source asks for.
func (l Language) Includes(source string) (names []string) {
	if l.includes == nil {
		return nil
	}
	for _, m := range l.includes().FindAllStringSubmatch(source, -1) {
		names = append(names, m[1])
	}
	return names
}

// Ignores reports whether the language's own tools leave a file of such a text out of the program.
func (l Language) Ignores(source []byte) bool { return l.ignored != nil && l.ignored().Match(source) }

// Elsewhere is the condition of a source that was written for other machines than this; "" for any other source.
// It may compile all the same: Go asks for the condition only when it is given a folder.
func (l Language) Elsewhere(source []byte) string {
	if l.elsewhere == nil {
		return ""
	}
	return l.elsewhere(source)
}

// CopyName returns the file name that a compiler demands for a source, "" for any name.
func (l Language) CopyName(source []byte, main bool) string {
	if l.copyName == nil {
		return ""
	}
	return l.copyName(source, main)
}

// Environment returns the variables that a compiler needs; tmp is a folder for temporary files.
func (l Language) Environment(t Toolchain, tmp string) []string {
	if l.environment == nil {
		return nil
	}
	return l.environment(t, tmp)
}

// Pathless are the flags that keep the folder of the sources out of the program.
func (l Language) Pathless(folder string) []string {
	if l.pathless == nil {
		return nil
	}
	return l.pathless(folder)
}

// WatchOf says how programs in the language of that ID are watched.
func WatchOf(id string) Watch {
	l, _ := ByID(id)
	return l.Watched
}
