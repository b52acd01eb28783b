package fleet_test

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"sudokuoj/judge/internal/base/interrupt"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/fleet"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/must"
)

// world is a fleet in this process: a real server and workers, and tables in the place of programs.
type world struct {
	t   *testing.T
	hub *fleet.Hub
}

// open opens a fleet without workers, for a parallel test.
func open(t *testing.T, o fleet.HubOptions) *world {
	t.Helper()
	t.Parallel()
	w := &world{t: t}
	o.Dir, o.Listen = t.TempDir(), "127.0.0.1:0"
	hub := must.Get(fleet.OpenHub(t.Context(), o))(t)
	t.Cleanup(hub.Close)
	w.hub = hub
	return w
}

// invite returns the address of a new worker or client.
func (w *world) invite(name string, r fleet.Role) string {
	w.t.Helper()
	address := must.Get(fleet.Invite(w.hub.Dir, w.hub.Addr().String(), name, r))(w.t)
	return address
}

// client connects as a new client.
func (w *world) client(name string) *fleet.Client {
	w.t.Helper()
	return w.dial(w.invite(name, fleet.ClientRole))
}

func (w *world) dial(address string) *fleet.Client {
	w.t.Helper()
	c := must.Get(fleet.Dial(w.t.Context(), address))(w.t)
	w.t.Cleanup(func() { c.Close() })
	return c
}

// grades says how a worker in a test grades a solution on a case: with a verdict, with ! and a fault, or not at all: ?.
type grades func(solution, name string) string

// worker starts a worker that knows these languages, and waits until it tells of itself.
func (w *world) worker(name, languages string, does grades) {
	w.t.Helper()
	one := &fleet.Worker{Address: w.invite(name, fleet.WorkerRole), Languages: strings.Fields(languages), Tell: func(say.Message) {},
		Grade: func(_ context.Context, j fleet.Job) (all []fleet.Graded, err error) {
			for _, s := range j.Solutions {
				v, fault := strings.CutPrefix(does(s.Name, j.Case.Name), "!")
				if v == "?" {
					panic("it broke")
				}
				if fault {
					return nil, errors.New(v)
				}
				c := result.Case{Case: j.Case.Name, Verdict: result.Verdict(v), Expected: result.Accepted, AsExpected: v == "AC"}
				why := say.Message{}
				if v == "CE" {
					why = say.Of("x.c:1: error: no headers")
				}
				all = append(all, fleet.Graded{Compile: result.Compile{OK: v != "CE", Message: why}, Case: c})
			}
			return all, nil
		}}
	ctx, stop := context.WithCancel(context.Background())
	var ended sync.WaitGroup
	ended.Go(func() {
		if err := one.Run(ctx); err != nil && ctx.Err() == nil {
			w.t.Errorf("worker %s: %v", name, err)
		}
	})
	w.t.Cleanup(func() {
		stop()
		ended.Wait()
	})
	must.Until(w.t, name+" tells of itself", func() bool {
		return slices.ContainsFunc(w.status().Workers, func(m result.Machine) bool { return m.Name == name })
	})
}

func (w *world) status() result.Fleet {
	w.t.Helper()
	ctx, stop := context.WithTimeout(w.t.Context(), time.Minute) // without one, the client of the streams waits for 5 s
	defer stop()
	s := must.Get(w.hub.Status(ctx))(w.t)
	return s
}

// raw connects without the fleet's own client, as an attacker would. Refusals of the server go to denied.
func (w *world) raw(address string) (conn *nats.Conn, denied chan error) {
	w.t.Helper()
	a := must.Get(fleet.ParseAddress(address))(w.t)
	pair := must.Get(nkeys.FromSeed([]byte(a.Seed)))(w.t)
	public, err := pair.PublicKey()
	must.Succeed(w.t, err)
	denied = make(chan error, 100)
	conn = must.Get(nats.Connect("tls://"+a.Host, nats.Nkey(public, pair.Sign), nats.TLSHandshakeFirst(), nats.Timeout(time.Minute),
		nats.Secure(&tls.Config{InsecureSkipVerify: true}), nats.CustomInboxPrefix("_INBOX_"+a.Name),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { denied <- err })))(w.t)
	w.t.Cleanup(conn.Close)
	return conn, denied
}

// request asks the server as a client does.
func request(t *testing.T, conn *nats.Conn, subject, about string) (answer []byte) {
	t.Helper()
	return must.Get(conn.Request(subject, []byte(about), time.Minute))(t).Data
}

// alive has a worker tell of itself again and again, and waits until the server has heard it.
func (w *world) alive(conn *nats.Conn, name string, messages ...string) {
	w.t.Helper()
	go func() {
		for again := true; again; again = interrupt.Pause(w.t.Context(), time.Second) {
			for _, m := range messages {
				conn.Publish("fleet.alive.2."+name, []byte(m))
			}
		}
	}()
	must.Until(w.t, name+" is heard", func() bool {
		return slices.ContainsFunc(w.status().Workers, func(m result.Machine) bool { return m.Name == name })
	})
}

// evil connects a worker without the fleet's own code that tells of itself as one for Go.
func (w *world) evil() *nats.Conn {
	w.t.Helper()
	conn, _ := w.raw(w.invite("evil", fleet.WorkerRole))
	w.alive(conn, "evil", `{"judge":"`+fleet.Version()+`","languages":["go"]}`)
	return conn
}

// store returns the API of the server's streams as workers and clients reach it.
func store(t *testing.T, conn *nats.Conn) jetstream.JetStream {
	t.Helper()
	js := must.Get(jetstream.NewWithAPIPrefix(conn, "FLEET.API", jetstream.WithDefaultTimeout(time.Minute)))(t)
	return js
}

// entered returns solutions, NAME or NAME.LANGUAGE, for one problem with so many cases.
func entered(t *testing.T, cases int, names ...string) (all []grade.Entry) {
	t.Helper()
	p := problem.Loose("p")
	p.Limits.Time = time.Second
	dir := t.TempDir()
	for i := range cases {
		c := problem.Case{Name: fmt.Sprint("secret/", i+1), In: filepath.Join(dir, fmt.Sprint(i, ".in")), Ans: filepath.Join(dir, "ans")}
		must.Succeed(t, errors.Join(os.WriteFile(c.In, []byte{byte(i)}, 0o600), os.WriteFile(c.Ans, nil, 0o600)))
		p.Cases = append(p.Cases, c)
	}
	for _, name := range names {
		name, l, _ := strings.Cut(name, ".")
		all = append(all, grade.Entry{Problem: p, Cases: p.Cases, Solution: solution.Solution{Name: name, Language: cmp.Or(l, "go"),
			Files: []language.File{{Path: "main", Text: "// " + name}}}})
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

// gradeAll grades, and returns the verdicts.
func gradeAll(t *testing.T, c *fleet.Client, all []grade.Entry, opt grade.Options) (string, result.Run) {
	t.Helper()
	run := must.Get(c.Grade(t.Context(), all, opt, func(result.Event) {}))(t)
	return verdicts(run), run
}

func well(string, string) string { return "AC" }
