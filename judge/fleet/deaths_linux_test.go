package main

import (
	"bytes"
	"crypto/sha256"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/fleet"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
)

// A server that was killed and lost its store goes on with the run that its client sends again.
func TestKilledServer(t *testing.T) {
	h, all := build(t, soon...), entries(t, sleepers(t, 0, 100_000, 0, 0))
	w := h.worker("w")
	g := h.grade(all, grade.Options{})
	g.begins("secret/2", 1)
	h.serve.kill()
	must.Succeed(t, os.RemoveAll(filepath.Join(h.dir, "store")))
	h.up()
	w.wakes(g.done)
	g.want(accepted(4))
}

// TestLostText: the server loses its store while a worker fetches a long text, and the client takes a while to send it again.
func TestLostText(t *testing.T) {
	h, root, events := build(t, soon...), sleepers(t, 0), filepath.Join(t.TempDir(), "events")
	long := append([]byte("0"), bytes.Repeat([]byte("\n"), 64<<20)...)
	must.Succeed(t, os.WriteFile(filepath.Join(root, "testdata/p/secret/1.in"), long, 0o600))
	h.worker("w")
	client := start(t, as(h.owner), "run", "-root", root, "-json-events", events)
	must.Until(t, "the worker has a job", func() bool {
		said, _ := os.ReadFile(events)
		return bytes.Contains(said, []byte(`"event":"begins"`))
	})
	client.Process.Signal(syscall.SIGSTOP)
	h.serve.kill()
	must.Succeed(t, os.RemoveAll(filepath.Join(h.dir, "store")))
	h.up()
	must.Until(t, "the worker is back", func() bool { return len(h.state().Workers) == 1 })
	time.Sleep(6 * time.Second) // it has waited for an answer, and asks again
	client.Process.Signal(syscall.SIGCONT)
	must.Equal(t, 0, client.exits(), "exit", client.output())
}

// A job that crashes its workers is given up after three tries; the other queued jobs are not.
func TestPoison(t *testing.T) {
	h, all := build(t, soon...), entries(t, sleepers(t, 100_000, 0))
	g := (*graded)(nil)
	for n, name := range []string{"ann", "bob", "cid"} {
		w := h.worker(name)
		if g == nil {
			g = h.grade(all, grade.Options{})
		}
		g.begins("secret/1", n+1)
		w.kill()
	}
	h.worker("dan")
	run := g.want(map[string]result.Verdict{"secret/1": result.JE, "secret/2": result.AC})
	must.Equal(t, "its workers died: ann, bob, cid", run.Results[0].Cases[0].Message.String())
	must.Until(t, "nothing is left in the queue", func() bool { s := h.state(); return s.Queued+s.InWork == 0 })
}

// A worker that was stopped for longer than its lease loses its job. Its late result is ignored, and it goes on
// working.
func TestStoppedWorker(t *testing.T) {
	h, all := build(t, soon...), entries(t, sleepers(t, 100_000))
	slow := h.worker("slow")
	g := h.grade(all, grade.Options{})
	g.begins("secret/1", 1)
	slow.Process.Signal(syscall.SIGSTOP)
	quick := h.worker("quick")
	g.begins("secret/1", 2)
	quick.wakes(g.done)
	g.want(accepted(1))
	quick.kill()
	slow.Process.Signal(syscall.SIGCONT)
	g = h.grade(entries(t, sleepers(t, 0)), grade.Options{})
	slow.wakes(g.done)
	g.want(accepted(1))
	must.Until(t, "it has done both", func() bool {
		for _, m := range h.state().Workers {
			if m.Name == "slow" {
				return m.Jobs >= 2 // the lease is short
			}
		}
		return false
	})
}

// A slow worker that says so keeps its job for longer than its lease.
func TestSlowWorker(t *testing.T) {
	h, all := build(t, "-lease", "8s"), entries(t, sleepers(t, 12_000))
	h.worker("one")
	h.worker("two")
	g := h.grade(all, grade.Options{})
	g.want(accepted(1))
	must.Equal(t, 1, g.count("secret/1"), "it was begun", "times")
}

