// Package workshop builds and runs programs for tests.
package workshop

import (
	"testing"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

func init() { sandbox.Main() } // for the tests that have no TestMain

// Open opens a sandbox and its builder, until the test ends, which fails if the judge itself had much memory. In a run
// with -short the test is skipped.
func Open(t testing.TB) (*sandbox.Sandbox, *build.Builder) {
	t.Helper()
	short.Skip(t)
	t.Cleanup(func() { Modest(t) })
	box := sandbox.Open(sandbox.Options{})
	t.Cleanup(func() { box.Close() })
	b := must.Get(build.New(build.Options{Sandbox: box}))(t)
	t.Cleanup(func() { b.Close() })
	return box, b
}
