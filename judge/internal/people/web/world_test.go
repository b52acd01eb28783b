package web

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "sudokuoj/judge/internal/base/say/zh"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/testkit/memory"
	"sudokuoj/judge/internal/testkit/short"
)

// TestMain runs more tests at once than there are processors, because most of their time is waiting.
func TestMain(m *testing.M) {
	sandbox.Main()
	os.Setenv(grade.Crowded, "1")
	flag.Set("test.parallel", "4")
	os.Exit(m.Run())
}

// world is a listening server with one small problem and a class of two students and a teacher.
type world struct {
	t      *testing.T
	s      *Server
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
	write := func(name, text string) {
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("problems/sum/problem.yaml", "problem_format_version: 2025-09\nname: {en: The sum, zh: 求和}\nuuid: 5035120d-cd0c-4487-9abf-2a03c59b29c7\nlimits: {time_limit: 0.5, memory: 256}\n")
	write("problems/sum/statement/problem.en.md", "Add.\n")
	for i, name := range sumCases {
		write("testdata/sum/"+name+".in", fmt.Sprintf("%d 4\n", 1000+i))
		write("testdata/sum/"+name+".ans", fmt.Sprintf("%d\n", 1004+i))
	}
	write("testdata/sum/secret/1.yaml", "hint: mind the sign\n")
	return root
}

const (
	right = "package main\nimport \"fmt\"\nfunc main() { var a, b int; fmt.Scan(&a, &b); fmt.Println(a + b) }\n"
	wrong = "package main\nimport (\"fmt\"; \"os\")\nfunc main() { var a, b int; fmt.Scan(&a, &b); fmt.Fprintln(os.Stderr, \"seen\", a); fmt.Println(a - b) }\n"
	loops = "package main\nfunc main() { for {} }\n"
	sleep = "package main\nimport \"time\"\nfunc main() { time.Sleep(time.Hour) }\n"
	naps  = "package main\nimport (\"fmt\"; \"time\")\nfunc main() { var a, b int; fmt.Scan(&a, &b); time.Sleep(time.Second / 4); fmt.Println(a + b) }\n"
	fails = "package main\nfunc main() { x }\n"
)

// alone returns the world of somebody who serves only themselves; a class has tokens.
func alone(t *testing.T) *world { return newWorld(t, sumProblem(t), true) }

// newWorld starts a server that judges.
func newWorld(t *testing.T, root string, local bool, change ...func(*Config)) *world {
	t.Helper()
	short.Skip(t)
	sb := sandbox.Open(sandbox.Options{})
	if err := sb.Admits(); err != nil {
		t.Skip(err)
	}
	builder, err := build.New(build.Options{Sandbox: sb})
	if err != nil {
		t.Fatal(err)
	}
	g := &grade.Grader{Sandbox: sb, Builder: builder}
	w := prepared(t, root, local, append([]func(*Config){func(c *Config) { c.Grader = g }}, change...)...)
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
func prepared(t *testing.T, root string, local bool, change ...func(*Config)) *world {
	t.Helper()
	db, err := history.Open(t.Context(), filepath.Join(memory.Dir(t), "history.db"))
	if err != nil {
		t.Fatal(err)
	}
	me := history.Person{}
	if local {
		if me, err = db.Enrol(t.Context(), "me", history.Teacher, nil); err != nil {
			t.Fatal(err)
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, listen: l, base: "http://" + l.Addr().String(), faults: make(chan error, 100)}
	c := Config{Root: root, DB: db, Hosts: []string{l.Addr().String()}, Person: me, Version: "test", Log: func(err error) { w.faults <- err }}
	for _, do := range change {
		do(&c)
	}
	if w.s, err = New(c); err != nil {
		t.Fatal(err)
	}
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
	server := &http.Server{Handler: w.s}
	go server.Serve(w.listen)
	t.Cleanup(func() { server.Close() })
	w.enrol()
	return w
}

func (w *world) enrol() {
	w.t.Helper()
	for name, role := range map[string]history.Role{"ann": history.Student, "bob": history.Student, "tea": history.Teacher} {
		if _, err := w.s.DB.Enrol(w.t.Context(), name, role, Digest(name)); err != nil {
			w.t.Fatal(err)
		}
	}
}

// ended ends the judging of a submission with a verdict.
func (w *world) ended(id int64, v result.Verdict) history.Submission {
	w.t.Helper()
	sub, err := w.s.DB.Get(w.t.Context(), id)
	if err == nil {
		err = w.s.DB.Finish(w.t.Context(), sub.Judging.ID, history.Done, result.Run{Results: []result.Solution{{Verdict: v}}}, time.Now())
	}
	if err != nil {
		w.t.Fatal(err)
	}
	return sub
}

// person returns a member of a class.
func (w *world) person(name string) history.Person {
	w.t.Helper()
	p, err := w.s.DB.ByToken(w.t.Context(), Digest(name))
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

// answer is the answer to a request.
type answer struct {
	code   int
	header http.Header
	body   string
}

// browser does not follow redirects.
var browser = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, Transport: &http.Transport{MaxIdleConnsPerHost: 100}}

// ask sends a request, with a token unless that is "".
func (w *world) ask(method, path, token string, body io.Reader, change ...func(*http.Request)) answer {
	w.t.Helper()
	r, err := http.NewRequestWithContext(w.t.Context(), method, w.base+path, body)
	if err != nil {
		w.t.Fatal(err)
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	for _, c := range change {
		c(r)
	}
	resp, err := browser.Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		w.t.Fatal(err)
	}
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
	part, err := form.CreateFormFile("file", name)
	if err != nil {
		w.t.Fatal(err)
	}
	io.WriteString(part, text)
	form.Close()
	return w.ask("POST", path, token, strings.NewReader(body.String()), func(r *http.Request) { r.Header.Set("Content-Type", form.FormDataContentType()) })
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
	resp, err := browser.Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
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
			if err := json.Unmarshal([]byte(value), &e.data); err != nil {
				w.t.Fatal(err)
			}
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
