package workshop

import (
	"os"
	"regexp"
	"strconv"
	"testing"

	"sudokuoj/judge/internal/testkit/short"
)

// most is how much memory this process may have had at its peak, in MiB: the judge's own, whatever programs do.
const most = 300

// Modest fails a test if the memory of this process, in which the judge runs, went over a bound. Only Linux tells.
func Modest(t testing.TB) {
	t.Helper()
	if peak := Peak(); peak > most {
		t.Errorf("the judge itself had %d MiB", peak)
	}
}

// Peak is the most memory that this process had, in MiB; 0 is that nobody knows.
func Peak() (mib int) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil || short.Raced() {
		return 0 // the race detector multiplies it
	}
	if m := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(status); m != nil {
		mib, _ = strconv.Atoi(string(m[1]))
	}
	return mib >> 10
}
