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
	window     = 512     // jobs on their way to the server at once
	readAhead  = 8 << 20 // bytes of results that wait to be read
	fullPause  = 100 * time.Millisecond
	quietFor   = 15 * time.Second // until a run is sent again
	mostTexts  = 1000             // in one question
	mostResult = 1 << 20          // bytes of a result for each solution
	retryAfter = 250 * time.Millisecond

	tellWaiting = 3 * time.Second // until a run says what it waits for
)

// toTheEnd returns when every job has a result.
func (r *run) toTheEnd(ctx context.Context) error {
	begins, err := r.client.conn.Subscribe(toldSubject+r.client.name+"."+r.id+".>", r.begins)
	if err != nil {
		return err
	}
	defer begins.Unsubscribe()
	var since time.Time // nothing could be done
	for told := false; ; {
		begun := time.Now()
		if err = r.attempt(ctx); err == nil || ctx.Err() != nil {
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
	back := r.client.conn.StatusChanged(nats.CONNECTED) // again: the server may have lost its data
	defer r.client.conn.RemoveStatusListener(back)
	missed, end, err := r.listen(ctx, back)
	if err != nil {
		return err
	}
	defer end()
	within, stop := context.WithCancel(ctx)
	var sending sync.WaitGroup
	defer sending.Wait()
	defer stop()
	sent := make(chan error, 1)
	sending.Go(func() { sent <- r.send(within) })
	quiet := time.NewTimer(quietFor)
	defer quiet.Stop()
	for {
		select {
		case <-r.over:
			return nil
		case err := <-sent:
			if err != nil {
				return err
			}
			sent = nil // from now on it waits
			quiet.Reset(quietFor)
		case <-r.news:
			quiet.Reset(quietFor)
		case <-quiet.C:
			if sent == nil {
				return nats.ErrTimeout
			}
		case <-back:
			return nats.ErrDisconnected
		case <-missed:
			return nats.ErrTimeout
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// signal tells something, unless it was told already and nobody has heard it yet.
func signal(to chan struct{}) {
	select {
	case to <- struct{}{}:
	default:
	}
}

// listen takes results as they come. It returns when it has taken all that were there before. Missed is told if one is
// missing.
func (r *run) listen(ctx context.Context, back <-chan nats.Status) (missed chan struct{}, end func(), err error) {
	made, err := r.client.ask(ctx, askResults, question{Run: r.id})
	if err != nil {
		return nil, nil, err
	}
	consumer, err := r.client.js.Consumer(ctx, results, made.Consumer)
	if err != nil {
		return nil, nil, err
	}
	caughtUp, missed := make(chan struct{}), make(chan struct{}, 1)
	if made.Waiting == 0 {
		close(caughtUp)
	}
	number := uint64(0)
	listening, err := consumer.Consume(func(m jetstream.Msg) {
		number++
		if at, err := m.Metadata(); err != nil || at.Sequence.Consumer != number {
			signal(missed)
			return
		}
		r.receive(m)
		if number == made.Waiting {
			close(caughtUp)
		}
	}, jetstream.PullMaxBytes(readAhead))
	if err != nil {
		return nil, nil, err
	}
	select {
	case <-caughtUp:
		return missed, listening.Stop, nil
	case <-back:
		err = nats.ErrDisconnected
	case <-missed:
		err = nats.ErrTimeout
	case <-ctx.Done():
		err = ctx.Err()
	}
	listening.Stop()
	return nil, nil, err
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
	if err := res.decode(m.Data(), len(w.slots)); err != nil {
		res.Fault = say.Of("the result of %s cannot be read: %s", res.worker, say.From(err))
	}
	signal(r.news)
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
		if !res.Fault.Said() {
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

// send sends all jobs that have no result. While the queue is full, it waits.
func (r *run) send(ctx context.Context) error {
	queues, stored := map[string]bool{}, map[string]bool{}
	for left := r.todo; len(left) > 0; {
		some := left[:min(window, len(left))]
		back, err := r.sendSome(ctx, some, queues, stored)
		if err != nil {
			return err
		}
		left = append(back, left[len(some):]...)
		if len(back) > 0 && !interrupt.Pause(ctx, fullPause) {
			return ctx.Err()
		}
	}
	return nil
}

// sendSome sends jobs with their texts, and returns the jobs for which there was no room. It remembers the queues that
// there are, and the texts that are stored.
func (r *run) sendSome(ctx context.Context, some []*work, queues, stored map[string]bool) (back []*work, err error) {
	r.mu.Lock()
	some = slices.DeleteFunc(slices.Clone(some), func(w *work) bool { return w.done })
	r.mu.Unlock()
	var texts []text
	for _, w := range some {
		for _, b := range w.job.blobs() {
			if !stored[b.SHA256] {
				stored[b.SHA256] = true
				texts = append(texts, r.texts[b.SHA256])
			}
		}
	}
	for few := range slices.Chunk(texts, mostTexts) {
		if err := r.client.put(ctx, few); err != nil {
			return nil, err
		}
	}
	futures := map[*work]jetstream.PubAckFuture{}
	for _, w := range some {
		if !queues[w.queue] {
			if _, err := r.client.ask(ctx, askQueue, question{Queue: w.queue}); err != nil {
				return nil, err
			}
			queues[w.queue] = true
		}
		text, err := json.Marshal(w.job)
		if err != nil {
			return nil, err
		}
		if len(text) > mostJob {
			r.tooLarge(w, int64(len(text)))
			continue
		}
		name := jobName{r.client.name, r.id, w.id}
		if futures[w], err = r.client.js.PublishAsync(jobSubject+w.queue+"."+name.String(), text); err != nil {
			return nil, err
		}
	}
	for _, w := range some {
		f := futures[w]
		if f == nil {
			continue
		}
		select {
		case <-f.Ok():
		case err := <-f.Err():
			if full(err) {
				back = append(back, w)
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
func (r *run) tooLarge(w *work, size int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.take(Result{jobName: jobName{job: w.id}, Fault: say.Of(
		"this case of %s is a message of %s, and %s may be sent",
		say.Count(len(w.slots), "solution"), terminal.Size(size), terminal.Size(mostJob)).Hint("give fewer solutions at once")})
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
	signal(r.news)
	w.begun = append(w.begun, worker)
	for _, at := range w.slots {
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
	if _, end, err := r.listen(ctx, nil); err == nil {
		end()
	}
}
