package web

import (
	"archive/zip"
	"encoding/csv"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
)

// TestContestFiles creates contests from forms and files, and refuses invalid ones.
func TestContestFiles(t *testing.T) {
	w := still(t)
	form := func(change ...string) url.Values {
		f := url.Values{"id": {"round-1"}, "title": {"Round 1"}, "starts": {"2026-09-01T14:00"}, "ends": {"2026-09-01T19:00"}, "freezes": {"2026-09-01T18:00"}, "problems": {"sum"}}
		for i := 0; i < len(change); i += 2 {
			f.Set(change[i], change[i+1])
		}
		return f
	}
	file := func(change ...string) url.Values {
		text := "id: round-1\nname: Round 1\nstart_time: 2026-09-01 14:00\nduration: 5:00:00\nscoreboard_freeze_duration: 1:00:00\nproblems: [sum]\n"
		return url.Values{"yaml": {strings.NewReplacer(change...).Replace(text)}}
	}
	start := time.Date(2026, 9, 1, 14, 0, 0, 0, time.Local)
	for name, fields := range map[string]url.Values{"form": form(), "form as a spreadsheet has it": form("starts", "2026/9/1 14:00", "problems", "sum，"), "file": file(), "file of another judge": file("2026-09-01 14:00", `"`+start.Format(time.RFC3339)+`"`, "problems", "penalty_time: 20\nproblems")} {
		if a := w.post("/contests", "tea", fields); a.code != http.StatusOK || a.body != "{\"id\":\"round-1\"}\n" {
			t.Fatalf("%s: %d %s", name, a.code, a.body)
		}
		c, err := w.s.DB.Contest(t.Context(), "round-1")
		if err != nil || c.Title != "Round 1" || !c.Starts.Equal(start) || c.Ends.Sub(c.Starts) != 5*time.Hour || c.Ends.Sub(c.Freezes) != time.Hour || fmt.Sprint(c.Problems) != "[sum]" {
			t.Errorf("%s: %+v %v", name, c, err)
		}
		if err := w.s.DB.SaveContest(t.Context(), history.Contest{ID: "round-1", Starts: start, Ends: start.Add(1)}); err != nil {
			t.Fatal(err)
		}
	}
	if a := w.post("/contests", "tea", form("id", strings.Repeat("a", 40))); a.code != http.StatusOK {
		t.Errorf("an ID of 40 letters: %d %s", a.code, a.body)
	}
	bomb := "a: &a [x,x,x,x,x,x,x,x,x]\n"
	for c := 'b'; c < 'k'; c++ {
		bomb += fmt.Sprintf("%c: &%c [*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c]\n", c, c, c-1, c-1, c-1, c-1, c-1, c-1, c-1, c-1, c-1)
	}
	for _, tt := range []struct {
		fields url.Values
		says   string
	}{
		{form("id", "Round 1"), "not the ID of a contest"}, {form("id", "../x"), "not the ID of a contest"}, {form("id", strings.Repeat("a", 41)), "not the ID of a contest"}, {form("title", strings.Repeat("长", 101)), "longer than 100"},
		{form("starts", "today"), `"today" is not a time`}, {form("ends", "2026-09-01T14:00"), "ends before it starts"}, {form("freezes", "2026-09-01T13:00"), "can only freeze during"},
		{form("problems", ""), "1 to 26"}, {form("problems", "sum sum"), "twice"}, {form("problems", "sum、nosuch"), `no problem "nosuch"`}, {form("problems", strings.Repeat("sum ", 27)), "1 to 26"},
		{file("5:00:00", "5h"), "not a length of time"}, {file("5:00:00", "5:99:00"), "not a length of time"}, {file("name", "nam"), "contest.yaml"}, {file("problems", "penalty_time: 5\nproblems"), "20 minutes here"},
		{url.Values{"yaml": {"]"}}, "contest.yaml"}, {url.Values{"yaml": {bomb}}, "contest.yaml"},
	} {
		if a := w.post("/contests", "tea", tt.fields); a.code != http.StatusUnprocessableEntity || !strings.Contains(strings.ReplaceAll(a.body, `\"`, `"`), tt.says) {
			t.Errorf("%v: %d %s, want %s", tt.fields, a.code, a.body, tt.says)
		}
	}
	for _, path := range []string{"/class", "/class/csv"} {
		if a := w.get(path, "ann"); a.code != http.StatusForbidden {
			t.Errorf("a student gets %s: %d", path, a.code)
		}
	}
	if a := w.post("/contests", "ann", form()); a.code != http.StatusForbidden {
		t.Errorf("a student makes a contest: %d", a.code)
	}
}

