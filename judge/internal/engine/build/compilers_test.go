package build_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

// tool puts a script of this name before all others of the PATH.
func tool(t *testing.T, name, script string) {
	t.Helper()
	short.Skip(t)
	if runtime.GOOS == "windows" {
		t.Skip("no scripts there")
	}
	dir := t.TempDir()
	must.Succeed(t, os.WriteFile(filepath.Join(dir, name), []byte(script), 0o755))
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
}

// TestWhatCompilersSay: what a compile comes to by the compiler's end and its text, and whether it is asked again: the
// machine may be at fault, or what is missing may be there tomorrow.
func TestWhatCompilersSay(t *testing.T) {
	for _, test := range []struct {
		name, does string
		kept       bool
		want       string
	}{
		{"an error", "echo 'x.c:1: error: y' >&2; exit 1", true, "x.c:1: error: y"},
		{"no program", "exit 0", true, "x.c: it compiles, but not to a program"},
		{"silent", "exit 3", true, "gcc ended with code 3"},
		{"killed", "echo 'fatal error: Killed signal terminated program cc1' >&2; exit 1", false, "Killed"},
		{"a header missing", "echo 'a.h: No such file or directory' >&2; exit 1", false, "a.h: No such file"},
		{"a small heap", "echo 'java.lang.OutOfMemoryError: Java heap space' >&2; exit 3", false, "OutOfMemoryError"},
		{"a full disk", "echo 'ld: final link failed: No space left on device' >&2; exit 1", false, "No space left"},
		{"a signal", "kill -SEGV $$", false, "gcc was ended by SIGSEGV"},
		{"endless", "while :; do :; done", false, "gcc did not finish: its limit is 500ms"},
		{"loud", "while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done", false, "gcc did not finish: "},
		{"a long text", "yes y | head -c 70000; yes y | head -c 70000 >&2; exit 1", true, "\n...\n"},
		{"too large a program", "while [ \"$1\" != -o ]; do shift; done; truncate -s 67108865 $2; chmod +x $2", true,
			"x.c: the program has more than 64 MiB"},
		{"a link", "while [ \"$1\" != -o ]; do shift; done; ln -s /etc/passwd $2", false, "which is not a regular file"},
	} {
		t.Run(test.name, func(t *testing.T) {
			tool(t, "gcc", "#!/bin/sh\nif [ \"$1\" = --version ]; then echo gcc 99; exit; fi\n"+test.does+"\n")
			b := builder(t, t.TempDir())
			s := source(t, t.TempDir(), "c", "x.c", "int main(void) { return 0; }\n")
			s.Time = 500 * time.Millisecond
			for _, again := range []bool{false, true} {
				_, err := b.Compile(t.Context(), s)
				must.Fail(t, err, test.want)
				if failed, ok := errors.AsType[*build.Failed](err); ok && failed.Cached != (again && test.kept) {
					t.Errorf("again %v: kept %v", again, failed.Cached)
				}
			}
		})
	}
}

// TestOneBudget: a compile that is tried again as older versions has the time of one compile for all.
func TestOneBudget(t *testing.T) {
	if _, err := os.Stat("/usr/bin/python3"); err != nil {
		t.Skip("no python3 to spend CPU time in")
	}
	tool(t, "g++", `#!/usr/bin/python3
import sys, time, os
if "--version" in sys.argv: print("g++ 99"); sys.exit()
while time.process_time() < .4: pass
if "-std=gnu++11" not in sys.argv: sys.exit("x.cpp:1:1: error: reference to 'size' is ambiguous")
out = sys.argv[sys.argv.index("-o") + 1]
open(out, "w").write("#!/bin/sh\n")
os.chmod(out, 0o755)
`)
	b := builder(t, t.TempDir())
	s := source(t, t.TempDir(), "cpp", "x.cpp", "int main() {}\n")
	s.Time = time.Second // two of three
	_, err := b.Compile(t.Context(), s)
	if failed, ok := errors.AsType[*build.Failed](err); !ok || !strings.Contains(failed.Output, "is ambiguous") {
		t.Errorf("it had more time than that of one compile: %v", err)
	}
	s.Time = time.Minute
	if p, err := b.Compile(t.Context(), s); err != nil || p.As != "C++11" {
		t.Errorf("with more time: %+v, %v", p, err)
	}
}

