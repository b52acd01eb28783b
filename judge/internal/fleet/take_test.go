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
func (h *handed) DoubleAck(context.Context) error { return h.Ack() }
func (h *handed) Nak() error                      { h.said += "given back "; return nil }

// A worker that ends before a result is stored gives the job back; if it reported the job as done, nobody would do it.
func TestNotStoredIsNotDone(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	w := &Worker{js: nowhere{}}
	first, last := &handed{}, &handed{}
	w.conclude(ctx, []finished{{message: first}, {message: last}})
	for _, h := range []*handed{first, last} {
		if h.said != "given back " {
			t.Errorf("a job whose result is not stored is said to be: %s", h.said)
		}
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
