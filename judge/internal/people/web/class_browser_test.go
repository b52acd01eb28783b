//go:build unix

package web_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"sudokuoj/judge/internal/people/history"
	chrome "sudokuoj/judge/internal/testkit/browser"
	"sudokuoj/judge/internal/testkit/must"
)

// TestClassInBrowser is a lesson of forty students and a teacher. In the browser the teacher makes a contest, follows
// its ranking, looks at the class, and uses the teacher's buttons.
func TestClassInBrowser(t *testing.T) {
	t.Parallel()
	root := sumProblem(t)
	for _, dir := range []string{"problems", "testdata"} { // a second problem
		must.Succeed(t, os.CopyFS(filepath.Join(root, dir, "more"), os.DirFS(filepath.Join(root, dir, "sum"))))
	}
	edit(t, filepath.Join(root, "problems", "more", "problem.yaml"),
		"name: {en: The sum, zh: 求和}\nuuid: 5035120d-cd0c-4487-9abf-2a03c59b29c7", "name: {en: Once more, zh: 再来一次}\nuuid: "+
			"1c5f5a52-0f5a-4f0c-8a55-5f7c2c9ad1ce")
	w := newWorld(t, root, false)
	w.joins("tea", history.Teacher)
	for i := range 40 {
		w.joins(student(i), history.Student)
	}
	p := player{chrome.Open(t), w}
	p.Size(1440, 900, 1)
	p.Hurry()
	p.Go(w.base + "/")
	p.Eval(nil, `void (location.hash = "token=tea")`)
	p.Until(`document.querySelector(".who")`)
	makeContest(p)
	handInAll(t, w)
	lookAtRanking(t, p)
	lookAtClass(t, p)
	p.CheckSilence(func(url string) bool { return strings.HasPrefix(url, w.base) || strings.HasPrefix(url, "blob:"+w.base) })
}

func student(i int) string { return fmt.Sprintf("学生%02d", i) }

// enter opens a page as the teacher.
func (p player) enter(path string) {
	p.Go(p.w.base + path)
	p.Until(`document.querySelector("h1")`)
}

// sends submits a form and waits for the next page; otherwise that page would replace a later one.
func (p player) sends(button string) {
	p.T.Helper()
	p.Leave(func() { p.click(button) })
	p.Until(`document.querySelector("h1")`)
}

func makeContest(p player) {
	p.enter("/contests")
	p.says("main", "There is no contest yet.")
	now := time.Now()
	p.Eval(nil, `{ const f = document.querySelector("form.fields").elements; f.id.value = "round-1"; f.title.value = "Round <1>"; f.starts.value = %q; f.ends.value = %q; f.problems.value = "sum more" }`,
		now.Add(-30*time.Minute).Format("2006-01-02T15:04"), now.Add(time.Hour).Format("2006-01-02T15:04"))
	p.sends("form.fields button")
	p.Until(`location.pathname === "/contest/round-1" && document.querySelector("#ranking")`)
	p.says("h1", "Round <1>")
}

// handInAll has all students hand in for the contest at once: a third solve the first problem, a third the second, a
// third none.
func handInAll(t *testing.T, w *world) {
	t.Helper()
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			fields := source("go", []string{right, right, wrong}[i%3])
			fields.Set("problem", []string{"sum", "more", "sum"}[i%3])
			fields.Set("contest", "round-1")
			if a := w.post("/submit", student(i), fields); a.code != http.StatusCreated {
				t.Errorf("%s: %d %s", student(i), a.code, a.body)
			}
		})
	}
	all.Wait()
	until(t, func() bool {
		open, err := w.s.DB.Submissions(t.Context(), history.Filter{Open: true})
		return err == nil && len(open) == 0
	})
}

