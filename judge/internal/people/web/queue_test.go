package web_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/people/web"
	"sudokuoj/judge/internal/testkit/must"
)

// takes ends all cases of a submission after a time, unless it is stopped.
func takes(t time.Duration) func(context.Context, grade.Entry, func(result.Event)) result.Run {
	return func(ctx context.Context, e grade.Entry, observe func(result.Event)) result.Run {
		s := e.Blank()
		s.Compile.OK = true
		observe(result.Event{Kind: result.Built})
		observe(result.Event{Kind: result.Begins, Name: s.Cases[0].Case})
		select {
		case <-time.After(t):
		case <-ctx.Done():
			e.CutShort(&s)
			return result.Run{Results: []result.Solution{s}, Interrupted: true}
		}
		for i := range s.Cases {
			c := &s.Cases[i]
			c.Verdict, c.AsExpected = result.AC, true
			observe(result.Event{Kind: result.Ended, Case: c})
		}
		s.Conclude("")
		return result.Run{Results: []result.Solution{s}}
	}
}

// TestQueue: the result of a longer judging, depending on what happens after three seconds.
func TestQueue(t *testing.T) {
	sb := sandbox.Open(sandbox.Options{})
	defer sb.Close()
	grader := &grade.Grader{Sandbox: sb}
	leave := func(_ *world, _ int64, end func()) { end() }
	stop := func(w *world, id int64, _ func()) {
		r := httptest.NewRequestWithContext(w.t.Context(), "POST", fmt.Sprintf("%s/s/%d/stop", w.base, id), nil)
		out := httptest.NewRecorder()
		if w.s.ServeHTTP(out, r); out.Code != http.StatusOK {
			w.t.Errorf("stop: %d %s", out.Code, out.Body)
		}
	}
	const s = time.Second
	const own = "JE: the judge's own fault"
	for _, test := range []struct {
		name    string
		problem string
		fault   error // returned by the fleet
		takes   time.Duration
		before  func(w *world, judging int64)             // before it is judged
		then    func(w *world, judging int64, end func()) // runs three seconds after it began
		want    string
		logged  string
		over    time.Duration // when it is over, or the judge has ended
	}{
		{"judged", "sum", nil, 5 * s, nil, nil, "done AC", "", 5 * s},
		{"stopped", "sum", nil, time.Hour, nil, stop, "stopped SK", "", 3 * s},
		{"the judge ends, and has patience", "sum", nil, 12 * s, nil, leave, "done AC", "", 12 * s},
		{"the judge ends, and it takes longer", "sum", nil, time.Hour, nil, leave, "queued ", "", 13 * s},
		{"a fault of the fleet", "sum", errors.New("lost"), 0, nil, nil, "done " + own, "lost", 0},
		{"a fault of the fleet after it was stopped", "sum", errors.New("lost"), time.Hour, nil, stop, "stopped SK", "", 3 * s},
		{"a problem that is gone", "gone", nil, 0, nil, nil, "done JE: the problem gone is not here any more", "", 0},
		{"a problem that is broken", "bad", nil, 0, nil, nil, "done JE: the judge's files for this problem are incomplete", "problem.yaml", 0},
		{"an answer goes while it is judged", "sum", errors.New("lost"), 5 * s, nil, func(w *world, _ int64, _ func()) {
			must.Succeed(w.t, os.Remove(filepath.Join(w.s.Root, "testdata/sum/sample/1.ans")))
		}, "done JE: the judge's files for this problem are incomplete", "lost", 5 * s},
		{"a fault of the history, and then none", "sum", nil, 5 * s, func(w *world, j int64) {
			w.s.DB.Record(context.Background(), j, 1, result.Case{Case: "sample/1"}) // so that the next case 1 cannot be stored
		}, nil, "done AC", "constraint failed", 12 * s}, // with a pause before the second try
	} {
		synctest.Test(t, func(t *testing.T) {
			m := &machines{grade: takes(test.takes), lost: test.fault, now: workers("lab")}
			w := prepared(t, sumProblem(t), true, m.into, func(c *web.Config) { c.Grader = grader })
			writeTree(t, w.s.Root, map[string]string{"problems/bad/problem.yaml": "limit: {}\n"})
			id := w.handed(history.Submission{Person: w.s.Person, Problem: test.problem, Language: "go", File: "main.go",
				Source: right, Created: time.Now()}).ID
			ctx, end := context.WithCancel(t.Context())
			defer end()
			start, ended := time.Now(), atomic.Bool{}
			if test.before != nil {
				test.before(w, id)
			}
			go func() {
				w.s.Judge(ctx)
				ended.Store(true)
			}()
			synctest.Wait()
			over := func() bool {
				synctest.Wait()
				j, err := w.s.DB.Current(t.Context(), id)
				return err != nil || j.State.Over() || ended.Load()
			}
			must.Equal(t, !over(), w.s.Ending().Said(), test.name, "its end would say", w.s.Ending())
			for acted := false; !over(); time.Sleep(time.Second / 4) {
				if !acted && test.then != nil && time.Since(start) >= 3*s {
					acted = true
					test.then(w, id, end)
				}
			}
			took := time.Since(start).Round(s)
			j, err := w.s.DB.Current(t.Context(), id)
			got := fmt.Sprint(j.State, " ", j.Verdict)
			if j.Verdict == result.JE {
				run, _ := w.s.DB.Run(t.Context(), j)
				why, _, _ := strings.Cut(run.Results[0].Compile.Message.String(), "\n")
				got += ": " + why
			}
			if err != nil || got != test.want || took != test.over {
				t.Errorf("%s: it is %s after %v, %v; want %s after %v", test.name, got, took, err, test.want, test.over)
			}
			end()
			synctest.Wait()
			logged := ""
			for len(w.faults) > 0 {
				logged += (<-w.faults).Error()
			}
			if (logged == "") != (test.logged == "") || !strings.Contains(logged, test.logged) {
				t.Errorf("%s: logged is %q", test.name, logged)
			}
		})
	}
}

