package history_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
	"sudokuoj/judge/internal/testkit/must"
)

func open(t *testing.T, file string) *history.DB {
	t.Helper()
	db := must.Get(history.Open(t.Context(), file))(t)
	t.Cleanup(func() { db.Close() })
	return db
}

func fresh(t *testing.T) *history.DB { return open(t, filepath.Join(t.TempDir(), "a b#?%.db")) }

func enrol(t *testing.T, db *history.DB, name string) history.Person {
	t.Helper()
	return must.Get(db.Enrol(t.Context(), name, history.Student, []byte("digest of "+name)))(t)
}

// clock gives increasing times.
var clock = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func tick() time.Time {
	clock = clock.Add(time.Second)
	return clock
}

func submit(t *testing.T, db *history.DB, p history.Person, source string) int64 {
	t.Helper()
	return must.Get(db.Submit(t.Context(), history.Submission{Person: p, Problem: "sum", Version: "1", Language: "go",
		File: "main.go", Source: source, Created: tick()}))(t)
}

func someRun(verdicts ...result.Verdict) result.Run {
	s := result.Solution{Problem: "sum", Solution: "main.go", Language: "Go", Expected: result.Accepted, Compile: result.Compile{OK: true},
		Limits: result.Limits{CPU: time.Second, Memory: 1 << 28}, Title: say.Words{English: "Sum", Chinese: "求和"}}
	for i, v := range verdicts {
		s.Cases = append(s.Cases, result.Case{Case: fmt.Sprintf("secret/%d", i+1), Number: i + 1, Verdict: v,
			Expected: result.Accepted, AsExpected: v == result.AC,
			CPU: time.Duration(i+1) * time.Millisecond, PeakKiB: 1000, Stderr: "bytes \xff\x00", Message: say.Of("exit status %d", 3)})
	}
	s.Conclude("")
	return result.Run{Host: result.Host{OS: "linux", Arch: "amd64", CPU: "a fast one", Step: 2}, Results: []result.Solution{s}}
}

// judge does what the queue does with the next submission.
func judge(t *testing.T, db *history.DB, verdicts ...result.Verdict) history.Submission {
	t.Helper()
	s := must.Get(db.Next(t.Context(), tick(), nil))(t)
	run := someRun(verdicts...)
	must.Succeed(t, db.Built(t.Context(), s.Judging.ID, "judge 1", len(verdicts)))
	for i, c := range run.Results[0].Cases {
		must.Succeed(t, db.Record(t.Context(), s.Judging.ID, i+1, c))
	}
	must.Succeed(t, db.Finish(t.Context(), s.Judging.ID, history.Done, run, tick()))
	return s
}

func TestASubmissionComesBackAsItWas(t *testing.T) {
	db := fresh(t)
	ann := enrol(t, db, "Ann")
	id := submit(t, db, ann, "the source \u00e9")
	judged := judge(t, db, result.AC, result.WA)
	if info, err := os.Stat(db.File); err != nil || info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		t.Errorf("others may read the file: %v, %v", info.Mode(), err)
	}
	if judged.ID != id || judged.Source != "the source \u00e9" || judged.Person != ann {
		t.Errorf("handed out was %+v", judged)
	}
	got := must.Get(db.Get(t.Context(), id))(t)
	j := got.Judging
	if j.State != history.Done || j.Verdict != result.WA || j.Cases != 2 || j.Passed != 1 || j.CPU != 3*time.Millisecond ||
		j.Slowest != 2*time.Millisecond ||
		j.PeakKiB != 1000 || j.Machine != "a fast one" || j.Judge != "judge 1" || j.Attempt != 1 || !j.Valid || !j.Details || j.Ended.IsZero() {
		t.Errorf("its judging is %+v", j)
	}
	run := must.Get(db.Run(t.Context(), j))(t)
	if diff := cmp.Diff(someRun(result.AC, result.WA), run,
		cmp.Comparer(func(a, b say.Message) bool { return a.String() == b.String() })); diff != "" {
		t.Errorf("- put in, + came back:\n%s", diff)
	}
	if rest := must.Get(db.Results(t.Context(), j.ID, 1))(t); len(rest) != 1 || rest[0].N != 2 {
		t.Errorf("after the first came %+v", rest)
	}
	if _, err := db.Get(t.Context(), id+1); !errors.Is(err, history.ErrNone) {
		t.Errorf("one that is not there: %v", err)
	}
}

