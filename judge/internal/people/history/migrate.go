package history

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"sudokuoj/judge/internal/base/say"
)

// The steps from an empty file to today's, 001.sql first. One that was released never changes.
//
//go:embed migrations/*.sql
var migrations embed.FS

// migrate brings the file to today's schema. Before each step it copies the whole file beside it.
func (db *DB) migrate(ctx context.Context, from fs.FS) error {
	steps, err := fs.Glob(from, "migrations/*.sql")
	if err != nil {
		return err
	}
	var version int
	if err := db.write.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&version); err != nil {
		return db.fault(err)
	}
	if version > len(steps) {
		return say.Errorf("%s: a newer judge made it: its schema is %d, and this one knows up to %d", db.File, version, len(steps)).
			Hint("update the judge, or take another file with -db")
	}
	for old := version > 0; version < len(steps); version++ {
		step, err := fs.ReadFile(from, steps[version])
		if err != nil {
			return err
		}
		if old {
			if err := db.vacuumInto(ctx, fmt.Sprintf("%s.before-%03d", db.File, version+1)); err != nil {
				return err
			}
		}
		err = db.change(ctx, func(tx *sql.Tx) error {
			if _, err := tx.ExecContext(ctx, string(step)); err != nil {
				return err
			}
			_, err := tx.ExecContext(ctx, fmt.Sprintf(`PRAGMA user_version = %d`, version+1))
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// vacuumInto writes a consistent copy of the file, even during other writes. It replaces an incomplete earlier copy.
func (db *DB) vacuumInto(ctx context.Context, file string) error {
	if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	_, err := db.write.ExecContext(ctx, `VACUUM INTO ?`, file)
	return db.fault(err)
}

// Backup copies the history in a file to another, which must not be there yet. Another process may have it
// open, and write meanwhile.
func Backup(ctx context.Context, from, to string) error {
	if _, err := os.Stat(from); err != nil {
		return say.Errorf("%s: %w", from, say.Cause(err)).Hint("say which history is to be copied, with -db")
	}
	if _, err := os.Lstat(to); err == nil {
		return say.Errorf("%s: it is there already", to).Hint("choose another name, or remove it")
	}
	source, err := connect(from, "rw", 1) // the copy is refused to one that may only read
	if err != nil {
		return err
	}
	defer source.Close()
	if err := source.PingContext(ctx); err != nil {
		return (&DB{File: from}).fault(err)
	}
	if _, err = source.ExecContext(ctx, `VACUUM INTO ?`, to); err != nil {
		os.Remove(to) // half a copy would be in the way of the next one
	}
	return (&DB{File: to}).fault(err)
}

// Keep drops the details of judgings that ended before then: inputs, outputs, messages. Verdicts, times and sources
// stay. It returns how many.
func (db *DB) Keep(ctx context.Context, since time.Time) (n int64, err error) {
	const old = `head IS NOT NULL AND ended BETWEEN 1 AND ?`
	err = db.change(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `UPDATE result SET detail = NULL WHERE judging IN (SELECT id FROM judging WHERE `+old+`)`, fromTime(since)); err != nil {
			return err
		}
		var err error
		n, err = exec(ctx, tx, `UPDATE judging SET head = NULL WHERE `+old, fromTime(since))
		return err
	})
	return n, err
}

// lockBeside keeps others from opening the history of a file for as long as the returned database is open.
// The lock is SQLite's own, on a file beside it: it holds on every system, and goes with the process.
func lockBeside(ctx context.Context, file string) (*sql.DB, error) {
	lock, err := sql.Open("sqlite", address(file+".lock", url.Values{"_pragma": {"busy_timeout(0)", "journal_mode(MEMORY)"}}))
	if err != nil {
		return nil, err
	}
	lock.SetMaxOpenConns(1)
	if _, err := lock.ExecContext(ctx, `BEGIN EXCLUSIVE`); err != nil {
		lock.Close()
		if code(err) == sqlite3.SQLITE_BUSY {
			return nil, say.Errorf("%s: another serve has it open", file).Hint("end that one, or take another file with -db")
		}
		return nil, (&DB{File: file}).fault(err)
	}
	return lock, nil
}

// code returns SQLite's error code, or 0 if the error is not from SQLite.
func code(err error) int {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code() & 0xff
	}
	return 0
}

// fault adds an explanation to an error of the file if its cause is known.
func (db *DB) fault(err error) error {
	switch code(err) {
	case sqlite3.SQLITE_FULL:
		db.full.Store(true)
		return NoRoom{say.Errorf("%s: the disk is full", db.File).Hint("make room; what waits to be judged is kept")}
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return say.Errorf("%s: another program has it locked", db.File).Hint("end that program")
	case sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT:
		return say.Errorf("%s: it is not a history, or it is damaged", db.File).Hint("take the last backup, or another file with -db")
	case sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
		return say.Errorf("%s: it cannot be opened for writing: %w", db.File, err).Hint("make it writable, or take another file with -db")
	}
	return err
}
