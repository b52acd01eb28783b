//go:build unix

package web_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/testkit/must"
)

// TestClassInBrowser is a lesson of nine students and a teacher. In the browser the teacher makes a contest, follows
// its ranking, looks at the class, and uses the teacher's buttons.
func TestClassInBrowser(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sumProblem(t), false)
	w.another()
	w.joins("tea", history.Teacher)
	p := w.reads(t)
	p.Hurry()
	p.Go(w.base + "/contests")
	p.Eval(nil, `void (location.hash = "token=tea")`)
	p.says("main", "There is no contest yet.")
	now := time.Now()
	p.Eval(nil, `{ const f = document.querySelector("form.fields").elements; f.id.value = "round-1";
		f.title.value = "Round <1>"; f.starts.value = %q; f.ends.value = %q; }`,
		now.Add(-30*time.Minute).Format("2006-01-02T15:04"), now.Add(time.Hour).Format("2006-01-02T15:04"))
	for _, id := range []string{"sum", "add"} { // once the page's script is there
		p.Until(`document.querySelector("form.fields").elements.problems.value.includes(%q) ||
			document.querySelector("[data-add=" + %[1]q + "]").click()`, id)
	}
	p.sends("form.fields .primary")
	p.says("h1", "Round <1>")
	for i := range 9 { // a third solve the first problem, a third the second, a third none
		w.joins(student(i), history.Student)
		fields := source("go", []string{right, right, wrong}[i%3])
		fields.Set("problem", []string{"sum", "add", "sum"}[i%3])
		if a := w.post("/submit", student(i), fields); a.code != http.StatusCreated {
			t.Fatalf("%s: %d %s", student(i), a.code, a.body)
		}
	}
	lookAtRanking(t, p)
	lookAtClass(t, p)
}

func student(i int) string { return fmt.Sprintf("学生%02d", i) }

// sends submits a form and waits for the next page; otherwise that page would replace a later one.
func (p reader) sends(button string) {
	p.T.Helper()
	p.Leave(func() { p.click(button) })
	p.Until(`document.querySelector("h1")`)
}

// fitsPhone checks a page on a phone.
func (p reader) fitsPhone(name string) {
	p.T.Helper()
	p.Size(390, 844, 1)
	p.fits(name, 390)
	p.Shot(name + "-390")
	p.Size(1440, 900, 1)
}

func (p reader) accessible(page string) {
	p.T.Helper()
	for _, fault := range p.Axe() {
		p.T.Error(page, fault)
	}
	p.Shot(page + "-1440")
}

func lookAtRanking(t *testing.T, p reader) {
	t.Helper()
	// the page reloads the ranking by itself
	p.Until(`document.querySelectorAll(".scores tbody tr").length === 9 &&
		document.querySelectorAll(".scores .ok").length === 6 && document.querySelectorAll(".scores .no").length === 3`)
	var seen struct {
		Solved, Heads string
		First         int
	}
	p.Eval(&seen, `({ Solved: [...document.querySelectorAll(".scores tbody tr")].map(r => r.children[2].textContent).join(""),
		First: document.querySelectorAll(".scores .first").length,
		Heads: [...document.querySelectorAll(".scores thead .cell")].map(e => e.textContent).join(" ") })`)
	must.Be(t, seen.Solved == "111111000" && seen.First == 2 && seen.Heads == "A3/6 B3/3", "the ranking is %+v", seen)
	p.accessible("contest")
	p.fitsPhone("contest")
}

func lookAtClass(t *testing.T, p reader) {
	t.Helper()
	p.Go(p.w.base + "/class")
	p.says("main", "9 members, 2 problems, tries: 9")
	p.says(".stuck h3", "3 stuck")
	p.Until(`document.querySelectorAll(".ticks .v-AC").length === 7 && // one in the legend
		document.querySelectorAll("td .v-WA").length === 3`)
	until(t, func() bool {
		return p.w.post("/submit", student(2), source("go", naps)).code == http.StatusCreated
	}) // five seconds after the last
	p.Until(`document.querySelector("td .now") || document.querySelectorAll(".ticks .v-AC").length === 8`) // by itself
	p.Until(`document.querySelectorAll(".ticks .v-AC").length === 8 && !document.querySelector("td .now")`)
	p.says(".stuck h3", "2 stuck")
	p.accessible("class")
	p.click(`.stuck h3 a`) // it opens beside the wall, to be shown to all
	p.Until(`document.querySelector("#work h1")?.checkVisibility() &&
		document.querySelector(".scores").checkVisibility() && location.pathname === "/class"`)
	p.accessible("class-beside")
	p.click(`#work button`)
	p.Until(`!document.querySelector("#work h1")`)
	dir := t.TempDir()
	p.Call("Page.setDownloadBehavior", map[string]any{"behavior": "allow", "downloadPath": dir})
	p.click(`a[download="submissions.zip"]`)
	var text []byte
	until(t, func() (ok bool) { text, _ = os.ReadFile(filepath.Join(dir, "submissions.zip")); return len(text) > 0 })
	must.Equal(t, 10, len(must.Get(zip.NewReader(bytes.NewReader(text), int64(len(text))))(t).File), "the sources")
	c := must.Get(p.w.s.DB.Contests(t.Context()))(t)[0]
	c.Freezes, c.Ends = time.Time{}, time.Now() // its problems are open while the contest runs
	must.Succeed(t, p.w.s.DB.SaveContest(t.Context(), c))
	p.sends(`button[aria-label="Open add"]`) // the box of the contest's form closed it
	p.Until(`document.querySelector('button[aria-label="Close add"]')`)
	p.sends(`button[aria-label="Judge add again"]`)
	until(t, func() bool {
		all, err := p.w.s.DB.Submissions(t.Context(), history.Filter{Problem: "add"})
		again := 0
		for _, one := range all {
			if one.Judging.Attempt == 2 && one.Judging.State.Over() {
				again++
			}
		}
		return err == nil && again == 3
	})
	p.Go(p.w.base + "/class?lang=zh")
	p.says("h1", "班级")
	p.says("main", "9 名成员，2 道题，提交 10 次")
	p.fitsPhone("class-zh")
}
