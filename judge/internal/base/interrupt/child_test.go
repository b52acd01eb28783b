package interrupt

import (
	"os"
	"runtime"
	"testing"
)

// TestChildrenAreForgotten: a process that ended is removed from the list.
func TestChildrenAreForgotten(t *testing.T) {
	for range 100 {
		ended := make(chan struct{})
		Child(&os.Process{}, ended)
		close(ended)
	}
	for left := 1; left > 0; runtime.Gosched() { // or the test runs out of time
		mu.Lock()
		left = len(children)
		mu.Unlock()
	}
}
