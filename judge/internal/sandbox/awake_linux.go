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

// awake is how long the living processes of a session, all their threads together, have run or stood in the queue
// for a processor; and whether one of them does now: the kernel counts its time in the queue only when that is over.
func awake(session int) (sum time.Duration, still bool) {
	all, _ := filepath.Glob("/proc/[0-9]*")
	for _, process := range all {
		pid, _ := strconv.Atoi(filepath.Base(process))
		if of, err := unix.Getsid(pid); err != nil || of != session {
			continue
		}
		threads, _ := filepath.Glob(process + "/task/*/schedstat")
		for _, name := range threads {
			var ran, waited time.Duration
			if text, err := os.ReadFile(name); err == nil {
				fmt.Sscan(string(text), &ran, &waited)
			}
			sum += ran + waited
			if text, err := os.ReadFile(filepath.Join(filepath.Dir(name), "stat")); err == nil {
				after := string(text[strings.LastIndex(string(text), ")")+1:]) // its name may hold anything
				still = still || strings.HasPrefix(after, " R")
			}
		}
	}
	return sum, still
}
