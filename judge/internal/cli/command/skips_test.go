package command_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/testkit/must"

	"sudokuoj/judge/internal/cli/command"

	"github.com/rogpeppe/go-internal/txtar"
)

// A run in which every case was skipped fails, unless a flag allows it.
func TestNothingGraded(t *testing.T) {
	root := t.TempDir()
	tree := txtar.Parse([]byte(`
-- problems/p/problem.yaml --
problem_format_version: 2025-09
name: P
-- testdata/p/sample/1.in --
-- testdata/p/sample/1.ans --
-- solutions/crab/main.rs --
//judge:problem p
fn main() {}
`))
	for _, f := range tree.Files {
		must.Succeed(t, tempfile.WriteNew(map[string]string{filepath.Join(root, f.Name): string(f.Data)}))
	}
	t.Setenv("PATH", t.TempDir()) // without compilers
	for _, test := range []struct {
		args []string
		code int
		said string
	}{
		{nil, command.CannotWork, "judge: nothing was graded: every case was skipped\nhint: -allow-skips takes that for success\n"},
		{[]string{"-allow-skips"}, command.AllExpected, ""},
	} {
		var out, errs bytes.Buffer
		if code := judge.Run(t.Context(), append([]string{"-root", root}, test.args...), nil, &out, &errs); code != test.code ||
			errs.String() != test.said {
			t.Errorf("%q: exit code %d, want %d; %s", test.args, code, test.code, &errs)
		}
		must.Contain(t, out.String(), "nothing was graded", test.args)
	}
}