func lookAtRanking(t *testing.T, p player) {
	t.Helper()
	// the page reloads the ranking by itself
	p.Until(`document.querySelectorAll(".scores tbody tr").length === 40 && document.querySelectorAll(".scores .ok").length === 27`)
	var seen struct {
		Solved []string
		First  int
		Heads  string
	}
	p.Eval(&seen, `({ Solved: [...document.querySelectorAll(".scores tbody tr")].map(r => r.children[2].textContent), First: document.querySelectorAll(".scores .first").length, Heads: [...document.querySelectorAll(".scores thead .cell")].map(e => e.textContent).join(" ") })`)
	if got := strings.Join(seen.Solved, ""); got != strings.Repeat("1", 27)+strings.Repeat("0", 13) || seen.First != 2 ||
		seen.Heads != "A14/27 B13/13" {
		t.Errorf("the ranking is %+v", seen)
	}
	for _, fault := range p.Axe() {
		t.Error(fault)
	}
	p.Shot("contest-1440")
	p.Size(390, 844, 1)
	var wide int
	if p.Eval(&wide, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("on a phone the ranking is %d wide", wide)
	}
	p.Shot("contest-390")
	p.Size(1440, 900, 1)
}

func lookAtClass(t *testing.T, p player) {
	t.Helper()
	p.enter("/class")
	p.says("main", "40 people, 2 problems, 40 tries")
	p.says(".stuck h3", "13 stuck")
	p.Until(`document.querySelectorAll(".ticks .v-AC").length === 28 && document.querySelectorAll("td .v-WA").length === 13`) // one in the legend
	until(t, func() bool {
		return p.w.post("/submit", student(2),
			source("go", naps)).code == http.StatusCreated
	}) // five seconds after the last
	p.Until(`document.querySelector("td .now") || document.querySelectorAll(".ticks .v-AC").length === 29`) // by itself
	p.Until(`document.querySelectorAll(".ticks .v-AC").length === 29 && !document.querySelector("td .now")`)
	p.says("main", "40 people, 2 problems, 41 tries")
	p.says(".stuck h3", "12 stuck")
	for _, fault := range p.Axe() {
		t.Error(fault)
	}
	p.Shot("class-1440")
	p.click(`.stuck h3 a`) // it opens beside the wall, to be shown to all
	p.Until(`document.querySelector("#work h1")?.checkVisibility() && document.querySelector(".scores").checkVisibility() && location.pathname === "/class"`)
	for _, fault := range p.Axe() {
		t.Error("beside the wall:", fault)
	}
	p.Shot("class-beside-1440")
	p.click(`#work button`)
	p.Until(`!document.querySelector("#work h1")`)
	dir := t.TempDir()
	p.Call("Page.setDownloadBehavior", map[string]any{"behavior": "allow", "downloadPath": dir})
	p.click(`a[download="submissions.zip"]`)
	var text []byte
	until(t, func() (ok bool) { text, _ = os.ReadFile(filepath.Join(dir, "submissions.zip")); return len(text) > 0 })
	must.Equal(t, 41, len(must.Get(zip.NewReader(bytes.NewReader(text), int64(len(text))))(t).File), "the sources")
	c, err := p.w.s.DB.Contest(t.Context(), "round-1")
	must.Succeed(t, err)
	c.Freezes, c.Ends = time.Time{}, time.Now() // its problems are open while the contest runs
	must.Succeed(t, p.w.s.DB.SaveContest(t.Context(), c))
	p.sends(`button[aria-label="Open more"]`) // the box of the contest's form closed it
	p.Until(`document.querySelector('button[aria-label="Close more"]')`)
	p.sends(`button[aria-label="Hide the secret cases of sum"]`)
	p.Until(`document.querySelector('button[aria-label="Show the secret cases of sum"]') && document.querySelector('button[aria-label="Close more"]')`)
	p.sends(`button[aria-label="Judge more again"]`)
	p.Until(`location.pathname === "/class" && document.querySelector(".scores")`)
	until(t, func() bool {
		all, err := p.w.s.DB.Submissions(t.Context(), history.Filter{Problem: "more", Limit: 100})
		again := 0
		for _, one := range all {
			if one.Judging.Attempt == 2 && one.Judging.State.Over() {
				again++
			}
		}
		return err == nil && again == 13
	})
	p.enter("/class?lang=zh")
	p.says("h1", "班级")
	p.says("main", "40 人，2 道题，41 次提交")
	p.Size(390, 844, 1)
	p.Shot("class-390-zh")
	var wide int
	if p.Eval(&wide, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("on a phone the class is %d wide", wide)
	}
	for _, fault := range p.Axe() {
		t.Error(fault)
	}
}
