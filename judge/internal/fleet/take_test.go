package fleet

import (
	"context"
	"errors"
	"testing"

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
