package main

import (
	"database/sql"
	"fmt"
	"io"
	"time"

	_ "modernc.org/sqlite"
)

// again is how many submissions are judged again beside an attack.
const again = 5000

// judgeAgain fills the history with judged submissions of the teacher, and has all of them judged again.
func (l *load) judgeAgain(teacher string) error {
	db, err := sql.Open("sqlite", l.db+"?_pragma=busy_timeout(5000)")
	if err != nil {
		return err
	}
	defer db.Close()
	for _, copies := range []string{
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
			INSERT INTO submission (person, problem, problem_version, language, file, source, bytes, created)
			SELECT person, problem, problem_version, language, file, source, bytes, created FROM n, (SELECT * FROM submission LIMIT 1)`,
		`INSERT INTO judging (submission, valid, attempt, state, verdict, created)
			SELECT id, 1, 1, 'done', 'AC', created FROM submission ORDER BY id DESC LIMIT ?`,
	} {
		if _, err := db.Exec(copies, again); err != nil {
			return err
		}
	}
	return l.post(teacher, "/rejudge", map[string][]string{"all": {"yes"}}, nil)
}

// turn is a submission of a student, and when its judging began.
type turn struct{ person, created, started, ended int64 }

// report tells from the history how long submissions waited, what came before them, and what the time went into.
// It leaves out the submissions of the first student, the attacker.
func (l *load) report(out io.Writer) error {
	db, err := sql.Open("sqlite", l.db+"?mode=ro")
	if err != nil {
		return err
	}
	defer db.Close()
	rows, err := db.Query(`SELECT s.person, s.created, j.started, j.ended FROM judging j JOIN submission s ON s.id = j.submission JOIN person p ON p.id = s.person
		WHERE p.role = 'student' AND j.attempt = 1 ORDER BY j.id`)
	if err != nil {
		return err
	}
	defer rows.Close()
	var all []turn
	for rows.Next() {
		var t turn
		if err := rows.Scan(&t.person, &t.created, &t.started, &t.ended); err != nil {
			return err
		}
		all = append(all, t)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	var waited []time.Duration
	late, judged, others := 0, 0, 0
	for i, t := range all {
		if l.o.attack && t.person == 1 {
			continue
		}
		others++
		if t.started > 0 {
			waited = append(waited, time.Duration(t.started-t.created))
		}
		if t.ended > 0 {
			judged++
		}
		if passedOver(all, i) {
			late++
		}
	}
	elapsed := time.Since(l.began)
	fmt.Fprintf(out, "turns: %d of %d submissions had theirs, after %s in the median, %s at most; before %d of them somebody else had two turns more, as time is shared out, not turns\n",
		len(waited), others, at(waited, .5), at(waited, 1), late)
	var cpu, wall float64
	err = db.QueryRow(`SELECT total(r.cpu) / 1000, total(json_extract(r.detail, '$.wall_ms')) FROM result r JOIN judging j ON j.id = r.judging WHERE j.started >= ?`,
		l.began.UnixNano()).Scan(&cpu, &wall)
	share := func(ms float64) float64 { return ms / float64(elapsed.Milliseconds()) * 100 }
	fmt.Fprintf(out, "judging: %d judged in %.0f s, %.0f a minute; programs used the processor for %.0f %% of the time, and ran for %.0f %%\n",
		judged, elapsed.Seconds(), float64(judged)/elapsed.Minutes(), share(cpu), share(wall))
	return err
}

// passedOver reports whether somebody else had more turns, from when a submission came to its own turn, than its owner
// had and one more.
func passedOver(all []turn, i int) bool {
	of := all[i]
	turns := map[int64]int{}
	for _, t := range all {
		if t.started > of.created && (of.started == 0 || t.started < of.started) {
			turns[t.person]++
		}
	}
	own := turns[of.person]
	delete(turns, of.person)
	for _, n := range turns {
		if n > own+1 {
			return true
		}
	}
	return false
}
