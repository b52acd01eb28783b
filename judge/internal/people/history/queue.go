package history

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"sudokuoj/judge/internal/model/result"
)

// A person has a share of the judging time: whose first judgings took least comes first. The time of a person is what
// they took, and at least leastTurn each. Who comes to a queue has had as much as the one there who had least, so that
// nobody saves turns up.
const leastTurn = time.Second

// Next begins the judging whose turn it is and returns its submission with the source; ErrNone if none waits. Running
// lists the judgings that really run; other judgings in the state running go back into the queue. Submissions that are
// judged again come after all others, and those for a broken problem, which is named with its version, come last.
func (db *DB) Next(ctx context.Context, now time.Time, broken []string, running ...int64) (s Submission, err error) {
	var id int64
	err = db.change(ctx, func(tx *sql.Tx) error {
		// A judging that could not be finished, on a full disk for instance.
		if err := requeue(ctx, tx, "id NOT IN (SELECT value FROM json_each(?))", array(running)); err != nil {
			return err
		}
		var person, judging int64
		var again bool
		for _, which := range []string{"AND j.attempt = 1 AND NOT broken", ""} { // thousands may be judged again: look at them last
			err = tx.QueryRowContext(ctx, `SELECT j.id, s.id, s.person, j.attempt > 1 AS again, s.problem || ' ' || s.problem_version IN (SELECT value FROM json_each(?)) AS broken
				FROM judging j JOIN submission s ON s.id = j.submission JOIN person p ON p.id = s.person
				WHERE j.state = 'queued' `+which+` ORDER BY broken, again, CASE WHEN again THEN 0 ELSE p.served END, j.id LIMIT 1`,
				array(broken)).Scan(&judging, &id, &person, &again, new(bool))
			if !errors.Is(err, sql.ErrNoRows) {
				break
			}
		}
		if errors.Is(err, sql.ErrNoRows) {
			return ErrNone
		}
		if err != nil {
			return err
		}
		if !again {
			if err := charge(ctx, tx, person, leastTurn); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, `UPDATE judging SET state = 'running', started = ? WHERE id = ?`, fromTime(now), judging)
		return err
	})
	if err != nil {
		return s, err
	}
	return db.Latest(ctx, id)
}

// Charge adds what a first judging took to the time of its person. It is measured by a clock that is never set.
func (db *DB) Charge(ctx context.Context, person int64, took time.Duration) error {
	return db.change(ctx, func(tx *sql.Tx) error { return charge(ctx, tx, person, max(0, took-leastTurn)) })
}

func charge(ctx context.Context, tx *sql.Tx, person int64, took time.Duration) error {
	_, err := tx.ExecContext(ctx, `UPDATE person SET served = served + ? WHERE id = ?`, took.Nanoseconds(), person)
	return err
}

// Ahead maps each queued first judging to the number of judgings that come before it, if nobody submits more and all
// take little. SQLite's own window functions take five times as long for a long queue.
func (db *DB) Ahead(ctx context.Context) (ahead map[int64]int, err error) {
	type waiting struct{ id, turn int64 }
	next := map[int64]int64{} // the turn of a person's next judging
	var queue []waiting
	err = db.rows(ctx, func(scan func(...any) error) error {
		var one waiting
		var person, served int64
		err := scan(&one.id, &person, &served)
		one.turn = max(next[person], served)
		next[person] = one.turn + leastTurn.Nanoseconds()
		queue = append(queue, one)
		return err
	}, `SELECT j.id, p.id, p.served FROM judging j JOIN submission s ON s.id = j.submission JOIN person p ON p.id = s.person
		WHERE j.state = 'queued' AND j.attempt = 1 ORDER BY +j.id`)
	if err != nil {
		return nil, err
	}
	running, err := value[int](ctx, db, `SELECT count(*) FROM judging WHERE state = 'running'`)
	slices.SortStableFunc(queue, func(a, b waiting) int { return cmp.Compare(a.turn, b.turn) })
	ahead = map[int64]int{}
	for i, one := range queue {
		ahead[one.id] = running + i
	}
	return ahead, err
}

// AheadAgain returns the number of judgings that come before one that is judged again.
func (db *DB) AheadAgain(ctx context.Context, judging int64) (n int, err error) {
	return value[int](ctx, db, `SELECT count(*) FROM judging WHERE state = 'running' OR state = 'queued' AND (attempt = 1 OR id < ?)`, judging)
}

// Waiting counts a person's judgings that are queued or running, without repeated judgings.
func (db *DB) Waiting(ctx context.Context, person int64) (n int, err error) {
	return value[int](ctx, db, `SELECT count(*) FROM judging j JOIN submission s ON s.id = j.submission
		WHERE j.state IN ('queued', 'running') AND j.attempt = 1 AND s.person = ?`, person)
}

// WaitingOthers counts the other people with a judging that is queued or running, without repeated judgings.
func (db *DB) WaitingOthers(ctx context.Context, person int64) (n int, err error) {
	return value[int](ctx, db, `SELECT count(DISTINCT s.person) FROM judging j JOIN submission s ON s.id = j.submission
		WHERE j.state IN ('queued', 'running') AND j.attempt = 1 AND s.person <> ?`, person)
}

// Pending counts the judgings that are queued or running.
func (db *DB) Pending(ctx context.Context) (n int, err error) {
	return value[int](ctx, db, `SELECT count(*) FROM judging WHERE state IN ('queued', 'running')`)
}

// Built records that the program is built and its cases begin, with the judge's version and the number of cases.
func (db *DB) Built(ctx context.Context, judging int64, judge string, cases int) error {
	_, err := db.do(ctx, `UPDATE judging SET cases = ?, judge = ? WHERE id = ?`, cases, judge, judging)
	return err
}