// withOurs gives the tree two solutions, and what is said about one.
func (w *world) withOurs() {
	w.t.Helper()
	const text = "//judge:problem sum\npackage main\n\nfunc main() {\n\t%s()\n}\n"
	files := map[string]string{"lowbit/idea.yaml": "beside: usual\ntext: {en: '**lowbit** counts bits.'}\n"}
	for _, name := range []string{"lowbit", "naive"} {
		files[name+"/main.go"] = fmt.Sprintf(text, name)
	}
	writeTree(w.t, filepath.Join(w.s.Root, "solutions"), files)
}

// done is a submission that was judged with these cases, as "sample/1 AC 5", in milliseconds.
func (w *world) done(person, lang string, cases ...string) history.Submission {
	w.t.Helper()
	one := result.Solution{Problem: "sum", Solution: "main.go", Path: "main.go", Language: lang, Verdict: result.AC,
		Compile: result.Compile{OK: !strings.Contains(strings.Join(cases, " "), " CE "), Message: say.Text("main.go:1:1: unused")}}
	for i, text := range cases {
		c := result.Case{Number: i + 1, Input: "1..4341221434..1\n"}
		var ms int
		fmt.Sscan(text, &c.Case, &c.Verdict, &ms)
		c.CPU = time.Duration(ms) * time.Millisecond
		if one.Verdict == result.AC && !c.Beyond() {
			one.Verdict = c.Verdict
		}
		one.Cases = append(one.Cases, c)
	}
	sub := w.handed(history.Submission{Person: w.person(person), Problem: "sum", Language: strings.ToLower(lang),
		File: "main.go", Source: "x", Created: time.Now()})
	err := w.s.DB.Finish(w.t.Context(), sub.Judging.ID, history.Done, result.Run{Results: []result.Solution{one}}, time.Now())
	must.Succeed(w.t, err)
	return sub
}

// TestAmong: beside whose times an accepted submission is shown.
func TestAmong(t *testing.T) {
	w := still(t)
	mine := w.done("tea", "Go", "sample/1 AC 20")
	at := func() string {
		t.Helper()
		_, peers, _ := strings.Cut(w.page(fmt.Sprintf("/s/%d", mine.ID), "tea"), `<p class="peers">`)
		peers, _, _ = strings.Cut(peers, "</p>")
		return regexp.MustCompile(`<span>|</span>.*?cx="|" cy.*?cx="|" cy.*`).ReplaceAllString(peers, " ")
	}
	for _, one := range []string{"ann 5", "bob 80", "bob 40", "bob 90", "tea 1"} {
		name, ms, _ := strings.Cut(one, " ")
		w.done(name, "Go", "sample/1 AC "+ms)
	}
	for _, name := range []string{"eve", "zoe"} {
		w.joins(name, history.Student)
	}
	w.done("eve", "Go", "sample/1 WA 1")
	w.saved(0, 1)
	w.ended(w.handed(history.Submission{Person: w.person("eve"), Problem: "sum", Contest: "c", Created: time.Now()}).ID, result.AC)
	must.Equal(t, "", at(), "of two others")
	w.done("zoe", "Go", "sample/1 AC 10")
	must.Equal(t, " 2 of 3 others who solved it took less time 3% 34% 97% 65% ", at(), "of three others")
	mine = w.done("tea", "Go", "sample/1 WA 20")
	must.Equal(t, "", at(), "one that was not accepted")
}

