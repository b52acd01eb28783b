package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"encoding/pem"
	"flag"
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
	"time"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/short"
)

// The exit codes are those of the judge.
const (
	worked     = 0
	cannotWork = 2
)

// TestHelp: serve answers help and version as the judge does.
func TestHelp(t *testing.T) {
	for asked, want := range map[string]string{"help": "Usage: serve [command]", "-h": "Usage: serve [command]", "-help": "Usage: serve [command]", "help serve": "Usage: serve [flags]", "serve -h": "Usage: serve [flags]", "-lang en help": "Usage: serve [command]",
		"help db": "serve serve:\n  -db FILE", "help root": "serve import", "help import": "Usage: serve import", "import -h": "Usage: serve import", "version": "serve go", "--version": "serve go"} {
		var out, fault bytes.Buffer
		if code := run(t.Context(), strings.Fields(asked), &out, &fault); code != worked || !strings.Contains(strings.ReplaceAll(out.String(), "(devel) ", ""), want) {
			t.Errorf("%s: exit %d, %s%s", asked, code, out.String(), fault.String())
		}
	}
	for _, asked := range []string{"help nonsense", "imprt"} {
		if said := refused(t, strings.Fields(asked)...); !strings.Contains(said, "no such command") {
			t.Errorf("%s: %s", asked, said)
		}
	}
}

// run runs serve in this process.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	return program.Run(ctx, args, os.Stdin, stdout, stderr)
}

func TestMain(m *testing.M) {
	os.Setenv("LC_ALL", "C") // what a test reads is English, wherever it runs
	os.Exit(m.Run())
}

// session is serve in this process.
type session struct {
	lines *bufio.Scanner
	mu    sync.Mutex
	fault bytes.Buffer
	end   func() int
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
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, args, in, s)
		in.Close()
	}()
	s.end = sync.OnceValue(func() int {
		cancel()
		io.Copy(io.Discard, out)
		return <-code
	})
	t.Cleanup(func() { s.end() })
	return s
}

// line is the next one that is printed.
func (s *session) line(t *testing.T) string {
	t.Helper()
	if !s.lines.Scan() {
		t.Fatalf("it says no more; %s", s.said())
	}
	return s.lines.Text()
}

// refused runs what must be refused, and tells what was said.
func refused(t *testing.T, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // if it does serve
	defer cancel()
	var out, fault bytes.Buffer
	if code := run(ctx, args, &out, &fault); code != cannotWork {
		t.Errorf("%v: exit %d, %s%s", args, code, out.String(), fault.String())
	}
	return fault.String()
}

func writeFile(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestRefusals(t *testing.T) {
	root, db := tree(t), filepath.Join(t.TempDir(), "history.db")
	class := writeFile(t, "class.csv", "Ann,student\n")
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"-lan"}, "any of them could run programs here: say who may, with -people FILE.csv"},
		{[]string{"-listen", "0.0.0.0:0"}, "say who may, with -people"},
		{[]string{"-listen", "[::]:0"}, "say who may, with -people"},
		{[]string{"-listen", "10.1.2.3:80"}, "say who may, with -people"},
		{[]string{"-lan", "-people", class, "-isolation", "4"}, "isolation is at step 4"},
		{[]string{"-listen", "127.0.0.1:99999"}, "write an address and a port"},
		{[]string{"-listen", "example.org:80"}, "not the address of a machine"},
		{[]string{"-listen", taken.Addr().String()}, "another program may listen there"},
		{[]string{"-cert", "x.pem"}, "-cert and -key belong together"},
		{[]string{"-fleet", "tls://me:SECRET@judge.example:4222"}, "serve: -fleet: this program has no queue, because a queue takes long to build: go run ./judge/fleet web -fleet URL has one, and takes all flags of serve\n"},
		{[]string{"-cert", "x.pem", "-key", "y.pem"}, ": name two PEM files"},
		{[]string{"-renew", "Ann"}, "-renew works only with -people"},
		{[]string{"-renew", "Bob", "-people", class}, "nobody of that name is in"},
		{[]string{"-people", "none.csv"}, "-people none.csv: no such file or directory: give the name of a CSV file"},
		{[]string{"-people", writeFile(t, "a.csv", "name,role\n")}, "nobody is in it"},
		{[]string{"-people", writeFile(t, "a.csv", "Ann,student\nBob,king\n,teacher\nAnn,teacher\n")}, "a.csv:2: \"king\" is not a role"},
		{[]string{"-people", writeFile(t, "a.csv", "Ann,student\nBob,king\n,teacher\nAnn,teacher\n")}, "a.csv:4: there are two of the name Ann"},
		{[]string{"-people", writeFile(t, "a.csv", "Ann,student\n\"\x1b[31mBob\",student\n")}, "is not a name of 1 to 40 characters"},
		{[]string{"-people", writeFile(t, "a.csv", "caf\xe9 ,student\n")}, "save it as CSV in UTF-8"},
		{[]string{"-people", writeFile(t, "a.csv", "Ann,studnet\nBob,student\n")}, "a.csv:1: \"studnet\" is not a role"},
		{[]string{"-people", writeFile(t, "a.csv", "Ann,student\nB\x00b,student\n")}, "line 2 has a NUL byte"},
		{[]string{"-drop"}, "-drop works only with -people"},
		{[]string{"-host", "a b"}, "\"a b\" is not the name of a machine: write it as in judge.example"},
		{[]string{"-db", root}, "it is a folder: name a file in it"},
		{[]string{"-db", filepath.Join(root, "none", "history.db")}, "make the folder first"},
		{[]string{"-people", writeFile(t, "a.csv", "\"Ann,student\n")}, "a.csv: "},
		{[]string{"-keep", "180"}, "write 180d for 180 days"},
		{[]string{"-keep", "0d"}, "write 180d for 180 days"},
		{[]string{"-isolation", "9"}, "the steps are 1 to 5"},
		{[]string{"-nonsense"}, "-nonsense"},
		{[]string{"extra"}, "serve extra: it takes no names"},
		{[]string{"-root", t.TempDir()}, "it holds no folder problems/"},
		{[]string{"-db", db + ".none", "-backup", db + ".copy"}, "say which history is to be copied, with -db"},
	} {
		args := append([]string{"-db", db, "-root", root, "-listen", "127.0.0.1:0"}, test.args...)
		if said := refused(t, args...); !strings.Contains(said, test.want) || !strings.HasPrefix(said, "serve: ") {
			t.Errorf("%v says %q, not %q", test.args, said, test.want)
		}
	}
}

