package build_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/language"
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
	must.Be(t, p.Exe != "", "no program")
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

// shell is a transform by a shell, which is quicker than the tools of a language.
func shell(lang, text string) build.Transform {
	return build.Transform{Language: lang, Files: []language.File{{Path: "a.sh", Text: text}},
		Args: func(_ language.Toolchain, _, out string) []string { return []string{"/bin/sh", "./a.sh", out} }}
}

// TestTransform runs a tool on files and returns its output and files, once for equal jobs.
func TestTransform(t *testing.T) {
	t.Parallel()
	b := builder(t, t.TempDir())
	for _, test := range []struct {
		name, language, text string
		want                 []language.File
		err                  string
	}{
		{"prints and writes", "c", "echo 7; mkdir $1/in; printf 8 >$1/in/x\n", []language.File{{Text: "7\n"}, {Path: "in/x", Text: "8"}}, ""},
		{"fails", "c", "echo no good >&2; exit 3\n", nil, "no good"},
		{"crashes", "c", "kill -9 $$\n", nil, "gcc was ended by SIGKILL"},
		{"leaves a link", "c", "ln -s /etc/passwd $1/x\n", nil, "x, which is not a regular file"},
		{"leaves too much", "c", "truncate -s 67108865 $1/x\n", nil, "too large"},
		{"prints too much", "c", "truncate -s 67108865 $1/x; cat $1/x\n", nil, "it printed too much"},
		{"no language", "none", "", nil, `no language "none"`},
	} {
		made, err := b.Transform(t.Context(), shell(test.language, test.text))
		skipIfMissing(t, err)
		if (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%s: %.200v, want %q", test.name, err, test.err)
		}
		if diff := cmp.Diff(test.want, made); diff != "" && err == nil {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.Transform(ctx, shell("c", "echo 8\n")); !errors.Is(err, context.Canceled) {
		t.Errorf("called off: %v", err)
	}
}

// TestTransformedIsKept: what a tool printed and its files stay for the next judge.
func TestTransformedIsKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for _, name := range []string{"first", "taken from the cache"} {
		made, err := builder(t, dir).Transform(ctx, shell("c", "echo said; mktemp $1/.XXXXXX >&2; printf x >$1/x\n"))
		skipIfMissing(t, err)
		files, _ := filepath.Glob(filepath.Join(dir, "entries", "*", "*"))
		if len(made) != 3 || made[0].Text != "said\n" || made[2] != (language.File{Path: "x", Text: "x"}) || len(files) != 1 {
			t.Errorf("%s: %q, %d entries, %v", name, made, len(files), err)
		}
		cancel() // from now on nothing is run
	}
	for text, want := range map[string]string{
		"#include <stdio.h>\nint main(int argc, char **argv) { puts(argv[1]); }\n": "asked\n", "int main() { x; }\n": "tool.c",
	} {
		tool := build.Transform{Language: "c", Tool: build.Made{Name: "tool.c", Text: text},
			Args: func(language.Toolchain, string, string) []string { return []string{"asked"} }}
		made, err := builder(t, dir).Transform(t.Context(), tool)
		must.Contain(t, fmt.Sprint(made, err), want, "a tool that is compiled first")
	}
}
