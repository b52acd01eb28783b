package server_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/net/http2"

	"sudokuoj/judge/internal/base/say"
	_ "sudokuoj/judge/internal/base/say/zh"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/people/server"
	"sudokuoj/judge/internal/people/web"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

// options are those of the command.
func options(out, errs io.Writer, args ...string) (*server.Options, error) {
	o := &server.Options{Console: &terminal.Console{Name: "serve", Stdout: out, Stderr: errs, Lang: say.English}}
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	o.Register(fs)
	return o, fs.Parse(args)
}

// session is serve in this process.
type session struct {
	lines *bufio.Scanner
	mu    sync.Mutex
	fault bytes.Buffer
	end   func() error
}

func (s *session) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fault.Write(p)
}

func (s *session) said() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fault.String()
}

func serving(t *testing.T, args ...string) *session {
	t.Helper()
	short.Skip(t)
	out, in := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	s := &session{lines: bufio.NewScanner(out)}
	o := must.Get(options(in, s, args...))(t)
	ended := make(chan error, 1)
	go func() {
		ended <- o.Run(ctx)
		in.Close()
	}()
	s.end = sync.OnceValue(func() error {
		cancel()
		io.Copy(io.Discard, out)
		return <-ended
	})
	t.Cleanup(func() { s.end() })
	return s
}

// line returns the next line of the output.
func (s *session) line(t *testing.T) string {
	t.Helper()
	if !s.lines.Scan() {
		t.Fatalf("it says no more; %s, %v", s.said(), s.end())
	}
	return s.lines.Text()
}

// refused runs a command that must fail, and returns the error.
func refused(t *testing.T, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // in case it serves
	defer cancel()
	o, err := options(io.Discard, io.Discard, args...)
	if err == nil {
		err = o.Run(ctx)
	}
	return fmt.Sprint(err)
}

// tree is a tree with one problem.
func tree(t *testing.T) (root string) {
	t.Helper()
	root = t.TempDir()
	dir := filepath.Join(root, "problems", "sum")
	if err := errors.Join(os.MkdirAll(dir, 0o777), os.WriteFile(filepath.Join(dir, "problem.yaml"),
		[]byte("name: {en: The sum}\nlimits: {time_limit: 1, memory: 256}\n"), 0o666)); err != nil {
		t.Fatal(err)
	}
	return root
}

func writeFile(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	must.Succeed(t, os.WriteFile(file, []byte(text), 0o600))
	return file
}

// TestUnreachableFleet: serve does not start if its fleet cannot be reached.
func TestUnreachableFleet(t *testing.T) {
	o, err := options(io.Discard, io.Discard, "-db", filepath.Join(t.TempDir(), "history.db"), "-root", tree(t), "-listen", "127.0.0.1:0")
	must.Succeed(t, err)
	away := errors.New("away")
	o.Fleet = func(context.Context) (web.Fleet, error) { return nil, away }
	must.Equal(t, away, o.Run(t.Context()), "it says")
}

func TestRefusals(t *testing.T) {
	root, db := tree(t), filepath.Join(t.TempDir(), "history.db")
	class := writeFile(t, "class.csv", "Ann,student\n")
	taken := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer taken.Close()
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"-lan"}, "any of them could run programs here\nhint: say who may, with -people FILE.csv"},
		{[]string{"-lan", "-people", class, "-isolation", "4"}, "isolation is at step 4"},
		{[]string{"-listen", taken.Addr().String()}, "another program may listen there"},
		{[]string{"-cert", "x.pem"}, "-cert and -key belong together"},
		{[]string{"-cert", "x.pem", "-key", "y.pem"}, ": name two PEM files"},
		{[]string{"-renew", "Ann"}, "-renew works only with -people"},
		{[]string{"-renew", "Bob", "-people", class}, "nobody of that name is in"},
		{[]string{"-people", "none.csv"}, "-people none.csv: no such file or directory\nhint: give the name of a CSV file"},
		{[]string{"-drop"}, "-drop works only with -people"},
		{[]string{"-db", root}, "it is a folder\nhint: name a file in it"},
		{[]string{"-db", filepath.Join(root, "none", "history.db")}, "make the folder first"},
		{[]string{"-isolation", "6"}, "-isolation"},
		{[]string{"-keep", "180"}, "write 180d for 180 days"},
		{[]string{"-root", t.TempDir()}, "it holds no folder problems/"},
		{[]string{"-db", db + ".none", "-backup", db + ".copy"}, "say which history is to be copied, with -db"},
	} {
		args := append([]string{"-db", db, "-root", root, "-listen", "127.0.0.1:0"}, test.args...)
		must.Contain(t, refused(t, args...), test.want, test.args, "says")
	}
}

