//go:build !linux || !(amd64 || arm64)

package sandbox

import "runtime"

// remedy is what may bring a step that is missing.
func remedy(int) string { return "" }

// facts are what isolation and figures depend on here.
func facts() []Fact {
	return []Fact{{
		Name: "system", Value: runtime.GOOS + " on " + runtime.GOARCH + ": programs are held to their limits, but not walled in",
		Remedy: "run the judge on Linux, in a virtual machine or a container, to grade programs you do not trust",
	}}
}
