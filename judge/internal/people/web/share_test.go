package web

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
)

// TestRequestsOfOne: while a student's requests are in flight, their share of them, one more is refused on any route.
// Others are answered, and so is the student when they are done.
func TestRequestsOfOne(t *testing.T) {
	w := still(t)
	id := w.submit("ann", wrong)
	w.ended(id, result.WA)
	var done sync.WaitGroup
	var open []io.Closer
	for range pagesOfOne {
		body, more := io.Pipe()
		open = append(open, more)
		done.Go(func() { w.ask("POST", "/play/read", "ann", body) })
	}
	for _, path := range []string{"/", "/status", fmt.Sprintf("/s/%d", id), fmt.Sprintf("/s/%d/json", id)} {
		until(t, func() bool { return w.get(path, "ann").code == http.StatusTooManyRequests })
		if a := w.get(path, "tea"); a.code != http.StatusOK {
			t.Errorf("%s of another person meanwhile: %d", path, a.code)
		}
	}
	for _, more := range open {
		more.Close()
	}
	done.Wait()
	until(t, func() bool { return w.get("/", "ann").code == http.StatusOK })
}

// TestAnswersHaveABudget: no answer is larger than it, and an error is told instead.
func TestAnswersHaveABudget(t *testing.T) {
	w := still(t)
	one := result.Solution{Problem: "sum", Solution: "main", Language: "Go", Verdict: result.WA}
	for i := range 200 {
		one.Cases = append(one.Cases, result.Case{Number: i + 1, Case: fmt.Sprintf("secret/%d", i), Verdict: result.WA, Input: strings.Repeat("x", 48<<10)})
	}
	id, err := w.s.DB.Submit(t.Context(), history.Submission{Person: w.person("ann"), Problem: "sum", Language: "go", File: "main.go", Source: "x", Created: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.s.DB.Finish(t.Context(), id, history.Done, result.Run{Results: []result.Solution{one}}, time.Now()); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"", "/json"} {
		if a := w.get(fmt.Sprintf("/s/%d%s", id, path), "ann", html); len(a.body) > maxPage {
			t.Errorf("%s has %d bytes", path, len(a.body))
		}
	}
}

// TestPanicsAreLogged: the judge's log has the panic of a handler.
func TestPanicsAreLogged(t *testing.T) {
	logged := make(chan error, 10)
	root := sumProblem(t)
	if err := os.RemoveAll(filepath.Join(root, "problems")); err != nil { // which is the judge's own fault
		t.Fatal(err)
	}
	w := prepared(t, root, true, func(c *Config) {
		c.Log = func(err error) {
			if logged <- err; !strings.Contains(err.Error(), "panic") {
				panic("boom")
			}
		}
	})
	w.serve(func() {})
	r, err := http.Get(w.base + "/status")
	if err == nil {
		r.Body.Close()
		t.Errorf("it answers %d", r.StatusCode)
	}
	<-logged
	if err := <-logged; !strings.Contains(err.Error(), "boom") {
		t.Errorf("logged is %v", err)
	}
}
