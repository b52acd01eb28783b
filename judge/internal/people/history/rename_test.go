package history_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
)

// TestRename: whoever gets another name keeps the link and the submissions. Nobody gets the name of another.
func TestRename(t *testing.T) {
	db, err := history.Open(t.Context(), filepath.Join(t.TempDir(), "history.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ann, err := db.Enrol(t.Context(), "Ann", history.Student, []byte("token"))
	if err == nil {
		_, err = db.Enrol(t.Context(), "Bob", history.Student, nil)
	}
	if err == nil {
		_, err = db.Submit(t.Context(), history.Submission{Person: ann, Problem: "sum", Created: time.Now()})
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ from, to, fault string }{
		{"Ann", "Bob", "somebody of the name Bob already"}, {"Eve", "Zoe", "nobody of the name Eve"}, {"Ann", "Anne", ""},
	} {
		if err := db.Rename(t.Context(), test.from, test.to); (err == nil) != (test.fault == "") || err != nil && !strings.Contains(err.Error(), test.fault) {
			t.Errorf("%s to %s: %v", test.from, test.to, err)
		}
	}
	p, err := db.ByToken(t.Context(), []byte("token"))
	all, listed := db.Submissions(t.Context(), history.Filter{Person: p.ID})
	if err != nil || listed != nil || p.Name != "Anne" || len(all) != 1 || all[0].Person.Name != "Anne" {
		t.Errorf("the link is that of %+v, who has %+v; %v, %v", p, all, err, listed)
	}
}

// TestSumsOfWhatCounts: cases beyond the site are not in the sums of a judging.
func TestSumsOfWhatCounts(t *testing.T) {
	db, err := history.Open(t.Context(), filepath.Join(t.TempDir(), "history.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ann, err := db.Enrol(t.Context(), "Ann", history.Student, nil)
	if err != nil {
		t.Fatal(err)
	}
	id, err := db.Submit(t.Context(), history.Submission{Person: ann, Problem: "sum", Created: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	run := result.Run{Results: []result.Solution{{Verdict: result.AC, Cases: []result.Case{
		{Case: "secret/1", Verdict: result.AC, CPU: time.Millisecond, PeakKiB: 100}, {Case: "beyond/1", Verdict: result.TLE, CPU: time.Second, PeakKiB: 900}}}}}
	if err := db.Finish(t.Context(), id, history.Done, run, time.Now()); err != nil {
		t.Fatal(err)
	}
	sub, err := db.Get(t.Context(), id)
	j := sub.Judging
	if err != nil || j.CPU != time.Millisecond || j.Slowest != time.Millisecond || j.PeakKiB != 100 || j.Passed != 1 || j.Cases != 1 {
		t.Errorf("it is %+v, %v", j, err)
	}
}
