// Package crash turns a panic into an error of one line, with the place in the code and what to send.
package crash

import (
	"fmt"
	"path"
	"runtime"
	"strings"

	"sudokuoj/judge/internal/base/say"
)

// Of returns the error of a recovered panic. It must be called by the deferred function that recovers. What another
// goroutine recovered, and panicked with again, keeps its place.
func Of(recovered any) *say.Error {
	if known, ok := recovered.(*say.Error); ok {
		return known
	}
	what := fmt.Sprintf("%.300s", fmt.Sprint(recovered))
	return say.Errorf("a fault of the judge itself, at %s: %s", place(), what).
		Hint("please send this line, the command, and the files that it names to those who maintain the judge")
}

// Tell is deferred at the door of a goroutine that nobody waits for: it recovers, and tells what broke.
func Tell(tell func(say.Message)) {
	if broken := recover(); broken != nil {
		tell(Of(broken).What)
	}
}

// place is the function of the judge, and its line, that panicked.
func place() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	panicked := false
	for {
		f, more := frames.Next()
		if panicked && !strings.HasPrefix(f.Function, "runtime.") {
			return fmt.Sprintf("%s (%s:%d)", path.Base(f.Function), path.Base(f.File), f.Line)
		}
		panicked = panicked || f.Function == "runtime.gopanic"
		if !more {
			return "an unknown place"
		}
	}
}
