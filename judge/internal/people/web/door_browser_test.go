//go:build unix

package web_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	chrome "sudokuoj/judge/internal/testkit/browser"
	"sudokuoj/judge/internal/testkit/must"
)

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
