package build

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
)

// cache keeps compiled programs. Each has a folder named by the digest of everything it was made from. An entry is
// written elsewhere on the same disk and appears by one rename, so that several judges may share a cache. An entry
// whose files were changed later, by a full disk or by hand, is made again.
//
// If the user's folder has no room, the cache moves to a temporary folder, once. Builds that were running in the
// old place fail for want of room and are repeated in the new one. Entries in the old place are still read.
//
//	CACHE/entries/ab/abcdef.../entry.json, out/...
//	CACHE/stages/...                                 compiles under way
//	CACHE/toolchains.json                            see toolbox
//	CACHE/swept                                      when old entries were last looked for, and how many bytes were left
//	CACHE/grown                                      the sizes of entries made since
type cache struct {
	warn func(say.Message)
	new  bool // nothing was ever kept there

	mu     sync.Mutex
	places []place      // the newest first: entries are made there, and looked for in all
	remove func() error // not nil: the newest place is temporary, and goes with the builder
}

// place is a folder laid out as above.
type place struct {
	dir       string
	temporary bool
}

const (
	entryFile = "entry.json"
	outFolder = "out"

	entriesFolder = "entries"

	maxAge   = 30 * 24 * time.Hour // of an unused entry
	maxBytes = 1 << 30             // of all entries
	sweepGap = 24 * time.Hour
	useGap   = 10 * time.Minute // an entry's use is noted so often
	stageAge = 2 * time.Hour    // a compile that old was interrupted
)

// openCache opens the cache in dir ("" is the usual place), or a temporary one. It passes warnings for the user to
// warn.
func openCache(dir string, temporary bool, warn func(say.Message)) (*cache, error) {
	c := &cache{warn: warn}
	if temporary {
		return c, c.move()
	}
	if dir == "" {
		users, err := os.UserCacheDir()
		if err != nil {
			warn(say.Of("no cache folder (%v): compiled programs are not kept for the next run", err))
			return c, c.move()
		}
		dir = filepath.Join(users, "sudokuoj")
	}
	home := place{dir: dir}
	_, err := os.Stat(filepath.Join(dir, entriesFolder))
	c.new = errors.Is(err, fs.ErrNotExist)
	c.places = []place{home}
	if err := home.try(); err != nil {
		return c, c.leave(home, err)
	}
	return c, nil
}

// try makes the place's folders, removes old entries, and tests whether it can write.
func (p place) try() error {
	// Nobody else may plant a program here.
	if err := os.MkdirAll(p.dir, 0o700); err != nil {
		return noRoom(err)
	}
	p.sweep(time.Now())
	st, err := p.stage()
	if err != nil {
		return err
	}
	defer st.remove()
	return noRoom(os.WriteFile(filepath.Join(st.tmp, "x"), make([]byte, 4096), 0o666))
}

// enough is the room that a compile should find. Most need a tenth of it. Go's may need more, to compile
// its library, but says so.
const enough = 64 << 20

// lacksRoom returns an error if there is too little room for a compile. It is also asked after a compile failed,
// since not every compiler says why.
func (p place) lacksRoom() error {
	if p.temporary {
		return nil // there is no better one
	}
	here, known := roomIn(p.dir)
	there, _ := roomIn(os.TempDir())
	if !known || here >= enough || there <= here {
		return nil
	}
	return say.Errorf("%w: %.1f MiB free", errNoRoom, float64(here)/(1<<20))
}

// current is the place where entries are made now.
func (c *cache) current() place {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.places[0]
}

// doubt returns an error if a compile that failed in this place may have failed for want of room.
func (c *cache) doubt(p place) error {
	if c.current() != p {
		return say.Errorf("%w: others found none", errNoRoom)
	}
	return p.lacksRoom()
}

// leave moves the cache away from a useless place and tells the user why. A second caller finds it done. If there is
// no other place, that is an error.
func (c *cache) leave(p place, why error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.places[0] != p {
		return nil
	}
	if !p.temporary {
		if err := c.move(); err != nil {
			return say.Errorf("%s cannot be used (%w), and %w", p.dir, why, err)
		}
		c.warn(unusable(p, c.places[0], why))
		return nil
	}
	full := say.Of("%s accepts no more data", os.TempDir())
	if len(c.places) > 1 {
		full = say.Of("neither %s nor %s accepts more data", c.places[1].dir, os.TempDir())
	}
	return say.Errorf("no room to compile: %s: %s (%w)", say.Of(otherTemp), full, why)
}

const otherTemp = "free some space, or set TMPDIR to a folder on another disk"

