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
	if strings.Contains(page, `"/s/1/stop"`) {
		t.Error("ann is offered to stop what a teacher wants judged again")
	}
	must.Contain(t, w.page("/class", "tea"), "waiting to be judged", "the wall does not say")
	if rules, err := w.s.DB.AllRules(t.Context()); err != nil || fmt.Sprint(rules["sum"]) != "{false false}" {
		t.Errorf("at the end the rules are %v, %v", rules, err)
	}
}
