package web_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/testkit/must"
)

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
