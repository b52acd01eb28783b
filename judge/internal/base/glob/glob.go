// Package glob matches cases with patterns.
package glob

import (
	"path"
	"strings"
)

// Valid reports whether the pattern is well formed: path.Match's syntax, where * stops at a slash.
func Valid(pattern string) bool {
	_, err := path.Match(pattern, "")
	return err == nil
}

// Quote returns a pattern that matches only this name.
func Quote(name string) string { return special.Replace(name) }

var special = strings.NewReplacer(`*`, `\*`, `?`, `\?`, `[`, `\[`, `\`, `\\`)

// Case reports whether the pattern picks the case (named "secret/01-easy") of the problem. It may be
// written with the problem's ID before it, without, or as the last element alone; and a pattern that
// picks a folder ("secret", "acwing166/secret/group*") picks all the cases in it.
func Case(pattern, problem, name string) bool {
	if picks(pattern, path.Base(name)) {
		return true
	}
	full := problem + "/" + name
	for end := len(full); end != -1; end = strings.LastIndexByte(full[:end], '/') {
		if picks(pattern, full[:end]) {
			return true
		}
		if end > len(problem) && picks(pattern, full[len(problem)+1:end]) {
			return true
		}
	}
	return false
}

// picks is path.Match. A name with [ in it also picks itself as it is, and a backslash may be the slash of
// Windows.
func picks(pattern, name string) bool {
	if ok, _ := path.Match(pattern, name); ok || pattern == name {
		return true
	}
	ok, _ := path.Match(slashes.Replace(pattern), name)
	return ok
}

var slashes = strings.NewReplacer(`\[`, `\[`, `\\`, `\\`, `\`, `/`)
