package web

import (
	"context"
	"net/http"
	"slices"
	"testing"
	"time"

	"sudokuoj/judge/internal/people/history"
)

// TestNobodyTakesAllTurns: however many programs one student has run, others wait for two of them at most.
func TestNobodyTakesAllTurns(t *testing.T) {
	runs := newTurns(1, 2, nil)
	visitor := func(id int64, role history.Role) *visit {
		return &visit{Request: mustRequest(t), Person: history.Person{ID: id, Role: role}}
	}
	teacher, ann, bob := visitor(1, history.Teacher), visitor(2, history.Student), visitor(3, history.Student)
	turn, err := runs.take(teacher)
	if err != nil {
		t.Fatal(err)
	}
	came := make(chan error, 10)
	wait := func(v *visit) {
		turn, err := runs.take(v)
		if err == nil {
			turn.leave()
		}
		came <- err
	}
	for range 5 {
		go wait(ann)
	}
	for range 3 {
		if err := <-came; statusOf(err) != http.StatusTooManyRequests {
			t.Errorf("ann's third and more: %v", err)
		}
	}
	for _, v := range []*visit{bob, teacher, teacher, teacher} {
		go wait(v)
	}
	turn.leave()
	for range 2 + 4 {
		if err := <-came; err != nil {
			t.Errorf("one who waits: %v", err)
		}
	}
	if runs.taken > 0 || len(runs.line) > 0 {
		t.Errorf("when all are gone %d have a turn and %d wait", runs.taken, len(runs.line))
	}
}

// TestTurnsRotate: who had no turn yet comes before who had one, however many of that person's stood in line first;
// and who had one rests for as long as it took, times those whom it delayed.
func TestTurnsRotate(t *testing.T) {
	delayed := 0
	all := newTurns(1, 2, func(history.Person) int { return delayed })
	as := func(id int64) *visit {
		return &visit{Request: mustRequest(t), Person: history.Person{ID: id, Role: history.Student}}
	}
	take := func(id int64) *turn {
		one, err := all.take(as(id))
		if err != nil {
			t.Fatal(err)
		}
		return one
	}
	first := take(1)
	came := make(chan int64, 3)
	for k, id := range []int64{1, 2, 3} {
		go func() {
			one := take(id)
			came <- id
			one.leave()
		}()
		for waits := 0; waits <= k; { // until it stands in line
			all.mu.Lock()
			waits = len(all.line)
			all.mu.Unlock()
		}
	}
	delayed = 2
	first.since = first.since.Add(-50 * time.Millisecond) // it has taken so long already
	left := time.Now()
	first.leave()
	if order := []int64{<-came, <-came, <-came}; !slices.Equal(order, []int64{2, 3, 1}) {
		t.Errorf("the order is %v", order)
	}
	if rested := time.Since(left); rested < 150*time.Millisecond {
		t.Errorf("the first one came again after %v, and delayed two others by 50 ms", rested)
	}
}

// TestTurnYields: between two parts of a turn others have theirs, and one that is called off leaves no trace.
func TestTurnYields(t *testing.T) {
	all := newTurns(1, 2, nil)
	as := func(id int64) *visit {
		return &visit{Request: mustRequest(t), Person: history.Person{ID: id, Role: history.Student}}
	}
	long, err := all.take(as(1))
	if err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	away := as(3)
	away.Request = away.WithContext(gone)
	if _, err := all.take(away); statusOf(err) != http.StatusTooManyRequests {
		t.Errorf("one who went away: %v", err)
	}
	came := make(chan struct{})
	go func() {
		if short, err := all.take(as(2)); err == nil {
			short.leave()
			close(came)
		}
	}()
	for waits := 0; waits == 0; {
		all.mu.Lock()
		waits = len(all.line)
		all.mu.Unlock()
	}
	if err := long.yield(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-came:
	default:
		t.Error("who waited did not come in between")
	}
	long.leave()
	if all.taken > 0 || len(all.line) > 0 || all.people[3].asked > 0 {
		t.Errorf("at the end there are %d turns, %d wait", all.taken, len(all.line))
	}
}
