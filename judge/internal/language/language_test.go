package language

import (
	"regexp"
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	ids, extensions := map[string]bool{}, map[string]string{}
	for _, l := range All() {
		if ids[l.ID] || !regexp.MustCompile(`^[a-z]+$`).MatchString(l.ID) {
			t.Errorf("ID %q: twice, or not small letters", l.ID)
		}
		ids[l.ID] = true
		for _, e := range l.Extensions {
			if extensions[e] != "" {
				t.Errorf("%s is both %s and %s", e, extensions[e], l.ID)
			}
			extensions[e] = l.ID
			if got, ok := ByFile("some dir/数独" + e); !ok || got.ID != l.ID {
				t.Errorf("ByFile(%s) = %s, want %s", e, got.ID, l.ID)
			}
		}
		if got, ok := ByID(l.ID); !ok || got.Name != l.Name {
			t.Errorf("ByID(%s) = %s", l.ID, got.Name)
		}
		if l.Name == "" || l.Comment == "" || len(l.Tools) == 0 || l.Install == "" || l.outOfMemory == nil {
			t.Errorf("%s lacks something: %+v", l.ID, l)
		}
		tools := Toolchain{Compiler: "/c", Runner: "/r"}
		if args := l.CompileArgs(tools, "/out", []string{"./main" + l.Extension()}, []string{"-flag"}); args[0] != "/c" {
			t.Errorf("%s: compiles with %q", l.ID, args)
		}
		if args := strings.Join(l.RunArgs(tools, "/out", "entry", 64<<20), " "); !strings.Contains(args, "/out") || !strings.Contains(args, "entry") {
			t.Errorf("%s: runs with %q", l.ID, args)
		}
	}
	for _, id := range []string{"go", "c", "cpp", "java", "python", "rust", "javascript"} {
		if !ids[id] {
			t.Errorf("no %s", id)
		}
	}
}

func TestByFile(t *testing.T) {
	for file, want := range map[string]string{
		"a.C": "cpp", "a.c": "c", "A.CPP": "cpp", "x.PY": "python", "a.h": "", "a": "", "": "", ".go": "go",
	} {
		if got, ok := ByFile(file); got.ID != want || ok != (want != "") {
			t.Errorf("ByFile(%q) = %q, want %q", file, got.ID, want)
		}
	}
}

func TestMemory(t *testing.T) {
	for id, want := range map[string]string{"java": "-Xmx64m", "javascript": "--max-old-space-size=64"} {
		l, _ := ByID(id)
		if args := strings.Join(l.RunArgs(Toolchain{}, "f", "e", 64<<20), " "); !strings.Contains(args, want) {
			t.Errorf("%s: %s", id, args)
		}
		if args := strings.Join(l.RunArgs(Toolchain{}, "f", "e", 0), " "); strings.Contains(args, want[:4]) {
			t.Errorf("%s without a limit: %s", id, args)
		}
	}
}
