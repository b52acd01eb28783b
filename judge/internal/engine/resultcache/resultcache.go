// Package resultcache remembers verdicts from one run to the next. A digest covers everything that a verdict depends
// on: the program with its compiler, the problem's settings and checker, the data of the case, the judge and the
// machine. While the digest stays the same, the case need not run again. Other influences, such as a system library
// or the time of day, are not seen; use -fresh to run everything again.
package resultcache

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"time"

	"sudokuoj/judge/internal/base/executable"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
)

const (
	maxAge   = 30 * 24 * time.Hour // of an unused record
	maxBytes = 256 << 20           // of all records
)

// Store is a folder with a file for each program on each problem. Several judges may share it.
type Store struct {
	dir   string
	judge string // digest of the judge itself
}

// Open opens the store in a folder; "" is the judge's own, in the user's cache folder. No other user may plant a verdict
// there.
func Open(dir string) (*Store, error) {
	var err error
	if dir == "" {
		dir, err = tempfile.Cache("results")
	} else {
		err = tempfile.Private(dir)
	}
	if err != nil {
		return nil, err
	}
	own, err := executable.Digest()
	if err != nil {
		return nil, err
	}
	s := &Store{dir: dir, judge: own}
	if tempfile.Daily(filepath.Join(dir, "swept")) {
		tempfile.Expire(dir, maxAge, maxBytes, "*/*.json")
	}
	return s, nil
}

// Basis names everything that the verdicts of one program on one problem depend on, except the data of the cases.
type Basis string

// NewBasis is the basis of the verdicts of a program on a problem, with the keys of the builds of program and checker, and
// with so many runs of each case.
func NewBasis(h result.Host, p problem.Problem, program, checker string, runs int) Basis {
	name, _ := os.Hostname()
	settings, _ := os.ReadFile(filepath.Join(p.Dir, "judge.yaml")) // none says nothing
	return Basis(digestOf(name, h.OS, h.Arch, h.CPU, h.CPUs, h.Step, p.ID, p.Limits, settings, p.Check.Interactive,
		p.Check.MultiPass, program, checker, max(runs, 1)))
}

// record is the contents of a file of the store, by the names of the cases.
type record map[string]remembered

type remembered struct {
	Data string      `json:"data"` // digest of the case itself
	Case result.Case `json:"case"`
}

// file is where a finding is kept. The record of the cases has no name and no data.
func (s *Store) file(b Basis, what string, data map[string]string) string {
	key := digestOf(s.judge, b, what, data)
	return filepath.Join(s.dir, key[:2], key+".json")
}

// Read reads what was written about a program, under the same name, while its cases are the same. Ok is false if there is
// nothing.
func (s *Store) Read(b Basis, what string, data map[string]string, into any) (ok bool) {
	path := s.file(b, what, data)
	text, err := os.ReadFile(path)
	if err != nil || json.Unmarshal(text, into) != nil {
		return false
	}
	now := time.Now()
	os.Chtimes(path, now, now)
	return true
}

// Write keeps a finding about a program. If it cannot, the finding is made again.
func (s *Store) Write(b Basis, what string, data map[string]string, finding any) error {
	path := s.file(b, what, data)
	text, err := json.Marshal(finding)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o700)
	}
	if err != nil {
		return err
	}
	return tempfile.Replace(path, text)
}

func (s *Store) record(b Basis) record {
	r := record{}
	if !s.Read(b, "", nil, &r) {
		return record{} // none, or torn
	}
	return r
}

// Recall returns the remembered results of the cases whose data is unchanged, by their names. Data holds the digests.
func (s *Store) Recall(b Basis, data map[string]string) map[string]result.Case {
	found := map[string]result.Case{}
	for name, one := range s.record(b) {
		if one.Data == "" || one.Data != data[name] {
			continue
		}
		one.Case.Kept = true
		found[name] = one.Case
	}
	return found
}

// Remember adds results to a basis. Skipped cases and the judge's own failures are not saved, nor are results that
// came from the store.
func (s *Store) Remember(b Basis, data map[string]string, cases []result.Case) error {
	defer tempfile.Exclusive(filepath.Join(s.dir, "lock"))() // others may add to the same record
	r, fresh := s.record(b), false
	for _, c := range cases {
		if c.Verdict == "" || c.Verdict == result.SK || c.Verdict == result.JE || c.Kept || data[c.Case] == "" {
			continue
		}
		r[c.Case], fresh = remembered{data[c.Case], c}, true
	}
	if !fresh {
		return nil
	}
	return s.Write(b, "", nil, r)
}

// Data digests cases: input, expected output and arguments, by their names. One that cannot be read has none.
func Data(cases []problem.Case) map[string]string {
	all := map[string]string{}
	for _, c := range cases {
		in, err := digestFile(c.In)
		ans, bad := digestFile(c.Ans)
		picture, _ := digestFile(c.Picture) // none is ""
		if err == nil && bad == nil {
			all[c.Name] = digestOf(in, ans, c.Args, c.CheckArgs, c.DrawArgs, picture)
		}
	}
	return all
}

func digestOf(all ...any) string {
	text, err := json.Marshal(all)
	if err != nil {
		panic(err) // they are plain
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

func digestFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
