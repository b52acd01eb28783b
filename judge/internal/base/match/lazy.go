package match

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression that is compiled when it is first asked for.
type Pattern func() *regexp.Regexp

// Lazy is the pattern of a text. The judge has a hundred, of which a command needs a few: to compile all of them
// took longer than most commands. It is not inlined: a hundred copies took the compiler a third of a second.
//
//go:noinline
func Lazy(text string) Pattern {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
