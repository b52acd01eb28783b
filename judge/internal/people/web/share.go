package web

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"runtime"
	"sync"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/lane"
	"sudokuoj/judge/internal/people/turns"
	"sudokuoj/judge/internal/show/terminal"
)

// Every request of a person goes through this file before its handler: a person has a share of the server, and no
// answer is larger than its budget.

// work says what a route costs.
type work int

const (
	free  work = iota // nothing that matters, or a stream with limits of its own
	quick             // time of this server: one turn
	heavy             // programs run or boards are searched: the handler takes turns
)

const (
	maxPage     = 4 << 20 // bytes of an answer
	pagesOfOne  = 16      // requests of a student in flight
	heavyOfOne  = 2       // of these, ones that run programs
	heavyPlaces = 2

	refuseAfter = time.Second / 2 // so that asking again and again costs us little
)

// manyReaders is how many people a page counts as delaying. So one student gets a fourth of a processor for pages; only
// one who asks for many notices it.
const manyReaders = 3

// threads is how many processors Go is told of. A search of the judge's own keeps one of them for as long as it takes,
// so there are more than the machine has: pages find one that is free, and the system shares the machine between them.
func threads() int { return runtime.NumCPU() + heavyPlaces }

// newShares makes the two queues: for pages, and for all work that takes long.
func (s *Server) newShares() {
	s.pageTurns = turns.Queue{Places: threads(), Most: pagesOfOne, Behind: func(int64) int { return manyReaders }, Owed: time.Second}
	s.heavy = turns.Queue{Places: heavyPlaces, Most: heavyOfOne, Behind: s.behind, Yields: true}
}

// share calls the handler of a route in its turn. Whoever sends or reads slowly keeps nobody waiting: the request is
// read before the turn, and the answer is sent after it.
func (s *Server) share(r route, w http.ResponseWriter, v *visit) error {
	if r.work == free {
		return r.handle(s, w, v)
	}
	queue := &s.pageTurns
	if r.work == heavy {
		queue = &s.heavy
	}
	asked, err := queue.Ask(v.Person.ID, v.Person.Teaches())
	if err != nil {
		return err
	}
	defer asked.Leave()
	body, err := io.ReadAll(v.Body)
	if err != nil {
		return err
	}
	v.Body, v.turn = io.NopCloser(bytes.NewReader(body)), asked
	answer := &held{ResponseWriter: w}
	if r.work == heavy {
		err = r.handle(s, answer, v)
	} else {
		err = asked.Do(v.Context(), func() error { return r.handle(s, answer, v) })
	}
	if err != nil {
		w.Header().Del("Content-Disposition")
		return err
	}
	answer.send()
	return nil
}

// viewings are the searches that are being watched. They give way to what the same person hands in or runs.
type viewings struct{ all sync.Map }

type viewing struct {
	person int64
	end    context.CancelCauseFunc
}

// errGaveWay is why a search is not watched any more.
var errGaveWay = refuse(http.StatusConflict, say.Errorf("something else of yours came first").Hint("watch it again"))

// begin returns a context that ends when the person's next program comes; done forgets it.
func (w *viewings) begin(ctx context.Context, person int64) (watching context.Context, done func()) {
	one := &viewing{person: person}
	watching, one.end = context.WithCancelCause(ctx)
	w.all.Store(one, nil)
	return watching, func() {
		w.all.Delete(one)
		one.end(nil)
	}
}

// giveWay ends what is being watched for a person.
func (w *viewings) giveWay(person int64) {
	w.all.Range(func(one, _ any) bool {
		if one := one.(*viewing); one.person == person {
			one.end(errGaveWay)
		}
		return true
	})
}

// held is an answer that is held back until it is complete.
type held struct {
	http.ResponseWriter
	code int
	body bytes.Buffer
}

func (h *held) Unwrap() http.ResponseWriter { return h.ResponseWriter }

func (h *held) WriteHeader(code int) { h.code = code }

func (h *held) Write(text []byte) (int, error) {
	if h.body.Len()+len(text) > maxPage {
		return 0, refuse(http.StatusRequestEntityTooLarge, say.Errorf("this page would be larger than %s", terminal.Size(maxPage)))
	}
	return h.body.Write(text)
}

// send sends it. An error means that the reader has gone.
func (h *held) send() {
	http.NewResponseController(h.ResponseWriter).SetWriteDeadline(time.Now().Add(answerTime))
	if h.code != 0 {
		h.ResponseWriter.WriteHeader(h.code)
	}
	h.ResponseWriter.Write(h.body.Bytes())
}

// beside calls functions in turns of a request while no program is timed. The wait for that is no part of the turn.
func beside(t *turns.Request) func(context.Context, func(context.Context) error) error {
	return func(ctx context.Context, do func(context.Context) error) error {
		return t.Do(ctx, func() (err error) {
			asked := time.Now()
			lane.Here().Beside(ctx, func(ctx context.Context) {
				t.Spare(time.Since(asked))
				err = do(ctx)
			})
			return err
		})
	}
}
