package trace

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/solution"
)

// counted has known counts of everything.
const counted = `package main

import "os"

type pile struct{ height int }

func (p *pile) push() { p.height++ }

func (p pile) nothing() {}

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

var double = func(n int) int { return 2 * n }

func main() {
	var p pile
	for i := 0; i < 5; i++ {
		p.push()
	}
	var dfs func(n int)
	dfs = func(n int) {
		if n > 0 {
			dfs(n - 1)
		}
	}
	dfs(3)
	p.nothing()
	double(fib(6))
	func() {
		// never()
	}()
	switch {
	case p.height == 5:
		os.Exit(3)
	default:
		print("never")
	}
}
`

func write(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func source(t *testing.T, text string) solution.Solution {
	t.Helper()
	s, err := solution.Of("tried", "go", language.File{Path: "main.go", Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestWork(t *testing.T) {
	tr := tracer(t)
	s, in := source(t, counted), write(t, "in", "")
	got, err := tr.Work(context.Background(), s, in, WorkTime)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int64{
		"main": 1, "pile.push": 5, "pile.nothing": 1, "fib": 25, "main.dfs": 4, "double": 1, "main.line 34": 1,
	}
	if diff := cmp.Diff(want, got.Calls); diff != "" {
		t.Errorf("calls: want -, got +:\n%s", diff)
	}
	lines := map[int]int64{1: -1, 7: 5, 9: 1, 11: 25, 12: 25, 13: 13, 14: -1, 15: 12, 18: 1, 20: 1, 22: 1, 23: 5, 24: -1,
		26: 4, 27: 4, 28: 3, 31: 1, 34: 1, 35: -1, 37: 1, 39: 1, 41: 0}
	for n, want := range lines {
		if got := got.Lines[n-1]; got != want {
			t.Errorf("line %d: want %d, got %d", n, want, got)
		}
	}
	again, err := tr.Work(context.Background(), s, in, WorkTime)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(got, again); diff != "" {
		t.Errorf("the second run counts otherwise:\n%s", diff)
	}
}

func TestWorkThatCannotBe(t *testing.T) {
	tests := []struct {
		name, text, want string
	}{
		{"killed", `package main
			import ("os"; "syscall"; "time")
			func main() { syscall.Kill(os.Getpid(), syscall.SIGKILL); time.Sleep(time.Minute) }`,
			"it ended before it could write its counters: SIGKILL"},
	}
	tr := tracer(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := tr.Work(context.Background(), source(t, tt.text), write(t, "in", ""), 200*time.Millisecond)
			if _, ok := errors.AsType[*Untraceable](err); !ok || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("want %q, got %v", tt.want, err)
			}
		})
	}
}

// An endless program is counted until its time is over.
func TestWorkThatIsStopped(t *testing.T) {
	const limit = 100 * time.Millisecond
	s := source(t, "package main\nvar turns int\nfunc main() {\n\tfor turns >= 0 {\n\t\tturns++\n\t}\n}\n")
	work, err := tracer(t).Work(t.Context(), s, write(t, "in", ""), limit)
	if err != nil {
		t.Fatal(err)
	}
	if work.Stopped != limit || work.Calls["main"] != 1 || work.Lines[4] < 1000 || work.Statements < work.Lines[4] {
		t.Errorf("got %+v", work)
	}
}

func TestWorkOfAnotherLanguage(t *testing.T) {
	s := solution.Solution{Name: "tried.rs", Path: "tried.rs", Files: []language.File{{Path: "tried.rs"}}, Language: "rust"}
	_, err := tracer(t).Work(context.Background(), s, "", WorkTime)
	if want := "tried.rs cannot be traced: Rust: no line counts yet"; err == nil || err.Error() != want {
		t.Errorf("want %s, got %v", want, err)
	}
}
