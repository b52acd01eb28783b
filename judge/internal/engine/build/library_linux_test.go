//go:build linux

package build

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/testkit/must"
)

// TestInterruptedLibrary cancels a compile while the go command compiles the library. The processes that it started end
// with it.
func TestInterruptedLibrary(t *testing.T) {
	dir, home := t.TempDir(), &cache{dir: t.TempDir()}
	tool, started := filepath.Join(dir, "go"), filepath.Join(dir, "started")
	script := "#!/bin/sh\nsleep 600 >/dev/null 2>&1 &\necho $$ $! >" + started + ".new\nmv " + started + ".new " + started + "\nwait\n"
	must.Succeed(t, os.WriteFile(tool, []byte(script), 0o700))
	st, err := home.stage()
	must.Succeed(t, err)
	lang, _ := language.ByID("go")
	tools := language.Toolchain{Compiler: tool, Cache: filepath.Join(dir, "cache"), Roots: []string{dir}}
	j := job{lang: lang, tools: located{Toolchain: tools}}
	var processes []string
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	go func() {
		for len(processes) == 0 && ctx.Err() == nil {
			text, _ := os.ReadFile(started)
			processes = strings.Fields(string(text))
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	g := &goLibrary{ready: map[string]string{}}
	if _, err := g.prepare(ctx, j, st, os.Environ()); !errors.Is(err, context.Canceled) || len(processes) != 2 {
		t.Fatalf("error %v, processes %q", err, processes)
	}
	for _, id := range processes {
		must.Until(t, id+" ends", func() bool {
			line, _ := os.ReadFile("/proc/" + id + "/cmdline")
			return len(line) == 0 // gone, or nobody has collected it
		})
	}
}
