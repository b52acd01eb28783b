//go:build amd64 || arm64

package sandbox

import (
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

// TestGrants: what each kind of program may do with its files and the system's.
func TestGrants(t *testing.T) {
	const (
		execute = unix.LANDLOCK_ACCESS_FS_EXECUTE
		look    = unix.LANDLOCK_ACCESS_FS_READ_FILE
		list    = look | unix.LANDLOCK_ACCESS_FS_READ_DIR
		made    = list | mayMake
	)
	for _, test := range []struct {
		path            string
		kind            Policy
		inside, outside uint64 // in namespaces, and without them
	}{
		{"/box", Submission, made, made},
		{"/box", Checker, made, made},
		{"/box", Compiler, made | execute, made | execute},
		{"/w", Checker, made, made},
		{"/w", Compiler, made | execute, made | execute},
		{"/r", Submission, mayRead, mayRead},
		{"/dev/null", Submission, mayUseFile, mayUseFile},
		{"/dev/full", Submission, mayUseFile, mayUseFile},
		{"/dev/urandom", Submission, 0, look}, // as all beneath /
		{"/proc/cpuinfo", Submission, 0, look},
		{"/", Submission, list, 0},
		{"/usr", Submission, mayRead, mayRead},
		{"/etc/ld.so.cache", Submission, 0, mayRead},
	} {
		for step, want := range map[int64]uint64{withCgroups: test.inside, withNamespaces: test.inside, withLandlock: test.outside} {
			p := policy{step: step, kind: int64(test.kind), readable: []string{"/r"}, writable: []string{"/w"}}
			var got uint64
			for _, g := range p.grants("/box") {
				if slices.Contains(g.paths, test.path) {
					got |= g.rights
				}
			}
			if got != want {
				t.Errorf("%s, policy %d, step %d: %#x, want %#x", test.path, test.kind, step, got, want)
			}
		}
	}
}
