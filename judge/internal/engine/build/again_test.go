package build_test

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/testkit/must"
)

// TestLargeData compiles programs with more static data than usual addresses reach. Programs with another fault are
// still refused.
func TestLargeData(t *testing.T) {
	t.Parallel()
	if runtime.GOARCH != "amd64" {
		t.Skip("elsewhere the usual addressing reaches as far as it can")
	}
	b := builder(t, t.TempDir())
	const large = "#include <cstdio>\n#include <iostream>\nint a[600000000]; int b = 7;\n" +
		"int main() { a[599999999] = 1; printf(\"%d\\n\", a[599999999] + b); }\n"
	p := compileIt(t, b, source(t, t.TempDir(), "cpp", "main.cpp", large))
	if p.Exe == "" {
		t.Error("no program")
	}
	_, err := b.Compile(context.Background(), source(t, t.TempDir(), "cpp", "main.cpp", "int a[600000000]; int main() { return c; }\n"))
	if _, ok := errors.AsType[*build.Failed](err); !ok {
		skipIfMissing(t, err)
		t.Errorf("an undeclared variable: %v", err)
	}
}

// TestOlderVersions compiles old C++, which newer versions refuse, as the newest version that takes it. If none does, the
// errors are those of the usual one.
func TestOlderVersions(t *testing.T) {
	t.Parallel()
	b := builder(t, t.TempDir())
	const old = "#include <stdio.h>\nchar s[9]; int main() { gets(s); puts(s); }\n"
	for range 2 { // compiled, and from the cache
		must.Equal(t, "C++11", compileIt(t, b, source(t, t.TempDir(), "cpp", "main.cpp", old)).As, "compiled as")
	}
	turns := 0
	each := build.InTurns(t.Context(), func(ctx context.Context, do func(context.Context) error) error {
		turns++
		return do(ctx)
	})
	_, err := b.Compile(each, source(t, t.TempDir(), "cpp", "main.cpp", strings.Replace(old, "puts(s)", "return c", 1)))
	if err != nil && turns < 2 {
		t.Errorf("each try is to be a turn of its own, and there were %d", turns)
	}
	if failed, ok := errors.AsType[*build.Failed](err); !ok || !strings.Contains(failed.Output, "gets") {
		t.Errorf("an undeclared variable: %v", err)
	}
}

// TestOlderHabits: what older compilers took: an array read through a pointer, and headers that came with others.
func TestOlderHabits(t *testing.T) {
	t.Parallel()
	b := builder(t, t.TempDir())
	const pointer = "char *s = new char[9]; cin >> s; cout << s;"
	for _, test := range []struct{ name, body, as, included, input, want string }{
		{"a pointer", pointer, "C++14", "", "abc", "abc"},
		{"headers", "char s[9]; memset(s, 0, 9); cout << strcmp(s, \"\") << INT_MAX;", "", "cstring climits", "", "02147483647"},
		{"both", pointer + " memset(s, 0, 9);", "C++14", "cstring", "abc", "abc"},
	} {
		text := "#include <iostream>\nusing namespace std;\nint main() { " + test.body + " }\n"
		p := compileIt(t, b, source(t, t.TempDir(), "cpp", "main.cpp", text))
		got := strings.Fields(strings.Join(p.Included, " "))
		slices.Sort(got)
		want := strings.Fields(test.included)
		slices.Sort(want)
		if p.As != test.as || !slices.Equal(got, want) {
			t.Errorf("%s: compiled as %q with %q", test.name, p.As, p.Included)
		}
		must.Equal(t, test.want, output(t, p, test.input), test.name, "prints")
	}
	for _, none := range []string{"vector<int> v; memset(&v, 0, 0);", "memsat();"} {
		text := "#include <cstdio>\nusing namespace std;\nint main() { " + none + " }\n"
		_, err := b.Compile(t.Context(), source(t, t.TempDir(), "cpp", "main.cpp", text))
		if _, ok := errors.AsType[*build.Failed](err); !ok {
			skipIfMissing(t, err)
			t.Errorf("%s: %v", none, err)
		}
	}
}
