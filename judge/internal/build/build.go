// Package build turns source files into something that runs. It alone calls compilers, and keeps what
// they made in a content-addressed cache.
package build

import "time"

// Program is a compiled solution.
type Program struct {
	Language string
	Exe      string   // the executable, or the script
	Readable []string // what a run must be allowed to read: its folder in the cache, its runtime
	Time     time.Duration
	Cached   bool
}

// Failed says that the source does not compile: the solution's fault. Output is the compiler's text
// with the user's own file name in it.
type Failed struct {
	Output string
	Time   time.Duration
}

func (f *Failed) Error() string { return "does not compile: " + f.Output }

// Missing says that this machine has no compiler for the language, and what would bring one.
type Missing struct {
	Language, Tool, Install string
}

func (m *Missing) Error() string {
	return "no " + m.Tool + " here for " + m.Language + ": install it with " + m.Install
}
