package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

func TestVerdicts(t *testing.T) {
	t.Parallel()
	w := alone(t)
	for _, test := range []struct {
		name, source string
		want         result.Verdict
		passed       int
	}{
		{"right", right, result.AC, 3}, {"wrong", wrong, result.WA, 0}, {"does not compile", fails, result.CE, 0}, {"never ends",
			loops, result.TLE, 0},
		{"promises to be wrong", "//judge:expect WA\n" + wrong, result.WA, 0}, {"asks for a variable",
			"//judge:env GOFLAGS=-overlay=/etc/passwd\n" + right, result.AC, 3},
	} {
		id := w.submit("", test.source)
		j := w.judged(id, "").Judging
		if page := w.page(fmt.Sprintf("/s/%d", id), ""); j.Verdict == result.AC {
			must.Contain(t, page, "data-auto", "whoever is alone is shown the search by itself")
		}
		if j.State != history.Done || j.Verdict != test.want || j.Passed != test.passed || j.Cases != 3 || j.Judge != "test" || j.Machine == "" {
			t.Errorf("%s: %+v", test.name, j)
		}
	}
}

func TestEvents(t *testing.T) {
	w := alone(t)
	id := w.submit("", wrong)
	all := w.follow(id, "", "", nil)
	var cases []string
	for i, e := range all {
		switch e.name {
		case "ended":
			c := e.data["case"].(map[string]any)
			cases = append(cases, c["case"].(string))
			if e.id != fmt.Sprintf("%v.%d", e.data["judging"], len(cases)) || c["verdict"] != "WA" || c["difference"] != nil ||
				e.data["reason"] != `line 1: expected "1004", got "996"` && len(cases) == 1 {
				t.Errorf("event %d is %+v", i, e)
			}
		case "finished":
			if i != len(all)-1 || e.data["verdict"] != "WA" || e.data["title"] != "wrong answer" || e.data["state"] != "done" ||
				e.data["passed"] != 0.0 || e.data["cases"] != 3.0 {
				t.Errorf("event %d is %+v", i, e)
			}
		case "queued", "running":
		default:
			t.Errorf("event %d is %+v", i, e)
		}
	}
	must.Equal(t, fmt.Sprint(sumCases), fmt.Sprint(cases), "cases came as", cases, "samples come first")
	again := w.follow(id, "", fmt.Sprintf("%v.%d", all[len(all)-1].data["judging"], len(cases)), nil)
	must.Equal(t, 1, len(again), again)
	must.Equal(t, "finished", again[0].name, again)
	if late := w.follow(id, "", "", nil); len(late) != 4 {
		t.Errorf("who comes late gets %+v", late)
	}
	for _, odd := range []string{"x", "1", "1.x", "1.-5", "99.2", "9999999999999999999.1"} {
		if got := w.follow(id, "", odd, nil); len(got) != 4 {
			t.Errorf("after %q come %d events", odd, len(got))
		}
	}
}

func TestStop(t *testing.T) {
	w := alone(t)
	running, queued, next := w.submit("", sleep), w.submit("", right), w.submit("", right)
	stop := func(id int64) string {
		t.Helper()
		a := w.post(fmt.Sprintf("/s/%d/stop", id), "", nil)
		if a.code != http.StatusOK {
			t.Fatalf("stop: %+v", a)
		}
		return strings.TrimSpace(a.body)
	}
	must.Equal(t, `{"stopped":true}`, stop(queued), "what waits")
	w.follow(running, "", "", func(e event) bool { return e.name == "running" && e.data["begins"] == "sample/1" })
	must.Equal(t, `{"stopped":true}`, stop(running), "what runs")
	j := w.judged(running, "").Judging
	if j.State != history.Stopped || j.Verdict != result.SK && j.Verdict != result.TLE {
		t.Errorf("what was stopped is %+v", j)
	}
	if j := w.judged(queued, "").Judging; j.State != history.Stopped || j.Verdict != result.SK {
		t.Errorf("what was withdrawn is %+v", j)
	}
	if j := w.judged(next, "").Judging; j.Verdict != result.AC {
		t.Errorf("what comes next is %+v", j)
	}
	must.Equal(t, `{"stopped":false}`, stop(next), "what is over")
}

func TestJSON(t *testing.T) {
	w := alone(t)
	id := w.submit("", wrong)
	w.judged(id, "")
	a := w.get(fmt.Sprintf("/s/%d/json", id), "")
	run, err := result.ReadRun(strings.NewReader(a.body))
	if err != nil || len(run.Results) != 1 {
		t.Fatalf("%v: %s", err, a.body)
	}
	if s := run.Results[0]; s.Verdict != result.WA || len(s.Cases) != 3 || s.Source != wrong || s.Limits.CPU == 0 ||
		s.Cases[1].Difference.Want != "1005" || run.Host.Step == 0 {
		t.Errorf("it is %+v", s)
	}
}

// TestGracefulEnd ends the server during a judging. A short one is finished; a long one is queued again and judged by
// the next server.
func TestGracefulEnd(t *testing.T) {
	w := alone(t)
	short := w.submit("", naps)
	long := w.submit("", sleep)
	w.follow(short, "", "", func(e event) bool { return e.name == "running" })
	opened, closed := make(chan bool, 1), make(chan bool)
	go func() {
		defer close(closed)
		w.follow(long, "", "", func(event) bool {
			select {
			case opened <- true:
			default:
			}
			return false
		})
	}()
	<-opened
	w.end()
	<-closed // a stream ends with the server and does not delay it
	if j, err := w.s.DB.Current(t.Context(), short); err != nil || j.Verdict != result.AC {
		t.Errorf("what was running is %+v, %v", j, err)
	}
	if j, err := w.s.DB.Current(t.Context(), long); err != nil || j.State != history.Queued {
		t.Errorf("what waited is %+v, %v", j, err)
	}
}

