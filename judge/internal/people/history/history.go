// Package history keeps people, sources, submissions, judgings and contests in one SQLite file. No other package
// knows SQL. It decides no verdicts and shows nothing.
//
// A submission has one or more judgings, and one of them is valid at any time. A new judging counts once it is
// done. A judging is first queued, then running while its results come in, then done or stopped. When the judge
// died, running judgings are queued again the next time the file is opened.
package history

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"net/url"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	_ "modernc.org/sqlite" // the driver

	"sudokuoj/judge/internal/base/say"
)

// DB is an open history. It may be used by several goroutines at once.
type DB struct {
	File  string
	write *sql.DB // one connection: SQLite has one writer
	read  *sql.DB
	lock  *sql.DB // held open for as long as this process may write

	prepared  sync.Map // a *sql.Stmt for each query that reads
	full      atomic.Bool
	changes   atomic.Int64
	standings standings
}

// readers is how many connections read at once.
const readers = 4

// Open opens the history in a file, or makes one. It is refused while another process has it open, and where
// a newer judge made it.
func Open(ctx context.Context, file string) (db *DB, err error) {
	file, err = place(file)
	if err != nil {
		return nil, err
	}
	db = &DB{File: file}
	defer func() {
		if err != nil {
			db.Close()
			db = nil
		}
	}()
	if db.lock, err = lockBeside(ctx, file); err != nil {
		return db, err
	}
	if db.write, err = connect(file, "rwc", 1); err != nil {
		return db, err
	}
	if err = db.migrate(ctx, migrations); err != nil {
		return db, err
	}
	if db.read, err = connect(file, "ro", readers); err != nil {
		return db, err
	}
	return db, db.change(ctx, func(tx *sql.Tx) error { return requeue(ctx, tx, "true") })
}

// Close closes the file.
func (db *DB) Close() error {
	var errs []error
	for _, c := range []*sql.DB{db.read, db.write, db.lock} {
		if c != nil {
			errs = append(errs, c.Close())
		}
	}
	return errors.Join(errs...)
}

// connect opens a file in a mode of SQLite. A writer waits up to five seconds for another one.
func connect(file, mode string, connections int) (*sql.DB, error) {
	options := url.Values{"mode": {mode}, "_txlock": {"immediate"},
		"_pragma": {"busy_timeout(5000)", "foreign_keys(1)", "journal_mode(WAL)", "synchronous(NORMAL)"}}
	if mode == "ro" {
		options["_pragma"] = []string{"busy_timeout(5000)", "query_only(1)"}
		options.Del("_txlock")
	}
	db, err := sql.Open("sqlite", address(file, options))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}

// address returns the file's URI with options for SQLite; the name may have any characters.
func address(file string, options url.Values) string {
	return "file:" + (&url.URL{Path: filepath.ToSlash(file)}).EscapedPath() + "?" + options.Encode()
}

// change runs a transaction that writes.
func (db *DB) change(ctx context.Context, do func(tx *sql.Tx) error) error {
	tx, err := db.write.BeginTx(ctx, nil)
	if err != nil {
		return db.fault(err)
	}
	if err := do(tx); err != nil {
		tx.Rollback()
		return db.fault(err)
	}
	if err := tx.Commit(); err != nil {
		return db.fault(err)
	}
	db.full.Store(false)
	db.changes.Add(1)
	return nil
}

// Full reports whether the last write failed because the disk was full.
func (db *DB) Full() bool { return db.full.Load() }

// Changes counts the changes so far. What is made from the history holds as long as it stays the same.
func (db *DB) Changes() int64 { return db.changes.Load() }

// NoRoom is the error of a full disk.
type NoRoom struct{ error }

func (e NoRoom) Unwrap() error { return e.error }

// Message is the error in any language.
func (e NoRoom) Message() say.Message { return say.From(e.error) }

// do changes records by a single statement, in a transaction. It returns how many.
func (db *DB) do(ctx context.Context, query string, args ...any) (n int64, err error) {
	return n, db.change(ctx, func(tx *sql.Tx) (err error) {
		n, err = exec(ctx, tx, query, args...)
		return err
	})
}

func exec(ctx context.Context, tx *sql.Tx, query string, args ...any) (n int64, err error) {
	done, err := tx.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	return done.RowsAffected()
}

// value returns the only value that a query has.
func value[T any](ctx context.Context, db *DB, query string, args ...any) (T, error) {
	return one(ctx, db, func(scan func(...any) error) (v T, err error) {
		err = scan(&v)
		return v, err
	}, query, args...)
}

// one returns what take makes of the first row of a query; ErrNone if there is none.
func one[T any](ctx context.Context, db *DB, take func(scan func(into ...any) error) (T, error), query string, args ...any) (v T, err error) {
	all, err := list(ctx, db, take, query, args...)
	if err == nil && len(all) == 0 {
		err = ErrNone
	}
	if err != nil {
		return v, err
	}
	return all[0], nil
}

// list returns what take makes of each row of a query.
func list[T any](ctx context.Context, db *DB, take func(scan func(into ...any) error) (T, error), query string, args ...any) (all []T, err error) {
	err = db.rows(ctx, func(scan func(...any) error) error {
		one, err := take(scan)
		all = append(all, one)
		return err
	}, query, args...)
	return all, err
}

// rows runs a query and hands each of its rows to take. It keeps each query prepared: SQLite takes about as long to
// prepare one as to run it, and there are few.
func (db *DB) rows(ctx context.Context, take func(scan func(into ...any) error) error, query string, args ...any) error {
	statement, known := db.prepared.Load(query)
	if !known {
		made, err := db.read.PrepareContext(ctx, query)
		if err != nil {
			return db.fault(err)
		}
		if statement, known = db.prepared.LoadOrStore(query, made); known {
			made.Close()
		}
	}
	rows, err := statement.(*sql.Stmt).QueryContext(ctx, args...)
	if err != nil {
		return db.fault(err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := take(rows.Scan); err != nil {
			return err
		}
	}
	return db.fault(rows.Err())
}

// array returns values as SQL reads them with json_each.
func array[T int64 | string](all []T) string {
	text, _ := json.Marshal(append([]T{}, all...)) // numbers and texts can always be written
	return string(text)
}

// ErrNone means that there is no such record.
var ErrNone = say.Errorf("this does not exist here")

func toTime(ns int64) time.Time {
	if ns == 0 {
		return time.Time{}
	}
	return time.Unix(0, ns)
}

func fromTime(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

func micro(us int64) time.Duration { return time.Duration(us) * time.Microsecond }
