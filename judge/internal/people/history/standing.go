package history

import (
	"context"
	"time"
)

// Standing counts who has tried and solved a problem: everybody, and one person.
type Standing struct {
	Tried, Solved     int // numbers of people
	MyTries, MySolved bool
}

// Standings tells of each problem that somebody tried, for a person. What others do in a contest counts when
// that is over.
func (db *DB) Standings(ctx context.Context, person int64, now time.Time) (map[string]Standing, error) {
	all := map[string]Standing{}
	return all, db.rows(ctx, func(scan func(...any) error) error {
		var problem string
		var s Standing
		err := scan(&problem, &s.Tried, &s.Solved, &s.MyTries, &s.MySolved)
		all[problem] = s
		return err
	}, `SELECT s.problem, count(DISTINCT s.person), count(DISTINCT CASE WHEN j.verdict = 'AC' THEN s.person END), max(s.person = ?1), max(s.person = ?1 AND j.verdict = 'AC')
		FROM submission s JOIN judging j ON j.submission = s.id AND j.valid LEFT JOIN contest c ON c.id = s.contest
		WHERE s.person = ?1 OR c.id IS NULL OR c.ends <= ?2 GROUP BY s.problem`, person, fromTime(now))
}
