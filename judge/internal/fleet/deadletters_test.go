package fleet

import (
	"context"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
)

// fullStore has one job that nobody began. It has room for another one only after a few tries.
type fullStore struct {
	jetstream.JetStream
	waiting []string
	asked   int
}

func (f *fullStore) Stream(_ context.Context, name string) (jetstream.Stream, error) {
	return oneStream{store: f, jobs: name == jobs}, nil
}

func (f *fullStore) Publish(_ context.Context, subject string, _ []byte, _ ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
	if f.asked++; f.asked < 3 {
		return nil, &jetstream.APIError{Description: "maximum messages exceeded"}
	}
	f.waiting = append(f.waiting, subject)
	return nil, nil
}

type oneStream struct {
	jetstream.Stream
	store *fullStore
	jobs  bool
}

func (s oneStream) GetMsg(context.Context, uint64, ...jetstream.GetMsgOpt) (*jetstream.RawStreamMsg, error) {
	if !s.jobs || len(s.store.waiting) == 0 {
		return nil, jetstream.ErrMsgNotFound
	}
	return &jetstream.RawStreamMsg{Subject: s.store.waiting[0]}, nil
}

func (s oneStream) DeleteMsg(context.Context, uint64) error {
	s.store.waiting = nil
	return nil
}

// A job that is moved to the end of its queue is not lost if other jobs take its place meanwhile.
func TestFullQueueLosesNothing(t *testing.T) {
	f := &fullStore{waiting: []string{"fleet.job.1.q.r.j"}}
	if err := answerDeadLetter(t.Context(), f, []byte(`{"stream_seq":1}`)); err != nil || len(f.waiting) != 1 {
		t.Errorf("there wait %v, %v", f.waiting, err)
	}
}
