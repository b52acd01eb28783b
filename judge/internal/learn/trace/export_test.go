package trace

import (
	"testing"

	"sudokuoj/judge/internal/learn/trace/record"
)

// Replace puts a recorder in the place of another one until the test ends.
func Replace(t *testing.T, name string, r record.Recorder) {
	own := recorders[name]
	recorders[name] = r
	t.Cleanup(func() { recorders[name] = own })
}
