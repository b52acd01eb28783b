package solution

import (
	"os"
	"path/filepath"
	"testing"
)

// TestOutside: what lies outside the tree, by whatever name, may be a stranger's.
func TestOutside(t *testing.T) {
	tree, elsewhere := t.TempDir(), t.TempDir()
	for _, path := range []string{filepath.Join(tree, "mine.cpp"), filepath.Join(elsewhere, "theirs.cpp")} {
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(elsewhere, filepath.Join(tree, "link")); err != nil {
		t.Skip(err)
	}
	for path, want := range map[string]bool{
		filepath.Join(tree, "mine.cpp"):                 false,
		filepath.Join(tree, ".", "x", "..", "mine.cpp"): false,
		filepath.Join(elsewhere, "theirs.cpp"):          true,
		filepath.Join(tree, "link", "theirs.cpp"):       true,
		filepath.Join(tree, "none.cpp"):                 true,
		tree + "-beside":                                true,
	} {
		if got := outside(tree, path); got != want {
			t.Errorf("outside(%s) = %v", path, got)
		}
	}
}
