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
}

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

// Standings returns, for one reader, the counts of each problem that somebody tried. Other people's attempts may show
// a second later. A contest's submissions count for others when the contest is over.
func (db *DB) Standings(ctx context.Context, person int64, now time.Time) (map[string]Standing, error) {
	common := &db.standings
	common.mu.Lock()
	defer common.mu.Unlock()
	if !now.Before(common.until) {
		all, solved := map[string]Standing{}, map[attempt]bool{}
		err := db.attempts(ctx, func(one attempt, solves bool) {
			all[one.problem] = all[one.problem].with(solves, true)
			solved[one] = solves
		}, `LEFT JOIN contest c ON c.id = s.contest WHERE c.id IS NULL OR c.ends <= ?`, fromTime(now))
		if err != nil {
			return nil, err
		}
		common.all, common.solved, common.until = all, solved, now.Add(time.Second)
	}
	all := maps.Clone(common.all)
	return all, db.attempts(ctx, func(one attempt, solves bool) {
		counted, there := common.solved[one]
		s := all[one.problem].with(solves && !counted, !there)
		s.MyTries, s.MySolved = true, solves
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

// attempts returns who tried which problem, and whether they solved it.
func (db *DB) attempts(ctx context.Context, take func(one attempt, solves bool), where string, arg int64) error {
	return db.rows(ctx, func(scan func(...any) error) error {
		var one attempt
		var solves bool
		err := scan(&one.problem, &one.person, &solves)
		take(one, solves)
		return err
	}, `SELECT s.problem, s.person, max(j.verdict = 'AC') FROM submission s CROSS JOIN judging j ON j.submission = s.id AND j.valid `+where+` GROUP BY s.problem, s.person`, arg)
}
