//go:build !linux || !(amd64 || arm64)

package sandbox

import (
	"runtime"

	"sudokuoj/judge/internal/base/say"
)

// remedy says how to get a missing step.
func remedy(int) say.Message { return say.Message{} }

// facts lists the properties of this machine that isolation and figures depend on.
func facts() []Fact {
	tried := say.Of("not by us: please tell what fails")
	if runtime.GOOS == "windows" {
		tried = say.Of("by us under Wine only: please tell what fails")
	}
	return []Fact{{
		Name:   say.Of("system"),
		Value:  say.Of("%s on %s: programs are held to their limits, but not walled in", runtime.GOOS, runtime.GOARCH),
		Remedy: say.Of("run the judge on Linux, in a virtual machine or a container, to grade programs you do not trust"),
	}, {Name: say.Of("tried"), Value: tried}}
}
