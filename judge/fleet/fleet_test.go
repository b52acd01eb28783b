package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/cli/command"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/engine/lane"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/fleet"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/people/server"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/processes"
	"sudokuoj/judge/internal/testkit/short"
)

// asJudge and asServe are environment variables. If one is set, the test binary is ./judge, or serves as judge/serve does.
const (
	asJudge = "FLEET_TEST_AS_JUDGE"
	asServe = "FLEET_TEST_AS_SERVE"

	withLane = "FLEET_TEST_WITH_LANE" // it keeps its programs apart from those of other judges, as the real program does
)

// serve is the command that judge/serve shares with fleet web.
var serve = command.Program{Name: "serve", Manuals: manuals, Commands: []command.Command{{Name: "serve", Nameless: true,
	Shared: server.Manual, SetUp: func(fs *flag.FlagSet) command.Action {
		o := &server.Options{}
		o.Register(fs)
		return func(ctx context.Context, env *terminal.Console, _ []string) error {
			o.Console = env
			return o.Run(ctx)
		}
	}}}}

// The test binary is also the program: servers and workers are processes of their own, which tests can kill and stop.
func TestMain(m *testing.M) {
	sandbox.Main()
	if os.Getenv(withLane) == "" {
		os.Setenv(lane.Crowded, "1")
	} else {
		os.Unsetenv(lane.Crowded)
	}
	if os.Getenv(asJudge) != "" {
		command.Judge().Main()
		return
	}
	if os.Getenv(asServe) != "" {
		serve.Main()
		return
	}
	if len(os.Args) > 1 && !strings.HasPrefix(os.Args[1], "-test.") {
		main()
		return
	}
	os.Exit(runTests(m))
}

// runTests puts all files in one folder, so that the next run removes those of a killed one. Tests mostly wait, so
// several at once take hardly longer than one.
func runTests(m *testing.M) int {
	tempfile.Sweep()
	dir, clean, err := tempfile.Dir("fleettest")
	if err != nil {
		panic(err)
	}
	defer clean()
	os.Setenv("TMPDIR", dir)
	os.Unsetenv(environmentAddress)
	os.Setenv("LC_ALL", "C")
	flag.Set("test.parallel", "16")
	return m.Run()
}

// tie ends a program together with the tests, where the system can do that.
var tie = func(*exec.Cmd) {}

// house is a fleet in a test: the server's folder and the addresses of its workers and clients.
type house struct {
	t      testing.TB
	dir    string
	host   string // by which others reach it
	listen string
	flags  []string // of serve
	serve  *process
	owner  string // the address of a client
	asks   func() *fleet.Client
}

// process is one of the fleet's processes, with its output.
type process struct {
	*exec.Cmd
	t    testing.TB
	mu   sync.Mutex
	said bytes.Buffer
	end  chan struct{} // closed when it has ended
}

func (p *process) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.said.Write(b)
}

func (p *process) output() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.said.String()
}

// start starts the program under test.
func start(t testing.TB, env []string, args ...string) *process {
	t.Helper()
	return startProgram(t, env, os.Args[0], args...)
}

func startProgram(t testing.TB, env []string, name string, args ...string) *process {
	t.Helper()
	short.Skip(t)
	p := &process{Cmd: exec.Command(name, args...), t: t, end: make(chan struct{})}
	p.Stdout, p.Stderr, p.Env = p, p, append(os.Environ(), env...)
	tie(p.Cmd)
	must.Succeed(t, p.Start())
	go func() {
		p.Wait()
		close(p.end)
	}()
	t.Cleanup(func() {
		p.Process.Kill()
		<-p.end
		if t.Failed() {
			t.Logf("%s said:\n%s", strings.Join(args, " "), p.output())
		}
	})
	return p
}

func closed(done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
		return false
	}
}

func (p *process) says(text string) {
	p.t.Helper()
	must.Until(p.t, "it says "+text, func() bool {
		if closed(p.end) && !strings.Contains(p.output(), text) {
			p.t.Fatalf("it ended and did not say %q:\n%s", text, p.output())
		}
		return strings.Contains(p.output(), text)
	})
}

