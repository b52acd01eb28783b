package build

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/testkit/netns"
	"sudokuoj/judge/internal/testkit/short"
)

// sevens are programs that print 7; compilers add up to 8 MiB to them.
var sevens = map[string][2]string{
	"go":         {"x.go", "package main\n\nimport \"fmt\"\n\nvar big = [8 << 20]byte{7}\n\nfunc main() { fmt.Println(big[0]) }\n"},
	"c":          {"x.c", "#include <stdio.h>\nchar big[8 << 20] = {7};\nint main(void) { printf(\"%d\\n\", big[0]); }\n"},
	"rust":       {"x.rs", "static BIG: [u8; 8 << 20] = { let mut b = [0; 8 << 20]; b[0] = 7; b };\nfn main() { println!(\"{}\", BIG[std::env::args().count() - 1]); }\n"},
	"java":       {"X.java", "class X { public static void main(String[] a) { System.out.println(7); } }\n"},
	"python":     {"x.py", "print(7)\n"},
	"javascript": {"x.js", "console.log(7)\n"},
}

// TestFullDisk compiles in many languages at once with the cache on a small disk: too small from the start, or with room
// for one or two programs.
func TestFullDisk(t *testing.T) {
	short.Skip(t)
	if !netns.Run(t, 0) {
		return
	}
	for _, size := range []string{"4k", "2m", "16m", "26m"} {
		t.Run(size, func(t *testing.T) {
			temporary := t.TempDir()
			t.Setenv("TMPDIR", temporary)
			home := filepath.Join(netns.Disk(t, size), "cache")
			var warned []string
			b, err := New(Options{CacheDir: home, Sandbox: box, Warn: beyondGreeting(func(what string) { warned = append(warned, what) })})
			if err != nil {
				t.Fatal(err)
			}
			var all sync.WaitGroup
			for lang, s := range sevens {
				s := source(t, t.TempDir(), lang, s[0], s[1])
				if size != "26m" && lang != "c" && lang != "python" {
					continue // the cache is given up before anything is compiled
				}
				all.Go(func() {
					p, err := b.Compile(t.Context(), s)
					if _, ok := errors.AsType[*Missing](err); ok {
						return
					}
					if err != nil {
						t.Errorf("%s: %v", lang, err)
						return
					}
					if got := output(t, p, ""); got != "7\n" {
						t.Errorf("%s prints %q", lang, got)
					}
				})
			}
			wrong := source(t, t.TempDir(), "c", "x.c", "int main(void) { return x; }\n")
			all.Go(func() {
				_, err := b.Compile(t.Context(), wrong)
				if _, ok := errors.AsType[*Missing](err); ok {
					return
				}
				if failed, ok := errors.AsType[*Failed](err); !ok || !strings.Contains(failed.Output, "x.c:1:25: error: ") {
					t.Errorf("a wrong program: %v", err)
				}
			})
			all.Wait()
			if len(warned) != 1 || !strings.HasPrefix(warned[0], home+": the cache folder is full (no room to write: ") ||
				!strings.Contains(warned[0], "compiling in "+temporary) || !strings.Contains(warned[0], "set XDG_CACHE_HOME to a folder on another disk") {
				t.Errorf("warnings %q", warned)
			}
			if err := b.Close(); err != nil {
				t.Error(err)
			}
			stages, _ := filepath.Glob(filepath.Join(home, "stages", "*"))
			folders, _ := filepath.Glob(filepath.Join(temporary, "judge-temp-build-*"))
			if len(stages)+len(folders) > 0 {
				t.Errorf("left behind: %s %s", stages, folders)
			}
		})
	}
}

// TestFullDisks has no room on any disk.
func TestFullDisks(t *testing.T) {
	if !netns.Run(t, 0) {
		return
	}
	home, temporary := netns.Disk(t, "1m"), netns.Disk(t, "2m")
	t.Setenv("TMPDIR", temporary)
	b, err := New(Options{CacheDir: home, Sandbox: box})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	_, err = b.Compile(t.Context(), source(t, t.TempDir(), "c", sevens["c"][0], sevens["c"][1]))
	skipIfMissing(t, err)
	want := "no room to compile: free some space, or set TMPDIR to a folder on another disk: neither " + home + " nor " + temporary + " accepts more data ("
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v", err)
	}
}

