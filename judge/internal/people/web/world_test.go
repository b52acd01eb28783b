package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	_ "sudokuoj/judge/internal/base/say/zh"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/engine/lane"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/people/web"
	"sudokuoj/judge/internal/testkit/memory"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

// TestMain runs more tests at once than there are processors, because most of their time is waiting.
func TestMain(m *testing.M) {
	sandbox.Main()
	os.Setenv(lane.Crowded, "1")
	flag.Set("test.parallel", "4")
	os.Exit(m.Run())
}

// world is a listening server with one small problem and a class of two students and a teacher.
type world struct {
	t      *testing.T
	s      *web.Server
	base   string
	listen net.Listener
	end    func() // ends the server; graceful
	faults chan error
}

// The problem asks for the sum of two numbers, in three cases.
var sumCases = []string{"sample/1", "secret/1", "secret/2"}

func sumProblem(t *testing.T) (root string) {
	t.Helper()
	root = t.TempDir()
	files := map[string]string{
		"problems/sum/problem.yaml": "problem_format_version: 2025-09\nname: {en: The sum, zh: 求和}\nuuid: " +
			"5035120d-cd0c-4487-9abf-2a03c59b29c7\n" +
			"limits: {time_limit: 0.5, memory: 256}\n",
		"problems/sum/statement/problem.en.md": "Add.\n",
		"testdata/sum/secret/1.yaml":           "hint: mind the sign\n",
	}
	for i, name := range sumCases {
		files["testdata/sum/"+name+".in"] = fmt.Sprintf("%d 4\n", 1000+i)
		files["testdata/sum/"+name+".ans"] = fmt.Sprintf("%d\n", 1004+i)
	}
	writeTree(t, root, files)
	return root
}

const (
	right = "package main\nimport \"fmt\"\nfunc main() { var a, b int; fmt.Scan(&a, &b); fmt.Println(a + b) }\n"
	wrong = "package main\nimport (\"fmt\"; \"os\")\nfunc main() { var a, b int; fmt.Scan(&a, &b); fmt.Fprintln(os.Stderr, " +
		"\"seen\", a); fmt.Println(a - b) }\n"
	loops = "package main\nfunc main() { for {} }\n"
	naps  = "package main\nimport (\"fmt\"; \"time\")\nfunc main() { var a, b int; fmt.Scan(&a, &b); time.Sleep(time.Second / " +
		"4); fmt.Println(a + b) }\n"
	fails = "package main\nfunc main() { x }\n"
)

// alone returns the world of somebody who serves only themselves; a class has tokens.
func alone(t *testing.T) *world { return newWorld(t, sumProblem(t), true) }

// newWorld starts a server that judges.
func newWorld(t *testing.T, root string, local bool, change ...func(*web.Config)) *world {
	t.Helper()
	short.Skip(t)
	sb := sandbox.Open(sandbox.Options{})
	if err := sb.Admits(); err != nil {
		t.Skip(err)
	}
	builder := must.Get(build.New(build.Options{Sandbox: sb}))(t)
	g := &grade.Grader{Sandbox: sb, Builder: builder}
	w := prepared(t, root, local, append([]func(*web.Config){func(c *web.Config) { c.Grader = g }}, change...)...)
	w.serve(func() { g.Close() })
	return w
}

// serve serves and judges until the end of the test.
func (w *world) serve(then func()) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.s.Serve(ctx, []net.Listener{w.listen}, nil) }()
	w.end = func() {
		cancel()
		if err, open := <-ended; open && err != nil {
			w.t.Errorf("it ended with %v", err)
		}
		cancel = func() {}
		ended <- nil
	}
	w.t.Cleanup(func() {
		w.end()
		then()
	})
}

// with returns a world whose submissions are judged by a fleet.
func (m *machines) with(t *testing.T) *world {
	w := prepared(t, sumProblem(t), true, m.into)
	w.serve(func() {})
	return w
}

