package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"sudokuoj/judge/internal/base/crash"
	"sudokuoj/judge/internal/base/interrupt"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
)

// What clients may not do themselves the server does for them, when they ask: it makes queues, reads and removes what
// belongs to one of their runs, and tells the state of the fleet. The subject of a question contains the client's name.

const (
	askQueue   = "queue"   // make a queue
	askTexts   = "texts"   // which of these texts are not stored, or not for long enough
	askResults = "results" // make a consumer for the results of a run
	askOver    = "over"    // a run is over: remove its jobs, and its results if they are known
	askStatus  = "status"
)

// question is what a client asks; each question needs some of it.
type question struct {
	Queue string `json:"queue,omitempty"`
	Run   string `json:"run,omitempty"`
	Known bool   `json:"known,omitempty"` // the client has all results
	Texts []Blob `json:"texts,omitempty"`
}

// answer is what the server says.
type answer struct {
	Fault    say.Message  `json:"fault,omitzero"`
	Texts    []Blob       `json:"texts,omitempty"`    // to be stored
	Consumer string       `json:"consumer,omitempty"` // of results
	Waiting  uint64       `json:"waiting,omitempty"`  // results that it has already
	Fleet    result.Fleet `json:"fleet,omitzero"`
}

// told is what a worker said of itself, and when.
type told struct {
	result.Machine
	at time.Time
}

// share is what a client has of the hub: one alone must not leave too little for the others.
type share struct {
	asking int         // its questions that are being answered
	queues []string    // those that it asked for
	reads  []time.Time // when it lately began to read results
}

// take changes the share of a client, and returns what change does: whether there was room.
func (h *Hub) take(client string, change func(*share) bool) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.shares[client] == nil {
		h.shares[client] = &share{}
	}
	return change(h.shares[client])
}

const (
	everyWhile = 3 * time.Second  // between two messages of a worker about itself
	aliveFor   = 10 * time.Second // a machine that said nothing for so long is gone
	mostTold   = 16 << 10         // bytes of such a message
	mostHeard  = 10_000           // messages of workers and clients that the server has not looked at yet
	mostAsked  = 64               // questions of a client that are answered at once; it asks the others again
	mostReads  = 1000             // runs whose results a client begins to read within readFor
	readFor    = time.Minute      // the results of a run stay open for reading while nobody does

	mostQuestion = 256 << 10 // bytes: about mostTexts texts
)

// listen begins to listen to clients and workers.
func (h *Hub) listen() error {
	for subject, hear := range map[string]nats.MsgHandler{
		aliveSubject + "*": h.hear, begunSubject + ">": h.begun, askSubject + "*.*": h.asked,
	} {
		s, err := h.conn.Subscribe(subject, hear)
		if err == nil {
			err = s.SetPendingLimits(mostHeard, mostUnread)
		}
		if err != nil {
			return err
		}
	}
	given, err := h.conn.Subscribe("$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES."+jobs+".*", h.giveUp)
	if err == nil {
		err = given.SetPendingLimits(-1, mostUnread)
	}
	return errors.Join(err, h.conn.Flush())
}

// nobody is written for the worker in the subject of a result that the server made.
const nobody = "-"

// giveUp gives up a job that workers took as often as they may. It does not wait for another worker to take it: one
// that takes all and is silent would be quicker than all others.
func (h *Hub) giveUp(m *nats.Msg) {
	defer crash.Tell(h.Tell)
	ctx, stop := context.WithTimeout(context.Background(), clientPatience)
	defer stop()
	var about struct {
		Job uint64 `json:"stream_seq"`
	}
	stream, err := h.js.Stream(ctx, jobs)
	if err = errors.Join(err, json.Unmarshal(m.Data, &about)); err != nil {
		return
	}
	job, err := stream.GetMsg(ctx, about.Job)
	if err != nil {
		return // its run is over
	}
	name, _ := nameOf(job.Subject, inJob)
	text, _ := json.Marshal(Result{Died: true})
	if _, err := h.js.Publish(ctx, resultSubject+name.String()+"."+nobody, text); err == nil {
		stream.DeleteMsg(ctx, about.Job)
	}
}

