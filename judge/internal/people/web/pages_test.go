package web_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/people/statement"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

func TestStatusFiltersAndPages(t *testing.T) {
	w := still(t)
	for i := range 35 {
		w.handed(history.Submission{Person: w.person("tea"), Problem: "sum", Language: []string{"go", "python"}[i%2], File: "main",
			Source: "x", Created: time.Now()})
	}
	numbers := func(page string) (all []string) {
		for _, m := range regexp.MustCompile(`href="/s/(\d+)"`).FindAllStringSubmatch(page, -1) {
			all = append(all, m[1])
		}
		return all
	}
	first := w.page("/status", "tea")
	if strings.Contains(first, ">Newest<") || !strings.Contains(w.page("/status?before=6", "tea"), ">Newest<") {
		t.Error("the newest are offered on their own page, or not on the next")
	}
	if got := numbers(first); len(got) != 30 || got[0] != "35" || got[30-1] != "6" {
		t.Errorf("the first page has %q", got)
	}
	older := regexp.MustCompile(`href="(/status[^"]*)" rel="next"`).FindStringSubmatch(first)
	if older == nil {
		t.Fatal("there is no older page")
	}
	if got := numbers(w.page(older[1], "tea")); !slices.Equal(got, []string{"5", "4", "3", "2", "1"}) {
		t.Errorf("the last page has %q", got)
	}
	if page := w.page("/status?before=31", "tea"); len(numbers(page)) != 30 || strings.Contains(page, `rel="next"`) {
		t.Error("after a page that holds all the rest, more are offered")
	}
	if got := numbers(w.page("/status?language=python&before=6", "tea")); !slices.Equal(got, []string{"4", "2"}) {
		t.Errorf("in Python there are %q", got)
	}
	if got := numbers(w.page("/status?problem=another", "tea")); len(got) > 0 {
		t.Errorf("of another problem there are %q", got)
	}
	for _, odd := range []string{"/status?before=x", "/status?before=-1", "/status?verdict=%3Cscript%3E",
		"/status?person=99999999999999999999"} {
		if page := w.page(odd, "tea"); strings.Contains(page, "<script>") || strings.Contains(page, "The disk is full") {
			t.Errorf("%s is in the page as it came, or the disk is called full", odd)
		}
	}
}

func TestProblemPageWithoutScripts(t *testing.T) {
	w := alone(t)
	page := w.page("/p/sum", "")
	for _, want := range []string{"<p>Add.</p>", `action="/submit"`, `<textarea id="source" name="source"`,
		"func answer(line string) string", `<input type="hidden" name="problem" value="sum">`, "1000 4"} {
		must.Contain(t, page, want, "the page has no")
	}
	sent := w.post("/submit", "", source("go", right), html)
	if to := sent.header.Get("Location"); sent.code != 303 || to != "/s/1" {
		t.Fatalf("a form leads to %d %q", sent.code, to)
	}
	w.judged(1, "")
	if page := w.page("/s/1", ""); !strings.Contains(page, `<span class="v v-AC">AC</span> accepted`) ||
		strings.Count(page, "<tr data-n=") != len(sumCases) {
		t.Errorf("without scripts the page of it is\n%s", page)
	}
	must.Contain(t, w.page("/p/sum?from=1", ""), "fmt.Scan(&amp;a, &amp;b)", "it cannot be changed and handed in again")
}

func TestNobodyBeginsWithAnothersSource(t *testing.T) {
	w := still(t)
	id := w.submit("ann", right)
	if page := w.page(fmt.Sprintf("/p/sum?from=%d", id), "bob"); strings.Contains(page, "fmt.Scan") ||
		!strings.Contains(page, "func answer(line string) string") {
		t.Error("bob reads ann's source, or gets no skeleton instead")
	}
	w.ended(id, result.AC)
	must.Contain(t, w.page(fmt.Sprintf("/s/%d", id), "tea"), "All tries of ann", "a teacher is offered")
	must.Equal(t, 200, w.get("/p/sum?from=99", "bob", html).code, "to begin with a source that is not there")
	mine := w.submit("bob", right)
	must.Equal(t, 403, w.get(fmt.Sprintf("/compare?a=%d&b=%d", mine, id), "bob", html).code, "bob compares his source with ann's")
}

