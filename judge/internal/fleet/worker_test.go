package fleet

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/short"
)

// The test binary is also the program whose speed a worker measures.
func TestMain(m *testing.M) {
	sandbox.Main()
	if len(os.Args) == 2 && os.Args[1] == SpeedArg {
		Work()
		return
	}
	os.Setenv(grade.Crowded, "1")
	dir, clean, err := tempfile.Dir("fleettest")
	if err != nil {
		panic(err)
	}
	os.Setenv("XDG_CACHE_HOME", dir)
	code := m.Run()
	clean()
	os.Exit(code)
}

// door is a server that listens, with the address of each role.
type door struct {
	owner, client, worker string
	server                *server.Server
	dismiss               func() error // the worker
}

// opened starts a server behind TLS. All roles are in one account, in which a worker's API has its own name.
func opened(t *testing.T) door {
	t.Helper()
	site := httptest.NewTLSServer(nil)
	defer site.Close()
	var users, seeds []string
	for _, r := range []Rights{ServerRights("owner"), ClientRights("client"), WorkerRights("worker")} {
		public, seed := newKey(t)
		seeds = append(seeds, seed)
		for i, subject := range r.Publish {
			r.Publish[i], _ = Service(subject) // a right is asked for the name that a subject is mapped to
		}
		users = append(users, fmt.Sprintf("{nkey: %s, permissions: {publish: [\"%s\"], subscribe: [\"%s\"]}}", public, strings.Join(r.Publish, `", "`), strings.Join(r.Subscribe, `", "`)))
	}
	dir := t.TempDir()
	settings := func(users []string) *server.Options {
		o := &server.Options{}
		if err := o.ProcessConfigString("accounts: {FLEET: {jetstream: enabled, mappings: {\"FLEET.API.>\": \"$JS.API.>\"}, users: [" + strings.Join(users, ",") + "]}}"); err != nil {
			t.Fatal(err)
		}
		o.Host, o.Port, o.NoSigs, o.NoLog, o.JetStream, o.StoreDir, o.JetStreamMaxMemory, o.JetStreamMaxStore = "127.0.0.1", server.RANDOM_PORT, true, true, true, dir, 512<<20, MostStored
		o.TLS, o.TLSHandshakeFirst, o.TLSTimeout, o.TLSConfig = true, true, 10, &tls.Config{MinVersion: tls.VersionTLS13, Certificates: site.TLS.Certificates}
		return o
	}
	o := settings(users)
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server does not start")
	}
	of := func(i int, name string) string {
		return Address{s.Addr().String(), name, seeds[i], Pin(site.Certificate().Raw)}.String()
	}
	return door{of(0, "owner"), of(1, "client"), of(2, "worker"), s, func() error {
		without := settings(users[:2])
		without.Port = s.Addr().(*net.TCPAddr).Port
		return s.ReloadOptions(without)
	}}
}

// TestRoles: what the key of a worker, of a client and of the server itself opens.
func TestRoles(t *testing.T) {
	d := opened(t)
	owner, err := Dial(t.Context(), d.owner)
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close()
	if err := owner.Prepare(t.Context(), Settings{MaxJobs: -1, Lease: time.Minute}); err != nil {
		t.Fatal(err)
	}
	c, err := Dial(t.Context(), d.client)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Status(t.Context()); err != nil {
		t.Errorf("a client asks for the status: %v", err)
	}
	if _, err := Dial(t.Context(), d.worker); err == nil || !strings.HasPrefix(err.Error(), "this is the key of a worker, and a worker may not do this\nhint: ") {
		t.Errorf("with the key of a worker: %v", err)
	}
	for until := time.Now().Add(time.Minute); d.server.NumClients() > 2; time.Sleep(time.Millisecond) {
		if time.Now().After(until) {
			t.Fatalf("%d connections are open", d.server.NumClients())
		}
	}
}