func TestOneServeAHistory(t *testing.T) {
	root, db := tree(t), filepath.Join(t.TempDir(), "history.db")
	args := []string{"-db", db, "-root", root, "-listen", "127.0.0.1:0"}
	s := serving(t, args...)
	s.line(t)
	if said := refused(t, args...); !strings.Contains(said, "another serve has it open: end that one, or take another file with -db") {
		t.Errorf("a second one says %q", said)
	}
	var out bytes.Buffer
	copied := filepath.Join(t.TempDir(), "copy.db")
	if code := run(t.Context(), []string{"-db", db, "-backup", copied}, &out, &out); code != worked || !strings.Contains(out.String(), "copied "+db+" to "+copied) {
		t.Errorf("a copy beside it: %d %s", code, out.String())
	}
	if code := s.end(); code != worked || s.said() != "" {
		t.Errorf("its end: %d %s", code, s.said())
	}
	again := serving(t, append(args, "-keep", "1d")...)
	again.line(t)
	if code := again.end(); code != worked {
		t.Errorf("on the same file again: %d %s", code, again.said())
	}
}

// TestClass is the first day of a class, and the second.
func TestClass(t *testing.T) {
	root, db := tree(t), filepath.Join(t.TempDir(), "history.db")
	class := writeFile(t, "class.csv", "\uFEFF姓名,角色\r\n小明,学生\r\nTea,teacher\r\nBob\r\n")
	args := []string{"-db", db, "-root", root, "-listen", "127.0.0.1:0", "-people"}
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
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		return resp.StatusCode
	}
	for name, want := range map[string]int{"小明": 403, "Bob": 403, "Tea": 200, "nobody": 401} {
		if got := status(base, tokens[name]); got != want {
			t.Errorf("%s: %d, not %d", name, got, want)
		}
	}
	s.end()
	if text, err := os.ReadFile(db); err != nil || bytes.Contains(text, []byte(tokens["Tea"])) {
		t.Errorf("the history holds a token, %v", err)
	}
	old := tokens["Tea"]
	s = serving(t, append(args, writeFile(t, "class.csv", "Tea;teacher\n小明;student\n"))...)
	base = regexp.MustCompile(`http://[^ ;]+`).FindString(s.line(t))
	s.line(t)
	if got := status(base, tokens["Bob"]); got != 403 {
		t.Errorf("without -drop Bob, who is on the list no more, gets %d", got)
	}
	s.end()
	if !strings.Contains(s.said(), "still allowed in: Bob; -drop shuts them out") {
		t.Errorf("of Bob it says %q", s.said())
	}
	s = serving(t, append(args, writeFile(t, "class.csv", "Tea,teacher\n小明,student\nEve,student\n"), "-renew", "Tea", "-drop")...)
	base = regexp.MustCompile(`http://[^ ;]+`).FindString(s.line(t))
	links(s, 2)
	if got := s.line(t); !strings.HasPrefix(got, "the links of 1 member stay as they are") {
		t.Errorf("then it says %q", got)
	}
	if got := s.line(t); got != "shut out: Bob" {
		t.Errorf("then it says %q", got)
	}
	for name, want := range map[string]int{tokens["小明"]: 403, tokens["Eve"]: 403, tokens["Tea"]: 200, old: 401, tokens["Bob"]: 401} {
		if got := status(base, name); got != want {
			t.Errorf("on the second day %s: %d, not %d", name, got, want)
		}
	}
}