func TestPeopleTakeTurns(t *testing.T) {
	db := fresh(t)
	ann, bob, eve := enrol(t, db, "Ann"), enrol(t, db, "Bob"), enrol(t, db, "Eve")
	old := submit(t, db, eve, "old")
	judge(t, db, result.AC)
	must.Equal(t, 1, must.Get(db.Rejudge(t.Context(), history.Filter{ID: old}, tick()))(t), "are judged again")
	for i := range 3 {
		submit(t, db, ann, fmt.Sprint(i))
	}
	submit(t, db, bob, "b")
	last := submit(t, db, bob, "b")
	submit(t, db, eve, "e")
	var ahead []int
	of := must.Get(db.Ahead(t.Context()))(t)
	for _, s := range must.Get(db.Submissions(t.Context(), history.Filter{}))(t) {
		j := must.Get(db.Current(t.Context(), s.ID))(t)
		if j.Attempt > 1 {
			of[j.ID] = must.Get(db.AheadAgain(t.Context(), j.ID))(t)
		}
		ahead = append(ahead, of[j.ID])
	}
	if want := []int{4, 3, 1, 5, 2, 0, 6}; cmp.Diff(want, ahead) != "" { // the newest submission first
		t.Errorf("so many are ahead of each: %v, not %v", ahead, want)
	}
	var order []string
	for range 7 {
		order = append(order, judge(t, db, result.AC).Person.Name)
	}
	must.Equal(t, "Ann Bob Ann Bob Eve Ann Eve", strings.Join(order, " "), "it was the turn of", order)
	if _, err := db.Next(t.Context(), tick(), nil); !errors.Is(err, history.ErrNone) {
		t.Errorf("then comes %v", err)
	}
	must.Equal(t, 0, must.Get(db.Waiting(t.Context(), bob.ID))(t), "of Bob's wait")
	if j := must.Get(db.Current(t.Context(), last))(t); j.Attempt != 1 || j.State != history.Done {
		t.Errorf("the last one of Bob's has the judging %+v", j)
	}
}

func TestJudgingAgain(t *testing.T) {
	db := fresh(t)
	ann := enrol(t, db, "Ann")
	id := submit(t, db, ann, "x")
	queued := submit(t, db, ann, "y")
	judge(t, db, result.WA)
	if n := must.Get(db.Rejudge(t.Context(), history.Filter{Problem: "sum"}, tick()))(t); n != 1 {
		t.Errorf("%d are judged again: one of two waits for its first time", n)
	}
	must.Equal(t, 0, must.Get(db.Rejudge(t.Context(), history.Filter{}, tick()))(t), "are judged again while they wait")
	must.Equal(t, queued, judge(t, db, result.AC).ID, "the new one has to wait for the old one")
	again := must.Get(db.Next(t.Context(), tick(), nil))(t)
	for range 2 { // the old one counts until the new one is done, and if that is stopped
		if s := must.Get(db.Get(t.Context(), id))(t); again.ID != id || s.Judging.Verdict != result.WA {
			t.Errorf("while %d is judged again, it counts as %+v", again.ID, s.Judging)
		}
		must.Succeed(t, db.Finish(t.Context(), again.Judging.ID, history.Stopped, someRun(result.SK), tick()))
	}
	if n := must.Get(db.Rejudge(t.Context(), history.Filter{ID: id}, tick()))(t); n != 1 {
		t.Errorf("%d are judged again after one was stopped", n)
	}
	bad := must.Get(db.Submit(t.Context(), history.Submission{Person: ann, Problem: "bad", Version: "1", Language: "go", File: "main.go",
		Source: "z", Created: tick()}))(t)
	first := must.Get(db.Next(t.Context(), tick(), []string{"bad 1"}))(t)
	must.Equal(t, id, first.ID, "a first judging for a broken problem comes before one that is judged again")
	must.Succeed(t, db.Requeue(t.Context(), first.Judging.ID))
	must.Equal(t, bad, judge(t, db, result.JE).ID, "when the problem is mended it comes first")
	judge(t, db, result.AC)
	var all string // its attempts, each with its verdict and whether it counts
	file := raw(t, db)
	err := file.QueryRow(`SELECT group_concat(attempt || ' ' || verdict || ' ' || valid, ', ') FROM judging WHERE submission = ?`,
		id).Scan(&all)
	if want := "1 WA 0, 2 SK 0, 3 AC 1"; err != nil || all != want {
		t.Errorf("its judgings are %s, %v, want %s", all, err, want)
	}
	if _, err := file.Exec(`UPDATE judging SET valid = 1`); err == nil {
		t.Error("two valid judgings of one submission")
	}
}

