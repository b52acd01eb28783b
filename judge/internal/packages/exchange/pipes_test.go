//go:build unix

package exchange_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// kattisPackage is a small package that tests change.
func kattisPackage(t *testing.T, more string) string {
	return tree(t, "-- problem.yaml --\nproblem_format_version: 2025-09\nname: A\nuuid: 6e1ed7e3-4a3f-4d2c-8f6e-3f1a2b3c4d5e\n-- data/secret/1.in --\n1\n-- data/secret/1.ans --\n1\n"+more)
}

// TestConstantsSwell: a long constant that is used often would make a small package larger than the memory.
func TestConstantsSwell(t *testing.T) {
	many := strings.Repeat("{{a}}", 1000)
	for name, file := range map[string]string{"statement": "statement/problem.en.md", "submission": "submissions/accepted/a.py"} {
		dir := kattisPackage(t, "-- "+file+" --\n# "+many+"\n")
		f, err := os.OpenFile(filepath.Join(dir, "problem.yaml"), os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		f.WriteString("constants:\n  a: " + strings.Repeat("x", 20_000) + "\n")
		f.Close()
		imported, err := one(t.TempDir(), dir, "x")
		if said := notes(imported.Notes); err != nil || len(imported.Solutions) > 0 || !strings.Contains(said, "left out: "+file+": with the values of its constants it would be more than 16 MiB longer") {
			t.Errorf("%s: %s, %v", name, said, err)
		}
	}
	imported, err := one(t.TempDir(), tree(t, "-- problem.yaml --\nname: A\nconstants: {a: 1}\n-- data/secret/1.in --\n-- data/secret/1.ans --\n"), "x")
	if said := notes(imported.Notes); err != nil || strings.Contains(said, "constants") {
		t.Errorf("constants that nothing uses: %s, %v", said, err)
	}
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

// TestLargeExpectations: submissions.yaml has the same limit as all YAML.
func TestLargeExpectations(t *testing.T) {
	dir := kattisPackage(t, "-- submissions/submissions.yaml --\n# "+strings.Repeat("x", 1<<20)+"\n")
	if _, err := one(t.TempDir(), dir, "x"); err == nil || !strings.Contains(err.Error(), "submissions.yaml: larger than 1 MiB") {
		t.Error(err)
	}
}
