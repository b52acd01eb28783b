package web_test

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/people/web"
	"sudokuoj/judge/internal/testkit/must"
)

// TestRequestsOfOne: while a student's requests are in flight, their share of them, one more is refused on any route.
// Others are answered, and so is the student when they are done. A body that does not come takes no turn.
func TestRequestsOfOne(t *testing.T) {
	w := still(t)
	id := w.submit("ann", wrong)
	w.ended(id, result.WA)
	var open []net.Conn
	for range 16 {
		c, err := net.Dial("tcp", w.listen.Addr().String())
		must.Succeed(t, err)
		defer c.Close()
		fmt.Fprintf(c, "POST /play/read HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer ann\r\nContent-Length: 1\r\nExpect: "+
			"100-continue\r\n\r\n", w.listen.Addr())
		if line, err := bufio.NewReader(c).ReadString('\n'); err != nil || !strings.Contains(line, " 100 ") { // it waits for the body
			t.Fatalf("%q, %v", line, err)
		}
		open = append(open, c)
	}
	for _, path := range []string{"/", "/status", fmt.Sprintf("/s/%d", id), fmt.Sprintf("/s/%d/json", id)} {
		for who, want := range map[string]int{"ann": http.StatusTooManyRequests, "tea": http.StatusOK} {
			if a := w.get(path, who); a.code != want {
				t.Errorf("%s for %s: %d %s", path, who, a.code, a.body)
			}
		}
	}
	for _, c := range open {
		c.Close()
	}
	must.Until(t, "a page comes again", func() bool { return w.get("/", "ann").code == http.StatusOK })
}

// TestNothingLargeIsShown: what a driver, a checker or a worker says at length makes no large page, and no large file.
func TestNothingLargeIsShown(t *testing.T) {
	large := strings.Repeat("x", 100<<10) // of which the file has room for all cases
	m := &machines{now: workers("lab"), grade: func(_ context.Context, e grade.Entry, observe func(result.Event)) result.Run {
		one := e.Blank()
		one.Compile.Message = say.Text(large)
		observe(result.Event{Kind: result.Built})
		for i := range one.Cases {
			c := &one.Cases[i]
			c.Verdict, c.Message, c.Input, c.Output, c.Stderr, c.Machine = result.WA, say.Text(large), large, large, large, large
			observe(result.Event{Kind: result.Ended, Case: c})
		}
		one.Conclude("")
		return result.Run{Results: []result.Solution{one}}
	}}
	w := m.with(t)
	id := w.submit("", wrong)
	w.judged(id, "")
	for _, path := range []string{"", "/json"} {
		if a := w.get(fmt.Sprintf("/s/%d%s", id, path), "", html); len(a.body) > 512<<10 || a.code != http.StatusOK {
			t.Errorf("%s: %d, %d bytes", path, a.code, len(a.body))
		}
	}
}

// TestNoPageIsLargerThanItsBudget: a ranking of people with very long names is refused.
func TestNoPageIsLargerThanItsBudget(t *testing.T) {
	w := still(t)
	for i := range 45 {
		w.joins(fmt.Sprint(i, strings.Repeat("x", 100_000)), history.Student)
	}
	a := w.get("/contest/"+w.saved(-time.Hour, time.Hour), "tea", html)
	must.Equal(t, http.StatusRequestEntityTooLarge, a.code, "the answer")
	must.Contain(t, a.body, "this page would be larger than 4 MiB", "the page")
}

