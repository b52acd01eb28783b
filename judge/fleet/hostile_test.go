package main

import (
	"context"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"sudokuoj/judge/internal/grade"
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
