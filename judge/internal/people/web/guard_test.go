package web_test

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

func TestOnlyOurOwnPages(t *testing.T) {
	w := still(t)
	set := func(header, value string) func(*http.Request) {
		return func(r *http.Request) {
			if header == "Host" {
				r.Host = value
			} else {
				r.Header.Set(header, value)
			}
		}
	}
	for _, test := range []struct {
		name string
		code int
		as   []func(*http.Request)
	}{
		{"as it should be", http.StatusCreated, nil},
		{"from our own page", http.StatusCreated, []func(*http.Request){set("Origin", w.base), set("Sec-Fetch-Site", "same-origin")}},
		{"a name that points here", http.StatusMisdirectedRequest,
			[]func(*http.Request){set("Host", "evil.example:"+w.base[len("http://127.0.0.1:"):])}},
		{"our name without the port", http.StatusMisdirectedRequest, []func(*http.Request){set("Host", "127.0.0.1")}},
		{"localhost, which was not named", http.StatusMisdirectedRequest, []func(*http.Request){set("Host", "localhost:1")}},
		{"another origin", http.StatusForbidden, []func(*http.Request){set("Origin", "https://evil.example")}},
		{"no origin at all", http.StatusForbidden, []func(*http.Request){set("Origin", "null")}},
		{"another site", http.StatusForbidden, []func(*http.Request){set("Sec-Fetch-Site", "cross-site")}},
		{"another port of this machine", http.StatusForbidden, []func(*http.Request){set("Sec-Fetch-Site", "same-site")}},
	} {
		if a := w.post("/submit", "tea", source("go", right), test.as...); a.code != test.code {
			t.Errorf("%s: %d %s", test.name, a.code, a.body)
		}
	}
	if a := w.get("/", "tea", set("Sec-Fetch-Site", "cross-site"), set("Sec-Fetch-Mode", "no-cors")); a.code != http.StatusForbidden {
		t.Errorf("another site's image: %d", a.code)
	}
	if a := w.get("/", "tea", html, set("Sec-Fetch-Site", "cross-site"), set("Sec-Fetch-Mode", "navigate")); a.code != http.StatusOK {
		t.Errorf("another site's link: %d", a.code)
	}
	all, err := w.s.DB.Submissions(t.Context(), history.Filter{})
	must.Succeed(t, err, "handed in were")
	must.Equal(t, 2, len(all), "handed in were")
}

// TestSecurityHeaders requests existing and missing addresses. All answers have the security headers.
func TestSecurityHeaders(t *testing.T) {
	w := still(t)
	nonces := map[string]bool{}
	paths := []string{"/", "/s/1", "/nothing", w.static() + "home.js", "/static/0/home.js"}
	for _, path := range paths {
		for _, as := range []func(*http.Request){html, func(*http.Request) {}} {
			a := w.get(path, "tea", as)
			csp := a.header.Get("Content-Security-Policy")
			_, nonce, _ := strings.Cut(csp, "'nonce-")
			nonce, _, _ = strings.Cut(nonce, "'")
			if !strings.HasPrefix(csp, "default-src 'none'; script-src 'nonce-") || strings.Contains(csp, "unsafe") ||
				len(nonce) < 16 || nonces[nonce] {
				t.Errorf("%s: the policy %q", path, csp)
			}
			nonces[nonce] = true
			for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
				"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin"} {
				must.Equal(t, want, a.header.Get(name), path, name)
			}
			if strings.Contains(a.body, "<script") && strings.Count(a.body, "<script") != strings.Count(a.body, `nonce="`+nonce+`"`) {
				t.Errorf("%s: a script without the nonce", path)
			}
			if strings.Contains(a.body, "style=") || strings.Contains(a.body, " on"+"click") {
				t.Errorf("%s: what its policy forbids", path)
			}
		}
	}
}

