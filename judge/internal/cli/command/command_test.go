package command_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"sudokuoj/judge/internal/cli/command"
	"sudokuoj/judge/internal/engine/lane"
	"sudokuoj/judge/internal/engine/sandbox"
)

var judge = command.Judge()

func TestMain(m *testing.M) {
	sandbox.Main()
	os.Setenv(lane.Crowded, "1")
	if strings.Contains(filepath.Base(os.Args[0]), ".test") { // not for the judge that a test starts
		os.Setenv("LC_ALL", "C") // tests expect English
		if cache, err := os.UserCacheDir(); err == nil {
			os.MkdirAll(filepath.Join(cache, "sudokuoj", "entries"), 0o700) // so that no test is the first run here
		}
	}
	testscript.Main(m, map[string]func(){"judge": judge.Main})
}
