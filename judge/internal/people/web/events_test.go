package web

import (
	"fmt"
	"testing"
)

// TestStreams: which streams are woken, and how many one person and all people may have.
func TestStreams(t *testing.T) {
	s := &streams{}
	open := func(submission, person int64) (chan struct{}, func()) {
		t.Helper()
		more, end, err := s.subscribe(submission, person)
		if err != nil {
			t.Fatal(err)
		}
		return more, end
	}
	one, end := open(1, 7)
	two, _ := open(2, 7)
	again, _ := open(1, 8)
	for _, test := range []struct {
		wake int64
		want string
	}{{1, "1 0 1"}, {2, "0 1 0"}, {0, "1 1 1"}, {3, "0 0 0"}} {
		s.wake(test.wake)
		s.wake(test.wake) // a second wake changes nothing
		if got := fmt.Sprint(len(one), len(two), len(again)); got != test.want {
			t.Errorf("woken for %d are %s, want %s", test.wake, got, test.want)
		}
		for _, c := range []chan struct{}{one, two, again} {
			for len(c) > 0 {
				<-c
			}
		}
	}
	for range maxOwn - 2 {
		open(3, 7)
	}
	if _, _, err := s.subscribe(3, 7); err == nil {
		t.Errorf("one person has %d", maxOwn+1)
	}
	end()
	if s.whose[7] != maxOwn-1 {
		t.Errorf("one of %d is closed, and %d are left", maxOwn, s.whose[7])
	}
	_, end = open(3, 9)
	if end(); len(s.whose) != 2 {
		t.Errorf("somebody without streams is remembered: %v", s.whose)
	}
	for n := len(s.open); n < maxStreams; n++ {
		open(4, int64(100+n))
	}
	if _, _, err := s.subscribe(5, 10); err == nil {
		t.Errorf("all have %d", maxStreams+1)
	}
	s.end()
	if _, open := <-two; open || s.open != nil {
		t.Error("at the end a stream stays open")
	}
	if _, _, err := s.subscribe(5, 10); err == nil {
		t.Error("one is opened after the end")
	}
	for id, want := range map[string]string{"3.2": "3 2", "3": "3 0", "3.x": "3 0", "3.-5": "3 0", "x.2": "0 0", "": "0 0"} {
		if j, n := lastSeen(id); fmt.Sprint(j, " ", n) != want {
			t.Errorf("after %q it is %d, %d", id, j, n)
		}
	}
}