func TestRejudge(t *testing.T) {
	w := alone(t)
	id := w.submit("", right)
	w.judged(id, "")
	edit(t, w.s.Root+"/testdata/sum/sample/1.ans", "1004", "1007")
	edit(t, w.s.Root+"/problems/sum/problem.yaml", "The sum", "A sum")
	until(t, func() bool { return strings.Contains(w.page("/p/sum", ""), "A sum") })
	if a := w.post("/rejudge", "", map[string][]string{"problem": {"sum"}}); a.body != "{\"queued\":1}\n" {
		t.Fatalf("rejudge: %+v", a)
	}
	sub := w.judged(id, "")
	must.Equal(t, 2, sub.Judging.Attempt, sub.Judging)
	must.Equal(t, result.WA, sub.Judging.Verdict, sub.Judging)
	must.Equal(t, http.StatusBadRequest, w.post("/rejudge", "", nil).code, "rejudge of nothing")
	second := w.submit("", right)
	if late := w.judged(second, ""); late.Version == sub.Version {
		t.Error("a problem with other cases has the version it had before")
	}
}

// TestOldJudgingCounts: while a submission is judged again, the old verdict counts, and its student cannot stop the
// judging.
func TestOldJudgingCounts(t *testing.T) {
	w := class(t)
	id := w.submit("ann", wrong)
	w.judged(id, "ann")
	blocks := w.submit("bob", sleep)
	w.follow(blocks, "bob", "", func(e event) bool { return e.name == "running" && e.data["begins"] != "" })
	w.post("/rejudge", "tea", map[string][]string{"problem": {"sum"}})
	stop, page := fmt.Sprintf("/s/%d/stop", id), fmt.Sprintf("/s/%d", id)
	if a := w.get(page, "ann", html); !strings.Contains(a.body, "until that is done, WA counts") || strings.Contains(a.body, stop) {
		t.Errorf("her page: %d %s", a.code, a.body)
	}
	if a := w.post(stop, "ann", nil); a.code != http.StatusForbidden {
		t.Errorf("she stops it: %d %s", a.code, a.body)
	}
	must.Contain(t, w.get("/class", "tea", html).body, "2 waiting to be judged", "what waits")
	if a := w.post(stop, "tea", nil); a.code != http.StatusOK {
		t.Errorf("a teacher stops it: %d %s", a.code, a.body)
	}
	if sub, err := w.s.DB.Get(t.Context(), id); err != nil || sub.Judging.Verdict != result.WA || sub.Judging.Attempt != 1 {
		t.Errorf("it counts as %+v, %v", sub.Judging, err)
	}
	w.post(fmt.Sprintf("/s/%d/stop", blocks), "bob", nil)
}

// TestBrokenProblem breaks a problem while a submission to it waits: the verdict is the judge's own error, and the log
// says so.
func TestBrokenProblem(t *testing.T) {
	w := alone(t)
	blocks, id := w.submit("", sleep), w.submit("", right)
	w.follow(blocks, "", "", func(e event) bool { return e.name == "running" && e.data["begins"] != "" })
	edit(t, w.s.Root+"/problems/sum/problem.yaml", "limits:", "limit:")
	until(t, func() bool { return w.get("/p/sum", "").code != http.StatusOK })
	for len(w.faults) > 0 {
		<-w.faults // of the pages meanwhile
	}
	w.post(fmt.Sprintf("/s/%d/stop", blocks), "", nil)
	if j := w.judged(id, "").Judging; j.State != history.Done || j.Verdict != result.JE {
		t.Errorf("it is %+v", j)
	}
	select {
	case err := <-w.faults:
		must.Contain(t, err.Error(), "problem.yaml", "said was", err)
	default:
		t.Error("nothing was said")
	}
}

func TestRunBox(t *testing.T) {
	short.Skip(t)
	t.Parallel()
	w := alone(t)
	type ran struct {
		Verdict, Title, Message, Stdout, Stderr string
		Cut                                     bool
		Wall                                    float64 `json:"wall_ms"`
		PeakKiB                                 int64   `json:"peak_kib"`
	}
	run := func(text, input string) ran {
		t.Helper()
		fields := source("go", text)
		fields.Set("input", input)
		return into[ran](t, w.tries(fields))
	}
	if got := run(right, "20 22\r\n"); got.Verdict != "AC" || got.Stdout != "42\n" || got.Title != "ended by itself" ||
		got.Wall <= 0 || got.PeakKiB <= 0 {
		t.Errorf("right: %+v", got)
	}
	if got := run(wrong, "5 3"); got.Verdict != "AC" || got.Stdout != "2\n" || got.Stderr != "seen 5\n" {
		t.Errorf("nothing is said of what it prints: %+v", got)
	}
	if got := run(fails, ""); got.Verdict != "CE" || !strings.Contains(got.Message, "main.go:2") {
		t.Errorf("what does not compile: %+v", got)
	}
	must.Equal(t, "TLE", run(loops, "").Verdict, "what never ends")
	const printed = 64 << 10 // that a page shows
	const prints = "package main\nimport (\"fmt\"; \"strings\")\nfunc main() { var n int; fmt.Scan(&n); fmt.Print(\"\\xff<b>\" + " +
		"strings.Repeat(\"x\", n-4)) }\n"
	for n, cut := range map[int]bool{printed: false, printed + 1: true} {
		if got := run(prints, fmt.Sprint(n)); got.Cut != cut || len(got.Stdout) != printed+len("\uFFFD")-1 ||
			!strings.HasPrefix(got.Stdout, "\uFFFD<b>") {
			t.Errorf("what prints %d bytes: %v, %d bytes", n, got.Cut, len(got.Stdout))
		}
	}
}
