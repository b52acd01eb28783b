package build

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"time"

	"sudokuoj/judge/internal/temp"
)

// cache keeps what compilers made, each result in a folder of its own named by the digest of all it
// was made of. An entry is written elsewhere on the same disk and appears by one rename, so that
// several judges may share a cache: whoever comes second finds it there. An entry whose files are not
// what was written (a disk that was full, a hand that slipped) is not believed but made again.
//
//	CACHE/entries/ab/abcdef.../entry.json, out/...
//	CACHE/stages/...                                 compiles under way
//	CACHE/toolchains.json                            see toolbox
//	CACHE/swept                                      when old entries were last looked for
type cache struct {
	mu     sync.Mutex
	dir    string
	remove func() error // not nil: dir is temporary, and goes with the builder
	warned []string
}

const (
	entryFile = "entry.json"
	outFolder = "out"

	maxAge   = 30 * 24 * time.Hour // of an entry that nobody used
	maxBytes = 1 << 30             // of all entries
	sweepGap = 24 * time.Hour
	stageAge = 2 * time.Hour // a compile that old was interrupted
)

// openCache opens the cache in dir ("" is the usual place), or a temporary one.
func openCache(dir string, temporary bool) (*cache, error) {
	c := &cache{dir: dir}
	if temporary {
		return c, c.makeOwn()
	}
	err := c.try()
	switch {
	case err == nil:
		c.sweep(time.Now())
	case !c.retreat(err):
		return nil, fmt.Errorf("build: no folder to compile in: %w", err)
	}
	return c, nil
}

// try makes the cache's folders and writes in them.
func (c *cache) try() error {
	if c.dir == "" {
		users, err := os.UserCacheDir()
		if err != nil {
			return err
		}
		c.dir = filepath.Join(users, "sudokuoj")
	}
	// Nobody else may plant a program here.
	if err := os.MkdirAll(c.dir, 0o700); err != nil {
		return err
	}
	st, err := c.stage()
	if err != nil {
		return err
	}
	defer st.remove()
	return os.WriteFile(filepath.Join(st.tmp, "x"), make([]byte, 4096), 0o666)
}

// retreat goes on in a temporary folder, and notes why. It reports whether that is any better.
func (c *cache) retreat(why error) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.remove != nil {
		return false
	}
	bad := c.dir
	if c.makeOwn() != nil {
		return false
	}
	if bad == "" {
		bad = "the user's cache folder"
	}
	c.warned = append(c.warned, fmt.Sprintf("%s: the cache cannot be used (%v): compiling in %s, and nothing is kept", bad, why, c.dir))
	return true
}

func (c *cache) makeOwn() error {
	dir, remove, err := temp.Dir("build")
	if err == nil {
		c.dir, c.remove = dir, remove
	}
	return err
}

func (c *cache) close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.remove != nil {
		return c.remove()
	}
	return nil
}

func (c *cache) folder() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.dir
}

func (c *cache) warnings() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.warned)
}

// stage is where one compile works.
type stage struct {
	dir, src, tmp string
	entry, out    string // what becomes the cache's entry, and what of it the compiler writes
}

func (c *cache) stage() (stage, error) {
	top := filepath.Join(c.folder(), "stages")
	if err := os.MkdirAll(top, 0o700); err != nil {
		return stage{}, noRoom(err)
	}
	dir, err := os.MkdirTemp(top, "")
	if err != nil {
		return stage{}, noRoom(err)
	}
	st := stage{dir: dir, src: filepath.Join(dir, "src"), tmp: filepath.Join(dir, "tmp"), entry: filepath.Join(dir, "entry")}
	st.out = filepath.Join(st.entry, outFolder)
	for _, d := range []string{st.src, st.tmp, st.out} {
		if err := os.MkdirAll(d, 0o777); err != nil {
			st.remove()
			return stage{}, noRoom(err)
		}
	}
	return st, nil
}

func (s stage) remove() { os.RemoveAll(s.dir) }

// entry is one result, as entry.json has it.
type entry struct {
	Language string
	Entry    string `json:",omitempty"` // what is started: see language.RunArgs
	Main     string `json:",omitempty"` // the file it lies in
	Files    []entryFileInfo
	Failed   bool   `json:",omitempty"`
	Output   string `json:",omitempty"` // of a compiler that failed

	dir    string
	took   time.Duration
	cached bool
}

type entryFileInfo struct {
	Name string // below out/, with slashes
	Size int64
	Sum  uint32 // CRC-32C: against accidents; who may write here needs no forgery
}

