//go:build unix

package web_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	chrome "sudokuoj/judge/internal/testkit/browser"
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
