package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"sudokuoj/judge/internal/base/interrupt"
	"sudokuoj/judge/internal/base/say"
)

// AnswerDeadLetters looks after jobs that were handed out for the last time, until ctx ends; only the server calls it. If
// a worker began such a job each time, the job killed its workers and gets a result that says so. Otherwise a worker that
// held the job died of something else, and the job goes to the end of its queue. Nobody else would ever answer them.
func (c *Client) AnswerDeadLetters(ctx context.Context) error {
	consumer, err := c.js.CreateOrUpdateConsumer(ctx, dead, jetstream.ConsumerConfig{
		Durable: "dead-letters", AckPolicy: jetstream.AckExplicitPolicy, FilterSubject: advisory + "MAX_DELIVERIES." + jobs + ".*",
	})
	if err != nil {
		return err
	}
	for ctx.Err() == nil {
		waiting, stop := context.WithTimeout(ctx, 5*time.Second)
		came, err := gather(consumer.Fetch(1, jetstream.FetchContext(waiting)))
		over := waiting.Err() != nil
		stop()
		for _, m := range came {
			if err := answerDeadLetter(ctx, c.js, m.Data()); err != nil {
				return err
			}
			if err := m.Ack(); err != nil {
				return err
			}
		}
		if err != nil && !over {
			return err
		}
	}
	return nil
}

func answerDeadLetter(ctx context.Context, js jetstream.JetStream, notice []byte) error {
	var died struct {
		Seq uint64 `json:"stream_seq"`
	}
	if err := json.Unmarshal(notice, &died); err != nil {
		return err
	}
	stream, err := js.Stream(ctx, jobs)
	if err != nil {
		return err
	}
	job, err := stream.GetMsg(ctx, died.Seq)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil // its last worker was slow, not dead
	}
	if err != nil {
		return err
	}
	run, id := runAndJob(job.Subject)
	who, err := beginners(ctx, js, run, id)
	if err != nil {
		return err
	}
	if len(who) >= deliveries {
		r := Result{V: Wire, Run: run, Job: id, Worker: who[len(who)-1], Fault: say.Of("its workers died: %s", say.List(who))}
		if err := r.store(ctx, js); err != nil {
			return err
		}
	}
	if err := stream.DeleteMsg(ctx, died.Seq); err != nil {
		if _, err := stream.GetMsg(ctx, died.Seq); errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil // its run was tidied away meanwhile
		}
		return err
	}
	if len(who) >= deliveries {
		return nil
	}
	for {
		_, err = js.Publish(ctx, job.Subject, job.Data)
		if !full(err) || !interrupt.Pause(ctx, fullPause) { // retry: another message may have taken its place, and no one else knows about this one
			return err
		}
	}
}

// beginners returns the workers that began a job, in order.
func beginners(ctx context.Context, js jetstream.JetStream, run, id string) (who []string, err error) {
	stream, err := js.Stream(ctx, begun)
	if err != nil {
		return nil, err
	}
	for seq := uint64(1); ; {
		m, err := stream.GetMsg(ctx, seq, jetstream.WithGetMsgSubject(begunSubject+run+"."+id))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return who, nil
		}
		if err != nil {
			return nil, err
		}
		who, seq = append(who, string(m.Data)), m.Sequence+1
	}
}

// store stores a result, unless the job has one already: the first one counts.
func (r Result) store(ctx context.Context, js jetstream.JetStream) error {
	text, err := r.text(js.Conn().MaxPayload())
	if err != nil {
		return err
	}
	if _, err = js.Publish(ctx, resultSubject+r.Run+"."+r.Job, text); taken(err) {
		return nil
	}
	return err
}

// text encodes a result in at most this many bytes.
func (r Result) text(most int64) ([]byte, error) {
	text, err := json.Marshal(r)
	if err == nil && int64(len(text)) > most {
		r.Fault, r.Graded = say.Of("%s: its results have %d bytes, and at most %d may be sent", r.Worker, len(text), most), nil
		return json.Marshal(r)
	}
	return text, err
}