// A worker that is asked to end leaves its jobs to the next one at once, except one that runs: that it finishes.
func TestEndedWorker(t *testing.T) {
	h, all := build(t), entries(t, sleepers(t, 100_000, 0, 0))
	first := h.worker("first")
	g := h.grade(all, grade.Options{})
	g.begins("secret/1", 1)
	first.Process.Signal(os.Interrupt)
	first.wakes(first.end)
	must.Equal(t, 0, first.exits(), "exit", first.output())
	h.worker("second").wakes(g.done)
	g.want(accepted(3))
}

// deaf is the network of somebody who sends and reads no answer.
type deaf struct {
	net.Conn
	ears chan struct{} // closed when it reads no more
	end  <-chan struct{}
}

func (d deaf) Dial(network, address string) (net.Conn, error) {
	c, err := net.DialTimeout(network, address, time.Minute)
	d.Conn = c
	return d, err
}

func (d deaf) Read(b []byte) (int, error) {
	select {
	case <-d.ears:
		<-d.end
		return 0, net.ErrClosed
	default:
		return d.Conn.Read(b)
	}
}

// flood asks for one thing again and again, without an end, and comes again when it is thrown out.
func flood(t *testing.T, address, subject string, text []byte, until time.Time) {
	a := must.Get(fleet.ParseAddress(address))(t)
	pair := must.Get(nkeys.FromSeed([]byte(a.Seed)))(t)
	public := must.Get(pair.PublicKey())(t)
	for n := 0; time.Now().Before(until); {
		d := deaf{ears: make(chan struct{}), end: t.Context().Done()}
		conn, err := nats.Connect("tls://"+a.Host, nats.Nkey(public, pair.Sign), nats.TLSHandshakeFirst(), nats.NoReconnect(),
			nats.Secure(&tls.Config{InsecureSkipVerify: true}), nats.CustomInboxPrefix("_INBOX_"+a.Name), nats.SetCustomDialer(d),
			nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})) // else it is printed
		if err != nil {
			continue // another of ours has taken its place meanwhile
		}
		_, err = conn.SubscribeSync("_INBOX_" + a.Name + ".x")
		if err == nil {
			err = conn.Flush()
		}
		close(d.ears)
		for ; err == nil && time.Now().Before(until); n++ {
			err = conn.PublishRequest(strings.Replace(subject, "N", fmt.Sprint(n), 1), "_INBOX_"+a.Name+".x", text)
			if n%16 == 0 {
				time.Sleep(time.Millisecond)
			}
		}
		conn.Close()
	}
}

// TestFloods: a rogue with one key sends all that it may on many connections, and reads nothing. The server's memory is
// bounded, and it answers the others.
func TestFloods(t *testing.T) {
	h := build(t)
	client, worker := h.invite("-new-client", "c"), h.invite("-new-worker", "w")
	digest := fmt.Sprintf("%064d", 0)
	large, text := bytes.Repeat([]byte(" "), 4<<20-1000), bytes.Repeat([]byte(" "), 512<<10)
	flood(t, client, "fleet.blob.2.c."+digest+".0", text, time.Now().Add(time.Second/2))
	for _, test := range []struct {
		address, subject string
		text             []byte
	}{
		{client, "fleet.ask.2.c.status", large}, {client, "fleet.ask.2.c.status", []byte("{}")},
		{client, "fleet.job.2.q.c.r.N", large}, {client, "fleet.blob.2.c." + digest + ".N", large},
		{worker, "fleet.alive.2.w", large}, {worker, "fleet.begun.2.c.r.N.w", large},
		{worker, "fleet.result.2.c.r.N.w", large}, {worker, "FLEET.API.DIRECT.GET.FLEET_BLOBS.fleet.blob.2.c." + digest + ".0", nil},
	} {
		var all sync.WaitGroup
		for range 16 {
			all.Go(func() { flood(t, test.address, test.subject, test.text, time.Now().Add(time.Second/2)) })
		}
		h.state()
		all.Wait()
		peak := h.serve.peakMiB()
		t.Logf("%.0f MiB: %d bytes to %s", peak, len(test.text), test.subject)
		if peak > 300 {
			t.Error("the server had too much memory")
		}
	}
}