// exits waits for the end and returns the exit code.
func (p *process) exits() int {
	p.t.Helper()
	must.Until(p.t, "it ends", func() bool { return closed(p.end) })
	return p.ProcessState.ExitCode()
}

func (p *process) kill() {
	p.Process.Kill()
	<-p.end
}

// soon is a short lease: a dead worker is missed soon. Other tests use the one that a fleet has by itself, so that a worker
// that gets no processor for a while keeps its job.
var soon = []string{"-lease", "3s"}

// state returns the status of a house.
func (h *house) state() (s result.Fleet) {
	h.t.Helper()
	must.Until(h.t, "the server answers", func() bool {
		var err error
		s, err = h.asks().Status(context.Background())
		return err == nil
	})
	return s
}

// build starts a fleet without workers, for a parallel test.
func build(t testing.TB, flags ...string) *house {
	t.Helper()
	if t, ok := t.(*testing.T); ok {
		t.Parallel()
	}
	return buildAt(t, "127.0.0.1", flags...)
}

func buildAt(t testing.TB, host string, flags ...string) *house {
	t.Helper()
	short.Skip(t)
	h := &house{t: t, dir: t.TempDir(), host: host, listen: freeAddress(t, host), flags: flags}
	h.asks = sync.OnceValue(h.client)
	h.owner = h.invite("-new-client", "owner")
	h.up()
	return h
}

// freeAddress returns an address where nobody listens, with a port that the system gives to no outgoing connection, so
// that a server can come back there. A server begins to listen some time later: until the test ends, a UDP socket of the
// same number keeps other tests off, those of other suites on this machine, too.
func freeAddress(t testing.TB, host string) string {
	t.Helper()
	for range 100 {
		address := net.JoinHostPort(host, strconv.Itoa(10_000+rand.IntN(18_000)))
		claim, err := net.ListenPacket("udp", address)
		if err != nil {
			continue
		}
		t.Cleanup(func() { claim.Close() })
		if l, err := net.Listen("tcp", address); err == nil {
			l.Close()
			return address
		}
	}
	t.Fatal("no port is free")
	return ""
}

// up starts the server, or starts it again at the same address.
func (h *house) up() {
	h.t.Helper()
	h.serve = start(h.t, nil, append([]string{"serve", "-store", h.dir, "-listen", h.listen, "-host", h.host}, h.flags...)...)
	h.serve.says("serving on")
}

var printedAddress = regexp.MustCompile(`FLEET='([^']+)' fleet (?:worker|run)\n`)

// invite makes an address with the command, and reads it from the output.
func (h *house) invite(flag, name string) string {
	h.t.Helper()
	var out, errs bytes.Buffer
	code := program.Run(context.Background(), []string{"serve", flag, name, "-store", h.dir, "-listen", h.listen, "-host",
		h.host}, strings.NewReader(""), &out, &errs)
	m := printedAddress.FindStringSubmatch(out.String())
	if code != 0 || m == nil {
		h.t.Fatalf("%s %s: exit %d: %s%s", flag, name, code, &out, &errs)
	}
	return m[1]
}

// worker starts a worker and waits until it is ready.
func (h *house) worker(name string, flags ...string) *process {
	h.t.Helper()
	return h.workerAt(h.invite("-new-worker", name), flags...)
}

// workerAt starts a worker with texts of its own. It shares compiled programs with all others.
func (h *house) workerAt(address string, flags ...string) *process {
	h.t.Helper()
	p := start(h.t, as(address), append([]string{"worker", "-cache", h.t.TempDir()}, flags...)...)
	p.says(" works for ")
	return p
}

// as is the environment of a process that uses an address.
func as(address string) []string { return []string{environmentAddress + "=" + address} }

// client connects as a client.
func (h *house) client() *fleet.Client {
	h.t.Helper()
	c := must.Get(fleet.Dial(context.Background(), h.owner))(h.t)
	h.t.Cleanup(func() { c.Close() })
	return c
}

// tree writes an archive of files and returns its folder.
func tree(t testing.TB, archive string) string {
	t.Helper()
	root := t.TempDir()
	files := map[string]string{}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		files[filepath.Join(root, f.Name)] = string(f.Data)
	}
	must.Succeed(t, tempfile.WriteNew(files))
	return root
}