// onlyPython leaves no other compiler to look for, for a parallel test.
func onlyPython(t *testing.T) {
	t.Helper()
	short.Skip(t)
	if err := findPython(); err != nil || runtime.GOOS != "linux" {
		t.Skip("no python3, or no walls for strangers here: ", err)
	}
	t.Parallel()
}

var findPython = sync.OnceValue(func() error {
	python, err := exec.Command("python3", "-c", "import sys; print(sys.executable)").Output() // what is on the path may be a script that looks for it
	dir := filepath.Join(os.Getenv("XDG_CACHE_HOME"), "bin")
	return errors.Join(err, os.Mkdir(dir, 0o700), os.Symlink(strings.TrimSpace(string(python)), filepath.Join(dir, "python3")), os.Setenv("PATH", dir))
})

// checked is a problem with a checker of its own, which accepts the output "yes".
func checked(t *testing.T) problem.Problem {
	t.Helper()
	p := problem.Loose("p")
	p.Limits.Time, p.Dir = 10*time.Second, t.TempDir()
	p.Check = problem.Check{Kind: "testlib", Program: filepath.Join(p.Dir, "check", "main.py")}
	in := filepath.Join(p.Dir, "1.in")
	p.Cases = []problem.Case{{Name: "secret/1", In: in, Ans: in}}
	if err := tempfile.WriteNew(map[string]string{p.Check.Program: "import sys\nsys.exit(open(sys.argv[2]).read() != 'yes\\n')\n", in: "1\n"}); err != nil {
		t.Fatal(err)
	}
	return p
}

// python returns entries of programs in Python.
func python(p problem.Problem, programs ...string) (all []grade.Entry) {
	for i, text := range programs {
		all = append(all, grade.Entry{Problem: p, Cases: p.Cases, Solution: solution.Solution{Name: fmt.Sprint("s", i), Language: "python", Files: []language.File{{Path: "main.py", Text: text}}}})
	}
	return all
}

