package web

import (
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sudokuoj/judge/internal/build"
	"sudokuoj/judge/internal/grade"
	"sudokuoj/judge/internal/history"
	"sudokuoj/judge/internal/sandbox"
)

func TestMain(m *testing.M) {
	sandbox.Main()
	os.Exit(m.Run())
}

// serving is a server at its address, on the tree of the project, for one person or, with class, for people
// with tokens.
type serving struct {
	*Server
	address string
}

func serveTree(t *testing.T, class bool) serving {
	t.Helper()
	db, err := history.Open(t.Context(), filepath.Join(t.TempDir(), "history.db"))
	if err != nil {
		t.Fatal(err)
	}
	sb, err := sandbox.Open(sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	builder, err := build.New(build.Options{Sandbox: sb})
	if err != nil {
		t.Fatal(err)
	}
	grader := &grade.Grader{Sandbox: sb, Builder: builder}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Root: "../../..", DB: db, Grader: grader, Hosts: []string{listener.Addr().String()}, Version: "test", Log: func(err error) { t.Errorf("the judge's own fault: %v", err) }}
	if !class {
		if c.Person, err = db.Enrol(t.Context(), "me", history.Teacher, nil); err != nil {
			t.Fatal(err)
		}
	}
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	server := &httptest.Server{Listener: listener, Config: &http.Server{Handler: s}}
	server.Start()
	t.Cleanup(func() {
		server.Close()
		grader.Close()
		db.Close()
	})
	return serving{s, server.URL}
}

// until waits for something to become true.
func until(t *testing.T, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !so(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("still not so after a minute")
		}
	}
}