func TestWithdraw(t *testing.T) {
	db := fresh(t)
	id := submit(t, db, enrol(t, db, "Ann"), "x")
	j := must.Get(db.Current(t.Context(), id))(t)
	if !must.Get(db.Withdraw(t.Context(), j.ID, tick()))(t) || must.Get(db.Withdraw(t.Context(), j.ID, tick()))(t) {
		t.Error("it is withdrawn once")
	}
	if j = must.Get(db.Current(t.Context(), id))(t); j.State != history.Stopped || j.Verdict != result.SK {
		t.Errorf("it is %+v", j)
	}
	if _, err := db.Next(t.Context(), tick(), nil); !errors.Is(err, history.ErrNone) {
		t.Errorf("what was withdrawn is handed out: %v", err)
	}
}

// TestRestIsRecorded: when a judging ends, cases that were not run are stored after the others.
func TestRestIsRecorded(t *testing.T) {
	db := fresh(t)
	id := submit(t, db, enrol(t, db, "Ann"), "x")
	s := must.Get(db.Next(t.Context(), tick(), nil))(t)
	run := someRun(result.AC, result.SK, result.WA)
	run.Results[0].Cases[2].Contended = true
	for n, at := range []int{0, 2} {
		must.Succeed(t, db.Record(t.Context(), s.Judging.ID, n+1, run.Results[0].Cases[at]))
	}
	must.Succeed(t, db.Finish(t.Context(), s.Judging.ID, history.Stopped, run, tick()))
	j := must.Get(db.Current(t.Context(), id))(t)
	var got []string
	for _, r := range must.Get(db.Results(t.Context(), j.ID, 0))(t) {
		got = append(got, fmt.Sprint(r.N, " ", r.Case.Case))
	}
	if want := []string{"1 secret/1", "2 secret/3", "3 secret/2"}; !slices.Equal(got, want) || !j.State.Over() {
		t.Errorf("%q, %s, want %q", got, j.State, want)
	}
	if back := must.Get(db.Run(t.Context(), j))(t); !back.Host.Contended || !back.Results[0].Interrupted ||
		back.Results[0].Cases[1].Case != "secret/2" {
		t.Errorf("%+v", back)
	}
	for state, over := range map[history.State]bool{history.Queued: false, history.Running: false, history.Done: true, history.Stopped: true} {
		must.Equal(t, over, state.Over(), state, "over", !over)
	}
}

func TestWhatWasRunningIsQueuedAgain(t *testing.T) {
	db := fresh(t)
	id := submit(t, db, enrol(t, db, "Ann"), "x")
	s := must.Get(db.Next(t.Context(), tick(), nil))(t)
	must.Succeed(t, db.Record(t.Context(), s.Judging.ID, 1, someRun(result.AC).Results[0].Cases[0]))
	file := db.File
	db.Close()
	db = open(t, file)
	j := must.Get(db.Current(t.Context(), id))(t)
	if j.State != history.Queued || !j.Started.IsZero() || len(must.Get(db.Results(t.Context(), j.ID, 0))(t)) != 0 {
		t.Errorf("after a restart it is %+v", j)
	}
	must.Get(db.Next(t.Context(), tick(), nil))(t)
	if s = judge(t, db, result.AC); s.ID != id {
		t.Error("what nobody finished is not handed out again")
	}
}

