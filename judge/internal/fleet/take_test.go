package fleet

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// nowhere is a server that stores nothing.
type nowhere struct{ jetstream.JetStream }

func (nowhere) Conn() *nats.Conn { return &nats.Conn{} }

func (nowhere) Publish(context.Context, string, []byte, ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
	return nil, errors.New("no room")
}

// handed is a job that records what the worker says about it.
type handed struct {
	jetstream.Msg
	said string
}

func (h *handed) Ack() error                      { h.said += "done "; return nil }
func (h *handed) DoubleAck(context.Context) error { h.said += "done, is it noted? "; return nil }
func (h *handed) Nak() error                      { h.said += "given back "; return nil }

// TestConclude: a job is done when its result is stored, and a worker waits until the last one is noted. If a result is
// not stored, the job is given back; if it counted as done, nobody would do it.
func TestConclude(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	w := &Worker{js: nowhere{}}
	for _, test := range []struct {
		stored jetstream.PubAckFuture
		want   string
	}{
		{nil, "given back given back given back "},
		{answer("stored"), "done done done, is it noted? "},
	} {
		got := ""
		var all []finished
		for range 3 {
			all = append(all, finished{message: &handed{}, stored: test.stored})
		}
		w.conclude(ctx, all)
		for _, f := range all {
			got += f.message.(*handed).said
		}
		if got != test.want {
			t.Errorf("results that are %v: the jobs are %s", test.stored, got)
		}
	}
}

// TestSend: a result is on its way before anybody waits for it.
func TestSend(t *testing.T) {
	h := inside(t, -1)
	f := (&Worker{js: h.js}).send(&handed{}, Result{V: Wire, Run: "r", Job: "j"})
	if f.stored == nil || !f.isStored() {
		t.Errorf("%+v", f)
	}
}

// answer is the server's answer to a result: "stored", an error, or silence.
type answer string

func (a answer) Ok() <-chan *jetstream.PubAck {
	ok := make(chan *jetstream.PubAck, 1)
	if a == "stored" {
		ok <- nil
	}
	return ok
}

func (a answer) Err() <-chan error {
	err := make(chan error, 1)
	if a != "stored" && a != "" {
		err <- &jetstream.APIError{Description: string(a)}
	}
	return err
}

func (answer) Msg() *nats.Msg { return nil }

// TestIsStored: a result is stored if the server says so, or has one already. Silence does not mean that.
func TestIsStored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for a, want := range map[answer]bool{"stored": true, "maximum messages per subject exceeded": true, "maximum bytes exceeded": false, "": false} {
			if got := (finished{stored: a}).isStored(); got != want {
				t.Errorf("%q: %t", string(a), got)
			}
		}
		if (finished{}).isStored() {
			t.Error("what could not be sent is stored")
		}
	})
}
