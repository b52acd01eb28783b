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
	sub, err := s.ownLatest(v)
	if err != nil {
		return err
	}
	t := &teller{Server: s, v: v, sub: sub}
	t.judging, t.n = lastSeen(v.Header.Get("Last-Event-ID"))
	return t.stream(w, t.streams.next, wakeEvery, t.tell)
}

// changes streams an event "changed" each time when something about submissions has changed, once a second at most, so
// that a page with a list asks for it again.
func (s *Server) changes(w http.ResponseWriter, v *visit) error {
	t := &teller{Server: s, v: v}
	never := func(int64) <-chan struct{} { return nil }
	return t.stream(w, never, time.Second, func() (bool, error) {
		t.once("changed", map[string]int64{"changes": s.DB.Changes()})
		return t.gone, nil
	})
}

// stream tells what is new until it is over: at once, and then when the submission, or after a pause the queue, has
// changed.
func (t *teller) stream(w http.ResponseWriter, next func(int64) <-chan struct{}, pause time.Duration, tell func() (over bool, err error)) error {
	leave, err := t.streams.enter(t.v.Person.ID)
	if err != nil {
		return err
	}
	defer leave()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	t.w, t.control = w, http.NewResponseController(w)
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		own, queue := next(t.sub.ID), t.streams.next(0)
		over, err := tell()
		switch {
		case over, t.v.Context().Err() != nil:
			return nil
		case err != nil && t.begun:
			t.Log(err)
			return nil
		case err != nil:
			return err
		}
		select {
		case <-own:
			continue
		case <-time.After(pause):
		case <-t.streams.leaving:
		case <-t.v.Context().Done():
		}
		select {
		case <-own:
		case <-queue:
		case <-beat.C:
			t.send(":\n\n")
		case <-t.streams.leaving:
			return nil
		case <-t.v.Context().Done():
			return nil
		}
	}
}

// lastSeen splits the id of an event into judging and n.
func lastSeen(id string) (judging int64, n int) {
	fmt.Sscanf(id, "%d.%d", &judging, &n) // an id that is not ours begins at the beginning
	return judging, max(n, 0)
}

// teller streams one submission to one reader.
type teller struct {
	*Server
	v       *visit
	sub     history.Submission
	w       http.ResponseWriter
	control *http.ResponseController
	judging int64 // the last one that was sent
	n       int   // and the number of its last result that was sent
	begun   bool  // something was sent
	said    string
	gone    bool
}

// tell sends what is new. It reports whether the stream is over.
func (t *teller) tell() (over bool, err error) {
	ctx := t.v.Context()
	j, err := t.DB.Current(ctx, t.sub.ID)
	if err == nil {
		t.v.order, err = t.readOrder(ctx)
	}
	if err != nil {
		return false, err
	}
	if j.ID != t.judging {
		t.judging, t.n = j.ID, 0
	}
	t.v.veilCost(t.sub.Problem, &j)
	results, err := t.DB.Results(ctx, j.ID, t.n)
	if err != nil {
		return false, err
	}
	for _, r := range results {
		t.n = r.N
		t.ended(r)
	}
	switch j.State {
	case history.Queued:
		ahead, err := t.ahead(ctx, j)
		if err != nil {
			return false, err
		}
		t.once("queued", map[string]any{"judging": j.ID, "ahead": ahead})
	case history.Running:
		begins := t.queue.begins(j.ID)
		t.once("running", map[string]any{"judging": j.ID, "cases": j.Cases, "begins": begins, "waits": t.v.Lang.Text(t.waits(begins))})
	default:
		t.once("finished", map[string]any{"judging": j.ID, "state": j.State, "verdict": j.Verdict,
			"title": t.v.Lang.Text(j.Verdict.Title()), "passed": j.Passed, "cases": j.Cases,
			"cpu_ms": float64(j.CPU.Microseconds()) / 1000, "peak_kib": j.PeakKiB})
	}
	return j.State.Over() || t.gone, nil
}

// ended sends a result, as much as a row of the page shows.
func (t *teller) ended(r history.Result) {
	c := r.Case
	if t.v.veiled(t.sub.Problem) {
		c = veil(c)
	}
	t.send(eventText("ended", fmt.Sprintf("%d.%d", t.judging, r.N),
		map[string]any{"judging": t.judging, "n": c.Number, "case": outline(c), "reason": t.v.Lang.Line(c.Reason())}))
}

// once sends the state, unless it was the last thing that was sent.
func (t *teller) once(event string, data any) {
	if text := eventText(event, "", data); text != t.said {
		t.said = text
		t.send(text)
	}
}

func eventText(event, id string, data any) string {
	body, _ := json.Marshal(data)
	if id != "" {
		id = "id: " + id + "\n"
	}
	return "event: " + event + "\n" + id + "data: " + string(body) + "\n\n"
}

// send writes an event, or a line that only keeps the stream open.
func (t *teller) send(text string) {
	if t.gone {
		return
	}
	t.begun = true
	t.control.SetWriteDeadline(time.Now().Add(maxWrite))
	_, err := t.w.Write([]byte(text))
	if err == nil {
		err = t.control.Flush()
	}
	t.gone = err != nil
}