// TestStaticFilesArePacked: browsers that accept gzip get the editor at a third of its size.
func TestStaticFilesArePacked(t *testing.T) {
	w := still(t)
	path := w.static() + "editor.js"
	plain := w.get(path, "", func(r *http.Request) { r.Header.Set("Accept-Encoding", "identity") })
	packed := w.get(path, "", func(r *http.Request) { r.Header.Set("Accept-Encoding", "gzip, br") })
	if plain.header.Get("Content-Encoding") != "" || packed.header.Get("Content-Encoding") != "gzip" || len(packed.body) > len(plain.body)/2 {
		t.Errorf("%d bytes, packed %d: %v", len(plain.body), len(packed.body), packed.header)
	}
	unpacked, err := gzip.NewReader(strings.NewReader(packed.body))
	must.Succeed(t, err)
	if text, err := io.ReadAll(unpacked); err != nil || string(text) != plain.body || plain.body == "" {
		t.Errorf("it is not the same file: %v", err)
	}
}

func TestNoFolderIsReachable(t *testing.T) {
	w := still(t)
	base := w.static()
	for _, path := range []string{"/problems/sum/problem.yaml", "/testdata/sum/secret/1.ans", "/static/", base,
		base + "layout.tmpl", base + "../web.go", base + "%2e%2e/web.go",
		base + "report/../../web.go", base + "report", "/..%2f..%2fetc/passwd", "/s/1%2f..%2f..", "/.git/config", base +
			"home.js/", "//etc/passwd", "/s/-1", "/s/99999999999999999999", "/s/x/source"} {
		if a := w.get(path, "tea"); a.code != http.StatusNotFound && a.code != http.StatusMovedPermanently &&
			a.code != http.StatusTemporaryRedirect {
			t.Errorf("%s: %d %.80s", path, a.code, a.body)
		}
	}
	if a := w.ask("TRACE", "/", "", nil); a.code < 400 {
		t.Errorf("TRACE: %d", a.code)
	}
	if a := w.get(base+"submission.js", ""); a.code != 200 ||
		a.header.Get("Content-Type") != "text/javascript; charset=utf-8" || !strings.Contains(a.header.Get("Cache-Control"), "immutable") {
		t.Errorf("a script: %d %v", a.code, a.header)
	}
}

func TestHostileSubmissions(t *testing.T) {
	w := still(t)
	big := strings.Repeat("x", 256<<10+1)
	for _, test := range []struct {
		name string
		form map[string][]string
		code int
		says string
	}{
		{"too long a source", source("go", big), http.StatusRequestEntityTooLarge, "at most 256 KiB are allowed"},
		{"far too long", source("go", strings.Repeat(big, 10)), http.StatusRequestEntityTooLarge, "the most that is allowed"},
		{"Chinese of nearly that size", source("go", right+"//"+strings.Repeat("数独", 33_000)), http.StatusCreated,
			"id"}, // in a form, where it is three times as long
		{"no source", source("go", " \n"), http.StatusBadRequest, "there is no source"},
		{"not UTF-8", source("go", "\xff\xfe"), http.StatusBadRequest, "not text in UTF-8"},
		{"a NUL", source("go", "a\x00b"), http.StatusBadRequest, "not text in UTF-8"},
		{"no language", source("cobol", right), http.StatusBadRequest, "not a language"},
		{"no problem", map[string][]string{"problem": {"../sum"}, "language": {"go"}, "source": {right}}, http.StatusNotFound, "no problem"},
		{"no contest", map[string][]string{"problem": {"sum"}, "language": {"go"}, "source": {right}, "contest": {"x"}},
			http.StatusNotFound, "does not exist here"},
	} {
		if a := w.post("/submit", "tea", test.form); a.code != test.code || !strings.Contains(a.body, test.says) {
			t.Errorf("%s: %d %.100s", test.name, a.code, a.body)
		}
	}
	for _, kind := range []string{"application/json", "multipart/form-data", "multipart/form-data; boundary=x", "text/plain", ""} {
		a := w.ask("POST", "/submit", "tea", strings.NewReader("--x\r\nContent-Disposition: form-data; name=\"source\"\r\n\r\nhalf"),
			func(r *http.Request) { r.Header.Set("Content-Type", kind) })
		must.Equal(t, http.StatusBadRequest, a.code, "a form that", kind, a.body)
	}
	parts := map[string]string{}
	for i := range 2000 {
		parts[fmt.Sprint(i)] = "x"
	}
	a := w.upload("/submit", "tea", "main.go", right, parts)
	if a.code != http.StatusBadRequest && a.code != http.StatusRequestEntityTooLarge {
		t.Errorf("a form of 2000 fields: %d %s", a.code, a.body)
	}
}

