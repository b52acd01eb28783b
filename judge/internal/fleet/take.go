package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"sudokuoj/judge/internal/base/crash"
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
			interrupt.Pause(ctx, retryAfter)
			consumer, err = w.js.Consumer(ctx, jobs, name)
			continue
		}
		var m jetstream.Msg
		lease := consumer.CachedInfo().Config.AckWait
		w.inSlot(func() {
			if m, err = one(consumer.FetchNoWait(1)); m != nil {
				w.do(ctx, m, lease)
			}
		})
		if m != nil || err != nil {
			continue
		}
		waiting, stop := context.WithTimeout(ctx, 5*time.Second)
		m, err = one(consumer.Fetch(1, jetstream.FetchContext(waiting)))
		stop()
		if m != nil {
			release := hold(m, lease)
			w.inSlot(func() { w.do(ctx, m, lease) })
			release()
		}
	}
}

func (w *Worker) inSlot(do func()) {
	w.slot.Lock()
	defer w.slot.Unlock()
	do()
}

// one returns the message that came, or nil.
func one(batch jetstream.MessageBatch, err error) (came jetstream.Msg, _ error) {
	if err != nil {
		return nil, err
	}
	for m := range batch.Messages() {
		came = m
	}
	return came, batch.Error()
}

// hold tells the server that a job is in progress, until it is released.
func hold(m jetstream.Msg, lease time.Duration) (release func()) {
	ctx, stop := context.WithCancel(context.Background())
	go func() {
		for interrupt.Pause(ctx, lease/3) {
			m.InProgress()
		}
	}()
	return stop
}

// do grades a job and stores its result. When ctx ends, it finishes the job, except one that still waits for its texts:
// that is given back.
func (w *Worker) do(ctx context.Context, m jetstream.Msg, lease time.Duration) {
	defer hold(m, lease)()
	r := Result{Host: w.host, worker: w.machine.Name}
	r.jobName, _ = nameOf(m.Subject(), inJob)
	w.js.Conn().Publish(begunSubject+r.jobName.String()+"."+w.machine.Name, nil)
	j, err := read(m)
	if err == nil {
		j.client = r.client
		now := fmt.Sprintf("%.100s %.100s", j.Problem, j.Case.Name) // the server takes no long messages
		w.now.Store(&now)
		defer w.now.Store(nil)
		if r.Graded, err = w.grade(ctx, j); err != nil {
			if ctx.Err() != nil {
				m.Nak()
				return
			}
			if errors.Is(err, errMissing) && first(m) {
				m.NakWithDelay(everyWhile)
				return
			}
			err = say.Errorf("%s: %w", w.machine.Name, err)
		}
		w.done.Add(1)
	}
	if err != nil {
		r.Fault = say.From(err)
	}
	w.conclude(ctx, m, r)
}

// first reports whether a job is given out for the first time. If its texts are missing then, the server may have lost
// them, and their client is about to send them again.
func first(m jetstream.Msg) bool {
	at, err := m.Metadata()
	return err == nil && at.NumDelivered == 1
}

// grade is Grade. A job that no judge of ours sent may break it.
func (w *Worker) grade(ctx context.Context, j Job) (all []Graded, err error) {
	defer crash.Tell(func(broken say.Message) { err = &say.Error{What: broken} })
	return w.Grade(ctx, j)
}

// read decodes a job.
func read(m jetstream.Msg) (j Job, err error) {
	if err := json.Unmarshal(m.Data(), &j); err != nil {
		return j, err
	}
	return j, j.sound()
}

// conclude stores a result, and then says that the job is done. It waits for an absent server as long as the worker
// runs. A job whose result is not stored is given back.
func (w *Worker) conclude(ctx context.Context, m jetstream.Msg, r Result) {
	text, err := json.Marshal(r)
	if most := w.js.Conn().MaxPayload(); err == nil && int64(len(text)) > most {
		r.Graded = nil
		r.Fault = say.Of("%s: its results have %d bytes, and at most %d may be sent", r.worker, len(text), most)
		text, err = json.Marshal(r)
	}
	for err == nil {
		storing, stop := context.WithTimeout(context.WithoutCancel(ctx), clientPatience) // also when the worker is about to end
		_, fault := w.js.Publish(storing, resultSubject+r.jobName.String()+"."+r.worker, text)
		stop()
		switch {
		case fault == nil:
			m.Ack()
			return
		case w.js.Conn().IsClosed() || !interrupt.Pause(ctx, time.Second):
			err = fault
		}
	}
	m.Nak()
}
