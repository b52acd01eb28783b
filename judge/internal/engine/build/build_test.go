package build_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

var box *sandbox.Sandbox

func TestMain(m *testing.M) {
	sandbox.Main()
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
func builder(t testing.TB, dir string) *build.Builder {
	t.Helper()
	short.Skip(t)
	b, err := build.New(build.Options{CacheDir: dir, Sandbox: box, Warn: beyondGreeting(func(what string) { t.Errorf("warning: %s", what) })})
	must.Succeed(t, err)
	t.Cleanup(func() { b.Close() })
	return b
}

// source writes files ("name", "text", ...) to the folder and returns them as a source.
func source(t testing.TB, dir, lang string, files ...string) build.Source {
	t.Helper()
	s := build.Source{Language: lang}
	for i := 0; i < len(files); i += 2 {
		path := filepath.Join(dir, filepath.FromSlash(files[i]))
		must.Succeed(t, os.MkdirAll(filepath.Dir(path), 0o777))
		must.Succeed(t, os.WriteFile(path, []byte(files[i+1]), 0o666))
		s.Files = append(s.Files, language.File{Path: path, Text: files[i+1]})
	}
	return s
}

// compile fails the test if the source does not compile; a missing compiler skips it.
func compileIt(t testing.TB, b *build.Builder, s build.Source) *build.Program {
	t.Helper()
	p, err := b.Compile(t.Context(), s)
	skipIfMissing(t, err)
	must.Succeed(t, err)
	return p
}

func skipIfMissing(t testing.TB, err error) {
	t.Helper()
	if missing, ok := errors.AsType[*build.Missing](err); ok {
		t.Skip(missing)
	}
}

// output runs the program and returns its output.
func output(t testing.TB, p *build.Program, input string) string {
	t.Helper()
	in := filepath.Join(t.TempDir(), "in")
	must.Succeed(t, os.WriteFile(in, []byte(input), 0o666))
	c := p.Command(256<<20, 10*time.Second)
	c.Limits.Wall = time.Minute // the machine may be busy
	var err error
	if c.Stdin, err = os.Open(in); err != nil {
		t.Fatal(err)
	}
	defer c.Stdin.Close()
	o := must.Get(box.Run(t.Context(), c))(t)
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
	"c": "#include <stdio.h>\n#include <math.h>\n" +
		"int main(void) { int a, b; if (scanf(\"%d %d\", &a, &b) != 2) return 1; printf(\"%.0f\\n\", floor(a + b)); }\n",
}

// several are programs in several files that print 7.
var several = map[string][]string{
	"go": {"main.go", "package main\n\nfunc main() { println2(seven()) }\n", "help.go",
		"package main\n\nimport \"fmt\"\n\nfunc seven() int { return 7 }\nfunc println2(x int) { fmt.Println(x) }\n"},
	"c": {"main.c", "#include <stdio.h>\n#include \"my help.h\"\nint main(void) { printf(\"%d\\n\", seven()); }\n", "my help.c",
		"#include <math.h>\nint seven(void) { volatile double x = 7.5; return floor(x); }\n", "my help.h", "int seven(void);\n"},
	"cpp": {"main.cpp", "#include <iostream>\n#include \"x.hpp\"\nint main() { std::cout << seven() << '\\n'; }\n", "x.hpp",
		"#pragma once\ninline int seven() { return 7; }\n"},
	"java": {"solve.java", "package a.b;\nimport java.util.*;\npublic class Sum {\n  static class Inner {}\n" +
		"  public static void main(String[] args) { System.out.println(List.of(new Y.Z().seven()).get(0)); }\n}\n",
		"y.java", "package a.b;\nclass Y { public static class Z { int seven() { return 7; } } " +
			"public static void main(String[] a) { System.out.println(8); } }\n"},
	"python": {"solve me.py", "import board\nprint(board.seven)\n", "board.py", "seven = 7\n"},
	"rust":   {"a-b.rs", "mod board;\nfn main() { println!(\"{}\", board::seven()); }\n", "board.rs", "pub fn seven() -> i32 { 7 }\n"},
	"csharp": {"main.cs", "class P { static void Main() { System.Console.WriteLine(Help.Seven); } }\n", "help.cs",
		"static class Help { public const int Seven = 7; }\n"},
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
	"csharp":     {"sum.cs", "class P { static void Main() { x(); } }\n", "sum.cs(1,32): error CS0103"},
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
			if again := compileIt(t, warm, good); !again.Cached || again.Exe != program.Exe || again.Time != 0 {
				t.Errorf("the second time: %+v", again)
			}

			mistake := mistakes[lang.ID]
			bad := source(t, filepath.Join(t.TempDir(), "some dir"), lang.ID, mistake.file, mistake.text)
			for _, cached := range []bool{false, true} {
				_, err := b.Compile(t.Context(), bad)
				failed, ok := errors.AsType[*build.Failed](err)
				if !ok {
					t.Fatalf("a wrong program: %v", err)
				}
				if want := filepath.Join(filepath.Dir(bad.Files[0].Path), mistake.message); !strings.Contains(failed.Output, want) {
					t.Errorf("output:\n%s\nwant %s", failed.Output, want)
				}
				if strings.Contains(failed.Output, "command-line-arguments") || strings.Contains(failed.Output, cacheDir) {
					t.Errorf("output shows our own folders:\n%s", failed.Output)
				}
				must.Equal(t, cached, failed.Cached, "failure cached")
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
		"lib.go": {"go", "package lib\n\nfunc F() {}\n", "lib.go: it compiles, but not to a program: is it package main"},
		"lib.rs": {"rust", "#![crate_type=\"lib\"]\npub fn f() {}\n", "`main` function not found"},
		"lib.c":  {"c", "int f(void) { return 1; }\n", "main"},
		"A.java": {"java", "class A { void main(String[] a) {} }\n",
			"A.java: no class has a public static void main(String[] args) to start in"},
		"none.go": {"go", "", "none.go:1:1: expected 'package'"},
		"asm.c":   {"c", "__asm__(\"no such instruction\");\nint main(void) { return 0; }\n", "no such instruction"},
	} {
		_, err := b.Compile(t.Context(), source(t, t.TempDir(), test[0], file, test[1]))
		if _, ok := errors.AsType[*build.Missing](err); ok {
			continue
		}
		if failed, ok := errors.AsType[*build.Failed](err); !ok || !strings.Contains(failed.Error(), test[2]) ||
			strings.Contains(failed.Error(), cacheDir) {
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
		if _, ok := errors.AsType[*build.Missing](err); ok {
			continue
		}
		must.Succeed(t, err)
		o := must.Get(box.Run(t.Context(), p.Command(0, 10*time.Second)))(t)
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
	for _, body := range []string{
		"import \"simd/archsimd\"\n\nfunc main() { archsimd.ClearAVXUpperBits() }\n", "func main() { onlyThere() }\n",
	} {
		_, err := b.Compile(t.Context(), source(t, t.TempDir(), "go", "main.go", "//go:build plan9 && wasm\n\npackage main\n\n"+body))
		if missing, ok := errors.AsType[*build.Missing](err); !ok || !strings.Contains(missing.Error(), "//go:build plan9 && wasm") {
			t.Errorf("%q: %v", body, err)
		}
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
				must.Fail(t, err, bad.Files[0].Path, "the message does not name", bad.Files[0])
			})
		}
	}
}

// TestHostileSources try to read other files while they are compiled.
func TestHostileSources(t *testing.T) {
	if _, isolation, _ := box.Isolation(); !strings.Contains(isolation.String(), "Landlock") &&
		!strings.Contains(isolation.String(), "namespaces") {
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
		if _, missing := errors.AsType[*build.Missing](err); missing {
			continue
		}
		if failed, ok := errors.AsType[*build.Failed](err); !ok || !failed.Text().Said() {
			t.Errorf("%s: %v", lang, err)
		}
	}
}
