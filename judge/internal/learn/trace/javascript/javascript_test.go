package javascript

import (
	"errors"
	"testing"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/learn/trace/record"
)

// TestExplain: what a node without its parser says is told in our words; other faults stay as they are.
func TestExplain(t *testing.T) {
	for _, err := range []error{errors.New("the disk is full"), &build.Failed{Output: "SyntaxError"}} {
		if got := explain(err); got != err {
			t.Errorf("%v became %v", err, got)
		}
	}
	got, ok := errors.AsType[*record.Cannot](explain(&build.Failed{Output: "Error: no parser inside node v9.1.0.\n    at x"}))
	if want := "node 9.1.0 has no acorn inside: its lines are counted, its board is not watched"; !ok || got.Error() != want {
		t.Errorf("got %v, want %s", got, want)
	}
}
