package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/people/history"
)

// streams are the open event streams. They send what is in the history. Here they only learn that there is more.
type streams struct {
	mu      sync.Mutex
	open    int
	of      map[int64]int           // by person
	more    map[int64]chan struct{} // by submission: closed when something has changed
	leaving chan struct{}           // closed when the judge ends: the readers will come back to the one that starts next
}

const (
	maxStreams = 512              // at once
	maxOwn     = 8                // for one person, who may have several pages open
	wakeEvery  = time.Second / 4  // the least time between two looks at what changed in the queue
	heartbeat  = 15 * time.Second // a write notices that the reader is gone
	maxWrite   = 10 * time.Second // a reader that reads nothing for this long is dropped
)

// enter opens a stream; leave ends it.
func (s *streams) enter(person int64) (leave func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open >= maxStreams || s.of[person] >= maxOwn {
		return nil, refuse(http.StatusTooManyRequests, say.Errorf("too many pages follow a submission").Hint("close some of them"))
	}
	add := func(n int) {
		s.open += n
		s.of[person] += n
	}
	add(1)
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		add(-1)
	}, nil
}

// next returns a channel that is closed when a submission is woken the next time; 0 means the queue.
func (s *streams) next(submission int64) <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.more[submission] == nil {
		s.more[submission] = make(chan struct{})
	}
	return s.more[submission]
}

// wake tells the streams of a submission, or of all if it is 0, that something has changed.
func (s *streams) wake(submission int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if more := s.more[submission]; more != nil {
		close(more)
		delete(s.more, submission)
	}
}

// queueAfter names the queue as it was after so many changes of the history.
type queueAfter int64

// ahead returns the number of judgings before a waiting one. One look at the queue serves all streams.
func (s *Server) ahead(ctx context.Context, j history.Judging) (n int, err error) {
	if j.Attempt > 1 {
		return s.DB.AheadAgain(ctx, j.ID)
	}
	places, err := remember(&s.recent, queueAfter(s.DB.Changes()), func() (map[int64]int, error) { return s.DB.Ahead(ctx) })
	return places[j.ID], err
}

// events streams the progress of a submission (server-sent events):
//
//	queued    {"judging", "ahead"}: so many judgings come first
//	running   {"judging", "cases", "begins", "waits"}: begins is the running case, "" before the program is built; waits
//	          is what a fleet waits for, in the reader's language
//	ended     {"judging", "n", "case", "reason"}: n is the case's number, case has its name, verdict and cost as judge
//	          -json writes them, reason is in the reader's language. A fleet ends cases in any order
//	finished  {"judging", "state", "verdict", "title", "passed", "cases", "cpu_ms", "peak_kib"}: the stream ends
//
// Each ended event has an id. A reader that sends it as Last-Event-ID gets the events after that one. A new number of
// the judging means that the submission is judged again, and that its cases begin anew.
func (s *Server) events(w http.ResponseWriter, v *visit) error {
	sub, err := s.own(v, s.DB.Latest)
	if err != nil {
		return err
	}
	var judging int64                                                // the last one that was sent
	var n int                                                        // and the number of its last result that was sent
	fmt.Sscanf(v.Header.Get("Last-Event-ID"), "%d.%d", &judging, &n) // an id that is not ours begins at the beginning
	return s.stream(w, v, sub.ID, wakeEvery, func(out *eventWriter) (over bool, err error) {
		j, err := s.DB.Current(v.Context(), sub.ID)
		if err == nil {
			v.order, err = s.readOrder(v.Context())
		}
		if err != nil {
			return false, err
		}
		if j.ID != judging {
			judging, n = j.ID, 0
		}
		v.veilCost(sub.Problem, &j)
		results, err := s.DB.Results(v.Context(), j.ID, n)
		if err != nil {
			return false, err
		}
		for _, r := range results {
			n = r.N
			out.ended(v, sub, j, r)
		}
		return j.State.Over(), s.tellState(out, v, j)
	})
}

// tellState sends the state of a judging.
func (s *Server) tellState(out *eventWriter, v *visit, j history.Judging) error {
	switch j.State {
	case history.Queued:
		ahead, err := s.ahead(v.Context(), j)
		if err != nil {
			return err
		}
		out.send("queued", "", map[string]any{"judging": j.ID, "ahead": ahead})
	case history.Running:
		begins := s.queue.begins(j.ID)
		out.send("running", "", map[string]any{"judging": j.ID, "cases": j.Cases, "begins": begins, "waits": v.Lang.Text(s.waits(begins))})
	default:
		out.send("finished", "", map[string]any{"judging": j.ID, "state": j.State, "verdict": j.Verdict,
			"title": v.Lang.Text(j.Verdict.Title()), "passed": j.Passed, "cases": j.Cases,
			"cpu_ms": float64(j.CPU.Microseconds()) / 1000, "peak_kib": j.PeakKiB})
	}
	return nil
}

// ended sends a result, as much as a row of the page shows.
func (out *eventWriter) ended(v *visit, sub history.Submission, j history.Judging, r history.Result) {
	c := r.Case
	if v.veiled(sub.Problem) {
		c = veil(c)
	}
	out.send("ended", fmt.Sprintf("id: %d.%d\n", j.ID, r.N),
		map[string]any{"judging": j.ID, "n": c.Number, "case": outline(c), "reason": v.Lang.Line(c.Reason())})
}

// changes streams an event "changed" each time when something about submissions has changed, once a second at most, so
// that a page with a list asks for it again.
func (s *Server) changes(w http.ResponseWriter, v *visit) error {
	const none = -1
	return s.stream(w, v, none, time.Second, func(out *eventWriter) (bool, error) {
		out.send("changed", "", map[string]int64{"changes": s.DB.Changes()})
		return false, nil
	})
}

// stream sends what tell tells until it is over: at once, and then when the submission, or after a pause the queue, has
// changed.
func (s *Server) stream(w http.ResponseWriter, v *visit, submission int64, pause time.Duration, tell func(*eventWriter) (over bool, err error)) error {
	leave, err := s.streams.enter(v.Person.ID)
	if err != nil {
		return err
	}
	defer leave()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	out := &eventWriter{w: w}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		own, queue := s.streams.next(submission), s.streams.next(0)
		over, err := tell(out)
		switch {
		case over, out.gone, v.Context().Err() != nil:
			return nil
		case err != nil && out.said != "":
			s.Log(err)
			return nil
		case err != nil:
			return err
		}
		select {
		case <-own:
			continue
		case <-time.After(pause):
		case <-s.streams.leaving:
		case <-v.Context().Done():
		}
		select {
		case <-own:
		case <-queue:
		case <-beat.C:
			out.write(":\n\n")
		case <-s.streams.leaving:
			return nil
		case <-v.Context().Done():
			return nil
		}
	}
}

// eventWriter writes events to one reader.
type eventWriter struct {
	w    http.ResponseWriter
	said string // the last event
	gone bool   // the reader
}

// send writes an event, unless it was the last one.
func (out *eventWriter) send(event, id string, data any) {
	body, _ := json.Marshal(data)
	if text := "event: " + event + "\n" + id + "data: " + string(body) + "\n\n"; text != out.said {
		out.said = text
		out.write(text)
	}
}

// write writes an event, or a line that only keeps the stream open.
func (out *eventWriter) write(text string) {
	if out.gone {
		return
	}
	control := http.NewResponseController(out.w)
	control.SetWriteDeadline(time.Now().Add(maxWrite))
	_, err := out.w.Write([]byte(text))
	if err == nil {
		err = control.Flush()
	}
	out.gone = err != nil
}
