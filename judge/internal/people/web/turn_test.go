package web

import (
	"net/http"
	"testing"

	"sudokuoj/judge/internal/people/history"
)

// TestNobodyTakesAllTurns: however many programs one student has run, others wait for two of them at most.
func TestNobodyTakesAllTurns(t *testing.T) {
	s, err := New(Config{Root: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	visitor := func(id int64, role history.Role) *visit {
		return &visit{Request: mustRequest(t), Person: history.Person{ID: id, Role: role}}
	}
	teacher, ann, bob := visitor(1, history.Teacher), visitor(2, history.Student), visitor(3, history.Student)
	leave, err := s.runs.take(teacher)
	if err != nil {
		t.Fatal(err)
	}
	came := make(chan error, 10)
	wait := func(v *visit) {
		leave, err := s.runs.take(v)
		if err == nil {
			leave()
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
	leave()
	for range 2 + 4 {
		if err := <-came; err != nil {
			t.Errorf("one who waits: %v", err)
		}
	}
	if len(s.runs.whose) > 0 {
		t.Errorf("when all are gone there are %v", s.runs.whose)
	}
}
