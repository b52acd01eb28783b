package cause_test

import (
	"testing"
	"time"

	"sudokuoj/judge/internal/learn/cause"
	"sudokuoj/judge/internal/learn/trace"
)

// TestRules: what is just enough to tell a cause, and what just is not.
func TestRules(t *testing.T) {
	const ms = time.Millisecond
	line := func(share float64, calls, each int64, items bool) trace.Handled {
		return trace.Handled{Line: 3, Share: share, Calls: calls, Amount: calls * each, Items: items}
	}
	for name, told := range map[string]bool{
		"stream: half of the time, and below the limit":     cause.OfStream(1000*ms, 500*ms, 500*ms),
		"memory: a third of the time is saved":              cause.OfMemory(900*ms, 600*ms),
		"handling: half of the time":                        cause.OfHandling(line(0.5, 100, 2000, false)),
		"handling: items":                                   cause.OfHandling(line(0.5, 100, 500, true)),
		"growth: it ended, and took about what is foretold": cause.OfGrowth(900, 1000*ms, true, 500*ms),
		"growth: it did not end, and twice the limit":       cause.OfGrowth(1000, 2000*ms, false, 500*ms),
	} {
		if !told {
			t.Errorf("not told: %s", name)
		}
	}
	for name, told := range map[string]bool{
		"stream: still over the limit":            cause.OfStream(2000*ms, 600*ms, 500*ms),
		"stream: less than half is saved":         cause.OfStream(900*ms, 460*ms, 500*ms),
		"memory: less than a third is saved":      cause.OfMemory(900*ms, 610*ms),
		"handling: less than half of the time":    cause.OfHandling(line(0.49, 1000, 9000, false)),
		"handling: once in a while":               cause.OfHandling(line(0.9, 99, 9000, false)),
		"handling: short things":                  cause.OfHandling(line(0.9, 1000, 1999, false)),
		"handling: no line":                       cause.OfHandling(trace.Handled{Share: 1, Calls: 1000, Amount: 1 << 30}),
		"growth: most of the time is not counted": cause.OfGrowth(400, 1000*ms, true, 500*ms),
		"growth: less than twice the limit":       cause.OfGrowth(990, 2000*ms, false, 500*ms),
		"growth: nothing is foretold":             cause.OfGrowth(0, 2000*ms, false, 500*ms),
	} {
		if told {
			t.Errorf("told: %s", name)
		}
	}
}
