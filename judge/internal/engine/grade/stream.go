package grade

import (
	"sync"

	"sudokuoj/judge/internal/model/result"
)

// stream numbers events and passes them on, one at a time and in order. Senders do not wait.
type stream struct {
	mu     sync.Mutex
	more   *sync.Cond
	queue  []result.Event
	sent   int
	closed bool
	done   chan struct{}
}

func newStream(observe func(result.Event)) *stream {
	s := &stream{done: make(chan struct{})}
	s.more = sync.NewCond(&s.mu)
	go func() {
		defer close(s.done)
		for events := s.take(); events != nil; events = s.take() {
			for _, e := range events {
				observe(e)
			}
		}
	}()
	return s
}

func (s *stream) send(e result.Event) {
	s.mu.Lock()
	s.sent++
	e.Seq = s.sent
	s.queue = append(s.queue, e)
	s.mu.Unlock()
	s.more.Signal()
}

// take waits for events; nil means the end.
func (s *stream) take() (events []result.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.queue) == 0 && !s.closed {
		s.more.Wait()
	}
	events, s.queue = s.queue, nil
	return events
}

// close returns when all events have been passed on.
func (s *stream) close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.more.Signal()
	<-s.done
}