// TestBrokenChecker: a judging ends with the first case whose checker failed, and from then on submissions to that
// version of the problem come after all others.
func TestBrokenChecker(t *testing.T) {
	root := sumProblem(t)
	for _, dir := range []string{"problems", "testdata"} {
		must.Succeed(t, os.CopyFS(filepath.Join(root, dir, "bad"), os.DirFS(filepath.Join(root, dir, "sum"))))
	}
	edit(t, filepath.Join(root, "problems/bad/problem.yaml"), "5035120d", "5035120e")
	var order []string
	goOn := make(chan bool)
	m := &machines{grade: func(ctx context.Context, e grade.Entry, observe func(result.Event)) result.Run {
		order = append(order, e.Problem.ID)
		one := e.Blank()
		observe(result.Event{Kind: result.Built})
		if e.Problem.ID == "bad" {
			c := &one.Cases[0]
			c.Verdict = result.JE
			observe(result.Event{Kind: result.Ended, Case: c})
			<-ctx.Done() // a checker that never ends
			e.CutShort(&one)
			return result.Run{Results: []result.Solution{one}, Interrupted: true}
		}
		<-goOn
		for i := range one.Cases {
			one.Cases[i].Verdict = result.AC
			observe(result.Event{Kind: result.Ended, Case: &one.Cases[i]})
		}
		one.Conclude("")
		return result.Run{Results: []result.Solution{one}}
	}}
	w := prepared(t, root, true, m.into) // without a worker it judges one at a time
	w.serve(func() {})
	hand := func(problem string) int64 {
		fields := source("go", right)
		fields.Set("problem", problem)
		a := w.post("/submit", "", fields)
		return into[struct{ ID int64 }](t, answer{http.StatusOK, a.header, a.body}).ID
	}
	if sub := w.judged(hand("bad"), ""); sub.Judging.Verdict != result.JE || sub.Judging.State != history.Done {
		t.Errorf("it ended as %+v", sub.Judging)
	}
	hand("sum")
	last := hand("bad")
	second := hand("sum")
	goOn <- true
	goOn <- true
	w.judged(second, "")
	w.judged(last, "")
	must.Equal(t, "", gocmp.Diff([]string{"bad", "sum", "sum", "bad"}, order))
}

