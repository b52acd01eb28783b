package executable

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokuoj/judge/internal/testkit/must"
)

// TestBeginning: copies of a program count as the same judge. A longer one, or one with another beginning, where Go writes
// the digest of the build, does not.
func TestBeginning(t *testing.T) {
	dir := t.TempDir()
	digest := func(content string) string {
		path := filepath.Join(dir, "judge")
		must.Succeed(t, os.WriteFile(path, []byte(content), 0o600))
		digest, err := beginning(path)
		if err != nil {
			t.Error(err)
		}
		return digest
	}
	long := strings.Repeat("x", 100_000)
	seen := map[string]string{}
	for what, content := range map[string]string{
		"long": long, "longer": long + "x", "another build": "y" + long[1:], "short": "x", "empty": "",
	} {
		first := digest(content)
		if again := digest(content); len(first) != 64 || again != first || seen[first] != "" {
			t.Errorf("%s: %s and %s, as %q", what, first, again, seen[first])
		}
		seen[first] = what
	}
	if _, err := beginning(filepath.Join(dir, "gone")); err == nil {
		t.Error("a file that is gone has a beginning")
	}
	self := must.Get(os.Executable())(t)
	want, err := beginning(self)
	if own, err2 := Digest(); err != nil || err2 != nil || own != want {
		t.Errorf("this is %s, want %s: %v, %v", own, want, err, err2)
	}
}