func TestHostileStatementAsPage(t *testing.T) {
	w := still(t)
	root := w.s.Root
	edit(t, filepath.Join(root, "problems/sum/statement/problem.en.md"), "Add.",
		"<script>alert(1)</script>\n\n[x](javascript:alert(1)) ![y](https://example.org/y.png) ![z](board.png) $\\text{<img src=x>}$\n")
	edit(t, filepath.Join(root, "problems/sum/problem.yaml"), "The sum", "'</title><script>alert(2)</script>'")
	must.Succeed(t, os.WriteFile(filepath.Join(root, "problems/sum/statement/board.png"), []byte("\x89PNG"), 0o666))
	for _, path := range []string{"/", "/p/sum", "/status"} {
		page := w.page(path, "tea")
		for _, bad := range []string{"<script>alert", "javascript:", "example.org", "<img src=x"} {
			must.Be(t, !strings.Contains(page, bad), "%s has %s", path, bad)
		}
	}
	if !strings.Contains(w.page("/p/sum", "tea"), `<img src="/p/sum/board.png" alt="z" />`) {
		t.Error("the picture beside the statement is not shown")
	}
}

// climb: after a problem is solved, the program's record is looked at, ours is timed, and the next idea is told.
func climb(t *testing.T, w *world) {
	var state, row string
	must.Until(t, "the next idea is told", func() bool {
		state, row, _ = strings.Cut(w.page("/", ""), `href="/p/acwing166"`)
		row, _, _ = strings.Cut(row, "</tr>")
		return strings.Contains(row, `class="rungs"`) && strings.Contains(row, "lowbit</small>")
	})
	var lit []string
	for _, m := range regexp.MustCompile(`<li class="lit"[^>]*>([^<]*)<`).FindAllStringSubmatch(row, -1) {
		lit = append(lit, m[1])
	}
	must.Equal(t, []string{"checks", "fewest first"}, lit, "lit are")
	must.Contain(t, row, "<b>inplace</b>", "the next solution")
	must.Contain(t, state[strings.LastIndex(state, `"state-cell"`):], "solved, at most three times our time", "the state")
}

// watchASearch: what the page of a submission has before and after its search was watched.
func watchASearch(t *testing.T, w *world) {
	before := w.page("/s/4", "")
	if strings.Contains(before, `data-do="play"`) || !strings.Contains(before, `action="/s/4/watch"`) {
		t.Error("before it is watched there is a replay, or no button for it")
	}
	for _, want := range []string{"Hand it in at AcWing 166", `id="cut"`, `<circle class="v-AC"`} {
		must.Contain(t, before, want, "the page has no")
	}
	w.post("/s/4/watch", "", nil)
	after := w.page("/s/4", "")
	if !strings.Contains(after, `data-do="play"`) || !strings.Contains(after, "hottest: line") ||
		!strings.Contains(after, `<circle class="theirs"`) {
		t.Error("after it was watched there is no replay, or no heat, or nothing beside it")
	}
	compared := w.page("/compare?a=4&b=5", "")
	for _, want := range []string{`id="verdicts"`, `class="new"`, "// again", "Submissions 4 → 5: AC → AC"} {
		must.Contain(t, compared, want, "the two compared have no")
	}
	must.Equal(t, 400, w.get("/compare?a=4&b=4", "", html).code, "one with itself")
	w.post("/s/6/watch", "", nil)
	must.Contain(t, w.page("/s/6", ""), "its lines could not be counted", "of a program that cannot be counted nothing is said")
}