func TestOneServeAHistory(t *testing.T) {
	root, db := tree(t), filepath.Join(t.TempDir(), "history.db")
	args := []string{"-db", db, "-root", root, "-listen", "127.0.0.1:0"}
	oldJudging(t, db)
	s := serving(t, args...)
	s.line(t)
	if said := refused(t, args...); !strings.Contains(said, "another serve has it open\nhint: end that one, or take another file with -db") {
		t.Errorf("a second one says %q", said)
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	copies := serving(t, "-db", db, "-backup", copied)
	if got := copies.line(t); got != "copied "+db+" to "+copied || copies.end() != nil {
		t.Errorf("a copy beside it: %s %v", got, copies.end())
	}
	must.Succeed(t, s.end(), "its end")
	must.Equal(t, "", s.said(), "its end")
	again := serving(t, append(args, "-keep", "1d", "-isolation", "4")...) // only this machine can reach it
	again.line(t)
	must.Equal(t, "dropped the details of 1 judging", again.line(t), "with -keep it says")
	must.Succeed(t, again.end(), "on the same file again", again.said())
}

// TestClass is the first and the second day of a class.
func TestClass(t *testing.T) {
	root, db := tree(t), filepath.Join(t.TempDir(), "history.db")
	class := writeFile(t, "class.csv", "\uFEFF姓名,角色\r\n小明,学生\r\nTea,teacher\r\nBob\r\n")
	args := []string{"-db", db, "-root", root, "-listen", "0.0.0.0:0", "-host", "127.0.0.1",
		"-people"} // the walls work, so others may connect
	s := serving(t, append(args, class)...)
	base := regexp.MustCompile(`http://[^ ;]+`).FindString(s.line(t))
	tokens := map[string]string{}
	links := func(s *session, n int) {
		t.Helper()
		for range n {
			m := regexp.MustCompile(`^(\S+) +http://127\.0\.0\.1:\d+/#token=(\w{20,})$`).FindStringSubmatch(s.line(t))
			if m == nil {
				t.Fatalf("no link in %q", s.lines.Text())
			}
			tokens[m[1]] = m[2]
		}
	}
	links(s, 3)
	status := func(base, token string) int {
		t.Helper()
		r, _ := http.NewRequestWithContext(t.Context(), "POST", base+"/rejudge", strings.NewReader("all=yes"))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Authorization", "Bearer "+token)
		resp, err := http.DefaultClient.Do(r)
		must.Succeed(t, err)
		resp.Body.Close()
		return resp.StatusCode
	}
	for name, want := range map[string]int{"小明": 403, "Bob": 403, "Tea": 200, "nobody": 401} {
		must.Equal(t, want, status(base, tokens[name]), name)
	}
	s.end()
	if text, err := os.ReadFile(db); err != nil || bytes.Contains(text, []byte(tokens["Tea"])) {
		t.Errorf("the history holds a token, %v", err)
	}
	old := tokens["Tea"]
	s = serving(t, append(args, writeFile(t, "class.csv", "Tea;teacher\n小明;student\n"))...)
	base = regexp.MustCompile(`http://[^ ;]+`).FindString(s.line(t))
	s.line(t)
	must.Equal(t, 403, status(base, tokens["Bob"]), "without -drop Bob, who is on the list no more, gets")
	s.end()
	must.Contain(t, s.said(), "still allowed in: Bob; -drop shuts them out", "of Bob it says")
	s = serving(t, append(args, writeFile(t, "class.csv", "Tea,teacher\n小明,student\nEve,student\n"), "-renew", "Tea", "-drop")...)
	base = regexp.MustCompile(`http://[^ ;]+`).FindString(s.line(t))
	links(s, 2)
	if got := s.line(t); !strings.HasPrefix(got, "the links of 1 member stay as they are") {
		t.Errorf("then it says %q", got)
	}
	must.Equal(t, "shut out: Bob", s.line(t), "then it says")
	for name, want := range map[string]int{tokens["小明"]: 403, tokens["Eve"]: 403, tokens["Tea"]: 200, old: 401, tokens["Bob"]: 401} {
		must.Equal(t, want, status(base, name), "on the second day", name)
	}
	s.end()
	s = serving(t, append(args, writeFile(t, "class.csv", "Tea\n小明,teacher\nEva\n"), "-renew", "all", "-rename", "Eve=Eva")...)
	base = regexp.MustCompile(`http://[^ ;]+`).FindString(s.line(t))
	old = tokens["小明"]
	links(s, 3)
	for token, want := range map[string]int{old: 401, tokens["小明"]: 200, tokens["Tea"]: 403} { // they changed places
		must.Equal(t, want, status(base, token), "on the third day")
	}
	s.end()
	must.Equal(t, "", s.said(), "of who was Eve it says")
}

func TestTLS(t *testing.T) {
	cert, key, pool := selfSigned(t)
	s := serving(t, "-db", filepath.Join(t.TempDir(), "history.db"), "-root", tree(t), "-listen", "127.0.0.1:0", "-cert", cert,
		"-key", key, "-host", "Judge.Example")
	address := regexp.MustCompile(`https://judge\.example(:\d+)`).FindStringSubmatch(s.line(t))
	if address == nil {
		t.Fatalf("no address in %q", s.lines.Text())
	}
	client := &http.Client{Transport: &http.Transport{ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{RootCAs: pool}}}
	resp := must.Get(client.Get("https://127.0.0.1" + address[1] + "/?lang=zh"))(t)
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK || resp.ProtoMajor != 2 || !strings.Contains(resp.Header.Get("Set-Cookie"), "Secure") {
		t.Errorf("it answers %v with %v", resp, resp.Header)
	}
	if n := mostTogether(t, "127.0.0.1"+address[1], pool); n > 64 { // each may hold half a megabyte
		t.Errorf("one connection may carry %d requests at once", n)
	}
	if plain, err := http.Get("http://127.0.0.1" + address[1] + "/"); err == nil && plain.StatusCode < 400 {
		t.Errorf("without TLS it answers %d", plain.StatusCode)
	}
}

// mostTogether returns how many requests at once an HTTP/2 server accepts on one connection. It says so at the start.
func mostTogether(t *testing.T, address string, pool *x509.CertPool) uint32 {
	t.Helper()
	c, err := tls.Dial("tcp", address, &tls.Config{RootCAs: pool, NextProtos: []string{"h2"}})
	must.Succeed(t, err)
	defer c.Close()
	must.Get(io.WriteString(c, http2.ClientPreface))(t)
	frames := http2.NewFramer(c, c)
	must.Succeed(t, frames.WriteSettings())
	settings, ok := must.Get(frames.ReadFrame())(t).(*http2.SettingsFrame)
	if !ok {
		t.Fatal("it does not begin with its settings")
	}
	if n, limited := settings.Value(http2.SettingMaxConcurrentStreams); limited {
		return n
	}
	return math.MaxUint32
}

// selfSigned writes a certificate for this machine, and its key.
func selfSigned(t *testing.T) (cert, key string, pool *x509.CertPool) {
	t.Helper()
	private := must.Get(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t)
	what := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	made := must.Get(x509.CreateCertificate(rand.Reader, what, what, &private.PublicKey, private))(t)
	secret := must.Get(x509.MarshalPKCS8PrivateKey(private))(t)
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: made})
	pool = x509.NewCertPool()
	pool.AppendCertsFromPEM(text)
	return writeFile(t, "cert.pem", string(text)), writeFile(t, "key.pem",
		string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}))), pool
}

