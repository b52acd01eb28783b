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

// TestVerdicts: a stranger's promise to fail does not count, and neither does a variable that it asks for.
func TestVerdicts(t *testing.T) {
	t.Parallel()
	w := alone(t)
	for source, want := range map[string]result.Verdict{"//judge:expect WA\n" + wrong: result.WA,
		"//judge:env GOFLAGS=-overlay=/etc/passwd\n" + right: result.AC} {
		id := w.submit("", source)
		j := w.judged(id, "").Judging
		if page := w.page(fmt.Sprintf("/s/%d", id), ""); want == result.AC {
			must.Contain(t, page, "data-auto", "whoever is alone is shown the search by itself")
		}
		passed := map[result.Verdict]int{result.AC: 3}[want]
		if j.State != history.Done || j.Verdict != want || j.Passed != passed || j.Cases != 3 || j.Judge != "test" || j.Machine == "" {
			t.Errorf("%s: %+v", source, j)
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
	for _, odd := range []string{"x", "1.-5", "99.2", "9999999999999999999.1"} {
		if got := w.follow(id, "", odd, nil); len(got) != 4 {
			t.Errorf("after %q come %d events", odd, len(got))
		}
	}
	a := w.get(fmt.Sprintf("/s/%d/json", id), "")
	run, err := result.ReadRun(strings.NewReader(a.body))
	if err != nil || len(run.Results) != 1 {
		t.Fatalf("%v: %s", err, a.body)
	}
	if s := run.Results[0]; s.Verdict != result.WA || len(s.Cases) != 3 || s.Source != wrong || s.Limits.CPU == 0 ||
		s.Cases[1].Difference.Want != "1005" || run.Host.Step == 0 {
		t.Errorf("as JSON it is %+v", s)
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
