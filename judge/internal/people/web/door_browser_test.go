//go:build unix

package web

import (
	"fmt"
	"strings"
	"testing"

	"sudokuoj/judge/internal/people/history"
	chrome "sudokuoj/judge/internal/testkit/browser"
)

// TestLoginInBrowser opens the link of a member of a class. The token is in the fragment; the page removes it from
// the address at once and sends it in a header from then on.
func TestLoginInBrowser(t *testing.T) {
	t.Parallel()
	w := class(t)
	own := func(url string) bool { return strings.HasPrefix(url, w.base) || strings.HasPrefix(url, "blob:"+w.base) }
	t.Run("nobody", func(t *testing.T) {
		b := chrome.Open(t)
		b.Go(w.base + "/")
		b.Until(`document.querySelector("#door").textContent == document.querySelector("#door").dataset.none`)
		b.CheckSilence(own)
	})
	t.Run("an old link", func(t *testing.T) {
		b := chrome.Open(t)
		b.Go(w.base + "/#token=old")
		b.Until(`document.querySelector("#door").textContent == document.querySelector("#door").dataset.wrong`)
		b.CheckSilence(own)
	})
	t.Run("a student", func(t *testing.T) {
		b := chrome.Open(t)
		b.Go(w.base + "/#token=ann")
		b.Until(`document.body?.innerText.includes("The sum")`)
		var address, kept string
		b.Eval(&address, "location.href")
		b.Eval(&kept, `sessionStorage.getItem("token")`)
		if address != w.base+"/" || kept != "ann" {
			t.Errorf("behind the door the address is %q, and what is kept %q", address, kept)
		}
		b.Eval(nil, `document.body.insertAdjacentHTML("beforeend", '<form id="try" method="post" action="/submit"><input name="problem" value="sum"><input name="language" value="go"><textarea name="source"></textarea></form>')`)
		b.Eval(nil, `(document.querySelector("#try textarea").value = %q, document.querySelector("#try").requestSubmit(), 0)`, wrong)
		b.Until(`location.pathname == "/s/1" && !document.querySelector("#door")`)
		w.judged(1, "ann")
		var told []string
		b.Eval(&told, `import(document.querySelector("script[src*='site.js']").src).then(async (site) => {
			const all = [];
			await site.follow("/s/1/events", (name) => all.push(name));
			return all;
		})`)
		if got := fmt.Sprint(told); got != "[ended ended ended finished]" {
			t.Errorf("the events that a page hears are %s", got)
		}
		b.CheckSilence(own)
	})
	t.Run("two people at once", func(t *testing.T) {
		at, ids := map[string]*chrome.Browser{}, map[string]int64{}
		for name, source := range map[string]string{"cy": right, "dan": wrong} {
			if _, err := w.s.DB.Enrol(t.Context(), name, history.Student, Digest(name)); err != nil {
				t.Fatal(err)
			}
			at[name], ids[name] = chrome.Open(t), w.submit(name, source)
			at[name].Go(fmt.Sprintf("%s/s/%d#token=%s", w.base, ids[name], name))
		}
		for name, verdict := range map[string]string{"cy": "AC", "dan": "WA"} {
			at[name].Until(`document.querySelector("h1 .v")?.textContent.includes(%q)`, verdict)
		}
		at["dan"].Go(fmt.Sprintf("%s/s/%d", w.base, ids["cy"]))
		at["dan"].Until(`document.body?.innerText.includes("somebody else's")`)
		at["cy"].Go(w.base + "/class")
		at["cy"].Until(`document.body?.innerText.includes("only a teacher")`)
	})
	t.Run("a machine that others use", func(t *testing.T) {
		r := w.reads(t)
		r.Go(w.base + "/p/sum#token=bob")
		r.Until(`document.documentElement?.classList.contains("ready")`)
		r.writes("go", wrong)
		r.submits()
		if got := r.verdict(); got != "WA" {
			t.Errorf("got %s", got)
		}
		var left []string
		if r.Eval(&left, "Object.keys(localStorage)"); len(left) > 0 {
			t.Errorf("it left %q", left)
		}
	})
	t.Run("what is refused", func(t *testing.T) {
		b := chrome.Open(t)
		if _, err := w.s.DB.Enrol(t.Context(), "eve", history.Student, Digest("eve")); err != nil {
			t.Fatal(err)
		}
		b.Go(w.base + "/nothing#token=eve")
		b.Until(`document.body?.innerText.includes("404") && !document.querySelector("#door")`)
	})
}
