//go:build amd64 || arm64

package sandbox_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"sudokuoj/judge/internal/testkit/must"
)

// otherVariable names the kind of user that a copy of this test runs as.
const otherVariable = "JUDGE_TEST_AS"

const (
	ordinary          = "an ordinary user"
	withoutNamespaces = "without namespaces"
)

// TestAsOthers runs the tests of limits, walls and normal programs again as an ordinary user, and those of walls as a user
// to whom the kernel refuses namespaces, as on Ubuntu 24.04 and in many containers. The limits there are those of the
// ordinary user's last step.
func TestAsOthers(t *testing.T) {
	t.Parallel() // most of its time is waiting
	if os.Getenv(otherVariable) != "" {
		t.Skip("this is another already")
	}
	mayOutrank(t)
	for other, tests := range map[string]string{
		ordinary: "^Test(Limits|ProcessLimits|Neighbours|Held|Policies|WritableIsBounded|Walls|" +
			"WallsOnOlderKernels|Normal|Scratch|HelperKilled|RandomCalls|Priority)$",
		withoutNamespaces: "^Test(Held|Policies|WritableIsBounded|Walls|Scratch)$",
	} {
		t.Run(other, func(t *testing.T) {
			t.Parallel()
			cmd := testAgain(t, tests, otherVariable+"="+other)
			if os.Geteuid() != 0 && other == ordinary {
				t.Skip("this is one already")
			}
			if _, _, errno := syscall.AllThreadsSyscall(unix.SYS_GETPID, 0, 0, 0); errno == unix.ENOTSUP && other == withoutNamespaces {
				t.Skip("with cgo, as the race detector needs it, a process cannot take its rights from all of its threads")
			}
			if sys := cmd.SysProcAttr; sys != nil && other == withoutNamespaces {
				sys.Credential.Uid++ // another user, with processes of its own
			}
			out, err := cmd.CombinedOutput()
			must.Be(t, err == nil, "%v\n%s", err, out)
			must.Contain(t, string(out), "--- PASS: TestWalls/step3", "the walls of step 3 were not tried")
			if had := strings.Contains(string(out), "--- PASS: TestWalls/step2"); had != (other == ordinary) {
				t.Errorf("the walls of step 2 were tried: %v\n%s", had, out)
			}
		})
	}
}

// testAgain returns a command that runs this test binary again, as an ordinary user if we are root.
func testAgain(t *testing.T, tests string, env ...string) *exec.Cmd {
	for _, name := range []string{"greedy", "burglar", "fuzz"} {
		program(t, name)
	}
	home := must.Get(os.MkdirTemp("", "judge-other-"))(t) // other users cannot enter t.TempDir
	t.Cleanup(func() { os.RemoveAll(home) })
	os.Chmod(home, 0o777)
	exe := filepath.Join(home, "sandbox.test")
	// cp writes the copy, because a helper that forks just now would inherit our descriptor, and a file that is open
	// for writing cannot be started
	must.Run(t, exec.Command("cp", fmt.Sprintf("/proc/%d/exe", os.Getpid()), exe))
	cmd := exec.Command(exe, "-test.v", "-test.run", tests)
	cmd.Env = append(os.Environ(), append(env, "TMPDIR="+home, "HOME="+home)...)
	if os.Geteuid() == 0 {
		nobody := uint32(20000 + os.Getpid()%20000*2) // a user ID of its own, in case this test runs twice at once
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	return cmd
}
