//go:build unix

package problem_test

import (
	"cmp"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	. "sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/testkit/must"
)

// A special file in place of a regular one is an error. The judge neither waits for it nor skips it.
func TestSpecialFiles(t *testing.T) {
	pipe := func(path string) error { return syscall.Mkfifo(path, 0o600) }
	folder := func(path string) error { return os.Mkdir(path, 0o700) }
	device := func(path string) error { return os.Symlink("/dev/zero", path) }
	link := func(path string) error { return os.Symlink(".", path) }
	const secret = "testdata/aplusb/secret/"
	tests := []struct {
		name, file string
		make       func(string) error
		want       string // "": the usual message
	}{
		{"a pipe as input", secret + "01-neg.in", pipe, ""},
		{"a pipe as answer", secret + "01-neg.ans", pipe, ""},
		{"a pipe as description", secret + "02-big.yaml", pipe, ""},
		{"a pipe as description of a group", secret + "test_group.yaml", pipe, ""},
		{"a pipe as judge.yaml", "problems/aplusb/judge.yaml", pipe, ""},
		{"a folder as input", secret + "01-neg.in", folder, ""},
		{"a folder as input, without an answer", secret + "03.in", folder, ""},
		{"a folder as answer", secret + "01-neg.ans", folder, ""},
		{"a folder as description", secret + "02-big.yaml", folder, ""},
		{"a device as input", secret + "01-neg.in", device, ""},
		{"a link to a folder", secret + "more", link, "is a link to a folder\nhint: put the folder itself there"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Chdir(tree(t, sound))
			os.Remove(filepath.FromSlash(test.file))
			must.Succeed(t, test.make(filepath.FromSlash(test.file)))
			done := make(chan error, 1)
			go func() {
				_, err := Load(".", "aplusb")
				done <- err
			}()
			select {
			case err := <-done:
				want := test.file + ": " + cmp.Or(test.want, "is not a regular file\nhint: put one in its place, or rename it")
				must.Be(t, err != nil && err.Error() == want, "error:\n%v\nwant:\n%s", err, want)
			case <-time.After(5 * time.Minute):
				t.Fatal("it waits for somebody to write into the pipe")
			}
		})
	}
}
