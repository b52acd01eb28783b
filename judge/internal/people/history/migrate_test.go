package history

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"sudokuoj/judge/internal/testkit/must"
)

// TestMigrations tries steps that no release has yet, so it gives them to the package from inside.
func TestMigrations(t *testing.T) {
	db, err := Open(t.Context(), filepath.Join(t.TempDir(), "history.db"))
	must.Succeed(t, err)
	defer db.Close()
	if copies, err := filepath.Glob(db.File + ".before-*"); err != nil || len(copies) > 0 {
		t.Errorf("a new file is copied before its first step: %q, %v", copies, err)
	}
	ann := must.Get(db.Enrol(t.Context(), "Ann", Student, nil))(t)
	first, err := migrations.ReadFile("migrations/001.sql")
	must.Succeed(t, err)
	if _, err := db.write.Exec(`DROP TABLE record; PRAGMA user_version = 1`); err != nil { // as the first release left it
		t.Fatal(err)
	}
	later := fstest.MapFS{"migrations/001.sql": {Data: first},
		"migrations/002.sql": {Data: []byte(`CREATE TABLE more (x INTEGER) STRICT; INSERT INTO more VALUES (7)`)},
		"migrations/003.sql": {Data: []byte(`INSERT INTO more VALUES (8); INSERT INTO nowhere VALUES (9)`)}}
	must.Succeed(t, os.WriteFile(db.File+".before-002", []byte("an older copy"), 0o600))
	if err := db.migrate(t.Context(), later); err == nil {
		t.Error("a step that fails says nothing")
	}
	var version, sum int
	if err := errors.Join(db.write.QueryRow(`PRAGMA user_version`).Scan(&version),
		db.write.QueryRow(`SELECT sum(x) FROM more`).Scan(&sum)); err != nil || version != 2 || sum != 7 {
		t.Errorf("after two steps and half of one it is at %d with %d, %v", version, sum, err)
	}
	for step, tables := range map[string]int{"002": 0, "003": 1} {
		before, err := connect(db.File+".before-"+step, "ro", 1)
		must.Succeed(t, err)
		defer before.Close()
		var people, more int
		if err := errors.Join(before.QueryRow(`SELECT count(*) FROM person WHERE name = ?`, ann.Name).Scan(&people),
			before.QueryRow(`SELECT count(*) FROM sqlite_schema WHERE name = 'more'`).Scan(&more)); err != nil || people != 1 || more != tables {
			t.Errorf("the copy before %s has %d of Ann and %d new tables, %v", step, people, more, err)
		}
	}
}
