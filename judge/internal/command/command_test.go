package command

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"sudokuoj/judge/internal/sandbox"
)

func TestMain(m *testing.M) {
	sandbox.Main()
	if strings.Contains(filepath.Base(os.Args[0]), ".test") { // not the judge of a story, which has its own
		os.Setenv("LC_ALL", "C") // what a test reads is English, wherever it runs
		if cache, err := os.UserCacheDir(); err == nil {
			os.MkdirAll(filepath.Join(cache, "sudokuoj", "entries"), 0o700) // and no test's is the first run here
		}
	}
	testscript.Main(m, map[string]func(){"judge": Main, "timeless": timeless})
}

// TestStories runs every story under testdata/script: a session at the command line, with its files.
func TestStories(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			// Stories share the machine's build caches; all else is their own.
			cache, err := os.UserCacheDir()
			if err != nil {
				return err
			}
			env.Setenv("XDG_CACHE_HOME", cache)
			return nil
		},
	})
}

// timeless prints a JSON report without what a clock or the machine's load has to do with.
func timeless() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Print(regexp.MustCompile(`(?m)^ *"(cpu_ms|wall_ms|slowest_ms|peak_kib|seconds|cached|contended)": .*\n`).ReplaceAllString(string(text), ""))
}