// TestExplained: what the page of a submission has beside it before anything was watched. A minus says what the page does not
// have.
func TestExplained(t *testing.T) {
	w := still(t)
	w.withOurs()
	const (
		lowbit, naive = "<option selected>lowbit</option>", "<option selected>naive</option>"
		button        = `id="watch"`
		auto          = `data-auto`
		soon          = "is being watched"
		slowCase      = "your program was still running"
		idea          = "What lowbit does differently"
	)
	slow := []string{"sample/1 AC 1", "secret/1 TLE 1000", "secret/2 TLE 1000"}
	for _, test := range []struct {
		name, who, lang, with string
		cases                 []string
		want                  []string
	}{
		{"accepted", "ann", "Go", "", []string{"sample/1 AC 1"}, []string{lowbit, button, "-" + auto, "-" + slowCase}},
		{"another is chosen", "ann", "Go", "naive", []string{"sample/1 AC 1"}, []string{naive, "-" + lowbit}},
		{"one that is not there", "ann", "Go", "none", []string{"sample/1 AC 1"}, []string{lowbit}},
		{"too slow", "ann", "Go", "", slow, []string{lowbit, auto, soon, slowCase, idea}},
		{"too slow, beyond the site", "ann", "Go", "", []string{"sample/1 AC 1", "beyond/1 TLE 1000"}, []string{lowbit, "-" + auto,
			"-" + slowCase}},
		{"wrong before it is too slow", "ann", "Go", "", []string{"sample/1 WA 1", "secret/1 TLE 1000"}, []string{lowbit, "-" + slowCase}},
		{"not compiled", "ann", "Go", "", []string{"sample/1 CE 0"}, []string{"Your program does not compile.", "-" + button}},
	} {
		sub := w.done(test.who, test.lang, test.cases...)
		page := w.page(fmt.Sprintf("/s/%d?with=%s", sub.ID, test.with), test.who)
		for _, want := range test.want {
			want, without := strings.CutPrefix(want, "-")
			if strings.Contains(page, want) == without {
				t.Errorf("%s: the page has %q: %t", test.name, want, without)
			}
		}
	}
}

// TestNext: the page of an accepted submission leads to the easiest problem that its author has not solved.
func TestNext(t *testing.T) {
	w := still(t)
	w.another()
	for _, test := range []struct{ who, verdict, next string }{{"ann", "AC", "/p/add"}, {"bob", "WA", ""}} {
		sub := w.done(test.who, "Go", "sample/1 "+test.verdict+" 5")
		page := w.page(fmt.Sprintf("/s/%d", sub.ID), test.who)
		if strings.Contains(page, ">Next: ") != (test.next != "") || !strings.Contains(page, `primary" href="`+test.next) && test.next != "" {
			t.Errorf("after %s: %s", test.verdict, page)
		}
	}
}

// TestShortest: how hard a problem is depends on the lines of the tree's shortest solution that passes, without its
// comments and blank lines. What passes only some cases does not count, and cannot be beside a submission.
func TestShortest(t *testing.T) {
	w := still(t)
	w.withOurs()
	w.another()
	lines := strings.Repeat("var _ = 1\n", 97)
	writeTree(t, w.s.Root, map[string]string{
		"solutions/short/main.go":   "//judge:problem sum\n//judge:expect WA sum/secret/*\npackage main\n\nfunc main() {}\n",
		"solutions/another/main.go": "//judge:problem add\n// It stops at once.\n\npackage main\n\n" + lines + "func main() {\n}\n",
	})
	home := w.page("/", "ann")
	for _, want := range []string{`passes has 4 lines.">easy<`, `passes has 100 lines.">medium<`} {
		must.Contain(t, home, want, "the page does not say")
	}
	page := w.page(fmt.Sprintf("/s/%d", w.done("ann", "Go", "sample/1 AC 5").ID), "ann")
	if strings.Contains(page, ">short</option>") || !strings.Contains(page, ">lowbit</option>") {
		t.Error("beside a submission stands what fails, or nothing that passes")
	}
}
