package build_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/testkit/must"
)

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
	for _, name := range []string{"first", "taken from the cache"} {
		made, err := builder(t, dir).Transform(t.Context(), shell("c", "echo said; mktemp $1/.XXXXXX >&2; printf x >$1/x\n"))
		skipIfMissing(t, err)
		files, _ := filepath.Glob(filepath.Join(dir, "entries", "*", "*"))
		if len(made) != 3 || made[0].Text != "said\n" || made[2] != (language.File{Path: "x", Text: "x"}) || len(files) != 1 {
			t.Errorf("%s: %q, %d entries", name, made, len(files))
		}
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
