package build

import (
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"syscall"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
)

// cache keeps compiled programs. Each has a folder named by the digest of everything it was made from. An entry is
// written elsewhere on the same disk and appears by one rename, so that several judges may share a cache.
//
//	CACHE/entries/ab/abcdef.../entry.json, out/...
//	CACHE/stages/...                                 compiles under way
//	CACHE/tools.json                                 see toolbox
//	CACHE/swept                                      its time is that of the last sweep
type cache struct {
	dir    string
	most   int64        // bytes of all entries
	new    bool         // nothing was ever kept there
	made   atomic.Int64 // bytes of the entries made since the last sweep
	remove func() error // not nil: the folder is temporary, and goes with the builder
}

const (
	entryFile = "entry.json"
	outFolder = "out"
	sweptFile = "swept"

	maxAge   = 30 * 24 * time.Hour // of an unused entry
	maxBytes = 1 << 30             // of all entries
	useGap   = 10 * time.Minute    // an entry's use is noted so often
	stageAge = 2 * time.Hour       // a compile that old was interrupted
)

// openCache opens the cache. Where its folder cannot be used, it warns and takes a temporary one.
func openCache(o Options) (*cache, error) {
	c := &cache{dir: o.CacheDir, most: cmp.Or(o.CacheSize, maxBytes)}
	var err error
	if !o.NoCache {
		if c.dir == "" {
			c.dir, err = tempfile.Cache("")
		}
		if err == nil {
			err = c.open()
		}
		if err == nil {
			return c, nil
		}
		what := say.Of("no cache folder (%v): compiled programs are not kept for the next run", err)
		if runtime.GOOS == "linux" {
			what = what.Hint("set XDG_CACHE_HOME to a folder that only you can write")
		}
		o.Warn(what)
	}
	c.new = false
	if c.dir, c.remove, err = tempfile.Dir("build"); err != nil {
		return nil, say.Errorf("no temporary folder to compile in: %w", err).Hint("free some space, or set TMPDIR to another disk")
	}
	return c, nil
}

// open makes the folder, tries to write there, and removes old entries.
func (c *cache) open() error {
	if err := tempfile.Private(c.dir); err != nil {
		return err
	}
	_, err := os.Stat(filepath.Join(c.dir, "entries"))
	c.new = errors.Is(err, fs.ErrNotExist)
	st, err := c.stage()
	if err != nil {
		return err
	}
	st.remove()
	if tempfile.Daily(filepath.Join(c.dir, sweptFile)) {
		c.sweep()
	}
	return nil
}

func (c *cache) close() error {
	if c.remove != nil {
		return c.remove()
	}
	return nil
}

// full explains the error of a disk that takes no more.
func (c *cache) full(err error) error {
	if !errors.Is(err, syscall.ENOSPC) && !errors.Is(err, syscall.EDQUOT) {
		return err
	}
	return say.Errorf("no room to compile in %s: %w", c.dir, err).Hint("free some space there, or set XDG_CACHE_HOME to a folder on another disk")
}

// enough is the room that a compile should find. Most need a tenth of it.
const enough = 64 << 20

// lacksRoom returns an error if the disk is so full that a compile may have failed for it: not every compiler says so,
// and any can be made to say so.
func (c *cache) lacksRoom() error {
	if free, known := roomIn(c.dir); known && free < enough {
		return c.full(say.Errorf("%.1f MiB free: %w", float64(free)/(1<<20), syscall.ENOSPC))
	}
	return nil
}

// stage is where one compile works.
type stage struct {
	cache         *cache
	dir, src, tmp string
	entry, out    string // the folder that becomes the entry, and the part of it that the compiler may write
}

func (c *cache) stage() (stage, error) {
	top := filepath.Join(c.dir, "stages")
	if err := os.MkdirAll(top, 0o700); err != nil {
		return stage{}, c.full(err)
	}
	dir, err := os.MkdirTemp(top, "")
	if err != nil {
		return stage{}, c.full(err)
	}
	st := stage{cache: c, dir: dir, src: filepath.Join(dir, "src"), tmp: filepath.Join(dir, "tmp"), entry: filepath.Join(dir, "entry")}
	st.out = filepath.Join(st.entry, outFolder)
	for _, d := range []string{st.src, st.tmp, st.out} {
		if err := os.MkdirAll(d, 0o777); err != nil {
			st.remove()
			return stage{}, c.full(err)
		}
	}
	return st, nil
}

func (s stage) remove() { tempfile.Remove(s.dir) }

// entry is one result, as entry.json has it.
type entry struct {
	Entry    string       `json:",omitempty"` // the name to start: see language.RunArgs
	Main     string       `json:",omitempty"` // the file that it is in, below out/, with slashes
	Size     int64        // of that file: a crash of the machine can leave it shorter
	As       string       `json:",omitempty"` // the older version of the language that it was compiled as
	Included []string     `json:",omitempty"` // the headers that it was compiled with and does not include
	Failed   bool         `json:",omitempty"`
	Output   string       `json:",omitempty"` // of a compiler that failed
	Reason   *say.Message `json:",omitempty"` // the judge's own remark

	dir    string
	took   time.Duration
	cached bool
	bytes  int64 // of all its files
}

// main is the path of the main file.
func (e entry) main() string { return filepath.Join(e.dir, outFolder, filepath.FromSlash(e.Main)) }

func (c *cache) path(key string) string { return filepath.Join(c.dir, "entries", key[:2], key) }

// load returns the entry of that key, if it is there and whole.
func (c *cache) load(key string) (entry, bool) {
	var e entry
	dir := c.path(key)
	data, err := os.ReadFile(filepath.Join(dir, entryFile))
	if err != nil || json.Unmarshal(data, &e) != nil {
		return entry{}, false
	}
	e.dir, e.cached = dir, true
	if info, err := os.Stat(e.main()); !e.Failed && (e.Main == "" || err != nil || info.Size() != e.Size) {
		return entry{}, false
	}
	// Note the use, for the sweep; not each time, since it is a write.
	now := time.Now()
	if info, err := os.Stat(dir); err == nil && now.Sub(info.ModTime()) > useGap {
		os.Chtimes(dir, now, now)
	}
	return e, true
}

// commit turns the stage into the entry of that key. If another judge was faster, its entry is taken.
func (s stage) commit(key string, e entry) (entry, error) {
	data, err := json.MarshalIndent(e, "", " ")
	if err != nil {
		return entry{}, err
	}
	if err := os.WriteFile(filepath.Join(s.entry, entryFile), data, 0o666); err != nil {
		return entry{}, s.cache.full(err)
	}
	e.dir = s.cache.path(key)
	if err := os.MkdirAll(filepath.Dir(e.dir), 0o700); err != nil {
		return entry{}, s.cache.full(err)
	}
	err = os.Rename(s.entry, e.dir)
	if err != nil {
		if there, ok := s.cache.load(key); ok {
			there.took, there.cached = e.took, false
			return there, nil
		}
		// The entry there is broken. It is moved away, since removing it takes more than one step.
		os.Rename(e.dir, filepath.Join(s.dir, "broken"))
		err = os.Rename(s.entry, e.dir)
	}
	if s.cache.made.Add(e.bytes) > s.cache.most/4 {
		s.cache.sweep()
	}
	return e, s.cache.full(err)
}

// sweep removes entries that were not used for long, and the oldest of the others if they are too many, and what an
// interrupted compile left.
func (c *cache) sweep() {
	c.made.Store(0)
	tempfile.Expire(c.dir, stageAge, math.MaxInt64, "stages/*")
	tempfile.Expire(c.dir, maxAge, c.most, "entries/*/*")
}
