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
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/fleet"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
)

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
			all.Go(func() { flood(t, test.address, test.subject, test.text, time.Now().Add(time.Second)) })
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
	until(t, "a false text is stored", func() bool {
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