func TestTLS(t *testing.T) {
	cert, key, pool := selfSigned(t)
	s := serving(t, "-db", filepath.Join(t.TempDir(), "history.db"), "-root", tree(t), "-listen", "127.0.0.1:0", "-cert", cert, "-key", key, "-host", "Judge.Example")
	address := regexp.MustCompile(`https://judge\.example(:\d+)`).FindStringSubmatch(s.line(t))
	if address == nil {
		t.Fatalf("no address in %q", s.lines.Text())
	}
	client := &http.Client{Transport: &http.Transport{ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{RootCAs: pool}}}
	resp, err := client.Get("https://127.0.0.1" + address[1] + "/?lang=zh")
	if err != nil {
		t.Fatal(err)
	}
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

// mostTogether is how many requests at once a server of HTTP/2 takes on one connection: it says so at the start,
// in the settings, whose third that is.
func mostTogether(t *testing.T, address string, pool *x509.CertPool) uint32 {
	t.Helper()
	c, err := tls.Dial("tcp", address, &tls.Config{RootCAs: pool, NextProtos: []string{"h2"}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00"); err != nil {
		t.Fatal(err)
	}
	var head [9]byte
	if _, err := io.ReadFull(c, head[:]); err != nil || head[3] != 4 {
		t.Fatalf("it begins with %v, %v", head, err)
	}
	settings := make([]byte, int(head[1])<<8|int(head[2]))
	if _, err := io.ReadFull(c, settings); err != nil {
		t.Fatal(err)
	}
	for ; len(settings) >= 6; settings = settings[6:] {
		if binary.BigEndian.Uint16(settings) == 3 {
			return binary.BigEndian.Uint32(settings[2:])
		}
	}
	return math.MaxUint32
}

// selfSigned writes a certificate for this machine, and its key.
func selfSigned(t *testing.T) (cert, key string, pool *x509.CertPool) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	what := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	made, err := x509.CreateCertificate(rand.Reader, what, what, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: made})
	pool = x509.NewCertPool()
	pool.AppendCertsFromPEM(text)
	return writeFile(t, "cert.pem", string(text)), writeFile(t, "key.pem", string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}))), pool
}

// TestManuals holds each command's manuals to its flags, and to what a terminal shows.
func TestManuals(t *testing.T) {
	for _, c := range program.Commands {
		var examples [][]string
		for _, l := range say.Languages {
			var out bytes.Buffer
			args := []string{c.Name, "-h", "-lang", string(l)} // the language may come behind it
			if code := run(t.Context(), args, &out, &out); code != worked {
				t.Fatalf("%v: exit %d", args, code)
			}
			manual := out.String()
			fs := flag.NewFlagSet("", flag.ContinueOnError)
			fs.String("lang", "", "")
			c.SetUp(fs)
			var known, explained, shown []string
			fs.VisitAll(func(f *flag.Flag) { known = append(known, f.Name) })
			for _, m := range regexp.MustCompile(`(?m)^  -([a-z]+)`).FindAllStringSubmatch(manual, -1) {
				explained = append(explained, m[1])
			}
			slices.Sort(explained)
			if diff := cmp.Diff(known, explained); diff != "" {
				t.Errorf("%s %s: - flags it takes, + flags it explains\n%s", c.Name, l, diff)
			}
			for line := range strings.Lines(manual) {
				if terminal.Width(strings.TrimSuffix(line, "\n")) > 104 {
					t.Errorf("%s %s: too wide a line: %s", c.Name, l, line)
				}
				if strings.HasPrefix(line, "  serve") || strings.HasPrefix(line, "  fleet web") {
					shown = append(shown, line)
				}
			}
			for _, name := range known {
				if !strings.Contains(strings.Join(shown, ""), " -"+name) {
					t.Errorf("%s %s: no example shows -%s", c.Name, l, name)
				}
			}
			examples = append(examples, shown)
		}
		if diff := cmp.Diff(examples[0], examples[1]); diff != "" {
			t.Errorf("%s: examples: - English, + Chinese\n%s", c.Name, diff)
		}
	}
}
