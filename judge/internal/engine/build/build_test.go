package build

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/testkit/short"
)

var box *sandbox.Sandbox

func TestMain(m *testing.M) {
	box = sandbox.Open(sandbox.Options{})
	code := m.Run()
	box.Close()
	os.Exit(code)
}

// beyondGreeting knows every message but the one about the slow first run.
func beyondGreeting(tell func(what string)) func(say.Message) {
	return func(what say.Message) {
		if text := what.String(); !strings.HasPrefix(text, "the first run compiles everything") {
			tell(text)
		}
	}
}

// builder returns a builder with a cache of its own; Go's toolchain is looked for only once.
func builder(t testing.TB, dir string) *Builder {
	t.Helper()
	short.Skip(t)
	b, err := New(Options{CacheDir: dir, Sandbox: box, Warn: beyondGreeting(func(what string) { t.Errorf("warning: %s", what) })})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// source writes files ("name", "text", ...) to the folder and returns them as a source.
func source(t testing.TB, dir, lang string, files ...string) Source {
	t.Helper()
	s := Source{Language: lang}
	for i := 0; i < len(files); i += 2 {
		path := filepath.Join(dir, filepath.FromSlash(files[i]))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(files[i+1]), 0o666); err != nil {
			t.Fatal(err)
		}
		s.Files = append(s.Files, language.File{Path: path, Text: files[i+1]})
	}
	return s
}

