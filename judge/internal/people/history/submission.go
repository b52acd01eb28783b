package history

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"strings"
	"time"

	"sudokuoj/judge/internal/model/result"
)

// Submission is one source that somebody handed in for a problem.
type Submission struct {
	ID       int64
	Person   Person
	Contest  string // "" outside of one
	Problem  string
	Version  string // of the problem: a digest of its cases and rules
	Language string // a language.ID
	File     string // the name of its source file
	Source   string // only set by Get
	Bytes    int64
	Created  time.Time
	Judging  Judging // the valid one
}

// Submit stores a submission and queues its first judging. It uses the fields Person.ID, Contest, Problem, Version,
// Language, File, Source and Created of s.
func (db *DB) Submit(ctx context.Context, s Submission) (id int64, err error) {
	digest := sha256.Sum256([]byte(s.Source))
	err = db.change(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT INTO source (digest, text) VALUES (?, ?) ON CONFLICT DO NOTHING`, digest[:], []byte(s.Source)); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE person SET served = max(served, coalesce((SELECT min(p.served) FROM judging j JOIN submission s ON s.id = j.submission
			JOIN person p ON p.id = s.person WHERE j.state IN ('queued', 'running') AND j.attempt = 1 AND p.id <> ?1), 0)) WHERE id = ?1`, s.Person.ID); err != nil {
			return err
		}
		contest := sql.NullString{String: s.Contest, Valid: s.Contest != ""}
		if err := tx.QueryRowContext(ctx, `INSERT INTO submission (person, contest, problem, problem_version, language, file, source, bytes, created)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
			s.Person.ID, contest, s.Problem, s.Version, s.Language, s.File, digest[:], len(s.Source), fromTime(s.Created)).Scan(&id); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO judging (submission, valid, attempt, state, verdict, created) VALUES (?, 1, 1, 'queued', '', ?)`, id, fromTime(s.Created))
		return err
	})
	return id, err
}

// Filter picks submissions. A zero field picks all.
type Filter struct {
	ID       int64
	Person   int64
	Contest  string
	Problem  string
	Language string
	Verdict  result.Verdict
	Before   int64 // with a smaller number: the next page
	Limit    int   // 0 means 50
}

// page is how many submissions are listed at once.
const page = 50

const ownColumns = `s.id, s.person, p.name, p.role, coalesce(s.contest, ''), s.problem, s.problem_version, s.language, s.file, s.bytes, s.created, `

// CROSS JOIN has SQLite begin with the submissions: by itself it prefers to read and sort all judgings.
const (
	submissionAnyJudging = ` FROM submission s CROSS JOIN person p ON p.id = s.person CROSS JOIN judging j ON j.submission = s.id `
	submissionTables     = submissionAnyJudging + `AND j.valid `
)

func scanSubmission(scan func(...any) error, more ...any) (s Submission, err error) {
	var created int64
	into := []any{&s.ID, &s.Person.ID, &s.Person.Name, &s.Person.Role, &s.Contest, &s.Problem, &s.Version, &s.Language, &s.File, &s.Bytes, &created}
	s.Judging, err = scanJudging(scan, append(into, more...)...)
	s.Created = toTime(created)
	return s, err
}

// Submissions returns those that a filter picks, the newest first, without their sources.
func (db *DB) Submissions(ctx context.Context, f Filter) (all []Submission, err error) {
	where, args := f.where()
	return list(ctx, db, func(scan func(...any) error) (Submission, error) { return scanSubmission(scan) },
		`SELECT `+ownColumns+judgingColumns+submissionTables+where+` ORDER BY s.id DESC LIMIT ?`, append(args, cmp.Or(f.Limit, page))...)
}

// where returns a filter as SQL, with the values for its question marks.
func (f Filter) where() (string, []any) {
	conditions, args := []string{"true"}, []any{}
	add := func(wanted bool, condition string, arg ...any) {
		if wanted {
			conditions, args = append(conditions, condition), append(args, arg...)
		}
	}
	add(f.ID != 0, "s.id = ?", f.ID)
	add(f.Person != 0, "s.person = ?", f.Person)
	add(f.Contest != "", "s.contest = ?", f.Contest)
	add(f.Problem != "", "s.problem = ?", f.Problem)
	add(f.Language != "", "s.language = ?", f.Language)
	add(f.Verdict != "", "j.verdict = ?", f.Verdict)
	add(f.Before != 0, "s.id < ?", f.Before)
	return " WHERE " + strings.Join(conditions, " AND "), args
}

// Get returns one submission with its source and its valid judging; ErrNone if there is none.
func (db *DB) Get(ctx context.Context, id int64) (Submission, error) {
	return db.get(ctx, `AND j.valid`, id)
}

// Latest is Get with the judging in progress, if there is one.
func (db *DB) Latest(ctx context.Context, id int64) (Submission, error) {
	return db.get(ctx, `AND j.id = `+current, id, id)
}

func (db *DB) get(ctx context.Context, which string, args ...any) (Submission, error) {
	return one(ctx, db, func(scan func(...any) error) (Submission, error) {
		var source []byte
		s, err := scanSubmission(scan, &source)
		s.Source = string(source)
		return s, err
	}, `SELECT `+ownColumns+`source.text, `+judgingColumns+submissionAnyJudging+which+` JOIN source ON source.digest = s.source WHERE s.id = ?`, args...)
}
