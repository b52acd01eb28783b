package web

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/people/statement"
	"sudokuoj/judge/internal/testkit/short"
)

func TestChanges(t *testing.T) {
	t.Parallel()
	show := func(all []change, _ int) (text string) {
		for _, c := range all {
			text += fmt.Sprintf("%s|%d|%d|%s\n", c.Sign, c.Old, c.New, c.Text)
		}
		return text
	}
	many := strings.Repeat("same\n", 10)
	for _, test := range []struct{ name, before, after, want string }{
		{"a line changed", "a\nb\nc\n", "a\nB\nc\n", "|1|1|a\n-|2|0|b\n+|0|2|B\n|3|3|c\n"},
		{"a line in both", "a\nb\nc\n", "x\nb\ny\n", "-|1|0|a\n+|0|1|x\n|2|2|b\n-|3|0|c\n+|0|3|y\n"},
		{"far lines are left out", many + "x\n" + many, many + many, "…|0|0|\n|8|8|same\n|9|9|same\n|10|10|same\n-|11|0|x\n|12|11|same\n|13|12|same\n|14|13|same\n…|0|0|\n"},
		{"no newline at the end", "a", "a\nb", "-|1|0|a\n+|0|1|a\n+|0|2|b\n"},
		{"tabs stay, what is not seen is shown", "", "\ta\x1b\n", "+|0|1|\ta\\x1b\n"},
		{"from nothing", "", "a\n", "+|0|1|a\n"},
	} {
		if got := show(changes(test.before, test.after, diffTime)); got != test.want {
			t.Errorf("%s:\n%swant\n%s", test.name, got, test.want)
		}
	}
	if got := show(changes("a\nb\nc\n", "x\nb\ny\n", time.Nanosecond)); strings.Contains(got, "\n|") {
		t.Errorf("a line in both is found after the time was over:\n%s", got)
	}
	var a, b strings.Builder // sources as large as they may be, which share no line
	for i := 0; a.Len() < maxSource; i++ {
		fmt.Fprintf(&a, "a%d\n", i)
		fmt.Fprintf(&b, "b%d\n", i*7)
	}
	if got, cut := changes(a.String(), b.String(), time.Nanosecond); len(got) != mostChanges || cut == 0 {
		t.Errorf("of sources that share no line %d lines are shown, and %d are not", len(got), cut)
	}
}

func TestVerdictsHaveTheirColours(t *testing.T) {
	style := string(loadStatic().files["report/style.css"])
	for _, v := range result.All {
		if !strings.Contains(style, ".v-"+string(v)+" {") {
			t.Errorf("%s has no colour", v)
		}
	}
}

func TestRecentForgets(t *testing.T) {
	type other int
	var r recent
	r.put(other(3*kept-1), "of another kind")
	for i := range 3 * kept {
		r.put(i, fmt.Sprint(i))
		r.put(i, fmt.Sprint(i))
	}
	for key, want := range map[any]string{3*kept - 1: fmt.Sprint(3*kept - 1), 2 * kept: fmt.Sprint(2 * kept), 2*kept - 1: "", other(3*kept - 1): "of another kind"} {
		if got, known := recall[string](&r, key); got != want || known != (want != "") {
			t.Errorf("%T %v: %q, known: %t", key, key, got, known)
		}
	}
}

// page returns a page as a browser gets it; it must exist.
func (w *world) page(path, token string) string {
	w.t.Helper()
	a := w.get(path, token, html)
	if a.code != 200 {
		w.t.Fatalf("%s: %d\n%s", path, a.code, a.body)
	}
	return a.body
}