// TestOtherLimits: a compile does not wait for an equal one within other limits, which may be too narrow.
func TestOtherLimits(t *testing.T) {
	tool(t, "gcc", "#!/bin/sh\nif [ \"$1\" = --version ]; then echo gcc 99; exit; fi\ni=0; while [ $i -lt 1000000 ]; do i=$((i+1)); done\n"+
		"while [ \"$1\" != -o ]; do shift; done; echo '#!/bin/sh' >$2; chmod +x $2\n")
	b := builder(t, t.TempDir())
	var wg sync.WaitGroup
	for limit, works := range map[time.Duration]bool{10 * time.Millisecond: false, time.Minute: true} {
		s := source(t, t.TempDir(), "c", "x.c", "int main(void) { return 0; }\n")
		s.Time = limit
		wg.Go(func() {
			if _, err := b.Compile(t.Context(), s); (err == nil) != works {
				t.Errorf("within %v: %v", limit, err)
			}
		})
	}
	wg.Wait()
}

// TestInterrupted: who interrupts a compile gets no result; who waits for an equal one gets it.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	b := builder(t, t.TempDir())
	s := source(t, t.TempDir(), "c", "x.c", aPlusB["c"])
	for range 20 {
		ctx, cancel := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		wg.Go(func() {
			if _, err := b.Compile(ctx, s); err != nil && !errors.Is(err, context.Canceled) {
				skipIfMissing(t, err)
				t.Errorf("called off: %v", err)
			}
		})
		wg.Go(cancel)
		compileIt(t, b, s)
		wg.Wait()
		s.Files[0].Text += "\n"
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.Compile(ctx, s); !errors.Is(err, context.Canceled) {
		t.Errorf("before it begins: %v", err)
	}
}

// TestGoCache: where Go's build cache cannot be written, the judge's own is used: here that of the user, which has Go's
// library from earlier runs.
func TestGoCache(t *testing.T) {
	short.Skip(t)
	t.Setenv("GOCACHE", "/dev/null/cache")
	b := must.Get(build.New(build.Options{Sandbox: box}))(t)
	text := fmt.Sprintf("package main\n\nfunc main() { print(%d) }\n", time.Now().UnixNano())
	for range 2 {
		p := compileIt(t, b, source(t, t.TempDir(), "go", "main.go", text))
		must.Equal(t, "", output(t, p, ""), "prints")
	}
}

func TestMissing(t *testing.T) {
	short.Skip(t)
	t.Setenv("PATH", t.TempDir())
	b := builder(t, t.TempDir())
	_, err := b.Compile(t.Context(), source(t, t.TempDir(), "rust", "x.rs", ""))
	missing, ok := errors.AsType[*build.Missing](err)
	if !ok || missing.Tool != "rustc" || missing.Language != "Rust" || !strings.Contains(err.Error(), "install it with ") {
		t.Errorf("error %v", err)
	}
	if all := b.Languages(t.Context()); len(all) > 0 && runtime.GOOS != "windows" {
		t.Errorf("without tools, languages %q", all)
	}
	if _, err := b.Toolchain(t.Context(), "none"); err == nil {
		t.Error("a toolchain of no language")
	}
	if runtime.GOOS == "windows" {
		return
	}
	// A tool that does not work counts as missing, but with a message.
	tool(t, "node", "#!/bin/sh\necho 'no display' >&2\nexit 3\n")
	_, err = builder(t, t.TempDir()).Compile(t.Context(), source(t, t.TempDir(), "javascript", "x.js", ""))
	if err == nil || !strings.Contains(err.Error(), "that works here for JavaScript (") ||
		!strings.Contains(err.Error(), "node: no display)") {
		t.Errorf("error %v", err)
	}
}

