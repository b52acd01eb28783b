package web

import (
	"context"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"sudokuoj/judge/internal/people/history"
)

// takers makes visits to one queue of turns and watches it.
type takers struct {
	*testing.T
	*turns
}

func (t takers) visit(id int64, role history.Role) *visit {
	return &visit{Request: mustRequest(t.T), Person: history.Person{ID: id, Role: role}}
}

// waits returns how many wait in line.
func (t takers) waits() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.line)
}

// holds takes a turn until it is released.
func (t takers) holds(id int64, role history.Role) (letGo func()) {
	has, over, gone := make(chan bool), make(chan bool), make(chan bool)
	go func() {
		defer close(gone)
		t.once(t.visit(id, role), func() error {
			close(has)
			<-over
			return nil
		})
	}()
	<-has
	return func() {
		close(over)
		<-gone
	}
}

// empty fails if somebody has a turn, waits or has a request open.
func (t takers) empty() {
	t.Helper()
	t.mu.Lock()
	defer t.mu.Unlock()
	for id, who := range t.people {
		if who.asked > 0 || who.has {
			t.Errorf("at the end person %d asks for %d, has a turn: %v", id, who.asked, who.has)
		}
	}
	if t.taken > 0 || len(t.line) > 0 {
		t.Errorf("at the end %d have a turn and %d wait", t.taken, len(t.line))
	}
}

// TestNobodyTakesAllTurns: however many programs one student runs, others wait for two of them at most.
func TestNobodyTakesAllTurns(t *testing.T) {
	runs := takers{t, newTurns(1, 2, nil)}
	letGo := runs.holds(1, history.Teacher)
	came := make(chan error, 10)
	wait := func(id int64, role history.Role) {
		came <- runs.once(runs.visit(id, role), func() error { return nil })
	}
	for range 5 {
		go wait(2, history.Student)
	}
	for range 3 {
		if err := <-came; statusOf(err) != http.StatusTooManyRequests {
			t.Errorf("the student's third and more: %v", err)
		}
	}
	go wait(3, history.Student)
	for range 3 {
		go wait(1, history.Teacher)
	}
	letGo()
	for range 2 + 4 {
		if err := <-came; err != nil {
			t.Errorf("one who waits: %v", err)
		}
	}
	runs.empty()
}

// TestTurnsRotate: people without a turn so far come first, however many requests of others came earlier.
func TestTurnsRotate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := takers{t, newTurns(1, 2, nil)}
		letGo := all.holds(1, history.Student)
		came := make(chan int64, 3)
		for _, id := range []int64{1, 2, 3} {
			go all.once(all.visit(id, history.Student), func() error {
				came <- id
				return nil
			})
			synctest.Wait()
		}
		letGo()
		if order := []int64{<-came, <-came, <-came}; !slices.Equal(order, []int64{2, 3, 1}) {
			t.Errorf("the order is %v", order)
		}
	})
}

// TestTurnTimes: when a second request of the same person gets its turn, after a first one that took a while.
func TestTurnTimes(t *testing.T) {
	const s = time.Second
	for _, test := range []struct {
		name         string
		role         history.Role
		behind       int
		beside       bool // the second request waits beside the first, not after it
		took, begins time.Duration
	}{
		{"a student rests for as long", history.Student, 0, false, 2 * s, 4 * s},
		{"and for each who waited", history.Student, 2, false, 2 * s, 8 * s},
		{"for half a minute at most", history.Student, 2, false, 15 * s, 45 * s},
		{"a teacher does not rest", history.Teacher, 2, false, 15 * s, 16 * s},
		{"nobody has two turns at once", history.Teacher, 0, true, 15 * s, 15 * s},
		{"half a minute in line is enough", history.Teacher, 0, true, 31 * s, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			all := takers{t, newTurns(2, 2, func(history.Person) int { return test.behind })}
			start, begins := time.Now(), time.Duration(0)
			first := func() {
				if err := all.once(all.visit(1, test.role), func() error { time.Sleep(test.took); return nil }); err != nil {
					t.Errorf("%s: the first: %v", test.name, err)
				}
			}
			if test.beside {
				go first()
				synctest.Wait()
			} else {
				first()
				time.Sleep(s) // the longest rest is as long as the longest wait
			}
			err := all.once(all.visit(1, test.role), func() error { begins = time.Since(start); return nil })
			if begins != test.begins || begins == 0 && (statusOf(err) != http.StatusTooManyRequests || time.Since(start) != maxWait) {
				t.Errorf("%s: it begins after %v, %v, and is answered after %v", test.name, begins, err, time.Since(start))
			}
			time.Sleep(time.Minute)
			all.empty()
		})
	}
}

// TestPatientTurns: a request that had a turn waits for its next one without a limit. A request that is cancelled when
// its turn comes gives the turn back.
func TestPatientTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := takers{t, newTurns(1, 2, nil)}
		long, err := all.ask(all.visit(1, history.Teacher))
		if err == nil {
			err = long.do(t.Context(), func() error { return nil })
		}
		if err != nil {
			t.Fatal(err)
		}
		go all.once(all.visit(2, history.Teacher), func() error { time.Sleep(time.Hour); return nil })
		synctest.Wait()
		if err := long.do(t.Context(), func() error { return nil }); err != nil {
			t.Errorf("its second turn: %v", err)
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		for range 50 { // chance decides which of both the request sees first
			if err := long.do(gone, func() error { return nil }); err != nil {
				t.Fatalf("its turn came, and it says %v", err)
			}
		}
		long.leave()
		all.empty()
	})
}

// TestEachSearchIsATurn: between two turns of a request, others get theirs. A cancelled request leaves nothing behind.
func TestEachSearchIsATurn(t *testing.T) {
	all := takers{t, newTurns(1, 2, nil)}
	long, err := all.ask(all.visit(1, history.Student))
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	came := make(chan error, 1)
	first := func() error {
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		away := all.visit(3, history.Student)
		away.Request = away.WithContext(gone)
		if err := all.once(away, func() error { t.Error("it came"); return nil }); statusOf(err) != http.StatusTooManyRequests {
			t.Errorf("one who went away: %v", err)
		}
		go func() {
			came <- all.once(all.visit(2, history.Student), func() error { order = append(order, "other"); return nil })
		}()
		until(t, func() bool { return all.waits() > 0 })
		order = append(order, "first")
		return nil
	}
	second := func() error { order = append(order, "second"); return nil }
	for _, do := range []func() error{first, second} {
		if err := long.do(t.Context(), do); err != nil {
			t.Fatal(err)
		}
	}
	long.leave()
	if err := <-came; err != nil || !slices.Equal(order, []string{"first", "other", "second"}) {
		t.Errorf("the order is %v, %v", order, err)
	}
	all.empty()
}

// TestSearchesThatBeginAtOnce: counting begins searches on all processors, all for one request.
func TestSearchesThatBeginAtOnce(t *testing.T) {
	all := takers{t, newTurns(1, 2, nil)}
	one, err := all.ask(all.visit(1, history.Teacher))
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	running := 0 // the race detector and the sum show whether two ran together
	for range 20 {
		go func() {
			ended <- one.do(t.Context(), func() error { running++; time.Sleep(time.Millisecond); running--; return nil })
		}()
	}
	for range 20 {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	one.leave()
	if running != 0 || all.waits() != 0 {
		t.Errorf("%d still run and %d wait", running, all.waits())
	}
}