// TestPanicsAreLogged: the judge's log has the panic of a handler.
func TestPanicsAreLogged(t *testing.T) {
	logged := make(chan error, 10)
	root := sumProblem(t)
	if err := os.RemoveAll(filepath.Join(root, "problems")); err != nil { // which is the judge's own fault
		t.Fatal(err)
	}
	w := prepared(t, root, true, func(c *web.Config) {
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

// TestPageOfAHostilePackage: a statement that names its picture 300 times, and thousands of samples, make no large page;
// a picture is for those who may see the problem.
func TestPageOfAHostilePackage(t *testing.T) {
	root := sumProblem(t)
	files := map[string]string{"problems/sum/statement/problem.en.md": strings.Repeat("![x](board.png)\n", 300),
		"problems/sum/statement/board.png": strings.Repeat("\x89PNG", 1<<18), "problems/sum/statement/large.png": strings.Repeat("x", 1<<20+1)}
	for i := range 200 {
		files[fmt.Sprintf("testdata/sum/sample/more-%03d.in", i)] = strings.Repeat("1 ", 8<<10)
		files[fmt.Sprintf("testdata/sum/sample/more-%03d.ans", i)] = "1"
	}
	for name, text := range files {
		must.Succeed(t, os.WriteFile(filepath.Join(root, filepath.FromSlash(name)), []byte(text), 0o666))
	}
	edit(t, filepath.Join(root, "problems/sum/problem.yaml"), "The sum", strings.Repeat("very ", 1000)+"long")
	w := prepared(t, root, false)
	server := &http.Server{Handler: w.s}
	go server.Serve(w.listen)
	defer server.Close()
	w.enrol()
	page := w.page("/p/sum", "ann")
	if n := strings.Count(page, `src="/p/sum/board.png"`); n != 300 || len(page) > 512<<10 ||
		!strings.Contains(page, "more samples are not shown") {
		t.Errorf("the page has %d bytes and %d pictures", len(page), n)
	}
	if home := w.page("/", "ann"); strings.Count(home, "very") > 100 {
		t.Errorf("the first page has a title of %d words", strings.Count(home, "very"))
	}
	for _, test := range []struct {
		path, token string
		code        int
	}{
		{"/p/sum/board.png", "ann", 200}, {"/p/sum/board.png", "", 401}, {"/p/sum/large.png", "ann", 404}, {"/p/sum/problem.en.md", "ann", 404},
		{"/p/sum/none.png", "ann", 404}, {"/p/sum/..%2fboard.png", "ann", 404},
	} {
		if a := w.get(test.path, test.token); a.code != test.code || a.code == 200 &&
			(a.body != files["problems/sum/statement/board.png"] || a.header.Get("Content-Type") != "image/png") {
			t.Errorf("%s for %q: %d, %d bytes, %v", test.path, test.token, a.code, len(a.body), a.header)
		}
	}
	w.post("/problem/sum", "tea", url.Values{"closed": {"yes"}})
	must.Equal(t, 404, w.get("/p/sum/board.png", "ann").code, "a picture of a closed problem")
}

// TestIdeasDuringAContest: while a problem is asked in a contest, students get nothing of our solutions of it; a teacher
// does. At no time a student is given the source of one that was watched.
func TestIdeasDuringAContest(t *testing.T) {
	w := still(t)
	w.withOurs()
	sub := w.done("ann", "Go", "sample/1 AC 1", "secret/1 TLE 1000")
	path := fmt.Sprintf("/s/%d", sub.ID)
	solve := func(who string) answer {
		return w.ask("POST", "/play/solve", who, strings.NewReader(`{"w":2,"h":2,"cells":"1..4341221434..1","names":["lowbit"]}`))
	}
	must.Contain(t, w.page(path, "ann"), "lowbit", "without a contest nothing stands beside it")
	w.saved(-time.Hour, time.Hour)
	if page := w.page(path, "ann"); strings.Contains(page, "lowbit") {
		t.Error("in the contest the page tells of our solution")
	}
	if a := solve("ann"); a.code != http.StatusForbidden || !strings.Contains(a.body, "a contest that goes on") {
		t.Errorf("in the contest it is watched: %d %s", a.code, a.body)
	}
	must.Contain(t, w.page(path, "tea"), "lowbit", "in the contest a teacher is told nothing")
}

// TestTryingTakesTenSeconds: a source that takes long to compile in each of its versions does not keep others waiting
// for all of them.
func TestTryingTakesTenSeconds(t *testing.T) {
	t.Parallel()
	must.Have(t, "gcc")
	w := alone(t)
	fields := source("c", "#if __INCLUDE_LEVEL__ < 60\n#include \"main.c\"\n#include \"main.c\"\n#endif\nint main() { return 0; }\n")
	if a := w.post("/run", "", fields); a.code != http.StatusUnprocessableEntity || !strings.Contains(a.body, "longer than 10 s") {
		t.Errorf("it is answered %d %s", a.code, a.body)
	}
}

// TestNewContestClosesItsProblems: with the box of its form, students see the problems of a contest only while it runs.
func TestNewContestClosesItsProblems(t *testing.T) {
	w := still(t)
	now := time.Now()
	fields := url.Values{"id": {"c"}, "problems": {"sum"}, "starts": {now.Add(time.Hour).Format("2006-01-02T15:04")},
		"ends": {now.Add(2 * time.Hour).Format("2006-01-02T15:04")}}
	for closes, code := range map[string]int{"": 200, "yes": 404} {
		w.post("/problem/sum", "tea", url.Values{"closed": {"no"}})
		fields.Set("close", closes)
		if a := w.post("/contests", "tea", fields); a.code != http.StatusOK {
			t.Fatalf("%d %s", a.code, a.body)
		}
		must.Equal(t, code, w.get("/p/sum", "ann").code, "with the box", closes, "ann gets")
	}
	must.Contain(t, w.page("/contests", "tea"), `name="close" value="yes" checked`, "the form has no such box")
}

// TestWatchingGivesWay: what is being watched ends when the same person runs a program or hands one in.
func TestWatchingGivesWay(t *testing.T) {
	t.Parallel()
	for _, to := range []string{"/run", "/submit"} {
		t.Run(to, func(t *testing.T) {
			t.Parallel()
			w := alone(t)
			id := w.submit("", loops)
			w.judged(id, "")
			watched := make(chan int)
			go func() {
				defer close(watched)
				watched <- w.post(fmt.Sprintf("/s/%d/watch", id), "", nil).code
			}()
			for {
				soon, leave := context.WithTimeout(t.Context(), time.Second/4) // nobody waits for what it prints
				r, _ := http.NewRequestWithContext(soon, "POST", w.base+to, strings.NewReader(source("go", right).Encode()))
				r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
				if resp, err := browser.Do(r); err == nil {
					resp.Body.Close()
				}
				leave()
				select {
				case code := <-watched:
					must.Equal(t, http.StatusConflict, code, "watching is answered")
					return
				default:
				}
			}
		})
	}
}
