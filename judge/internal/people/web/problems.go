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
	"sync/atomic"
	"time"

	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/people/history"
)

// problemCache holds the problems as they are on disk. If one changes there, it is read again soon.
type problemCache struct {
	root string
	mu   sync.Mutex // guards the fields below; it is not held while a problem is read
	ids  []string
	seen time.Time // when ids were read
	all  map[string]*slot
}

// slot holds one problem.
type slot struct {
	reading sync.Mutex
	last    atomic.Pointer[cachedProblem] // as it was read last; nil at first
}

// cachedProblem is a problem as it was read. It does not change.
type cachedProblem struct {
	problem.Problem
	Version string // a digest of its rules and cases
	fault   error  // why it cannot be read
	stamp   string // shows that the problem has changed
	seen    time.Time
}

// maxTitle is the longest title that is shown, in characters.
const maxTitle = 120

// Title returns the title in a language, as much of it as fits a page.
func (p *cachedProblem) Title(lang string) string {
	title := []rune(p.Problem.Title(lang))
	if len(title) > maxTitle {
		title = append(title[:maxTitle-1], '…')
	}
	return string(title)
}

// Counting is how many cases make the verdict.
func (p *cachedProblem) Counting() int { return len(p.Cases) - p.Beyond() }

// Beyond is how many cases go beyond what the site promises.
func (p *cachedProblem) Beyond() (n int) {
	for _, c := range p.Cases {
		if result.Beyond(c.Name) {
			n++
		}
	}
	return n
}

// fresh is how long a problem counts as unchanged without a look at the disk.
const fresh = 2 * time.Second

// get returns a problem; history.ErrNone if there is none with that ID, another error if it cannot be read.
func (s *problemCache) get(id string) (*cachedProblem, error) {
	ids, err := s.list()
	if err != nil {
		return nil, err
	}
	if !slices.Contains(ids, id) {
		return nil, history.ErrNone
	}
	v := s.slot(id).look(s.root, id)
	return v, v.fault
}

func (s *problemCache) slot(id string) *slot {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all == nil {
		s.all = map[string]*slot{}
	}
	if s.all[id] == nil {
		s.all[id] = &slot{}
	}
	return s.all[id]
}

// look returns the problem as it is on disk, or as it was when it was read last. While one request reads it again, the others
// get the old one.
func (p *slot) look(root, id string) *cachedProblem {
	old := p.last.Load()
	switch {
	case old == nil:
		p.reading.Lock()
	case time.Since(old.seen) < fresh || !p.reading.TryLock():
		return old
	}
	defer p.reading.Unlock()
	if old = p.last.Load(); old != nil && time.Since(old.seen) < fresh {
		return old
	}
	v := &cachedProblem{stamp: stampOf(root, id, false)}
	if old != nil && old.stamp == v.stamp {
		*v = *old
	} else {
		v.Version = stampOf(root, id, true)
		v.Problem, v.fault = problem.Load(root, id)
	}
	v.seen = time.Now()
	p.last.Store(v)
	return v
}

// list returns the IDs of the problems. After an error it looks again at once.
func (s *problemCache) list() ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Since(s.seen) < fresh {
		return s.ids, nil
	}
	ids, err := problem.IDs(s.root)
	if err == nil {
		s.ids, s.seen = ids, time.Now()
	}
	return ids, err
}

// sound returns all problems that can be read, ordered by ID.
func (s *problemCache) sound() (all []*cachedProblem, err error) {
	ids, err := s.list()
	for _, id := range ids {
		if v := s.slot(id).look(s.root, id); v.fault == nil {
			all = append(all, v)
		}
	}
	return all, err
}

// stampOf returns a digest of a problem's files: of their contents, or of the data that shows a change.
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
