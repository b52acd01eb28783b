package fleet_test

import (
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/fleet"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
)

// TestRights: what a key may not do is refused, for workers and for clients; the connection stays.
func TestRights(t *testing.T) {
	w := open(t, fleet.HubOptions{})
	for r, test := range map[fleet.Role]struct{ publish, hear, may string }{
		fleet.WorkerRole: {
			publish: `fleet.job.2.q.c.r.j fleet.blob.2.c.d.0 fleet.queue.2 fleet.ask.2.me.status fleet.alive.2.other fleet.result.2.c.r.j.other
				fleet.begun.2.c.r.j.other _INBOX_other.x $JS.API.STREAM.CREATE.X FLEET.API.STREAM.CREATE.X FLEET.API.STREAM.DELETE.FLEET_JOBS
				FLEET.API.STREAM.PURGE.FLEET_RESULTS FLEET.API.STREAM.MSG.GET.FLEET_RESULTS FLEET.API.CONSUMER.CREATE.FLEET_BLOBS.c
				FLEET.API.CONSUMER.DURABLE.CREATE.FLEET_JOBS.c FLEET.API.CONSUMER.MSG.NEXT.FLEET_RESULTS.c
				FLEET.API.DIRECT.GET.FLEET_RESULTS.fleet.result.2.c.r.j.w $SYS.REQ.SERVER.PING`,
			hear: "fleet.job.> fleet.result.> fleet.begun.> fleet.told.> _INBOX_other.> > $JS.ACK.>", may: "fleet.result.2.c.r.j.me",
		},
		fleet.ClientRole: {
			publish: `fleet.result.2.me.r.j.w fleet.begun.2.me.r.j.w fleet.alive.2.w fleet.job.2.q.other.r.j fleet.blob.2.other.d.0
				fleet.ask.2.other.over fleet.queue.2 _INBOX_other.x $JS.API.STREAM.CREATE.X FLEET.API.STREAM.PURGE.FLEET_JOBS
				FLEET.API.STREAM.DELETE.FLEET_RESULTS FLEET.API.STREAM.INFO.FLEET_BLOBS FLEET.API.STREAM.MSG.GET.FLEET_BLOBS
				FLEET.API.STREAM.MSG.DELETE.FLEET_JOBS FLEET.API.DIRECT.GET.FLEET_BLOBS.fleet.blob.2.other.d.0
				FLEET.API.CONSUMER.CREATE.FLEET_RESULTS.c.fleet.result.2.me.> FLEET.API.CONSUMER.NAMES.FLEET_RESULTS
				FLEET.API.CONSUMER.LIST.FLEET_RESULTS FLEET.API.CONSUMER.MSG.NEXT.FLEET_JOBS.q FLEET.API.CONSUMER.DELETE.FLEET_JOBS.q
				$JS.ACK.FLEET_JOBS.q.1.1.1.1.0 $SYS.REQ.SERVER.PING`,
			hear: "fleet.job.> fleet.result.> fleet.told.2.other.> fleet.begun.> fleet.queue.2 _INBOX_other.> > " +
				"fleet.ask.>", may: "fleet.blob.2.me.d.0",
		},
	} {
		t.Run(string(r), func(t *testing.T) {
			name := "me" + string(r[0])
			conn, denied := w.raw(w.invite(name, r))
			refused := func(what string, err error) {
				t.Helper()
				must.Succeed(t, errors.Join(err, conn.Flush()))
				select {
				case err := <-denied:
					if !errors.Is(err, nats.ErrPermissionViolation) {
						t.Errorf("%s: %v", what, err)
					}
				case <-time.After(time.Minute):
					t.Errorf("%s: it was not refused", what)
				}
			}
			mine := strings.NewReplacer(".me.", "."+name+".", ".me", "."+name)
			for _, subject := range strings.Fields(test.publish) {
				subject = mine.Replace(subject)
				refused("publish "+subject, conn.Publish(subject, []byte("{}")))
			}
			for _, subject := range strings.Fields(test.hear) {
				_, err := conn.Subscribe(mine.Replace(subject), func(*nats.Msg) {})
				refused("subscribe "+subject, err)
			}
			if _, err := store(t, conn).Publish(t.Context(), mine.Replace(test.may), []byte("{}")); err != nil {
				t.Errorf("what it may do is refused too: %v", err)
			}
		})
	}
}