// move makes a temporary folder the current place. The caller holds the lock.
func (c *cache) move() error {
	dir, remove, err := tempfile.Dir("build")
	if err != nil {
		return say.Errorf("no temporary folder to compile in: %w", err).Hint(otherTemp)
	}
	c.places, c.remove = append([]place{{dir, true}}, c.places...), remove
	return nil
}

// unusable is the warning that one place was left for another.
func unusable(old, now place, why error) say.Message {
	trouble, remedy := say.Of("cannot be used"), say.Of("see that it can be written")
	if errors.Is(why, errNoRoom) && !errors.Is(why, syscall.EROFS) && !errors.Is(why, fs.ErrPermission) {
		trouble, remedy = say.Of("is full"), say.Of("free some space there")
	}
	if runtime.GOOS != "windows" && runtime.GOOS != "darwin" { // they know no such variable
		remedy = say.Of("%s, or set XDG_CACHE_HOME to a folder on another disk", remedy)
	}
	what := say.Of("%s: the cache folder %s (%v): compiling in %s instead; compiled programs are not kept for the next run",
		old.dir, trouble, why, now.dir)
	return what.Hint("%s", remedy)
}

func (c *cache) close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.remove != nil {
		return c.remove()
	}
	return nil
}

// stage is where one compile works.
type stage struct {
	place         place
	dir, src, tmp string
	entry, out    string // the folder that becomes the entry, and the part of it that the compiler may write
}

func (p place) stage() (stage, error) {
	top := filepath.Join(p.dir, "stages")
	if err := os.MkdirAll(top, 0o700); err != nil {
		return stage{}, noRoom(err)
	}
	dir, err := os.MkdirTemp(top, "")
	if err != nil {
		return stage{}, noRoom(err)
	}
	st := stage{place: p, dir: dir, src: filepath.Join(dir, "src"), tmp: filepath.Join(dir, "tmp"), entry: filepath.Join(dir, "entry")}
	st.out = filepath.Join(st.entry, outFolder)
	for _, d := range []string{st.src, st.tmp, st.out} {
		if err := os.MkdirAll(d, 0o777); err != nil {
			st.remove()
			return stage{}, noRoom(err)
		}
	}
	return st, nil
}

// full reports whether the disk lacks room for what a compile may write. It does not go by the compiler's message,
// which may quote the source. It finds a quota by writing a block: nothing else shows it.
func (s stage) full() bool {
	if room, known := roomIn(s.dir); known && room < scratch {
		return true
	}
	name := filepath.Join(s.dir, "room")
	err := os.WriteFile(name, make([]byte, tried), 0o600)
	os.Remove(name)
	return err != nil
}

// tried is how many bytes are written to see whether there is room.
const tried = 4 << 20

func (s stage) remove() { tempfile.Remove(s.dir) }

// entry is one result, as entry.json has it.
type entry struct {
	Entry  string `json:",omitempty"` // the name to start: see language.RunArgs
	Main   string `json:",omitempty"` // the file it lies in
	Files  []entryFileInfo
	As     string       `json:",omitempty"` // the older version of the language that it was compiled as
	Failed bool         `json:",omitempty"`
	Output string       `json:",omitempty"` // of a compiler that failed
	Reason *say.Message `json:",omitempty"` // what the judge says of it

	dir    string
	took   time.Duration
	cached bool
}

type entryFileInfo struct {
	Name string // below out/, with slashes
	Size int64
	Sum  uint32 // CRC-32C: against accidents; whoever may write here could change the program anyway
}

// main is the index of the main file.
func (e entry) main() int {
	return max(slices.IndexFunc(e.Files, func(f entryFileInfo) bool { return f.Name == e.Main }), 0)
}

