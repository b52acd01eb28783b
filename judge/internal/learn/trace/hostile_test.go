//go:build unix

package trace

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/learn/trace/recorder"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/model/sudoku"
)

// A traced program may write into the folder that its counts and its history are read from. What it
// leaves there is a stranger's, and is read by a judge that no wall holds.

// patience bounds what should take a second or two: one who opens a pipe waits for ever.
const patience = 5 * time.Minute

func hostile(t *testing.T, body string) solution.Solution {
	t.Helper()
	s := source(t, `package main
import ("os"; "path/filepath"; "strings"; "syscall")
var board [9][9]int
func main() {
	dir := os.Getenv("GOCOVERDIR")
	history := os.Getenv("`+recorder.Variable+`")
	`+body+`
	board[0][0] = len(dir) + len(history) + len(filepath.Base(strings.ToLower("x"))) + syscall.Getpid()
}`)
	s.Board = "board"
	return s
}

func TestWorkIsReadFromFilesOnly(t *testing.T) {
	victim := write(t, "victim", "precious")
	tests := []struct {
		name, body string
		traceable  bool
	}{
		{"a link where the profile might be written", fmt.Sprintf(`os.Symlink(%q, filepath.Join(dir, "profile"))`, victim), false},
		{"a pipe among the counters", `syscall.Mkfifo(filepath.Join(dir, "covcounters.1.2.3"), 0o600)`, false},
		{"a pipe where they are described", `syscall.Mkfifo(filepath.Join(dir, "covmeta.1"), 0o600)`, false},
		{"counters of nothing", `os.WriteFile(filepath.Join(dir, "covmeta.00000000000000000000000000000000"), []byte("nothing"), 0o600)`, false},
		{"a file beside them", `os.WriteFile(filepath.Join(dir, "profile"), []byte("mode: count\n"), 0o600)`, true},
	}
	tr := tracer(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx, stop := context.WithTimeout(t.Context(), patience)
			defer stop()
			work, err := tr.Work(ctx, hostile(t, tt.body), write(t, "in", ""), WorkTime)
			if tt.traceable && (err != nil || work.Calls["main"] != 1) {
				t.Errorf("got %+v, %v", work, err)
			}
			if _, ok := errors.AsType[*Untraceable](err); !tt.traceable && !ok {
				t.Errorf("it is the program's own fault, but: %v", err)
			}
			if text, err := os.ReadFile(victim); err != nil || string(text) != "precious" {
				t.Fatalf("the judge wrote over a file of the user's: %q %v", text, err)
			}
		})
	}
}

func TestHistoryIsReadFromItsFileOnly(t *testing.T) {
	puzzle, _ := sudoku.ParseLine(easy)
	tests := []struct{ name, body string }{
		{"a pipe", `os.Remove(history); syscall.Mkfifo(history, 0o600)`},
		{"a link", fmt.Sprintf(`os.Remove(history); os.Symlink(%q, history)`, write(t, "victim", "precious"))},
		{"another file", `os.Remove(history); os.WriteFile(history, []byte("nothing"), 0o600)`},
		{"nothing", `os.Remove(history)`},
	}
	tr := tracer(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx, stop := context.WithTimeout(t.Context(), patience)
			defer stop()
			replay, err := tr.Replay(ctx, hostile(t, tt.body), sudoku.AcWing, puzzle)
			if _, ok := errors.AsType[*Untraceable](err); !ok || !strings.Contains(err.Error(), "history") {
				t.Errorf("got %+v, %v", replay, err)
			}
		})
	}
}