// compile fails the test if the source does not compile; a missing compiler skips it.
func compileIt(t testing.TB, b *Builder, s Source) *Program {
	t.Helper()
	p, err := b.Compile(t.Context(), s)
	skipIfMissing(t, err)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func skipIfMissing(t testing.TB, err error) {
	t.Helper()
	if missing, ok := errors.AsType[*Missing](err); ok {
		t.Skip(missing)
	}
}

// output runs the program and returns its output.
func output(t testing.TB, p *Program, input string) string {
	t.Helper()
	in := filepath.Join(t.TempDir(), "in")
	if err := os.WriteFile(in, []byte(input), 0o666); err != nil {
		t.Fatal(err)
	}
	c := p.Command(256<<20, 10*time.Second)
	c.Limits.Wall = time.Minute // the machine may be busy
	var err error
	if c.Stdin, err = os.Open(in); err != nil {
		t.Fatal(err)
	}
	defer c.Stdin.Close()
	o, err := box.Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	text, _ := io.ReadAll(o.Stdout)
	if o.Exit != 0 || o.End != sandbox.Exited {
		t.Fatalf("exit %d, end %v, signal %s, stderr %s", o.Exit, o.End, o.Signal, o.Stderr)
	}
	return string(text)
}

// aPlusB are programs that add two numbers.
var aPlusB = map[string]string{
	"go": "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tvar a, b int\n\tfmt.Scan(&a, &b)\n\tfmt.Println(a + b)\n}\n",
	"c":  "#include <stdio.h>\n#include <math.h>\nint main(void) { int a, b; if (scanf(\"%d %d\", &a, &b) != 2) return 1; printf(\"%.0f\\n\", floor(a + b)); }\n",
}

// several are programs in several files that print 7.
var several = map[string][]string{
	"go":  {"main.go", "package main\n\nfunc main() { println2(seven()) }\n", "help.go", "package main\n\nimport \"fmt\"\n\nfunc seven() int { return 7 }\nfunc println2(x int) { fmt.Println(x) }\n"},
	"c":   {"main.c", "#include <stdio.h>\n#include \"my help.h\"\nint main(void) { printf(\"%d\\n\", seven()); }\n", "my help.c", "#include <math.h>\nint seven(void) { volatile double x = 7.5; return floor(x); }\n", "my help.h", "int seven(void);\n"},
	"cpp": {"main.cpp", "#include <iostream>\n#include \"x.hpp\"\nint main() { std::cout << seven() << '\\n'; }\n", "x.hpp", "#pragma once\ninline int seven() { return 7; }\n"},
	"java": {"solve.java", "package a.b;\nimport java.util.*;\npublic class Sum {\n  static class Inner {}\n  public static void main(String[] args) { System.out.println(List.of(new Y.Z().seven()).get(0)); }\n}\n",
		"y.java", "package a.b;\nclass Y { public static class Z { int seven() { return 7; } } public static void main(String[] a) { System.out.println(8); } }\n"},
	"python":     {"solve me.py", "import board\nprint(board.seven)\n", "board.py", "seven = 7\n"},
	"rust":       {"a-b.rs", "mod board;\nfn main() { println!(\"{}\", board::seven()); }\n", "board.rs", "pub fn seven() -> i32 { 7 }\n"},
	"javascript": {"main.mjs", "import { seven } from './board.mjs'\nconsole.log(seven)\n", "board.mjs", "export const seven = 7\n"},
}

// mistakes are files that do not compile, and how the message begins.
var mistakes = map[string]struct{ file, text, message string }{
	"go":         {"main.go", "package main\n\nfunc main() {\n\tx := 1\n}\n", "main.go:4:2: declared and not used: x"},
	"c":          {"sum.c", "int main(void) { return x; }\n", "sum.c:1:25: error: "},
	"cpp":        {"sum.cpp", "int main() { return x; }\n", "sum.cpp:1:21: error: "},
	"java":       {"solve.java", "class Sum {\n  int x = y;\n}\n", "solve.java:2: error: cannot find symbol"},
	"python":     {"sum.py", "print(1\n", "sum.py\", line 1"},
	"rust":       {"a-b.rs", "fn main() { x }\n", "a-b.rs:1:13"},
	"javascript": {"sum.js", "let x = ;\n", "sum.js:1"},
}

func TestLanguages(t *testing.T) {
	t.Parallel()
	cacheDir := t.TempDir()
	b := builder(t, cacheDir)
	for _, lang := range language.All() {
		t.Run(lang.ID, func(t *testing.T) {
			t.Parallel()
			good := source(t, t.TempDir(), lang.ID, several[lang.ID]...)
			program := compileIt(t, b, good)
			if got := output(t, program, ""); strings.TrimSpace(got) != "7" {
				t.Errorf("prints %q", got)
			}
			if program.Cached || program.Time <= 0 {
				t.Errorf("the first time: cached %v, time %v", program.Cached, program.Time)
			}
			warm := builder(t, cacheDir)
			warm.tools.asked = func(tool string) { t.Errorf("%s is asked again", tool) }
			warm.options.Sandbox = nil // would panic if a compiler were started
			if again := compileIt(t, warm, good); !again.Cached || again.Exe != program.Exe || again.Time != 0 {
				t.Errorf("the second time: %+v", again)
			}

			mistake := mistakes[lang.ID]
			bad := source(t, filepath.Join(t.TempDir(), "some dir"), lang.ID, mistake.file, mistake.text)
			for _, cached := range []bool{false, true} {
				_, err := b.Compile(t.Context(), bad)
				failed, ok := errors.AsType[*Failed](err)
				if !ok {
					t.Fatalf("a wrong program: %v", err)
				}
				if want := filepath.Join(filepath.Dir(bad.Files[0].Path), mistake.message); !strings.Contains(failed.Output, want) {
					t.Errorf("output:\n%s\nwant %s", failed.Output, want)
				}
				if strings.Contains(failed.Output, "command-line-arguments") || strings.Contains(failed.Output, cacheDir) {
					t.Errorf("output shows our own folders:\n%s", failed.Output)
				}
				if failed.Cached != cached {
					t.Errorf("failure cached: %v, want %v", failed.Cached, cached)
				}
			}
		})
	}
}

// TestNoProgram compiles files that are not programs, but have no mistake either.
func TestNoProgram(t *testing.T) {
	t.Parallel()
	cacheDir := t.TempDir()
	b := builder(t, cacheDir)
	for file, test := range map[string][3]string{
		"lib.go":  {"go", "package lib\n\nfunc F() {}\n", "lib.go: it compiles, but not to a program: is it package main"},
		"lib.rs":  {"rust", "#![crate_type=\"lib\"]\npub fn f() {}\n", "`main` function not found"},
		"lib.c":   {"c", "int f(void) { return 1; }\n", "main"},
		"A.java":  {"java", "class A { void main(String[] a) {} }\n", "A.java: no class has a public static void main(String[] args) to start in"},
		"none.go": {"go", "", "none.go:1:1: expected 'package'"},
		"asm.c":   {"c", "__asm__(\"no such instruction\");\nint main(void) { return 0; }\n", "no such instruction"},
		"cgo.go":  {"go", "package main\n\nimport \"C\"\n\nfunc main() {}\n", "cgo.go:3:8: import \"C\" needs cgo, and Go solutions are built without it"},
	} {
		_, err := b.Compile(t.Context(), source(t, t.TempDir(), test[0], file, test[1]))
		if _, ok := errors.AsType[*Missing](err); ok {
			continue
		}
		if failed, ok := errors.AsType[*Failed](err); !ok || !strings.Contains(failed.Error(), test[2]) || strings.Contains(failed.Error(), cacheDir) {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// TestPanic: the text of a panic names the user's file, and none of our folders.
func TestPanic(t *testing.T) {
	t.Parallel()
	cacheDir := t.TempDir()
	b := builder(t, cacheDir)
	for lang, file := range map[string][3]string{
		"go":   {"main.go", "package main\n\nfunc main() { panic(1) }\n", "./main.go:3"},
		"rust": {"x.rs", "fn main() { panic!() }\n", "main.rs:1"},
		"c":    {"x.c", "#include <assert.h>\nint main(void) { assert(0); }\n", "x.c:2"},
	} {
		p, err := b.Compile(t.Context(), source(t, t.TempDir(), lang, file[0], file[1]))
		if _, ok := errors.AsType[*Missing](err); ok {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		o, err := box.Run(t.Context(), p.Command(0, 10*time.Second))
		if err != nil {
			t.Fatal(err)
		}
		o.Close()
		if text := string(o.Stderr); !strings.Contains(text, file[2]) || strings.Contains(text, filepath.Join(cacheDir, "stages")) {
			t.Errorf("%s: %s", lang, text)
		}
	}
}

// TestElsewhere compiles programs for other machines. That is named as the reason only if they do not compile here.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	b := builder(t, t.TempDir())
	compileIt(t, b, source(t, t.TempDir(), "go", "main.go", "//go:build plan9\n\npackage main\n\nfunc main() {}\n"))
	for _, body := range []string{"import \"simd/archsimd\"\n\nfunc main() { archsimd.ClearAVXUpperBits() }\n", "func main() { onlyThere() }\n"} {
		_, err := b.Compile(t.Context(), source(t, t.TempDir(), "go", "main.go", "//go:build plan9 && wasm\n\npackage main\n\n"+body))
		if missing, ok := errors.AsType[*Missing](err); !ok || !strings.Contains(missing.Error(), "//go:build plan9 && wasm") {
			t.Errorf("%q: %v", body, err)
		}
	}
}

// TestLibraryMissing installs a library that was missing: the earlier failure is not cached.
func TestLibraryMissing(t *testing.T) {
	b := builder(t, t.TempDir())
	s := source(t, t.TempDir(), "c", "x.c", "#include <there_is_no_such_library.h>\nint main(void) { return 0; }\n")
	for range 2 {
		_, err := b.Compile(t.Context(), s)
		skipIfMissing(t, err)
		if failed, ok := errors.AsType[*Failed](err); !ok || failed.Cached {
			t.Errorf("error %v", err)
		}
	}
}

// TestOtherLimits: a compile does not wait for an equal one within other limits, which may be too narrow.
func TestOtherLimits(t *testing.T) {
	t.Parallel()
	b := builder(t, t.TempDir())
	s := source(t, t.TempDir(), "c", "sum.c", aPlusB["c"])
	narrow := s
	narrow.Memory = 50 << 20
	j, err := b.jobOf(t.Context(), narrow)
	skipIfMissing(t, err)
	b.pending[j.within()] = &compile{done: make(chan struct{})} // for ever
	compileIt(t, b, s)
	calledOff := s
	calledOff.Time = time.Hour
	other, err := b.jobOf(t.Context(), calledOff)
	if err != nil {
		t.Fatal(err)
	}
	b.pending[other.within()] = &compile{done: make(chan struct{}), err: context.Canceled}
	close(b.pending[other.within()].done)
	time.AfterFunc(10*time.Millisecond, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.pending, other.within())
	})
	compileIt(t, b, calledOff) // for itself
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := b.once(ctx, j); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("an equal one is not waited for: %v", err)
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	b := builder(t, t.TempDir())
	for _, lang := range []string{"go", "c"} {
		for _, name := range []string{"with space", `quo"te'd`, "数独", "-dash", "$HOME;x", "a_test"} {
			t.Run(lang+"/"+name, func(t *testing.T) {
				program := compileIt(t, b, source(t, filepath.Join(t.TempDir(), name), lang, name+"."+lang, aPlusB[lang]))
				if got := output(t, program, "3 4\n"); strings.TrimSpace(got) != "7" {
					t.Errorf("prints %q", got)
				}
				bad := source(t, filepath.Join(t.TempDir(), name), lang, name+"."+lang, mistakes[lang].text)
				_, err := b.Compile(t.Context(), bad)
				if err == nil || !strings.Contains(err.Error(), bad.Files[0].Path) {
					t.Errorf("the message does not name %s:\n%v", bad.Files[0], err)
				}
			})
		}
	}
}

func TestEqualSourcesAtOnce(t *testing.T) {
	b := builder(t, t.TempDir())
	var wg sync.WaitGroup
	exes := make([]string, 8)
	for i := range exes {
		s := source(t, t.TempDir(), "c", "x.c", aPlusB["c"])
		wg.Go(func() {
			p, err := b.Compile(t.Context(), s)
			if err == nil {
				exes[i] = p.Exe
			}
		})
	}
	wg.Wait()
	if exes[0] == "" {
		t.Skip("no C compiler here")
	}
	if slices.Sort(exes); exes[0] != exes[7] {
		t.Errorf("different programs: %s, %s", exes[0], exes[7])
	}
	stages, _ := filepath.Glob(filepath.Join(b.cache.current().dir, "stages", "*"))
	if len(stages) != 0 {
		t.Errorf("left behind: %s", stages)
	}
}

// TestTwoJudges: two builders, like two processes, make the same entry at the same time.
func TestTwoJudges(t *testing.T) {
	cacheDir := t.TempDir()
	s := source(t, t.TempDir(), "c", "x.c", aPlusB["c"])
	var wg sync.WaitGroup
	errs := make([]error, 4)
	for i := range errs {
		b := builder(t, cacheDir)
		wg.Go(func() { _, errs[i] = b.Compile(t.Context(), s) })
	}
	wg.Wait()
	skipIfMissing(t, errs[0])
	if err := errors.Join(errs...); err != nil {
		t.Error(err)
	}
	entries, _ := filepath.Glob(filepath.Join(cacheDir, "entries", "*", "*"))
	if len(entries) != 1 {
		t.Errorf("entries: %s", entries)
	}
}

// TestCacheKey: whatever a program depends on has a part in its key; where its file lies has none.
func TestCacheKey(t *testing.T) {
	lang, _ := language.ByID("go")
	tool := filepath.Join(t.TempDir(), "go")
	of := func(change func(j *job)) string {
		if err := os.WriteFile(tool, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		when := time.Unix(1e9, 0)
		os.Chtimes(tool, when, when)
		j := job{lang: lang, tools: located{Toolchain: language.Toolchain{Compiler: tool, Version: "go1.24"}}, sources: sources{{path: "/home/me/x.go", name: "x.go", text: []byte("text")}}, flags: []string{"-a", "b"}, env: []string{"X=1"}}
		change(&j)
		return j.key()
	}
	same := of(func(*job) {})
	for what, change := range map[string]func(j *job){
		"text":         func(j *job) { j.sources[0].text = []byte("texts") },
		"name":         func(j *job) { j.sources[0].name = "y.go" },
		"file":         func(j *job) { j.sources = append(j.sources, sourceFile{}) },
		"flag":         func(j *job) { j.flags = []string{"-a", "c"} },
		"joined flags": func(j *job) { j.flags = []string{"-ab"} },
		"setting":      func(j *job) { j.env = []string{"X=2"} },
		"language":     func(j *job) { j.lang, _ = language.ByID("c") },
		"version":      func(j *job) { j.tools.Version = "go1.25" },
		"compiler":     func(j *job) { os.WriteFile(tool, []byte("new"), 0o600) },
		"date":         func(j *job) { os.Chtimes(tool, time.Unix(2e9, 0), time.Unix(2e9, 0)) },
		"header":       func(j *job) { j.sources[0].header = true },
	} {
		if of(change) == same {
			t.Errorf("another %s, and the old program", what)
		}
	}
	for what, change := range map[string]func(j *job){
		"folder": func(j *job) { j.sources[0].path = "/tmp/x.go" },
		"limit":  func(j *job) { j.time, j.memory = time.Hour, 1<<40 },
	} {
		if of(change) != same {
			t.Errorf("another %s, and it is compiled again", what)
		}
	}
}

// TestBrokenEntry: a changed entry is not trusted, and is made again.
func TestBrokenEntry(t *testing.T) {
	for name, spoil := range map[string]func(dir string) error{
		"cut off":         func(dir string) error { return os.Truncate(dir+"/out/x", 1) },
		"longer":          func(dir string) error { return os.WriteFile(dir+"/out/x", []byte("textt"), 0o666) },
		"one bit wrong":   func(dir string) error { return os.WriteFile(dir+"/out/x", []byte("tExt"), 0o666) },
		"gone":            func(dir string) error { return os.Remove(dir + "/out/y") },
		"torn entry":      func(dir string) error { return os.Truncate(dir+"/entry.json", 10) },
		"an empty entry":  func(dir string) error { return os.WriteFile(dir+"/entry.json", []byte("{}"), 0o666) },
		"an entry's twin": func(dir string) error { return os.Remove(dir + "/entry.json") },
	} {
		p := place{dir: t.TempDir()}
		commit := func() entry {
			st, err := p.stage()
			if err != nil {
				t.Fatal(err)
			}
			defer st.remove()
			var e entry
			for _, file := range []string{"x", "y"} {
				if err := os.WriteFile(filepath.Join(st.out, file), []byte("text"), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := e.list(st.out); err != nil {
				t.Fatal(err)
			}
			if e, err = st.commit("ab1", e); err != nil {
				t.Fatal(err)
			}
			return e
		}
		e := commit()
		if there, ok := p.load("ab1"); !ok || !there.cached || there.dir != e.dir || len(there.Files) != 2 {
			t.Fatalf("whole: %+v", there)
		}
		if err := spoil(e.dir); err != nil {
			t.Fatal(err)
		}
		if _, ok := p.load("ab1"); ok {
			t.Errorf("%s: believed", name)
		}
		if again := commit(); again.dir != e.dir {
			t.Errorf("%s: lies in %s", name, again.dir)
		}
		if _, ok := p.load("ab1"); !ok {
			t.Errorf("%s: not made anew", name)
		}
	}
}

func TestUnusableCache(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	var w []string
	b, err := New(Options{CacheDir: filepath.Join(file, "cache"), Sandbox: box, Warn: beyondGreeting(func(what string) { w = append(w, what) })})
	if err != nil {
		t.Fatal(err)
	}
	if len(w) != 1 || !strings.Contains(w[0], file) || !strings.Contains(w[0], "cannot be used") || runtime.GOOS == "linux" && !strings.Contains(w[0], "XDG_CACHE_HOME") {
		t.Errorf("warnings %q", w)
	}
	p := compileIt(t, b, source(t, t.TempDir(), "c", "x.c", aPlusB["c"]))
	if got := output(t, p, "3 4\n"); got != "7\n" {
		t.Errorf("prints %q", got)
	}
	b.Close()
	if _, err := os.Stat(p.Exe); err == nil {
		t.Error("the temporary folder is still there")
	}
	t.Setenv("HOME", "")
	t.Setenv("XDG_CACHE_HOME", "")
	w = nil
	b, err = New(Options{Sandbox: box, Warn: beyondGreeting(func(what string) { w = append(w, what) })})
	if err != nil || runtime.GOOS == "linux" && (len(w) != 1 || !strings.Contains(w[0], "no cache folder")) {
		t.Errorf("without a home: %q, %v", w, err)
	}
	b.Close()
}

func TestNoCache(t *testing.T) {
	t.Parallel()
	cacheDir := t.TempDir()
	s := source(t, t.TempDir(), "c", "x.c", aPlusB["c"])
	greets := func() (said string) {
		b, err := New(Options{CacheDir: cacheDir, Sandbox: box, Warn: func(what say.Message) { said += what.String() }})
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		compileIt(t, b, s)
		s.Files[0].Text += "\n"
		compileIt(t, b, s)
		return said
	}
	if said := greets(); !strings.HasPrefix(said, "the first run compiles everything") || strings.Count(said, "the first run") != 1 {
		t.Errorf("the first run is greeted with %q", said)
	}
	if said := greets(); said != "" {
		t.Errorf("the second run is greeted with %q", said)
	}
	b, err := New(Options{CacheDir: cacheDir, NoCache: true, Sandbox: box})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if p := compileIt(t, b, s); p.Cached || strings.HasPrefix(p.Exe, cacheDir) {
		t.Errorf("taken from the cache: %s", p.Exe)
	}
}

func TestMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	b := builder(t, t.TempDir())
	_, err := b.Compile(t.Context(), source(t, t.TempDir(), "rust", "x.rs", ""))
	missing, ok := errors.AsType[*Missing](err)
	if !ok || missing.Tool != "rustc" || missing.Language != "Rust" || !strings.Contains(err.Error(), "install it with ") {
		t.Errorf("error %v", err)
	}

	// A tool that does not work counts as missing, but with a message.
	tool := filepath.Join(os.Getenv("PATH"), "node")
	if err := os.WriteFile(tool, []byte("#!/bin/sh\necho 'no display' >&2\nexit 3\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	_, err = b.Compile(t.Context(), source(t, t.TempDir(), "javascript", "x.js", ""))
	if runtime.GOOS != "windows" && (err == nil || !strings.Contains(err.Error(), "that works here for JavaScript ("+tool+": no display)")) {
		t.Errorf("error %v", err)
	}
}

func TestSettings(t *testing.T) {
	b := builder(t, t.TempDir())
	for lang, env := range map[string]string{"go": "GOFLAGS=-toolexec=/bin/sh", "python": "PYTHONPATH=/tmp"} {
		s := source(t, t.TempDir(), lang, mistakes[lang].file, mistakes[lang].text)
		s.Env = []string{env}
		_, err := b.Compile(t.Context(), s)
		skipIfMissing(t, err)
		if failed, ok := errors.AsType[*Failed](err); !ok || !strings.Contains(failed.Error(), "judge:env: ") || !strings.Contains(failed.Error(), strings.Split(env, "=")[0]) {
			t.Errorf("%s: %v", env, err)
		}
	}
	// With a stranger's setting, Go's library would be compiled again.
	for env, refused := range map[string]bool{"GOEXPERIMENT=simd": false, "GOEXPERIMENT=simd,jsonv2": true, "GOAMD64=v2": true} {
		lang, _ := language.ByID("go")
		err := allowed(lang, []string{env}, true)
		if (err != nil) != refused || allowed(lang, []string{env}, false) != nil {
			t.Errorf("%s of a stranger: %v", env, err)
		}
	}
}

// TestUnasked: a program with settings of its own is compiled once somebody names it, and is cached.
func TestUnasked(t *testing.T) {
	b := builder(t, t.TempDir())
	s := source(t, t.TempDir(), "go", "main.go", aPlusB["go"])
	for _, step := range []struct {
		env           string
		unasked, made bool
		missing       bool
	}{{"GOAMD64=v1", true, false, true}, {"GOAMD64=v1", false, false, false}, {"", true, false, false}, {"GOAMD64=v1", true, true, false}} {
		s.Unasked, s.Env = step.unasked, strings.Fields(step.env)
		if step.made {
			s.Unasked = false
			j, err := b.jobOf(t.Context(), s)
			st, _ := b.cache.current().stage()
			if _, made := st.commit(j.key(), entry{Failed: true}); err != nil || made != nil {
				t.Fatal(err, made)
			}
			s.Unasked = true
		}
		_, err := b.jobOf(t.Context(), s)
		if _, missing := errors.AsType[*Missing](err); missing != step.missing || err != nil && !missing {
			t.Errorf("%+v: %v", step, err)
		}
	}
}

// TestStranger: a stranger's source is compiled behind walls only.
func TestStranger(t *testing.T) {
	b := builder(t, t.TempDir())
	for _, test := range []struct{ stranger, walls, refused bool }{{true, false, true}, {true, true, false}, {false, false, false}} {
		if b.admits = box.Admits; !test.walls {
			b.admits = func() error { return errors.New("no walls") }
		}
		s := source(t, t.TempDir(), "c", "sum.c", aPlusB["c"])
		s.Stranger = test.stranger
		_, err := b.Compile(t.Context(), s)
		skipIfMissing(t, err)
		if (err != nil) != test.refused || err != nil && !strings.Contains(err.Error(), "sum.c: no walls") {
			t.Errorf("%+v: %v", test, err)
		}
	}
}

// TestLeftPlace: what fails to compile in a place that others have left may have had no room there. What compiles is kept.
func TestLeftPlace(t *testing.T) {
	b := builder(t, t.TempDir())
	left := place{dir: t.TempDir()}
	for _, test := range []struct {
		text   string
		where  place
		failed bool
		err    error
	}{
		{aPlusB["c"], left, false, nil},
		{mistakes["c"].text, left, false, errNoRoom},
		{mistakes["c"].text, b.cache.current(), true, nil},
	} {
		j, err := b.jobOf(t.Context(), source(t, t.TempDir(), "c", "sum.c", test.text))
		skipIfMissing(t, err)
		e, err := b.compile(t.Context(), j.key(), j, test.where)
		if e.Failed != test.failed || !errors.Is(err, test.err) {
			t.Errorf("%.20s in %s: %+v, %v", test.text, test.where.dir, e, err)
		}
	}
}

func TestEndlessCompile(t *testing.T) {
	t.Parallel()
	b := builder(t, t.TempDir())
	// Each of these templates needs two more, which takes longer than the limit.
	s := source(t, t.TempDir(), "cpp", "x.cpp", "template<int N, int M> struct F { static const long v = F<N-1, 2*M>::v + F<N-1, 2*M+1>::v; };\n"+
		"template<int M> struct F<0, M> { static const long v = M; };\nint main() { return F<28, 1>::v; }\n")
	s.Time, s.Memory = 500*time.Millisecond, 1<<30
	start := time.Now()
	_, err := b.Compile(t.Context(), s)
	skipIfMissing(t, err)
	if failed, ok := errors.AsType[*Failed](err); !ok || !strings.Contains(failed.Error(), "did not finish: its limit is 500ms") {
		t.Errorf("error %v", err)
	}
	if d := time.Since(start); d > 30*time.Second {
		t.Errorf("took %v", d)
	}
	if entries, _ := filepath.Glob(filepath.Join(b.cache.current().dir, "entries", "*", "*")); len(entries) != 0 {
		t.Error("the failure was kept, and another day there may be more time")
	}
}

func TestInterrupted(t *testing.T) {
	b := builder(t, t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := b.Compile(ctx, source(t, t.TempDir(), "c", "x.c", aPlusB["c"]))
	skipIfMissing(t, err)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestHostileSources try to read other files while they are compiled.
func TestHostileSources(t *testing.T) {
	if _, isolation, _ := box.Isolation(); !strings.Contains(isolation.String(), "Landlock") && !strings.Contains(isolation.String(), "namespaces") {
		t.Skip("no isolation here: " + isolation.String())
	}
	b := builder(t, t.TempDir())
	home, err := os.UserHomeDir()
	if err != nil {
		t.Skip(err)
	}
	secret, err := os.CreateTemp(home, ".judge-test-*.h")
	if err != nil {
		t.Skip(err)
	}
	defer os.Remove(secret.Name())
	secret.WriteString("#define ANSWER 42\n")
	secret.Close()
	for lang, text := range map[string]string{
		"c":    "#include \"" + secret.Name() + "\"\nint main(void) { return ANSWER; }\n",
		"cpp":  "#include \"" + secret.Name() + "\"\nint main() { return ANSWER; }\n",
		"rust": "fn main() { print!(\"{}\", include_str!(\"" + secret.Name() + "\")); }\n",
	} {
		_, err := b.Compile(t.Context(), source(t, t.TempDir(), lang, mistakes[lang].file, text))
		if _, missing := errors.AsType[*Missing](err); missing {
			continue
		}
		if failed, ok := errors.AsType[*Failed](err); !ok || !failed.Text().Said() {
			t.Errorf("%s: %v", lang, err)
		}
	}
}

func TestSweep(t *testing.T) {
	dir := t.TempDir()
	c := place{dir: dir}
	if err := c.try(); err != nil {
		t.Fatal(err)
	}
	now := time.Now().Truncate(time.Second)
	put := func(key string, age time.Duration) string {
		st, err := c.stage()
		if err != nil {
			t.Fatal(err)
		}
		e, err := st.commit(key, entry{Failed: true})
		if err != nil {
			t.Fatal(err)
		}
		st.remove()
		os.Chtimes(filepath.Join(e.dir, entryFile), now.Add(-age), now.Add(-age))
		return e.dir
	}
	if left := files(filepath.Join(dir, "stages")); len(left) > 0 {
		t.Errorf("the trial left %s", left)
	}
	old, young := put("aa1", 31*24*time.Hour), put("bb2", 29*24*time.Hour)
	abandoned, _ := c.stage()
	os.Chtimes(abandoned.dir, now.Add(-3*time.Hour), now.Add(-3*time.Hour))
	working, _ := c.stage()
	os.Chtimes(working.dir, now.Add(-stageAge), now.Add(-stageAge))

	exists := func(path string) bool { _, err := os.Stat(path); return err == nil }
	if c.sweep(now); !exists(old) {
		t.Error("swept twice in a day")
	}
	os.Chtimes(filepath.Join(dir, sweptFile), now.Add(-sweepGap), now.Add(-sweepGap))
	c.sweep(now)
	for path, want := range map[string]bool{old: false, young: true, abandoned.dir: false, working.dir: true} {
		if exists(path) != want {
			t.Errorf("%s is there: %v, want %v", path, !want, want)
		}
	}
	info, err := os.Stat(filepath.Join(young, entryFile))
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(filepath.Join(dir, sweptFile)); !strings.HasSuffix(string(text), fmt.Sprintf(" %d\n", info.Size())) {
		t.Errorf("%q: a file of %d bytes is left, and folders do not count", text, info.Size())
	}
	if _, ok := c.load("bb2"); !ok {
		t.Fatal("the young entry is broken")
	}
	if info, err = os.Stat(filepath.Join(young, entryFile)); err != nil || now.Sub(info.ModTime()) > time.Hour {
		t.Errorf("its use was not noted: %v", info.ModTime())
	}
	lately := now.Add(-useGap / 2).Truncate(time.Second)
	os.Chtimes(filepath.Join(young, entryFile), lately, lately)
	c.load("bb2")
	if info, err = os.Stat(filepath.Join(young, entryFile)); err != nil || !info.ModTime().Equal(lately) {
		t.Errorf("its use was noted twice in %v", useGap)
	}
}

func FuzzMainClass(f *testing.F) {
	f.Add([]byte("\xca\xfe\xba\xbe\x00\x00\x00\x41\x00\x02\x01\x00\x04main"))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		if name, ok := mainClass(data); !ok && name != "" {
			t.Errorf("%q without a main", name)
		}
	})
}

func BenchmarkWarm(b *testing.B) {
	dir := b.TempDir()
	s := source(b, b.TempDir(), "go", "main.go", aPlusB["go"])
	compileIt(b, builder(b, dir), s)
	for b.Loop() {
		warm := builder(b, dir)
		compileIt(b, warm, s)
	}
}

// files are the names in a folder.
func files(dir string) (names []string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
