package main

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"sudokuoj/judge/internal/fleet"
	"sudokuoj/judge/internal/model/result"
)

// state returns the status of a house.
func (h *house) state() (s result.Fleet) {
	h.t.Helper()
	until(h.t, "the server answers", func() (ok bool) {
		var err error
		s, err = h.asks().Status(context.Background())
		return err == nil
	})
	return s
}

// dial connects without the fleet's own client, as an attacker would. A server that reads its keys again knows nobody
// for a moment and hangs up, so dial tries again.
func (h *house) dial(address string, options ...nats.Option) (conn *nats.Conn) {
	h.t.Helper()
	a, err := fleet.ParseAddress(address)
	if err != nil {
		h.t.Fatal(err)
	}
	pair, err := nkeys.FromSeed([]byte(a.Seed))
	if err != nil {
		h.t.Fatal(err)
	}
	public, err := pair.PublicKey()
	if err != nil {
		h.t.Fatal(err)
	}
	until(h.t, "the server knows "+a.Name, func() bool {
		conn, err = nats.Connect("tls://"+a.Host, append([]nats.Option{nats.Nkey(public, pair.Sign), nats.TLSHandshakeFirst(),
			nats.Secure(&tls.Config{InsecureSkipVerify: true}), nats.CustomInboxPrefix("_INBOX_" + a.Name)}, options...)...)
		return err == nil
	})
	h.t.Cleanup(conn.Close)
	return conn
}

func (h *house) raw(address string) jetstream.JetStream {
	h.t.Helper()
	js, err := jetstream.New(h.dial(address))
	if err != nil {
		h.t.Fatal(err)
	}
	return js
}

// Two keys cannot have the same name, because answers go to a name.
func TestNamesAreOfOne(t *testing.T) {
	dir := t.TempDir()
	for _, r := range []role{worker, client} {
		if _, err := newKey(dir, "of-"+string(r), r); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"of-worker", "of-client"} {
		for _, r := range []role{worker, client} {
			if _, err := newKey(dir, name, r); err == nil || !strings.Contains(err.Error(), "this name is taken") {
				t.Errorf("another %s, as a %s: %v", name, r, err)
			}
		}
	}
}

// turnedAway waits until the server refuses somebody. On a busy machine it may hang up before it has said why.
func turnedAway(t *testing.T, host string, options ...nats.Option) {
	t.Helper()
	until(t, "the server says why", func() bool {
		conn, err := nats.Connect("tls://"+host, append(options, nats.TLSHandshakeFirst(), nats.Secure(&tls.Config{InsecureSkipVerify: true}))...)
		if err == nil {
			conn.Close()
			t.Fatal("it was let in")
		}
		return errors.Is(err, nats.ErrAuthorization)
	})
}

func TestWhoMayCome(t *testing.T) {
	h := build(t)
	good := h.invite("-new-worker", "w")
	a, err := fleet.ParseAddress(good)
	if err != nil {
		t.Fatal(err)
	}
	t.Run("a wrong key", func(t *testing.T) {
		pair, err := nkeys.CreateUser()
		if err != nil {
			t.Fatal(err)
		}
		public, err := pair.PublicKey()
		if err != nil {
			t.Fatal(err)
		}
		turnedAway(t, a.Host, nats.Nkey(public, pair.Sign))
	})
	t.Run("a worker's key for a client", func(t *testing.T) {
		p := start(t, as(good), "status")
		if code := p.exits(); code != 2 || !strings.Contains(p.output(), "this is the key of a worker, and a worker may not do this\nhint: fleet serve -new-client NAME makes one that may") {
			t.Errorf("exit %d: %s", code, p.output())
		}
	})
	t.Run("no TLS", func(t *testing.T) {
		if _, err := nats.Connect("nats://"+a.Host, nats.Timeout(2*time.Second)); err == nil {
			t.Error("it was let in")
		}
		if _, err := fleet.ParseAddress(strings.Replace(good, "tls://", "nats://", 1)); err == nil || !strings.Contains(err.Error(), "over TLS only") {
			t.Error(err)
		}
	})
	t.Run("TLS 1.2", func(t *testing.T) {
		if _, err := tls.Dial("tcp", a.Host, &tls.Config{InsecureSkipVerify: true, MaxVersion: tls.VersionTLS12}); err == nil || !strings.Contains(err.Error(), "protocol version") {
			t.Error(err)
		}
	})
	t.Run("nobody", func(t *testing.T) {
		turnedAway(t, a.Host)
	})
	t.Run("thrown out", func(t *testing.T) {
		p := h.workerAt(good)
		h.revoke("w.worker")
		if code := p.exits(); code != 2 {
			t.Errorf("exit %d: %s", code, p.output())
		}
	})
}

// TestRights: a worker tries what it may not do. Each try is refused, and the connection stays.
func TestRights(t *testing.T) {
	h := build(t)
	h.invite("-new-worker", "other")
	denied := make(chan error, 10)
	conn := h.dial(h.invite("-new-worker", "w"), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { denied <- err }))
	refused := func(what string, try func() error) {
		t.Helper()
		if err := errors.Join(try(), conn.Flush()); err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-denied:
			if !errors.Is(err, nats.ErrPermissionViolation) {
				t.Errorf("%s: %v", what, err)
			}
		case <-time.After(5 * time.Minute):
			t.Errorf("%s: it was not refused", what)
		}
	}
	for _, subject := range []string{
		"fleet.job.1.q.r.j", "fleet.blob.1.d.0", "fleet.queue.1", "$KV.FLEET_MACHINES.other", "_INBOX_other.x",
		"$JS.API.STREAM.CREATE.X", "$JS.API.STREAM.DELETE.FLEET_JOBS", "$JS.API.STREAM.PURGE.FLEET_RESULTS", "$JS.API.STREAM.MSG.GET.FLEET_RESULTS",
		"$JS.API.CONSUMER.CREATE.FLEET_BLOBS.c", "$JS.API.CONSUMER.DURABLE.CREATE.FLEET_JOBS.c", "$JS.API.DIRECT.GET.FLEET_RESULTS.fleet.result.1.r.j", "$SYS.REQ.SERVER.PING",
	} {
		refused("publish "+subject, func() error { return conn.Publish(subject, []byte("{}")) })
	}
	for _, subject := range []string{"fleet.job.>", "fleet.result.>", "_INBOX_other.>", ">", "$JS.ACK.>"} {
		refused("subscribe "+subject, func() error {
			_, err := conn.Subscribe(subject, func(*nats.Msg) {})
			return err
		})
	}
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.Publish(context.Background(), "fleet.result.1.r.j", []byte("{}")); err != nil {
		t.Errorf("what it may do is refused too: %v", err)
	}
}

// TestServerReachesItself: the server reaches itself whatever name others use for it.
func TestServerReachesItself(t *testing.T) {
	for ip, want := range map[string]string{"127.0.0.1": "127.0.0.1", "192.168.1.5": "192.168.1.5", "0.0.0.0": "127.0.0.1", "::": "::1", "fd00::1": "fd00::1"} {
		if got := here(net.ParseIP(ip)); got != want {
			t.Errorf("one that listens at %s: %s, want %s", ip, got, want)
		}
	}
	h, err := openHub(t.Context(), hubOptions{dir: t.TempDir(), listen: "0.0.0.0:0", host: "judge.invalid"})
	if err != nil {
		t.Fatal(err)
	}
	h.close()
}
