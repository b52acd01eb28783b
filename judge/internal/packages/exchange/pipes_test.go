//go:build unix

package exchange_test

import (
	"path/filepath"
	"syscall"
	"testing"
)

// kattisPackage is a small package that tests change.
func kattisPackage(t *testing.T, more string) string {
	return tree(t, "-- problem.yaml --\nproblem_format_version: 2025-09\nname: A\nuuid: 6e1ed7e3-4a3f-4d2c-8f6e-3f1a2b3c4d5e\n-- "+
		"data/secret/1.in --\n1\n-- data/secret/1.ans --\n1\n"+more)
}

// TestPipesInPackages: a folder may have pipes in place of files, with nobody at the other end.
func TestPipesInPackages(t *testing.T) {
	for _, name := range []string{".timelimit", "domjudge-problem.ini", "submissions/submissions.yaml"} {
		dir := kattisPackage(t, "-- submissions/accepted/a.py --\nprint(1)\n")
		if err := syscall.Mkfifo(filepath.Join(dir, filepath.FromSlash(name)), 0o600); err != nil {
			t.Skip(err)
		}
		if _, err := one(t.TempDir(), dir, "x"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
