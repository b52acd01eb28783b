package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"sudokuoj/judge/internal/base/interrupt"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// Sending a run and resuming one are the same: jobs with a result are done, a queue refuses jobs that it already has,
// and all others are sent. This happens again whenever the server was away.

const (
	window     = 512      // jobs on their way to the server at once
	readAhead  = 32 << 20 // bytes of results that wait to be read
	fullPause  = 100 * time.Millisecond
	stillThere = 5 * time.Second // how often a run checks that the reference machine and its jobs are still there

	tellWaiting = 3 * time.Second // until a run says what it waits for
)

// toTheEnd returns when every job has a result.
func (r *run) toTheEnd(ctx context.Context) error {
	var since time.Time // nothing could be done
	for told := false; ; {
		begun := time.Now()
		err := r.attempt(ctx)
		if err == nil || ctx.Err() != nil {
			return ctx.Err()
		}
		if !away(err) {
			return err
		}
		if since.IsZero() || time.Since(begun) > tellWaiting {
			since = time.Now()
		}
		if !told && time.Since(since) > tellWaiting {
			told = true
			r.client.Warn(say.Of("it waits for the fleet's server: %s", say.From(err)))
		}
		interrupt.Pause(ctx, 250*time.Millisecond)
	}
}

// away reports whether an error means that the server is absent or not ready yet.
func away(err error) bool {
	return gone(err) || errors.Is(err, nats.ErrTimeout) || errors.Is(err, context.DeadlineExceeded) ||
		errors.Is(err, nats.ErrDisconnected) || errors.Is(err, nats.ErrReconnectBufExceeded) || errors.Is(err, nats.ErrConnectionReconnecting) ||
		errors.Is(err, jetstream.ErrJetStreamNotEnabled)
}

