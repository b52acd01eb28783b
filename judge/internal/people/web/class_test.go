package web

import (
	"archive/zip"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
)

func TestTheDoor(t *testing.T) {
	w := still(t)
	for token, code := range map[string]int{"ann": 200, "": 401, "nobody": 401, " ann": 401, "ANN": 401} {
		if a := w.get("/s/1/json", token); (a.code == 401) != (code == 401) {
			t.Errorf("with %q: %d", token, a.code)
		}
		page := w.get("/", token, html)
		if door := strings.Contains(page.body, `id="door"`); page.code != 200 || door != (code == 401) || strings.Contains(page.body, "The sum") == door {
			t.Errorf("with %q the page is %d, %.300s", token, page.code, page.body)
		}
	}
	if a := w.post("/submit", "", source("go", right)); a.code != 401 {
		t.Errorf("without a token: %d", a.code)
	}
	if a := w.get("/", "ann", func(r *http.Request) { r.Header.Set("Authorization", "Basic YTpi") }); a.code != 401 {
		t.Errorf("another kind of header: %d", a.code)
	}
	if a := w.get(w.s.static.base+"site.js", ""); a.code != 200 {
		t.Errorf("the door's own script: %d", a.code)
	}
}

func TestRoles(t *testing.T) {
	w := still(t)
	id := w.submit("ann", wrong)
	w.ended(id, result.WA)
	for _, path := range []string{"", "/json", "/source", "/events"} {
		path = fmt.Sprintf("/s/%d%s", id, path)
		for token, code := range map[string]int{"ann": 200, "tea": 200, "bob": 403} {
			if a := w.get(path, token); a.code != code {
				t.Errorf("%s of ann's for %s: %d", path, token, a.code)
			}
		}
	}
	if a := w.get(fmt.Sprintf("/s/%d/json", id), "ann"); !strings.Contains(a.body, "a - b") {
		t.Errorf("her source is not in %s", a.body)
	}
	stop := fmt.Sprintf("/s/%d/stop", id)
	if a := w.post(stop, "bob", nil); a.code != 403 {
		t.Errorf("bob stops what is ann's: %d", a.code)
	}
	for _, path := range []string{"/rejudge", "/problem/sum"} {
		if a := w.post(path, "ann", url.Values{"all": {"yes"}, "closed": {"yes"}}); a.code != 403 {
			t.Errorf("a student's %s: %d", path, a.code)
		}
	}
	if a := w.get("/download", "ann"); a.code != 403 {
		t.Errorf("a student downloads all: %d", a.code)
	}
	a := w.get("/download", "tea")
	z, err := zip.NewReader(strings.NewReader(a.body), int64(len(a.body)))
	if err != nil || len(z.File) != 1 || z.File[0].Name != fmt.Sprintf("sum/ann/%d-WA.go", id) {
		t.Errorf("a teacher downloads %+v, %v", z, err)
	}
}

func TestPace(t *testing.T) {
	w := still(t)
	first := w.submit("ann", sleep)
	sub, err := w.s.DB.Get(t.Context(), first)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	handIn := func(at time.Time) {
		t.Helper()
		sub.Created = at
		if _, err := w.s.DB.Submit(t.Context(), sub); err != nil {
			t.Fatal(err)
		}
	}
	handIn(now.Add(time.Hour)) // less than five seconds ago, however slow this machine is
	if a := w.post("/submit", "ann", source("go", right)); a.code != http.StatusTooManyRequests || a.header.Get("Retry-After") == "" || !strings.Contains(a.body, "every 5 seconds") {
		t.Errorf("at once again: %d %s", a.code, a.body)
	}
	delete(w.s.handedIn, sub.Person.ID) // as if the server had been restarted meanwhile
	if err := w.s.paced(&visit{Request: mustRequest(t), Person: sub.Person}, now.Add(time.Hour+pace-1)); statusOf(err) != http.StatusTooManyRequests {
		t.Errorf("to a judge that was started meanwhile: %v", err)
	}
	bobs, err := w.s.DB.Get(t.Context(), w.submit("bob", right))
	if err != nil {
		t.Fatal(err)
	}
	bobs.Created = now.Add(time.Hour)
	if _, err := w.s.DB.Submit(t.Context(), bobs); err != nil {
		t.Fatal(err)
	}
	delete(w.s.handedIn, bobs.Person.ID) // as if the server had been restarted after the clock went back
	if err := w.s.paced(&visit{Request: mustRequest(t), Person: bobs.Person}, now); err != nil {
		t.Errorf("after the clock went back an hour: %v", err)
	}
	w.submit("tea", right)
	w.submit("tea", right)
	v, later := &visit{Request: mustRequest(t), Person: sub.Person}, now.Add(2*time.Hour)
	if err := w.s.paced(v, later); err != nil {
		t.Errorf("with two that wait: %v", err)
	}
	handIn(now)
	if err := w.s.paced(v, later); statusOf(err) != http.StatusTooManyRequests || !strings.Contains(err.Error(), "3 of your submissions are not judged yet") {
		t.Errorf("with three that wait: %v", err)
	}
}

