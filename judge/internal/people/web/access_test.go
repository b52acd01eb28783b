package web_test

import (
	"cmp"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/testkit/must"
	"testing"
	"time"
)

// rows returns the submissions that a person is shown at an address, each as NUMBER VERDICT.
func (w *world) rows(path, who string) string {
	w.t.Helper()
	var all []string
	row := regexp.MustCompile(`(?s)<td><span class="v v-(\w+)">.*?<td class="num"><a href="/s/(\d+)">`)
	for _, m := range row.FindAllStringSubmatch(w.page(path, who), -1) {
		all = append(all, m[2]+" "+strings.Replace(m[1], "wait", "-", 1))
	}
	return strings.Join(all, ", ")
}

// TestWhoSeesWhat: which submissions each person sees in the list. The verdict of others in a frozen contest is hidden,
// and a search by verdict does not find it. What a teacher tried before a contest does not name its problems.
func TestWhoSeesWhat(t *testing.T) {
	w := still(t)
	now := time.Now()
	for _, c := range []history.Contest{
		{ID: "over", Starts: now.Add(-3 * time.Hour), Ends: now.Add(-2 * time.Hour), Freezes: now.Add(-150 * time.Minute),
			Problems: []string{"past"}},
		{ID: "frozen", Starts: now.Add(-time.Hour), Ends: now.Add(time.Hour), Freezes: now.Add(-30 * time.Minute), Problems: []string{"cold"}},
		{ID: "open", Starts: now.Add(-time.Hour), Ends: now.Add(time.Hour), Problems: []string{"warm"}},
		{ID: "later", Starts: now.Add(time.Hour), Ends: now.Add(2 * time.Hour), Problems: []string{"next"}},
	} {
		w.contest(c)
	}
	for _, closed := range []string{"past", "cold", "next", "kept"} {
		must.Succeed(t, w.s.DB.SetRules(t.Context(), closed, history.Rules{Closed: true}))
	}
	hand := func(name, problem, contest string, ago time.Duration, verdict result.Verdict) {
		sub := w.handed(history.Submission{Person: w.person(name), Problem: problem, Contest: contest, Created: now.Add(-ago)})
		if verdict != "" {
			w.ended(sub.ID, verdict)
		}
	}
	for _, one := range []struct {
		name, problem, contest string
		ago                    time.Duration
		verdict                result.Verdict
	}{
		{"ann", "sum", "", 200 * time.Minute, "WA"},
		{"tea", "kept", "", 190 * time.Minute, "AC"},
		{"ann", "kept", "", 180 * time.Minute, "AC"},
		{"bob", "past", "over", 130 * time.Minute, "WA"},
		{"bob", "cold", "frozen", 40 * time.Minute, "WA"},
		{"bob", "cold", "frozen", 30 * time.Minute, "WA"},
		{"ann", "cold", "frozen", 20 * time.Minute, "AC"},
		{"tea", "next", "", 15 * time.Minute, "AC"},
		{"ann", "warm", "open", 10 * time.Minute, "WA"},
		{"bob", "sum", "", time.Minute, "AC"},
	} {
		hand(one.name, one.problem, one.contest, one.ago, one.verdict)
	}
	for _, test := range []struct{ who, path, want string }{
		{"tea", "/status", "10 AC, 9 WA, 8 AC, 7 AC, 6 WA, 5 WA, 4 WA, 3 AC, 2 AC, 1 WA"},
		{"ann", "/status", "10 AC, 9 WA, 7 AC, 6 -, 5 WA, 4 WA, 3 AC, 1 WA"},
		{"bob", "/status", "10 AC, 9 WA, 7 -, 6 WA, 5 WA, 4 WA, 1 WA"},
		{"bob", "/status?contest=frozen", "7 -, 6 WA, 5 WA"},
		{"bob", "/status?verdict=WA", "9 WA, 6 WA, 5 WA, 4 WA, 1 WA"},
		{"bob", "/status?verdict=AC", "10 AC"},
		{"ann", "/status?verdict=WA", "9 WA, 5 WA, 4 WA, 1 WA"},
		{"bob", "/status?before=4", "1 WA"},
	} {
		must.Equal(t, test.want, w.rows(test.path, test.who), test.who, test.path)
	}
	for range 40 { // more than a page has
		hand("tea", "next", "", 0, "AC")
	}
	if got := w.rows("/status", "bob"); got != "10 AC, 9 WA, 7 -, 6 WA, 5 WA, 4 WA, 1 WA" {
		t.Errorf("after many that bob may not see, he sees %q", got)
	}
}

