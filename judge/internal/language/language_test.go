package language_test

import (
	"regexp"
	"strings"
	"testing"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/testkit/must"
)

func TestTable(t *testing.T) {
	ids, extensions := map[string]bool{}, map[string]string{}
	for _, l := range language.All() {
		if ids[l.ID] || !regexp.MustCompile(`^[a-z]+$`).MatchString(l.ID) {
			t.Errorf("ID %q: twice, or not small letters", l.ID)
		}
		ids[l.ID] = true
		for _, e := range l.Extensions {
			must.Equal(t, "", extensions[e], e, "is both", "and", l.ID)
			extensions[e] = l.ID
			if got, ok := language.ByFile("some dir/数独" + e); !ok || got.ID != l.ID {
				t.Errorf("language.ByFile(%s) = %s, want %s", e, got.ID, l.ID)
			}
		}
		if got, ok := language.ByID(l.ID); !ok || got.Name != l.Name {
			t.Errorf("language.ByID(%s) = %s", l.ID, got.Name)
		}
		if l.Name == "" || l.Comment == "" || l.Nothing == "" || len(l.Commands) == 0 || l.Install == "" || l.NoMemory == nil {
			t.Errorf("%s lacks something: %+v", l.ID, l)
		}
		tools := language.Toolchain{Compiler: "/c", Runner: "/r"}
		if args := l.CompileArgs(tools, "/out", []string{"./main" + l.Extension()}, []string{"-flag"}); args[0] != "/c" {
			t.Errorf("%s: compiles with %q", l.ID, args)
		}
		if args := strings.Join(l.RunArgs(tools, "/out", "entry", 64<<20), " "); !strings.Contains(args, "/out") ||
			!strings.Contains(args, "entry") {
			t.Errorf("%s: runs with %q", l.ID, args)
		}
	}
	for _, id := range []string{"go", "c", "cpp", "java", "python", "rust", "javascript", "csharp"} {
		must.Be(t, ids[id], "no %s", id)
	}
}

// TestOptional asks for features that only some languages have.
func TestOptional(t *testing.T) {
	tools := language.Toolchain{Roots: []string{"/root"}}
	said := func(ok bool) string {
		if ok {
			return "yes"
		}
		return ""
	}
	for what, test := range map[string]struct {
		id, other string // a language with an answer, and one without
		ask       func(language.Language) string
		want      string
	}{
		"reads": {"java", "go", func(l language.Language) string { return l.Input().FindString("x = System.in.read();") }, "System.in"},
		"includes": {"c", "go", func(l language.Language) string {
			return strings.Join(l.Includes("#include <a.h>\n # include \"b.h\"\n"), " ")
		}, "a.h b.h"},
		"ignores": {"go", "c", func(l language.Language) string { return said(l.Ignored().Match([]byte("//go:build ignore\n"))) }, "yes"},
		"copy":    {"java", "go", func(l language.Language) string { return l.CopyName([]byte("public class A {}"), true) }, "A.java"},
		"environment": {"c", "java", func(l language.Language) string { return strings.Join(l.Environment(tools, "/tmp"), " ") },
			"CCACHE_DISABLE=1"},
		"pathless": {"go", "c", func(l language.Language) string { return strings.Join(l.Pathless("/sources"), " ") },
			"-gcflags=-trimpath=/sources=>."},
	} {
		l, _ := language.ByID(test.id)
		other, _ := language.ByID(test.other)
		if got, none := test.ask(l), test.ask(other); got != test.want || none != "" {
			t.Errorf("%s: %s says %q, want %q; %s says %q", what, l.Name, got, test.want, other.Name, none)
		}
	}
	if l, _ := language.ByID("go"); l.Ignored().Match([]byte("package main\n")) {
		t.Error("any Go file is left out")
	}
	if l, ok := language.ByName("C++"); !ok || l.ID != "cpp" {
		t.Errorf("C++ is %q", l.ID)
	}
	if l, ok := language.ByName("cpp"); ok {
		t.Errorf("people call %s cpp", l.ID)
	}
}

func TestByFile(t *testing.T) {
	for file, want := range map[string]string{
		"a.C": "cpp", "a.c": "c", "A.CPP": "cpp", "x.PY": "python", "a.h": "", "a": "", "": "", ".go": "go",
	} {
		if got, ok := language.ByFile(file); got.ID != want || ok != (want != "") {
			t.Errorf("language.ByFile(%q) = %q, want %q", file, got.ID, want)
		}
	}
}

