package build

import (
	"runtime"
	"slices"

	"sudokuoj/judge/internal/base/match"
)

// outOfReach matches the linker's error for static data beyond the 2 GiB that the usual addressing reaches.
var outOfReach = match.Lazy(`relocation truncated to fit|relocation R_X86_64_\w+ out of range`)

// outgrown matches errors of g++ and clang++ that old programs get from a newer C++: a name that the library uses now
// (size, next), a function that it no longer has, and what it no longer allows.
var outgrown = match.Lazy(`reference to [‘'“]\w+[’'”] is ambiguous|[‘']gets[’'] was not declared|undeclared identifier 'gets'|` +
	`error: ISO C\+\+1[17] does not allow|error: (?:constant expression evaluates to .* which cannot be narrowed|narrowing conversion)`)

// way is how a failed compile is tried again.
type way struct {
	flags []string
	as    string // the older version of the language, "" if it is the usual one
}

// again lists the ways in which another compile may succeed, the best first. Flags for large data slow down every access
// a little, so only programs that need them get them; the run shows whether there is enough memory. An older version of
// the language is no help to a function for LeetCode: its driver needs the newest.
func (j job) again(text string) (ways []way) {
	if large := j.lang.LargeData; large != "" && runtime.GOARCH == "amd64" && outOfReach().MatchString(text) {
		return []way{{flags: append(slices.Clip(j.flags), large)}}
	}
	if len(j.lang.Older) > 0 && outgrown().MatchString(text) {
		for _, older := range j.lang.Older {
			ways = append(ways, way{append(slices.Clip(j.flags), older.Flag), older.Name})
		}
	}
	return ways
}
