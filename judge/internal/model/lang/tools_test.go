package lang_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"sudokuoj/judge/internal/model/lang"
	"sudokuoj/judge/internal/testkit/must"
)

func TestPrefix(t *testing.T) {
	home := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	t.Setenv("HOME", home)
	tool := func(path string) string {
		path = filepath.Join(home, path)
		must.Succeed(t, os.MkdirAll(filepath.Dir(path), 0o777))
		must.Succeed(t, os.WriteFile(path, nil, 0o777))
		return path
	}
	for _, test := range []struct {
		tool string
		want []string
	}{
		{tool(".nvm/v20/bin/node"), []string{filepath.Join(home, ".nvm/v20")}},
		{tool("bin/node"), nil}, // its parent is the user's home
		{tool(".local/bin/gcc"), nil},
		{tool("odd/gcc"), nil},
		{tool("deep/odd/gcc"), nil},
		{filepath.Join(home, "gone"), nil},
		{"/bin/sh", nil},
	} {
		if got := lang.Prefix(test.tool); !slices.Equal(got, test.want) {
			t.Errorf("prefix(%s) = %q, want %q", test.tool, got, test.want)
		}
	}
}