// TestWorker: a real worker connects, measures its speed and tells of itself. It ends when the server no longer knows its
// key.
func TestWorker(t *testing.T) {
	onlyPython(t)
	d := opened(t)
	owner, err := Dial(t.Context(), d.owner)
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close()
	said := make(chan say.Message, 10)
	w := &Worker{Address: d.worker, Tell: func(m say.Message) { said <- m }}
	ended := make(chan error, 1)
	go func() { ended <- w.Run(t.Context()) }()
	if err := owner.Prepare(t.Context(), Settings{MaxJobs: -1, Lease: time.Minute}); err != nil {
		t.Fatal(err)
	}
	if got := (<-said).String(); !strings.HasPrefix(got, "worker works for "+d.server.Addr().String()+": step ") || !strings.Contains(got, ", python, ") || strings.HasSuffix(got, " 0.0 ms") {
		t.Errorf("it says %s", got)
	}
	if info, err := os.Stat(filepath.Join(os.Getenv("XDG_CACHE_HOME"), "sudokuoj", "fleet", "worker")); err != nil || !info.IsDir() {
		t.Errorf("it has no folder for texts: %v", err)
	}
	owner.judge, owner.patience = Version(), time.Minute
	if there, err := owner.awaitMachines(t.Context()); err != nil || len(there) != 1 || there[0].Name != "worker" || there[0].SpeedMS <= 0 {
		t.Errorf("there is %+v, %v", there, err)
	}
	if err := d.dismiss(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err == nil || !strings.HasPrefix(err.Error(), d.server.Addr().String()+" as worker: the server does not know this key: ") {
		t.Errorf("it ends: %v", err)
	}
}

// TestWork: the work that compares machines ends well; otherwise it would end the tests.
func TestWork(t *testing.T) { Work() }

// TestFastest: the fastest of three runs counts, and none if one of them failed.
func TestFastest(t *testing.T) {
	for _, test := range []struct {
		runs string // each in milliseconds, or how it failed
		want string
	}{
		{"30 20 40", "20 <nil>"}, {"20 30 40", "20 <nil>"}, {"40 30 20", "20 <nil>"}, {"20.5 20.5 20.5", "20.5 <nil>"},
		{"20 exit 20", "0 the program that measures this machine's speed failed: why"},
		{"20 20 signal", "0 the program that measures this machine's speed failed: why"},
		{"lost 20 20", "0 lost"},
	} {
		runs := strings.Fields(test.runs)
		ms, err := fastest(func() (o sandbox.Outcome, err error) {
			word := runs[0]
			runs = runs[1:]
			switch o = (sandbox.Outcome{End: sandbox.Exited, Stderr: []byte("why")}); word {
			case "exit":
				o.Exit = 1
			case "signal":
				o.End = sandbox.CPULimit
			case "lost":
				err = errors.New("lost")
			default:
				o.CPU, err = time.ParseDuration(word + "ms")
			}
			return o, err
		})
		if got := fmt.Sprint(ms, " ", err); got != test.want {
			t.Errorf("%s: %s, want %s", test.runs, got, test.want)
		}
	}
}

// TestWaits: a worker that is about to end names the job that it finishes first.
func TestWaits(t *testing.T) {
	now := "p secret/1"
	for want, at := range map[string]*string{"": nil, "ending: waiting for p secret/1 to finish": &now} {
		w := &Worker{}
		if w.now.Store(at); w.waits().String() != want {
			t.Errorf("it says %q, want %q", w.waits(), want)
		}
	}
}

// TestStrongEnough: behind which walls a worker runs strangers' programs.
func TestStrongEnough(t *testing.T) {
	for step, want := range map[int]bool{1: true, 2: true, 3: true, 4: false, 5: false} {
		if err := strongEnough(result.Host{Step: step}); (err == nil) != want || err != nil && !strings.Contains(err.Error(), "it takes step 3 or better") {
			t.Errorf("step %d: %v", step, err)
		}
	}
}

// TestBetweenJobs: what fails is told and done again, except at the end. No job runs meanwhile.
func TestBetweenJobs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		told := ""
		w := &Worker{slot: make(turn, 1), Tell: func(m say.Message) { told += m.String() + " " }}
		ctx, stop := context.WithCancel(t.Context())
		start, calls := time.Now(), 0
		w.betweenJobs(ctx, time.Minute, func(context.Context) error {
			if calls++; len(w.slot) != 1 {
				t.Error("a job may run meanwhile")
			}
			switch calls {
			case 2:
				return nil
			case 3:
				stop()
			}
			return fmt.Errorf("fault%d", calls)
		})
		if took := time.Since(start); told != "fault1 " || calls != 3 || took != 3*time.Minute || len(w.slot) != 0 {
			t.Errorf("in %d calls and %v it tells %q", calls, took, told)
		}
	})
}

// TestOpenBench: a worker waits for the texts of its fleet, and has a folder for them.
func TestOpenBench(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, dir string
		late      time.Duration // until the stream is there
		want      error
	}{
		{"all is there", filepath.Join(dir, "new"), 0, nil},
		{"the stream comes late", dir, 20 * time.Second, nil},
		{"it never comes", dir, time.Hour, context.DeadlineExceeded},
		{"the folder is a file", file, 0, syscall.ENOTDIR},
	} {
		wound(t, func(t *testing.T) {
			h := inside(t, -1)
			if test.late > 0 {
				if err := h.js.DeleteStream(t.Context(), blobs); err != nil {
					t.Fatal(err)
				}
				made := make(chan error, 1)
				timer := time.AfterFunc(test.late, func() { made <- h.Prepare(t.Context(), h.settings) })
				defer func() {
					if timer.Stop() {
						return
					}
					if err := <-made; err != nil { // the other streams, too
						t.Error(err)
					}
				}()
			}
			ctx, stop := context.WithTimeout(t.Context(), time.Minute)
			defer stop()
			w := &Worker{CacheDir: test.dir, js: h.js}
			err := w.openBench(ctx, nil, "w")
			if info, _ := os.Stat(test.dir); !errors.Is(err, test.want) || (w.grade != nil) != (test.want == nil) || err == nil && !info.IsDir() {
				t.Errorf("%s: %v, it grades: %t", test.name, err, w.grade != nil)
			}
		})
	}
}

