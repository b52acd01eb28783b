package web

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/people/history"
)

// shelf holds the problems as they are on disk: one that changes there is read again soon.
type shelf struct {
	root string
	mu   sync.Mutex
	ids  []string
	seen time.Time // when ids were read
	all  map[string]*volume
}

// volume is a problem on the shelf.
type volume struct {
	problem.Problem
	Version string // a digest of its rules and cases
	fault   error  // why it cannot be read
	stamp   string // by which a change is noticed
	seen    time.Time
}

// fresh is how long the shelf is believed without a look at the disk.
const fresh = 2 * time.Second

// get is a problem; history.ErrNone if there is none of that ID, another error if it cannot be read.
func (s *shelf) get(id string) (*volume, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.look(id)
}

func (s *shelf) look(id string) (*volume, error) {
	if err := s.list(); err != nil {
		return nil, err
	}
	if !slices.Contains(s.ids, id) {
		return nil, history.ErrNone
	}
	old := s.all[id]
	if old != nil && time.Since(old.seen) < fresh {
		return old, old.fault
	}
	stamp := stampOf(s.root, id, false)
	if old != nil && old.stamp == stamp {
		old.seen = time.Now()
		return old, old.fault
	}
	v := &volume{stamp: stamp, Version: stampOf(s.root, id, true), seen: time.Now()}
	v.Problem, v.fault = problem.Load(s.root, id)
	if s.all == nil {
		s.all = map[string]*volume{}
	}
	s.all[id] = v
	return v, v.fault
}

// list reads which problems there are.
func (s *shelf) list() (err error) {
	if time.Since(s.seen) < fresh {
		return nil
	}
	s.seen = time.Now()
	s.ids, err = problem.IDs(s.root)
	return err
}

// sound are all problems that can be read, by ID.
func (s *shelf) sound() (all []*volume, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.list(); err != nil {
		return nil, err
	}
	for _, id := range s.ids {
		if v, err := s.look(id); err == nil {
			all = append(all, v)
		}
	}
	return all, nil
}

// stampOf is a digest of the files of a problem: of what is in them, or of what shows that they changed.
func stampOf(root, id string, contents bool) string {
	sum := sha256.New()
	for _, dir := range []string{"problems", "testdata"} {
		dir = filepath.Join(root, dir, id)
		filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return nil
			}
			name, _ := filepath.Rel(dir, path)
			if info, err := d.Info(); err == nil && !contents {
				fmt.Fprintf(sum, "%q %d %d\n", name, info.Size(), info.ModTime().UnixNano())
				return nil
			}
			fmt.Fprintf(sum, "%q\n", filepath.ToSlash(name))
			if f, err := os.Open(path); err == nil {
				io.Copy(sum, f)
				f.Close()
			}
			return nil
		})
	}
	return hex.EncodeToString(sum.Sum(nil))[:12]
}