func (r *run) attempt(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	var sending sync.WaitGroup
	defer sending.Wait()
	defer stop()
	defer func() { r.fresh = false }()
	back := r.client.isBack()
	r.mu.Lock()
	if r.start(); r.open == 0 {
		r.mu.Unlock()
		return nil
	}
	r.mu.Unlock()
	begins, err := r.client.conn.Subscribe(begunSubject+r.id+".*", r.begins)
	if err != nil {
		return err
	}
	defer begins.Unsubscribe()
	failed := make(chan error, 1)
	send := func() { sending.Go(func() { failed <- r.sendAll(ctx) }) }
	if r.fresh { // nothing of it has a result
		send()
	}
	end, err := r.listen(ctx, back, 1) // the store may be another one than before
	if err != nil {
		return err
	}
	defer end()
	if !r.fresh {
		send()
	}
	look := time.NewTicker(stillThere)
	defer look.Stop()
	for {
		select {
		case err := <-failed:
			return err
		case <-back:
			return nats.ErrDisconnected
		case <-look.C:
			r.withoutReference(ctx)
			r.sendLost(ctx)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// start prepares the jobs to send. With -fail-fast that is one case of a problem at a time. The caller holds the lock.
func (r *run) start() {
	r.ready, r.sent, r.missing = nil, map[string]bool{}, nil
	begun := map[string]bool{}
	for _, w := range r.todo {
		if w.done || r.opt.FailFast && begun[w.job.Problem] {
			continue
		}
		begun[w.job.Problem] = true
		r.ready = append(r.ready, w)
	}
}

// send makes a job ready. The caller holds the lock.
func (r *run) send(w *work) {
	r.ready = append(r.ready, w)
	r.wake()
}

func (r *run) wake() {
	select {
	case r.more <- struct{}{}:
	default:
	}
}

// listen takes results as they come, beginning at a place in the store. It returns when it has taken all that were
// there before.
func (r *run) listen(ctx context.Context, back <-chan struct{}, from uint64) (end func(), err error) {
	consumer, err := r.client.js.OrderedConsumer(ctx, results, jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{resultSubject + r.id + ".*"}, DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: from})
	if err != nil {
		return nil, err
	}
	name := consumer.CachedInfo().Name
	left, caughtUp := consumer.CachedInfo().NumPending, make(chan struct{})
	if left == 0 {
		close(caughtUp)
	}
	listening, err := consumer.Consume(func(m jetstream.Msg) {
		res := resultIn(m)
		r.mu.Lock()
		r.take(res)
		r.nextOf(res.Job)
		if at, err := m.Metadata(); err == nil {
			r.seen = at.Sequence.Stream
		}
		r.mu.Unlock()
		if left--; left == 0 {
			close(caughtUp)
		}
	}, jetstream.PullMaxBytes(readAhead))
	if err != nil {
		return nil, err
	}
	select {
	case <-caughtUp:
		return func() {
			listening.Stop()
			r.forget(consumer, name)
		}, nil
	case <-back:
		err = nats.ErrDisconnected
	case <-ctx.Done():
		err = ctx.Err()
	}
	listening.Stop()
	r.forget(consumer, name)
	return nil, err
}

// forget removes the consumer of a run's results. Left alone it stays for minutes, and after a thousand runs the
// server would accept no more.
func (r *run) forget(consumer jetstream.Consumer, first string) {
	ctx, stop := context.WithTimeout(context.Background(), time.Second)
	defer stop()
	name := first
	if info := consumer.CachedInfo(); info != nil { // another one after the server was away
		name = info.Name
	}
	r.client.js.DeleteConsumer(ctx, results, name) // else it goes by itself
}

// resultIn returns the result in a message. The subject names the job. A subject takes only one message, so there
// will be no other result for this job.
func resultIn(m jetstream.Msg) (res Result) {
	if err := json.Unmarshal(m.Data(), &res); err != nil {
		res = Result{V: Wire, Fault: say.Of("its result cannot be read: %s", say.From(err))}
	}
	res.Run, res.Job = runAndJob(m.Subject())
	return res
}

// nextOf makes the next case of a job's problem ready if it had to wait. The caller holds the lock.
func (r *run) nextOf(id string) {
	last := r.byJob[id]
	same := func(w *work) bool { return !w.done && w.job.Problem == last.job.Problem }
	if !r.opt.FailFast || last == nil || !last.done || slices.ContainsFunc(r.todo, func(w *work) bool { return same(w) && w.first != nil }) {
		return
	}
	for _, w := range r.todo {
		if same(w) && r.without(w) {
			r.send(w)
			return
		}
	}
}

// without takes the solutions that failed out of a job; false means that none is left.
func (r *run) without(w *work) bool {
	var places []place
	var kept []Source
	for i, at := range w.places {
		s := &r.state[at.entry]
		if !s.failed {
			places, kept = append(places, at), append(kept, w.job.Solutions[i])
			continue
		}
		c := result.Case{Verdict: s.refused, Message: s.why}
		if s.refused == "" {
			grade.SkipRest(&c)
		}
		r.settle(at, c, s.result.Compile, s.refused)
	}
	if len(kept) == len(w.places) {
		return true
	}
	delete(r.byJob, w.job.ID)
	w.places, w.job.Solutions = places, kept
	if len(kept) == 0 || w.job.sign() != nil {
		r.done(w)
		return false
	}
	r.byJob[w.job.ID] = w
	return true
}

// sendAll sends prepared jobs until the run is done.
func (r *run) sendAll(ctx context.Context) error {
	queues := map[queue]bool{}
	for {
		r.mu.Lock()
		now := r.ready[:min(window, len(r.ready))]
		r.ready = r.ready[len(now):]
		open := r.open
		r.mu.Unlock()
		if open == 0 {
			return nil
		}
		if len(now) == 0 {
			select {
			case <-r.more:
			case <-ctx.Done():
				return ctx.Err()
			}
			continue
		}
		back, err := r.sendSome(ctx, now, queues)
		if err != nil {
			return err
		}
		if len(back) > 0 { // the queue is full: wait
			r.mu.Lock()
			r.ready = append(back, r.ready...)
			r.mu.Unlock()
			interrupt.Pause(ctx, fullPause)
		}
	}
}

// sendSome sends jobs with their files, and returns the jobs for which there was no room.
func (r *run) sendSome(ctx context.Context, all []*work, queues map[queue]bool) (back []*work, err error) {
	futures := make([]jetstream.PubAckFuture, len(all))
	store, err := r.client.js.Stream(ctx, blobs)
	if err != nil {
		return nil, err
	}
	for i, w := range all {
		r.mu.Lock()
		done, texts := w.done, w.texts
		r.mu.Unlock()
		if done {
			continue
		}
		if !queues[w.queue] {
			if err := makeQueue(ctx, r.client.js, w.queue); err != nil {
				return nil, err
			}
			queues[w.queue] = true
		}
		for _, t := range texts {
			if !r.sent[t.SHA256] {
				if err := t.put(ctx, r.client.js, store); err != nil {
					return nil, err
				}
				r.sent[t.SHA256] = true
			}
		}
		text, err := json.Marshal(w.job)
		if err != nil {
			return nil, err
		}
		if most := r.client.conn.MaxPayload(); int64(len(text)) > most {
			r.tooLarge(w, int64(len(text)), most)
			continue
		}
		if futures[i], err = r.client.js.PublishAsync(w.job.subject(w.queue), text); err != nil {
			return nil, err
		}
	}
	return r.confirmed(ctx, all, futures)
}

// confirmed waits for the server's answer to each job, and returns the jobs that it had no room for.
func (r *run) confirmed(ctx context.Context, all []*work, futures []jetstream.PubAckFuture) (back []*work, err error) {
	for i, f := range futures {
		if f == nil {
			continue
		}
		select {
		case <-f.Ok():
		case err := <-f.Err():
			if full(err) {
				back = append(back, all[i])
				continue
			} else if !taken(err) {
				return nil, err
			}
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		r.mu.Lock()
		all[i].sent = true
		r.mu.Unlock()
	}
	return back, nil
}

// tooLarge ends a job that does not fit into a message.
func (r *run) tooLarge(w *work, size, most int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	why := say.Of("this case of %s is a message of %s, and %s may be sent: give fewer solutions at once", say.Count(len(w.places), "solution"), terminal.Size(size), terminal.Size(most))
	r.take(Result{V: Wire, Job: w.job.ID, Fault: why})
	r.nextOf(w.job.ID)
}

// sendLost sends jobs again that have neither a message nor a result: a worker acknowledged them without a result, or
// the queue was emptied. A job is taken for lost when it is missing twice, since its result may be on the way.
func (r *run) sendLost(ctx context.Context) {
	stream, err := r.client.js.Stream(ctx, jobs)
	if err != nil {
		return // the server is away, which attempt notices
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(jobSubject+"*."+r.id+".*"))
	if err != nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	missing := map[string]bool{}
	for id, w := range r.byJob {
		if _, there := info.State.Subjects[w.job.subject(w.queue)]; there || w.done || !w.sent {
			continue
		}
		if missing[id] = true; r.missing[id] {
			delete(missing, id)
			w.sent = false
			r.send(w)
		}
	}
	r.missing = missing
}

// begins sends the events of a job that a worker has begun.
func (r *run) begins(m *nats.Msg) {
	_, id := runAndJob(m.Subject)
	r.mu.Lock()
	defer r.mu.Unlock()
	w := r.byJob[id]
	if w == nil || w.done {
		return
	}
	for _, at := range w.places {
		r.tell(at.entry, result.Event{Kind: result.Begins, Name: w.job.Case.Name, Again: w.first != nil})
	}
}

// withoutReference keeps the results of other machines if the reference machine is gone.
func (r *run) withoutReference(ctx context.Context) {
	if r.reference == "" {
		return
	}
	there, err := r.client.machines(ctx)
	if err != nil {
		return // the server is away: that is another's concern
	}
	for _, m := range there {
		if m.Name == r.reference {
			return
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.reference = ""
	for _, w := range r.todo {
		if w.first != nil && !w.done {
			first := *w.first
			first.Job = w.job.ID
			r.take(first)
		}
	}
}

// tidy removes the results and the remaining jobs of a run. Results that arrived in the meantime still count.
func (r *run) tidy(interrupted bool) {
	ctx, stop := context.WithTimeout(context.Background(), clientPatience)
	defer stop()
	purge := func(name, subject string) {
		if stream, err := r.client.js.Stream(ctx, name); err == nil {
			stream.Purge(ctx, jetstream.WithPurgeSubject(subject)) // else it goes when it is old
		}
	}
	purge(jobs, jobSubject+"*."+r.id+".*")
	purge(begun, begunSubject+r.id+".*")
	if !interrupted {
		purge(results, resultSubject+r.id+".*")
		return
	}
	r.mu.Lock()
	unseen := r.seen + 1
	r.mu.Unlock()
	if end, err := r.listen(ctx, r.client.isBack(), unseen); err == nil {
		end()
	}
}
