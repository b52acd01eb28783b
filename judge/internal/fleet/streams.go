package fleet

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"sudokuoj/judge/internal/base/interrupt"
)

// Settings of a fleet, chosen by its owner.
type Settings struct {
	MaxJobs int64         // that may wait; a client that sends more waits
	Lease   time.Duration // a worker that is silent for so long has lost its job
	Results int64         // bytes of the results that are stored; 0 for the usual
}

const (
	deliveries   = 3                  // then a job is dead
	keepResults  = 7 * 24 * time.Hour // of a run whose results were not fetched
	keepBegun    = 200_000            // in memory: of those in work, more than once each
	aliveFor     = 10 * time.Second   // a machine that said nothing for so long is gone
	leaseSetting = "lease"

	// How many bytes each stream holds. MostStored is room for all streams on the disk.
	mostJobs     = 4 << 30
	mostResults  = 4 << 30
	mostBlobs    = 32 << 30
	mostDead     = 64 << 20
	mostBegun    = 128 << 20 // in memory, as the next
	mostMachines = 16 << 20
	MostStored   = 64 << 30
)

// Restore makes streams that are gone again, until ctx ends. That is for the server.
func (c *Client) Restore(ctx context.Context, s Settings) error {
	for interrupt.Pause(ctx, everyWhile) {
		for _, name := range []string{jobs, results, blobs, begun, dead, "KV_" + machines} {
			if _, err := c.js.Stream(ctx, name); !errors.Is(err, jetstream.ErrStreamNotFound) {
				continue
			}
			if err := c.Prepare(ctx, s); err != nil {
				return err
			}
		}
	}
	return nil
}

// MakeRoom removes the oldest results while all results take more than half of their stream, and returns how many
// bytes that freed. A coordinator sends a job again if it had not read its result. Without this, a worker could fill
// the stream with results that belong to no job, and every run would wait until they expire.
func (c *Client) MakeRoom(ctx context.Context, s Settings) (freed int64, err error) {
	stream, err := c.js.Stream(ctx, results)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return 0, nil // it is made again soon
	}
	if err != nil {
		return 0, err
	}
	before := stream.CachedInfo().State
	if int64(before.Bytes) <= cmp.Or(s.Results, mostResults)/2 {
		return 0, nil
	}
	if err := stream.Purge(ctx, jetstream.WithPurgeKeep(before.Msgs/10)); err != nil {
		return 0, err
	}
	after, err := stream.Info(ctx)
	if err != nil {
		return 0, err
	}
	return int64(before.Bytes) - int64(after.State.Bytes), nil
}

// Prepare creates the streams, or updates existing ones. Only the server does that.
func (c *Client) Prepare(ctx context.Context, s Settings) error {
	once := func(name, subjects string, keep time.Duration, bytes int64) jetstream.StreamConfig {
		return jetstream.StreamConfig{Name: name, Subjects: []string{subjects}, MaxAge: keep, MaxBytes: bytes, Discard: jetstream.DiscardNew,
			MaxMsgsPerSubject: 1, DiscardNewPerSubject: true, AllowDirect: true}
	}
	waiting := once(jobs, jobSubject+"*.*.*", keepResults, mostJobs)
	waiting.Retention, waiting.MaxMsgs, waiting.Metadata = jetstream.WorkQueuePolicy, s.MaxJobs, map[string]string{leaseSetting: s.Lease.String()}
	for _, config := range []jetstream.StreamConfig{
		waiting,
		once(results, resultSubject+"*.*", keepResults, cmp.Or(s.Results, mostResults)),
		once(blobs, blobSubject+"*.*", keepBlobs, mostBlobs),
		{Name: begun, Subjects: []string{begunSubject + "*.*"}, MaxAge: time.Hour, MaxMsgs: keepBegun, MaxBytes: mostBegun, MaxMsgsPerSubject: deliveries, Storage: jetstream.MemoryStorage},
		{Name: dead, MaxAge: keepBlobs, MaxMsgs: 100_000, MaxBytes: mostDead,
			Subjects: []string{advisory + "MAX_DELIVERIES." + jobs + ".*", advisory + "MSG_TERMINATED." + jobs + ".*"}},
	} {
		if _, err := c.js.CreateOrUpdateStream(ctx, config); err != nil {
			return err
		}
	}
	_, err := c.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: machines, TTL: aliveFor, MaxBytes: mostMachines, Storage: jetstream.MemoryStorage})
	return err
}