// TestForgedVerdicts: a client that names another's run as its own neither ends it nor reads its results.
func TestForgedVerdicts(t *testing.T) {
	w := open(t, fleet.HubOptions{})
	goOn, begun := make(chan bool), make(chan string, 10)
	w.worker("honest", "go", func(_, name string) string {
		begun <- name
		<-goOn
		return "WA"
	})
	victim := w.client("victim")
	runs := make(chan string, 1)
	victim.Begun = func(run string) { runs <- run }
	verdict, all := make(chan string), entered(t, 2, "s")
	go func() {
		run, err := victim.Grade(t.Context(), all, grade.Options{}, func(result.Event) {})
		if err != nil {
			t.Error(err)
		}
		verdict <- verdicts(run)
	}()
	run, _ := <-runs, <-begun
	rogue, _ := w.raw(w.invite("rogue", fleet.ClientRole))
	asks := func(what, about string) string {
		return string(request(t, rogue, "fleet.ask.2.rogue."+what, about))
	}
	asks("over", `{"run":"`+run+`"}`) // its own run of that name
	var mine struct{ Consumer string }
	if err := json.Unmarshal([]byte(asks("results", `{"run":"`+run+`"}`)), &mine); err != nil || len(mine.Consumer) < 26 {
		t.Errorf("it reads with %q, %v", mine.Consumer, err)
	}
	close(goOn)
	must.Equal(t, "WA: WA WA", <-verdict, "the victim has")
	reading, err := store(t, rogue).Consumer(t.Context(), "FLEET_RESULTS", mine.Consumer)
	must.Succeed(t, err)
	batch, err := reading.FetchNoWait(10)
	must.Succeed(t, err)
	for m := range batch.Messages() {
		t.Errorf("the rogue reads %s", m.Subject())
	}
}

// TestQuestions: what the server refuses to do for a client.
func TestQuestions(t *testing.T) {
	w := open(t, fleet.HubOptions{})
	conn, _ := w.raw(w.invite("c", fleet.ClientRole))
	for _, test := range []struct{ what, about, want string }{
		{"queue", `{"queue":"j-go"}`, "{}"},
		{"queue", `{"queue":"j-*"}`, "no name of a queue"},
		{"queue", `{"queue":"j.x-go"}`, "no name of a queue"},
		{"queue", `{"queue":""}`, "no name of a queue"},
		{"texts", `{"texts":[{"sha256":"*","size":1}]}`, "no digest"},
		{"texts", `{"texts":[{"sha256":"` + strings.Repeat("a", 64) + `","size":0}]}`, "{}"},
		{"texts", `{"texts":[{"sha256":"` + strings.Repeat("a", 64) + `","size":1}]}`, `{"texts":[`},
		{"results", `{"run":">"}`, "no name of a run"},
		{"over", `{"run":"x.y"}`, "no name of a run"},
		{"dance", `{}`, "does not know this question"},
		{"status", `no JSON`, "invalid character"},
		{"texts", `{"texts":[` + strings.Repeat("{},", 1_000_000) + "{}]}", "are too many"},
	} {
		must.Contain(t, string(request(t, conn, "fleet.ask.2.c."+test.what, test.about)), test.want, test.what, fmt.Sprintf("%.80s", test.about))
	}
	for i := range 49 {
		must.Equal(t, "{}", string(request(t, conn, "fleet.ask.2.c.queue", fmt.Sprintf(`{"queue":"j%d-go"}`, i))), "queue", i+2)
	}
	must.Contain(t, string(request(t, conn, "fleet.ask.2.c.queue", `{"queue":"more-go"}`)), "more are too many")
	must.Equal(t, "{}", string(request(t, conn, "fleet.ask.2.c.queue", `{"queue":"j-go"}`)), "one that it has")
	var all sync.WaitGroup // of 1024 within a minute, 1000 may be read
	var refused atomic.Int32
	start := time.Now()
	for range 32 {
		all.Go(func() {
			for range 32 {
				answer, err := conn.Request("fleet.ask.2.c.results", []byte(`{"run":"r"}`), 10*time.Minute)
				if err != nil {
					t.Error(err)
				} else if strings.Contains(string(answer.Data), "more are too many") {
					refused.Add(1)
				}
			}
		})
	}
	all.Wait()
	late := time.Since(start) > time.Minute // the first count no more
	must.Be(t, refused.Load() == 24 || late && refused.Load() < 24, "%d refused of 1024", refused.Load())
}

