package web

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
)

// TestWhoSeesWhat: which submissions each person sees. An entry is NUMBER VERDICT, with - for a hidden verdict.
func TestWhoSeesWhat(t *testing.T) {
	w := still(t)
	now := time.Now()
	for _, c := range []history.Contest{
		{ID: "over", Starts: now.Add(-3 * time.Hour), Ends: now.Add(-2 * time.Hour), Freezes: now.Add(-150 * time.Minute), Problems: []string{"past"}},
		{ID: "frozen", Starts: now.Add(-time.Hour), Ends: now.Add(time.Hour), Freezes: now.Add(-30 * time.Minute), Problems: []string{"cold"}},
		{ID: "open", Starts: now.Add(-time.Hour), Ends: now.Add(time.Hour), Problems: []string{"warm"}},
		{ID: "later", Starts: now.Add(time.Hour), Ends: now.Add(2 * time.Hour), Problems: []string{"next"}},
	} {
		if err := w.s.DB.SaveContest(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	for _, closed := range []string{"past", "cold", "next", "kept"} {
		if err := w.s.DB.SetRules(t.Context(), closed, history.Rules{Closed: true}); err != nil {
			t.Fatal(err)
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
		id, err := w.s.DB.Submit(t.Context(), history.Submission{Person: w.person(one.name), Problem: one.problem, Contest: one.contest, Created: now.Add(-one.ago)})
		if err != nil {
			t.Fatal(err)
		}
		w.ended(id, one.verdict)
	}
	for _, test := range []struct {
		name   string
		filter history.Filter
		want   string
	}{
		{"tea", history.Filter{}, "10 AC, 9 WA, 8 AC, 7 AC, 6 WA, 5 WA, 4 WA, 3 AC, 2 AC, 1 WA"},
		{"ann", history.Filter{}, "10 AC, 9 WA, 7 AC, 6 -, 5 WA, 4 WA, 3 AC, 1 WA"},
		{"bob", history.Filter{}, "10 AC, 9 WA, 7 -, 6 WA, 5 WA, 4 WA, 1 WA"},
		{"bob", history.Filter{Verdict: "WA"}, "9 WA, 6 WA, 5 WA, 4 WA, 1 WA"},
		{"bob", history.Filter{Verdict: "AC"}, "10 AC"},
		{"ann", history.Filter{Verdict: "WA"}, "9 WA, 5 WA, 4 WA, 1 WA"},
		{"bob", history.Filter{Limit: 2}, "10 AC, 9 WA"},
		{"bob", history.Filter{Limit: 2, Before: 4}, "1 WA"},
		{"bob", history.Filter{Limit: 2, Before: 9}, "7 -, 6 WA"},
		{"bob", history.Filter{Limit: 3, Before: 9}, "7 -, 6 WA, 5 WA"},
		{"ann", history.Filter{Limit: 2, Verdict: "AC"}, "10 AC, 7 AC"},
	} {
		all, err := w.s.submissions(t.Context(), w.person(test.name), test.filter)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, one := range all {
			verdict := string(one.Judging.Verdict)
			if verdict == "" {
				verdict = "-"
			}
			got = append(got, fmt.Sprint(one.ID, " ", verdict))
		}
		if strings.Join(got, ", ") != test.want {
			t.Errorf("%s, %+v: %q, want %q", test.name, test.filter, got, test.want)
		}
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
		c := history.Contest{ID: "c", Problems: []string{test.problem}, Starts: now.Add(test.starts), Ends: now.Add(test.starts + time.Hour)}
		if err := errors.Join(w.s.DB.SaveContest(t.Context(), c), w.s.DB.SetRules(t.Context(), "sum", history.Rules{Closed: test.closed})); err != nil {
			t.Fatal(err)
		}
		for name, may := range map[string]bool{"ann": test.student, "tea": true} {
			_, err := w.s.openProblem(t.Context(), w.person(name), "sum")
			all, listed := w.s.openProblems(t.Context(), w.person(name))
			if listed != nil || (err == nil) != may || (len(all) == 1) != may || err != nil && !errors.Is(err, history.ErrNone) {
				t.Errorf("%s: %s may: %v, is shown %d, %v", test.name, name, err, len(all), listed)
			}
		}
	}
	if _, err := w.s.openProblem(t.Context(), w.person("ann"), "none"); !errors.Is(err, history.ErrNone) {
		t.Errorf("no problem: %v", err)
	}
}

// TestVeils: of a secret case that is hidden a student sees the verdict and the hint alone; of all cases the largest cost,
// rounded.
func TestVeils(t *testing.T) {
	w := still(t)
	one := result.Solution{Verdict: result.WA}
	for i, c := range []result.Case{{Case: "sample/1", Verdict: result.AC}, {Case: "secret/1", Verdict: result.WA}, {Case: "secret/2", Verdict: result.AC}} {
		c.Number, c.CPU, c.PeakKiB, c.Message, c.Hint = i+1, time.Duration(100+i)*time.Millisecond, 3000+int64(i), say.Of("told"), say.Words{English: "why"}
		one.Cases = append(one.Cases, c)
	}
	id, err := w.s.DB.Submit(t.Context(), history.Submission{Person: w.person("ann"), Problem: "sum", Language: "go", File: "main.go", Source: "text", Created: time.Now()})
	if err == nil {
		err = w.s.DB.Finish(t.Context(), id, history.Done, result.Run{Results: []result.Solution{one}}, time.Now())
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		veiled, name, cases, sums string
	}{
		{"no", "ann", "100 3000 told, 101 3001 told, 102 3002 told", "102 ms 2.9 MiB"},
		{"yes", "tea", "100 3000 told, 101 3001 told, 102 3002 told", "102 ms 2.9 MiB"},
		{"yes", "ann", "100 3000 told, 0 0 why, 0 0 ", "128 ms 4 MiB"},
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
		if got := strings.Join(told, ", "); got != test.cases {
			t.Errorf("%+v: its cases are %s", test, got)
		}
		sums := regexp.MustCompile(`slowest case <b>(.*?)</b></span><span>Peak memory <b>(.*?)</b>`).FindStringSubmatch(w.page(fmt.Sprintf("/s/%d", id), test.name))
		if len(sums) != 3 || sums[1]+" "+sums[2] != test.sums {
			t.Errorf("%+v: its sums are %q", test, sums)
		}
		if test.veiled == "yes" && test.name == "ann" {
			events := w.follow(id, "ann", "", nil)
			if c := events[1].data["case"].(map[string]any); c["peak_kib"] != 0. || c["cpu_ms"] != 0. {
				t.Errorf("an event tells %v", c)
			}
			if last := events[len(events)-1].data; last["peak_kib"] != 4096. || last["cpu_ms"] != 128. {
				t.Errorf("the last event tells %v", last)
			}
		}
	}
}
