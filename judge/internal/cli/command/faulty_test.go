package command_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/cli/command"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

// A faulty problem is reported once, whatever the command and however many solutions claim it. Other problems are
// judged.
func TestFaultyProblemIsToldOnce(t *testing.T) {
	t.Parallel()
	short.Skip(t)
	root := t.TempDir()
	tree := txtar.Parse([]byte(`
-- problems/bad/problem.yaml --
name: [
-- problems/good/problem.yaml --
problem_format_version: 2025-09
name: Good
-- testdata/good/sample/1.in --
1
-- testdata/good/sample/1.ans --
1
-- testdata/bad/sample/1.in --
-- testdata/bad/sample/1.ans --
-- solutions/one/main.c --
//judge:problem bad good
#include <stdio.h>
int main(void) { puts("1"); }
-- solutions/two/main.c --
//judge:problem good bad
#include <stdio.h>
int main(void) { puts("1"); }
`))
	for _, f := range tree.Files {
		must.Succeed(t, tempfile.WriteNew(map[string]string{filepath.Join(root, f.Name): string(f.Data)}))
	}
	puzzle := "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	for _, args := range [][]string{
		{"list"}, {"run"}, {"run", "one", "two"}, {"run", "-problem", "bad"}, {"run", "one", "-problem", "bad"}, {"run", "-case", "sample/1"},
		{"compare", "-budget", "1ms"}, {"stress", "one", "-problem", "bad"}, {"explain", "-puzzle", puzzle}, {"explain", "one",
			"-puzzle", puzzle},
	} {
		var said bytes.Buffer
		code := judge.Run(t.Context(), append(args, "-root", root), nil, &said, &said)
		if n := strings.Count(said.String(), "bad/problem.yaml:2"); n != 1 || code != command.CannotWork {
			t.Errorf("%q: told %d times, exit code %d:\n%s", args, n, code, &said)
		}
	}
}
