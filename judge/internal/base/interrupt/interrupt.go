// Package interrupt ends a program on request. Ctrl-C, kill and a closed terminal ask for an orderly end. A second
// Ctrl-C exits at once and leaves no process and no folder behind. A second kill changes nothing: timeout and service
// managers send theirs twice.
package interrupt

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
)

// cannotWork is the exit code after a second Ctrl-C.
const cannotWork = 2

// Process runs a program with a context that ends on such a request, and ends the process with its exit code.
func Process(run func(context.Context) int) {
	asked := make(chan os.Signal, 16)
	signal.Notify(asked, ends()...)
	ctx, stop := context.WithCancel(context.Background())
	go func() {
		<-asked
		stop()
		for s := range asked {
			if s == os.Interrupt {
				tempfile.Abandon()
				tempfile.Sweep() // what programs had that end with this one
				os.Exit(cannotWork)
			}
		}
	}()
	os.Exit(run(ctx))
}

// ends are the signals that ask for an end. A program that nohup started outlives its terminal.
func ends() []os.Signal {
	if signal.Ignored(syscall.SIGHUP) {
		return []os.Signal{os.Interrupt, syscall.SIGTERM}
	}
	return []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
}

// Explain shows what the program waits for if ctx ends before takeBack is called. An empty explanation is not shown.
func Explain(ctx context.Context, tell func(say.Message), what func() say.Message) (takeBack func() bool) {
	return context.AfterFunc(ctx, func() {
		if waits := what(); waits.Said() {
			tell(waits.Hint("Ctrl-C again ends it at once"))
		}
	})
}

// Pause waits for that long. If ctx ends before, it returns false at once.
func Pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
