//go:build unix

package web_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
	chrome "sudokuoj/judge/internal/testkit/browser"
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
	must.Until(t, "the next may be handed in", func() bool {
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
	must.Until(t, "the sources are saved", func() bool {
		text, _ = os.ReadFile(filepath.Join(dir, "submissions.zip"))
		return len(text) > 0
	})
	must.Equal(t, 10, len(must.Get(zip.NewReader(bytes.NewReader(text), int64(len(text))))(t).File), "the sources")
	c := must.Get(p.w.s.DB.Contests(t.Context()))(t)[0]
	c.Freezes, c.Ends = time.Time{}, time.Now() // its problems are open while the contest runs
	must.Succeed(t, p.w.s.DB.SaveContest(t.Context(), c))
	p.sends(`button[aria-label="Open add"]`) // the box of the contest's form closed it
	p.Until(`document.querySelector('button[aria-label="Close add"]')`)
	p.sends(`button[aria-label="Judge add again"]`)
	must.Until(t, "three are judged again", func() bool {
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

// TestLoginInBrowser opens the link of a member of a class. The page takes the token out of the address and posts it,
// and from then on it is where no script can read it.
func TestLoginInBrowser(t *testing.T) {
	t.Parallel()
	w := class(t)
	other := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, _ *http.Request) {
		out.Header().Set("Content-Type", "text/html")
		out.Write([]byte(`<a href="` + w.base + `/status">a link</a><form method="post" action="` + w.base + `/leave"></form>`))
	}))
	defer other.Close()
	b := chrome.Open(t)
	own := func(url string) bool {
		return strings.HasPrefix(url, w.base) || strings.HasPrefix(url, foreign(other.URL))
	}
	b.Go(w.base + "/p/sum")
	b.Until(`document.querySelector("#door") && document.title.includes("door")`)
	b.Eval(nil, `void (location.hash = "token=ann")`)
	b.Until(`document.querySelector(".who")?.innerText.includes("ann") && document.documentElement.classList.contains("ready")`)
	var address, kept string
	b.Eval(&address, "location.href")
	b.Eval(&kept, `document.cookie + JSON.stringify(sessionStorage) + JSON.stringify(localStorage)`)
	if address != w.base+"/p/sum" || strings.Contains(kept, "ann") {
		t.Errorf("behind the door the address is %q, and scripts can read %q", address, kept)
	}
	b.Go(foreign(other.URL))
	b.Leave(func() { b.Eval(nil, `void document.querySelector("a").click()`) })
	b.Until(`document.querySelector("h1") && !document.querySelector("#door") && location.pathname == "/status"`)
	b.Go(w.base + "/")
	b.Eval(nil, `void (location.hash = "token=bob")`)
	b.Until(`document.querySelector("h1")?.innerText == "You are ann"`)
	b.Leave(func() { b.Eval(nil, `void document.querySelector("main form button").click()`) })
	b.Until(`document.querySelector(".who")?.innerText.includes("bob")`)
	b.CheckSilence(own)
	b.Go(foreign(other.URL))
	b.Leave(func() { b.Eval(nil, `document.querySelector("form").submit()`) })
	b.Go(w.base + "/")
	b.Until(`document.querySelector(".who")?.innerText.includes("bob")`) // another site cannot make anybody leave
}

// foreign is the address of a server of this machine under another name, which makes it another site.
func foreign(address string) string { return strings.Replace(address, "127.0.0.1", "localhost", 1) }

// The page of the fleet follows the events, may be read by everybody and fits a phone.
func TestFleetInABrowser(t *testing.T) {
	t.Parallel()
	m := &machines{now: workers("lab<0>", "lab1", "a-machine-with-a-long-name")}
	m.now.Queued, m.now.InWork, m.now.Bytes = 1284, 2, 48<<20
	m.now.Workers[0].Now = "acwing166 secret/07-against-row-order"
	m.now.Workers[1].Other = true
	w := m.with(t)
	page := w.page("/fleet", "")
	for _, want := range []string{"lab&lt;0&gt;", "1,284", "secret/07-against-row-order", "another version of the judge: it gets no jobs",
		"C&#43;&#43;, Go", "1,234", `href="/fleet" aria-current="page"`} {
		must.Contain(t, page, want, "the page has no")
	}
	r := w.reads(t)
	r.Hurry()
	r.Go(w.base + "/fleet?lang=zh&theme=dark")
	for _, f := range r.Axe() {
		t.Error(f)
	}
	for _, width := range []int{390, 1440} {
		r.Size(width, 900, 1)
		r.fits("the fleet", width)
		r.Shot("fleet-" + strconv.Itoa(width))
	}
	r.Go(w.base + "/fleet?lang=en&theme=light")
	m.say(workers("newcomer"), nil)
	r.Until(`document.querySelector("tbody th").innerText === "newcomer" && document.querySelectorAll("tbody tr").length === 1`)
	m.say(result.Fleet{}, nil)
	r.Until(`document.querySelector("#fleet .empty")?.innerText.includes("fleet serve -new-worker NAME")`)
	m.say(result.Fleet{}, say.Errorf("nobody answers"))
	r.Until(`document.querySelector("#fleet .told")?.innerText.includes("server is away")`)
	<-w.faults // the faults that the page should report
}

// asker asks sudokuask for every cell and then answers with two digits exchanged. If it may ask only a few questions,
// its answer is not a board.
const asker = `package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	var q, digit int
	fmt.Fscan(in, &q)
	if q < 81 {
		fmt.Println("? <b>bold</b> " + strings.Repeat("whatever-this-is", 12))
		return
	}
	board := make([]byte, 0, 81)
	for cell := 0; cell < 81; cell++ {
		fmt.Println("?", cell/9+1, cell%9+1)
		fmt.Fscan(in, &digit)
		board = append(board, byte('0'+digit))
	}
	board[0], board[1] = board[1], board[0]
	fmt.Println("!", string(board))
}
`

// remarks returns the conversation on the page, each line with its time and speaker.
func (r reader) remarks() (all []string) {
	r.T.Helper()
	r.Eval(&all, `[...document.querySelector(".talk tbody").rows].map((tr) =>
		[...tr.cells].map((c) => (c.querySelector("[aria-hidden]") ?? c).innerText.trim()).join(" | "))`)
	return all
}

// showsDialogue checks what the page of a dialogue that went wrong says.
func (r reader) showsDialogue() {
	r.T.Helper()
	if got := r.rows(); len(got) != 5 || slices.ContainsFunc(got, func(row string) bool { return !strings.HasSuffix(row, " WA") }) {
		r.T.Errorf("rows %q", got)
	}
	all := r.remarks()
	for _, want := range []string{`< \| 81`, `> \| \? 1 1`, `< \| [1-9]`, `> \| ! [1-9]{81}`} {
		line := regexp.MustCompile(`^[0-9.]+ (µs|ms|s) \| ` + want + `$`)
		if !slices.ContainsFunc(all, line.MatchString) {
			r.T.Errorf("no line is %s: %q", line, all)
		}
	}
	if !slices.ContainsFunc(all, regexp.MustCompile(`^ \|  \| and 4[45] lines more$`).MatchString) { // either side may end first
		r.T.Errorf("nothing is left out: %q", all)
	}
	var bold bool
	if r.Eval(&bold, `!!document.querySelector(".talk b")`); bold {
		r.T.Error("what a program said is part of the page")
	}
}
