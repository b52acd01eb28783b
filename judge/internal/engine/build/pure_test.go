package build

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/testkit/must"
)

// TestCopies: the names of the copies that a compiler sees.
func TestCopies(t *testing.T) {
	for _, test := range []struct{ lang, paths, want string }{
		{"c", "a b.c", "main.c"}, {"c", "ok.c", "ok.c"}, {"rust", "a-b.rs board.rs", "main.rs board.rs"},
		{"c", "x/a.c y/A.c z/f1.c -a.c a_test.c", "a.c f1.c f2.c f3.c a_test.c"},
		{"c", "", ""},
	} {
		var files []language.File
		for _, path := range strings.Split(test.paths, " ") {
			files = append(files, language.File{Path: path})
		}
		if test.paths == "a b.c" {
			files = []language.File{{Path: test.paths}}
		}
		if test.paths == "" {
			files = nil
		}
		all, err := Named(Source{Language: test.lang, Files: files})
		var names []string
		for _, f := range all {
			names = append(names, f.Name)
		}
		if got := strings.Join(names, " "); got != test.want || (err != nil) != (test.paths == "") {
			t.Errorf("%s: %q, %v, want %q", test.paths, got, err, test.want)
		}
	}
}

// TestTranslate: the user's names in the place of the copies' in messages of a compiler.
func TestTranslate(t *testing.T) {
	s := sources{{Name: "driver.c"}, {Path: "/home/me/$x.c", Name: "main.c"}, {Path: "/home/b.c/b.c", Name: "b.c"},
		{Path: "m h.h", Name: "my help.h"}}
	for said, want := range map[string]string{
		"# command-line-arguments\n./main.c:3: in b.c: x\n": "/home/me/$x.c:3: in /home/b.c/b.c: x\n",
		"main.c b.c main.c":                  "/home/me/$x.c /home/b.c/b.c /home/me/$x.c",
		"xmain.c, driver.c main.cc a/main.c": "xmain.c, driver.c main.cc a/main.c",
		"in my help.h:1":                     "in m h.h:1",
	} {
		must.Equal(t, want, s.translate(said), said, "became")
	}
	must.Equal(t, "main.c", (sources{{Name: "driver.c"}}).translate("main.c"), "without names")
}

// TestAgain: a compiler is called again with other flags if its errors show that they help.
func TestAgain(t *testing.T) {
	cpp, _ := language.ByID("cpp")
	c, _ := language.ByID("c")
	small := c
	small.LargeData = ""
	const (
		large = "relocation truncated to fit: R_X86_64_PC32"
		older = "-std=gnu++14 C++14, -std=gnu++11 C++11, -std=gnu++98 C++98"
	)
	further := ""
	if runtime.GOARCH == "amd64" {
		further = c.LargeData + " "
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
		{"a number that is too wide, in clang", cpp,
			"a.cpp:1:13: error: constant expression evaluates to 3000000000 which cannot be narrowed to type 'int'", older},
		{"into a pointer", cpp, "a.cpp:3:41: error: no match for ‘operator>>’ (operand types are ‘std::istream’ {aka " +
			"‘std::basic_istream<char>’} and ‘char*’)", older},
		{"into a pointer, in clang", cpp,
			"a.cpp:3:41: error: invalid operands to binary expression ('istream' (aka 'basic_istream<char>') and 'char *')", older},
		{"into a class", cpp, "a.cpp:3:41: error: no match for ‘operator>>’ (operand types are ‘std::istream’ and ‘T’)", ""},
		{"a name of nowhere", cpp, "a.cpp:75:17: error: ‘memsat’ was not declared in this scope", ""},
		{"a header", cpp, "a.cpp:1:1: note: ‘memset’ is defined in header ‘<cstring>’; did you forget to ‘#include <cstring>’?",
			"-include cstring "},
		{"a header in clang", cpp, "a.c:1:1: note: include the header <string.h> or explicitly provide a declaration for 'memset'",
			"-include string.h "},
		{"a header in C", c, "a.c:1:1: note: include ‘<string.h>’ or provide a declaration of ‘memset’", "-include string.h "},
		{"a header that none included", cpp,
			"a.cpp:1:1: note: ‘std::vector’ is defined in header ‘<vector>’; did you forget to ‘#include <vector>’?", ""},
		{"C has no older versions here", c, "a.c:76:33: error: ‘gets’ was not declared in this scope", ""},
	} {
		var got []string
		for _, way := range (job{lang: test.lang}).again(way{}, test.said) {
			got = append(got, strings.Join(way.flags, " ")+" "+way.as)
		}
		must.Equal(t, test.want, strings.Join(got, ", "), test.name)
	}
}

// TestImports: the go command outside the sandbox gets only imports of the library.
func TestImports(t *testing.T) {
	const text = `package main

import (
	"errors"
	"fmt"
	"go/ast"
	"cmd"
	"cmd/compile/internal/base"
	"../fmt"
	"-o/x"
	"all"
	"./..."
	"C"
	"unsafe"
	"strings"
)
`
	root := t.TempDir()
	for _, folder := range []string{"fmt", "go/ast", "cmd/compile/internal/base", "strings", "unsafe", "io"} {
		must.Succeed(t, os.MkdirAll(filepath.Join(root, "src", folder), 0o777))
	}
	other := "package main\n\nimport \"io\"\n"
	tools := language.Toolchain{Roots: []string{root}}
	got := imports(tools, sources{{Text: "no Go"}, {Path: "x.go", Text: text}, {Text: other}})
	if want := []string{"runtime", "fmt", "go/ast", "strings", "io"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestInstalled finds tools on a made-up Windows disk, with blanks and Chinese in its paths.
func TestInstalled(t *testing.T) {
	disk := t.TempDir()
	env := map[string]string{"SystemDrive": disk, "ProgramFiles(x86)": filepath.Join(disk, "Program Files (x86)"),
		"UserProfile": filepath.Join(disk, "Users", "张三"), "LocalAppData": filepath.Join(disk, "Users", "张三", "AppData", "Local")}
	var made []string
	for _, name := range []string{
		"msys64/ucrt64/bin/g++.exe", "MinGW/bin/g++.exe", "Program Files (x86)/Dev-Cpp/MinGW64/bin/g++.exe",
		"Users/张三/scoop/apps/gcc/current/bin/g++.exe",
		"Users/张三/AppData/Local/Programs/Python/Python313/python.exe", "Users/张三/AppData/Local/Programs/Python/Python39/python.exe",
	} {
		path := filepath.Join(disk, filepath.FromSlash(name))
		made = append(made, path)
		must.Succeed(t, os.MkdirAll(filepath.Dir(path), 0o700))
		must.Succeed(t, os.WriteFile(path, nil, 0o700))
	}
	get := func(name string) string { return env[name] }
	if got := installed("g++.exe", get); !slices.Equal(got, made[:4]) {
		t.Errorf("g++: %q", got)
	}
	if got := installed("python.exe", get); len(got) != 2 || !slices.Contains(got, made[4]) || !slices.Contains(got, made[5]) {
		t.Errorf("python: %q", got)
	}
	if got := installed("node.exe", get); got != nil {
		t.Errorf("node: %q", got)
	}
	t.Setenv("SystemDrive", disk)
	if got := lookPaths("g++"); runtime.GOOS != "windows" && slices.Contains(got, made[0]) {
		t.Errorf("elsewhere than on Windows: %q", got)
	}
}