// TestTexts: a worker does not take another text for the one that its job names. Of its texts those go that nobody has
// used for a month, and what a crash has left.
func TestTexts(t *testing.T) {
	h, all, dir := build(t), entries(t, sleepers(t, 0, 1, 2)), t.TempDir()
	digest := func(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }
	used, unused, left := digest("0\n"), digest("3\n"), "new-1"
	month := time.Now().AddDate(0, 0, -31)
	for _, name := range []string{used, unused, left} {
		path := filepath.Join(dir, name)
		must.Succeed(t, errors.Join(os.WriteFile(path, []byte("0\n"), 0o600), os.Chtimes(path, month, month)))
	}
	must.Until(t, "a false text is stored", func() bool {
		flood(t, h.owner, "fleet.blob.2.owner."+digest("2\n")+".0", []byte("1\n"), time.Now().Add(time.Second/4))
		return h.state().Bytes > 0
	})
	h.worker("w", "-cache", dir)
	run := h.grade(all, grade.Options{}).want(map[string]result.Verdict{"secret/1": "AC", "secret/2": "AC", "secret/3": "JE"})
	must.Contain(t, run.Results[0].Cases[2].Message.String(), "the store has a text with another digest there", "case 3")
	for name, want := range map[string]bool{used: true, unused: false, left: false} {
		_, err := os.Stat(filepath.Join(dir, name))
		must.Equal(t, want, err == nil, name, "is there")
	}
}

// prying looks for what a worker has and its programs must not see: the address with its key, the texts of others,
// the network. Its input names the folders. It also tries to hand a file on to the next program.
const prying = `#include <dirent.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
static int found;
static void tell(const char *what) { printf("found %s\n", what), found++; }
static void look(const char *path) {
	static char text[1 << 16];
	FILE *f = fopen(path, "r");
	if (!f) return;
	size_t n = fread(text, 1, sizeof text - 1, f);
	for (size_t i = 0; i + 6 < n; i++)
		if (memcmp(text + i, "tls://", 6) == 0) tell(path);
	fclose(f);
}
int main(void) {
	char line[4096], path[5000];
	if (getenv("FLEET")) tell("the key");
	DIR *all = opendir("/proc");
	for (struct dirent *e; all && (e = readdir(all));) {
		snprintf(path, sizeof path, "/proc/%s/environ", e->d_name);
		look(path);
		snprintf(path, sizeof path, "/proc/%s/cmdline", e->d_name);
		look(path);
	}
	while (fgets(line, sizeof line, stdin)) {
		line[strcspn(line, "\n")] = 0;
		if (opendir(line)) tell(line);
		snprintf(path, sizeof path, "%s/left", line);
		if (fopen(path, "w")) tell(path);
	}
	if (fopen("left", "r")) tell("what another program left");
	fopen("left", "w");
	if (socket(AF_INET, SOCK_STREAM, 0) >= 0) tell("the network");
	if (!found) puts("awake");
}
`

// TestStrangerOnAWorker: a program on a worker finds nothing that belongs to the fleet, and leaves nothing.
func TestStrangerOnAWorker(t *testing.T) {
	root := sleepers(t, 1, 2)
	h := build(t)
	cache := t.TempDir()
	start(t, as(h.invite("-new-worker", "lab")), "worker", "-cache", cache).says(" works for ")
	must.Succeed(t, os.WriteFile(filepath.Join(root, "solutions/s/main.c"), []byte("//judge:problem p\n"+prying), 0o600))
	for n := range 2 {
		in := filepath.Join(root, fmt.Sprintf("testdata/p/secret/%d.in", n+1))
		must.Succeed(t, os.WriteFile(in, []byte(strings.Join([]string{cache, h.dir, root, os.TempDir()}, "\n")+"\n"), 0o600))
	}
	h.grade(entries(t, root), grade.Options{}).want(accepted(2))
}