// TestContestBeforeAndFrozen looks at a contest as a student and as a teacher.
func TestContestBeforeAndFrozen(t *testing.T) {
	w := still(t)
	now := time.Now()
	save := func(c history.Contest) {
		t.Helper()
		c.ID, c.Problems = "c", []string{"sum"}
		if err := w.s.DB.SaveContest(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	sees := func(token, what string) bool {
		return strings.Contains(w.get("/contest/c", token, html).body, what)
	}
	save(history.Contest{Starts: now.Add(time.Hour), Ends: now.Add(2 * time.Hour)})
	if sees("ann", "The sum") || !sees("tea", "The sum") {
		t.Errorf("before it starts a student sees the problems: %v, a teacher: %v", sees("ann", "The sum"), sees("tea", "The sum"))
	}
	w.post("/problem/sum", "tea", url.Values{"closed": {"yes"}})
	if a := w.get("/p/sum", "ann", html); a.code != http.StatusNotFound {
		t.Errorf("a closed problem: %d", a.code)
	}
	save(history.Contest{Starts: now.Add(-time.Hour), Ends: now.Add(time.Hour)})
	if a := w.get("/p/sum", "ann", html); a.code != http.StatusOK {
		t.Errorf("a closed problem in a contest that goes on: %d", a.code)
	}
	if !sees("ann", `/p/sum?contest=c`) {
		t.Error("a student is not led to the problem")
	}
	fields := source("go", wrong)
	fields.Set("contest", "c")
	id := into[struct{ ID int64 }](t, answer{http.StatusOK, nil, w.post("/submit", "ann", fields).body}).ID
	w.ended(id, result.WA)
	table := func(token string) string { return w.get("/contest/c/csv", token).body }
	if !strings.Contains(table("bob"), "1,ann,0,0,-1") {
		t.Errorf("the ranking is %s", table("bob"))
	}
	save(history.Contest{Starts: now.Add(-time.Hour), Ends: now.Add(time.Hour), Freezes: now.Add(-time.Minute)})
	if !strings.Contains(table("bob"), "1,ann,0,0,?1") || !strings.Contains(table("ann"), "1,ann,0,0,?1") || !strings.Contains(table("tea"), "1,ann,0,0,-1") {
		t.Errorf("frozen, it is %s, for a teacher %s", table("bob"), table("tea"))
	}
	if !sees("bob", "The ranking has been frozen") || sees("tea", "The ranking has been frozen") {
		t.Error("who is told that it is frozen?")
	}
	save(history.Contest{Starts: now.Add(-time.Hour), Ends: time.Now(), Freezes: now.Add(-time.Minute)})
	if !strings.Contains(table("bob"), "1,ann,0,0,-1") {
		t.Errorf("when it is over, the ranking is %s", table("bob"))
	}
	if a := w.get("/contest/none", "ann", html); a.code != http.StatusNotFound {
		t.Errorf("no contest: %d", a.code)
	}
}

// TestTables reads the exported files. One person has a name that a spreadsheet would take for a formula.
func TestTables(t *testing.T) {
	w := still(t)
	if _, err := w.s.DB.Enrol(t.Context(), "=1+1", history.Student, Digest("evil")); err != nil {
		t.Fatal(err)
	}
	for token, v := range map[string]result.Verdict{"ann": result.AC, "evil": result.WA} {
		w.ended(w.submit(token, right), v)
	}
	a := w.get("/class/csv", "tea")
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(a.body, "\uFEFF"))).ReadAll()
	if err != nil || len(rows) != 4 || !strings.Contains(a.header.Get("Content-Disposition"), "class.csv") {
		t.Fatalf("%v %v %s", err, a.header, a.body)
	}
	if got := strings.Join(rows[1][:4], " ") + "; " + strings.Join(rows[2][:4], " "); got != "ann sum 1 yes; '=1+1 sum 1 no" {
		t.Errorf("the class is %s", got)
	}
	if _, err := time.Parse(time.RFC3339, rows[1][4]); err != nil {
		t.Error(err)
	}
	z, err := zip.NewReader(strings.NewReader(w.get("/download?problem=sum", "tea").body), int64(len(w.get("/download?problem=sum", "tea").body)))
	if err != nil || len(z.File) != 2 {
		t.Errorf("the sources: %v", err)
	}
}

