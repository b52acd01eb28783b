package build_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

// TestTwoJudges: two builders, like two processes, make the same entry at the same time, each for several callers.
func TestTwoJudges(t *testing.T) {
	t.Parallel()
	cache := t.TempDir()
	var wg sync.WaitGroup
	builders := []*build.Builder{builder(t, cache), builder(t, cache)}
	exes, errs := make([]string, 16), make([]error, 16)
	for i := range exes {
		s := source(t, t.TempDir(), "c", "x.c", aPlusB["c"])
		wg.Go(func() {
			p, err := builders[i%2].Compile(t.Context(), s)
			if errs[i] = err; err == nil {
				exes[i] = p.Exe
			}
		})
	}
	wg.Wait()
	skipIfMissing(t, errs[0])
	for i, exe := range exes {
		must.Be(t, errs[i] == nil && exe == exes[0], "caller %d: %s, %v, want %s", i, exe, errs[i], exes[0])
	}
	if stages := globbed(cache, "stages", "*"); len(stages) != 0 {
		t.Errorf("left behind: %s", stages)
	}
}

func globbed(parts ...string) []string {
	found, _ := filepath.Glob(filepath.Join(parts...))
	return found
}

// TestCacheKey: whatever a program depends on makes another program of it. Where its file is makes none.
func TestCacheKey(t *testing.T) {
	b := builder(t, t.TempDir())
	of := func(change func(s *build.Source)) *build.Program {
		t.Helper()
		s := source(t, t.TempDir(), "c", "x.c", aPlusB["c"])
		change(&s)
		return compileIt(t, b, s)
	}
	first := of(func(*build.Source) {})
	for what, change := range map[string]func(s *build.Source){
		"text":     func(s *build.Source) { s.Files[0].Text += "\n" },
		"name":     func(s *build.Source) { s.Files[0].Path = "y.c" },
		"file":     func(s *build.Source) { s.Files = append(s.Files, s.Files[0]); s.Files[1].Text = "int other;" },
		"flag":     func(s *build.Source) { s.Flags = []string{"-g"} },
		"language": func(s *build.Source) { s.Language = "cpp" },
	} {
		if p := of(change); p.Key == first.Key || p.Cached {
			t.Errorf("another %s, and the old program", what)
		}
	}
	for what, change := range map[string]func(s *build.Source){
		"folder": func(*build.Source) {},
		"limit":  func(s *build.Source) { s.Time, s.Memory = time.Hour, 1<<40 },
	} {
		if p := of(change); p.Key != first.Key || !p.Cached || p.Exe != first.Exe || p.Time != 0 {
			t.Errorf("another %s, and it is compiled again", what)
		}
	}
}

// TestBrokenEntry: an entry that a crash has damaged is made again. So is a program that was removed: see Ensure.
func TestBrokenEntry(t *testing.T) {
	b := builder(t, t.TempDir())
	s := source(t, t.TempDir(), "c", "x.c", aPlusB["c"])
	for name, spoil := range map[string]func(exe, entry string) error{
		"cut off":        func(exe, _ string) error { return os.Truncate(exe, 1) },
		"gone":           func(exe, _ string) error { return os.Remove(exe) },
		"torn entry":     func(_, entry string) error { return os.Truncate(entry, 10) },
		"an empty entry": func(_, entry string) error { return os.WriteFile(entry, []byte("{}"), 0o666) },
		"no entry":       func(_, entry string) error { return os.Remove(entry) },
	} {
		p := compileIt(t, b, s)
		must.Succeed(t, spoil(p.Exe, filepath.Join(filepath.Dir(filepath.Dir(p.Exe)), "entry.json")))
		again := compileIt(t, b, s)
		must.Be(t, !again.Cached && again.Exe == p.Exe, "%s: %+v", name, again)
		must.Equal(t, "7\n", output(t, again, "3 4\n"), name, "prints")
		os.RemoveAll(filepath.Dir(p.Exe))
		must.Succeed(t, p.Ensure(t.Context()), name, "and then removed")
	}
}

// TestCacheStaysSmall: the bound holds when an entry is made, not only the next day. The oldest entries go.
func TestCacheStaysSmall(t *testing.T) {
	short.Skip(t)
	cache := t.TempDir()
	b := must.Get(build.New(build.Options{CacheDir: cache, CacheSize: 4 << 20, Sandbox: box}))(t)
	defer b.Close()
	var programs []*build.Program
	for n := range 5 {
		text := fmt.Sprintf("char big[1500000] = {%d};\nint main(void) { return big[0]; }\n", n+1)
		p := compileIt(t, b, source(t, t.TempDir(), "c", "x.c", text))
		then := time.Now().Add(time.Duration(n-5) * time.Minute) // entries of one second have no order
		os.Chtimes(filepath.Dir(filepath.Dir(p.Exe)), then, then)
		programs = append(programs, p)
	}
	for i, want := range map[int]bool{0: false, 1: false, 4: true} {
		if _, err := os.Stat(programs[i].Exe); (err == nil) != want {
			t.Errorf("program %d is there: %v, want %v", i, !want, want)
		}
	}
}