// prepared returns a server that does nothing yet.
func prepared(t *testing.T, root string, local bool, change ...func(*web.Config)) *world {
	t.Helper()
	db, err := history.Open(t.Context(), filepath.Join(memory.Dir(t), "history.db"))
	must.Succeed(t, err)
	me := history.Person{}
	if local {
		if me, err = db.Enrol(t.Context(), "me", history.Teacher, nil); err != nil {
			t.Fatal(err)
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must.Succeed(t, err)
	w := &world{t: t, listen: l, base: "http://" + l.Addr().String(), faults: make(chan error, 100)}
	c := web.Config{Root: root, DB: db, Hosts: []string{l.Addr().String()}, Person: me, Version: "test",
		Log: func(err error) { w.faults <- err }}
	for _, do := range change {
		do(&c)
	}
	if w.s, err = web.New(c); err != nil {
		t.Fatal(err)
	}
	w.s.Answer(time.Hour) // a busy machine watches a search for minutes
	t.Cleanup(func() {
		db.Close()
		for len(w.faults) > 0 {
			t.Errorf("the judge's own fault: %v", <-w.faults)
		}
	})
	return w
}

// class returns a world with the tokens "ann" and "bob" of two students and "tea" of a teacher.
func class(t *testing.T) *world {
	w := newWorld(t, sumProblem(t), false)
	w.enrol()
	return w
}

// still returns a class whose server judges nothing; a test sets the results with ended.
func still(t *testing.T) *world {
	w := prepared(t, sumProblem(t), false)
	server := &http.Server{Handler: http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) { w.s.ServeHTTP(out, r) })}
	go server.Serve(w.listen)
	t.Cleanup(func() { server.Close() })
	w.enrol()
	return w
}

func (w *world) enrol() {
	w.t.Helper()
	for name, role := range map[string]history.Role{"ann": history.Student, "bob": history.Student, "tea": history.Teacher} {
		w.joins(name, role)
	}
}

// ended ends the judging of a submission with a verdict.
func (w *world) ended(id int64, v result.Verdict) history.Submission {
	w.t.Helper()
	sub, err := w.s.DB.Get(w.t.Context(), id)
	if err == nil {
		err = w.s.DB.Finish(w.t.Context(), sub.Judging.ID, history.Done, result.Run{Results: []result.Solution{{Verdict: v}}}, time.Now())
	}
	must.Succeed(w.t, err)
	return sub
}

// person returns a member of a class.
func (w *world) person(name string) history.Person {
	w.t.Helper()
	p := must.Get(w.s.DB.ByToken(w.t.Context(), web.Digest(name)))(w.t)
	return p
}

// answer is the answer to a request.
type answer struct {
	code   int
	header http.Header
	body   string
}

// browser does not follow redirects.
var browser = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	Transport: &http.Transport{MaxIdleConnsPerHost: 100}}

// ask sends a request, with a token unless that is "".
func (w *world) ask(method, path, token string, body io.Reader, change ...func(*http.Request)) answer {
	w.t.Helper()
	r := must.Get(http.NewRequestWithContext(w.t.Context(), method, w.base+path, body))(w.t)
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	for _, c := range change {
		c(r)
	}
	resp := must.Get(browser.Do(r))(w.t)
	defer resp.Body.Close()
	text := must.Get(io.ReadAll(resp.Body))(w.t)
	return answer{resp.StatusCode, resp.Header, string(text)}
}

func (w *world) get(path, token string, change ...func(*http.Request)) answer {
	w.t.Helper()
	return w.ask("GET", path, token, nil, change...)
}

// html sends a request as a browser that wants a page.
func html(r *http.Request) { r.Header.Set("Accept", "text/html,application/xhtml+xml") }

// post sends a form as a page does.
func (w *world) post(path, token string, fields url.Values, change ...func(*http.Request)) answer {
	w.t.Helper()
	typed := func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") }
	return w.ask("POST", path, token, strings.NewReader(fields.Encode()), append([]func(*http.Request){typed}, change...)...)
}

// upload sends a form with a file.
func (w *world) upload(path, token, name, text string, fields map[string]string) answer {
	w.t.Helper()
	var body strings.Builder
	form := multipart.NewWriter(&body)
	for key, value := range fields {
		form.WriteField(key, value)
	}
	part := must.Get(form.CreateFormFile("file", name))(w.t)
	io.WriteString(part, text)
	form.Close()
	return w.ask("POST", path, token, strings.NewReader(body.String()), func(r *http.Request) {
		r.Header.Set("Content-Type",
			form.FormDataContentType())
	})
}

func source(lang, text string) url.Values {
	return url.Values{"problem": {"sum"}, "language": {lang}, "source": {text}}
}

// submit hands in a Go program and returns the submission's number.
func (w *world) submit(token, text string) int64 {
	w.t.Helper()
	a := w.post("/submit", token, source("go", text))
	var made struct{ ID int64 }
	if err := json.Unmarshal([]byte(a.body), &made); a.code != http.StatusCreated || err != nil {
		w.t.Fatalf("submit: %d %s", a.code, a.body)
	}
	return made.ID
}