// main is the index of the main file.
func (e entry) main() int {
	return max(slices.IndexFunc(e.Files, func(f entryFileInfo) bool { return f.Name == e.Main }), 0)
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func (c *cache) path(key string) string {
	return filepath.Join(c.folder(), "entries", key[:2], key)
}

// load returns the entry of that key, if it is there and whole.
func (c *cache) load(key string) (entry, bool) {
	var e entry
	dir := c.path(key)
	data, err := os.ReadFile(filepath.Join(dir, entryFile))
	if err != nil || json.Unmarshal(data, &e) != nil || !e.Failed && len(e.Files) == 0 {
		return entry{}, false
	}
	for _, f := range e.Files {
		data, err := os.ReadFile(filepath.Join(dir, outFolder, filepath.FromSlash(f.Name)))
		if err != nil || int64(len(data)) != f.Size || crc32.Checksum(data, castagnoli) != f.Sum {
			return entry{}, false
		}
	}
	// Note the use, for the sweep; not each time, since it is a write.
	now := time.Now()
	if info, err := os.Stat(filepath.Join(dir, entryFile)); err == nil && now.Sub(info.ModTime()) > sweepGap {
		os.Chtimes(filepath.Join(dir, entryFile), now, now)
	}
	e.dir, e.cached = dir, true
	return e, true
}

// commit turns the stage into the entry of that key. If another judge was faster, its entry is taken.
func (c *cache) commit(key string, st stage, e entry) (entry, error) {
	data, err := json.MarshalIndent(e, "", " ")
	if err != nil {
		return entry{}, err
	}
	if err := os.WriteFile(filepath.Join(st.entry, entryFile), data, 0o666); err != nil {
		return entry{}, noRoom(err)
	}
	dir := c.path(key)
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		return entry{}, noRoom(err)
	}
	e.dir = dir
	for try := 0; ; try++ {
		err := os.Rename(st.entry, dir)
		if err == nil {
			return e, nil
		}
		if there, ok := c.load(key); ok {
			there.took, there.cached = e.took, false
			return there, nil
		}
		if try == 3 {
			return entry{}, noRoom(err)
		}
		// What is there is broken. It is moved away, since removing takes more than one step.
		trash, terr := os.MkdirTemp(filepath.Join(c.folder(), "stages"), "broken-")
		if terr != nil {
			return entry{}, noRoom(terr)
		}
		os.Rename(dir, filepath.Join(trash, "entry"))
		os.RemoveAll(trash)
	}
}

// replace writes a small file of the cache in one step.
func (c *cache) replace(name string, data []byte) error {
	f, err := os.CreateTemp(c.folder(), name+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(c.folder(), name))
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// sweep removes, once a day, what nobody used for long, then the oldest until the rest is small enough.
func (c *cache) sweep(now time.Time) {
	if last, err := os.Stat(filepath.Join(c.dir, "swept")); err == nil && now.Sub(last.ModTime()) < sweepGap {
		return
	}
	c.replace("swept", []byte(now.UTC().Format(time.RFC3339)+"\n"))
	stages, _ := filepath.Glob(filepath.Join(c.dir, "stages", "*"))
	for _, s := range stages {
		if info, err := os.Stat(s); err == nil && now.Sub(info.ModTime()) > stageAge {
			os.RemoveAll(s)
		}
	}
	type old struct {
		dir  string
		used time.Time
		size int64
	}
	var all []old
	var total int64
	dirs, _ := filepath.Glob(filepath.Join(c.dir, "entries", "*", "*"))
	for _, dir := range dirs {
		o := old{dir: dir}
		if info, err := os.Stat(filepath.Join(dir, entryFile)); err == nil {
			o.used = info.ModTime()
		}
		filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() {
				if info, err := d.Info(); err == nil {
					o.size += info.Size()
				}
			}
			return nil
		})
		all, total = append(all, o), total+o.size
	}
	slices.SortFunc(all, func(a, b old) int { return a.used.Compare(b.used) })
	for _, o := range all {
		if now.Sub(o.used) <= maxAge && total <= maxBytes {
			return
		}
		os.RemoveAll(o.dir)
		total -= o.size
	}
}

// noRoom marks an error that another disk may not have.
func noRoom(err error) error {
	if err == nil || errors.Is(err, errNoRoom) {
		return err
	}
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EROFS) || errors.Is(err, fs.ErrPermission) || noSpace.MatchString(err.Error()) {
		return fmt.Errorf("%w: %w", errNoRoom, err)
	}
	return err
}