// TestBench: what a worker keeps from one job to the next, and what it fetches.
func TestBench(t *testing.T) {
	onlyPython(t)
	h := inside(t, -1)
	stream, err := h.js.Stream(t.Context(), blobs)
	if err != nil {
		t.Fatal(err)
	}
	g, err := grade.Open(sandbox.Options{}, build.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	b := &bench{grader: g, texts: &cache{dir: t.TempDir(), stream: stream}}
	p := checked(t)
	does := func(what, want string, spoil func(*Job), programs ...string) {
		t.Helper()
		r, err := newRun(h.Client, python(p, programs...), grade.Options{}, func(result.Event) {}, []result.Machine{{Languages: []string{"python"}}})
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range r.todo[0].texts {
			if err := text.put(t.Context(), h.js, stream); err != nil {
				t.Fatal(err)
			}
		}
		j := r.todo[0].job
		spoil(&j)
		graded, err := b.grade(t.Context(), j)
		got := fmt.Sprint(err)
		if err == nil {
			all, fault := Result{V: Wire, Graded: graded}.read(len(programs))
			got = fault.String()
			for _, one := range all {
				got += string(one.Verdict) + map[bool]string{false: "!"}[one.compile.OK] + " "
			}
		}
		if !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
	whole := func(*Job) {}
	does("the first job", "AC WA CE! ", whole, "print('yes')\n", "print('no')\n", "print(\n")
	if len(b.known) != 3 {
		t.Errorf("it knows %d programs", len(b.known))
	}
	checkers, err := filepath.Glob(filepath.Join(b.texts.dir, checkerFolder+"*"))
	if err != nil || len(checkers) != 1 {
		t.Fatal(checkers, err)
	}
	for _, one := range b.known {
		one.Refused = result.CE
	}
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(checkers[0], old, old); err != nil {
		t.Fatal(err)
	}
	does("a known one is not prepared again", "CE ", whole, "print('yes')\n")
	if info, err := os.Stat(checkers[0]); err != nil || time.Since(info.ModTime()) > time.Minute {
		t.Errorf("a checker in use looks old: %v", err)
	}
	b.since = time.Now().Add(-keepKnown)
	does("what is known is forgotten in time", "AC ", whole, "print('yes')\n")
	does("a fault of the machine may pass", "JE! ", func(j *Job) { j.Solutions[0].Language = "none" }, "print('yes')\n")
	for i := range mostKnown - 1 {
		b.known[fmt.Sprint(i)] = nil
	}
	does("so many are known at once", "WA ", whole, "print('no')\n")
	if len(b.known) != mostKnown+1 {
		t.Errorf("it knows %d", len(b.known))
	}
	does("too many are forgotten", "CE! ", whole, "print(\n")
	if len(b.known) != 1 {
		t.Errorf("it still knows %d", len(b.known))
	}
	none := blobOf([]byte("none"))
	for what, spoil := range map[string]func(*Job){
		"input":   func(j *Job) { j.Case.In = none },
		"answer":  func(j *Job) { j.Case.Ans = none },
		"program": func(j *Job) { j.Solutions[0].Files[0].Blob = none },
		"checker": func(j *Job) { j.Checker[0].Blob = none },
	} {
		does("without its "+what, "text "+none.SHA256+": piece 1 of 1 is not in the store", spoil, "print('maybe')\n")
	}
	if left, err := filepath.Glob(filepath.Join(b.texts.dir, ".*")); err != nil || len(left) > 0 {
		t.Errorf("left are %v, %v", left, err)
	}
	p.Check = problem.Check{Kind: "lines"}
	does("without a checker of its own", "WA ", whole, "print('yes')\n")
}
