package main_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"sudokuoj/judge/internal/engine/lane"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/schema"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"timeless": timeless, "schema": underSchema})
}

// instant lists the stories that run no submitted program; -short runs only these.
var instant = []string{"completion.txtar", "completion-fish.txtar", "completion-zsh.txtar", "exchange.txtar", "gen.txtar",
	"help.txtar"}

// TestStories runs every story under testdata/script: a session at the command line, with its files. They start the
// judge as it is built: a test that were the judge, too, would take twice as long to start, because of what only tests use.
func TestStories(t *testing.T) {
	t.Parallel()
	stories, err := filepath.Glob("testdata/script/*.txtar")
	must.Succeed(t, err)
	if testing.Short() {
		stories = slices.DeleteFunc(stories, func(path string) bool { return !slices.Contains(instant, filepath.Base(path)) })
	}
	judge := built(t)
	testscript.Run(t, testscript.Params{
		Files: stories,
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", filepath.Dir(judge)+string(filepath.ListSeparator)+env.Getenv("PATH"))
			env.Setenv(lane.Crowded, "1")
			// Stories share the machine's build caches and nothing else.
			cache, err := os.UserCacheDir()
			if err != nil {
				return err
			}
			env.Setenv("XDG_CACHE_HOME", cache)
			if said := os.Getenv("GOCACHE"); said != "" {
				env.Setenv("GOCACHE", said)
			}
			os.MkdirAll(filepath.Join(cache, "sudokuoj", "entries"), 0o700) // so that no story is the first run here
			if described, err := filepath.Abs("../docs/json.schema.json"); err == nil {
				env.Setenv("SCHEMA", described)
				env.Setenv("SEARCH_SCHEMA", filepath.Join(filepath.Dir(described), "explain.schema.json"))
			}
			return nil
		},
	})
}

// underSchema checks the output of -json, or with "event" every line of -json-events, against docs/json.schema.json:
// schema FILE [event].
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

// timeless prints a JSON report without values that depend on the clock or the load.
func timeless() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	changing := regexp.MustCompile(`(?m)^ *"(cpu_ms|wall_ms|slowest_ms|peak_kib|seconds|cached|contended|kept)": .*\n`)
	fmt.Print(changing.ReplaceAllString(string(text), ""))
}