func TestFilters(t *testing.T) {
	db := fresh(t)
	ann, bob := enrol(t, db, "Ann"), enrol(t, db, "Bob")
	c := history.Contest{ID: "c", Title: "C", Starts: tick(), Ends: tick().Add(time.Hour), Problems: []string{"b", "a"}}
	must.Succeed(t, db.SaveContest(t.Context(), c))
	submit(t, db, ann, "1")
	submit(t, db, bob, "2")
	must.Get(db.Submit(t.Context(), history.Submission{Person: bob, Contest: "c", Problem: "a", Language: "cpp", Created: tick()}))(t)
	judge(t, db, result.WA)
	for _, test := range []struct {
		name string
		f    history.Filter
		want string
	}{
		{"all", history.Filter{}, "[3 2 1]"}, {"a person", history.Filter{Person: bob.ID}, "[3 2]"}, {"a contest",
			history.Filter{Contest: "c"}, "[3]"},
		{"a problem", history.Filter{Problem: "sum"}, "[2 1]"}, {"a language", history.Filter{Language: "cpp"},
			"[3]"}, {"a verdict", history.Filter{Verdict: result.WA}, "[1]"},
		{"the next page", history.Filter{Before: 3, Limit: 1}, "[2]"}, {"nothing",
			history.Filter{Problem: "'; DROP TABLE person"}, "[]"},
	} {
		ids := []int64{}
		for _, s := range must.Get(db.Submissions(t.Context(), test.f))(t) {
			ids = append(ids, s.ID)
		}
		must.Equal(t, test.want, fmt.Sprint(ids), test.name, ids)
	}
	contests := must.Get(db.Contests(t.Context()))(t)
	if diff := cmp.Diff([]history.Contest{c}, contests, cmp.Comparer(time.Time.Equal)); diff != "" {
		t.Errorf("contest: - put in, + came back:\n%s", diff)
	}
	if tries := must.Get(db.Tries(t.Context(), "c"))(t); len(tries) != 1 || tries[0].Person != bob {
		t.Errorf("tries of the contest: %+v", tries)
	}
	if tries := must.Get(db.Tries(t.Context(), ""))(t); len(tries) != 3 || tries[0].Verdict != result.WA {
		t.Errorf("all tries: %+v", tries)
	}
}

func TestPeople(t *testing.T) {
	db := fresh(t)
	ann := enrol(t, db, "Ann")
	must.Equal(t, ann.ID, must.Get(db.Enrol(t.Context(), "Ann", history.Teacher, nil))(t).ID, "the same name", ann, "and")
	p := must.Get(db.ByToken(t.Context(), []byte("digest of Ann")))(t)
	must.Equal(t, history.Teacher, p.Role, "she comes as")
	if _, err := db.ByToken(t.Context(), nil); !errors.Is(err, history.ErrNone) {
		t.Errorf("no token: %v", err)
	}
	must.Be(t, p.Teaches() && !ann.Teaches(), "%+v teaches, %+v does not", ann, p)
	submit(t, db, enrol(t, db, "Bob"), "x")
	submit(t, db, enrol(t, db, "Eve"), "x")
	enrol(t, db, "Fay")
	must.Equal(t, []string{"Ann", "Bob", "Eve", "Fay"}, must.Get(db.Members(t.Context()))(t), "with a link")
	others := []string{"Ann", "Eve", "Fay"}
	must.Succeed(t, db.Revoke(t.Context(), others))
	for _, name := range others {
		if _, err := db.ByToken(t.Context(), []byte("digest of "+name)); !errors.Is(err, history.ErrNone) {
			t.Errorf("%s is taken out and still comes: %v", name, err)
		}
	}
	must.Get(db.ByToken(t.Context(), []byte("digest of Bob")))(t)
	left := ""
	for _, p := range must.Get(db.People(t.Context()))(t) {
		left += p.Name + " "
	}
	if left != "Ann Bob Eve " { // Ann teaches, Eve handed in something, Fay nothing
		t.Errorf("the class is %s", left)
	}
}

// TestOneNameOfAHistory: a history can be open only once, by whatever path.
func TestOneNameOfAHistory(t *testing.T) {
	db := fresh(t)
	dir := t.TempDir()
	for name, make := range map[string]func(string) error{
		"link":   func(path string) error { return os.Symlink(db.File, path) },
		"folder": func(path string) error { return os.Symlink(filepath.Dir(db.File), path) },
		"hard":   func(path string) error { return os.Link(db.File, path) },
	} {
		path := filepath.Join(dir, name)
		if err := make(path); err != nil {
			t.Skip(err)
		}
		if name == "folder" {
			path = filepath.Join(path, filepath.Base(db.File))
		}
		want := "another serve has it open"
		if name == "hard" {
			want = "it has 2 names"
		}
		second, err := history.Open(t.Context(), path)
		must.Fail(t, err, want, "through a", name)
		if err == nil {
			second.Close()
		}
		os.Remove(filepath.Join(dir, name))
	}
	must.Fail(t, must.Err(history.Open(t.Context(), dir)), "it is a folder\nhint: name a file in it", "a folder")
	early := filepath.Join(dir, "early") // a link to a file that opening creates
	os.Symlink(filepath.Join(dir, "real"), early)
	made, err := history.Open(t.Context(), early)
	if err != nil || filepath.Base(made.File) != "real" {
		t.Fatalf("what a link leads to is made: %v", err)
	}
	made.Close()
}

