package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// awake returns how long all threads of a session have run or queued for a processor, and whether one of them does so
// now: the kernel counts a wait in the queue only when it is over. Threads that are gone count with their last figure.
func awake(session int, seen map[string]time.Duration) (sum time.Duration, still bool) {
	all, _ := filepath.Glob("/proc/[0-9]*")
	for _, process := range all {
		pid, _ := strconv.Atoi(filepath.Base(process))
		if of, err := unix.Getsid(pid); err != nil || of != session {
			continue
		}
		threads, _ := filepath.Glob(process + "/task/*/schedstat")
		for _, name := range threads {
			if text, err := os.ReadFile(name); err == nil {
				var ran, waited time.Duration
				fmt.Sscan(string(text), &ran, &waited)
				seen[name] = ran + waited
			}
			if text, err := os.ReadFile(filepath.Join(filepath.Dir(name), "stat")); err == nil {
				after := string(text[strings.LastIndex(string(text), ")")+1:]) // its name may hold anything
				still = still || strings.HasPrefix(after, " R")
			}
		}
	}
	for _, had := range seen {
		sum += had
	}
	return sum, still
}