// machineOf names the machine of a run: the processor, or the workers of a fleet.
func machineOf(run result.Run) string {
	var workers []string
	for _, c := range run.Results[0].Cases {
		if c.Machine != "" && !slices.Contains(workers, c.Machine) {
			workers = append(workers, c.Machine)
		}
	}
	if slices.Sort(workers); len(workers) > 0 {
		return headOfText(strings.Join(workers, ", "), 1000)
	}
	return cmp.Or(run.Host.CPU, run.Host.OS+"/"+run.Host.Arch)
}

// headOf returns a run without its cases, as the file keeps it.
func headOf(run result.Run) ([]byte, error) {
	one := run.Results[0]
	one.Cases, one.Source = nil, "" // which the file has already
	one.Compile.Message = shorter(one.Compile.Message)
	run.Results = []result.Solution{one}
	var head bytes.Buffer
	err := result.WriteRun(&head, run)
	return head.Bytes(), err
}

// Record keeps the nth result of a judging.
func (db *DB) Record(ctx context.Context, judging int64, n int, c result.Case) error {
	return db.change(ctx, func(tx *sql.Tx) error { return record(ctx, tx, "INSERT", judging, n, c) })
}

// record keeps a result: INSERT a new one, or REPLACE one by the same case with a later finding.
func record(ctx context.Context, tx *sql.Tx, verb string, judging int64, n int, c result.Case) error {
	detail, err := detailOf(ctx, tx, judging, c)
	if err == nil {
		_, err = tx.ExecContext(ctx, verb+` INTO result (judging, n, name, verdict, cpu, peak_kib, detail) VALUES (?, ?, ?, ?, ?, ?, ?)`,
			judging, n, c.Case, c.Verdict, c.CPU.Microseconds(), c.PeakKiB, detail)
	}
	return err
}

// Finish ends a judging as done or stopped, and in the same transaction records the results of cases that were
// never run, and what a sanitizer said of one. A judging that is done becomes the valid one.
func (db *DB) Finish(ctx context.Context, judging int64, state State, run result.Run, now time.Time) error {
	head, err := headOf(run)
	if err != nil {
		return err
	}
	s := run.Results[0]
	counting := s
	counting.Cases = slices.DeleteFunc(slices.Clone(s.Cases), result.Case.Beyond)
	t := counting.Sum()
	return db.change(ctx, func(tx *sql.Tx) error {
		if err := recordRest(ctx, tx, judging, s.Cases); err != nil {
			return err
		}
		_, err := exec(ctx, tx, `UPDATE judging SET state = ?, verdict = ?, cases = ?, passed = ?, cpu = ?, slowest = ?, peak_kib = ?, machine = ?, ended = ?, head = ? WHERE id = ?`,
			state, s.Verdict, t.Judged, t.Accepted, t.CPU.Microseconds(), t.Slowest.Microseconds(), t.PeakKiB, machineOf(run), fromTime(now), head, judging)
		if err == nil && state == Done {
			_, err = exec(ctx, tx, `UPDATE judging SET valid = id = ?1 WHERE submission = (SELECT submission FROM judging WHERE id = ?1)`, judging)
		}
		return err
	})
}

func recordRest(ctx context.Context, tx *sql.Tx, judging int64, cases []result.Case) error {
	var text string
	var known []string // in the order of their numbers
	err := tx.QueryRowContext(ctx, `SELECT json_group_array(name) FROM (SELECT name FROM result WHERE judging = ? ORDER BY n)`, judging).Scan(&text)
	if err == nil {
		err = json.Unmarshal([]byte(text), &known)
	}
	for _, c := range cases {
		at, verb := slices.Index(known, c.Case), "REPLACE"
		switch {
		case err != nil || at >= 0 && c.Fault == nil:
			continue
		case at < 0:
			at, known, verb = len(known), append(known, c.Case), "INSERT"
		}
		err = record(ctx, tx, verb, judging, at+1, c)
	}
	return err
}

// Withdraw stops a judging if it is still queued, and reports whether it was.
func (db *DB) Withdraw(ctx context.Context, judging int64, now time.Time) (withdrawn bool, err error) {
	n, err := db.do(ctx, `UPDATE judging SET state = 'stopped', verdict = ?, ended = ? WHERE id = ? AND state = 'queued'`, result.SK, fromTime(now), judging)
	return n > 0, err
}

// Requeue puts a running judging back into the queue, as if it had never begun.
func (db *DB) Requeue(ctx context.Context, judging int64) error {
	return db.change(ctx, func(tx *sql.Tx) error { return requeue(ctx, tx, "id = ?", judging) })
}

func requeue(ctx context.Context, tx *sql.Tx, which string, args ...any) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM result WHERE judging IN (SELECT id FROM judging WHERE state = 'running' AND `+which+`)`, args...); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `UPDATE judging SET state = 'queued', started = 0, cases = 0, head = NULL WHERE state = 'running' AND `+which, args...)
	return err
}

// Rejudge queues a new judging of every submission that the filter picks and that is not being judged: it counts once
// it is done, and until then the old one does. It returns how many.
func (db *DB) Rejudge(ctx context.Context, f Filter, now time.Time) (n int64, err error) {
	where, args := f.where()
	return db.do(ctx, `INSERT INTO judging (submission, valid, attempt, state, verdict, created)
		SELECT s.id, 0, (SELECT max(attempt) + 1 FROM judging WHERE submission = s.id), 'queued', '', ?`+submissionTables+where+`
		AND NOT EXISTS (SELECT 1 FROM judging WHERE submission = s.id AND state IN ('queued', 'running')) ORDER BY s.id`, append([]any{fromTime(now)}, args...)...)
}
