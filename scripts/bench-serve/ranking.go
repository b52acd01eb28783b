package main

import (
	"database/sql"
	"fmt"
	"io"
	"net/url"
	"sync"
	"time"
)

const contestTries = 10_000

// ranking measures a contest of 10,000 submissions while its students hand in and reload its ranking each half second,
// and every other time the first page.
func (o options) ranking(out io.Writer, bin, dir string) error {
	l, err := o.lesson(bin, dir)
	if err != nil {
		return err
	}
	defer l.cmd.Process.Kill() // where an error leaves it running
	if err := l.fillContest(); err != nil {
		return err
	}
	l.began, l.until = time.Now(), time.Now().Add(o.time)
	took := map[string][]time.Duration{}
	var all sync.WaitGroup
	for i := range o.students {
		all.Go(func() { l.handIn(i) })
		all.Go(func() {
			time.Sleep(time.Duration(i) * time.Second / 2 / time.Duration(o.students)) // they do not all begin at once
			for n := i; time.Now().Before(l.until); n++ {
				path, began := []string{"/contest/c", "/"}[n%2], time.Now()
				if _, err := l.get(l.tokens[i], path); err != nil {
					l.failed.Add(1)
				}
				l.mu.Lock()
				took[path] = append(took[path], time.Since(began))
				l.mu.Unlock()
				time.Sleep(time.Second/2 - time.Since(began))
			}
		})
	}
	all.Wait()
	for _, path := range []string{"/contest/c", "/"} {
		fmt.Fprintf(out, "ranking of %d submissions, %d students for %s: %s %s in the median, %s at the 99th percentile (%d); %d failed\n",
			contestTries, o.students, o.time, path, at(took[path], .5), at(took[path], .99), len(took[path]), l.failed.Load())
	}
	return l.fault
}

// fillContest makes a contest in which all students have handed in many times.
func (l *load) fillContest() error {
	now := time.Now()
	err := l.post(l.tokens[l.o.students], "/contests", url.Values{"id": {"c"}, "problems": {problem + " acwing183"},
		"starts": {now.Add(-time.Hour).Format("2006-01-02T15:04:05")}, "ends": {now.Add(time.Hour).Format("2006-01-02T15:04:05")}}, nil)
	if err != nil {
		return err
	}
	db, err := sql.Open("sqlite", l.db+"?_pragma=busy_timeout(5000)")
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err = db.Exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		INSERT INTO submission (person, contest, problem, problem_version, language, file, source, bytes, created)
		SELECT 1 + i % ?, 'c', CASE WHEN i % 3 THEN 'acwing183' ELSE problem END, problem_version, language, file, source, bytes, ? + i
		FROM n, (SELECT * FROM submission LIMIT 1)`, contestTries, l.o.students, now.Add(-time.Minute).UnixNano()); err != nil {
		return err
	}
	_, err = db.Exec(`INSERT INTO judging (submission, valid, attempt, state, verdict, created)
		SELECT id, 1, 1, 'done', CASE WHEN id % 7 THEN 'WA' ELSE 'AC' END, created FROM submission WHERE contest = 'c'`)
	return err
}
