package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The unit that the manuals show is one that systemd takes, the same in both languages.
func TestUnit(t *testing.T) {
	var units []string
	for _, name := range []string{"fleet.md", "fleet.zh-CN.md"} {
		text, err := os.ReadFile(filepath.Join("../../docs", name))
		if err != nil {
			t.Fatal(err)
		}
		unit := regexp.MustCompile(`(?ms)^    \[Unit\]\n.*?WantedBy=.*?\n`).FindString(string(text))
		if unit == "" {
			t.Fatalf("%s shows no unit", name)
		}
		units = append(units, strings.ReplaceAll(unit, "    ", ""))
	}
	if units[0] != units[1] {
		t.Errorf("English: %s\nChinese: %s", units[0], units[1])
	}
	verify, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("no systemd-analyze here")
	}
	file := filepath.Join(t.TempDir(), "fleet-worker.service")
	if err := os.WriteFile(file, []byte(strings.Replace(units[0], "/usr/local/bin/fleet", os.Args[0], 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(verify, "verify", file).CombinedOutput(); err != nil || strings.Contains(string(out), "fleet-worker") {
		t.Errorf("%v: %s", err, out)
	}
}
