package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sudokuoj/judge/internal/testkit/must"
)

// recipe returns the text between two lines of the manuals, which is the same in both languages.
func recipe(t *testing.T, pattern string) (shown string) {
	t.Helper()
	for _, name := range []string{"fleet.md", "fleet.zh-CN.md"} {
		text := must.Get(os.ReadFile(filepath.Join("../../docs", name)))(t)
		found := regexp.MustCompile(`(?ms)^    ` + pattern).FindString(string(text))
		if found == "" || shown != "" && shown != found {
			t.Fatalf("%s shows:\n%s\nand the other:\n%s", name, found, shown)
		}
		shown = found
	}
	return regexp.MustCompile(`(?m)^    `).ReplaceAllString(shown, "")
}

// systemd accepts the unit in the manuals.
func TestUnit(t *testing.T) {
	unit := recipe(t, `\[Unit\]\n.*?WantedBy=.*?\n`)
	verify, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("no systemd-analyze here")
	}
	file := filepath.Join(t.TempDir(), "fleet-worker.service")
	must.Succeed(t, os.WriteFile(file, []byte(strings.Replace(unit, "/usr/local/bin/fleet", os.Args[0], 1)), 0o600))
	if out, err := exec.Command(verify, "verify", file).CombinedOutput(); err != nil || strings.Contains(string(out), "fleet-worker") {
		t.Errorf("%v: %s", err, out)
	}
}
