package check_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokuoj/judge/internal/engine/check"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
)

// TestNextPass: a validator that accepts may leave an input for another pass. It is moved out of its folder.
func TestNextPass(t *testing.T) {
	for _, test := range []struct {
		name string
		put  func(file string) error
		v    result.Verdict
		more bool
		err  string
	}{
		{"none", func(string) error { return nil }, result.AC, false, ""},
		{"an input", func(file string) error { return os.WriteFile(file, []byte("1"), 0o600) }, result.AC, true, ""},
		{"refused, and an input", func(file string) error { return os.WriteFile(file, nil, 0o600) }, result.WA, false,
			"refuses the output, and asks for another pass"},
		{"refused", func(string) error { return nil }, result.WA, false, ""},
		{"broken, and an input", func(file string) error { return os.WriteFile(file, nil, 0o600) }, result.JE, false, ""},
		{"a folder", func(file string) error { return os.Mkdir(file, 0o700) }, result.AC, false, "is not a regular file"},
		{"a link", func(file string) error { return os.Symlink("/etc/passwd", file) }, result.AC, false, "is not a regular file"},
		{"no place for it", func(file string) error { return os.WriteFile(file, nil, 0o600) }, result.AC, false, "pass2.in"},
	} {
		folder, to := t.TempDir(), filepath.Join(t.TempDir(), "pass2.in")
		if test.name == "no place for it" {
			to = filepath.Join(folder, "gone", "pass2.in")
		}
		must.Succeed(t, test.put(filepath.Join(folder, "nextpass.in")))
		more, err := check.NextPass(folder, test.v, to)
		if more != test.more || (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%s: %v, %v", test.name, more, err)
		}
		if text, _ := os.ReadFile(to); (string(text) == "1") != test.more {
			t.Errorf("%s: the next input is %q", test.name, text)
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	must.Succeed(t, os.WriteFile(file, nil, 0o600))
	if _, err := check.NextPass(file, result.AC, file); err == nil {
		t.Error("a folder that cannot be read has no next input")
	}
}
