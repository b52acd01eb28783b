package workshop

import (
	"os"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
)

// most is how much memory this process may have had at its peak, in KiB: the judge's own, whatever programs do.
const most = 300 << 10

// Modest fails a test if the memory of this process, in which the judge runs, went over a bound. Only Linux tells.
func Modest(t testing.TB) {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if info, ok := debug.ReadBuildInfo(); err != nil || ok && strings.Contains(info.String(), "build\t-race=true") {
		return // the race detector multiplies it
	}
	if m := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(status); m != nil {
		if peak, _ := strconv.Atoi(string(m[1])); peak > most {
			t.Errorf("the judge itself had %d MiB", peak>>10)
		}
	}
}
