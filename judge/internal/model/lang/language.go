// Package lang says what a language is: how a source file is recognised, how its words and comments look, what
// compiles it and what runs it. Wing language has a folder for each. It only describes: build calls the compilers.
package lang

import (
	"cmp"
	"io/fs"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"text/template"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
)

// Language is a language the judge speaks.
type Language struct {
	ID, Name   string
	Extensions []string // of its source files; the first is the usual one
	Headers    []string // extensions of files that belong to a program but are not compiled by themselves
	Texts      fs.FS    // skeleton.txt, a new program; for functions driver.txt and editor.txt; debug.txt: see Debug

	Syntax
	Tools
	Programs
	Functions
	Messages
	Quick Quick // how its programs are made to read and print quickly
	Debug Debug

	Recorder string // the part of trace that makes its programs tell what they do; "": they are not watched
}

// Syntax is how words, comments and literals look, precisely enough for colours.
type Syntax struct {
	Comment   string    // begins a comment that ends with the line
	Words     string    // its keywords, with blanks between them; a word may begin with #
	Block     [2]string // what encloses a comment, "" for none
	Quotes    string    // each encloses a literal that ends with its line
	Long      []string  // each encloses a literal that may go on for lines
	Raw       string    // the same, of one in which a backslash is nothing special
	Lifetimes bool      // a ' may also begin the name of a lifetime
}

// Tools compile and run programs.
type Tools struct {
	Commands []string // what compiles or runs it, the first that is found
	Install  string   // the command that brings such a tool

	// Locate finds the real tool behind the one on the PATH, which may be a shim that chooses among
	// versions, and what else a compile and a run must be able to read.
	Locate func(ask Ask, tool string) (Toolchain, error)
	// CompileArgs returns the command line that compiles the files of the current folder into the folder out. If
	// the result is the source itself, the output is thrown away.
	CompileArgs func(t Toolchain, out string, files, flags []string) []string
	// RunArgs returns the command line that runs the program in the folder with this much memory in bytes. Entry
	// is the main source file or the file compiled from it.
	RunArgs func(t Toolchain, folder, entry string, memory int64) []string

	Result    Result   // what its compiler makes
	Library   bool     // its standard library is compiled before, for all programs: see build
	Settings  []string // variables of the compiler's environment that a solution may set: none names a file or a program
	Strangers []string // the settings, with their values, of solutions that were not written here
	LargeData string   // the compiler's flag for static data beyond 2 GiB on amd64, "" if it needs none
	Older     []Older  // versions that its compiler knows besides, the newest first

	// Newer returns the tools that a source may need besides, and which of all tools will do; nil where any will do.
	Newer  func(code string) (tools []string, enough func(version string) bool)
	enough func(version string) bool // of the source given to For
	// Environment returns the variables that the compiler needs; tmp is a folder for temporary files.
	Environment func(t Toolchain, tmp string) []string
	// Pathless returns the flags that keep the folder of the sources out of the program, where a panic would show it.
	Pathless func(folder string) []string

	// Overhead is the memory that the language's runtime needs for itself. The limit of the whole process is
	// larger by that.
	Overhead int64
	// Reserve is how much more than its memory a program may reserve without using it: its runtime's areas, and a stack
	// for each of its threads. Beyond that the kernel refuses it memory.
	Reserve int64
}

// Programs say how programs look.
type Programs struct {
	Nothing   string        // a program that starts and ends, with what every program of a site brings in
	Main      match.Pattern // the place where a program starts; nil where any file may be one
	Hidden    match.Pattern // what may be such a place: in a macro, or after something on the same line
	Input     match.Pattern // where a program reads standard input; nil where that is known better
	Flush     string        // the statement that flushes the output
	Sign      match.Pattern // what only programs of this language have; nil where there is no such thing
	Together  bool          // all sources of a folder are one program; otherwise one file is, and may import its neighbours
	ManyMains bool          // several files of a program may each have a place to start
	NoBOM     bool          // the compiler refuses a byte order mark
	AnyBlank  bool          // the compiler takes the blanks of web pages, too

	ProgramName, FunctionName string // of new files with a program or a function, if not main

	Include match.Pattern // the headers that a source asks for; nil where there are none
	Ignored match.Pattern // a file that the language's own tools leave out of its folder
	// Elsewhere is the condition of a source that is for other machines than this, "" if it is for this one.
	Elsewhere func(text []byte) string
	// CopyName returns the file name that the compiler demands; "" for any name. Main marks the main file.
	CopyName func(text []byte, main bool) string
}

