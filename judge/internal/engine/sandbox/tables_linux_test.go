//go:build amd64 || arm64

package sandbox

import (
	"fmt"
	"os"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/testkit/must"
)

// TestRemedies: what is told of a step that the machine refuses.
func TestRemedies(t *testing.T) {
	const v2, v1 = "25 30 0:23 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n", "33 25 0:28 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
	settings := func(file, value string) func(string) string {
		return func(asked string) string { return map[bool]string{true: value, false: "9"}[asked == file] }
	}
	const userns = "/proc/sys/user/max_user_namespaces"
	for _, test := range []struct {
		name string
		got  say.Message
		want string // a part of it
	}{
		{"both versions", cgroupRemedy(v2, true, true, true), "cgroup version 1"},
		{"version 1 alone", cgroupRemedy(v1, false, true, true), "cgroup version 1"},
		{"a container", cgroupRemedy(v2, false, false, true), "docker"},
		{"root", cgroupRemedy(v2, false, true, true), "systemd-run --scope"},
		{"a user", cgroupRemedy(v2, false, true, false), "systemd-run --user"},
		{"a setting", namespaceRemedy(settings(userns, "0")), "sysctl -w user.max_user_namespaces"},
		{"no setting", namespaceRemedy(settings(userns, "1")), "docker"},
		{"a kernel without Landlock", landlockRemedy(0, ""), "is booted with"},
		{"one that does not use it", landlockRemedy(0, "yama"), "(now: yama)"},
		{"one that has it", landlockRemedy(1, "yama"), ""},
		{"limits", remedy(withLimits), ""},
		{"no Landlock", landlockFact(0).Value, "none"},
		{"the newest Landlock", landlockFact(signalScope).Value, "version 6"},
		{"no swap", swapFact("Filename Type").Value, "none"},
		{"swap", swapFact("Filename Type\n/swap file").Value, "on:"},
		{"step 4 of other systems", portableStep(withLimits).Walls, "process group"},
		{"step 5", portableStep(withTime).Walls, "time and output"},
		{"half of the processors are busy", loadFact("2.00 9 9", 4).Remedy, ""},
		{"more are", loadFact("2.01 0 0", 4).Remedy, "quiet moment"},
		{"nobody knows", loadFact("", 4).Remedy, ""},
	} {
		must.Contain(t, test.got.String(), test.want, test.name)
		must.Equal(t, test.want != "", test.got.Said(), test.name, test.got)
	}
	for path, want := range map[string]bool{"/": true, "/none/such": false} {
		must.Equal(t, want, isThere(path), path, !want)
	}
}

// TestBoundsNumbers knows the kernels whose namespaces have a greatest number each.
func TestBoundsNumbers(t *testing.T) {
	for release, want := range map[string]bool{"6.14.0": true, "6.14-rc1": true, "6.18.44-x": true, "7.0": true,
		"6.13.9": false, "5.20": false, "4.19": false, "6": false, "x": false, "": false} {
		must.Equal(t, want, boundsNumbers(release), release)
	}
}

// TestLargestFile: a program that fills a file is refused by the kernel, before the watch sees that its folders hold too
// much; and it can print more than it may, or nobody would know.
func TestLargestFile(t *testing.T) {
	for _, test := range []struct{ all, output, want int64 }{
		{64 << 20, 1 << 20, 63 << 20},
		{1 << 20, 0, 1<<20 - 16<<10}, // the folder around it takes 4 KiB
		{64 << 20, 63<<20 - 1, 63 << 20},
		{64 << 20, 63 << 20, 63<<20 + 1},
	} {
		must.Equal(t, test.want, largestFile(test.all, test.output), test.all, "in all", test.output, "printed")
	}
}

// TestReadsBackStderr: a program can read back what it wrote to its own standard error after the helper was told of it. A
// helper that waited for that text hung and could not end the program that it watched.
func TestReadsBackStderr(t *testing.T) {
	w := &watch{h: &helper{}}
	must.Succeed(t, w.openErrors())
	defer unix.Close(w.errors[0])
	defer unix.Close(w.errors[1])
	theirs := w.errors[1]
	unix.Write(theirs, []byte("x"))
	thief, err := os.Open(fmt.Sprintf("/proc/self/fd/%d", theirs))
	must.Succeed(t, err)
	defer thief.Close()
	if n, err := thief.Read(make([]byte, 10)); n != 1 {
		t.Fatal(n, err)
	}
	read := make(chan bool, 1)
	go func() { read <- w.readErrors() }()
	select {
	case more := <-read:
		must.Be(t, !more, "there is more to be read of nothing")
	case <-time.After(5 * time.Minute):
		t.Fatal("it waits for what was taken")
	}
	unix.Write(theirs, []byte("seen"))
	must.Be(t, w.readErrors() && string(w.head) == "seen", "read %q", w.head)
}

// TestCallsAreAnswered: each call that a program may make is listed once, with what limits it.
func TestCallsAreAnswered(t *testing.T) {
	seen := map[uint32]string{}
	for _, h := range append(append([]held{{"as its newer name", callsHere}}, everyones...), compilers...) {
		for _, call := range h.calls {
			must.Be(t, seen[call] == "" && h.most != "", "call %d: %q and %q", call, seen[call], h.most)
			seen[call] = h.most
		}
	}
	must.Be(t, len(seen) >= 150, "%d calls", len(seen))
}