const advisory = "$JS.EVENT.ADVISORY.CONSUMER."

// In a worker's own account the API of the streams' account has this name, since the usual name is that of the worker's
// own store.
const workerAPI = "FLEET.API"

// Service is a worker's subject under its name in the streams' account, and whether there are several answers.
func Service(subject string) (inside string, several bool) {
	return strings.Replace(subject, workerAPI, "$JS.API", 1), strings.Contains(subject, ".MSG.NEXT.")
}

// Rights of a client at a server.
type Rights struct{ Publish, Subscribe []string }

// WorkerRights returns the rights of a worker: it takes jobs, reads texts and writes results, and nothing else. It
// makes no stream and no consumer, and gets only the answers to its own requests.
func WorkerRights(name string) Rights {
	return Rights{
		Publish: []string{
			workerAPI + ".STREAM.INFO." + jobs, workerAPI + ".STREAM.INFO." + blobs, workerAPI + ".CONSUMER.NAMES." + jobs, workerAPI + ".CONSUMER.INFO." + jobs + ".*",
			workerAPI + ".CONSUMER.MSG.NEXT." + jobs + ".*", "$JS.ACK." + jobs + ".>", workerAPI + ".DIRECT.GET." + blobs + ".>",
			resultSubject + "*.*", begunSubject + "*.*", "$KV." + machines + "." + name,
		},
		Subscribe: []string{inbox(name) + ".>", Bell},
	}
}

// ClientRights returns the rights of people who have programs graded: everything about runs, but no creating, changing
// or deleting of streams.
func ClientRights(name string) Rights {
	r := ServerRights(name)
	r.Publish = slices.Delete(r.Publish, 0, 1)
	for _, verb := range []string{"INFO", "STREAM.INFO.*", "STREAM.PURGE.*", "STREAM.MSG.GET.*", "DIRECT.GET.>", "CONSUMER.>"} {
		r.Publish = append(r.Publish, "$JS.API."+verb)
	}
	return r
}

// ServerRights returns the rights of the server's own client: the whole store.
func ServerRights(name string) Rights {
	return Rights{
		Publish:   []string{"$JS.API.>", "$JS.ACK.>", "$JS.FC.>", jobSubject + "*.*.*", resultSubject + "*.*", blobSubject + "*.*", Bell},
		Subscribe: []string{inbox(name) + ".>", begunSubject + "*.*"},
	}
}

// makeQueue makes a queue whose jobs workers can take.
func makeQueue(ctx context.Context, js jetstream.JetStream, q queue) error {
	stream, err := js.Stream(ctx, jobs)
	if err != nil {
		return err
	}
	lease, err := time.ParseDuration(stream.CachedInfo().Config.Metadata[leaseSetting])
	if err != nil {
		return err
	}
	_, err = stream.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: q.String(), FilterSubject: jobSubject + q.String() + ".*.*", AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: lease, MaxDeliver: deliveries, MaxAckPending: -1, // a bound would be one for all workers together
	})
	if err != nil {
		return err
	}
	return js.Conn().Publish(Bell, nil)
}

// taken reports whether the subject already has a message; that counts as stored.
func taken(err error) bool {
	return failedWith(err, "maximum messages per subject exceeded")
}

// full reports whether the queue has no room for more jobs.
func full(err error) bool {
	return failedWith(err, "maximum messages exceeded") || failedWith(err, "maximum bytes exceeded")
}

func failedWith(err error, what string) bool {
	api, ok := errors.AsType[*jetstream.APIError](err)
	return ok && strings.Contains(api.Description, what)
}

// gone reports whether a missing stream may be created again: the server lost its store, or has just started and not
// created its streams in memory yet.
func gone(err error) bool {
	return slices.ContainsFunc([]error{jetstream.ErrConsumerNotFound, jetstream.ErrConsumerDeleted, jetstream.ErrStreamNotFound,
		jetstream.ErrBucketNotFound, nats.ErrNoResponders, jetstream.ErrNoStreamResponse}, func(known error) bool { return errors.Is(err, known) })
}
