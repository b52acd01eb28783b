package main

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/netns"
	"sudokuoj/judge/internal/testkit/short"
)

const naps = "package main\nimport (\"fmt\"; \"time\")\nfunc main() { var a, b int; fmt.Scan(&a, &b); time.Sleep(time.Second " +
	"/ 5); fmt.Println(a + b) }\n"

// TestDiskFull fills the disk while a submission is judged. New submissions are refused. The running one is judged when
// there is room again. Neither is left half stored.
func TestDiskFull(t *testing.T) {
	short.Skip(t)
	if !netns.Run(t, 0) {
		return
	}
	disk := netns.Disk(t, "1m")
	db := filepath.Join(disk, "history.db")
	p := start(t, "-db", db, "-root", tree(t), "-listen", "127.0.0.1:0")
	p.follow(t, p.submit(t, right), func(string) bool { return false })
	id := p.submit(t, naps)
	p.follow(t, id, func(name string) bool { return name == "ended" })
	ballast := filepath.Join(disk, "ballast")
	fill(t, ballast)
	resp, err := http.PostForm(p.base+"/submit", url.Values{"problem": {"sum"}, "language": {"go"},
		"source": {"// " + strings.Repeat("x", 100_000)}})
	must.Succeed(t, err)
	text, _ := io.ReadAll(resp.Body)
	resp.Body.Close()
	if resp.StatusCode != http.StatusInsufficientStorage || !strings.Contains(string(text),
		`the disk is full\nhint: make room; what waits to be judged is kept`) {
		t.Errorf("on a full disk: %d %s", resp.StatusCode, text)
	}
	must.Contain(t, p.page(t, "/status"), "The disk is full: nothing more can be handed in", "the list of submissions")
	copied := filepath.Join(disk, "copy.db")
	backUp := func() (code int, said string) {
		var fault strings.Builder
		return run(t.Context(), []string{"-db", db, "-backup", copied}, io.Discard, &fault), fault.String()
	}
	code, said := backUp()
	must.Equal(t, cannotWork, code, "a backup on the full disk", said)
	must.Contain(t, said, copied+": the disk is full", "a backup on the full disk")
	must.Succeed(t, os.Remove(ballast))
	code, said = backUp()
	must.Equal(t, worked, code, "a backup when there is room", said)
	p.follow(t, id, func(string) bool { return false })
	if err := p.end(); err != nil || !strings.Contains(p.fault.String(), db+": the disk is full") {
		t.Errorf("Ctrl-C: %v, %s", err, p.fault)
	}
	nothingLost(t, db, 2, func(int64) bool { return true })
}

// fill takes all the room of a disk.
func fill(t *testing.T, file string) {
	t.Helper()
	f, err := os.Create(file)
	must.Succeed(t, err)
	defer f.Close()
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
}

// page returns a page as a browser gets it.
func (p *process) page(t *testing.T, path string) string {
	t.Helper()
	r, _ := http.NewRequestWithContext(t.Context(), "GET", p.base+path, nil)
	r.Header.Set("Accept", "text/html")
	resp := must.Get(http.DefaultClient.Do(r))(t)
	defer resp.Body.Close()
	text := must.Get(io.ReadAll(resp.Body))(t)
	return string(text)
}