// TestShareOfTime: after a judging that took long, others come first until they have had as much. Who comes later has
// saved nothing up.
func TestShareOfTime(t *testing.T) {
	db := fresh(t)
	ann, bob, eve := enrol(t, db, "Ann"), enrol(t, db, "Bob"), enrol(t, db, "Eve")
	for range 4 {
		submit(t, db, ann, "x")
		submit(t, db, bob, "x")
	}
	order := ""
	for i := range 11 {
		if i == 4 {
			for range 3 {
				submit(t, db, eve, "x")
			}
		}
		who := judge(t, db, result.AC).Person
		took := time.Second / 2
		if who == ann && i == 0 {
			took = 5 * time.Second / 2
		}
		must.Succeed(t, db.Charge(t.Context(), who.ID, took))
		order += who.Name + " "
	}
	must.Equal(t, "Ann Bob Bob Bob Ann Eve Bob Ann Eve Ann Eve ", order, "the turns were")
}

func TestKeep(t *testing.T) {
	db := fresh(t)
	ann := enrol(t, db, "Ann")
	id := submit(t, db, ann, "x")
	judge(t, db, result.AC, result.WA)
	since := tick()
	submit(t, db, ann, "y")
	judge(t, db, result.AC)
	must.Equal(t, 1, must.Get(db.Keep(t.Context(), since))(t), "the details of", "were dropped")
	must.Equal(t, 0, must.Get(db.Keep(t.Context(), since))(t), "and again of")
	s := must.Get(db.Get(t.Context(), id))(t)
	run := must.Get(db.Run(t.Context(), s.Judging))(t)
	if s.Source != "x" || s.Judging.Verdict != result.WA || s.Judging.Details || run.Results[0].Verdict != result.WA ||
		len(run.Results[0].Cases) != 2 {
		t.Errorf("of the old one is left %+v, %+v", s, run)
	}
	if c := run.Results[0].Cases[0]; !c.AsExpected {
		t.Errorf("of what was right is left %+v", c)
	}
	if c := run.Results[0].Cases[1]; c.AsExpected || c.Verdict != result.WA || c.Case != "secret/2" ||
		c.CPU != 2*time.Millisecond || c.Stderr != "" || c.Message.Said() {
		t.Errorf("and of its case %+v", c)
	}
}

func TestRefusedFiles(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	db := open(t, path("new.db"))
	if _, err := raw(t, db).Exec(`PRAGMA user_version = 99`); err != nil {
		t.Fatal(err)
	}
	db.Close()
	open(t, path("open.db"))
	os.WriteFile(path("text.db"), bytes.Repeat([]byte("this is no database\n"), 100), 0o600)
	os.Mkdir(path("folder.db"), 0o700)
	for name, want := range map[string]string{
		"new.db": "a newer judge made it: its schema is 99, and this one knows up to 3\nhint: update the judge, or take " +
			"another file with -db",
		"open.db":        "another serve has it open\nhint: end that one",
		"text.db":        "it is not a history, or it is damaged\nhint: take the last backup",
		"none/folder.db": "make the folder first",
	} {
		must.Fail(t, must.Err(history.Open(t.Context(), path(name))), want, name)
	}
}

func TestBackupWhileItIsWritten(t *testing.T) {
	db := fresh(t)
	ann := enrol(t, db, "Ann")
	submit(t, db, ann, "first")
	ctx, stop := context.WithCancel(t.Context())
	written := make(chan error)
	go func() {
		defer close(written)
		for i := 0; ctx.Err() == nil; i++ {
			if _, err := db.Submit(context.WithoutCancel(ctx), history.Submission{Person: ann, Problem: "sum", Source: fmt.Sprint(i),
				Created: time.Now()}); err != nil {
				written <- err
			}
		}
	}()
	to := filepath.Join(t.TempDir(), "copy.db")
	err := history.Backup(t.Context(), db.File, to)
	stop()
	must.Succeed(t, errors.Join(err, <-written))
	copied := open(t, to)
	var said string
	must.Succeed(t, raw(t, copied).QueryRow(`PRAGMA integrity_check`).Scan(&said), "the copy is damaged")
	must.Equal(t, "ok", said, "the copy is damaged")
	must.Equal(t, "first", must.Get(copied.Get(t.Context(), 1))(t).Source, "in the copy")
	must.Fail(t, history.Backup(t.Context(), db.File, to), "it is there already", "over another file")
	if err := history.Backup(t.Context(), db.File+".none", to+"2"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("of no file: %v", err)
	}
}

