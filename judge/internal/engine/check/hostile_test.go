//go:build unix

package check

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
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
			if r.Verdict != result.AC || r.Message.String() != test.message {
				t.Errorf("%s %q", r.Verdict, r.Message)
			}
		})
	}
}

// TestLeft: what an interactor left is read if it is a file, and no link to one that is the judge's.
func TestLeft(t *testing.T) {
	dir := t.TempDir()
	file, secret := filepath.Join(dir, "output"), filepath.Join(t.TempDir(), "secret")
	if f, err := Left(dir); err == nil {
		t.Errorf("nothing was left, and %s is read", f.Name())
	}
	if err := os.WriteFile(secret, []byte("1"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, file); err == nil {
		if f, err := Left(dir); err == nil {
			t.Errorf("through a link %s is read", f.Name())
		}
		os.Remove(file)
	}
	if err := os.WriteFile(file, []byte("2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Left(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if text, _ := io.ReadAll(f); string(text) != "2\n" {
		t.Errorf("it reads %q", text)
	}
}
