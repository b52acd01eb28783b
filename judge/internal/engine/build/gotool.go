package build

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"sync"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/language"
)

// goSays is what the go command answers.
func goSays(args ...string) (string, error) {
	lang, _ := language.ByID("go")
	tool, err := exec.LookPath(lang.Tools[0])
	if err != nil {
		return "", &Missing{Language: lang.Name, Tool: lang.Tools[0], Install: lang.Install}
	}
	said, err := run(context.Background(), tool, args...)
	return strings.TrimSpace(said), err
}

// GoRoot is the folder where Go is installed.
var GoRoot = sync.OnceValues(func() (string, error) { return goSays("env", "GOROOT") })

// covdata finds the tool that reads counters. To start it by way of the go command costs 50 ms each time,
// by itself 4.
var covdata = sync.OnceValues(func() (string, error) { return goSays("tool", "-n", "covdata") })

// coverTime bounds the reading of counters, which the program itself may have written.
const coverTime = 5 * time.Minute

// CoverageText writes into a file, as a profile in text form, the counters that a Go program left in a folder.
// An error is *Failed where they cannot be read.
func CoverageText(ctx context.Context, counters, profile string) error {
	tool, err := covdata()
	if err != nil {
		return err
	}
	within, stop := context.WithTimeout(ctx, coverTime)
	defer stop()
	out, err := exec.CommandContext(within, tool, "textfmt", "-i="+counters, "-o="+profile).CombinedOutput()
	if _, refused := errors.AsType[*exec.ExitError](err); refused && ctx.Err() == nil {
		return &Failed{Output: strings.TrimSpace(string(out))}
	}
	if err != nil {
		return say.Errorf("go tool covdata: %w", err)
	}
	return nil
}