// TestIdleConnections opens three hundred silent connections. Pages are served all the same, and unfinished requests
// are cut off.
func TestIdleConnections(t *testing.T) {
	short.Skip(t)
	t.Parallel()
	w := alone(t)
	var held []net.Conn
	for i := range 300 {
		c, err := net.Dial("tcp", w.listen.Addr().String())
		must.Succeed(t, err)
		defer c.Close()
		if i%2 == 0 {
			io.WriteString(c, "GET / HTTP/1.1\r\nHost: x")
		}
		held = append(held, c)
	}
	must.Equal(t, http.StatusOK, w.get("/", "", html).code, "beside them a page")
	for _, c := range held {
		c.SetReadDeadline(time.Now().Add(time.Minute))
		if _, err := io.Copy(io.Discard, c); err != nil {
			t.Fatalf("it is still open: %v", err)
		}
	}
}

// TestStreamsAreBounded: one person, and all together, may have so many streams; when some are closed there is room again.
func TestStreamsAreBounded(t *testing.T) {
	w := still(t)
	for i := range 64 {
		w.joins(fmt.Sprint("t", i), history.Teacher)
	}
	id := w.submit("ann", right)
	codes := make(chan int)
	follow := func(ctx context.Context, who string) {
		r := httptest.NewRequestWithContext(ctx, "GET", fmt.Sprintf("%s/s/%d/events", w.base, id), nil)
		r.Header.Set("Authorization", "Bearer "+who)
		out := httptest.NewRecorder()
		w.s.ServeHTTP(out, r)
		codes <- out.Code
	}
	one, leave := context.WithCancel(t.Context())
	for range 9 {
		go follow(one, "ann")
	}
	must.Equal(t, http.StatusTooManyRequests, <-codes, "the ninth of a person")
	all, leaveAll := context.WithCancel(t.Context())
	for i := range 512 {
		go follow(all, fmt.Sprint("t", i/8))
	}
	for range 8 {
		must.Equal(t, http.StatusTooManyRequests, <-codes, "beside those of one person all others")
	}
	leave()
	for range 8 {
		must.Equal(t, http.StatusOK, <-codes, "another")
	}
	w.follow(id, "ann", "", func(event) bool { return true }) // there is room again
	leaveAll()
	for range 504 {
		must.Equal(t, http.StatusOK, <-codes, "another")
	}
}

// TestLanguages asks for every page in both languages.
func TestLanguages(t *testing.T) {
	w := still(t)
	w.ended(w.submit("tea", wrong), result.WA)
	for _, path := range []string{"/", "/s/1", "/nothing"} {
		zh := w.get(path, "tea", html, func(r *http.Request) { r.Header.Set("Accept-Language", "fr, zh-CN;q=0.8, en;q=0.5") })
		en := w.get(path, "tea", html, func(r *http.Request) {
			r.Header.Set("Accept-Language", "zh")
			r.AddCookie(&http.Cookie{Name: "lang", Value: "en"})
		})
		if !strings.Contains(zh.body, `<html lang="zh-Hans"`) || !strings.Contains(zh.body, ">题目</a>") ||
			!strings.Contains(en.body, `<html lang="en"`) || strings.Contains(en.body, ">题目</a>") {
			t.Errorf("%s: %.300s\n%.300s", path, zh.body, en.body)
		}
	}
	chosen := w.get("/?lang=zh&theme=dark", "tea", html)
	if !strings.Contains(chosen.body, `<html lang="zh-Hans" data-theme="dark"`) || len(chosen.header.Values("Set-Cookie")) != 2 {
		t.Errorf("%v %.200s", chosen.header, chosen.body)
	}
	if renewed := w.get("/?lang=zh", "tea", html, func(r *http.Request) { r.Header.Set("Renews", "list") }); len(
		renewed.header.Values("Set-Cookie")) != 0 || !strings.Contains(renewed.body, `<html lang="zh-Hans"`) {
		t.Errorf("a page that renews itself chooses a language: %v", renewed.header)
	}
	if odd := w.get("/?lang=xx&theme=%22%3E", "tea", html); len(odd.header.Values("Set-Cookie")) != 0 {
		t.Errorf("remembered was %v", odd.header)
	}
}

