package fleet

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats-server/v2/server/ats"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

// wound runs a test with a clock that is wound: whenever all wait, the time goes on to the next event.
func wound(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	keepAccessTime()
	runtime.GC() // the client of NATS keeps old timers for later, and those of another bubble cannot be used:
	runtime.GC() // what a pool holds is gone after two collections
	synctest.Test(t, test)
}

// keepAccessTime has the store's own clock tick outside of the bubbles, which all servers share.
var keepAccessTime = sync.OnceFunc(ats.Register)

// hub is a fleet in this process: a server with the fleet's streams, and a client.
type hub struct {
	*Client
	t        *testing.T
	server   atomic.Pointer[server.Server]
	dir      string
	settings Settings
	warned   string
}

// inside opens a fleet with room for so many jobs.
func inside(t *testing.T, jobs int64) *hub {
	t.Helper()
	h := &hub{t: t, dir: t.TempDir(), settings: Settings{MaxJobs: jobs, Lease: time.Minute}}
	h.up()
	t.Cleanup(func() { h.down() })
	h.Client = &Client{judge: "j", patience: time.Minute, back: make(chan struct{}), Begun: func(string) {}, Warn: func(m say.Message) { h.warned += m.String() + "\n" }}
	h.conn, h.js = h.connect(nats.ReconnectHandler(h.cameBack))
	t.Cleanup(func() { h.Close() })
	if err := h.Prepare(t.Context(), h.settings); err != nil {
		t.Fatal(err)
	}
	return h
}

// up starts the server, or starts it again.
func (h *hub) up() {
	h.t.Helper()
	s, err := server.NewServer(&server.Options{JetStream: true, StoreDir: h.dir, DontListen: true, NoSigs: true, NoLog: true, MaxPayload: 1 << 20, JetStreamMaxMemory: 512 << 20, JetStreamMaxStore: MostStored})
	if err != nil {
		h.t.Fatal(err)
	}
	s.Start()
	h.server.Store(s)
	if !s.ReadyForConnections(time.Minute) {
		h.t.Fatal("the server does not start")
	}
}

func (h *hub) down() {
	h.server.Load().Shutdown()
	h.server.Load().WaitForShutdown()
}

// InProcessConn connects with the server, which may be another one than before.
func (h *hub) InProcessConn() (net.Conn, error) { return h.server.Load().InProcessConn() }

func (h *hub) connect(on ...nats.Option) (*nats.Conn, jetstream.JetStream) {
	h.t.Helper()
	conn, err := nats.Connect("", append(on, nats.InProcessServer(h), nats.MaxReconnects(-1), nats.ReconnectWait(250*time.Millisecond), nats.ReconnectBufSize(-1))...)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	if err != nil {
		h.t.Fatal(err)
	}
	return conn, js
}

// works runs a worker with that name until it dies, or is ended and finishes its job, or the test ends. does grades for it: it returns the
// verdict of a solution on a case, or ! and an error.
func (h *hub) works(m result.Machine, does func(solution, name string) string) (die, end func()) {
	h.t.Helper()
	m.Judge, m.Step = cmp.Or(m.Judge, "j"), 2
	if m.Languages == nil {
		m.Languages = []string{"go"}
	}
	conn, js := h.connect()
	w := &Worker{machine: m, host: json.RawMessage("{}"), js: js, Tell: func(say.Message) {}}
	w.speed.Store(&m.SpeedMS)
	w.grade = func(_ context.Context, j Job) (all []Graded, err error) {
		for _, s := range j.Solutions {
			v, lost := strings.CutPrefix(does(s.Name, j.Case.Name), "!")
			if lost {
				return nil, errors.New(v)
			}
			one := result.Case{Case: j.Case.Name, Verdict: result.Verdict(v), Expected: result.Accepted, AsExpected: v == "AC"}
			if v == "TLE" {
				one.CPU = j.Limits.Time
			}
			text, err := json.Marshal(one)
			if err != nil {
				return nil, err
			}
			all = append(all, Graded{Compile: result.Compile{OK: v != "CE"}, Case: text})
		}
		return all, nil
	}
	ctx, stop := context.WithCancel(context.Background())
	var ended sync.WaitGroup
	ended.Go(func() { w.work(ctx, nil) })
	h.t.Cleanup(func() {
		stop()
		ended.Wait()
	})
	return func() {
		stop()
		conn.Close()
	}, stop
}

