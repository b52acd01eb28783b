// Package short keeps a run with -short short.
package short

import "testing"

// Skip skips a test that starts compilers, browsers, servers or programs to judge, in a run with -short: such a run is
// for those who change a message, and it ends within seconds.
func Skip(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("starts compilers or other programs: not with -short")
	}
}
