package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/testkit/must"
)

func TestTheDoor(t *testing.T) {
	w := still(t)
	for token, known := range map[string]bool{"ann": true, "": false, "nobody": false, " ann": false, "ANN": false} {
		must.Equal(t, map[bool]int{true: 404, false: 401}[known], w.get("/s/1/json", token).code, "with", token)
		page := w.page("/", token)
		must.Equal(t, !known, strings.Contains(page, `id="door"`), "the door for", token)
		must.Equal(t, known, strings.Contains(page, "The sum"), "the problems for", token)
	}
	must.Equal(t, 401, w.post("/submit", "", source("go", right)).code, "without a token")
	if a := w.get("/", "ann", func(r *http.Request) { r.Header.Set("Authorization", "Basic YTpi") }); a.code != 401 {
		t.Errorf("another kind of header: %d", a.code)
	}
	must.Equal(t, 200, w.get(w.static()+"door.js", "").code, "the door's own script")
}

func TestRoles(t *testing.T) {
	w := still(t)
	id := w.submit("ann", wrong)
	w.ended(id, result.WA)
	for _, path := range []string{"", "/json", "/source", "/events"} {
		path = fmt.Sprintf("/s/%d%s", id, path)
		for token, code := range map[string]int{"ann": 200, "tea": 200, "bob": 403} {
			must.Equal(t, code, w.get(path, token).code, path, "of ann's for", token)
		}
	}
	for _, path := range []string{"/download", "/class", "/class/csv", "/fleet"} {
		must.Equal(t, 403, w.get(path, "ann").code, "a student gets", path)
	}
	must.Equal(t, 404, w.get("/fleet", "tea").code, "without a fleet its page")
	for _, path := range []string{"/rejudge", "/problem/sum", "/contests"} {
		if a := w.post(path, "ann", url.Values{"all": {"yes"}, "closed": {"yes"}, "a": {"1"}, "b": {"2"}}); a.code != 403 {
			t.Errorf("a student's %s: %d", path, a.code)
		}
	}
}

// TestPace: a student hands in once in five seconds, and waits when three are not judged yet.
func TestPace(t *testing.T) {
	w := still(t)
	handIn := func(name string, at time.Time) {
		w.handed(history.Submission{Person: w.person(name), Problem: "sum", Language: "go", File: "main.go", Source: "x", Created: at})
	}
	begun := time.Now()
	w.submit("ann", right)
	a := w.post("/submit", "ann", source("go", right))
	refused := a.code == http.StatusTooManyRequests && a.header.Get("Retry-After") != "" && strings.Contains(a.body, "every 5 seconds")
	if !refused && time.Since(begun) < 5*time.Second {
		t.Errorf("at once again: %d %s", a.code, a.body)
	}
	for _, name := range []string{"eve", "zoe"} {
		w.joins(name, history.Student)
	}
	handIn("eve", time.Now().Add(time.Hour))
	w.submit("eve", right) // after the clock went back an hour
	for range 2 {
		handIn("zoe", time.Now().Add(-time.Hour))
	}
	w.submit("zoe", right) // with two that wait
	for range 3 {
		handIn("bob", time.Now().Add(-time.Hour))
	}
	a = w.post("/submit", "bob", source("go", right))
	must.Equal(t, http.StatusTooManyRequests, a.code, "with many that wait")
	must.Contain(t, a.body, "of your submissions are not judged yet", "with many that wait")
	w.submit("tea", right)
	w.submit("tea", right) // a teacher need not wait
}

// TestClassTable counts the tries of students, for the problems that still exist. One has a name that a spreadsheet would
// take for a formula.
func TestClassTable(t *testing.T) {
	w := still(t)
	w.another()
	w.joins("=1+1", history.Student)
	for n, one := range []string{"ann sum WA", "ann sum AC", "ann sum WA", "bob sum WA", "bob add ?", "tea add AC",
		"bob gone AC", "bob sum CE", "=1+1 sum WA"} {
		var name, problem, verdict string
		fmt.Sscan(one, &name, &problem, &verdict)
		sub := w.handed(history.Submission{Person: w.person(name), Problem: problem, Created: time.Unix(int64(n)*60, 0)})
		if verdict != "?" {
			w.ended(sub.ID, result.Verdict(verdict))
		}
	}
	w.joins("zoe", history.Student)
	must.Contain(t, w.page("/class", "tea"), "3 alike", "who handed in the same")
	page := regexp.MustCompile(`\s+`).ReplaceAllString(regexp.MustCompile(`<[^>]+>`).ReplaceAllString(w.page("/class", "tea"), " "), " ")
	for _, want := range []string{"4 members, 2 problems, tries: 5 · 1 waiting to be judged", " ann 1 2 ", " bob 0 2 ",
		" zoe 0 0 ", "sum 1/3", "CE 1 stuck"} {
		must.Contain(t, page, want, "the page does not say")
	}
	a := w.get("/class/csv", "tea")
	rows := regexp.MustCompile(`(?m),\d{4}-\d\d-\d\dT[^,]*,`).ReplaceAllString(a.body, ",WHEN,")
	want := "\uFEFFname,problem,tries,solved,when,submission\nann,sum,2,yes,WHEN,2\n" +
		"'=1+1,sum,1,no,,9\nbob,add,0,no,,5\nbob,sum,2,no,,8\nzoe,,0,no,,\n"
	if rows != want || !strings.Contains(a.header.Get("Content-Disposition"), "class.csv") {
		t.Errorf("as a file %q, want %q; %v", rows, want, a.header)
	}
}
