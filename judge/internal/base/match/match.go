// Package match holds regular expressions that are compiled when they are first used.
package match

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression that is compiled when it is first asked for.
type Pattern func() *regexp.Regexp

// Lazy compiles a pattern when it is first used. The judge has a hundred patterns, and a command needs a few:
// compiling all of them took longer than most commands.
func Lazy(text string) Pattern {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
