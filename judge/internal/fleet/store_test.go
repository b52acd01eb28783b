package fleet

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestSweep: texts that were used last stay, however long ago they were fetched. Leftovers of a crash are removed.
func TestSweep(t *testing.T) {
	c := &cache{dir: t.TempDir(), grown: true}
	now := time.Now()
	lay := func(name string, size int, age time.Duration) {
		t.Helper()
		path := filepath.Join(c.dir, name)
		var err error
		if strings.HasPrefix(name, checkerFolder) {
			err = os.MkdirAll(filepath.Join(path, "problems"), 0o700)
		} else {
			err = os.WriteFile(path, make([]byte, size), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, now.Add(-age), now.Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	a, b, small := blobOf([]byte("a")), blobOf([]byte("b")), blobOf([]byte("c"))
	a.Size, b.Size, small.Size = 1000, 1000, 10
	lay(a.SHA256, 1000, 3*time.Hour) // fetched first and used by the last job
	lay(b.SHA256, 1000, 2*time.Hour)
	lay(small.SHA256, 10, time.Hour)
	lay("new-crashed", 5, 48*time.Hour)
	lay("new-arriving", 5, time.Minute)
	lay("checker-old", 0, 48*time.Hour)
	lay("checker-new", 0, time.Minute)
	if _, err := c.path(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	c.sweep(now, 1500)
	var left []string
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		left = append(left, e.Name())
	}
	want := []string{a.SHA256, small.SHA256, "checker-new", "new-arriving"}
	slices.Sort(want)
	if !slices.Equal(left, want) {
		t.Errorf("left are %q, want %q", left, want)
	}
}
