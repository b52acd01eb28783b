package history

import (
	"context"
	"database/sql"

	"sudokuoj/judge/internal/base/say"
)

// Role decides what a person may do.
type Role string

// The roles. Students see only their own sources; a teacher may see and do everything.
const (
	Student Role = "student"
	Teacher Role = "teacher"
)

// Person is a user who submits.
type Person struct {
	ID   int64
	Name string
	Role Role
}

// Teaches reports whether the person may see and do all.
func (p Person) Teaches() bool { return p.Role == Teacher }

// Enrol adds a person, or changes the role of the person with that name. The digest of a token replaces the old one;
// nil keeps it.
func (db *DB) Enrol(ctx context.Context, name string, role Role, token []byte) (p Person, err error) {
	p = Person{Name: name, Role: role}
	return p, db.change(ctx, func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `INSERT INTO person (name, role, token) VALUES (?, ?, ?)
			ON CONFLICT (name) DO UPDATE SET role = excluded.role, token = coalesce(excluded.token, token) RETURNING id`, name, role, token).Scan(&p.ID)
	})
}

// Rename gives a person another name, which nobody may have. The person keeps the link and all submissions.
func (db *DB) Rename(ctx context.Context, from, to string) error {
	return db.change(ctx, func(tx *sql.Tx) error {
		var taken bool
		if err := tx.QueryRowContext(ctx, `SELECT count(*) > 0 FROM person WHERE name = ?`, to).Scan(&taken); err != nil {
			return err
		}
		if taken {
			return say.Errorf("there is somebody of the name %s already", to)
		}
		n, err := exec(ctx, tx, `UPDATE person SET name = ? WHERE name = ?`, to, from)
		if err == nil && n == 0 {
			err = say.Errorf("there is nobody of the name %s", from)
		}
		return err
	})
}

// Members returns the names of the people who have a token.
func (db *DB) Members(ctx context.Context) ([]string, error) {
	return list(ctx, db, func(scan func(...any) error) (name string, err error) { return name, scan(&name) },
		`SELECT name FROM person WHERE token IS NOT NULL ORDER BY name`)
}

// Revoke revokes the tokens of these people.
func (db *DB) Revoke(ctx context.Context, names []string) error {
	_, err := db.do(ctx, `UPDATE person SET token = NULL WHERE name IN (SELECT value FROM json_each(?))`, array(names))
	return err
}

// ByToken finds the person whose token has this digest; ErrNone if there is none.
func (db *DB) ByToken(ctx context.Context, digest []byte) (Person, error) {
	return one(ctx, db, scanPerson, `SELECT id, name, role FROM person WHERE token = ?`, digest)
}

// People returns the class by name, with people who left it but had handed something in. Teachers are listed even
// without a token.
func (db *DB) People(ctx context.Context) (all []Person, err error) {
	return list(ctx, db, scanPerson, `SELECT id, name, role FROM person WHERE token IS NOT NULL OR role = ? OR id IN (SELECT person FROM submission) ORDER BY name`, Teacher)
}

func scanPerson(scan func(...any) error) (p Person, err error) {
	return p, scan(&p.ID, &p.Name, &p.Role)
}
