package main

import (
	"context"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/result"
)

// stranger comes with the key of a worker, and is none.
func (h *house) stranger(name string) (js jetstream.JetStream) {
	h.t.Helper()
	address := h.invite("-new-worker", name)
	until(h.t, "the key is heeded", func() bool {
		conn, err := h.dial(address)
		if err == nil {
			js, err = jetstream.New(conn)
		}
		return err == nil
	})
	return js
}

// A machine that says of itself what nobody can read is as good as none: it keeps nobody from working.
func TestGarbledMachine(t *testing.T) {
	h, all := build(t), entries(t, sleepers(t, 0))
	evil, c := h.stranger("evil"), h.client()
	for _, text := range []string{"no JSON", `{"name":"another"}`, `{"name":"evil","languages":"all"}`} {
		if _, err := evil.Publish(context.Background(), "$KV.FLEET_MACHINES.evil", []byte(text)); err != nil {
			t.Fatal(err)
		}
		if s, err := c.Status(context.Background()); err != nil || len(s.Workers) != 0 {
			t.Errorf("%s makes workers %+v, %v", text, s.Workers, err)
		}
	}
	h.worker("w")
	h.grade(all, grade.Options{}).want(accepted(1))
}

// What stands for a job's result is told to be none where it is none; a job's result is what stands in its place,
// whatever it says of itself.
func TestGarbledResults(t *testing.T) {
	h, all := build(t), entries(t, sleepers(t, 3000, 0))
	h.worker("w")
	evil, owner := h.stranger("evil"), h.raw(h.owner)
	begun := make(chan *nats.Msg, 10)
	if _, err := owner.Conn().ChanSubscribe("fleet.begun.1.*.*", begun); err != nil {
		t.Fatal(err)
	}
	if err := owner.Conn().Flush(); err != nil {
		t.Fatal(err)
	}
	g := h.grade(all, grade.Options{})
	words := strings.Split((<-begun).Subject, ".")
	if _, err := evil.Publish(context.Background(), "fleet.result.1."+words[3]+"."+words[4], []byte("no JSON")); err != nil {
		t.Fatal(err)
	}
	run := g.want(map[string]result.Verdict{"secret/1": result.JE, "secret/2": result.AC})
	if got := run.Results[0].Cases[0].Message.String(); !strings.HasPrefix(got, "its result cannot be read: ") {
		t.Errorf("got %q", got)
	}
}
