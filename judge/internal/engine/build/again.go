package build

import (
	"runtime"
	"slices"

	"sudokuoj/judge/internal/base/match"
)

// outOfReach matches the linker's error for static data beyond the 2 GiB that the usual addressing reaches.
var outOfReach = match.Lazy(`relocation truncated to fit|relocation R_X86_64_\w+ out of range`)

// outgrown matches errors of g++ and clang++ that old programs get from a newer C++: a name that the library uses now
// (size, next), a function that it no longer has, and what it no longer allows (cin >> p into a char *p).
var outgrown = match.Lazy(`reference to [‘'“]\w+[’'”] is ambiguous|[‘']gets[’'] was not declared|undeclared identifier 'gets'|` +
	`error: ISO C\+\+1[17] does not allow|error: (?:constant expression evaluates to .* which cannot be narrowed|narrowing conversion)|` +
	`error: no match for [‘']operator>>[’'] \(operand types are .*istream.* and [‘']char ?\*[’']|` +
	`error: invalid operands to binary expression \('(?:std::)?istream'.* and 'char \*'\)`)

// unincluded finds the header that a program uses and does not include, where the compiler names it. Those of the C
// library came with others in older compilers.
var unincluded = match.Lazy(`(?:is defined in header|[Ii]nclude(?: the header)?) [‘'“]?<((?:c?(?:string|stdio|stdlib|limits|math)(?:\.h)?)|algorithm)>`)

// way is how a failed compile is tried again.
type way struct {
	flags    []string
	as       string   // the older version of the language, "" if it is the usual one
	included []string // headers that the program does not include
}

// again lists the ways in which another compile may succeed after a compiler said this, the best first. Flags for large
// data slow down every access a little, so only programs that need them get them; the run shows whether there is enough
// memory. An older version of the language is no help to a function for LeetCode: its driver needs the newest.
func (j job) again(tried way, text string) (ways []way) {
	if large := j.lang.LargeData; large != "" && len(tried.flags) == 0 && runtime.GOARCH == "amd64" && outOfReach().MatchString(text) {
		return []way{{flags: []string{large}}}
	}
	more := tried
	for _, m := range unincluded().FindAllStringSubmatch(text, -1) {
		if !slices.Contains(more.included, m[1]) {
			more.included = append(slices.Clip(more.included), m[1])
			more.flags = append(slices.Clip(more.flags), "-include", m[1])
		}
	}
	if len(more.included) > len(tried.included) {
		ways = append(ways, more)
	}
	if tried.as == "" && outgrown().MatchString(text) {
		for _, older := range j.lang.Older {
			ways = append(ways, way{append(slices.Clip(more.flags), older.Flag), older.Name, more.included})
		}
	}
	return ways
}
