package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// TestEnter: a link is exchanged for a cookie, and nobody becomes somebody else unasked.
func TestEnter(t *testing.T) {
	w := still(t)
	as := func(token string) func(*http.Request) {
		return func(r *http.Request) {
			html(r)
			if token != "" {
				r.AddCookie(&http.Cookie{Name: "token", Value: token})
			}
		}
	}
	for _, test := range []struct {
		name, cookie, token, next, sure string
		code                            int
		says, location, set             string
	}{
		{"in", "", "ann", "/p/sum?a=b", "", http.StatusSeeOther, "", "/p/sum?a=b", "token=ann; Path=/; HttpOnly; SameSite=Strict"},
		{"a whole link", "", " " + w.base + "/#token=ann\n", "", "", http.StatusSeeOther, "", "/",
			"token=ann; Path=/; HttpOnly; SameSite=Strict"},
		{"a wrong one", "", "anne", "/", "", http.StatusOK, "this token is not valid", "", ""},
		{"an old cookie", "old", "ann", "/", "", http.StatusSeeOther, "", "/", "token=ann; Path=/; HttpOnly; SameSite=Strict"},
		{"somebody else's", "ann", "bob", "/s/1", "", http.StatusOK, "You are ann", "", ""},
		{"somebody else's, knowingly", "ann", "bob", "/s/1", "yes", http.StatusSeeOther, "", "/s/1",
			"token=bob; Path=/; HttpOnly; SameSite=Strict"},
		{"one's own again", "ann", "ann", "/", "", http.StatusSeeOther, "", "/", "token=ann; Path=/; HttpOnly; SameSite=Strict"},
		{"to another site", "", "ann", "//evil.example/", "", http.StatusSeeOther, "", "/evil.example/",
			"token=ann; Path=/; HttpOnly; SameSite=Strict"},
		{"to another site, for browsers", "", "ann", `/\evil.example/`, "", http.StatusSeeOther, "", "/evil.example/",
			"token=ann; Path=/; HttpOnly; SameSite=Strict"},
	} {
		a := w.post("/enter", "", url.Values{"token": {test.token}, "next": {test.next}, "sure": {test.sure}}, as(test.cookie))
		if a.code != test.code || !strings.Contains(a.body, test.says) || a.header.Get("Location") != test.location ||
			a.header.Get("Set-Cookie") != test.set {
			t.Errorf("%s: %d to %q, cookie %q, %s", test.name, a.code, a.header.Get("Location"), a.header.Get("Set-Cookie"), a.body)
		}
	}
	for cookie, want := range map[string]string{"ann": "ann</span>", "old": "this token is not valid", "": "only for its members"} {
		if a := w.get("/", "", as(cookie)); a.code != http.StatusOK || !strings.Contains(a.body, want) {
			t.Errorf("with the cookie %q: %d %s", cookie, a.code, a.body)
		}
	}
	if a := w.post("/leave", "", nil, as("ann")); a.code != http.StatusSeeOther ||
		!strings.HasPrefix(a.header.Get("Set-Cookie"), "token=; Path=/; Max-Age=0;") {
		t.Errorf("leaving: %d %v", a.code, a.header)
	}
	if a := w.get("/status", "", html, func(r *http.Request) {
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		r.Header.Set("Sec-Fetch-Mode", "navigate")
	}); !strings.Contains(a.body, `data-again`) {
		t.Errorf("from another site: %s", a.body)
	}
	alone := prepared(t, sumProblem(t), true)
	alone.serve(func() {})
	for _, a := range []answer{alone.get("/", "", as("of a class")), alone.post("/enter", "", url.Values{"token": {"x"}}, as(""))} {
		if a.code != http.StatusOK && a.code != http.StatusSeeOther {
			t.Errorf("alone: %d %s", a.code, a.body)
		}
	}
}