// event is one event of a stream.
type event struct {
	name, id string
	data     map[string]any
}

// follow reads the events of a submission until see returns true or the stream ends.
func (w *world) follow(id int64, token, last string, see func(event) bool) (all []event) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), 5*time.Minute)
	defer cancel()
	r, _ := http.NewRequestWithContext(ctx, "GET", fmt.Sprintf("%s/s/%d/events", w.base, id), nil)
	r.Header.Set("Last-Event-ID", last)
	r.Header.Set("Authorization", "Bearer "+token)
	if token == "" {
		r.Header.Del("Authorization")
	}
	resp := must.Get(browser.Do(r))(w.t)
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != "text/event-stream" {
		w.t.Fatalf("events: %d %v", resp.StatusCode, resp.Header)
	}
	var e event
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		field, value, _ := strings.Cut(lines.Text(), ": ")
		switch field {
		case "event":
			e.name = value
		case "id":
			e.id = value
		case "data":
			must.Succeed(w.t, json.Unmarshal([]byte(value), &e.data))
		case "":
			if e.name == "" {
				continue
			}
			all = append(all, e)
			if see != nil && see(e) {
				return all
			}
			e = event{}
		}
	}
	return all
}

// judged waits until a submission is judged.
func (w *world) judged(id int64, token string) history.Submission {
	w.t.Helper()
	w.follow(id, token, "", nil)
	sub, err := w.s.DB.Get(w.t.Context(), id)
	if err != nil || !sub.Judging.State.Over() {
		w.t.Fatalf("at the end of its events it is %+v, %v", sub, err)
	}
	return sub
}

// edit changes a file.
func edit(t *testing.T, file, from, to string) {
	t.Helper()
	text := must.Get(os.ReadFile(file))(t)
	changed := strings.Replace(string(text), from, to, 1)
	if changed == string(text) {
		t.Fatalf("%s has no %q", file, from)
	}
	must.Succeed(t, os.WriteFile(file, []byte(changed), 0o666))
}

// into decodes a JSON answer.
func into[T any](t *testing.T, a answer) (v T) {
	t.Helper()
	if err := json.Unmarshal([]byte(a.body), &v); err != nil || a.code != 200 {
		t.Fatalf("%d %s: %v", a.code, a.body, err)
	}
	return v
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

// another adds a second problem to the tree.
func (w *world) another() {
	w.t.Helper()
	text := must.Get(os.ReadFile(w.s.Root + "/problems/sum/problem.yaml"))(w.t)
	writeTree(w.t, w.s.Root, map[string]string{
		"problems/add/problem.yaml":            strings.Replace(string(text), "5035120d", "6035120d", 1),
		"problems/add/statement/problem.en.md": "Add.\n",
		"testdata/add/secret/1.in":             "1 2\n",
		"testdata/add/secret/1.ans":            "3\n",
	})
}

// saved stores a contest with one problem and returns its ID. Its times are relative to now.
func (w *world) saved(starts, ends time.Duration) string {
	w.t.Helper()
	now := time.Now()
	w.contest(history.Contest{ID: "c", Starts: now.Add(starts), Ends: now.Add(ends), Problems: []string{"sum"}})
	return "c"
}

// handed stores a submission whose judging nobody waits for, and returns it.
func (w *world) handed(sub history.Submission) history.Submission {
	w.t.Helper()
	id, err := w.s.DB.Submit(w.t.Context(), sub)
	if err == nil {
		sub, err = w.s.DB.Get(w.t.Context(), id)
	}
	must.Succeed(w.t, err)
	return sub
}

// joins adds a member with a token that is the name.
func (w *world) joins(name string, role history.Role) {
	w.t.Helper()
	if _, err := w.s.DB.Enrol(w.t.Context(), name, role, web.Digest(name)); err != nil {
		w.t.Fatal(err)
	}
}

// contest stores a contest.
func (w *world) contest(c history.Contest) {
	w.t.Helper()
	must.Succeed(w.t, w.s.DB.SaveContest(w.t.Context(), c))
}

// static is the folder of the scripts and styles, as pages name it.
func (w *world) static() string {
	w.t.Helper()
	path := regexp.MustCompile(`/static/\w+/`).FindString(w.get("/", "tea", html).body)
	if path == "" {
		w.t.Fatal("the page names no folder of scripts")
	}
	return path
}

// writeTree writes files below a folder.
func writeTree(t *testing.T, root string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		name = filepath.Join(root, filepath.FromSlash(name))
		must.Succeed(t, errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(text), 0o666)))
	}
}
