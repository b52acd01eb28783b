package web_test

import (
	"archive/zip"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
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

// TestContestForms creates contests from forms, and refuses invalid ones.
func TestContestForms(t *testing.T) {
	w := still(t)
	form := func(change ...string) url.Values {
		f := url.Values{"id": {"round-1"}, "title": {"Round 1"}, "starts": {"2026-09-01T14:00"}, "ends": {"2026-09-01T19:00"},
			"freezes": {"2026-09-01T18:00"}, "problems": {"sum"}}
		for i := 0; i < len(change); i += 2 {
			f.Set(change[i], change[i+1])
		}
		return f
	}
	start := time.Date(2026, 9, 1, 14, 0, 0, 0, time.Local)
	for name, fields := range map[string]url.Values{"form": form(), "form as a spreadsheet has it": form("starts",
		"2026/9/1 14:00", "problems", "sum，"),
		"form as a Chinese keyboard writes it": form("starts", "2026-09-01　14：00"),
		"form with a zone":                     form("starts", start.Format(time.RFC3339))} {
		if a := w.post("/contests", "tea", fields); a.code != http.StatusOK || a.body != "{\"id\":\"round-1\"}\n" {
			t.Fatalf("%s: %d %s", name, a.code, a.body)
		}
		c := must.Get(w.s.DB.Contests(t.Context()))(t)[0]
		if c.Title != "Round 1" || !c.Starts.Equal(start) || c.Ends.Sub(c.Starts) != 5*time.Hour ||
			c.Ends.Sub(c.Freezes) != time.Hour || fmt.Sprint(c.Problems) != "[sum]" {
			t.Errorf("%s: %+v", name, c)
		}
		w.contest(history.Contest{ID: "round-1", Starts: start, Ends: start.Add(1)})
	}
	if a := w.post("/contests", "tea", form("id", strings.Repeat("a", 40))); a.code != http.StatusOK {
		t.Errorf("an ID of 40 letters: %d %s", a.code, a.body)
	}
	for _, tt := range []struct {
		fields url.Values
		says   string
	}{
		{form("id", "Round 1"), "not the ID of a contest"}, {form("id", "../x"), "not the ID of a contest"}, {form("id",
			strings.Repeat("a", 41)), "not the ID of a contest"}, {form("title", strings.Repeat("长", 101)), "longer than 100"},
		{form("starts", "today"), `"today" is not a time`}, {form("ends", "2026-09-01T14:00"),
			"ends before it starts"}, {form("freezes", "2026-09-01T13:00"), "can only freeze during"},
		{form("problems", ""), "1 to 26"}, {form("problems", "sum sum"), "twice"}, {form("problems", "sum、nosuch"),
			`no problem "nosuch"`}, {form("problems", strings.Repeat("sum ", 27)), "1 to 26"},
	} {
		if a := w.post("/contests", "tea", tt.fields); a.code != http.StatusUnprocessableEntity ||
			!strings.Contains(strings.ReplaceAll(a.body, `\"`, `"`), tt.says) {
			t.Errorf("%v: %d %s, want %s", tt.fields, a.code, a.body, tt.says)
		}
	}
}

// TestContests: before it starts, while it runs, frozen and when it is over, as a student and as a teacher see it.
func TestContests(t *testing.T) {
	w := still(t)
	now := time.Now()
	save := func(c history.Contest) {
		c.ID, c.Problems = "c", []string{"sum"}
		w.contest(c)
	}
	sees := func(who string, what ...string) {
		t.Helper()
		page := w.page("/contest/c", who)
		for _, want := range what {
			want, without := strings.CutPrefix(want, "-")
			if strings.Contains(page, want) == without {
				t.Errorf("%s has %q: %t", who, want, without)
			}
		}
	}
	table := func(want string, who ...string) {
		t.Helper()
		for _, one := range who {
			if got := w.get("/contest/c/csv", one).body; !strings.Contains(got, want) || strings.Contains(got, "tea") {
				t.Errorf("the ranking for %s is %s, want %s", one, got, want)
			}
		}
	}
	hand := func(who, contest string) answer {
		fields := source("go", wrong)
		fields.Set("contest", contest)
		return w.post("/submit", who, fields)
	}
	save(history.Contest{Starts: now.Add(time.Hour), Ends: now.Add(2 * time.Hour)})
	sees("ann", ">not begun<", `<span data-seconds="35`, ">0:5", "-The sum")
	sees("tea", ">not begun<", "The sum")
	if a := hand("ann", "c"); a.code != 403 {
		t.Errorf("before it starts: %d %s", a.code, a.body)
	}
	save(history.Contest{Starts: now.Add(-time.Hour), Ends: now.Add(time.Hour)})
	sees("ann", ">running<", `<span data-seconds="35`, ">0:5", `/p/sum?contest=c`)
	w.contest(history.Contest{ID: "other", Starts: now.Add(-time.Hour), Ends: now.Add(time.Hour), Problems: []string{"another"}})
	for id, code := range map[string]int{"other": 403, "none": 404} {
		if a := hand("ann", id); a.code != code {
			t.Errorf("%s: %d %s", id, a.code, a.body)
		}
	}
	// While a contest runs, every submission of a student to one of its problems counts in it, also without its name.
	for name, want := range map[string]string{"ann": "c", "tea": ""} {
		must.Equal(t, want != "", strings.Contains(w.page("/p/sum", name), "contest c"), name, "is told that it counts")
		if sub := w.ended(w.submit(name, wrong), result.WA); sub.Contest != want {
			t.Errorf("what %s hands in without a word of the contest is for %q", name, sub.Contest)
		}
	}
	if a := hand("bob", "c"); a.code != http.StatusCreated {
		t.Errorf("with its name: %d %s", a.code, a.body)
	}
	table("1,ann,0,0,-1", "ann", "bob", "tea")
	save(history.Contest{Starts: now.Add(-time.Hour), Ends: now.Add(time.Hour), Freezes: now.Add(-time.Minute)})
	table("1,ann,0,0,?1", "ann", "bob")
	table("1,ann,0,0,-1", "tea")
	sees("bob", "The ranking has been frozen")
	sees("tea", "-The ranking has been frozen")
	save(history.Contest{Starts: now.Add(-time.Hour), Ends: time.Now(), Freezes: now.Add(-time.Minute)})
	table("1,ann,0,0,-1", "bob")
	sees("ann", ">over<", `>A<small>0/`)
	if a := hand("ann", "c"); a.code != 403 {
		t.Errorf("when it is over: %d %s", a.code, a.body)
	}
	must.Equal(t, http.StatusNotFound, w.get("/contest/none", "ann", html).code, "no contest")
	for name, sees := range map[string]bool{"ann": false, "tea": true} {
		page := w.page("/contests", name)
		if !strings.Contains(page, "/contest/c") || strings.Contains(page, `name="problems"`) != sees {
			t.Errorf("the list for %s is %s", name, page)
		}
	}
}

// TestDownloadFolders: different people get different folders, whatever letters their names have. No name leads out of
// the archive.
func TestDownloadFolders(t *testing.T) {
	w := still(t)
	var want []string
	for _, p := range [][2]string{{"张三", "张三"}, {"李四", "李四"}, {"../a b.", "___a_b_"}, {"Zoë", "Zoë"}} {
		w.joins(p[0], history.Student)
		want = append(want, fmt.Sprintf("sum/%s/%d-CE.go %d", p[1], w.ended(w.submit(p[0], fails), result.CE).ID, len(fails)))
	}
	slices.Reverse(want)
	for path, want := range map[string][]string{"/download": want, "/download?problem=sum": want, "/download?problem=other": nil} {
		body := w.get(path, "tea").body
		z := must.Get(zip.NewReader(strings.NewReader(body), int64(len(body))))(t)
		var got []string
		for _, f := range z.File {
			got = append(got, fmt.Sprint(f.Name, " ", f.UncompressedSize64))
		}
		must.Equal(t, want, got, path)
	}
}
