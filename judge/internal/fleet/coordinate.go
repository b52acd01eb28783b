package fleet

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"sudokuoj/judge/internal/base/interrupt"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

// To send a run, to resume one and to repair one is the same: jobs with a result are done, a queue refuses jobs that it
// already has, and all others are sent. This happens again when the server was away, and when nothing was heard of any
// job for a while: a worker may have acknowledged one without a result.

const (
	window     = 512      // jobs on their way to the server at once
	readAhead  = 32 << 20 // bytes of results that wait to be read
	fullPause  = 100 * time.Millisecond
	quietFor   = 15 * time.Second // until a run is sent again
	lookAgain  = time.Second
	mostTexts  = 1000    // in one question
	mostResult = 1 << 20 // bytes of a result for each solution
	retryAfter = 250 * time.Millisecond

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
		interrupt.Pause(ctx, retryAfter)
	}
}

// attempt takes the results that there are, sends all jobs that have none, and waits for theirs.
func (r *run) attempt(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	var sending sync.WaitGroup
	defer sending.Wait()
	defer stop(nil)
	back := r.client.conn.StatusChanged(nats.CONNECTED) // again: the server may have lost its data
	defer r.client.conn.RemoveStatusListener(back)
	begins, err := r.client.conn.Subscribe(toldSubject+r.client.name+"."+r.id+".>", r.begins)
	if err != nil {
		return err
	}
	defer begins.Unsubscribe()
	end, err := r.listen(ctx, back, stop)
	if err != nil {
		return err
	}
	defer end()
	r.start()
	sent := make(chan error, 1)
	sending.Go(func() { sent <- r.sendAll(ctx) })
	look := time.NewTicker(lookAgain)
	defer look.Stop()
	for {
		select {
		case err := <-sent:
			return err
		case <-back:
			return nats.ErrDisconnected
		case <-look.C:
			if r.quiet() {
				return nats.ErrTimeout
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// quiet reports whether nothing was heard of the jobs for a while.
func (r *run) quiet() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return !r.sending && time.Since(r.news) > quietFor
}

// start prepares the jobs to send.
func (r *run) start() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ready, r.news = nil, time.Now()
	for _, w := range r.todo {
		if !w.done {
			r.ready = append(r.ready, w)
		}
	}
}

func (r *run) wake() {
	select {
	case r.more <- struct{}{}:
	default:
	}
}

// listen takes results as they come. It returns when it has taken all that were there before. If it misses one, it calls
// lost.
func (r *run) listen(ctx context.Context, back <-chan nats.Status, lost context.CancelCauseFunc) (end func(), err error) {
	made, err := r.client.ask(ctx, askResults, question{Run: r.id})
	if err != nil {
		return nil, err
	}
	consumer, err := r.client.js.Consumer(ctx, results, made.Consumer)
	if err != nil {
		return nil, err
	}
	caughtUp := make(chan struct{})
	if made.Waiting == 0 {
		close(caughtUp)
	}
	number := uint64(0)
	listening, err := consumer.Consume(func(m jetstream.Msg) {
		number++
		if at, err := m.Metadata(); err != nil || at.Sequence.Consumer != number {
			lost(nats.ErrTimeout)
			return
		}
		r.receive(m)
		if number == made.Waiting {
			close(caughtUp)
		}
	}, jetstream.PullMaxBytes(readAhead))
	if err != nil {
		return nil, err
	}
	select {
	case <-caughtUp:
		return listening.Stop, nil
	case <-back:
		err = nats.ErrDisconnected
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	listening.Stop()
	return nil, err
}

// receive takes the result in a message. The subject names the job and the worker.
func (r *run) receive(m jetstream.Msg) {
	var res Result
	res.jobName, res.worker = nameOf(m.Subject(), inResult)
	r.mu.Lock()
	defer r.mu.Unlock()
	w := r.byJob[res.job]
	if w == nil || w.done {
		return
	}
	if err := res.decode(m.Data(), len(w.places)); err != nil {
		res.Fault = say.Of("the result of %s cannot be read: %s", res.worker, say.From(err))
	}
	r.news = time.Now()
	r.take(res)
}

// decode reads a result for so many solutions. Of one with another number the results are not read: a few bytes of each
// would be many in memory.
func (res *Result) decode(data []byte, solutions int) error {
	var outer struct {
		*Result
		Graded []json.RawMessage `json:"graded"`
	}
	if outer.Result = res; len(data) > mostResult*solutions+mostResult {
		return say.Errorf("%s in a result", terminal.Size(int64(len(data))))
	}
	if err := json.Unmarshal(data, &outer); err != nil {
		return err
	}
	if n := len(outer.Graded); n != solutions {
		if !res.Fault.Said() && res.V == Wire {
			res.Fault = say.Of("%s sent %s instead of %d", res.worker, say.Count(n, "result"), solutions)
		}
		return nil
	}
	res.Graded = make([]Graded, solutions)
	for i, text := range outer.Graded {
		if err := json.Unmarshal(text, &res.Graded[i]); err != nil {
			return err
		}
	}
	return nil
}

// sendAll sends prepared jobs until the run is done.
func (r *run) sendAll(ctx context.Context) error {
	queues, stored := map[queue]bool{}, map[string]bool{}
	for {
		r.mu.Lock()
		now := r.ready[:min(window, len(r.ready))]
		r.ready = r.ready[len(now):]
		open := r.open
		r.sending, r.news = len(now) > 0, time.Now()
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
		back, err := r.send(ctx, now, queues, stored)
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

// send sends jobs with their texts, and returns the jobs for which there was no room. It remembers the queues that there
// are, and the texts that are stored.
func (r *run) send(ctx context.Context, all []*work, queues map[queue]bool, stored map[string]bool) (back []*work, err error) {
	r.mu.Lock()
	all = slices.DeleteFunc(slices.Clone(all), func(w *work) bool { return w.done })
	var texts []text
	for _, w := range all {
		texts = append(texts, w.texts...)
	}
	r.mu.Unlock()
	for few := range slices.Chunk(texts, mostTexts) {
		if err := r.client.put(ctx, few, stored); err != nil {
			return nil, err
		}
	}
	futures := make([]jetstream.PubAckFuture, len(all))
	for i, w := range all {
		if !queues[w.queue] {
			if _, err := r.client.ask(ctx, askQueue, question{Queue: w.queue.String()}); err != nil {
				return nil, err
			}
			queues[w.queue] = true
		}
		text, err := json.Marshal(w.job)
		if err != nil {
			return nil, err
		}
		if most := int64(mostJob); int64(len(text)) > most {
			r.tooLarge(w, int64(len(text)), most)
			continue
		}
		name := jobName{r.client.name, r.id, w.job.ID}
		futures[i], err = r.client.js.PublishAsync(jobSubject+w.queue.String()+"."+name.String(), text)
		if err != nil {
			return nil, err
		}
	}
	for i, f := range futures {
		if f == nil {
			continue
		}
		select {
		case <-f.Ok():
		case err := <-f.Err():
			if full(err) {
				back = append(back, all[i])
			} else if !taken(err) {
				return nil, err
			}
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return back, nil
}

// tooLarge ends a job that does not fit into a message.
func (r *run) tooLarge(w *work, size, most int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	why := say.Of("this case of %s is a message of %s, and %s may be sent: give fewer solutions at once",
		say.Count(len(w.places), "solution"), terminal.Size(size), terminal.Size(most))
	r.take(Result{V: Wire, Fault: why, jobName: jobName{job: w.job.ID}})
}

// begins sends the events of a job that a worker has begun.
func (r *run) begins(m *nats.Msg) {
	name, worker := nameOf(m.Subject, inResult)
	r.mu.Lock()
	defer r.mu.Unlock()
	w := r.byJob[name.job]
	if w == nil || w.done || slices.Contains(w.begun, worker) {
		return
	}
	r.news = time.Now()
	w.begun = append(w.begun, worker)
	for _, at := range w.places {
		r.tell(at.entry, result.Event{Kind: result.Begins, Name: w.job.Case.Name})
	}
}

// tidy has the server remove the remaining jobs of a run, and its results if they were all taken. Of an interrupted run,
// results that arrived in the meantime still count.
func (r *run) tidy(interrupted bool) {
	ctx, stop := context.WithTimeout(context.Background(), clientPatience)
	defer stop()
	r.client.ask(ctx, askOver, question{Run: r.id, Known: !interrupted}) // else they go when they are old
	if !interrupted {
		return
	}
	if end, err := r.listen(ctx, nil, func(error) {}); err == nil {
		end()
	}
}