// TestFindsTools: the first tool that works, or one with a feature that a source needs.
func TestFindsTools(t *testing.T) {
	const usual, needs = "int main() {}\n", "#include <print>\nint main() {}\n"
	for _, test := range []struct {
		name, text string
		tools      map[string]string // their versions; "" does not work
		want       string
	}{
		{"the usual", usual, map[string]string{"g++": "g++ (GCC) 12.2.0", "clang++": "clang version 18.1.0"}, "g++"},
		{"one that is broken", usual, map[string]string{"g++": "", "clang++": "clang version 18.1.0"}, "clang++"},
		{"a newer one", needs, map[string]string{"g++": "g++ (GCC) 12.2.0", "g++-14": "g++-14 (GCC) 14.1.0"}, "g++-14"},
		{"none that is new enough", needs, map[string]string{"g++": "g++ (GCC) 12.2.0", "clang++": "clang version 14.0.0"}, "g++"},
	} {
		t.Run(test.name, func(t *testing.T) {
			tool(t, "none", "")
			t.Setenv("PATH", t.TempDir()+string(filepath.ListSeparator)+"/nowhere")
			for name, version := range test.tools {
				tool(t, name, fmt.Sprintf("#!/bin/sh\n[ -n '%[1]s' ] || exit 3\nif [ \"$1\" = --version ]; then echo '%[1]s'; exit; fi\n"+
					"echo compiled by ${0##*/} >&2; exit 1\n", version))
			}
			_, err := builder(t, t.TempDir()).Compile(t.Context(), source(t, t.TempDir(), "cpp", "x.cpp", test.text))
			must.Fail(t, err, "compiled by "+test.want, test.want)
		})
	}
}

// TestToolsKnown: a tool is asked once, until something that it depends on has changed.
func TestToolsKnown(t *testing.T) {
	log, cache := filepath.Join(t.TempDir(), "log"), t.TempDir()
	script := func(more string) string { return "#!/bin/sh\necho asked >>" + log + "\necho g++ 12.2.0" + more + "\n" }
	for _, test := range []struct {
		name   string
		change func()
		asked  int
	}{
		{"the first time", func() { tool(t, "g++", script("")) }, 1},
		{"the second", func() {}, 0},
		{"another tool", func() { tool(t, "g++", script("1")) }, 1},
		{"another setting", func() { t.Setenv("PYENV_VERSION", "3") }, 1},
		{"torn", func() { os.WriteFile(filepath.Join(cache, "tools.json"), []byte("{"), 0o600) }, 1},
	} {
		test.change()
		os.Remove(log)
		b := builder(t, cache)
		for range 2 {
			if _, err := b.Toolchain(t.Context(), "cpp"); err != nil {
				t.Errorf("%s: %v", test.name, err)
			}
		}
		if text, _ := os.ReadFile(log); strings.Count(string(text), "asked") != test.asked {
			t.Errorf("%s: %q, want %d times", test.name, text, test.asked)
		}
	}
}

// TestNamesInNames: names are replaced in the compiler's text, not in names that were put there before. The text stays as
// short as a compiler's may be.
func TestNamesInNames(t *testing.T) {
	b := builder(t, t.TempDir())
	var files []string
	folder := "x"
	for n := range 14 {
		name := string(rune('a'+n)) + ".c"
		folder += " " + name
		files = append(files, name, "int "+string(rune('a'+n))+"(void) { return y; }\n")
	}
	s := source(t, filepath.Join(t.TempDir(), folder), "c", files...)
	s.Files[0].Text += "int main(void) { return 0; }\n"
	_, err := b.Compile(t.Context(), s)
	failed, ok := errors.AsType[*build.Failed](err)
	skipIfMissing(t, err)
	if !ok || len(failed.Output) > 70<<10 {
		t.Fatalf("%T, a text of %d bytes", err, len(failed.Output))
	}
	for _, f := range s.Files {
		must.Contain(t, failed.Output, f.Path+":1:", f.Path, "is not named")
	}
}

// TestSettings: a solution may set only what cannot name a file or a program, and a stranger only what solutions/ uses.
func TestSettings(t *testing.T) {
	b := builder(t, t.TempDir())
	for _, test := range []struct {
		lang, env string
		stranger  bool
		want      string
	}{
		{"go", "GOFLAGS=-toolexec=/bin/sh", false, "judge:env: a solution cannot set GOFLAGS"},
		{"python", "PYTHONPATH=/tmp", false, "judge:env: PYTHONPATH"},
		{"go", "GOEXPERIMENT=simd,jsonv2", true, "judge:env: only solutions of the tree may use GOEXPERIMENT=simd,jsonv2"},
		{"go", "GOAMD64=v2", true, "judge:env: only solutions of the tree"},
	} {
		s := source(t, t.TempDir(), test.lang, mistakes[test.lang].file, mistakes[test.lang].text)
		s.Env, s.Stranger = []string{test.env}, test.stranger
		_, err := b.Compile(t.Context(), s)
		skipIfMissing(t, err)
		if failed, ok := errors.AsType[*build.Failed](err); !ok || !strings.Contains(failed.Error(), test.want) {
			t.Errorf("%s: %v", test.env, err)
		}
	}
}
