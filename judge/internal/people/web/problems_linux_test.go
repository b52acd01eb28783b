package web

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/people/history"
)

// TestReadingBlocksNobody: while one problem is read, requests for others are answered, and requests for that one
// get its former version.
func TestReadingBlocksNobody(t *testing.T) {
	root := sumProblem(t)
	if err := os.CopyFS(filepath.Join(root, "problems/slow"), os.DirFS(filepath.Join(root, "problems/sum"))); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(root, "testdata/slow"), os.DirFS(filepath.Join(root, "testdata/sum"))); err != nil {
		t.Fatal(err)
	}
	s := &problemCache{root: root}
	before, err := s.get("slow")
	if err != nil {
		t.Fatal(err)
	}
	pipe := filepath.Join(root, "testdata/slow/secret/pipe") // reading it blocks until it has a writer
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	old := *before
	old.seen = time.Now().Add(-time.Hour)
	s.slot("slow").last.Store(&old)
	read := make(chan bool)
	go func() {
		defer close(read)
		s.get("slow")
	}()
	w, err := os.OpenFile(pipe, os.O_WRONLY, 0) // opening blocks until it has a reader
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		w.Close()
		<-read
	}()
	done := make(chan bool)
	go func() {
		defer close(done)
		if v, err := s.get("sum"); err != nil || v.ID != "sum" {
			t.Errorf("another problem: %v", err)
		}
		if v, err := s.get("slow"); err != nil || v.Version != before.Version {
			t.Errorf("the same problem: %v", err)
		}
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("a request waits while another reads a problem")
	}
}

// TestUnreadableFolder: if the folder of problems cannot be read, every request says so, not only the first.
func TestUnreadableFolder(t *testing.T) {
	root := sumProblem(t)
	s, folder, aside := &problemCache{root: root}, filepath.Join(root, "problems"), filepath.Join(root, "aside")
	if err := os.Rename(folder, aside); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(folder, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if all, err := s.sound(); err == nil {
			t.Errorf("no error, and %d problems", len(all))
		}
	}
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(aside, folder); err != nil {
		t.Fatal(err)
	}
	if all, err := s.sound(); err != nil || len(all) != 1 {
		t.Errorf("the folder is back, and there are %d problems, %v", len(all), err)
	}
}

// TestStamp: a stamp is of the files of a problem alone, and of what they hold if it is asked for.
func TestStamp(t *testing.T) {
	root := sumProblem(t)
	dir, file := filepath.Join(root, "problems/sum"), filepath.Join(root, "problems/sum/problem.yaml")
	looks, holds := stampOf(root, "sum", false), stampOf(root, "sum", true)
	if stampOf(root, "none", false) == looks || stampOf(root, "none", true) == holds {
		t.Error("a problem that is not there has the stamp of another")
	}
	now := time.Now().Add(time.Hour)
	if err := os.Chtimes(dir, now, now); err != nil {
		t.Fatal(err)
	}
	if stampOf(root, "sum", false) != looks {
		t.Error("the stamp is of folders, too")
	}
	if err := os.Chtimes(file, now, now); err != nil {
		t.Fatal(err)
	}
	if stampOf(root, "sum", false) == looks || stampOf(root, "sum", true) != holds {
		t.Error("a file that was saved again without a change is the same, or has other contents")
	}
	edit(t, file, "The sum", "A sum")
	if stampOf(root, "sum", true) == holds {
		t.Error("a file with other contents is the same")
	}
}

// TestErrorOfDatabase: an error of the database is an error of the page, which must not show fewer problems.
func TestErrorOfDatabase(t *testing.T) {
	w := still(t)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for role, wants := range map[history.Role]bool{history.Student: true, history.Teacher: false} {
		if all, err := w.s.openProblems(gone, history.Person{ID: 1, Role: role}); (err != nil) != wants {
			t.Errorf("%s: %d problems, %v", role, len(all), err)
		}
	}
	r := mustRequest(t)
	r.URL.RawQuery = "from=1"
	if err := w.s.beginWith(&visit{Request: r.WithContext(gone)}, &problemView{Languages: language.All()}); err == nil {
		t.Error("the source to begin with is missing, and nobody says so")
	}
	if a := w.get("/p/sum?from=99", "ann", html); a.code != http.StatusOK {
		t.Errorf("to begin with a source that is not there: %d", a.code)
	}
	if all, err := w.s.openProblems(t.Context(), history.Person{ID: 1, Role: history.Student}); err != nil || len(all) != 1 {
		t.Errorf("%d problems, %v", len(all), err)
	}
}
