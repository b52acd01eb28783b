package web_test

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"sudokuoj/judge/internal/testkit/must"
)

// TestReadingBlocksNobody: while one problem is read, requests for others are answered, and requests for that one get
// its former version.
func TestReadingBlocksNobody(t *testing.T) {
	w := still(t)
	w.another()
	w.page("/p/add", "ann")
	pipe := filepath.Join(w.s.Root, "testdata/add/secret/pipe") // reading it blocks until it has a writer
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	asking := make(chan bool)
	go func() { // one of these requests finds the pipe and waits
		defer close(asking)
		for ctx.Err() == nil {
			r, _ := http.NewRequestWithContext(ctx, "GET", w.base+"/p/add", nil)
			r.Header.Set("Authorization", "Bearer tea")
			if resp, err := browser.Do(r); err == nil {
				resp.Body.Close()
			}
		}
	}()
	writer, err := os.OpenFile(pipe, os.O_WRONLY, 0) // blocks until the pipe has a reader
	must.Succeed(t, err)
	for _, path := range []string{"/p/sum", "/p/add"} {
		w.page(path, "ann")
	}
	cancel()
	must.Succeed(t, errors.Join(os.Remove(pipe), writer.Close()))
	<-asking
}
