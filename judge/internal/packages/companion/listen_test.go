package companion_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"

	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/packages/companion"
	"sudokuoj/judge/internal/packages/exchange"
	"sudokuoj/judge/internal/testkit/must"
)

const castle = `{"name":"G. Castle Defense","group":"Codeforces - Round 40","url":"https://codeforces.com/problemset/problem/954/G",
"interactive":false,"memoryLimit":256,"timeLimit":1500,"testType":"single","input":{"type":"stdin"},"output":{"type":"stdout"},
"languages":{"java":{"mainClass":"Main","taskClass":"GCastleDefense"}},"batch":{"id":"b1","size":1},
"tests":[{"input":"5 0 6\n5 4 3 4 9\n","output":"5\n"},{"input":"4 2 0\r\n1 2 3 4","output":"6"}]}`

// listening starts Run and returns its address, a channel of the imported pages, and one of its end.
func listening(t *testing.T, root string) (address string, imports chan error, end chan error, stop func()) {
	t.Helper()
	listeners, err := companion.Loopback(0)
	must.Succeed(t, err)
	ctx, stop := context.WithCancel(t.Context())
	imports, end = make(chan error, 10), make(chan error, 1)
	go func() {
		end <- companion.Run(ctx, root, "", listeners, func(_ exchange.Imported, err error) { imports <- err })
	}()
	t.Cleanup(stop)
	return listeners[0].Addr().String(), imports, end, stop
}

func post(t *testing.T, address, body string, change func(*http.Request)) (int, string) {
	t.Helper()
	r := must.Get(http.NewRequest("POST", "http://"+address+"/", strings.NewReader(body)))(t)
	r.Header.Set("Content-Type", "application/json")
	if change != nil {
		change(r)
	}
	resp := must.Get(http.DefaultClient.Do(r))(t)
	defer resp.Body.Close()
	text, _ := io.ReadAll(resp.Body)
	return resp.StatusCode, string(text)
}

func TestListen(t *testing.T) {
	root := t.TempDir()
	address, imports, end, _ := listening(t, root)
	for name, test := range map[string]struct {
		change func(*http.Request)
		want   int
	}{
		"another host":     {func(r *http.Request) { r.Host = "evil.example:" + address[strings.LastIndex(address, ":")+1:] }, 403},
		"another port":     {func(r *http.Request) { r.Host = "localhost:1" }, 403},
		"no port":          {func(r *http.Request) { r.Host = "localhost" }, 403},
		"a web page":       {func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") }, 403},
		"an open web page": {func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") }, 403},
		"no address":       {func(r *http.Request) { r.Header.Set("Origin", "http://[") }, 403},
		"a sandboxed page": {func(r *http.Request) { r.Header.Set("Origin", "null") }, 403},
		"GET":              {func(r *http.Request) { r.Method, r.Body, r.ContentLength = "GET", nil, 0 }, 405},
		"OPTIONS":          {func(r *http.Request) { r.Method, r.Body, r.ContentLength = "OPTIONS", nil, 0 }, 405},
		"a form":           {func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }, 415},
		"another path":     {func(r *http.Request) { r.URL.Path = "/x" }, 404},
	} {
		if code, text := post(t, address, castle, test.change); code != test.want {
			t.Errorf("%s: %d %s, want %d", name, code, text, test.want)
		}
	}
	far := must.Get(net.Dial("tcp", address))(t) // a browser reads the answer when it has sent all
	defer far.Close()
	fmt.Fprintf(far, "POST / HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", address, 100<<20)
	for range 100 {
		if _, err := far.Write(make([]byte, 1<<20)); err != nil {
			t.Fatalf("the connection breaks: %v", err)
		}
	}
	text, err := io.ReadAll(far)
	if !strings.Contains(string(text), "413 ") || !strings.Contains(string(text), "the request is larger than 16") {
		t.Errorf("100 MB: %s, %v", text, err)
	}
	if err := <-imports; err == nil || !strings.Contains(err.Error(), "the request is larger than 16") {
		t.Errorf("what is too large was told as %v", err)
	}
	if left := written(t, root); len(left) != 0 {
		t.Errorf("written: %v", left)
	}
	if code, _ := post(t, address, "{", nil); code != 422 {
		t.Errorf("no JSON: %d", code)
	}
	if err := <-imports; err == nil {
		t.Error("no JSON was not told")
	}
	if code, text := post(t, address, castle,
		func(r *http.Request) { r.Header.Set("Origin", "chrome-extension://abc") }); code != 200 || text != "imported as codeforces954g\n" {
		t.Errorf("the extension itself: %d %s", code, text)
	}
	must.Succeed(t, <-imports)
	must.Succeed(t, <-end, "the end")
	if _, err := problem.Load(root, "codeforces954g"); err != nil {
		t.Error(err)
	}
}

func TestListenToAContest(t *testing.T) {
	root := t.TempDir()
	address, imports, end, _ := listening(t, root)
	for i, letter := range []string{"A", "B", "C"} {
		body := strings.NewReplacer("954/G", "954/"+letter, `"size":1`, `"size":3`).Replace(castle)
		if code, text := post(t, address, body, nil); code != 200 {
			t.Errorf("problem %d: %d %s", i, code, text)
		}
		must.Succeed(t, <-imports)
	}
	must.Succeed(t, <-end)
	if ids, _ := problem.IDs(root); len(ids) != 3 {
		t.Errorf("problems %q", ids)
	}
}

func TestListenInterrupted(t *testing.T) {
	_, _, end, stop := listening(t, t.TempDir())
	stop()
	must.Succeed(t, <-end)
}

func TestLoopbackTaken(t *testing.T) {
	listeners, err := companion.Loopback(0)
	must.Succeed(t, err)
	for _, l := range listeners {
		defer l.Close()
	}
	if six, err := net.Listen("tcp6", "[::1]:0"); err == nil {
		six.Close()
		must.Equal(t, 2, len(listeners), "listeners, and localhost has two addresses")
	}
	_, port, _ := strings.Cut(listeners[0].Addr().String(), ":")
	var n int
	for _, d := range port {
		n = n*10 + int(d-'0')
	}
	if _, err := companion.Loopback(n); err == nil || !strings.HasPrefix(err.Error(),
		"port "+port+": bind: address already in use\nhint: another tool listens there") {
		t.Errorf("error %v", err)
	}
}

// written lists the files in a folder.
func written(t *testing.T, dir string) []os.DirEntry {
	t.Helper()
	left := must.Get(os.ReadDir(dir))(t)
	return left
}
