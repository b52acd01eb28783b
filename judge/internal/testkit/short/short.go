// Package short keeps a run with -short short.
package short

import (
	"runtime/debug"
	"slices"
	"testing"
)

// Skip skips a test that starts compilers, browsers, servers or programs to judge, in a run with -short: such a run is
// for those who change a message, and it ends within seconds.
func Skip(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("starts compilers or other programs: not with -short")
	}
}

// Raced reports whether the race detector watches this test: then all takes several times as long, and twice the memory.
func Raced() bool {
	info, _ := debug.ReadBuildInfo()
	return slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}
