package history

import (
	"context"
	"database/sql"
	"time"

	"sudokuoj/judge/internal/model/result"
)

// Contest is a set of problems for a time.
type Contest struct {
	ID, Title    string
	Starts, Ends time.Time
	Freezes      time.Time // from then on the ranking shows no verdicts; zero: never
	Problems     []string  // in the order A, B, C, ...
}

// SaveContest makes a contest, or changes the one of that ID.
func (db *DB) SaveContest(ctx context.Context, c Contest) error {
	return db.change(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT INTO contest (id, title, starts, ends, freezes) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET title = excluded.title, starts = excluded.starts, ends = excluded.ends, freezes = excluded.freezes`,
			c.ID, c.Title, fromTime(c.Starts), fromTime(c.Ends), fromTime(c.Freezes)); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM contest_problem WHERE contest = ?`, c.ID); err != nil {
			return err
		}
		for i, problem := range c.Problems {
			if _, err := tx.ExecContext(ctx, `INSERT INTO contest_problem (contest, place, problem) VALUES (?, ?, ?)`, c.ID, i, problem); err != nil {
				return err
			}
		}
		return nil
	})
}

// Contests returns all contests, the latest first.
func (db *DB) Contests(ctx context.Context) (all []Contest, err error) {
	all, err = list(ctx, db, func(scan func(...any) error) (c Contest, err error) {
		var starts, ends, freezes int64
		err = scan(&c.ID, &c.Title, &starts, &ends, &freezes)
		c.Starts, c.Ends, c.Freezes = toTime(starts), toTime(ends), toTime(freezes)
		return c, err
	}, `SELECT id, title, starts, ends, freezes FROM contest ORDER BY starts DESC, id`)
	if err != nil {
		return nil, err
	}
	err = db.rows(ctx, func(scan func(...any) error) error {
		var contest, problem string
		err := scan(&contest, &problem)
		for i := range all {
			if all[i].ID == contest {
				all[i].Problems = append(all[i].Problems, problem)
			}
		}
		return err
	}, `SELECT contest, problem FROM contest_problem ORDER BY contest, place`)
	return all, err
}

// Try is one submission in a ranking. A person's work on a problem is a sequence of tries.
type Try struct {
	Person     Person
	Problem    string
	Submission int64
	Judging    int64
	Created    time.Time
	State      State
	Verdict    result.Verdict
}

// Tries returns all submissions of a contest, or all there are for "", the oldest first. The pages of a class and
// of a ranking are made from them.
func (db *DB) Tries(ctx context.Context, contest string) (all []Try, err error) {
	return list(ctx, db, func(scan func(...any) error) (t Try, err error) {
		var created int64
		err = scan(&t.Person.ID, &t.Person.Name, &t.Person.Role, &t.Problem, &t.Submission, &t.Judging, &created, &t.State, &t.Verdict)
		t.Created = toTime(created)
		return t, err
	}, `SELECT p.id, p.name, p.role, s.problem, s.id, j.id, s.created, j.state, j.verdict`+submissionTables+` WHERE ?1 = '' OR s.contest = ?1 ORDER BY s.id`, contest)
}

// Rules are a teacher's settings for a problem.
type Rules struct {
	Closed bool // students neither see it nor submit to it
	Veiled bool // students see the verdicts of secret cases, but not the cases
}

// AllRules returns the rules of all problems for which some were set.
func (db *DB) AllRules(ctx context.Context) (map[string]Rules, error) {
	all := map[string]Rules{}
	return all, db.rows(ctx, func(scan func(...any) error) error {
		var id string
		var r Rules
		err := scan(&id, &r.Closed, &r.Veiled)
		all[id] = r
		return err
	}, `SELECT id, closed, veiled FROM problem`)
}

// SetRules changes the rules of a problem.
func (db *DB) SetRules(ctx context.Context, problem string, r Rules) error {
	_, err := db.do(ctx, `INSERT INTO problem (id, closed, veiled) VALUES (?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET closed = excluded.closed, veiled = excluded.veiled`, problem, r.Closed, r.Veiled)
	return err
}
