//go:build unix

package web_test

import (
	"strconv"
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
)

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
