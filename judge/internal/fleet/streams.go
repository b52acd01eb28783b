package fleet

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	deliveries  = 3                   // of a job: then it is given up
	keepResults = 7 * 24 * time.Hour  // of a run whose results were not fetched
	keepBlobs   = 30 * 24 * time.Hour // texts

	// How many bytes each stream holds. mostStored is room for all streams on the disk.
	mostJobs    = 4 << 30
	mostKept    = 1_000_000 // results: the server has the name of each in memory
	mostResults = 4 << 30
	mostBlobs   = 32 << 30
	mostStored  = 64 << 30
)

// prepare makes the streams, or updates those that exist. Each holds one message for a subject: a queue refuses a job
// that it has, and new texts and results replace old ones of the same sender. The oldest results make room for new ones:
// a client sends a job again if it had not read its result.
func (h *Hub) prepare(ctx context.Context) error {
	for _, c := range []jetstream.StreamConfig{
		{Name: jobs, Subjects: []string{jobSubject + "*.*.*.*"}, MaxAge: keepResults, MaxMsgs: cmp.Or(h.MaxJobs, -1),
			MaxBytes: mostJobs, MaxMsgSize: mostJob, Discard: jetstream.DiscardNew, MaxMsgsPerSubject: 1, DiscardNewPerSubject: true,
			Retention: jetstream.WorkQueuePolicy, MaxConsumers: mostQueues},
		{Name: results, Subjects: []string{resultSubject + "*.*.*.*"}, MaxAge: keepResults,
			MaxMsgs: mostKept, MaxBytes: cmp.Or(h.Results, mostResults), MaxMsgsPerSubject: 1},
		{Name: blobs, Subjects: []string{blobSubject + "*.*.*"}, MaxAge: keepBlobs, MaxBytes: mostBlobs,
			MaxMsgSize: piece, Discard: jetstream.DiscardNew, MaxMsgsPerSubject: 1, AllowDirect: true},
	} {
		if _, err := h.js.CreateOrUpdateStream(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// A queue is for one judge and one set of languages, so a client needs few of them.
const (
	mostQueues  = 1000
	queuesOfOne = 50
)

// taken reports whether the queue already has a job; that counts as sent.
func taken(err error) bool { return failedWith(err, "maximum messages per subject exceeded") }

// full reports whether the queue has no room for more jobs.
func full(err error) bool {
	return failedWith(err, "maximum messages exceeded") || failedWith(err, "maximum bytes exceeded") || busy(err)
}

// busy reports whether the server has more to store than it can now.
func busy(err error) bool { return failedWith(err, "too many requests") }

func failedWith(err error, what string) bool {
	api, ok := errors.AsType[*jetstream.APIError](err)
	return ok && strings.Contains(api.Description, what)
}

// away reports whether an error means that the server is absent or not ready yet.
func away(err error) bool {
	return gone(err) || busy(err) || is(err, nats.ErrTimeout, context.DeadlineExceeded, nats.ErrDisconnected, nats.ErrReconnectBufExceeded,
		nats.ErrConnectionReconnecting, jetstream.ErrJetStreamNotEnabled)
}

// gone reports whether what is missing may come again: the server lost its store, or has just started and not made its
// streams yet.
func gone(err error) bool {
	return is(err, jetstream.ErrConsumerNotFound, jetstream.ErrConsumerDeleted, jetstream.ErrStreamNotFound,
		nats.ErrNoResponders, jetstream.ErrNoStreamResponse)
}

// is reports whether an error is one of these.
func is(err error, known ...error) bool {
	for _, k := range known {
		if errors.Is(err, k) {
			return true
		}
	}
	return false
}
