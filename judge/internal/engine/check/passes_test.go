package check

import (
	"os"
	"path/filepath"
	"testing"

	"sudokuoj/judge/internal/model/problem"
)

// TestPutBack: if a validator runs again, its folder is as the earlier passes left it, whatever its first try wrote.
func TestPutBack(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "feedback")
	put := func(name, text string) {
		t.Helper()
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put("number", "1234")
	put("deep/er", "5")
	os.Symlink("nowhere", filepath.Join(folder, "link"))
	same, err := os.Stat(folder)
	if err != nil {
		t.Fatal(err)
	}
	c, err := New(problem.Check{Kind: "validator", Program: "v"}, runner(t, "v"))
	if err != nil {
		t.Fatal(err)
	}
	run, err := c.Start(Files{Feedback: folder})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		put("number", "4321")
		put("nextpass.in", "again")
		put("deep/closed/file", "x")
		os.Chmod(filepath.Join(folder, "deep", "closed"), 0)
		os.Remove(filepath.Join(folder, "link"))
		os.Symlink("elsewhere", filepath.Join(folder, "link"))
		if err := run.Again(); err != nil {
			t.Fatal(err)
		}
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
