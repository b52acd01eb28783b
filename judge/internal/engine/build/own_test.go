package build

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/testkit/short"
)

// TestOwn: a program of the judge's own is built when it is first wanted, and again after a source has changed, but not
// after a test has.
func TestOwn(t *testing.T) {
	short.Skip(t)
	cache, root := t.TempDir(), t.TempDir()
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(name, cache)
	}
	for name, value := range map[string]string{"GOCACHE": "", "GOMODCACHE": ""} {
		if out, err := exec.Command("go", "env", name).Output(); err == nil {
			value = strings.TrimSpace(string(out))
		}
		t.Setenv(name, value)
	}
	write := func(name, text string) {
		t.Helper()
		if err := tempfile.Replace(filepath.Join(root, name), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	os.MkdirAll(filepath.Join(root, "judge", "small"), 0o700)
	write("go.mod", "module own\n")
	write("go.sum", "")
	write("judge/small/main.go", "package main\n\nfunc main() { println(1) }\n")
	builds, ended := 0, 0
	says := func(want string) {
		t.Helper()
		path, err := Own(t.Context(), root, "judge/small", func() func() { builds++; return func() { ended++ } })
		if err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(path).CombinedOutput(); err != nil || string(out) != want {
			t.Errorf("it says %q, %v, want %q", out, err, want)
		}
	}
	says("1\n")
	says("1\n")
	write("judge/small/main_test.go", "package main\n")
	says("1\n")
	if builds != 1 || ended != 1 {
		t.Errorf("built %d times, %d ended, want 1", builds, ended)
	}
	for n := range 5 {
		write("judge/small/other.go", "package main\n\nfunc init() { println("+strings.Repeat("2", n+1)+") }\n")
		says(strings.Repeat("2", n+1) + "\n1\n")
	}
	if kept, _ := filepath.Glob(filepath.Join(cache, "sudokuoj", "own", "*", "judge*")); builds != 6 || len(kept) != keptOwn {
		t.Errorf("built %d times, want 6; kept %q, want %d", builds, kept, keptOwn)
	}
	t.Setenv("GOOS", map[bool]string{true: "linux", false: "windows"}[runtime.GOOS == "windows"]) // of another program, for another machine
	write("judge/small/other.go", "package main\n\nfunc init() { println(3) }\n")
	says("3\n1\n")
	for n := range keptOwn {
		write("judge/small/other.go", "package main\n\nfunc init() { println(x) }\n"+strings.Repeat("\n", n))
		if _, err := Own(t.Context(), root, "judge/small", func() func() { return func() {} }); err == nil {
			t.Error("with a mistake: no error")
		}
	}
	if kept, _ := filepath.Glob(filepath.Join(cache, "sudokuoj", "own", "*", "judge*")); len(kept) != keptOwn {
		t.Errorf("after failed builds %q are kept, want %d", kept, keptOwn)
	}
	write("judge/small/other.go", "package main\n\nfunc init() { println(x) }\n")
	if _, err := Own(t.Context(), root, "judge/small", func() func() { return func() {} }); err == nil || !strings.Contains(err.Error(), "undefined: x") {
		t.Errorf("with a mistake: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Own(ctx, root, "judge/small", func() func() { return func() {} }); err != context.Canceled {
		t.Errorf("called off: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := Own(t.Context(), root, "judge/small", func() func() { return func() {} }); err == nil || !strings.Contains(err.Error(), "no go here") {
		t.Errorf("without Go: %v", err)
	}
	os.Remove(filepath.Join(root, "go.sum"))
	if _, err := Own(t.Context(), root, "judge/small", nil); err == nil {
		t.Error("without go.sum: no error")
	}
}