func TestMemory(t *testing.T) {
	for id, want := range map[string]string{"java": "-Xmx64m", "javascript": "--max-old-space-size=64"} {
		l, _ := language.ByID(id)
		must.Contain(t, strings.Join(l.RunArgs(language.Toolchain{}, "f", "e", 64<<20), " "), want, id)
		if args := strings.Join(l.RunArgs(language.Toolchain{}, "f", "e", 0), " "); strings.Contains(args, want[:4]) {
			t.Errorf("%s without a limit: %s", id, args)
		}
	}
}

// TestLocate gives each language's entry the output of such a tool.
func TestLocate(t *testing.T) {
	answers := map[string]string{
		"go":         "/goroot\n/cache\ngo1.26.1\n",
		"c":          "gcc (Debian 12) 12.2\nCopyright\n",
		"cpp":        "g++ (Debian 12) 12.2\n",
		"java":       "Property settings:\n    java.home = /jdk\n    java.runtime.version = 17.0.1+6\n",
		"python":     "/py/bin/python3\n/venv\n/py\n3 11 7 cpython\n",
		"rust":       "/sysroot\n",
		"javascript": "/node/bin/node\r\nv20.1.0\r\n",
		"csharp":     "Mono C# compiler version 6.8.0.105\n",
	}
	want := map[string]language.Toolchain{
		"go":  {Compiler: "/goroot/bin/tool", Version: "go1.26.1", Roots: []string{"/goroot"}, Cache: "/cache"},
		"c":   {Compiler: "/x/tool", Version: "gcc (Debian 12) 12.2"},
		"cpp": {Compiler: "/x/tool", Version: "g++ (Debian 12) 12.2"},
		"java": {Compiler: "/jdk/bin/javac", Runner: "/jdk/bin/java", Version: "17.0.1+6", Roots: []string{"/jdk"},
			Runtime: []string{"/jdk"}},
		"python": {Compiler: "/py/bin/python3", Runner: "/py/bin/python3", Version: "3 11 7 cpython",
			Roots: []string{"/venv", "/py"}, Runtime: []string{"/venv", "/py"}},
		"rust": {Compiler: "/sysroot/bin/tool", Version: "/sysroot", Roots: []string{"/sysroot"}},
		"csharp": {Compiler: "/x/tool", Runner: "/x/mono", Version: "Mono C# compiler version 6.8.0.105",
			Roots: []string{"/etc/mono"}, Runtime: []string{"/etc/mono"}},
		"javascript": {Compiler: "/node/bin/node", Runner: "/node/bin/node", Version: "v20.1.0", Roots: []string{"/node/bin/node"},
			Runtime: []string{"/node/bin/node"}},
	}
	for _, l := range language.All() {
		got, err := l.Locate(func(string, ...string) (string, error) { return answers[l.ID], nil }, "/x/tool")
		must.Be(t, err == nil, "%s: %v", l.ID, err)
		must.Equal(t, want[l.ID], got, l.ID)
		if _, err := l.Locate(func(string, ...string) (string, error) { return "\n", nil }, "/x/tool"); err == nil {
			t.Errorf("%s: no answer is taken for one", l.ID)
		}
	}
	python, _ := language.ByID("python")
	if _, err := python.Locate(func(string, ...string) (string, error) { return "/p\n/p\n/p\n2 7 18 cpython\n", nil }, "/x/tool"); err == nil {
		t.Error("Python 2 is taken")
	}
}

func TestEntry(t *testing.T) {
	for _, test := range []struct {
		lang, text string
		want       int
	}{
		{"go", "package main\nfunc main() {}\n", 2},
		{"go", "package main\n// func main() {}\n", 0},
		{"c", "int main(void) {}\n", 2},
		{"c", "/* main */ void f(void) {}\n", 1},
		{"c", "int domain(void);\n", 0},
		{"java", "class A { public static void main(String... a) {} }\n", 2},
		{"java", "class A { static final public void main(String[] a) {} }\n", 2},
		{"rust", "pub fn main() {}\n", 2},
		{"python", "", 1},
	} {
		l, _ := language.ByID(test.lang)
		must.Equal(t, test.want, l.Entry([]byte(test.text)), test.lang, "Entry", test.text)
	}
}

func TestNames(t *testing.T) {
	if l, ok := language.ByName("Go"); !ok || l.ID != "go" {
		t.Errorf("the first language is called %s: %s, %t", "Go", l.ID, ok)
	}
	java, _ := language.ByID("java")
	if program, function := java.FileName(false), java.FileName(true); program != "Main.java" || function != "Solution.java" {
		t.Errorf("new files are called %s, %s", program, function)
	}
	if unknown := language.NameOf("nosuch"); unknown != "nosuch" || language.NameOf("cpp") != "C++" {
		t.Errorf("%s, %s", unknown, language.NameOf("cpp"))
	}
	c, _ := language.ByID("c")
	must.Equal(t, "", c.Elsewhere([]byte("//go:build plan9\n")), "C has a condition")
}
