package check_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokuoj/judge/internal/engine/check"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
)

// TestPutBack: if a validator runs again, its folder is as the earlier passes left it, whatever its first try wrote.
func TestPutBack(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "feedback")
	put := func(name, text string) {
		t.Helper()
		file := filepath.Join(folder, name)
		must.Succeed(t, os.MkdirAll(filepath.Dir(file), 0o700))
		must.Succeed(t, os.WriteFile(file, []byte(text), 0o600))
	}
	put("number", "1234")
	put("deep/er", "5")
	os.Symlink("nowhere", filepath.Join(folder, "link"))
	same := must.Get(os.Stat(folder))(t)
	c := must.Get(check.New(problem.Check{Kind: "validator", Program: "v"}, runner(t, "v")))(t)
	run, err := c.Start(check.Files{Feedback: folder})
	must.Succeed(t, err)
	for range 2 {
		put("number", "4321")
		put("nextpass.in", "again")
		put("deep/closed/file", "x")
		os.Chmod(filepath.Join(folder, "deep", "closed"), 0)
		os.Remove(filepath.Join(folder, "link"))
		os.Symlink("elsewhere", filepath.Join(folder, "link"))
		must.Succeed(t, run.Again())
		for name, want := range map[string]string{"number": "1234", "deep/er": "5"} {
			if got, err := os.ReadFile(filepath.Join(folder, name)); string(got) != want {
				t.Errorf("%s: %q %v, want %q", name, got, err, want)
			}
		}
		if to, _ := os.Readlink(filepath.Join(folder, "link")); to != "nowhere" {
			t.Errorf("the link leads to %q", to)
		}
		for _, name := range []string{"nextpass.in", "deep/closed"} {
			if _, err := os.Lstat(filepath.Join(folder, name)); !os.IsNotExist(err) {
				t.Errorf("%s is still there: %v", name, err)
			}
		}
	}
	if now, err := os.Stat(folder); err != nil || !os.SameFile(same, now) {
		t.Errorf("it is another folder: %v", err)
	}
}

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
