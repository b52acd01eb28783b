package language

import (
	"slices"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
)

// A site has several versions of a language, and this machine has one. The patterns here recognise a source in another
// version, so that its author is told about the version and not about a syntax error.

var (
	python2 = match.Lazy(`(?m)\b(?:xrange|raw_input|unichr|basestring)\b\s*\(|\.(?:iteritems|itervalues|iterkeys|has_key)\s*\(|` +
		"^[ \\t]*print[ \\t]+[^\\s=(.,:;\\[]|^[ \\t]*except[ \\t]+[\\w.]+[ \\t]*,[ \\t]*\\w+[ \\t]*:")
	python3 = match.Lazy(`\bxrange\s*=|\braw_input\s*=|\bbasestring\s*=|\bimport\s+six\b`) // it knows both
	// cpp23 matches features that g++ has since version 14; no flag brings them to an older one.
	cpp23 = match.Lazy(`\(\s*this\s+(?:const\s+)?\w+\s*(?:const\s*)?&{0,2}\s*\w|<print>|<generator>|\bstd::print(?:ln)?\s*\(|\branges::to\s*<`)
)

// cpp23Since is the first version of a compiler that compiles all of cpp23.
var cpp23Since = map[string]int{"g++": 14, "clang++": 18}

// newer are compilers of that kind which may stand beside the one that is usual here.
var newer = []string{"g++-16", "g++-15", "g++-14", "clang++-21", "clang++-20", "clang++-19", "clang++-18"}

// For is the language with the tools that a source of such code wants; the usual ones do where there are no others.
func (l Language) For(code string) Language {
	if l.ID == "cpp" && cpp23().MatchString(code) {
		l.Tools = append(slices.Clip(l.Tools), newer...)
		l.wants = func(t Toolchain) bool { return compiles23(t.Version) }
	}
	return l
}

// Wants reports whether a toolchain has everything that the source given to For needs.
func (l Language) Wants(t Toolchain) bool { return l.wants == nil || l.wants(t) }

// Dialect names the version of the language in which a source is written, if this machine has another one. Code is
// the source without comments and string literals; version is the compiler's answer when asked for its version.
func Dialect(id, code, version string) say.Message {
	switch {
	case id == "python" && python2().MatchString(code) && !python3().MatchString(code):
		return say.Of("this is Python 2, and the judge runs Python 3").Hint("write range for xrange, print(...) for print, and items() for iteritems()")
	case id == "cpp" && cpp23().MatchString(code) && !compiles23(version):
		return say.Of("this is C++23, and here is %s", version).Hint("it wants g++ 14 or clang++ 18, or newer: install one as g++-14, and the judge takes it")
	}
	return say.Message{}
}

var (
	opensFiles = match.Lazy(`\b(freopen|fopen|[io]fstream)\b`)
	onlyAtHome = match.Lazy(`\bONLINE_JUDGE\b`)
)

// Files names what opens files in a program in C or C++. One that prints into a file fails in silence.
func Files(id, code string) say.Message {
	opens := opensFiles().FindString(code)
	if id != "c" && id != "cpp" || opens == "" || onlyAtHome().MatchString(code) {
		return say.Message{}
	}
	return say.Of("it opens a file with %s, and is asked to use standard input and output", opens).Hint("leave it out, or put it between #ifndef ONLINE_JUDGE and #endif")
}

// inputWords matches whatever may read input, and much more.
var inputWords = match.Lazy(`(?i)stdin|cin|scan|read|get|input|open|arg|system\s*\.\s*in|include\s*"|mmap|import\s*\*`)

// Deaf reports that a program reads no input, as one does that has its board in the source; the message is empty if it
// may read some.
func Deaf(code string) say.Message {
	if inputWords().MatchString(code) {
		return say.Message{}
	}
	return say.Of("it reads no input: what is to be solved comes on standard input")
}

// compiles23 reports whether a compiler of this version knows everything in cpp23.
func compiles23(version string) bool {
	name := "g++"
	if strings.Contains(version, "clang") {
		name = "clang++"
	}
	return major(version) >= cpp23Since[name]
}

var versionNumber = match.Lazy(`\b(\d+)\.\d+(?:\.\d+)?\b`)

// major is the first number of a version, 0 if there is none.
func major(version string) int {
	found := versionNumber().FindStringSubmatch(version)
	if found == nil {
		return 0
	}
	n, _ := strconv.Atoi(found[1])
	return n
}