// TestAnswersStay: who names another subject for an answer gets nothing: answers go to the one who asked, and are stored
// nowhere.
func TestAnswersStay(t *testing.T) {
	w := open(t, fleet.HubOptions{})
	heard, _ := w.raw(w.invite("other", fleet.WorkerRole))
	strayed := make(chan *nats.Msg, 100)
	if _, err := heard.ChanSubscribe("_INBOX_other.>", strayed); err != nil {
		t.Fatal(err)
	}
	digest := strings.Repeat("a", 64)
	asks := map[fleet.Role][]string{
		fleet.WorkerRole: {"FLEET.API.STREAM.INFO.FLEET_BLOBS", "FLEET.API.CONSUMER.NAMES.FLEET_JOBS", "FLEET.API.CONSUMER.INFO.FLEET_JOBS.q",
			"FLEET.API.CONSUMER.MSG.NEXT.FLEET_JOBS.q", "FLEET.API.DIRECT.GET.FLEET_BLOBS.fleet.blob.2.c.x.0", "fleet.result.2.c.r.j.evilw"},
		fleet.ClientRole: {"fleet.ask.2.evilc.status", "fleet.ask.2.evilc.queue", "FLEET.API.CONSUMER.INFO.FLEET_RESULTS.x"},
	}
	replies := []string{"fleet.blob.2.c." + digest + ".0", "fleet.job.2.q.c.r.j", "fleet.result.2.c.r.k.w", "fleet.queue.2", "_INBOX_other.x",
		"$JS.API.STREAM.DELETE.FLEET_JOBS", "$JS.API.STREAM.PURGE.FLEET_BLOBS", "FLEET.API.STREAM.INFO.FLEET_JOBS", "fleet.ask.2.c.over"}
	for r, subjects := range asks {
		conn, _ := w.raw(w.invite("evil"+string(r[0]), r))
		for _, reply := range replies {
			for _, subject := range subjects {
				must.Succeed(t, conn.PublishRequest(subject, reply, []byte("{}")))
			}
		}
		request(t, conn, subjects[0], "{}") // all requests before this one are answered
	}
	if s := w.status(); s.Queued != 0 || s.Results > 9 { // those of evilw
		t.Errorf("the store has %+v", s)
	}
	must.Succeed(t, heard.Flush())
	if len(strayed) > 0 {
		t.Errorf("another worker hears %q", (<-strayed).Data)
	}
}