// TestTightCache: Go's library is not compiled into the user's build cache if that disk is nearly full.
func TestTightCache(t *testing.T) {
	if !netns.Run(t, 0) {
		return
	}
	disk, dir := netns.Disk(t, "1m"), t.TempDir()
	for _, test := range []struct {
		name, here, temporary string
		lacks                 bool
	}{
		{"a full disk", disk, dir, true},
		{"room", dir, disk, false},
		{"no better place", disk, netns.Disk(t, "512k"), false},
		{"nowhere", filepath.Join(disk, "gone"), dir, false},
		{"the same disk", disk, disk, false},
		{"just enough", netns.Disk(t, "64m"), dir, false},
	} {
		t.Setenv("TMPDIR", test.temporary)
		if err := (place{dir: test.here}).lacksRoom(); (err != nil) != test.lacks {
			t.Errorf("%s: %v", test.name, err)
		}
	}
	if err := (place{dir: disk, temporary: true}).lacksRoom(); err != nil {
		t.Errorf("the last place: %v", err)
	}
	for size, want := range map[string]bool{"1m": true, "16m": true, "256m": false} {
		if got := (stage{dir: netns.Disk(t, size)}).full(); got != want {
			t.Errorf("a disk of %s is full: %v", size, got)
		}
	}
	if tight(netns.Disk(t, "64m")) || !tight(netns.Disk(t, "63m")) {
		t.Error("64 MiB are not enough, or 63 are")
	}
	if _, known := roomIn("/proc"); known {
		t.Error("there is room in /proc")
	}
	echo, silent := filepath.Join(dir, "echo"), filepath.Join(dir, "silent")
	if os.WriteFile(echo, []byte("#!/bin/sh\necho \"$@\" >&2\n"), 0o700) != nil || os.WriteFile(silent, []byte("#!/bin/sh\n"), 0o700) != nil {
		t.Fatal("no files")
	}
	for _, test := range []struct {
		name, compiler, cache string
		own, ok               bool
		said                  string
	}{
		{"room", echo, dir, false, true, "list -export"},
		{"full, and nothing there", echo, filepath.Join(disk, "cache"), false, false, ""},
		{"full, and all there", silent, disk, false, true, ""},
		{"full, and something missing", echo, disk, false, false, "build -v -n -- fmt"},
		{"our own", echo, disk, true, true, "list -export"},
	} {
		if _, said, ok := precompile(t.Context(), test.compiler, dir, os.Environ(), test.cache, test.own, []string{"fmt"}); ok != test.ok || !strings.HasPrefix(said, test.said) || (said == "") != (test.said == "") {
			t.Errorf("%s: %v %q", test.name, ok, said)
		}
	}
	home := place{dir: dir, temporary: true}
	st, err := home.stage()
	if err != nil {
		t.Fatal(err)
	}
	lang, _ := language.ByID("go")
	j := job{lang: lang, tools: located{Toolchain: language.Toolchain{Compiler: echo, Cache: disk, Roots: []string{dir}}}}
	if got, err := (&goLibrary{cache: &cache{places: []place{home}}}).prepare(t.Context(), j, st, os.Environ()); err != nil || got != filepath.Join(dir, "go-build") {
		t.Errorf("the user's cache is full, and %q is taken, %v", got, err)
	}
}

// TestInterruptedLibrary cancels a compile while the go command compiles the library. The processes that it started end
// with it.
func TestInterruptedLibrary(t *testing.T) {
	dir, home := t.TempDir(), place{dir: t.TempDir(), temporary: true}
	tool, started := filepath.Join(dir, "go"), filepath.Join(dir, "started")
	if err := os.WriteFile(tool, []byte("#!/bin/sh\nsleep 600 >/dev/null 2>&1 &\necho $$ $! >"+started+".new\nmv "+started+".new "+started+"\nwait\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	st, err := home.stage()
	if err != nil {
		t.Fatal(err)
	}
	lang, _ := language.ByID("go")
	j := job{lang: lang, tools: located{Toolchain: language.Toolchain{Compiler: tool, Cache: "off", Roots: []string{dir}}}}
	var processes []string
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	go func() {
		for len(processes) == 0 && ctx.Err() == nil {
			text, _ := os.ReadFile(started)
			processes = strings.Fields(string(text))
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	g := &goLibrary{cache: &cache{places: []place{home}}}
	if _, err := g.prepare(ctx, j, st, os.Environ()); !errors.Is(err, context.Canceled) || len(processes) != 2 {
		t.Fatalf("error %v, processes %q", err, processes)
	}
	for _, id := range processes {
		for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
			if line, _ := os.ReadFile("/proc/" + id + "/cmdline"); len(line) == 0 { // gone, or nobody has collected it
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("%s is still at work", id)
			}
		}
	}
}