// TestOldEntries: what nobody has used for a month goes, and what killed judges left.
func TestOldEntries(t *testing.T) {
	cache := t.TempDir()
	b := builder(t, cache)
	day := 24 * time.Hour
	age := func(path string, by time.Duration) {
		then := time.Now().Add(-by)
		must.Succeed(t, os.Chtimes(path, then, then))
	}
	entryOf := func(p *build.Program) string { return filepath.Dir(filepath.Dir(p.Exe)) }
	old := compileIt(t, b, source(t, t.TempDir(), "python", "x.py", "1\n"))
	young := compileIt(t, b, source(t, t.TempDir(), "python", "x.py", "2\n"))
	abandoned, working := filepath.Join(cache, "stages", "1"), filepath.Join(cache, "stages", "2")
	for _, dir := range []string{abandoned, working} {
		must.Succeed(t, os.MkdirAll(dir, 0o700))
	}
	age(entryOf(old), 31*day)
	age(entryOf(young), 29*day)
	age(abandoned, 3*time.Hour)
	builder(t, cache)
	if _, err := os.Stat(old.Exe); err != nil {
		t.Error("swept twice in a day")
	}
	age(filepath.Join(cache, "swept"), 2*day)
	builder(t, cache)
	for path, want := range map[string]bool{old.Exe: false, young.Exe: true, abandoned: false, working: true} {
		if _, err := os.Stat(path); (err == nil) != want {
			t.Errorf("%s is there: %v, want %v", path, !want, want)
		}
	}
	compileIt(t, b, source(t, t.TempDir(), "python", "x.py", "2\n"))
	if info, err := os.Stat(entryOf(young)); err != nil || time.Since(info.ModTime()) > day {
		t.Errorf("its use is not noted: %v, %v", info, err)
	}
}

// TestUnusableCache: the judge works in a temporary folder where it has no cache folder that is its own, and says so.
// A folder that another user made, or that others may write, holds programs that they chose.
func TestUnusableCache(t *testing.T) {
	short.Skip(t)
	made := func(mode os.FileMode, owner int) string {
		dir := filepath.Join(t.TempDir(), "cache")
		must.Succeed(t, errors.Join(os.Mkdir(dir, 0o700), os.Chmod(dir, mode)))
		if owner != os.Getuid() && os.Chown(dir, owner, -1) != nil {
			return ""
		}
		return dir
	}
	file := filepath.Join(t.TempDir(), "file")
	must.Succeed(t, os.WriteFile(file, nil, 0o666))
	link := filepath.Join(t.TempDir(), "link")
	os.Symlink(made(0o777, os.Getuid()), link)
	for name, dir := range map[string]string{
		"a file":               filepath.Join(file, "cache"),
		"another user's":       made(0o700, 12345),
		"others may write":     made(0o707, os.Getuid()),
		"a group may write":    made(0o770, os.Getuid()),
		"a link to such a one": link,
	} {
		if dir == "" || runtime.GOOS == "windows" && name != "a file" {
			continue // only root can give a folder away
		}
		var warned []string
		b, err := build.New(build.Options{CacheDir: dir, Sandbox: box, Warn: beyondGreeting(func(what string) { warned = append(warned, what) })})
		must.Succeed(t, err)
		if len(warned) != 1 || !strings.Contains(warned[0], "no cache folder (") || !strings.Contains(warned[0], filepath.Dir(dir)) {
			t.Errorf("%s: warnings %q", name, warned)
		}
		p := compileIt(t, b, source(t, t.TempDir(), "c", "x.c", aPlusB["c"]))
		if got := output(t, p, "3 4\n"); got != "7\n" || strings.HasPrefix(p.Exe, dir) {
			t.Errorf("%s: %s prints %q", name, p.Exe, got)
		}
		b.Close()
		if _, err := os.Stat(p.Exe); err == nil {
			t.Errorf("%s: the temporary folder is still there", name)
		}
	}
	t.Setenv("HOME", "")
	t.Setenv("XDG_CACHE_HOME", "")
	said := ""
	b, err := build.New(build.Options{Sandbox: box, Warn: func(what say.Message) { said += what.String() }})
	if err != nil || runtime.GOOS == "linux" && !strings.Contains(said, "no cache folder") {
		t.Errorf("without a home: %q, %v", said, err)
	}
	b.Close()
}

func TestNoCache(t *testing.T) {
	cache := t.TempDir()
	short.Skip(t)
	s := source(t, t.TempDir(), "c", "x.c", aPlusB["c"])
	greets := func() (said string) {
		b, err := build.New(build.Options{CacheDir: cache, Sandbox: box, Warn: func(what say.Message) { said += what.String() }})
		must.Succeed(t, err)
		defer b.Close()
		compileIt(t, b, s)
		s.Files[0].Text += "\n"
		compileIt(t, b, s)
		return said
	}
	if said := greets(); !strings.HasPrefix(said, "the first run compiles everything") || strings.Count(said, "the first run") != 1 {
		t.Errorf("the first run is greeted with %q", said)
	}
	must.Equal(t, "", greets(), "the second run is greeted with")
	b := must.Get(build.New(build.Options{CacheDir: cache, NoCache: true, Sandbox: box}))(t)
	defer b.Close()
	if p := compileIt(t, b, s); p.Cached || strings.HasPrefix(p.Exe, cache) {
		t.Errorf("taken from the cache: %s", p.Exe)
	}
}

// TestUnasked: a program that has Go's library compiled again is compiled once somebody names it, and then kept.
func TestUnasked(t *testing.T) {
	b := builder(t, t.TempDir())
	s := source(t, t.TempDir(), "go", "main.go", "package main\n\nfunc main() {}\n")
	for _, step := range []struct {
		name    string
		env     string
		unasked bool
		missing bool
	}{
		{"settings, and nobody named it", "GOAMD64=v1", true, true},
		{"named", "GOAMD64=v1", false, false},
		{"compiled before", "GOAMD64=v1", true, false},
		{"no settings", "", true, false},
	} {
		s.Unasked, s.Env = step.unasked, strings.Fields(step.env)
		_, err := b.Compile(t.Context(), s)
		missing, ok := errors.AsType[*build.Missing](err)
		if ok != step.missing || err != nil && !ok || ok && !strings.Contains(missing.Error(), "once") {
			t.Errorf("%s: %v", step.name, err)
		}
	}
}