// TestWhoMayCome: only known keys are let in, and only over TLS 1.3.
func TestWhoMayCome(t *testing.T) {
	w := open(t, fleet.HubOptions{})
	address := w.invite("w", fleet.WorkerRole)
	host := w.hub.Addr().String()
	if _, err := fleet.Dial(t.Context(), address); err == nil || !strings.Contains(err.Error(),
		"this is the key of a worker, and a worker may not do this") {
		t.Errorf("a worker's key for a client: %v", err)
	}
	pair := must.Get(nkeys.CreateUser())(t)
	public, err := pair.PublicKey()
	must.Succeed(t, err)
	for who, options := range map[string][]nats.Option{"a wrong key": {nats.Nkey(public, pair.Sign)}, "nobody": nil} {
		must.Until(t, who+" is refused", func() bool { // a busy server may hang up before it says why
			conn, err := nats.Connect("tls://"+host, append(options, nats.TLSHandshakeFirst(),
				nats.Secure(&tls.Config{InsecureSkipVerify: true}))...)
			if err == nil {
				conn.Close()
				t.Fatal("it was let in")
			}
			return errors.Is(err, nats.ErrAuthorization)
		})
	}
	if _, err := tls.Dial("tcp", host, &tls.Config{InsecureSkipVerify: true, MaxVersion: tls.VersionTLS12}); err == nil ||
		!strings.Contains(err.Error(), "protocol version") {
		t.Errorf("TLS 1.2: %v", err)
	}
	a, err := fleet.ParseAddress(address)
	must.Succeed(t, err)
	known := must.Get(nkeys.FromSeed([]byte(a.Seed)))(t)
	public, err = known.PublicKey()
	must.Succeed(t, err)
	if _, err := nats.Connect("nats://"+host, nats.Nkey(public, known.Sign), nats.Timeout(2*time.Second)); err == nil {
		t.Error("it is let in without TLS")
	}
	a.Pin = strings.Repeat("0", 64)
	if _, err := fleet.Dial(t.Context(), a.String()); err == nil || !strings.HasSuffix(err.Error(),
		"the server shows another certificate than the pinned one") {
		t.Errorf("another certificate: %v", err)
	}
	a.Seed = "SU"
	must.Fail(t, must.Err(fleet.Dial(t.Context(), a.String())), "the key of w is not valid: ", "a spoilt key")
}

// TestThrownOut: who loses its key is thrown out, with a message, and not let in again.
func TestThrownOut(t *testing.T) {
	w := open(t, fleet.HubOptions{})
	one := &fleet.Worker{Address: w.invite("w", fleet.WorkerRole), Tell: func(say.Message) {},
		Grade: func(context.Context, fleet.Job) ([]fleet.Graded, error) { return nil, nil }}
	ended := make(chan error)
	go func() { ended <- one.Run(t.Context()) }()
	must.Until(t, "it works", func() bool { return len(w.status().Workers) == 1 })
	must.Succeed(t, os.Remove(filepath.Join(w.hub.Dir, "keys", "w.worker")))
	for _, when := range []string{"while it works", "when it comes again"} {
		must.Fail(t, <-ended, " as w: the server does not know this key\nhint: ", when)
		go func() { ended <- one.Run(t.Context()) }()
	}
	<-ended
}

// TestKeysWhileOthersSubscribe: keys come and go while a worker subscribes again and again.
func TestKeysWhileOthersSubscribe(t *testing.T) {
	w := open(t, fleet.HubOptions{})
	busy, _ := w.raw(w.invite("busy", fleet.WorkerRole))
	ctx, stop := context.WithCancel(t.Context())
	var ended sync.WaitGroup
	ended.Go(func() {
		for ctx.Err() == nil {
			sub, err := busy.SubscribeSync("fleet.queue.2")
			if err = cmp.Or(err, sub.Unsubscribe()); err != nil {
				t.Errorf("it cannot subscribe: %v", err)
				return
			}
		}
	})
	for i := range 20 {
		name := fmt.Sprint("w", i)
		conn, _ := w.raw(w.invite(name, fleet.WorkerRole))
		must.Succeed(t, os.Remove(filepath.Join(w.hub.Dir, "keys", name+".worker")))
		must.Until(t, name+" is thrown out", func() bool { return !conn.IsConnected() })
	}
	stop()
	ended.Wait()
	must.Equal(t, true, busy.IsConnected(), "the worker is there")
}