// oldJudging adds a judging of the year 2000 to a history.
func oldJudging(t *testing.T, file string) {
	t.Helper()
	old := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	db := must.Get(history.Open(t.Context(), file))(t)
	defer db.Close()
	ann, err := db.Enrol(t.Context(), "Ann", history.Student, nil)
	if err == nil {
		_, err = db.Submit(t.Context(), history.Submission{Person: ann, Problem: "sum", Created: old})
	}
	sub, next := db.Next(t.Context(), old, nil)
	run := result.Run{Results: []result.Solution{{Verdict: result.AC}}}
	if err = errors.Join(err, next, db.Finish(t.Context(), sub.Judging.ID, history.Done, run, old)); err != nil {
		t.Fatal(err)
	}
}

// TestKeepTidy: old details are removed at once and then once a day. An error is logged, and the next day it tries
// again.
func TestKeepTidy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out, fault session
		o := must.Get(options(&out, &fault, "-keep", "2d"))(t)
		file := filepath.Join(t.TempDir(), "history.db")
		oldJudging(t, file)
		db := must.Get(history.Open(t.Context(), file))(t)
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan bool)
		go func() {
			o.KeepTidy(ctx, db)
			close(ended)
		}()
		for day, want := range []string{"", "", "dropped the details of 1 judging\n", "dropped the details of 1 judging\n"} {
			synctest.Wait()
			must.Equal(t, want, out.said(), day)
			must.Equal(t, "", fault.said(), day)
			time.Sleep(25 * time.Hour)
		}
		db.Close()
		time.Sleep(24 * time.Hour)
		synctest.Wait()
		must.Equal(t, 1, strings.Count(fault.said(), "serve: "), "of a history that is closed it says", fault.said())
		stop()
		<-ended
	})
}

// TestLogger: the same error is logged again only after a minute.
func TestLogger(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var fault bytes.Buffer
		o := must.Get(options(io.Discard, &fault))(t)
		log := o.Logger()
		for _, f := range []struct {
			text  string
			after time.Duration
		}{{"full", 0}, {"full", time.Second}, {"other", time.Second}, {"full", time.Second}, {"full", time.Minute}, {"full", time.Minute}} {
			time.Sleep(f.after)
			log(errors.New(f.text))
		}
		if got := strings.Fields(strings.ReplaceAll(fault.String(), "serve: ", "")); !slices.Equal(got, []string{"full", "other",
			"full", "full"}) {
			t.Errorf("it tells %q", got)
		}
	})
}