// TestBackupNamesTheFileAtFault: the copy that cannot be written, or what is no history.
func TestBackupNamesTheFileAtFault(t *testing.T) {
	db := fresh(t)
	to, from := filepath.Join(t.TempDir(), "none", "copy.db"), filepath.Join(t.TempDir(), "text")
	must.Succeed(t, os.WriteFile(from, []byte(strings.Repeat("not a history ", 1000)), 0o600))
	must.Fail(t, history.Backup(t.Context(), db.File, to), to+": ", "a copy to a folder that is not there")
	must.Fail(t, history.Backup(t.Context(), from, filepath.Join(t.TempDir(), "copy.db")), from+": ", "a copy of what is not a history")
}

// A sanitizer reports after all cases are recorded.
func TestWhatASanitizerSaidIsKept(t *testing.T) {
	db := fresh(t)
	submit(t, db, enrol(t, db, "Ann"), "source")
	s := judge(t, db, result.AC, result.WA)
	run := someRun(result.AC, result.WA)
	run.Results[0].Cases[1].Fault = &result.Fault{Text: say.Of("exit status %d", 3), Line: 9}
	must.Succeed(t, db.Finish(t.Context(), s.Judging.ID, history.Done, run, tick()))
	got := must.Get(db.Run(t.Context(), s.Judging))(t).Results[0].Cases
	if len(got) != 2 || got[0].Fault != nil || got[1].Fault == nil || got[1].Fault.Line != 9 || got[1].Verdict != result.WA {
		t.Errorf("what came back is %+v", got)
	}
}

// TestStandings: each person counts once for a problem. During a contest, only one's own results count.
func TestStandings(t *testing.T) {
	db := fresh(t)
	ann, bob := enrol(t, db, "Ann"), enrol(t, db, "Bob")
	now := tick()
	later := func() time.Time { // after more than the second for which a count is cached
		now = now.Add(time.Second)
		return now
	}
	must.Succeed(t, db.SaveContest(t.Context(), history.Contest{ID: "c", Title: "C", Starts: now.Add(-time.Hour),
		Ends: now.Add(time.Hour), Problems: []string{"sum"}}))
	want := func(who history.Person, at time.Time, want history.Standing) {
		t.Helper()
		got := must.Get(db.Standings(t.Context(), who.ID, at))(t)["sum"]
		got.MyRungs, got.MySubmission = 0, 0 // see the end
		must.Equal(t, want, got, "for", who.Name)
	}
	in := func(who history.Person, contest string, verdict result.Verdict) {
		t.Helper()
		must.Get(db.Submit(t.Context(), history.Submission{Person: who, Contest: contest, Problem: "sum", Language: "go",
			File: "main.go", Source: "x", Created: tick()}))(t)
		want(who, later(), history.Standing{Tried: 1, Solved: 0, MyTries: true, MySolved: false})
		judge(t, db, verdict)
	}
	want(ann, now, history.Standing{})
	in(ann, "c", result.AC)
	want(ann, now, history.Standing{Tried: 1, Solved: 1, MyTries: true, MySolved: true,
		MyBest: time.Millisecond}) // one's own result counts at once
	want(bob, later(), history.Standing{})
	in(bob, "c", result.WA)
	for range 2 {
		submit(t, db, bob, "y")
		judge(t, db, result.WA)
	}
	want(bob, now, history.Standing{Tried: 1, Solved: 0, MyTries: true, MySolved: false})
	want(ann, now.Add(time.Second-1), history.Standing{Tried: 1, Solved: 1, MyTries: true, MySolved: true, MyBest: time.Millisecond})
	want(ann, later(), history.Standing{Tried: 2, Solved: 1, MyTries: true, MySolved: true, MyBest: time.Millisecond})
	want(bob, now.Add(2*time.Hour), history.Standing{Tried: 2, Solved: 1, MyTries: true, MySolved: false})
	rungs := func() (int, int64) {
		mine := must.Get(db.Standings(t.Context(), ann.ID, later()))(t)["sum"]
		return mine.MyRungs, mine.MySubmission
	}
	before, solved := rungs()
	sub := must.Get(db.Get(t.Context(), solved))(t)
	must.Succeed(t, db.Reached(t.Context(), sub.Judging.ID, 5))
	if after, _ := rungs(); before != history.NotWatched || after != 5 || sub.Judging.Verdict != result.AC {
		t.Errorf("the rungs of %d are %d and then %d", solved, before, after)
	}
}

