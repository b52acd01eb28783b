package fleet

import (
	"context"
	"encoding/json"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"sudokuoj/judge/internal/base/interrupt"
	"sudokuoj/judge/internal/base/say"
)

// serve takes jobs from a queue until ctx ends or the queue is gone. While there is work, it takes the slot before it asks
// for a job: a job that waited for the slot could have run on another machine. When there is no work, it listens to all
// queues at once.
func (w *Worker) serve(ctx context.Context, name string) {
	consumer, err := w.js.Consumer(ctx, jobs, name)
	for ctx.Err() == nil && !gone(err) {
		if err != nil { // the server is away
			interrupt.Pause(ctx, 500*time.Millisecond)
			consumer, err = w.js.Consumer(ctx, jobs, name)
			continue
		}
		var came []jetstream.Msg
		lease := consumer.CachedInfo().Config.AckWait
		w.slot.take()
		came, err = gather(consumer.FetchNoWait(w.batch()))
		w.doAll(ctx, came, lease)
		w.slot.giveBack()
		if len(came) > 0 || err != nil {
			continue
		}
		waiting, stop := context.WithTimeout(ctx, 5*time.Second)
		came, err = gather(consumer.Fetch(1, jetstream.FetchContext(waiting)))
		stop()
		release := hold(came, lease)
		w.slot.take()
		release()
		w.doAll(ctx, came, lease)
		w.slot.giveBack()
	}
}

func gather(batch jetstream.MessageBatch, err error) (came []jetstream.Msg, _ error) {
	if err != nil {
		return nil, err
	}
	for m := range batch.Messages() {
		came = append(came, m)
	}
	return came, batch.Error()
}

// batch returns how many jobs to ask for at once. It is more than one for very short jobs: the way to the server would
// take longer than the jobs.
func (w *Worker) batch() int {
	if w.usual == 0 {
		return 1
	}
	return max(1, min(mostInBatch, int(batchFor/w.usual)))
}

// hold tells the server that jobs are in progress, until it is released.
func hold(came []jetstream.Msg, lease time.Duration) (release func()) {
	ctx, stop := context.WithCancel(context.Background())
	if len(came) == 0 {
		return stop
	}
	go func() {
		for interrupt.Pause(ctx, lease/3) {
			for _, m := range came {
				m.InProgress()
			}
		}
	}()
	return stop
}

// finished is a job with its result on the way to the store.
type finished struct {
	message jetstream.Msg
	result  Result
	stored  jetstream.PubAckFuture // nil: it could not be sent
}

// doAll does jobs one after the other. When ctx ends, it finishes the running job and gives back the others,
// including one that still waits for its texts. Results are stored while the next jobs are fetched and done.
func (w *Worker) doAll(ctx context.Context, came []jetstream.Msg, lease time.Duration) {
	if len(came) == 0 {
		return
	}
	release := hold(came, lease)
	var all []finished
	for _, m := range came {
		if ctx.Err() != nil {
			m.Nak()
			continue
		}
		start := time.Now()
		if f, ok := w.do(ctx, m); ok {
			all = append(all, f)
		}
		w.usual = (w.usual + max(time.Since(start), time.Microsecond)) / 2
	}
	w.storing.take() // after earlier results are stored
	go func() {
		defer w.storing.giveBack()
		defer release()
		w.conclude(ctx, all)
	}()
}

// conclude stores the results of jobs, and then says that they are done; one whose result is not stored is given back.
func (w *Worker) conclude(ctx context.Context, all []finished) {
	for i, f := range all {
		if !f.isStored() && !w.insist(ctx, f.result) {
			f.message.Nak()
			continue
		}
		if i < len(all)-1 {
			f.message.Ack()
			continue
		}
		// The server handles these in order, so one answer to the last holds for all. If it got lost, the job comes
		// again and its second result is refused.
		last, stop := context.WithTimeout(context.WithoutCancel(ctx), clientPatience) // also when the worker is about to end
		f.message.DoubleAck(last)
		stop()
	}
}

// do grades one job. False means that the message was not a job, or that the job was given back.
func (w *Worker) do(ctx context.Context, m jetstream.Msg) (finished, bool) {
	run, id := runAndJob(m.Subject())
	w.js.Conn().Publish(begunSubject+run+"."+id, []byte(w.machine.Name))
	r := Result{V: Wire, Run: run, Job: id, Worker: w.machine.Name, SpeedMS: *w.speed.Load(), Host: w.host}
	var j Job
	err := json.Unmarshal(m.Data(), &j)
	if j.V != Wire {
		err = say.Errorf("%s uses version %d of the fleet's protocol, and the job uses %d", w.machine.Name, Wire, j.V)
	}
	if err == nil {
		err = j.sound()
	}
	if err != nil {
		r.Fault = say.From(err)
		if w.insist(ctx, r) {
			m.TermWithReason(err.Error())
		}
		return finished{}, false
	}
	now := j.Problem + " " + j.Case.Name
	w.now.Store(&now)
	defer w.now.Store(nil)
	r.Graded, err = w.grade(ctx, j)
	if err != nil && ctx.Err() != nil { // the worker ends while it waits for what the job needs
		m.Nak()
		return finished{}, false
	}
	if err != nil {
		r.Fault = say.Of("%s: %s", w.machine.Name, say.From(err))
	}
	w.done.Add(1)
	return w.send(m, r), true
}

func (w *Worker) send(m jetstream.Msg, r Result) finished {
	f := finished{message: m, result: r}
	if text, err := r.text(w.js.Conn().MaxPayload()); err == nil {
		if stored, err := w.js.PublishAsync(resultSubject+r.Run+"."+r.Job, text); err == nil {
			f.stored = stored
		}
	}
	return f
}

func (f finished) isStored() bool {
	if f.stored == nil {
		return false
	}
	select {
	case <-f.stored.Ok():
		return true
	case err := <-f.stored.Err():
		return taken(err)
	case <-time.After(5 * time.Second):
		return false
	}
}

// insist stores a result, and waits for an absent server as long as the worker runs. False means that the result is
// not stored.
func (w *Worker) insist(ctx context.Context, r Result) bool {
	for {
		err := r.store(ctx, w.js)
		if err == nil || w.js.Conn().IsClosed() || !interrupt.Pause(ctx, time.Second) {
			return err == nil
		}
	}
}