// entered returns solutions with so many cases each, of one problem.
func entered(t *testing.T, cases int, names ...string) (all []grade.Entry) {
	t.Helper()
	p := problem.Loose("p")
	p.Limits.Time = time.Second
	dir := t.TempDir()
	for i := range cases {
		c := problem.Case{Name: fmt.Sprint("secret/", i+1), In: filepath.Join(dir, fmt.Sprint(i, ".in")), Ans: filepath.Join(dir, "ans")}
		if err := errors.Join(os.WriteFile(c.In, []byte{byte(i)}, 0o600), os.WriteFile(c.Ans, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
		p.Cases = append(p.Cases, c)
	}
	for _, name := range names {
		all = append(all, grade.Entry{Problem: p, Cases: p.Cases, Solution: solution.Solution{Name: name, Language: "go", Files: []language.File{{Path: "main.go", Text: "package main // " + name}}}})
	}
	return all
}

// verdicts returns those of a run: of each solution, and of its cases.
func verdicts(run result.Run) string {
	var all []string
	for _, s := range run.Results {
		one := string(s.Verdict) + ":"
		for _, c := range s.Cases {
			one += " " + string(c.Verdict)
		}
		all = append(all, one)
	}
	return strings.Join(all, ", ")
}

// TestRuns sends runs through a whole fleet. Tables take the place of programs and say what each solution gets on each
// case.
func TestRuns(t *testing.T) {
	slow, fast := result.Machine{Name: "slow", SpeedMS: 200}, result.Machine{Name: "fast", SpeedMS: 100, Reference: true}
	for _, test := range []struct {
		name     string
		jobs     int64
		opt      grade.Options
		workers  []result.Machine
		programs string // for each solution, the verdicts of its cases
		want     string
	}{
		{"all is well", -1, grade.Options{}, []result.Machine{fast}, "AC AC AC, AC WA AC", "AC: AC AC AC, WA: AC WA AC"},
		{"no more after a failure", -1, grade.Options{FailFast: true}, []result.Machine{fast}, "AC AC AC, AC WA AC, WA WA WA", "AC: AC AC AC, WA: AC WA SK, WA: WA SK SK"},
		{"more, since none failed", -1, grade.Options{FailFast: true}, []result.Machine{fast}, "AC AC AC, AC AC AC", "AC: AC AC AC, AC: AC AC AC"},
		{"no more after all failed", -1, grade.Options{FailFast: true}, []result.Machine{fast}, "WA AC AC", "WA: WA SK SK"},
		{"what does not compile", -1, grade.Options{}, []result.Machine{fast}, "CE CE, AC AC", "CE: CE CE, AC: AC AC"},
		{"and no more after it", -1, grade.Options{FailFast: true}, []result.Machine{fast}, "CE CE, AC AC", "CE: CE CE, AC: AC AC"},
		{"a fault of a worker", -1, grade.Options{}, []result.Machine{fast}, "AC !lost", "JE: AC JE"},
		{"which all of a job suffer", -1, grade.Options{}, []result.Machine{fast}, "AC !lost, AC AC", "JE: AC JE, JE: AC JE"},
		{"none before the machine that counts has judged", -1, grade.Options{FailFast: true}, []result.Machine{slow, fast}, "TLE AC", "TLE: TLE SK"},
		{"one job at a time", 1, grade.Options{}, []result.Machine{fast}, "AC AC AC AC", "AC: AC AC AC AC"},
		{"the machine that counts", -1, grade.Options{}, []result.Machine{slow, fast}, "slow:TLE", "AC: AC"},
		{"a worker of another judge", -1, grade.Options{}, []result.Machine{{Name: "other", Judge: "k", SpeedMS: 100}, fast}, "other:WA other:WA other:WA", "AC: AC AC AC"},
		{"none that counts", -1, grade.Options{}, []result.Machine{slow}, "slow:TLE", "TLE: TLE"},
	} {
		t.Run(test.name, func(t *testing.T) {
			wound(t, func(t *testing.T) {
				c := inside(t, test.jobs)
				var names []string
				programs := strings.Split(test.programs, ", ")
				for i := range programs {
					names = append(names, fmt.Sprint(i))
				}
				for _, m := range test.workers {
					c.works(m, func(solution, name string) string {
						var i, n int
						fmt.Sscan(solution, &i)
						fmt.Sscanf(name, "secret/%d", &n)
						v := strings.Fields(programs[i])[n-1]
						if on, there, ok := strings.Cut(v, ":"); ok {
							if v = "AC"; on == m.Name {
								v = there
							}
						}
						return v
					})
				}
				until := time.Now().Add(time.Minute)
				for all, _ := c.machines(t.Context()); len(all) < len(test.workers) && time.Now().Before(until); all, _ = c.machines(t.Context()) {
					time.Sleep(time.Millisecond)
				}
				var mu sync.Mutex
				ended, finished := 0, 0
				start := time.Now()
				run, err := c.Grade(t.Context(), entered(t, len(strings.Fields(programs[0])), names...), test.opt, func(e result.Event) {
					mu.Lock()
					defer mu.Unlock()
					switch e.Kind {
					case result.Ended:
						ended++
					case result.Finished:
						finished++
					}
				})
				if took := time.Since(start); took >= fullPause && test.jobs < 0 {
					t.Errorf("it took %v", took) // nobody had to wait
				}
				got := verdicts(run)
				if err != nil || got != test.want || run.Interrupted {
					t.Errorf("%s, %v, want %s", got, err, test.want)
				}
				told := slices.DeleteFunc(strings.Fields(test.want), func(word string) bool { return strings.HasSuffix(word, ":") || word[:2] == "CE" || word[:2] == "JE" })
				if ended != len(told) || finished != len(programs) {
					t.Errorf("%d cases and %d solutions are told to have ended, want %d", ended, finished, len(told))
				}
				c.tidying.Wait()
				s, err := c.Status(t.Context())
				for until := time.Now().Add(time.Minute); err == nil && s.InWork > 0 && time.Now().Before(until); s, err = c.Status(t.Context()) {
					time.Sleep(time.Millisecond) // the workers report that they are done last of all
				}
				if err != nil || s.Queued+s.InWork+s.Dead > 0 || s.Results == 0 || len(s.Workers) != len(test.workers) {
					t.Errorf("it leaves %+v, %v", s, err)
				}
				stream, err := c.js.Stream(t.Context(), results)
				if err != nil || stream.CachedInfo().State.Msgs > 0 {
					t.Errorf("results are left, %v", err)
				}
				stream, err = c.js.Stream(t.Context(), blobs) // for the workers: an input for each case, and each source
				if n := len(strings.Fields(programs[0])) + len(programs); err != nil || stream.CachedInfo().State.Msgs != uint64(n) && !strings.Contains(test.want, "SK") {
					t.Errorf("%d texts are stored, want %d: %v", stream.CachedInfo().State.Msgs, n, err)
				}
			})
		})
	}
}

// TestReport: the messages about a run whose cases were on these machines; + marks a case during which others used the
// processor.
func TestReport(t *testing.T) {
	for _, test := range []struct {
		on   string // for each case; - means no result yet
		want string
	}{
		{"x x", "AC: AC AC, of one machine"},
		{"x y", "AC: AC/x AC/y, of several"},
		{"x+ x", "AC: AC AC, of one machine, disturbed"},
		{"x -", "SK: AC SK, of one machine"},
		{"- -", ", of one machine"},
	} {
		finished := 0
		none := entered(t, 0, "none")
		r, err := newRun(&Client{judge: "j", Resume: "r", Warn: func(say.Message) {}}, append(none, entered(t, 2, "a")...), grade.Options{}, func(e result.Event) {
			if e.Kind == result.Finished {
				finished++
			}
		}, []result.Machine{{Name: "x", Judge: "j", Step: 2, Languages: []string{"go"}}})
		if err != nil || finished != 1 || r.id != "r" || r.fresh {
			t.Fatalf("%v, %d finished, run %s", err, finished, r.id)
		}
		for i, on := range strings.Fields(test.on) {
			name, disturbed := strings.CutSuffix(on, "+")
			if name == "-" {
				continue
			}
			text, err := json.Marshal(result.Case{Case: fmt.Sprint("secret/", i+1), Verdict: result.AC, Contended: disturbed})
			if err != nil {
				t.Fatal(err)
			}
			r.take(Result{V: Wire, Run: "r", Job: r.todo[i].job.ID, Worker: name, Host: json.RawMessage(`{"os":"` + name + `"}`), Graded: []Graded{{Compile: result.Compile{OK: true}, Case: text}}})
		}
		run := r.report(strings.Contains(test.on, "-"), time.Second)
		run.Results = slices.DeleteFunc(run.Results, func(s result.Solution) bool { return s.Solution == "none" })
		got := ""
		for _, s := range run.Results {
			got += string(s.Verdict) + ":"
			for _, c := range s.Cases {
				got += " " + string(c.Verdict)
				if c.Machine != "" {
					got += "/" + c.Machine
				}
			}
		}
		got += map[bool]string{false: ", of one machine", true: ", of several"}[run.Host.Several]
		if run.Host.Contended {
			got += ", disturbed"
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.on, got, test.want)
		}
	}
}

// TestInterruptedRun: results so far are kept, the rest is skipped, and the queue is empty.
func TestInterruptedRun(t *testing.T) {
	wound(t, func(t *testing.T) {
		c := inside(t, -1)
		ctx, stop := context.WithCancel(t.Context())
		c.works(result.Machine{Name: "w", SpeedMS: 1}, func(_, name string) string {
			if name == "secret/2" {
				stop()
				<-t.Context().Done()
			}
			return "AC"
		})
		run, err := c.Grade(ctx, entered(t, 3, "a"), grade.Options{}, func(result.Event) {})
		if got := verdicts(run); err != nil || !run.Interrupted || got != "SK: AC SK SK" && got != "AC: AC SK SK" {
			t.Errorf("%s, %v, interrupted: %v", got, err, run.Interrupted)
		}
		if s, err := c.Status(t.Context()); err != nil || s.Queued > 0 {
			t.Errorf("it leaves %+v, %v", s, err)
		}
	})
}

// TestListen: a run takes each result once, also if it listens again later.
func TestListen(t *testing.T) {
	h := inside(t, -1)
	r := &run{client: h.Client, id: "r"}
	for i, n := range []int{2, 0, 1} {
		for j := range n {
			if _, err := h.js.Publish(t.Context(), fmt.Sprintf("%sr.%d-%d", resultSubject, i, j), []byte("{}")); err != nil {
				t.Fatal(err)
			}
		}
		before := r.seen
		end, err := r.listen(t.Context(), nil, before+1)
		if err != nil {
			t.Fatal(err)
		}
		end()
		if r.seen != before+uint64(n) {
			t.Errorf("%d results more: it has seen %d of them", n, r.seen-before)
		}
	}
	h.leavesNobody(results)
}

// TestNoWorker: how long a client waits, and its message then.
func TestNoWorker(t *testing.T) {
	wound(t, func(t *testing.T) {
		c := inside(t, -1)
		for patience, want := range map[time.Duration]string{300 * time.Millisecond: "", time.Minute: "it waits for a worker\n"} {
			c.patience, c.warned = patience, ""
			if _, err := c.Grade(t.Context(), entered(t, 1, "a"), grade.Options{}, func(result.Event) {}); err == nil || !strings.HasPrefix(err.Error(), "the fleet has no worker\nhint: start one") || c.warned != want {
				t.Errorf("without any in %v: %v, it warns %q", patience, err, c.warned)
			}
		}
		for _, text := range []string{"no JSON", `{"name":"another","judge":"j","isolation_step":2}`} { // these count as absent
			if _, err := c.js.Publish(t.Context(), "$KV."+machines+".evil", []byte(text)); err != nil {
				t.Fatal(err)
			}
			if all, err := c.machines(t.Context()); err != nil || len(all) > 0 {
				t.Errorf("%s makes the machines %+v, %v", text, all, err)
			}
		}
		c.works(result.Machine{Name: "old", SpeedMS: 1}, nil)
		c.judge, c.patience = "k", time.Second
		if _, err := c.Grade(t.Context(), entered(t, 1, "a"), grade.Options{}, func(result.Event) {}); err == nil || !strings.Contains(err.Error(), "old runs judge j, and this is k") {
			t.Errorf("with another judge's: %v", err)
		}
		ended, stop := context.WithCancel(t.Context())
		stop()
		if _, err := c.Grade(ended, nil, grade.Options{}, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("called off: %v", err)
		}
		c.patience = time.Minute
		c.conn.Close()
		start := time.Now()
		if _, err := c.Grade(t.Context(), nil, grade.Options{}, nil); !errors.Is(err, nats.ErrConnectionClosed) || time.Since(start) > time.Second {
			t.Errorf("after the end of the connection: %v", err)
		}
	})
}

// TestTexts: a stored text can be fetched. If somebody else stored a wrong text, storing replaces it and fetching
// refuses it.
func TestTexts(t *testing.T) {
	c := inside(t, -1)
	stream, err := c.js.Stream(t.Context(), blobs)
	if err != nil {
		t.Fatal(err)
	}
	long := bytes.Repeat([]byte("0123456789abcdef"), (piece+1000)/16)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, long[1:], 0o600); err != nil {
		t.Fatal(err)
	}
	onDisk, err := textOf(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, one := range map[string]text{"empty": {Blob: blobOf(nil)}, "short": {Blob: blobOf([]byte("x")), data: "x"}, "long": {Blob: blobOf(long), data: string(long)}, "a file": onDisk} {
		for _, spoilt := range []bool{false, true} {
			if n := one.pieces() - 1; spoilt && n >= 0 {
				if err := errors.Join(stream.Purge(t.Context(), jetstream.WithPurgeSubject(one.subject(n))), func() error { _, err := c.js.Publish(t.Context(), one.subject(n), []byte("evil")); return err }()); err != nil {
					t.Fatal(err)
				}
				if _, err := (&cache{dir: t.TempDir(), stream: stream}).path(t.Context(), one.Blob); err == nil || !strings.Contains(err.Error(), "another digest") {
					t.Errorf("%s: what was spoilt is fetched: %v", name, err)
				}
			}
			for range 2 {
				if err := one.put(t.Context(), c.js, stream); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
			k := &cache{dir: t.TempDir(), stream: stream}
			path, err := k.path(t.Context(), one.Blob)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if got, err := os.ReadFile(path); err != nil || blobOf(got) != one.Blob {
				t.Errorf("%s: it comes back as %d bytes, %v", name, len(got), err)
			}
			k.stream = nil // it is not asked for twice
			if again, err := k.path(t.Context(), one.Blob); err != nil || again != path || !k.grown {
				t.Errorf("%s: the second time %v", name, err)
			}
			left, _ := os.ReadDir(k.dir)
			if len(left) != 1 {
				t.Errorf("%s: %d files are left", name, len(left))
			}
		}
	}
	k := &cache{dir: t.TempDir(), stream: stream}
	if _, err := k.path(t.Context(), blobOf([]byte("none"))); err == nil || !strings.Contains(err.Error(), "piece 1 of 1 is not in the store") {
		t.Errorf("what nobody stored: %v", err)
	}
	path, _ := k.path(t.Context(), blobOf([]byte("x")))
	os.WriteFile(path, []byte("xx"), 0o600)
	if path, err = k.path(t.Context(), blobOf([]byte("x"))); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(path); string(got) != "x" {
		t.Errorf("a file of another size is taken for it: %q", got)
	}
}

// TestGivenUp: a job that was begun three times gets a result that says so. A job that was only handed out goes to the
// end of its queue.
func TestGivenUp(t *testing.T) {
	for _, workers := range [][]string{{"ann", "bob", "cid"}, {"ann", "bob"}, nil} {
		c := inside(t, -1)
		subject := jobSubject + "q.r.j"
		sent, err := c.js.Publish(t.Context(), subject, []byte("job"))
		for _, name := range workers {
			_, told := c.js.Publish(t.Context(), begunSubject+"r.j", []byte(name))
			err = errors.Join(err, told)
		}
		if err == nil {
			err = answerDeadLetter(t.Context(), c.js, fmt.Appendf(nil, `{"stream_seq":%d}`, sent.Sequence))
		}
		if err != nil {
			t.Fatal(err)
		}
		stream, err := c.js.Stream(t.Context(), jobs)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := stream.GetLastMsgForSubject(t.Context(), subject)
		kept, err := c.js.Stream(t.Context(), results)
		if err != nil {
			t.Fatal(err)
		}
		said, _ := kept.GetLastMsgForSubject(t.Context(), resultSubject+"r.j")
		if dead := len(workers) == deliveries; dead != (again == nil) || dead != (said != nil) || dead && !strings.Contains(string(said.Data), `"cid"`) || !dead && again.Sequence <= sent.Sequence {
			t.Errorf("begun by %q: it waits as %+v, its result is %+v", workers, again, said)
		}
		if err := answerDeadLetter(t.Context(), c.js, fmt.Appendf(nil, `{"stream_seq":%d}`, sent.Sequence)); err != nil {
			t.Errorf("the same notice once more: %v", err)
		}
	}
}

// TestStoredOnce: a queue takes a job once, and only the first result of a job is kept. A result that is too large is replaced by one that says so.
func TestStoredOnce(t *testing.T) {
	c := inside(t, -1)
	if _, err := c.js.Publish(t.Context(), jobSubject+"q.r.j", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := c.js.Publish(t.Context(), jobSubject+"q.r.j", nil); !taken(err) {
		t.Errorf("the same job once more: %v", err)
	}
	first := Result{V: Wire, Run: "r", Job: "j", Worker: "w"}
	second := first
	second.Worker = "other"
	if err := errors.Join(first.store(t.Context(), c.js), second.store(t.Context(), c.js)); err != nil {
		t.Fatal(err)
	}
	stream, err := c.js.Stream(t.Context(), results)
	if err != nil {
		t.Fatal(err)
	}
	if m, err := stream.GetLastMsgForSubject(t.Context(), resultSubject+"r.j"); err != nil || !slices.Contains(strings.Split(string(m.Data), `"`), "w") {
		t.Errorf("%+v, %v", m, err)
	}
	first.Graded = []Graded{{Case: json.RawMessage(`"` + strings.Repeat("x", 1000) + `"`)}}
	size := int64(len(jsonOf(t, first)))
	for most, whole := range map[int64]bool{10_000: true, size: true, size - 1: false, 500: false} {
		text, err := first.text(most)
		var got Result
		if err := errors.Join(err, json.Unmarshal(text, &got)); err != nil || int64(len(text)) > most || (len(got.Graded) == 1) != whole || got.Fault.Said() == whole {
			t.Errorf("in %d bytes: %s, %v", most, text, err)
		}
	}
}
