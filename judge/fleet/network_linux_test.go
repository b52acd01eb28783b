package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/netns"
)

// cable is a machine with a network of its own: a namespace with a cable to the server.
type cable struct {
	t      *testing.T
	number int
}

// hubAddress is where the server listens, on all cables.
const hubAddress = "10.77.0.1"

func ip(t *testing.T, format string, args ...any) error {
	t.Helper()
	out, err := exec.Command("ip", strings.Fields(fmt.Sprintf(format, args...))...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("ip "+format+": %w: %s", append(args, err, out)...)
	}
	return nil
}

func lay(t *testing.T, n int) (cable, error) {
	for _, line := range []string{
		"netns add m%[1]d", "link add to%[1]d type veth peer name eth0 netns m%[1]d",
		"addr add 10.77.%[1]d.1/24 dev to%[1]d", "link set to%[1]d up",
		"-n m%[1]d addr add 10.77.%[1]d.2/24 dev eth0", "-n m%[1]d link set eth0 up", "-n m%[1]d link set lo up", "-n m%[1]d route " +
			"add " + hubAddress + " via 10.77.%[1]d.1",
	} {
		if err := ip(t, line, n); err != nil {
			return cable{}, err
		}
	}
	return cable{t, n}, nil
}

// set unplugs the cable or plugs it in again.
func (c cable) set(state string) {
	c.t.Helper()
	must.Succeed(c.t, ip(c.t, "link set to%d %s", c.number, state))
}

// start starts the program under test on the far end.
func (c cable) start(address string, args ...string) *process {
	c.t.Helper()
	return startProgram(c.t, as(address), "nsenter", append([]string{fmt.Sprintf("--net=/run/netns/m%d", c.number), os.Args[0]}, args...)...)
}

// The machines reach each other by cables only. If one is unplugged during a run, nothing is lost, whether it belongs
// to a worker or a client, and whether it is plugged in again or another worker does the job.
func TestNetwork(t *testing.T) {
	if testing.Short() {
		t.Skip("starts servers and workers")
	}
	t.Parallel()
	for _, tool := range []string{"ip", "nsenter"} {
		must.Have(t, tool)
	}
	if !netns.Run(t, syscall.CLONE_NEWNET) {
		return
	}
	if err := syscall.Mount("tmpfs", "/run", "tmpfs", 0, ""); err != nil { // ip keeps its networks there
		t.Skip("no tmpfs here: ", err)
	}
	var to [3]cable
	err := ip(t, "link set lo up")
	if err == nil {
		err = ip(t, "addr add "+hubAddress+"/32 dev lo")
	}
	for n := range to {
		if err == nil {
			to[n], err = lay(t, n+1)
		}
	}
	if err != nil {
		t.Skip("no networks of its own here: ", err)
	}
	h := buildAt(t, hubAddress, soon...)
	all := entries(t, sleepers(t, 0, 2500, 0))
	first := to[0].start(h.invite("-new-worker", "first"), "worker", "-cache", t.TempDir())
	first.says(" works for ")

	g := h.grade(all, grade.Options{})
	g.begins("secret/2", 1)
	to[0].set("down")
	time.Sleep(4 * time.Second) // longer than the lease and the job
	to[0].set("up")
	g.want(accepted(3))

	g = h.grade(entries(t, sleepers(t, 0, 100_000, 0)), grade.Options{})
	g.begins("secret/2", 1)
	to[0].set("down")
	second := to[1].start(h.invite("-new-worker", "second"), "worker", "-cache", t.TempDir())
	g.begins("secret/2", 2)
	second.wakes(g.done)
	g.want(accepted(3))
	second.kill()
	to[0].set("up")
	g = h.grade(all, grade.Options{})
	first.wakes(g.done) // it is back
	g.want(accepted(3))

	run := to[2].start(h.invite("-new-client", "far"), "run", "-root", sleepers(t, 0, 2000, 0), "-json-events", "-")
	run.says(`"begins":"secret/2"`)
	to[2].set("down")
	time.Sleep(4 * time.Second) // the others go on meanwhile
	to[2].set("up")
	if code := run.exits(); code != 0 || strings.Count(run.output(), `"verdict":"AC"`) < 3 {
		t.Errorf("exit %d: %s", code, run.output())
	}
}
