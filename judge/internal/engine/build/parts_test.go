package build

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/language"
)

// TestEnsure: a program that was removed is built again, at the same place.
func TestEnsure(t *testing.T) {
	there := filepath.Join(t.TempDir(), "there")
	if err := os.WriteFile(there, nil, 0o700); err != nil {
		t.Fatal(err)
	}
	gone, broken := there+"s", errors.New("broken")
	for _, test := range []struct {
		name, exe, made string
		err             error
		want            string
	}{
		{"there", there, "", broken, ""},
		{"made again", gone, gone, nil, ""},
		{"made elsewhere", gone, there, nil, "it was removed from the cache"},
		{"cannot be made", gone, "", broken, "broken"},
	} {
		p := &Program{Exe: test.exe, again: func(context.Context) (*Program, error) { return &Program{Exe: test.made}, test.err }}
		if err := p.Ensure(t.Context()); (err != nil) != (test.want != "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

// shell is a transform by a shell, which is quicker than the tools of a language.
func shell(lang, text string, keep bool) Transform {
	return Transform{Language: lang, Keep: keep, Files: []language.File{{Path: "a.sh", Text: text}},
		Args: func(_ language.Toolchain, _, out string) []string { return []string{"/bin/sh", "./a.sh", out} }}
}

// TestTransform runs a tool on files and returns its output and files, once for equal jobs.
func TestTransform(t *testing.T) {
	t.Parallel()
	b := builder(t, t.TempDir())
	for _, test := range []struct{ name, language, text, want, err string }{
		{"prints and writes", "c", "echo 7; mkdir $1/in; printf 8 >$1/in/x\n", "=7\n in/x=8", ""},
		{"fails", "c", "echo no good >&2; exit 3\n", "", "no good"},
		{"crashes", "c", "kill -9 $$\n", "", "gcc was ended by SIGKILL"},
		{"leaves a link", "c", "ln -s /etc/passwd $1/x\n", "", "x"},
		{"prints too much", "c", "truncate -s 67108865 $1/x; cat $1/x\n", "", "it printed too much"},
		{"leaves as much as may be", "c", "truncate -s 67108864 $1/x\n", "", ""},
		{"leaves too much", "c", "truncate -s 67108865 $1/x\n", "", "too large"},
		{"no language", "none", "", "", `no language "none"`},
	} {
		var first []language.File
		for range 2 {
			made, err := b.Transform(t.Context(), shell(test.language, test.text, false))
			skipIfMissing(t, err)
			var got []string
			for _, f := range made {
				got = append(got, f.Path+"="+strings.Trim(f.Text, "\x00"))
			}
			if text := strings.Join(got, " "); (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) || test.want != "" && text != test.want {
				t.Errorf("%s: %.200q, %.200v", test.name, text, err)
			}
			if first != nil && &first[0] != &made[0] {
				t.Errorf("%s: done twice", test.name)
			}
			if err != nil {
				break
			}
			first = made
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.Transform(ctx, shell("c", "echo 8\n", false)); !errors.Is(err, context.Canceled) {
		t.Errorf("called off: %v", err)
	}
	if _, err := b.Toolchain(t.Context(), "none"); err == nil {
		t.Error("a toolchain of no language")
	}
	if tools, err := b.Toolchain(t.Context(), "c"); err != nil || tools.Compiler == "" {
		t.Errorf("%+v, %v", tools, err)
	}
}

// TestTransformedIsKept: the files of a tool stay for the next judge if they are to be cached; its output does not.
func TestTransformedIsKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, keep := range []bool{true, false} {
		for n, said := range []string{"said\n", "said\n"} {
			if keep && n > 0 {
				said = "" // no tool ran
			}
			made, err := builder(t, dir).Transform(t.Context(), shell("c", fmt.Sprintf("echo said; printf %v >$1/x\n", keep), keep))
			skipIfMissing(t, err)
			if want := []language.File{{Text: said}, {Path: "x", Text: fmt.Sprint(keep)}}; !slices.Equal(made, want) {
				t.Errorf("keep %v, time %d: %q, %v, want %q", keep, n, made, err, want)
			}
		}
	}
	for keep, text := range map[bool]string{false: "echo said; printf true >$1/x\n", true: "echo said; printf false >$1/x\n"} { // as above, the other way round
		if made, err := builder(t, dir).Transform(t.Context(), shell("c", text, keep)); err != nil || len(made) != 2 || made[0].Text != "said\n" {
			t.Errorf("keep %v: %q, %v", keep, made, err)
		}
	}
	tool := Transform{Language: "c", Tool: Made{Name: "tool.c", Text: "#include <stdio.h>\nint main(int argc, char **argv) { puts(argv[1]); }\n"},
		Args: func(language.Toolchain, string, string) []string { return []string{"asked"} }}
	if made, err := builder(t, dir).Transform(t.Context(), tool); err != nil || len(made) != 1 || made[0].Text != "asked\n" {
		t.Errorf("a tool that is compiled first: %q, %v", made, err)
	}
	tool.Tool.Text = "int main() { x; }\n"
	if made, err := builder(t, dir).Transform(t.Context(), tool); err == nil || !strings.Contains(err.Error(), "tool.c") {
		t.Errorf("a tool that does not compile: %q, %v", made, err)
	}
}

// TestTools: a changed tool is asked again, and a missing tool is not asked.
func TestTools(t *testing.T) {
	tool := filepath.Join(t.TempDir(), "tool")
	if err := os.WriteFile(tool, nil, 0o700); err != nil {
		t.Fatal(err)
	}
	known := located{Toolchain: language.Toolchain{Compiler: tool}, Watch: []stamp{stampOf(tool)}}
	if !unchanged(known) || unchanged(located{}) {
		t.Error("a tool as it was is asked again")
	}
	if os.WriteFile(tool, []byte("new"), 0o700) != nil || unchanged(known) {
		t.Error("another tool is believed to be the old one")
	}
	b := builder(t, t.TempDir())
	if all := b.Languages(t.Context()); !slices.Contains(all, "go") {
		t.Errorf("languages %q", all)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := run(ctx, tool); err == nil || strings.Contains(err.Error(), "no answer") {
		t.Errorf("called off: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if all := builder(t, t.TempDir()).Languages(t.Context()); len(all) > 0 && runtime.GOOS != "windows" {
		t.Errorf("without tools, languages %q", all)
	}
	if _, err := GoSays("env"); err == nil || !strings.Contains(err.Error(), "no go here") {
		t.Errorf("without Go: %v", err)
	}
}

// TestConclude: the result of a compile by its end and its text, and whether it may be cached.
func TestConclude(t *testing.T) {
	c, _ := language.ByID("c")
	j := job{lang: c, tools: located{Toolchain: language.Toolchain{Compiler: "/bin/gcc"}}, sources: sources{{name: "main.c"}}, time: time.Second, memory: 5 << 20}
	for _, test := range []struct {
		name    string
		o       sandbox.Outcome
		text    string
		lasting bool
		failed  bool
		reason  string // or the error
	}{
		{"an error", sandbox.Outcome{Exit: 1, Stderr: []byte("x")}, "x.c:1: error", true, true, ""},
		{"no program", sandbox.Outcome{}, "", true, true, "./main.c: it compiles, but not to a program"},
		{"silent", sandbox.Outcome{Exit: 3}, "", true, true, "gcc ended with code 3"},
		{"killed", sandbox.Outcome{Exit: 1, Stderr: []byte("x")}, "gcc: fatal error: Killed signal terminated program cc1", false, true, ""},
		{"a header missing", sandbox.Outcome{Exit: 1, Stderr: []byte("x")}, "a.h: No such file or directory", false, true, ""},
		{"a small heap", sandbox.Outcome{Exit: 3, Stderr: []byte("x")}, "Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space", false, true, ""},
		{"quotes a full disk", sandbox.Outcome{Exit: 1, Stderr: []byte("x")}, "error: no space left on device", false, true, ""},
		{"a signal", sandbox.Outcome{Exit: -1, Signal: "SIGSEGV"}, "", false, true, "gcc was ended by SIGSEGV"},
		{"a signal, with a note", sandbox.Outcome{Exit: -1, Signal: "SIGSYS", Note: say.Of("x")}, "", false, true, "gcc: x"},
		{"a note alone", sandbox.Outcome{Exit: 1, Note: say.Of("x")}, "", true, true, "gcc ended with code 1"},
		{"too slow", sandbox.Outcome{End: sandbox.CPULimit}, "", false, true, "gcc did not finish: its limit is 1s"},
		{"idle", sandbox.Outcome{End: sandbox.WallLimit, Wall: 3 * time.Second}, "", false, true, "gcc did not finish: it was idle for 3s"},
		{"too large", sandbox.Outcome{End: sandbox.MemoryLimit}, "", false, true, "gcc did not finish: its limit is 5 MiB of memory"},
		{"too loud", sandbox.Outcome{End: sandbox.OutputLimit}, "", false, true, "gcc did not finish: it printed too much"},
		{"starved", sandbox.Outcome{End: sandbox.Starved}, "", false, false, "gcc was starved: the machine is too busy to compile"},
	} {
		st, err := place{dir: t.TempDir()}.stage()
		if err != nil {
			t.Fatal(err)
		}
		e, lasting, err := conclude(j, st, test.o, test.text)
		reason := ""
		if e.Reason != nil {
			reason = e.Reason.String()
		}
		if err != nil {
			reason = err.Error()
		}
		if lasting != test.lasting || e.Failed != test.failed || !strings.HasPrefix(reason, test.reason) || (reason == "") != (test.reason == "") || e.Failed && reason == "" && e.Output != test.text {
			t.Errorf("%s: lasting %v, %+v, %s", test.name, lasting, e, reason)
		}
	}
}

// TestMessages: what a compile that failed says, whole and in one line, and of what.
func TestMessages(t *testing.T) {
	goLang, _ := language.ByID("go")
	for _, test := range []struct {
		name, output, reason, foreign string
		text, first                   string
	}{
		{"the compiler's text", "a.c:1:1: warning: x\na.c:2:1: error: y\n", "", "", "a.c:1:1: warning: x\na.c:2:1: error: y\n", "a.c:2:1: error: y"},
		{"a remark", "", "too slow", "", "too slow", "too slow"},
		{"both", "a.c:2:1: error: y\n", "too slow", "", "a.c:2:1: error: y\ntoo slow", "a.c:2:1: error: y"},
		{"another language", "a.c:2:1: error: y\n", "", "this is C++23", "a.c:2:1: error: y\nthis is C++23", "this is C++23"},
	} {
		f := &Failed{Output: test.output, Reason: say.Text(test.reason), Foreign: say.Text(test.foreign)}
		if text, first := f.Text().String(), f.First().String(); text != test.text || first != test.first {
			t.Errorf("%s: %q, %q", test.name, text, first)
		}
	}
	j := job{lang: goLang, sources: sources{{path: "/home/me/x.go", name: "x.go"}}}
	reason := say.Of("%s: no program", "./x.go")
	for _, test := range []struct {
		text string
		e    entry
		want string
	}{
		{"//go:build plan9 && wasm\n\npackage main\n", entry{Output: "x.go:1:1: y\n"}, "written for other machines: //go:build plan9 && wasm"},
		{"package main\n", entry{Output: "x.go:1:1: y\n"}, "does not compile: /home/me/x.go:1:1: y\n"},
		{"package main\n", entry{Reason: &reason}, "does not compile: /home/me/x.go: no program"},
	} {
		if got := j.failure(test.e, Source{Language: "go", Files: []language.File{{Path: "/home/me/x.go", Text: test.text}}}).Error(); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
	for want, s := range map[string]Source{"named": {Name: "named", Files: []language.File{{Path: "a.c"}}}, "a.c": {Files: []language.File{{Path: "a.c"}, {Path: "b.c"}}}, "": {}} {
		if got := nameOf(s); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := noSpaceLine("a.c:1: x\nld: No space left on device \nb\n"); got != "ld: No space left on device" {
		t.Errorf("of a full disk: %q", got)
	}
	printed, err := os.Create(filepath.Join(t.TempDir(), "printed"))
	if err != nil {
		t.Fatal(err)
	}
	defer printed.Close()
	for n, want := range map[int]int{maxMessage: maxMessage, maxMessage + 1: maxMessage + len("\n...\n")} {
		if got := said(sandbox.Outcome{Stdout: printed, Stderr: make([]byte, n)}, stage{src: "/s", tmp: "/t"}); len(got) != want {
			t.Errorf("%d bytes became %d", n, len(got))
		}
	}
	last := place{dir: "there", temporary: true}
	for _, places := range [][]place{{last}, {last, {dir: "here"}}} {
		want := os.TempDir() + " accepts no more data"
		if len(places) > 1 {
			want = "neither here nor " + os.TempDir() + " accepts more data"
		}
		if err := (&cache{places: places}).leave(last, errNoRoom); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no room anywhere: %v, want %s", err, want)
		}
	}
}

// TestFill: which files become an entry. A source that is interpreted is copied.
func TestFill(t *testing.T) {
	for _, test := range []struct {
		language, name, made string
		size                 int64 // without blocks on disk
		mode                 os.FileMode
		main, reason         string
	}{
		{"python", "a.py", "", 0, 0, "a.py", ""},
		{"c", "main.c", language.Exe, 0, 0o755, language.Exe, ""},
		{"c", "main.c", language.Exe, maxProgram, 0o755, language.Exe, ""},
		{"c", "main.c", language.Exe, maxProgram + 1, 0o755, "", "./main.c: the program has more than 64 MiB"},
		{"go", "main.go", language.Exe, 0, 0o644, "", "./main.go: it compiles, but not to a program"},
		{"c", "main.c", "other", 0, 0o755, "", "./main.c: it compiles, but not to a program"},
		{"java", "Main.java", "Main.class", 0, 0o644, "", "./Main.java: no class has a public static void main"},
	} {
		lang, _ := language.ByID(test.language)
		st, err := place{dir: t.TempDir()}.stage()
		if err != nil {
			t.Fatal(err)
		}
		if test.made != "" {
			file := filepath.Join(st.out, test.made)
			if err := errors.Join(os.WriteFile(file, nil, test.mode), os.Truncate(file, test.size)); err != nil {
				t.Fatal(err)
			}
		}
		var e entry
		if err := e.fill(job{lang: lang, sources: sources{{name: test.name, text: []byte("text")}}}, st); err != nil {
			t.Errorf("%+v: %v", test, err)
			continue
		}
		if e.Failed != (test.reason != "") || e.Failed && !strings.HasPrefix(e.Reason.String(), test.reason) || !e.Failed && (e.Main != test.main || e.Entry != test.main || len(e.Files) != 1) {
			t.Errorf("%+v: %+v %v", test, e, e.Reason)
		}
		if _, err := os.Stat(st.out); (err == nil) == (test.size > maxProgram) {
			t.Errorf("%+v: what is too large to be kept is kept: %v", test, err)
		}
	}
	e := entry{Main: "b", Files: []entryFileInfo{{Name: "a"}, {Name: "b"}}}
	if at := e.main(); at != 1 || (entry{Files: e.Files}).main() != 0 {
		t.Errorf("its main file is number %d", at)
	}
}

// TestNoRoom: which errors might not happen on another disk.
func TestNoRoom(t *testing.T) {
	for err, want := range map[error]bool{nil: false, syscall.ENOSPC: true, syscall.EROFS: true, fs.ErrPermission: true, errNoRoom: true,
		errors.New("There is not enough space on the disk."): true, errors.New("another"): false} {
		if got := noRoom(err); errors.Is(got, errNoRoom) != want || (got == nil) != (err == nil) {
			t.Errorf("%v: %v", err, got)
		}
	}
	for err, want := range map[error]string{errNoRoom: "is full", noRoom(syscall.ENOSPC): "is full", noRoom(syscall.EROFS): "cannot be used", noRoom(fs.ErrPermission): "cannot be used", errors.New("x"): "cannot be used"} {
		if got := unusable(place{dir: "a"}, place{dir: "b"}, err).String(); !strings.Contains(got, want) {
			t.Errorf("%v: %s", err, got)
		}
	}
}

// TestSources: names of the copies, and the user's names in their place in messages of a compiler.
func TestSources(t *testing.T) {
	s := sources{{path: "", name: "driver.c"}, {path: "/home/me/$x.c", name: "main.c"}, {path: "/home/me/b.c", name: "b.c"}}
	const said = "# command-line-arguments\n./main.c:3: in b.c: xmain.c, driver.c main.cc\n"
	if got, want := s.translate(said), "/home/me/$x.c:3: in /home/me/b.c: xmain.c, driver.c main.cc\n"; got != want {
		t.Errorf("%q", got)
	}
	dir := t.TempDir()
	if err := (sources{{name: "a"}, {name: "b"}}).writeTo(dir); err != nil || !slices.Equal(files(dir), []string{"a", "b"}) {
		t.Errorf("written: %q, %v", files(dir), err)
	}
	t.Setenv("SystemRoot", `C:\Windows`)
	c, _ := language.ByID("c")
	if env := environment(job{lang: c}, stage{}); !slices.Contains(env, `SystemRoot=C:\Windows`) {
		t.Errorf("environment %q", env)
	}
	for name, want := range map[string]string{"a b.c": "main.c", "ok.c": "ok.c"} {
		if got, err := copies(c, []language.File{{Path: name}}); err != nil || got[0].name != want {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	if got, err := copies(c, []language.File{{Path: "x/a.c"}, {Path: "y/A.c"}, {Path: "z/f1.c"}, {Path: "-a.c"}, {Path: "a_test.c"}}); err != nil || got[0].name != "a.c" || got[1].name != "f1.c" || got[2].name != "f2.c" || got[3].name != "f3.c" || got[4].name != "a_test.c" {
		t.Errorf("%+v, %v", got, err)
	}
	rust, _ := language.ByID("rust")
	if got, err := copies(rust, []language.File{{Path: "a-b.rs"}, {Path: "board.rs"}}); err != nil || got[0].name != "main.rs" || got[1].name != "board.rs" {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := copies(c, nil); err == nil {
		t.Error("no files are a program")
	}
}

// classFile writes a class with one method, as javac does; kind is that of an unused constant.
func classFile(name, method, descriptor string, access uint16, kind byte) []byte {
	b := []byte{0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61, 0, 7, 1}
	text := func(s string) { b = append(append(b, 0, byte(len(s))), s...) }
	text(name)
	b = append(b, 7, 0, 1, 1)
	text(method)
	b = append(b, 1)
	text(descriptor)
	size := map[byte]int{3: 4, 5: 8, 8: 2, 15: 3, 99: 4}[kind]
	b = append(append(b, kind), make([]byte, size)...)
	if kind != 5 { // which takes two places
		b = append(b, 8, 0, 1)
	}
	b = append(b, 0, 1, 0, 2, 0, 0, 0, 0, 0, 1)                   // access, class, superclass, interfaces, fields
	b = append(b, 0, 0, 0, 3, 0, 4, 0, 1, 0, 1, 0, 0, 0, 2, 7, 7) // a field with an attribute
	return append(b, 0, 1, byte(access>>8), byte(access), 0, 3, 0, 4, 0, 0)
}

// TestChooseClass: of several classes with a main method, the one of the main source comes first, then Main.
func TestChooseClass(t *testing.T) {
	for _, test := range []struct{ source, mains, want string }{
		{"Sum.java", "a/Main.class Sum.class", "Sum.class Sum"},
		{"Sum.java", "X.class a/Main.class", "a/Main.class Main"},
		{"Sum.java", "X.class Y.class", "X.class X"},
		{"Sum.java", "", " "},
	} {
		e, mains := entry{Files: []entryFileInfo{{Name: "Sum.txt"}}}, map[string]string{}
		for _, name := range strings.Fields(test.mains) {
			e.Files, mains[name] = append(e.Files, entryFileInfo{Name: name}), strings.TrimSuffix(filepath.Base(name), ".class")
		}
		e.chooseClass(mains, test.source)
		if got := e.Main + " " + e.Entry; got != test.want || e.Failed != (test.mains == "") {
			t.Errorf("%s of %q: %q, refused %t", test.source, test.mains, got, e.Failed)
		}
	}
}

func TestCodeOf(t *testing.T) {
	s := Source{Language: "python", Files: []language.File{{Text: "x = 1 # one"}, {Text: "y = 2"}}}
	if got := codeOf(s); got != "x = 1      " {
		t.Errorf("%q", got)
	}
	if got := codeOf(Source{Language: "python"}); got != "" {
		t.Errorf("of nothing: %q", got)
	}
}

// TestMainClass reads class files as javac writes them. A class can be started if it has a public static main.
func TestMainClass(t *testing.T) {
	const array, public, static = "([Ljava/lang/String;)V", 1, 8
	good := classFile("a/b/Deep", "main", array, public|static, 3)
	torn := append([]byte{}, good...)
	torn[0] = 0
	for _, test := range []struct {
		name string
		data []byte
		want string
	}{
		{"good", good, "a.b.Deep"},
		{"a final one", classFile("X", "main", array, public|static|16, 8), "X"},
		{"with a long number", classFile("X", "main", array, public|static, 5), "X"},
		{"with a handle", classFile("X", "main", array, public|static, 15), "X"},
		{"a constant of no kind", classFile("X", "main", array, public|static, 99), ""},
		{"no class", torn, ""},
		{"cut off", good[:len(good)-12], ""},
		{"private", classFile("X", "main", array, static, 3), ""},
		{"of an object", classFile("X", "main", array, public, 3), ""},
		{"another name", classFile("X", "mine", array, public|static, 3), ""},
		{"other arguments", classFile("X", "main", "()V", public|static, 3), ""},
		{"nothing", nil, ""},
	} {
		if got, ok := mainClass(test.data); got != test.want && ok || ok != (test.want != "") {
			t.Errorf("%s: %q, %v", test.name, got, ok)
		}
	}
}

// TestAgain: a compiler is called again with other flags if its errors show that they help.
func TestAgain(t *testing.T) {
	cpp, _ := language.ByID("cpp")
	c, _ := language.ByID("c")
	small := c
	small.LargeData = ""
	const (
		large = "relocation truncated to fit: R_X86_64_PC32"
		older = "-x -std=gnu++14 C++14, -x -std=gnu++11 C++11, -x -std=gnu++98 C++98"
	)
	further := ""
	if runtime.GOARCH == "amd64" {
		further = "-x " + c.LargeData + " "
	}
	for _, test := range []struct {
		name string
		lang language.Language
		said string
		want string // flags and version of each way
	}{
		{"too large", c, large, further},
		{"another error", c, "error", ""},
		{"a language without", small, large, ""},
		{"a name of the library", cpp, "a.cpp:13:17: error: reference to ‘size’ is ambiguous", older},
		{"a name of the library, in clang", cpp, "a.cpp:3:1: error: reference to 'next' is ambiguous", older},
		{"gets", cpp, "a.cpp:76:33: error: ‘gets’ was not declared in this scope; did you mean ‘getw’?", older},
		{"gets in clang", cpp, "a.cpp:7:9: error: use of undeclared identifier 'gets'", older},
		{"register in clang", cpp, "a.cpp:7:9: error: ISO C++17 does not allow 'register' storage class specifier", older},
		{"register is a warning", cpp, "a.cpp:7:9: warning: ISO C++17 does not allow 'register' storage class specifier", ""},
		{"a number that is too wide", cpp, "a.cpp:1:13: error: narrowing conversion of ‘3000000000’ from ‘long int’ to ‘int’", older},
		{"a number that is too wide, in clang", cpp, "a.cpp:1:13: error: constant expression evaluates to 3000000000 which cannot be narrowed to type 'int'", older},
		{"another name", cpp, "a.cpp:75:17: error: ‘memset’ was not declared in this scope", ""},
		{"C has no older versions here", c, "a.c:76:33: error: ‘gets’ was not declared in this scope", ""},
	} {
		var got []string
		for _, way := range (job{lang: test.lang, flags: []string{"-x"}}).again(test.said) {
			got = append(got, strings.Join(way.flags, " ")+" "+way.as)
		}
		if text := strings.Join(got, ", "); text != test.want {
			t.Errorf("%s: %q, want %q", test.name, text, test.want)
		}
	}
}

// TestCommand: the limits of a program and of its runtime add up.
func TestCommand(t *testing.T) {
	java, _ := language.ByID("java")
	p := &Program{lang: java}
	if l := p.Command(0, time.Second).Limits; l != (sandbox.Limits{CPU: time.Second}) {
		t.Errorf("no limit: %+v", l)
	}
	if l := p.Command(1<<20, time.Second).Limits; l.Memory != 1<<20+java.Overhead || l.Data != l.Memory+java.Reserve {
		t.Errorf("1 MiB: %+v", l)
	}
}

// TestFindsTools: the first tool that works, or one with a feature that a source needs.
func TestFindsTools(t *testing.T) {
	cpp, _ := language.ByID("cpp")
	wants := cpp.For("#include <print>")
	if wants.Wants(language.Toolchain{Version: "g++ (GCC) 12.2.0"}) {
		t.Fatal("C++23 is in every compiler")
	}
	for _, test := range []struct {
		name  string
		lang  language.Language
		tools map[string]string // their output
		want  string
	}{
		{"the usual", cpp, map[string]string{"g++": "g++ (GCC) 12.2.0", "clang++": "clang version 18.1.0"}, "g++"},
		{"one that is broken", cpp, map[string]string{"g++": "", "clang++": "clang version 18.1.0"}, "clang++"},
		{"a newer one", wants, map[string]string{"g++": "g++ (GCC) 12.2.0", "g++-14": "g++-14 (GCC) 14.1.0"}, "g++-14"},
		{"none that is new enough", wants, map[string]string{"g++": "g++ (GCC) 12.2.0", "clang++": "clang version 14.0.0"}, "g++"},
		{"none that works", cpp, map[string]string{"g++": ""}, ""},
	} {
		path := t.TempDir()
		t.Setenv("PATH", path)
		for name, says := range test.tools {
			text := "#!/bin/sh\n"
			if text += "echo '" + says + "'\n"; says == "" {
				text = "#!/bin/sh\nexit 3\n"
			}
			if err := os.WriteFile(filepath.Join(path, name), []byte(text), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		b, err := New(Options{CacheDir: t.TempDir(), Sandbox: box})
		if err != nil {
			t.Fatal(err)
		}
		got, err := b.tools.find(t.Context(), test.lang)
		if (err != nil) != (test.want == "") || err == nil && filepath.Base(got.Compiler) != test.want {
			t.Errorf("%s: %s, %v", test.name, got.Compiler, err)
		}
		b.Close()
	}
}

// TestToolsKnown: a tool is asked once, until something that it depends on has changed.
func TestToolsKnown(t *testing.T) {
	path, cache := t.TempDir(), t.TempDir()
	t.Setenv("PATH", path)
	tool := func(name, text string) {
		if err := os.WriteFile(filepath.Join(path, name), []byte("#!/bin/sh\n"+text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	cpp, _ := language.ByID("cpp")
	for _, test := range []struct {
		name   string
		change func()
		asked  int
	}{
		{"the first time", func() { tool("g++", "echo g++ 12.2.0\n") }, 1},
		{"the second", func() {}, 0},
		{"another tool", func() { tool("g++", "echo g++ 12.2.01\n") }, 1},
		{"another setting", func() { t.Setenv("PYENV_VERSION", "3") }, 1},
		{"yet another", func() { t.Setenv("PYENV_VERSION", "4") }, 1},
		{"torn", func() { os.WriteFile(filepath.Join(cache, toolboxFile), []byte("{"), 0o600) }, 1},
	} {
		test.change()
		b, err := New(Options{CacheDir: cache, Sandbox: box})
		if err != nil {
			t.Fatal(err)
		}
		asked := 0
		b.tools.asked = func(string) { asked++ }
		for range 2 {
			if l, err := b.tools.locate(t.Context(), cpp); err != nil || slices.ContainsFunc(l.Watch, func(s stamp) bool { return s.Path == "" }) || l.Watch[0].Path == l.Watch[1].Path {
				t.Errorf("%s: %+v, %v", test.name, l, err)
			}
		}
		if asked != test.asked {
			t.Errorf("%s: asked %d times", test.name, asked)
		}
		b.Close()
	}
	tool("g++", "echo first >&2; exit 3\n")
	tool("clang++", "echo second >&2; exit 3\n")
	b, err := New(Options{CacheDir: cache, Sandbox: box})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if _, err := b.tools.locate(t.Context(), cpp); err == nil || !strings.Contains(err.Error(), "first") {
		t.Errorf("two that do not work: %v", err)
	}
	if got := choosers("/a/b/tool"); len(got) != 4 {
		t.Errorf("what chooses a version: %q", got)
	}
	if got := (&Missing{Language: "Go", Unasked: "x"}).Error(); !strings.Contains(got, "run judge x once") {
		t.Errorf("what nobody has named: %s", got)
	}
	if err := (sources{}).writeTo(filepath.Join(path, "gone")); err == nil {
		t.Error("written to no folder")
	}
}
