//go:build unix

package check_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokuoj/judge/internal/engine/check"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
)

// TestHostileValidator: the folder of a validator is read with care, and only files, up to a bound: a stranger may have
// written the checker.
func TestHostileValidator(t *testing.T) {
	run := compiled(t, "leaver.cpp")
	for what, message := range map[string]string{
		"words": "well done", "answer": "", "secret": "", "pipe": "", "folder": "", "tale": strings.Repeat("x", 500) + "…",
	} {
		t.Run(what, func(t *testing.T) {
			r := ask(t, problem.Check{Kind: "validator", Program: "leaver.cpp", Args: []string{what}}, run, "1\n", "secret\n", "2\n")
			must.Equal(t, result.AC, r.Verdict, r.Message)
			must.Equal(t, message, r.Message.String(), r.Message)
		})
	}
}

// TestLeft: a file that an interactor left is read, but not a link to one of the judge's files.
func TestLeft(t *testing.T) {
	dir := t.TempDir()
	file, secret := filepath.Join(dir, "output"), filepath.Join(t.TempDir(), "secret")
	if f, err := check.Left(dir); err == nil {
		t.Errorf("nothing was left, and %s is read", f.Name())
	}
	must.Succeed(t, os.WriteFile(secret, []byte("1"), 0o600))
	if err := os.Symlink(secret, file); err == nil {
		if f, err := check.Left(dir); err == nil {
			t.Errorf("through a link %s is read", f.Name())
		}
		os.Remove(file)
	}
	must.Succeed(t, os.WriteFile(file, []byte("2\n"), 0o600))
	f := must.Get(check.Left(dir))(t)
	defer f.Close()
	if text, _ := io.ReadAll(f); string(text) != "2\n" {
		t.Errorf("it reads %q", text)
	}
}