// Messages explain what goes wrong. Code is a source without comments and literals. Each may be nil.
type Messages struct {
	NoMemory match.Pattern // the standard error of a program that got no more memory
	PastEnd  match.Pattern // that of one that read on where the input had ended
	// Dialect explains a source in a version of the language that is not the one here; version is the compiler's answer
	// when asked for it, or "".
	Dialect func(code, version string) say.Message
	// Opens is what opens files in a program, "" for nothing. One that prints into a file fails in silence.
	Opens func(code string) string
	// Refused tells what the sites refuse in a program that compiles here.
	Refused func(code string) say.Message
	// Explain explains what a compiler says.
	Explain func(output string) say.Message
}

// Older is an older version of a language.
type Older struct{ Name, Flag string }

// Result is the kind of file that a compiler makes.
type Result int

// The results.
const (
	Executable Result = iota // one file that runs by itself
	Source                   // nothing: the source itself runs
	Classes                  // a class file for each class, one of which is started
)

// File is a source file: its text, and the name that its author knows it by. It need not exist on disk.
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

// For is the language with the tools that a source of such code wants; the usual ones do where there are no others.
func (l Language) For(code string) Language {
	tools, enough := l.Newer(code)
	l.Commands, l.enough = append(slices.Clip(l.Commands), tools...), enough
	return l
}

// Wants reports whether a toolchain has everything that the source given to For needs.
func (l Language) Wants(t Toolchain) bool { return l.enough == nil || l.enough(t.Version) }

// Ext returns the file's extension in lower case; only .C stays, since it means C++.
func Ext(path string) string {
	if ext := filepath.Ext(path); ext == ".C" {
		return ext
	}
	return strings.ToLower(filepath.Ext(path))
}

// Extension returns the extension of new source files.
func (l Language) Extension() string { return l.Extensions[0] }

// FileName returns the name of a new file with a program or a function.
func (l Language) FileName(function bool) string {
	name := cmp.Or(l.ProgramName, "main")
	if function {
		name = cmp.Or(l.FunctionName, "main")
	}
	return name + l.Extension()
}

// Goes reports whether the file belongs to programs of this language without being compiled itself.
func (l Language) Goes(path string) bool { return slices.Contains(l.Headers, Ext(path)) }

// Entry says how well the source text qualifies as the place where a program starts: 2 surely,
// 1 perhaps, 0 no.
func (l Language) Entry(source []byte) int {
	switch {
	case l.Main == nil:
		return 1
	case l.Main().Match(source):
		return 2
	case l.Hidden().Match(source):
		return 1
	}
	return 0
}

// ReadsOn explains a crash of a program that reads more than there is.
func (l Language) ReadsOn(stderr []byte) say.Message {
	if !l.PastEnd().Match(stderr) {
		return say.Message{}
	}
	return say.Of("it reads on where the input has ended").Hint("see how the input ends, and stop there")
}

// Includes are the headers that a source asks for.
func (l Language) Includes(source string) (names []string) {
	for _, m := range l.Include().FindAllStringSubmatch(source, -1) {
		names = append(names, m[1])
	}
	return names
}

var (
	never  = match.Lazy(`[^\s\S]`)
	always = match.Lazy(``)
)

// Complete gives a language what it does not say: patterns that match nothing, and functions that say nothing.
func Complete(l Language) Language {
	for _, p := range []*match.Pattern{&l.Hidden, &l.Input, &l.Sign, &l.Include, &l.Ignored, &l.NoMemory, &l.PastEnd, &l.Clash, &l.Defining, &l.GoesOn} {
		unlessSet(p, never)
	}
	unlessSet(&l.Starts, mainWord)
	unlessSet(&l.Lone, always)
	unlessSet(&l.Elsewhere, func([]byte) string { return "" })
	unlessSet(&l.CopyName, func([]byte, bool) string { return "" })
	unlessSet(&l.Environment, func(Toolchain, string) []string { return nil })
	unlessSet(&l.Pathless, func(string) []string { return nil })
	unlessSet(&l.Newer, func(string) ([]string, func(string) bool) { return nil, nil })
	unlessSet(&l.Dialect, func(string, string) (m say.Message) { return m })
	unlessSet(&l.Opens, func(string) string { return "" })
	unlessSet(&l.Refused, func(string) (m say.Message) { return m })
	unlessSet(&l.Explain, func(string) (m say.Message) { return m })
	unlessSet(&l.Call, func(_ Signature, m Method) string { return m.Name })
	unlessSet(&l.Prepare, func(*Signature, *UserFile) template.FuncMap { return nil })
	unlessSet(&l.Trim, func(trace string) string { return trace })
	unlessSet(&l.Tidy, func(text string) string { return text })
	unlessSet(&l.Clean, func(said string) string { return said })
	return l
}

// unlessSet sets a function that is nil.
func unlessSet[F any](f *F, otherwise F) {
	if reflect.ValueOf(f).Elem().IsNil() {
		*f = otherwise
	}
}
