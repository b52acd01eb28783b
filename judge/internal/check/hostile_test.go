//go:build unix

package check

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokuoj/judge/internal/problem"
	"sudokuoj/judge/internal/verdict"
)

// TestHostileValidator: what a validator leaves in its folder is read only where it is a file, and bounded;
// a checker may have come with its problem from a stranger.
func TestHostileValidator(t *testing.T) {
	for _, test := range []struct {
		name, script, message string
	}{
		{"in earnest", `printf 'well done' > "$3judgemessage.txt"`, "well done"},
		{"a link to the answer", `ln -s "$2" "$3judgemessage.txt"`, ""},
		{"a link to a secret", `ln -s /etc/passwd "$3judgemessage.txt"`, ""},
		{"a pipe", `mkfifo "$3judgemessage.txt"`, ""},
		{"a folder", `mkdir "$3judgemessage.txt"`, ""},
		{"a long tale", `head -c 1000000 /dev/urandom | tr -c x x > "$3judgemessage.txt"`, strings.Repeat("x", longMessage) + "…"},
	} {
		t.Run(test.name, func(t *testing.T) {
			script := filepath.Join(t.TempDir(), "validator")
			if err := os.WriteFile(script, []byte("#!/bin/sh\n"+test.script+"\nexit 42\n"), 0o755); err != nil {
				t.Fatal(err)
			}
			r := ask(t, problem.Check{Kind: "validator", Program: script}, runner(t, script, script), "1\n", "secret\n", "2\n")
			if r.Verdict != verdict.AC || r.Message.String() != test.message {
				t.Errorf("%s %q", r.Verdict, r.Message)
			}
		})
	}
}
