package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sudokuoj/judge/internal/testkit/short"
)

// TestHandsOver builds ./judge as a newcomer does, and asks it for what only the whole judge can do. It goes on as that,
// with the arguments, the exit code and the name of the command that was typed.
func TestHandsOver(t *testing.T) {
	short.Skip(t)
	small := filepath.Join(t.TempDir(), "judge")
	if out, err := exec.Command("go", "build", "-o", small, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cache := t.TempDir() // so that no program that the user keeps is pushed out
	goCache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args string
		code int
		want []string
	}{
		{"merge", 2, []string{"judge: merge: name the files that judge -json wrote"}},
		{"-lang zh merge", 2, []string{"merge：请写出"}},
		{"merge -lang zh", 2, []string{"merge：请写出"}},
		{"completion words -- help exp", 0, []string{"explain\nexport\n"}},
		{"completion words -- submit -site l", 0, []string{"leetcode\nluogu\n"}},
		{"explain -h", 0, []string{"Usage: judge explain"}},
		{"no_such_solution -junit -", 2, []string{"no_such_solution: no solution of that name"}},
		{"no_such_solution -html x -junit x", 2, []string{"x is named for two reports"}},
	} {
		cmd := exec.Command(small, strings.Fields(test.args)...)
		cmd.Env = append(os.Environ(), "LC_ALL=C", "XDG_CACHE_HOME="+cache, "GOCACHE="+strings.TrimSpace(string(goCache)))
		var said bytes.Buffer
		cmd.Stdout, cmd.Stderr = &said, &said
		cmd.Run()
		if code := cmd.ProcessState.ExitCode(); code != test.code {
			t.Errorf("%s: exit code %d, want %d\n%s", test.args, code, test.code, &said)
		}
		for _, want := range test.want {
			if !strings.Contains(said.String(), want) {
				t.Errorf("%s: no %q in\n%s", test.args, want, &said)
			}
		}
	}
}