// TestContestPages: the phase of a contest, its problems, and how many people tried and solved each.
func TestContestPages(t *testing.T) {
	w := still(t)
	for token, v := range map[string]result.Verdict{"ann": result.AC, "bob": result.WA} {
		id, err := w.s.DB.Submit(t.Context(), history.Submission{Person: w.person(token), Contest: w.saved(-time.Hour, time.Hour), Problem: "sum", Created: time.Now()})
		if err != nil {
			t.Fatal(err)
		}
		w.ended(id, v)
	}
	for _, test := range []struct {
		name         string
		starts, ends time.Duration
		want         string
	}{
		{"ann", time.Hour, 3 * time.Hour, "before 1:00 0 problems"},
		{"tea", time.Hour, 3 * time.Hour, "before 1:00 1 problems, tried by 0, solved by 0"},
		{"ann", -time.Hour, 3 * time.Hour, "running 3:00 1 problems, tried by 2, solved by 1"},
		{"ann", -time.Hour, 0, "over 0:00 1 problems, tried by 2, solved by 1"},
	} {
		r := mustRequest(t)
		r.SetPathValue("id", w.saved(test.starts, test.ends))
		data, err := w.s.contestFor(&visit{Request: r, Person: w.person(test.name)})
		got := fmt.Sprintf("%s %s %d problems", data.Phase, data.Left, len(data.Volumes))
		for _, p := range data.Volumes {
			got += fmt.Sprintf(", tried by %d, solved by %d", p.Tried, p.Solved)
		}
		if err != nil || got != test.want {
			t.Errorf("%+v: %s, %v", test, got, err)
		}
	}
	if a := w.get("/contest", "ann"); a.code != http.StatusSeeOther || a.header.Get("Location") != "/contests" {
		t.Errorf("/contest leads to %d %s", a.code, a.header.Get("Location"))
	}
	for name, sees := range map[string]bool{"ann": false, "tea": true} {
		page := w.get("/contests", name, html).body
		if !strings.Contains(page, "/contest/c") || strings.Contains(page, `name="problems"`) != sees {
			t.Errorf("the list for %s is %s", name, page)
		}
	}
}

// saved stores a contest with one problem and returns its ID. Its times are relative to now.
func (w *world) saved(starts, ends time.Duration) string {
	w.t.Helper()
	now := time.Now()
	if err := w.s.DB.SaveContest(w.t.Context(), history.Contest{ID: "c", Starts: now.Add(starts), Ends: now.Add(ends), Problems: []string{"sum"}}); err != nil {
		w.t.Fatal(err)
	}
	return "c"
}

// contestNow stores a running contest. Its ranking froze a moment ago, or does not freeze.
func (w *world) contestNow(frozen bool) {
	w.t.Helper()
	now := time.Now()
	c := history.Contest{ID: "c", Starts: now.Add(-time.Hour), Ends: now.Add(time.Hour), Problems: []string{"sum"}}
	if frozen {
		c.Freezes = now.Add(-time.Minute)
	}
	if err := w.s.DB.SaveContest(w.t.Context(), c); err != nil {
		w.t.Fatal(err)
	}
}

