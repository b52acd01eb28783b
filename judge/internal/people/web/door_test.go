package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
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

// TestActions presses the buttons of the pages, one after the other. A page is redirected; a script gets JSON.
func TestActions(t *testing.T) {
	w := still(t)
	w.saved(0, 1)
	w.ended(w.submit("ann", wrong), result.WA)
	w.ended(w.submit("tea", right), result.AC)
	w.submit("bob", right)
	for n, step := range []struct {
		who, path, form string
		page            bool
		code            int
		want            string // the answer, or the page it redirects to
	}{
		{"tea", "/rejudge", "", false, 400, ""},
		{"tea", "/rejudge", "all=no", false, 400, ""},
		{"tea", "/rejudge", "id=x", false, 404, ""},
		{"tea", "/rejudge", "problem=none", false, 200, `{"queued":0}`},
		{"tea", "/rejudge", "contest=c", false, 200, `{"queued":0}`},
		{"tea", "/rejudge", "id=3", false, 200, `{"queued":0}`}, // it is already being judged
		{"tea", "/rejudge", "id=1", false, 200, `{"queued":1}`},
		{"bob", "/s/1/stop", "", false, 403, ""},
		{"ann", "/s/1/stop", "", false, 403, ""}, // that a teacher has queued for another judging
		{"tea", "/s/1/stop", "", false, 200, `{"stopped":true}`},
		{"tea", "/s/1/stop", "", false, 200, `{"stopped":false}`},
		{"bob", "/s/3/stop", "", false, 200, `{"stopped":true}`},
		{"tea", "/rejudge", "problem=sum&all=yes", false, 200, `{"queued":3}`},
		{"tea", "/rejudge", "all=yes", true, 303, "/"},
		{"tea", "/rejudge", "id=2", true, 303, "/s/2"},
		{"tea", "/rejudge", "id=2&back=class", true, 303, "/class"},
		{"tea", "/s/2/stop", "back=other", true, 303, "/s/2"},
		{"tea", "/problem/sum", "closed=yes", false, 200, `{"closed":true,"veiled":false}`},
		{"tea", "/problem/sum", "veiled=yes", false, 200, `{"closed":true,"veiled":true}`},
		{"tea", "/problem/sum", "closed=no", false, 200, `{"closed":false,"veiled":true}`},
		{"tea", "/problem/sum", "closed=perhaps", false, 400, ""},
		{"tea", "/problem/sum", "veiled=no", true, 303, "/p/sum"},
		{"tea", "/problem/none", "veiled=no", false, 404, ""},
		{"ann", "/problem/sum", "closed=yes", false, 403, ""},
	} {
		form, err := url.ParseQuery(step.form)
		must.Succeed(t, err)
		as := func(*http.Request) {}
		if step.page {
			as = html
		}
		a := w.post(step.path, step.who, form, as)
		got := a.body
		if step.page {
			got = a.header.Get("Location") + "\n"
		}
		if a.code != step.code || step.want != "" && got != step.want+"\n" {
			t.Errorf("step %d, %+v: %d %s", n, step, a.code, got)
		}
	}
	w.post("/rejudge", "tea", url.Values{"id": {"1"}})
	page := w.page("/s/1", "ann")
	must.Contain(t, page, "until that is done, WA counts", "while it is judged again her page does not say")
	must.Be(t, !strings.Contains(page, `"/s/1/stop"`), "ann is offered to stop what a teacher wants judged again")
	must.Contain(t, w.page("/class", "tea"), "waiting to be judged", "the wall does not say")
	if rules, err := w.s.DB.AllRules(t.Context()); err != nil || fmt.Sprint(rules["sum"]) != "{false false}" {
		t.Errorf("at the end the rules are %v, %v", rules, err)
	}
}