// TestClassTable counts the tries of students, for the problems that still exist.
func TestClassTable(t *testing.T) {
	w := still(t)
	w.another()
	for n, one := range []string{"ann sum WA", "ann sum AC", "ann sum WA", "bob sum WA", "bob add ?", "tea add AC", "bob gone AC", "bob sum CE"} {
		var name, problem, verdict string
		fmt.Sscan(one, &name, &problem, &verdict)
		id, err := w.s.DB.Submit(t.Context(), history.Submission{Person: w.person(name), Problem: problem, Created: time.Unix(int64(n)*60, 0)})
		if err != nil {
			t.Fatal(err)
		}
		if verdict != "?" {
			w.ended(id, result.Verdict(verdict))
		}
	}
	if _, err := w.s.DB.Enrol(t.Context(), "zoe", history.Student, Digest("zoe")); err != nil {
		t.Fatal(err)
	}
	data, err := w.s.classFor(&visit{Request: mustRequest(t), Person: w.person("tea")})
	got := fmt.Sprintf("%d wait, %d tries:", data.Waiting, data.Tries)
	for _, p := range data.Problems {
		got += fmt.Sprintf(" %s %d/%d/%d", p.ID, p.Solved, p.Tried, p.Tries)
	}
	for _, p := range data.People {
		got += fmt.Sprintf(" %s %d/%d", p.Name, p.Solved, p.Tries)
	}
	if want := "1 wait, 4 tries: add 0/0/0 sum 1/2/4 ann 1/2 bob 0/2 zoe 0/0"; err != nil || got != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
	rows := regexp.MustCompile(`(?m),[^,]*T[^,]*,`).ReplaceAllString(w.get("/class/csv", "tea").body, ",WHEN,")
	if want := "\uFEFFname,problem,tries,solved,when,submission\nann,sum,2,yes,WHEN,2\nbob,add,0,no,,5\nbob,sum,2,no,,8\nzoe,,0,no,,\n"; rows != want {
		t.Errorf("as a file %q, want %q", rows, want)
	}
	if a := w.get("/class", "tea", html); a.code != http.StatusOK || !strings.Contains(a.body, "ann") {
		t.Errorf("as a page: %d %s", a.code, a.body)
	}
}