// TestAddresses: which addresses are refused, and why; no message repeats the key.
func TestAddresses(t *testing.T) {
	pin := strings.Repeat("0", 64)
	for _, text := range []string{"%", "tls:", "tls:///?pin=" + pin, "tls://h:4222?pin=" + pin, "nats://w:SEED@h:4222?pin=" + pin,
		"tls://:SEED@h:4222?pin=" + pin, "tls://w w:SEED@h:4222?pin=" + pin, "tls://w.w:SEED@h:4222?pin=" + pin,
		"tls://w:SEED@h:4222?pin=" + pin + "0", "tls://w:SEED@h:4222"} {
		_, err := fleet.ParseAddress(text)
		if err == nil || !strings.Contains(err.Error(), "that is no address of a fleet: tls://") || strings.Contains(err.Error(), "SEED") {
			t.Errorf("%q: %v", text, err)
		}
	}
	want := fleet.Address{Host: "h:4222", Name: "w", Seed: "SEED", Pin: pin}
	must.Equal(t, want, must.Get(fleet.ParseAddress("tls://w:SEED@h:4222?pin="+pin))(t))
}

func FuzzAddress(f *testing.F) {
	f.Add("tls://w:SU@h:4222?pin=" + fmt.Sprintf("%064d", 0))
	f.Add("nats://x")
	f.Fuzz(func(t *testing.T, text string) {
		a, err := fleet.ParseAddress(text)
		if err != nil {
			return
		}
		must.Equal(t, a, must.Get(fleet.ParseAddress(a.String()))(t), text, "became")
	})
}

// TestInvite: names are of one key each, and become part of subjects.
func TestInvite(t *testing.T) {
	dir := t.TempDir()
	for _, r := range []fleet.Role{fleet.WorkerRole, fleet.ClientRole} {
		if _, err := fleet.Invite(dir, "h:1", "of-"+string(r), r); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"of-worker", "of-client"} {
		must.Fail(t, must.Err(fleet.Invite(dir, "h:1", name, fleet.WorkerRole)), "this name is taken", "another", name)
	}
	for _, name := range []string{"", "a b", "a.b", "-a", "*", strings.Repeat("a", 42)} {
		if _, err := fleet.Invite(dir, "h:1", name, fleet.ClientRole); err == nil || !strings.Contains(err.Error(),
			"use letters, digits, - and _") {
			t.Errorf("a key for %q: %v", name, err)
		}
	}
	one := must.Get(fleet.Invite(dir, "h:1", "one", fleet.ClientRole))(t)
	two, err := fleet.Invite(dir, "h:1", "two", fleet.ClientRole)
	if err != nil || one[strings.Index(one, "?"):] != two[strings.Index(two, "?"):] {
		t.Errorf("the server has another certificate: %s, %s, %v", one, two, err)
	}
	must.Succeed(t, os.Remove(filepath.Join(dir, "private.pem")))
	if _, err := fleet.Invite(dir, "h:1", "late", fleet.ClientRole); err == nil || !strings.Contains(err.Error(), "remove both .pem files") {
		t.Errorf("without its private key: %v", err)
	}
}

// TestOpenHub: with what a server does not start.
func TestOpenHub(t *testing.T) {
	busy := open(t, fleet.HubOptions{})
	spoilt := t.TempDir()
	if err := errors.Join(os.Mkdir(filepath.Join(spoilt, "keys"), 0o700),
		os.WriteFile(filepath.Join(spoilt, "keys", "bad.worker"), []byte("no key"), 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ dir, listen, want string }{
		{busy.hub.Dir, "127.0.0.1:0", "another fleet serve has it open"},
		{t.TempDir(), "127.0.0.1:99999", "write host:port"},
		{t.TempDir(), "127.0.0.1", "write host:port"},
		{spoilt, "127.0.0.1:0", "keys/bad.worker: holds no public key"},
		{t.TempDir(), busy.hub.Addr().String(), "is something else listening there?"},
	} {
		if h, err := fleet.OpenHub(t.Context(), fleet.HubOptions{Dir: test.dir, Listen: test.listen}); err == nil ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.want, err)
			if err == nil {
				h.Close()
			}
		}
	}
}
