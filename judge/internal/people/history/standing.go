package history

import (
	"context"
	"maps"
	"sync"
	"time"
)

// Standing tells how many people have tried and solved a problem, and whether one person has.
type Standing struct {
	Tried, Solved     int // numbers of people
	MyTries, MySolved bool
	MyBest            time.Duration // the least CPU time of an accepted submission
	MySubmission      int64         // the last accepted one
	MyRungs           int           // the rungs that its record shows, a bit each, or one of the two below
}

// What is known of rungs if it is no number.
const (
	NothingTold = -1 // the record was looked at, and shows nothing
	NotWatched  = -2
)

// standings are the same for all readers, except for their own attempts. With many submissions they take long to
// count, and in a lesson they change all the time, so they are counted once a second at most.
type standings struct {
	mu     sync.Mutex
	until  time.Time // they are counted again from then on
	all    map[string]Standing
	solved map[attempt]bool // whether, of each that counts
}

// attempt is one person's work on one problem.
type attempt struct {
	problem string
	person  int64
}

// outcome is what came of it.
type outcome struct {
	solved bool
	best   int64 // in microseconds
	last   int64 // the last accepted submission and, as its last two digits, its rungs
}

// Standings returns, for one reader, the counts of each problem that somebody tried. Other people's attempts may show
// a second later. A contest's submissions count for others when the contest is over.
func (db *DB) Standings(ctx context.Context, person int64, now time.Time) (map[string]Standing, error) {
	common := &db.standings
	common.mu.Lock()
	defer common.mu.Unlock()
	if !now.Before(common.until) {
		all, solved := map[string]Standing{}, map[attempt]bool{}
		err := db.attempts(ctx, func(one attempt, o outcome) {
			all[one.problem] = all[one.problem].with(o.solved, true)
			solved[one] = o.solved
		}, `LEFT JOIN contest c ON c.id = s.contest WHERE c.id IS NULL OR c.ends <= ?`, fromTime(now))
		if err != nil {
			return nil, err
		}
		common.all, common.solved, common.until = all, solved, now.Add(time.Second)
	}
	all := maps.Clone(common.all)
	return all, db.attempts(ctx, func(one attempt, o outcome) {
		counted, there := common.solved[one]
		s := all[one.problem].with(o.solved && !counted, !there)
		s.MyTries, s.MySolved, s.MyBest, s.MyRungs, s.MySubmission = true, o.solved, micro(o.best), int(o.last%100)+NotWatched, o.last/100
		all[one.problem] = s
	}, `WHERE s.person = ?`, person)
}

// with returns the standing with one more person who solved or tried the problem.
func (s Standing) with(solved, tried bool) Standing {
	if solved {
		s.Solved++
	}
	if tried {
		s.Tried++
	}
	return s
}

// attempts returns who tried which problem, and what came of it.
func (db *DB) attempts(ctx context.Context, take func(attempt, outcome), where string, arg int64) error {
	return db.rows(ctx, func(scan func(...any) error) error {
		var one attempt
		var o outcome
		err := scan(&one.problem, &one.person, &o.solved, &o.best, &o.last)
		take(one, o)
		return err
	}, `SELECT s.problem, s.person, max(j.verdict = 'AC'), coalesce(min(CASE WHEN j.verdict = 'AC' THEN j.cpu END), 0), 
			coalesce(max(CASE WHEN j.verdict = 'AC' THEN s.id * 100 + coalesce(r.rungs + 2, 0) END), 0)
		FROM submission s CROSS JOIN judging j ON j.submission = s.id AND j.valid LEFT JOIN record r ON r.judging = j.id `+where+` GROUP BY s.problem, s.person`, arg)
}

// Reached records which rungs of the ladder the record of a judging's search shows, or NothingTold.
func (db *DB) Reached(ctx context.Context, judging int64, rungs int) error {
	_, err := db.do(ctx, `INSERT INTO record (judging, rungs) VALUES (?, ?) ON CONFLICT (judging) DO UPDATE SET rungs = max(rungs, excluded.rungs)`, judging, rungs)
	return err
}