// begun tells a client that a worker has begun with a job.
func (h *Hub) begun(m *nats.Msg) {
	h.conn.Publish(strings.Replace(m.Subject, begunSubject, toldSubject, 1), nil)
}

// asked answers a question.
func (h *Hub) asked(m *nats.Msg) {
	client, what, _ := strings.Cut(strings.TrimPrefix(m.Subject, askSubject), ".")
	count := func(n int) bool {
		return h.take(client, func(s *share) bool { s.asking += n; return s.asking <= mostAsked })
	}
	if !count(1) {
		count(-1)
		m.Respond(nil) // without, NATS keeps the question for a while
		return
	}
	go func() { // one that waits for the store delays no other
		defer count(-1)
		h.reply(m, client, what)
	}()
}

func (h *Hub) reply(m *nats.Msg, client, what string) {
	defer crash.Tell(h.Tell)
	ctx, stop := context.WithTimeout(context.Background(), clientPatience)
	defer stop()
	a, err := h.answer(ctx, client, what, m.Data)
	for away(err) && interrupt.Pause(ctx, retryAfter) { // the streams are not there yet
		a, err = h.answer(ctx, client, what, m.Data)
	}
	if err != nil {
		a.Fault = say.From(err)
	}
	if text, err := json.Marshal(a); err == nil {
		m.Respond(text)
	}
}

func (h *Hub) answer(ctx context.Context, client, what string, about []byte) (a answer, err error) {
	var q question
	if len(about) > mostQuestion {
		return a, say.Errorf("a question of %d bytes, and more than %d are too many", len(about), mostQuestion)
	}
	if err := json.Unmarshal(about, &q); err != nil {
		return a, err
	}
	if q.Run != "" && !validName(q.Run) {
		return a, say.Errorf("%q is no name of a run", q.Run)
	}
	switch what {
	case askQueue:
		return a, h.makeQueue(ctx, client, q.Queue)
	case askTexts:
		a.Texts, err = h.missing(ctx, client, q.Texts)
	case askResults:
		a.Consumer, a.Waiting, err = h.readResults(ctx, jobName{client, q.Run, "*"})
	case askOver:
		return a, h.over(ctx, jobName{client, q.Run, "*"}, q.Known)
	case askStatus:
		a.Fleet, err = h.Status(ctx)
	default:
		err = say.Errorf("%q: the server does not know this question", what).Hint("give all machines the same judge")
	}
	return a, err
}

// makeQueue makes a queue, and tells the workers.
func (h *Hub) makeQueue(ctx context.Context, client, name string) error {
	if !isQueue.MatchString(name) {
		return say.Errorf("%q is no name of a queue", name)
	}
	if !h.take(client, func(s *share) bool {
		if !slices.Contains(s.queues, name) && len(s.queues) < queuesOfOne {
			s.queues = append(s.queues, name)
		}
		return slices.Contains(s.queues, name)
	}) {
		return say.Errorf("%s has %d queues, and more are too many", client, queuesOfOne)
	}
	_, err := h.js.CreateOrUpdateConsumer(ctx, jobs, jetstream.ConsumerConfig{
		Durable: name, FilterSubject: jobSubject + name + ".*.*.*", AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: h.Lease, InactiveThreshold: keepResults, MaxDeliver: deliveries,
		MaxAckPending: -1, // a bound would be one for all workers together
	})
	if err != nil {
		return err
	}
	return h.conn.Publish(bell, nil)
}

