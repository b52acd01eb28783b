package web

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"net/http"
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

// cachedProblem is a problem as it was read. It does not change.
type cachedProblem struct {
	problem.Problem
	Version string // a digest of its rules and cases
	fault   error  // why it cannot be read
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

// fresh is how long files count as unchanged without a look at the disk.
const fresh = 2 * time.Second

// slot holds what was read from some folders. If a file in them changes, it is read again soon.
type slot[T any] struct {
	reading sync.Mutex
	last    atomic.Pointer[readOnce[T]]
}

// readOnce is what was read, and when the files were seen to be like that.
type readOnce[T any] struct {
	value T
	stamp string
	seen  time.Time
}

// get returns what is on disk, or what was there a moment ago. While one request reads it again, the others get the old
// one.
func (s *slot[T]) get(read func() T, folders ...string) T {
	old := s.last.Load()
	switch {
	case old == nil:
		s.reading.Lock()
	case time.Since(old.seen) < fresh || !s.reading.TryLock():
		return old.value
	}
	defer s.reading.Unlock()
	if old = s.last.Load(); old != nil && time.Since(old.seen) < fresh {
		return old.value
	}
	now := &readOnce[T]{stamp: stampOf(false, folders...)}
	if old != nil && old.stamp == now.stamp {
		now.value = old.value
	} else {
		now.value = read()
	}
	now.seen = time.Now()
	s.last.Store(now)
	return now.value
}

// problemCache holds the problems as they are on disk.
type problemCache struct {
	root string
	all  sync.Map // a *slot[*cachedProblem] for each ID
}

// look returns the problem of an ID.
func (s *problemCache) look(id string) *cachedProblem {
	one, _ := s.all.LoadOrStore(id, &slot[*cachedProblem]{})
	folders := []string{filepath.Join(s.root, "problems", id), filepath.Join(s.root, "testdata", id)}
	return one.(*slot[*cachedProblem]).get(func() *cachedProblem {
		p := &cachedProblem{Version: stampOf(true, folders...)}
		p.Problem, p.fault = problem.Load(s.root, id)
		return p
	}, folders...)
}

// get returns a problem; history.ErrNone if there is none with that ID, a refusal if its files are not whole.
func (s *problemCache) get(id string) (*cachedProblem, error) {
	ids, err := problem.IDs(s.root)
	if err == nil && !slices.Contains(ids, id) {
		err = history.ErrNone
	}
	if err != nil {
		return nil, err
	}
	p := s.look(id)
	if p.fault != nil {
		return p, refuse(http.StatusServiceUnavailable, p.fault)
	}
	return p, nil
}

// sound returns all problems that can be read, ordered by ID.
func (s *problemCache) sound() (all []*cachedProblem, err error) {
	ids, err := problem.IDs(s.root)
	for _, id := range ids {
		if p := s.look(id); p.fault == nil {
			all = append(all, p)
		}
	}
	return all, err
}

// stampOf returns a digest of the files in folders: of their contents, or of the data that shows a change.
func stampOf(contents bool, folders ...string) string {
	sum := sha256.New()
	for _, dir := range folders {
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
