package cpp

import (
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
)

// cpp23 matches features that g++ has since version 14; no flag brings them to an older one.
var cpp23 = match.Lazy(`\(\s*this\s+(?:const\s+)?\w+\s*(?:const\s*)?&{0,2}\s*\w|<print>|<generator>|\bstd::print(?:ln)?\s*\(|\branges::to\s*<`)

// cpp23Since is the first version of a compiler that compiles all of cpp23.
var cpp23Since = map[string]int{"g++": 14, "clang++": 18}

// newer are compilers of that kind which may be beside the one that is usual here.
var newer = []string{"g++-16", "g++-15", "g++-14", "clang++-21", "clang++-20", "clang++-19", "clang++-18"}

// newest returns the newer compilers for a source in C++23.
func newest(code string) ([]string, func(version string) bool) {
	if !cpp23().MatchString(code) {
		return nil, nil
	}
	return newer, compiles23
}

// dialect tells that a source is in C++23, and the compiler older.
func dialect(code, version string) say.Message {
	if cpp23().MatchString(code) && !compiles23(version) {
		return say.Of("this is C++23, and here is %s", version).Hint("it wants g++ 14 or clang++ 18, or newer: install one as g++-14, and the judge takes it")
	}
	return say.Message{}
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
