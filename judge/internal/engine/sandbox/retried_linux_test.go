//go:build amd64 || arm64

package sandbox

import (
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

// TestWaysToStart: a helper in namespaces keeps its user's number, and only root can do without a namespace of users.
func TestWaysToStart(t *testing.T) {
	for _, test := range []struct {
		name   string
		inside bool
		user   int
		want   []uintptr
	}{
		{"no namespaces", false, 0, []uintptr{0}},
		{"root", true, 0, []uintptr{namespaces, namespaces &^ unix.CLONE_NEWUSER}},
		{"a user", true, 7, []uintptr{namespaces}},
	} {
		_, ways := waysToStart(test.inside, test.user, 8)
		var got []uintptr
		for _, way := range ways {
			got = append(got, way.Cloneflags)
			if own := way.Cloneflags&unix.CLONE_NEWUSER != 0; own && (way.UidMappings[0].HostID != test.user || way.GidMappings[0].HostID != 8) {
				t.Errorf("%s: %+v", test.name, way)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %x, want %x", test.name, got, test.want)
		}
	}
}
