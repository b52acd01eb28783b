package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/result"
)

// stranger connects with the key of a worker and does not behave like one.
func (h *house) stranger(name string) jetstream.JetStream {
	h.t.Helper()
	js, err := jetstream.NewWithAPIPrefix(h.dial(h.invite("-new-worker", name)), "FLEET.API")
	if err != nil {
		h.t.Fatal(err)
	}
	return js
}

// A machine whose description nobody can read counts as absent and does not stop the others.
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

// A message in place of a result that is none is reported. The result of a job is the one at its place, whatever job it
// names.
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

// A worker that names another subject for an answer gets nothing: answers go to the worker itself and are stored
// nowhere.
func TestAnswersStay(t *testing.T) {
	h := build(t)
	evil := h.stranger("evil").Conn()
	owner := h.raw(h.owner)
	other := h.stranger("other").Conn()
	strayed := make(chan *nats.Msg, 100)
	if _, err := other.ChanSubscribe("_INBOX_other.>", strayed); err != nil {
		t.Fatal(err)
	}
	digest := strings.Repeat("a", 64)
	replies := []string{"fleet.blob.1." + digest + ".0", "fleet.job.1.q.r.j", "fleet.queue.1", "$KV.FLEET_MACHINES.other", "_INBOX_other.x", "_INBOX_owner.x",
		"$JS.API.STREAM.DELETE.FLEET_JOBS", "$JS.API.STREAM.PURGE.FLEET_BLOBS", "FLEET.API.STREAM.INFO.FLEET_JOBS"}
	for _, reply := range replies {
		for _, subject := range []string{"FLEET.API.STREAM.INFO.FLEET_BLOBS", "FLEET.API.CONSUMER.NAMES.FLEET_JOBS", "FLEET.API.CONSUMER.INFO.FLEET_JOBS.q",
			"FLEET.API.CONSUMER.MSG.NEXT.FLEET_JOBS.q", "FLEET.API.DIRECT.GET.FLEET_BLOBS.fleet.blob.1.x.0", "fleet.result.1.r." + digest[:20], "$JS.ACK.FLEET_JOBS.q.1.1.1.1.0"} {
			if err := evil.PublishRequest(subject, reply, []byte("{}")); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := evil.Flush(); err != nil {
		t.Fatal(err)
	}
	if _, err := evil.Request("FLEET.API.STREAM.INFO.FLEET_BLOBS", nil, time.Minute); err != nil {
		t.Errorf("what it may ask for: %v", err) // by now all requests before it were answered
	}
	for _, name := range []string{"FLEET_JOBS", "FLEET_BLOBS", "KV_FLEET_MACHINES"} {
		stream, err := owner.Stream(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		if s := stream.CachedInfo().State; s.Msgs > 0 || s.LastSeq > 0 {
			t.Errorf("%s holds %d messages, and had %d", name, s.Msgs, s.LastSeq)
		}
	}
	if err := other.Flush(); err != nil {
		t.Fatal(err)
	}
	if len(strayed) > 0 {
		t.Errorf("another worker hears %q", (<-strayed).Data)
	}
}