// missing returns the texts of a client that are not stored, or not for long enough. Their age is by the clock of this
// machine, as they are stored.
func (h *Hub) missing(ctx context.Context, client string, texts []Blob) (all []Blob, err error) {
	stream, err := h.js.Stream(ctx, blobs)
	if err != nil {
		return nil, err
	}
	for _, b := range texts {
		if b.Size == 0 {
			continue // it has no pieces
		}
		if !isDigest.MatchString(b.SHA256) {
			return nil, say.Errorf("%q is no digest", b.SHA256)
		}
		last, err := stream.GetLastMsgForSubject(ctx, b.subject(client, b.pieces()-1)) // it was sent last
		if is(err, jetstream.ErrMsgNotFound) || err == nil && time.Since(last.Time) > keepBlobs/2 {
			all = append(all, b)
		} else if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// readResults makes a consumer for the results of a run. Whoever knows its name may read them.
func (h *Hub) readResults(ctx context.Context, run jobName) (consumer string, waiting uint64, err error) {
	if !h.take(run.client, func(s *share) bool {
		s.reads = slices.DeleteFunc(s.reads, func(at time.Time) bool { return time.Since(at) > readFor })
		if len(s.reads) == mostReads {
			return false
		}
		s.reads = append(s.reads, time.Now())
		return true
	}) {
		return "", 0, say.Errorf("%s reads the results of %d runs, and more are too many", run.client, mostReads)
	}
	made, err := h.js.CreateConsumer(ctx, results, jetstream.ConsumerConfig{
		Name: randomName(), FilterSubject: resultSubject + run.String() + ".*", AckPolicy: jetstream.AckNonePolicy,
		MemoryStorage: true, InactiveThreshold: readFor,
	})
	if err != nil {
		return "", 0, err
	}
	info := made.CachedInfo()
	return info.Name, info.NumPending, nil
}

// over removes what the queues and the store have of a run.
func (h *Hub) over(ctx context.Context, run jobName, known bool) error {
	err := h.purge(ctx, jobs, jobSubject+"*."+run.String())
	if err == nil && known {
		err = h.purge(ctx, results, resultSubject+run.String()+".*")
	}
	return err
}

func (h *Hub) purge(ctx context.Context, name, subject string) error {
	stream, err := h.js.Stream(ctx, name)
	if err != nil {
		return err
	}
	return stream.Purge(ctx, jetstream.WithPurgeSubject(subject))
}

// Status returns the state of the fleet.
func (h *Hub) Status(ctx context.Context) (s result.Fleet, err error) {
	for _, name := range []string{jobs, results, blobs} {
		stream, err := h.js.Stream(ctx, name)
		if err != nil {
			return s, err
		}
		state := stream.CachedInfo().State
		s.Bytes += int64(state.Bytes)
		switch name {
		case jobs:
			s.Queued = int(state.Msgs)
			list := stream.ListConsumers(ctx)
			for info := range list.Info() {
				s.InWork += info.NumAckPending
			}
			if err := list.Err(); err != nil {
				return s, err
			}
		case results:
			s.Results = int(state.LastSeq)
		}
	}
	s.Queued = max(s.Queued-s.InWork, 0) // a run takes its jobs out when it ends, those in work, too
	s.Workers = h.machines()
	return s, nil
}

// hear notes what a worker says of itself. Its name is that of its key.
func (h *Hub) hear(m *nats.Msg) {
	one := told{at: time.Now()}
	if len(m.Data) > mostTold || json.Unmarshal(m.Data, &one.Machine) != nil {
		return
	}
	one.Name = strings.TrimPrefix(m.Subject, aliveSubject)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.workers[one.Name] = one
}

// machines returns the workers that are there, by name.
func (h *Hub) machines() (all []result.Machine) {
	h.mu.Lock()
	defer h.mu.Unlock()
	maps.DeleteFunc(h.workers, func(_ string, one told) bool { return time.Since(one.at) > aliveFor })
	for _, name := range slices.Sorted(maps.Keys(h.workers)) {
		all = append(all, h.workers[name].Machine)
	}
	return all
}
