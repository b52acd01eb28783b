package command

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"sudokuoj/judge/internal/testkit/schema"
)

func TestMain(m *testing.M) {
	if strings.Contains(filepath.Base(os.Args[0]), ".test") { // not the judge of a story, which has its own
		os.Setenv("LC_ALL", "C") // what a test reads is English, wherever it runs
		if cache, err := os.UserCacheDir(); err == nil {
			os.MkdirAll(filepath.Join(cache, "sudokuoj", "entries"), 0o700) // and no test's is the first run here
		}
	}
	testscript.Main(m, map[string]func(){"judge": Main, "timeless": timeless, "schema": underSchema})
}

// instant are the stories that run nobody's program: a short run has these.
var instant = []string{"completion.txtar", "completion-fish.txtar", "completion-zsh.txtar", "exchange.txtar", "flags.txtar", "gen.txtar", "help.txtar"}

// TestStories runs every story under testdata/script: a session at the command line, with its files.
func TestStories(t *testing.T) {
	stories, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() {
		stories = slices.DeleteFunc(stories, func(path string) bool { return !slices.Contains(instant, filepath.Base(path)) })
	}
	testscript.Run(t, testscript.Params{
		Files: stories,
		Setup: func(env *testscript.Env) error {
			// Stories share the machine's build caches; all else is their own.
			cache, err := os.UserCacheDir()
			if err != nil {
				return err
			}
			env.Setenv("XDG_CACHE_HOME", cache)
			for _, name := range []string{"FAULT", "FAULT_VISITS"} { // see judge/tools/mutants
				if said := os.Getenv(name); said != "" {
					env.Setenv(name, said)
				}
			}
			if described, err := filepath.Abs("../../../../docs/json.schema.json"); err == nil {
				env.Setenv("SCHEMA", described)
			}
			return nil
		},
	})
}

// underSchema holds what -json has written against docs/json.schema.json, or with "event" every line of what
// -json-events has: schema FILE [event].
func underSchema() {
	described, err := os.ReadFile(os.Getenv("SCHEMA"))
	text, unread := os.ReadFile(os.Args[1])
	rules, broken := schema.Parse(described)
	if err := errors.Join(err, unread, broken); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	values, definition := [][]byte{text}, ""
	if len(os.Args) > 2 {
		definition = os.Args[2]
		values = bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	}
	for _, value := range values {
		if err := rules.Check(value, definition); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
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
