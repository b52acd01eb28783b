package fleet

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// fullStore has one job that nobody began. It has room for another one only after a few tries.
type fullStore struct {
	jetstream.JetStream
	waiting []string
	asked   int

	stays, refuses bool // the job cannot be removed; removing it is an error
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
	if !s.store.stays {
		s.store.waiting = nil
	}
	if s.store.refuses {
		return errors.New("no")
	}
	return nil
}

// TestMoved: a job that is moved to the end of its queue is not lost if other jobs take its place meanwhile. It does not come
// back if its run is over.
func TestMoved(t *testing.T) {
	for _, test := range []struct {
		name           string
		stays, refuses bool
		want           string // the error
		left           int
	}{
		{"others take its place", false, false, "", 1},
		{"its run is tidied away meanwhile", false, true, "", 0},
		{"it cannot be removed", true, true, "no", 1},
	} {
		synctest.Test(t, func(t *testing.T) {
			f := &fullStore{waiting: []string{"fleet.job.1.q.r.j"}, stays: test.stays, refuses: test.refuses}
			err := answerDeadLetter(t.Context(), f, []byte(`{"stream_seq":1}`))
			if (err != nil) != (test.want != "") || err != nil && err.Error() != test.want || len(f.waiting) != test.left {
				t.Errorf("%s: there wait %v, %v", test.name, f.waiting, err)
			}
		})
	}
}

// TestNobodyToAsk: without its consumer the search for dead letters ends, so that it begins again.
func TestNobodyToAsk(t *testing.T) {
	h := inside(t, -1)
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- h.AnswerDeadLetters(ctx) }()
	for h.js.DeleteConsumer(ctx, dead, "dead-letters") != nil {
		runtime.Gosched() // it is not there yet
	}
	if err := <-ended; err == nil {
		t.Error("it goes on")
	}
}