// another adds a second problem to the tree.
func (w *world) another() {
	w.t.Helper()
	text, err := os.ReadFile(w.s.Root + "/problems/sum/problem.yaml")
	if err != nil {
		w.t.Fatal(err)
	}
	err = tempfile.WriteNew(map[string]string{
		w.s.Root + "/problems/add/problem.yaml":            strings.Replace(string(text), "5035120d", "6035120d", 1),
		w.s.Root + "/problems/add/statement/problem.en.md": "Add.\n",
		w.s.Root + "/testdata/add/secret/1.in":             "1 2\n", w.s.Root + "/testdata/add/secret/1.ans": "3\n",
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

func mustRequest(t *testing.T) *http.Request {
	r, err := http.NewRequestWithContext(t.Context(), "POST", "/", nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestClosedAndVeiled(t *testing.T) {
	w := class(t)
	id := w.submit("ann", wrong)
	w.judged(id, "ann")
	tells := func(token string) bool {
		t.Helper()
		var said string
		for _, e := range w.follow(id, token, "", nil) {
			said += fmt.Sprint(e.data)
		}
		said += w.get(fmt.Sprintf("/s/%d/json", id), token).body + w.get(fmt.Sprintf("/s/%d", id), token, html).body
		if !strings.Contains(said, "1000") || !strings.Contains(said, "996") {
			t.Errorf("%s does not see what is in the sample: %s", token, said)
		}
		if n := strings.Count(said, "mind the sign"); n < 2 {
			t.Errorf("%s sees the hint of a case that failed %d times, want it on the page and in the JSON", token, n)
		}
		for _, secret := range []string{"1001", "seen 1001", "1005", "997"} { // the input, and what the program printed, should have printed, and got
			if strings.Contains(said, secret) {
				return true
			}
		}
		return false
	}
	if !tells("ann") {
		t.Error("a student does not see what is in a case")
	}
	if a := w.post("/problem/sum", "tea", url.Values{"veiled": {"yes"}}); a.body != "{\"closed\":false,\"veiled\":true}\n" {
		t.Fatalf("veil: %+v", a)
	}
	if tells("ann") {
		t.Error("a student sees what is in a veiled case")
	}
	if !tells("tea") {
		t.Error("a teacher does not see what is in a veiled case")
	}
	w.post("/problem/sum", "tea", url.Values{"closed": {"yes"}})
	if a := w.post("/submit", "bob", source("go", right)); a.code != http.StatusNotFound {
		t.Errorf("to a closed problem: %d %s", a.code, a.body)
	}
	if a := w.post("/run", "bob", source("go", right)); a.code != http.StatusNotFound {
		t.Errorf("run for a closed problem: %d %s", a.code, a.body)
	}
	if a := w.get("/", "bob", html); strings.Contains(a.body, "The sum") {
		t.Error("a closed problem is listed")
	}
	if a := w.get("/", "tea", html); !strings.Contains(a.body, "The sum") {
		t.Error("a teacher does not see a closed problem")
	}
	if a := w.post("/problem/sum", "tea", url.Values{"closed": {"perhaps"}}); a.code != http.StatusBadRequest {
		t.Errorf("perhaps: %d", a.code)
	}
}

func TestContests(t *testing.T) {
	w := still(t)
	now := time.Now()
	for _, c := range []history.Contest{
		{ID: "now", Starts: now.Add(-time.Hour), Ends: now.Add(time.Hour), Freezes: now.Add(-time.Minute), Problems: []string{"sum"}},
		{ID: "over", Starts: now.Add(-2 * time.Hour), Ends: now.Add(-time.Hour), Problems: []string{"sum"}},
		{ID: "later", Starts: now.Add(time.Hour), Ends: now.Add(2 * time.Hour), Problems: []string{"sum"}},
		{ID: "other", Starts: now.Add(-time.Hour), Ends: now.Add(time.Hour), Problems: []string{"another"}},
	} {
		if err := w.s.DB.SaveContest(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	form := source("go", wrong)
	for id, code := range map[string]int{"over": 403, "later": 403, "other": 403, "none": 404} {
		form.Set("contest", id)
		if a := w.post("/submit", "ann", form); a.code != code {
			t.Errorf("%s: %d %s", id, a.code, a.body)
		}
	}
	form.Set("contest", "now")
	a := w.post("/submit", "ann", form)
	id := into[struct{ ID int64 }](t, answer{http.StatusOK, a.header, a.body}).ID
	w.ended(id, result.WA)
	sees := func(name string) string {
		p, err := w.s.DB.ByToken(t.Context(), Digest(name))
		if err != nil {
			t.Fatal(err)
		}
		all, err := w.s.submissions(t.Context(), p, history.Filter{})
		if err != nil || len(all) != 1 {
			t.Fatal(all, err)
		}
		return string(all[0].Judging.Verdict)
	}
	if sees("ann") != "WA" || sees("tea") != "WA" || sees("bob") != "" {
		t.Errorf("in a frozen contest ann, her teacher and bob see %q %q %q", sees("ann"), sees("tea"), sees("bob"))
	}
}
