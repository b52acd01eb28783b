package watch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sudokuoj/judge/internal/engine/grade"
)

// TestLeavesWhileAFileIsWritten: watch waits for a file that is being written, but ends at once when asked to.
func TestLeavesWhileAFileIsWritten(t *testing.T) {
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "solutions"), 0o755); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(filepath.Join(root, "solutions", "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w := &Watcher{Root: root, Show: func(Round) {}, Find: func() ([]grade.Entry, error, error) { return nil, nil, errors.New("nothing to grade") }}
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	ended := make(chan struct{})
	go func() {
		w.Run(ctx)
		close(ended)
	}()
	for i, start := 0, time.Now(); time.Since(start) < 5*time.Minute; i++ {
		select {
		case <-ended:
			return
		case <-time.After(time.Millisecond):
		}
		if _, err := file.WriteString("x"); err != nil {
			t.Fatal(err)
		}
		if i == 1000 { // by now it waits for the file
			leave()
		}
	}
	t.Fatal("it is still there")
}