// TestClosedProblems: students see a closed problem only while a contest with it is running.
func TestClosedProblems(t *testing.T) {
	w := still(t)
	for _, test := range []struct {
		name    string
		closed  bool
		problem string        // of a contest of one hour
		starts  time.Duration // from now
		student bool
	}{
		{name: "open", student: true},
		{name: "closed", closed: true},
		{"closed, in a contest", true, "sum", -time.Minute, true},
		{"closed, in a contest that is over", true, "sum", -2 * time.Hour, false},
		{"closed, in a contest to come", true, "sum", time.Minute, false},
		{"closed, in a contest of others", true, "other", -time.Minute, false},
		{"open, in a contest to come", false, "sum", time.Minute, true},
	} {
		now := time.Now()
		w.contest(history.Contest{ID: "c", Problems: []string{test.problem}, Starts: now.Add(test.starts),
			Ends: now.Add(test.starts + time.Hour)})
		must.Succeed(t, w.s.DB.SetRules(t.Context(), "sum", history.Rules{Closed: test.closed}))
		for name, may := range map[string]bool{"ann": test.student, "tea": true} {
			code, listed := w.get("/p/sum", name, html).code, strings.Contains(w.page("/", name), `href="/p/sum"`)
			must.Equal(t, may, listed, test.name, name)
			must.Equal(t, map[bool]int{true: 200, false: 404}[may], code, test.name, name)
		}
		for _, path := range []string{"/submit", "/run"} {
			if !test.student {
				must.Equal(t, 404, w.post(path, "ann", source("go", right)).code, test.name, path)
			}
		}
	}
	must.Equal(t, 404, w.get("/p/none", "ann", html).code, "no problem")
}

// TestVeils: of a secret case that is hidden a student sees the verdict and the hint alone; of all cases the largest cost,
// rounded.
func TestVeils(t *testing.T) {
	w := still(t)
	one := result.Solution{Verdict: result.WA}
	for i, c := range []result.Case{{Case: "sample/1", Verdict: result.AC}, {Case: "secret/1", Verdict: result.WA},
		{Case: "secret/2", Verdict: result.AC}} {
		c.Number, c.CPU, c.PeakKiB = i+1, time.Duration(100+i)*time.Millisecond, 3000+int64(i)
		c.Message, c.Hint = say.Of("told"), say.Words{English: "why"}
		c.Input, c.Output, c.Stderr = "in "+c.Case, "out of "+c.Case, "beside "+c.Case
		c.Picture = result.Picture("<svg><text>" + c.Case + "</text></svg>")
		one.Cases = append(one.Cases, c)
	}
	id := w.handed(history.Submission{Person: w.person("ann"), Problem: "sum", Language: "go", File: "main.go", Source: "text",
		Created: time.Now()}).ID
	must.Succeed(t, w.s.DB.Finish(t.Context(), id, history.Done, result.Run{Results: []result.Solution{one}}, time.Now()))
	for _, test := range []struct {
		veiled, name, cases, sums string
		pictures                  int
	}{
		{"no", "ann", "100 3000 told, 101 3001 told, 102 3002 told", "102 ms 2.9 MiB", 3},
		{"yes", "tea", "100 3000 told, 101 3001 told, 102 3002 told", "102 ms 2.9 MiB", 3},
		{"yes", "ann", "100 3000 told, 0 0 why, 0 0 ", "128 ms 4 MiB", 1},
	} {
		w.post("/problem/sum", "tea", url.Values{"veiled": {test.veiled}})
		a := w.get(fmt.Sprintf("/s/%d/json", id), test.name)
		run, err := result.ReadRun(strings.NewReader(a.body))
		if err != nil {
			t.Fatal(err, a.body)
		}
		var told []string
		for _, c := range run.Results[0].Cases {
			told = append(told, fmt.Sprint(c.CPU.Milliseconds(), " ", c.PeakKiB, " ", cmp.Or(c.Message.String(), c.Hint.English)))
		}
		must.Equal(t, test.cases, strings.Join(told, ", "), test, "its cases are")
		page := w.page(fmt.Sprintf("/s/%d", id), test.name)
		must.Equal(t, test.pictures, strings.Count(page, `<img src="data:image/svg`), test, "pictures")
		sums := regexp.MustCompile(`slowest case ([0-9.]+ \w+) · ([0-9.]+ \w+)`).FindStringSubmatch(page)
		must.Equal(t, 3, len(sums), test, sums)
		must.Equal(t, test.sums, sums[1]+" "+sums[2], test, sums)
		events := w.follow(id, test.name, "", nil)
		hidden := test.veiled == "yes" && test.name == "ann"
		for _, what := range []string{"in ", "out of ", "beside "} {
			said := a.body + page + fmt.Sprint(events)
			if !strings.Contains(said, what+"sample/1") || strings.Contains(said, what+"secret/1") == hidden {
				t.Errorf("%+v: %s is told of the secret case, or not of the sample", test, what)
			}
		}
		if hidden {
			if c := events[1].data["case"].(map[string]any); c["peak_kib"] != 0. || c["cpu_ms"] != 0. {
				t.Errorf("an event tells %v", c)
			}
			if last := events[len(events)-1].data; last["peak_kib"] != 4096. || last["cpu_ms"] != 128. {
				t.Errorf("the last event tells %v", last)
			}
		}
	}
}
