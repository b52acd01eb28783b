// Package memory holds the files of tests in memory where the system has a folder for that: what is synced there does
// not wait for a disk.
package memory

import (
	"os"
	"testing"
)

// Dir returns an empty folder that is removed with the test.
func Dir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp(Parent(), "judge-test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