// TestFrozenResultsStayHidden: a search by verdict does not find results that a frozen contest hides, and does not
// reveal their number.
func TestFrozenResultsStayHidden(t *testing.T) {
	w := still(t)
	w.contestNow(true)
	w.ended(w.submit("bob", wrong), result.WA)
	fields := source("go", wrong)
	fields.Set("contest", "c")
	id := into[struct{ ID int64 }](t, answer{http.StatusOK, nil, w.post("/submit", "ann", fields).body}).ID
	w.ended(id, result.WA)
	link := fmt.Sprintf("href=\"/s/%d\"", id)
	for path, found := range map[string]string{"/status": "ann bob tea", "/status?contest=c": "ann bob tea", "/status?verdict=WA": "ann tea", "/status?verdict=WA&contest=c": "ann tea", "/status?verdict=AC": ""} {
		for _, name := range []string{"ann", "bob", "tea"} {
			if got := strings.Contains(w.get(path, name, html).body, link); got != strings.Contains(found, name) {
				t.Errorf("%s finds it at %s: %v", name, path, got)
			}
		}
	}
}

// TestClosedProblemsStayHidden: a teacher's tries before a contest do not reveal its problems.
func TestClosedProblemsStayHidden(t *testing.T) {
	w := still(t)
	w.post("/problem/sum", "tea", url.Values{"closed": {"yes"}})
	w.ended(w.submit("tea", right), result.AC)
	for _, path := range []string{"/", "/status", "/status?problem=sum"} {
		if a := w.get(path, "bob", html); strings.Contains(a.body, "/p/sum") {
			t.Errorf("%s names a closed problem", path)
		}
		if a := w.get(path, "tea", html); !strings.Contains(a.body, "/p/sum") {
			t.Errorf("%s does not name it to a teacher", path)
		}
	}
	w.contestNow(false)
	if a := w.get("/status", "bob", html); !strings.Contains(a.body, "/p/sum") {
		t.Error("it is not named when the contest has begun")
	}
}

// TestNoFreeTries: while a contest runs, every submission of a student to one of its problems counts in it.
func TestNoFreeTries(t *testing.T) {
	w := still(t)
	w.contestNow(false)
	for name, want := range map[string]string{"ann": "c", "tea": ""} {
		if told := strings.Contains(w.get("/p/sum", name, html).body, "contest c"); told != (want != "") {
			t.Errorf("%s is told that it counts: %v", name, told)
		}
		sub := w.ended(w.submit(name, wrong), result.WA)
		if sub.Contest != want {
			t.Errorf("what %s hands in without a word of the contest is for %q", name, sub.Contest)
		}
	}
	if got := w.get("/contest/c/csv", "bob").body; !strings.Contains(got, "1,ann,0,0,-1") {
		t.Errorf("the ranking is %s", got)
	}
}

// TestDownloadFolders: different people get different folders, whatever letters their names have. No name
// leads out of the archive.
func TestDownloadFolders(t *testing.T) {
	w := still(t)
	var want []string
	for _, p := range [][2]string{{"张三", "张三"}, {"李四", "李四"}, {"../a b.", "___a_b_"}, {"Zoë", "Zoë"}} {
		if _, err := w.s.DB.Enrol(t.Context(), p[0], history.Student, Digest(p[0])); err != nil {
			t.Fatal(err)
		}
		want = append(want, fmt.Sprintf("sum/%s/%d-CE.go", p[1], w.ended(w.submit(p[0], fails), result.CE).ID))
	}
	body := w.get("/download", "tea").body
	z, err := zip.NewReader(strings.NewReader(body), int64(len(body)))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range z.File {
		got = append([]string{f.Name}, got...)
		if f.UncompressedSize64 != uint64(len(fails)) {
			t.Errorf("%s has %d bytes", f.Name, f.UncompressedSize64)
		}
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("the sources are %q, want %q", got, want)
	}
}
