package main

import (
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
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