func TestStatusFiltersAndPages(t *testing.T) {
	w := alone(t)
	for i := range perPage + 5 {
		p := history.Submission{Person: w.s.Person, Problem: "sum", Language: []string{"go", "python"}[i%2], File: "main", Source: "x", Created: time.Now()}
		if _, err := w.s.DB.Submit(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	numbers := func(page string) (all []string) {
		for _, m := range regexp.MustCompile(`href="/s/(\d+)"`).FindAllStringSubmatch(page, -1) {
			all = append(all, m[1])
		}
		return all
	}
	first := w.page("/status", "")
	if strings.Contains(first, ">Newest<") || !strings.Contains(w.page("/status?before=6", ""), ">Newest<") {
		t.Error("the newest are offered on their own page, or not on the next")
	}
	if got := numbers(first); len(got) != perPage || got[0] != "35" || got[perPage-1] != "6" {
		t.Errorf("the first page has %q", got)
	}
	older := regexp.MustCompile(`href="(/status[^"]*)" rel="next"`).FindStringSubmatch(first)
	if older == nil {
		t.Fatal("there is no older page")
	}
	if got := numbers(w.page(older[1], "")); !slices.Equal(got, []string{"5", "4", "3", "2", "1"}) {
		t.Errorf("the last page has %q", got)
	}
	if page := w.page("/status?before=31", ""); len(numbers(page)) != perPage || strings.Contains(page, `rel="next"`) {
		t.Error("after a page that holds all the rest, more are offered")
	}
	if got := numbers(w.page("/status?language=python&before=6", "")); !slices.Equal(got, []string{"4", "2"}) {
		t.Errorf("in Python there are %q", got)
	}
	if got := numbers(w.page("/status?problem=another", "")); len(got) > 0 {
		t.Errorf("of another problem there are %q", got)
	}
	for _, odd := range []string{"/status?before=x", "/status?before=-1", "/status?verdict=%3Cscript%3E", "/status?person=99999999999999999999"} {
		if page := w.page(odd, ""); strings.Contains(page, "<script>") || strings.Contains(page, "The disk is full") {
			t.Errorf("%s is in the page as it came, or the disk is called full", odd)
		}
	}
}

func TestProblemPageWithoutScripts(t *testing.T) {
	w := alone(t)
	page := w.page("/p/sum", "")
	for _, want := range []string{"<p>Add.</p>", `action="/submit"`, `<textarea id="source" name="source"`, "func answer(line string) string", `<input type="hidden" name="problem" value="sum">`, "1000 4"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	sent := w.post("/submit", "", source("go", right), html)
	if to := sent.header.Get("Location"); sent.code != 303 || to != "/s/1" {
		t.Fatalf("a form leads to %d %q", sent.code, to)
	}
	w.judged(1, "")
	if page := w.page("/s/1", ""); !strings.Contains(page, `<span class="v v-AC">AC</span> accepted`) || strings.Count(page, "<tr data-n=") != len(sumCases) {
		t.Errorf("without scripts the page of it is\n%s", page)
	}
	if again := w.page("/p/sum?from=1", ""); !strings.Contains(again, "fmt.Scan(&amp;a, &amp;b)") {
		t.Error("it cannot be changed and handed in again")
	}
}

// TestStatement: a statement is cut if it is longer than what is shown, and a language is listed if it has a time of its own.
func TestStatement(t *testing.T) {
	root := sumProblem(t)
	for size, cut := range map[int]bool{statement.MaxSize: false, statement.MaxSize + 1: true} {
		file := filepath.Join(root, "problems/sum/statement/problem.en.md")
		if err := os.WriteFile(file, []byte(strings.Repeat("x", size)), 0o666); err != nil {
			t.Fatal(err)
		}
		p, err := problem.Load(root, "sum")
		if err != nil {
			t.Fatal(err)
		}
		data, err := new(Server).taskIn(&cachedProblem{Problem: p}, "en")
		if err != nil || data.Cut != cut || data.Written != "en" {
			t.Errorf("%d bytes in %q: cut %t, %v", size, data.Written, data.Cut, err)
		}
	}
	p := problem.Problem{Limits: problem.Limits{Time: time.Second, Multipliers: map[string]float64{"python": 3, "java": 1}}}
	if got := ownTimes(p, language.All()); len(got) != 1 || got[0] != (languageTime{"Python", 3 * time.Second}) {
		t.Errorf("times of their own have %v", got)
	}
}

func TestNobodyBeginsWithAnothersSource(t *testing.T) {
	w := class(t)
	id := w.submit("ann", right)
	if page := w.page(fmt.Sprintf("/p/sum?from=%d", id), "bob"); strings.Contains(page, "fmt.Scan") || !strings.Contains(page, "func answer(line string) string") {
		t.Error("bob reads ann's source, or gets no skeleton instead")
	}
	mine := w.submit("bob", right)
	if a := w.get(fmt.Sprintf("/compare?a=%d&b=%d", mine, id), "bob", html); a.code != 403 {
		t.Errorf("bob compares his source with ann's: %d", a.code)
	}
	if a := w.post("/compare", "bob", url.Values{"a": {"1"}, "b": {"2"}}); a.code != 403 {
		t.Errorf("a student takes the machine for ten seconds: %d", a.code)
	}
}

func TestHostileStatementAsPage(t *testing.T) {
	root := sumProblem(t)
	edit(t, filepath.Join(root, "problems/sum/statement/problem.en.md"), "Add.", "<script>alert(1)</script>\n\n[x](javascript:alert(1)) ![y](https://example.org/y.png) ![z](board.png) $\\text{<img src=x>}$\n")
	edit(t, filepath.Join(root, "problems/sum/problem.yaml"), "The sum", "'</title><script>alert(2)</script>'")
	if err := os.WriteFile(filepath.Join(root, "problems/sum/statement/board.png"), []byte("\x89PNG"), 0o666); err != nil {
		t.Fatal(err)
	}
	w := newWorld(t, root, true)
	for _, path := range []string{"/", "/p/sum", "/status"} {
		page := w.page(path, "")
		for _, bad := range []string{"<script>alert", "javascript:", "example.org", "<img src=x"} {
			if strings.Contains(page, bad) {
				t.Errorf("%s has %s", path, bad)
			}
		}
	}
	if !strings.Contains(w.page("/p/sum", ""), `<img src="/p/sum/board.png" alt="z" />`) {
		t.Error("the picture beside the statement is not shown")
	}
}

func TestComparing(t *testing.T) {
	t.Parallel()
	w := alone(t)
	w.s.measuring = time.Second / 2
	first, second := w.submit("", right), w.submit("", strings.Replace(right, "fmt.Println(a + b)", "for i := 0; i < 50000000; i++ { a += i & 0 }; fmt.Println(b + a)", 1))
	w.judged(first, "")
	w.judged(second, "")
	address := fmt.Sprintf("/compare?a=%d&b=%d", first, second)
	page := w.page(address, "")
	for _, want := range []string{`id="verdicts"`, `class="gone"`, `class="new"`, "fmt.Println(b &#43; a)", `action="/compare"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	w.page(fmt.Sprintf("/compare?b=%d&c=%d", first, second), "")
	if a := w.get(fmt.Sprintf("/compare?a=%d&b=%[1]d", first), "", html); a.code != 400 {
		t.Errorf("one with itself: %d", a.code)
	}
	if a := w.post("/compare", "", url.Values{"a": {fmt.Sprint(first)}, "b": {fmt.Sprint(second)}}, html); a.code != 303 || a.header.Get("Location") != address {
		t.Fatalf("measuring leads to %d %s", a.code, a.body)
	}
	page = w.page(address, "")
	_, turns, _ := strings.Cut(page, `id="turns"`)
	turns, _, _ = strings.Cut(turns, "</table>")
	times := regexp.MustCompile(sumCases[0] + `</td><td class="num">(\d\S*) (m?s)</td><td class="num">(\d\S*) (m?s)</td><td>[^<]`).FindStringSubmatch(turns)
	if times == nil {
		t.Fatalf("there are no times that were taken in turns:\n%s", turns)
	}
	quick, err := time.ParseDuration(times[1] + times[2])
	slow, broken := time.ParseDuration(times[3] + times[4])
	if err != nil || broken != nil || quick >= slow {
		t.Errorf("the times are %q", times[1:])
	}
}

// watchASearch: what the page of a submission has before and after its search was watched.
func watchASearch(t *testing.T, w *world) {
	before := w.page("/s/4", "")
	if strings.Contains(before, `id="replay"`) || !strings.Contains(before, `action="/s/4/watch"`) {
		t.Error("before it is watched there is a replay, or no button for it")
	}
	for _, want := range []string{"Hand it in at AcWing 166", `id="cut"`, `<circle class="v-AC"`} {
		if !strings.Contains(before, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	w.post("/s/4/watch", "", nil)
	after := w.page("/s/4", "")
	if !strings.Contains(after, `id="replay"`) || !strings.Contains(after, `class="heatscale"`) || !strings.Contains(after, `<circle class="theirs"`) {
		t.Error("after it was watched there is no replay, or no heat, or nothing beside it")
	}
	if p, err := w.s.problems.get("acwing166"); err != nil {
		t.Error(err)
	} else if found, _ := recall[result.Solution](&w.s.recent, oursOf(p, w.s.choices(p)[0])); len(found.Cases) == 0 || found.Cases[0].Work == nil {
		t.Error("what ours does was not counted")
	}
	w.post("/s/6/watch", "", nil)
	if page := w.page("/s/6", ""); !strings.Contains(page, "its lines could not be counted") {
		t.Error("of a program that cannot be counted nothing is said")
	}
}

// TestEditedSolution: beside a submission stands a solution of the tree as it is now, not as it was when it was run.
func TestEditedSolution(t *testing.T) {
	short.Skip(t)
	t.Parallel()
	root := sumProblem(t)
	file := filepath.Join(root, "solutions", "adds", "main.go")
	write := func(text string) {
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte("//judge:problem sum\n"+text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	write(right)
	w := newWorld(t, root, true)
	id := w.submit("", right)
	w.judged(id, "")
	beside := func() bool { return strings.Contains(w.page(fmt.Sprintf("/s/%d", id), ""), `<circle class="theirs"`) }
	watch := func() { w.post(fmt.Sprintf("/s/%d/watch", id), "", nil) }
	if watch(); !beside() {
		t.Fatal("nothing stands beside it")
	}
	write(strings.Replace(right, "a + b", "b + a", 1))
	w.s.solvers.seen = time.Time{} // look at the disk at once
	if beside() {
		t.Error("after an edit the old times still stand beside it")
	}
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

func TestSamplesAreBounded(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	long, most := file("long", strings.Repeat("1 2\n", shownSample)), file("most", strings.Repeat("1 2\n", shownSample/4))
	broad, wide := file("broad", strings.Repeat("x", sideBySide-1)+"\n"), file("wide", strings.Repeat("x", sideBySide)+"\n")
	for _, test := range []struct {
		in, ans   string
		cut, wide bool
	}{
		{long, long, true, false}, {long, most, true, false}, {most, long, true, false}, {most, most, false, false},
		{broad, most, false, false}, {wide, most, false, true}, {most, wide, false, true},
	} {
		all, _, err := samplesOf(problem.Problem{Cases: []problem.Case{{Name: "secret/b", In: "absent"}, {Name: "sample/a", In: test.in, Ans: test.ans}}})
		if err != nil || len(all) != 1 || len(all[0].In) > shownSample || all[0].Cut != test.cut || all[0].Wide != test.wide {
			t.Errorf("%s, %s: %d samples, cut %t, wide %t, %v", test.in, test.ans, len(all), all[0].Cut, all[0].Wide, err)
		}
	}
}

// TestManyLines: a source of very many lines costs no more than its bytes, and a page shows the first of them.
func TestManyLines(t *testing.T) {
	w := class(t)
	many := right + strings.Repeat("/\n", (maxSource-len(right))/2)
	a, b := w.submit("ann", many), w.submit("tea", many[:len(many)-4]+"x\ny\n")
	w.judged(a, "tea")
	w.judged(b, "tea")
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

// TestOneIsOne: "1" is followed by a singular.
func TestOneIsOne(t *testing.T) {
	for _, test := range []struct {
		n          int
		noun, want string
	}{{1, "person", "1 person"}, {2, "person", "2 people"}, {1, "try", "1 try"}, {0, "try", "0 tries"}, {1, "case", "1 case"}, {2, "case", "2 cases"}} {
		if got := counted(test.n, test.noun).String(); got != test.want {
			t.Errorf("%d of %s: %q", test.n, test.noun, got)
		}
	}
}