// raw opens the file of a history beside it.
func raw(t *testing.T, db *history.DB) *sql.DB {
	t.Helper()
	other := must.Get(sql.Open("sqlite", "file:"+url.PathEscape(db.File)))(t)
	t.Cleanup(func() { other.Close() })
	return other
}

// TestMachine: a judging names the workers of a fleet, each once, or else the processor. Cases beyond the site are not in
// its sums.
func TestMachine(t *testing.T) {
	db := fresh(t)
	for _, test := range []struct{ machines, cpu, want string }{
		{"lab1 lab0 lab1", "a fast one", "lab0, lab1"},
		{"lab0", "", "lab0"},
		{"", "a fast one", "a fast one"},
		{"", "", "linux/amd64"},
	} {
		run := result.Run{Host: result.Host{CPU: test.cpu, OS: "linux", Arch: "amd64"},
			Results: []result.Solution{{Verdict: result.AC, Cases: []result.Case{
				{Case: "secret/1", Verdict: result.AC, CPU: time.Millisecond, PeakKiB: 100}, {Case: "beyond/1", Verdict: result.TLE,
					CPU: time.Second, PeakKiB: 900}}}}}
		for machine := range strings.FieldsSeq(test.machines) {
			run.Results[0].Cases = append(run.Results[0].Cases, result.Case{Case: "beyond/2", Verdict: result.SK, Machine: machine})
		}
		id := submit(t, db, enrol(t, db, "Ann"), "x")
		must.Succeed(t, db.Finish(t.Context(), must.Get(db.Current(t.Context(), id))(t).ID, history.Done, run, tick()))
		j := must.Get(db.Current(t.Context(), id))(t)
		if j.Machine != test.want || j.CPU != time.Millisecond || j.Slowest != time.Millisecond || j.PeakKiB != 100 ||
			j.Passed != 1 || j.Cases != 1 {
			t.Errorf("%+v: %+v", test, j)
		}
	}
}

// TestRename: whoever gets another name keeps the link and the submissions. Nobody gets the name of another.
func TestRename(t *testing.T) {
	db := fresh(t)
	submit(t, db, enrol(t, db, "Ann"), "x")
	enrol(t, db, "Bob")
	for _, test := range []struct{ from, to, fault string }{
		{"Ann", "Bob", "somebody of the name Bob already"}, {"Eve", "Zoe", "nobody of the name Eve"}, {"Ann", "Anne", ""},
	} {
		if err := db.Rename(t.Context(), test.from, test.to); (err == nil) != (test.fault == "") || err != nil &&
			!strings.Contains(err.Error(), test.fault) {
			t.Errorf("%s to %s: %v", test.from, test.to, err)
		}
	}
	p := must.Get(db.ByToken(t.Context(), []byte("digest of Ann")))(t)
	all := must.Get(db.Submissions(t.Context(), history.Filter{Person: p.ID}))(t)
	if p.Name != "Anne" || len(all) != 1 || all[0].Person.Name != "Anne" {
		t.Errorf("the link is that of %+v, who has %+v", p, all)
	}
}

// TestLockedByAnother: another program holds the lock for longer than we wait. Reading still works.
func TestLockedByAnother(t *testing.T) {
	t.Parallel()
	db := fresh(t)
	ann := enrol(t, db, "Ann")
	other := raw(t, db)
	other.SetMaxOpenConns(1)
	if _, err := other.Exec(`BEGIN IMMEDIATE`); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Submit(t.Context(), history.Submission{Person: ann, Problem: "sum"}); err == nil ||
		!strings.Contains(err.Error(), "another program has it locked") {
		t.Errorf("said was %v", err)
	}
	must.Get(db.Submissions(t.Context(), history.Filter{}))(t)
	if _, err := other.Exec(`ROLLBACK`); err != nil {
		t.Fatal(err)
	}
	submit(t, db, ann, "x")
}
