// Package must says in one line what a test expects.
package must

import (
	"fmt"
	"os/exec"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Succeed ends the test at the caller's line if there is an error.
func Succeed(t testing.TB, err error, about ...any) {
	t.Helper()
	if err != nil {
		t.Fatal(append(about, err)...)
	}
}

// Get returns a value that came without an error: must.Get(os.ReadFile(name))(t). An error ends the test.
func Get[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		Succeed(t, err)
		return v
	}
}

// Equal says where two values differ, private fields included, and what they are about. The test goes on.
func Equal[T any](t testing.TB, want, got T, about ...any) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmp.Exporter(func(reflect.Type) bool { return true })); diff != "" {
		what := strings.TrimSuffix(fmt.Sprintln(about...), "\n")
		t.Errorf("%s: - want, + got\n%s", what, diff)
	}
}

// Be fails the test with a message if something does not hold. The test goes on.
func Be(t testing.TB, holds bool, format string, about ...any) {
	t.Helper()
	if !holds {
		t.Errorf(format, about...)
	}
}

// Contain fails the test if a text lacks a part. The test goes on.
func Contain(t testing.TB, text, part string, about ...any) {
	t.Helper()
	Be(t, strings.Contains(text, part), "%sno %q in\n%s", fmt.Sprintln(about...), part, text)
}

// Fail wants an error that says so. The test goes on.
func Fail(t testing.TB, err error, says string, about ...any) {
	t.Helper()
	Be(t, err != nil && strings.Contains(err.Error(), says),
		"%swant an error with %q, got %v", fmt.Sprintln(about...), says, err)
}

// Err is the error of a call whose value does not matter.
func Err[T any](_ T, err error) error { return err }

// Have skips a test whose tool is not on this machine.
func Have(t testing.TB, tool string) {
	t.Helper()
	if _, err := exec.LookPath(tool); err != nil {
		t.Skip("not here: ", tool)
	}
}

// Run returns what a command printed. If it fails, the test ends with that.
func Run(t testing.TB, cmd *exec.Cmd) []byte {
	t.Helper()
	out, err := cmd.CombinedOutput()
	Succeed(t, err, cmd, string(out))
	return out
}

// Until waits until something holds, however busy the machine is. It ends the test if it waited in vain.
func Until(t testing.TB, what string, holds func() bool) {
	t.Helper()
	pause := 5 * time.Millisecond
	for deadline := time.Now().Add(10 * time.Minute); !holds(); time.Sleep(pause) {
		if time.Now().After(deadline) {
			t.Fatal("waited in vain: ", what)
		}
		pause = min(pause*5/4, 50*time.Millisecond) // a look may cost more than a longer wait
	}
}