// TestEditedSolution: beside a submission is a solution of the tree as it is now, not as it was when it was run. Who has
// not solved the problem is not shown its source.
func TestEditedSolution(t *testing.T) {
	short.Skip(t)
	t.Parallel()
	root := sumProblem(t)
	file := filepath.Join(root, "solutions", "adds", "main.go")
	write := func(text string) {
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte("//judge:problem sum\n"+text),
			0o666)); err != nil {
			t.Fatal(err)
		}
	}
	write(right + "// unmistakable\n")
	w := newWorld(t, root, true)
	id := w.submit("", right)
	w.judged(id, "")
	beside := func() bool { return strings.Contains(w.page(fmt.Sprintf("/s/%d", id), ""), `<circle class="theirs"`) }
	w.s.Answer(1)
	must.Equal(t, `{"error":"the machine was too busy\nhint: run it again when the machine is less busy"}`+"\n",
		w.post(fmt.Sprintf("/s/%d/watch", id), "", nil).body, "when the time is over")
	w.s.Answer(time.Hour)
	watch := func() { w.post(fmt.Sprintf("/s/%d/watch", id), "", nil) }
	if watch(); !beside() {
		t.Fatal("nothing stands beside it")
	}
	w.enrol()
	tried := w.submit("ann", wrong)
	w.judged(tried, "tea")
	w.post(fmt.Sprintf("/s/%d/watch", tried), "tea", nil)
	for who, shown := range map[string]bool{"ann": false, "tea": true} {
		must.Equal(t, shown, strings.Contains(w.page(fmt.Sprintf("/s/%d", tried), who), "unmistakable"), who, "is shown our source")
	}
	write(strings.Replace(right, "a + b", "b + a", 1))
	must.Until(t, "the old times are gone", func() bool { return !beside() })
	if watch(); !beside() {
		t.Error("the edited solution does not stand beside it")
	}
}

// refuseToWatch: the judge does not evaluate types of a source that the sandboxed compiler refused. A constant there
// can become a text of gigabytes.
func refuseToWatch(t *testing.T, w *world) {
	if page := w.page("/s/7", ""); strings.Contains(page, `id="paste"`) || strings.Contains(page, "/watch") {
		t.Error("it is cut for the site, or could be watched")
	}
	if a := w.post("/s/7/watch", "", nil); a.body != "{\"watched\":false}\n" {
		t.Errorf("asked to watch it, %d %s", a.code, a.body)
	}
}

// TestManyLines: a source of very many lines costs no more than its bytes, and a page shows the first of them.
func TestManyLines(t *testing.T) {
	w := still(t)
	many := right + strings.Repeat("/\n", (256<<10-len(right))/2)
	a, b := w.submit("ann", many), w.submit("tea", many[:len(many)-4]+"x\ny\n")
	w.ended(a, result.AC)
	w.ended(b, result.AC)
	for _, path := range []string{fmt.Sprintf("/s/%d", a), fmt.Sprintf("/compare?a=%d&b=%d", a, b)} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		page := w.get(path, "tea", html)
		runtime.ReadMemStats(&after)
		if page.code != http.StatusOK || len(page.body) > 2<<20 {
			t.Errorf("%s: %d, %d bytes", path, page.code, len(page.body))
		}
		if made := (after.TotalAlloc - before.TotalAlloc) >> 20; made > 300 {
			t.Errorf("%s: %d MiB were needed", path, made)
		}
		if rows := strings.Count(page.body, "<tr"); rows > 5200 {
			t.Errorf("%s: %d rows", path, rows)
		}
	}
}

func TestVerdictsHaveTheirColours(t *testing.T) {
	w := still(t)
	style := w.get(w.static()+"home.css", "").body
	for _, v := range result.All {
		must.Contain(t, style, ".v-"+string(v)+" {", v, "has no colour")
	}
}

// TestStatement: a statement is cut if it is longer than what is shown.
func TestStatement(t *testing.T) {
	for size, cut := range map[int]bool{statement.MaxSize: false, statement.MaxSize + 1: true} {
		w := still(t)
		writeTree(t, w.s.Root, map[string]string{"problems/sum/statement/problem.en.md": strings.Repeat("x", size)})
		if page := w.page("/p/sum", "ann"); strings.Contains(page, "The statement is longer than what is shown here.") != cut {
			t.Errorf("%d bytes are cut: %t", size, !cut)
		}
	}
}