func TestHostileFileNames(t *testing.T) {
	w := still(t)
	a := w.upload("/submit", "tea", `"><script>alert(1)</script>.go`, right, map[string]string{"problem": "sum"})
	id := into[struct{ ID int64 }](t, answer{http.StatusOK, a.header, a.body}).ID
	if sub := w.ended(id, result.AC); strings.ContainsAny(sub.File, `<>"/`) {
		t.Errorf("it is %+v", sub)
	}
	for _, path := range []string{"/", fmt.Sprintf("/s/%d", id)} {
		must.Be(t, !strings.Contains(w.page(path, "tea"), "<script>alert"), "%s runs a file's name", path)
	}
	a = w.get(fmt.Sprintf("/s/%d/source", id), "tea")
	if a.body != right || !strings.HasPrefix(a.header.Get("Content-Disposition"), "attachment") ||
		!strings.HasPrefix(a.header.Get("Content-Type"), "text/plain") {
		t.Errorf("its source comes as %v", a.header)
	}
}

// TestOwnFaults: if the folder of problems cannot be read, every request says so. A teacher and the log are told the
// cause, a student only that it is not the student's fault. When the folder is back, so are the pages.
func TestOwnFaults(t *testing.T) {
	w := still(t)
	folder, aside := filepath.Join(w.s.Root, "problems"), filepath.Join(w.s.Root, "aside")
	must.Succeed(t, errors.Join(os.Rename(folder, aside), os.WriteFile(folder, nil, 0o666)))
	for range 2 {
		for who, told := range map[string]bool{"ann": false, "tea": true} {
			a := w.get("/", who, html)
			if a.code != http.StatusInternalServerError || strings.Contains(a.body, folder) != told ||
				strings.Contains(a.body, "own fault") == told {
				t.Errorf("%s gets %d %s", who, a.code, a.body)
			}
			if err := <-w.faults; !strings.Contains(err.Error(), folder) {
				t.Errorf("logged is %v", err)
			}
		}
	}
	must.Succeed(t, errors.Join(os.Remove(folder), os.Rename(aside, folder)))
	must.Contain(t, w.page("/", "ann"), "The sum", "the folder is back, and the problem is not")
}

// TestAnswerGone: if an answer goes while the server runs, the problem's page says what is wrong, to a teacher and in
// the log with the file. Other pages stay.
func TestAnswerGone(t *testing.T) {
	w := still(t)
	must.Succeed(t, os.Remove(filepath.Join(w.s.Root, "testdata/sum/sample/1.ans")))
	for who, told := range map[string]string{"ann": "files for this problem are incomplete", "tea": "sample/1.in"} {
		for _, path := range []string{"/p/sum", "/p/sum?lang=zh"} {
			if path != "/p/sum" && who == "ann" {
				told = "这道题的文件不完整"
			}
			a := w.get(path, who, html)
			if a.code != http.StatusServiceUnavailable || !strings.Contains(a.body, told) {
				t.Errorf("%s %s: %d %s", who, path, a.code, a.body)
			}
			must.Contain(t, (<-w.faults).Error(), "sample/1.in", who, "is logged")
		}
	}
	w.page("/", "ann")
}