// whole reports whether a file is unchanged since it was written.
func (info entryFileInfo) whole(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	sum := crc32.New(castagnoli)
	n, err := io.Copy(sum, f)
	return err == nil && n == info.Size && sum.Sum32() == info.Sum
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// everywhere lists the places, the newest first.
func (c *cache) everywhere() []place {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.places // never changed, but replaced
}

// load returns the entry of that key from the first place that has it.
func (c *cache) load(key string) (entry, bool) {
	for _, p := range c.everywhere() {
		if e, ok := p.load(key); ok {
			return e, true
		}
	}
	return entry{}, false
}

func (p place) path(key string) string { return filepath.Join(p.dir, entriesFolder, key[:2], key) }

// load returns the entry of that key, if it is there and whole.
func (p place) load(key string) (entry, bool) {
	var e entry
	dir := p.path(key)
	data, err := os.ReadFile(filepath.Join(dir, entryFile))
	if err != nil || json.Unmarshal(data, &e) != nil || !e.Failed && len(e.Files) == 0 {
		return entry{}, false
	}
	for _, f := range e.Files {
		if !f.whole(filepath.Join(dir, outFolder, filepath.FromSlash(f.Name))) {
			return entry{}, false
		}
	}
	// Note the use, for the sweep; not each time, since it is a write.
	now := time.Now()
	if info, err := os.Stat(filepath.Join(dir, entryFile)); err == nil && now.Sub(info.ModTime()) > useGap {
		os.Chtimes(filepath.Join(dir, entryFile), now, now)
	}
	e.dir, e.cached = dir, true
	return e, true
}

// commit turns the stage into the entry of that key, in the same place. If another judge was faster, its
// entry is taken.
func (st stage) commit(key string, e entry) (entry, error) {
	data, err := json.MarshalIndent(e, "", " ")
	if err != nil {
		return entry{}, err
	}
	if err := os.WriteFile(filepath.Join(st.entry, entryFile), data, 0o666); err != nil {
		return entry{}, noRoom(err)
	}
	dir := st.place.path(key)
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		return entry{}, noRoom(err)
	}
	e.dir = dir
	for try := 0; ; try++ {
		err := os.Rename(st.entry, dir)
		if err == nil {
			st.place.grow(e.size() + int64(len(data)))
			return e, nil
		}
		if there, ok := st.place.load(key); ok {
			there.took, there.cached = e.took, false
			return there, nil
		}
		if try == 3 {
			return entry{}, noRoom(err)
		}
		// The entry there is broken. It is moved away, since removing it takes more than one step.
		trash, terr := os.MkdirTemp(filepath.Dir(st.dir), "broken-")
		if terr != nil {
			return entry{}, noRoom(terr)
		}
		os.Rename(dir, filepath.Join(trash, "entry"))
		os.RemoveAll(trash)
	}
}

// replace writes a small file in the place in one step.
func (p place) replace(name string, data []byte) error {
	return tempfile.Replace(filepath.Join(p.dir, name), data)
}

func (e entry) size() (sum int64) {
	for _, f := range e.Files {
		sum += f.Size
	}
	return sum
}

const (
	sweptFile = "swept"
	grownFile = "grown"
)

// grow records the size of a new entry, and sweeps if the entries have become too many. Each call appends a line,
// since several judges may do so at once.
func (p place) grow(bytes int64) {
	path := filepath.Join(p.dir, grownFile)
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return // the daily sweep finds it
	}
	fmt.Fprintln(f, bytes)
	f.Close()
	var total int64
	for _, file := range []string{path, filepath.Join(p.dir, sweptFile)} {
		text, _ := os.ReadFile(file)
		for word := range strings.FieldsSeq(string(text)) {
			n, _ := strconv.ParseInt(word, 10, 64) // the time is no number
			total += n
		}
	}
	if total > maxBytes {
		p.sweepNow(time.Now())
	}
}

// sweep is sweepNow once a day.
func (p place) sweep(now time.Time) {
	if last, err := os.Stat(filepath.Join(p.dir, sweptFile)); err == nil && now.Sub(last.ModTime()) < sweepGap {
		return
	}
	p.sweepNow(now)
}

// sweepNow removes entries that were not used for long, then the oldest ones until the rest is well below the limit.
func (p place) sweepNow(now time.Time) {
	p.replace(sweptFile, []byte(now.UTC().Format(time.RFC3339)+"\n")) // others need not come too
	os.Remove(filepath.Join(p.dir, grownFile))
	stages, _ := filepath.Glob(filepath.Join(p.dir, "stages", "*"))
	for _, s := range stages {
		if info, err := os.Stat(s); err == nil && now.Sub(info.ModTime()) > stageAge {
			os.RemoveAll(s)
		}
	}
	var all []tempfile.Old
	dirs, _ := filepath.Glob(filepath.Join(p.dir, entriesFolder, "*", "*"))
	for _, dir := range dirs {
		o := tempfile.Old{Path: dir}
		if info, err := os.Stat(filepath.Join(dir, entryFile)); err == nil {
			o.Used = info.ModTime()
		}
		filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() {
				if info, err := d.Info(); err == nil {
					o.Size += info.Size()
				}
			}
			return nil
		})
		all = append(all, o)
	}
	left := tempfile.Expire(all, now, maxAge, maxBytes)
	p.replace(sweptFile, fmt.Appendf(nil, "%s %d\n", now.UTC().Format(time.RFC3339), left))
}

// noRoom marks an error that another disk may not have.
func noRoom(err error) error {
	if err == nil || errors.Is(err, errNoRoom) {
		return err
	}
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EROFS) || errors.Is(err, fs.ErrPermission) || noSpace().MatchString(err.Error()) {
		return say.Errorf("%w: %w", errNoRoom, err)
	}
	return err
}