// entries returns those of all solutions of a tree.
func entries(t testing.TB, root string) []grade.Entry {
	t.Helper()
	problems := must.Get(problem.LoadAll(root))(t)
	solutions := must.Get(solution.FindAll(root))(t)
	ids := must.Get(problem.IDs(root))(t)
	all, faults, err := grade.Enter(problems, ids, solutions, "", nil)
	if err != nil || faults != nil {
		t.Fatal(err, faults)
	}
	return all
}

// awake is the solution of sleepers. It is in C, which starts soonest, and which the machines of the tests compile once.
const awake = `#include <poll.h>
#include <signal.h>
#include <stdio.h>
static void wake(int how) { (void)how; }
int main(void) { int ms = 0; signal(SIGURG, wake); scanf("%d", &ms); poll(NULL, 0, ms); puts("awake"); return 0; }
`

// wakes ends each sleep of what runs below a worker until something is done, so that a sleep may be as long as a busy
// machine needs. The signal is one that does nothing to who does not sleep.
func (p *process) wakes(done <-chan struct{}) {
	p.t.Helper()
	must.Until(p.t, "what was woken is done", func() bool {
		for _, pid := range processes.Below(p.Process.Pid) {
			if one, err := os.FindProcess(pid); err == nil {
				one.Signal(syscall.Signal(23)) // SIGURG
			}
		}
		return closed(done)
	})
}

func walled(t *testing.T) {
	t.Helper()
	must.Have(t, "gcc")
	if runtime.GOOS != "linux" {
		t.Skip("no walls for strangers here")
	}
}

// sleepers is a problem whose cases say how many milliseconds the solution sleeps.
func sleepers(t *testing.T, sleeps ...int) string {
	t.Helper()
	walled(t)
	var b strings.Builder
	b.WriteString(`
-- problems/p/problem.yaml --
problem_format_version: 2025-09
name: P
limits: {time_limit: 100}
-- solutions/s/main.c --
//judge:problem p
` + awake)
	for i, ms := range sleeps {
		fmt.Fprintf(&b, "-- testdata/p/secret/%d.in --\n%d\n-- testdata/p/secret/%[1]d.ans --\nawake\n", i+1, ms)
	}
	return tree(t, b.String())
}

func accepted(n int) map[string]result.Verdict {
	want := map[string]result.Verdict{}
	for i := range n {
		want[fmt.Sprintf("secret/%d", i+1)] = result.AC
	}
	return want
}

// graded is a run in progress.
type graded struct {
	t    testing.TB
	run  result.Run
	err  error
	done chan struct{}
	mu   sync.Mutex
	seen []result.Event
}

func (h *house) grade(all []grade.Entry, opt grade.Options) *graded {
	c := h.client()
	g := &graded{t: h.t, done: make(chan struct{})}
	go func() {
		defer close(g.done)
		g.run, g.err = c.Grade(context.Background(), all, opt, func(e result.Event) {
			g.mu.Lock()
			defer g.mu.Unlock()
			g.seen = append(g.seen, e)
		})
	}()
	return g
}

// begins waits until a worker begins a case for the nth time.
func (g *graded) begins(name string, times int) {
	g.t.Helper()
	must.Until(g.t, name+" begins", func() bool { return g.count(name) >= times })
}

// count returns how often a case was begun.
func (g *graded) count(name string) (n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, e := range g.seen {
		if e.Kind == result.Begins && e.Name == name {
			n++
		}
	}
	return n
}

func (g *graded) end() result.Run {
	g.t.Helper()
	must.Until(g.t, "the run ends", func() bool { return closed(g.done) })
	if g.err != nil {
		g.t.Fatal(g.err)
	}
	return g.run
}

// want compares the verdicts of a run's only solution.
func (g *graded) want(want map[string]result.Verdict) result.Run {
	g.t.Helper()
	run := g.end()
	if len(run.Results) != 1 {
		g.t.Fatalf("%d results", len(run.Results))
	}
	got := map[string]result.Verdict{}
	for _, c := range run.Results[0].Cases {
		got[c.Case] = c.Verdict
		must.Equal(g.t, want[c.Case], c.Verdict, c.Case, c.Message)
	}
	must.Equal(g.t, len(want), len(got), got, want)
	return run
}
