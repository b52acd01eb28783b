//go:build amd64 || arm64

package sandbox

import (
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"sudokuoj/judge/internal/testkit/must"
)

// TestStream lets a shell write more than a pipe holds to descriptor 4 while the judge reads. Descriptor 3, by its number
// and by its name in /proc, and what it prints are open, too, and the three do not mix.
func TestStream(t *testing.T) {
	eachStep(t, append(slices.Clip(allSteps), withTime), func(t *testing.T, s *Sandbox) {
		t.Parallel()
		from, to, err := os.Pipe()
		must.Succeed(t, err)
		defer from.Close()
		read := make(chan []byte)
		go func() {
			all, _ := io.ReadAll(from)
			read <- all
		}()
		o, err := s.Run(t.Context(), Command{
			Args: []string{"/bin/sh", "-c", "echo printed; echo results >&3; echo more >>/proc/self/fd/3\n" +
				"i=0; while [ $i -lt 10000 ]; do echo stream >&4; i=$((i+1)); done"},
			Stream: to, Limits: Limits{CPU: 20 * time.Second, Memory: 256 << 20},
		})
		to.Close()
		must.Succeed(t, err)
		defer o.Close()
		if got := string(<-read); got != strings.Repeat("stream\n", 10000) {
			t.Errorf("%d bytes came", len(got))
		}
		printed, _ := io.ReadAll(o.Stdout)
		results, _ := io.ReadAll(o.Results)
		if string(printed) != "printed\n" || string(results) != "results\nmore\n" || o.Exit != 0 {
			t.Errorf("printed %q, results %q, exit %d: %s", printed, results, o.Exit, o.Stderr)
		}
	})
}
