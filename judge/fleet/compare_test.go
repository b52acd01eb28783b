package main

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"testing"

	"sudokuoj/judge/internal/testkit/must"
)

// times matches what differs from run to run: times and sizes, in fields and in messages.
var times = regexp.MustCompile(`(?m)` +
	`^ *"(cpu_ms|wall_ms|slowest_ms|peak_kib|seconds|cached|contended|call_ms|driver_ms|at_ms)": .*\n` +
	`|"samples_ms": \[[^]]*\]|\d+(\.\d+)? s\b` +
	`|\{[^{}]*"ends": true[^{}]*\}`) // which side of a talk ends first may differ

// absent matches how the judge says that this machine has no compiler, and how the fleet says that no worker has one.
var absent = regexp.MustCompile(`(?s)"message": "no [^"]* for [^"]*",\s*"message_value": \{.*?\n *\},?\n`)

// TestSameAsTheJudge grades the same programs with ./judge and with a fleet: right ones, wrong ones, and ones that
// misbehave in every way that the judge knows.
func TestSameAsTheJudge(t *testing.T) {
	if testing.Short() {
		t.Skip("grades all programs of the tests, twice")
	}
	t.Parallel()
	const functions = "../internal/cli/command/testdata/functions"
	for _, args := range [][]string{
		{"-root", "../internal/cli/command/testdata/misbehaving", "does_not_compile_cpp", "eats_memory", "exits_badly",
			"floods_stderr", "leaves_children", "prints_escapes",
			"prints_forever", "right 'quoted' " +
				"名字", "right_but_crlf", "says_nothing", "says_too_much", "segfaults", "sleeps", "spins", "-case", "sample/1"},
		{"-root", functions, functions + "/solutions/lrucache.py", functions + "/solutions/serializetree.cpp", functions + "/solutions/behave.c"},
		{"lowbit", "hidden", "-case", "secret/0*", "-count", "2", "-shard", "1/3"},
		{"ask", "-problem", "sudokuask"},
		{"-root", "testdata/talks"}, // the files of an interactor are checked; groups inside groups
	} {
		t.Run(args[len(args)-1], func(t *testing.T) {
			t.Parallel()
			here, code := jsonOf(t, []string{asJudge + "=1"}, args)
			there, codeThere := jsonOf(t, nil, append([]string{"run"}, args...))
			must.Equal(t, codeThere, code, "exit", "here", "there")
			must.Equal(t, here, there, "- judge, + fleet")
		})
	}
}

func jsonOf(t *testing.T, env, args []string) (string, int) {
	t.Helper()
	cmd := exec.Command(os.Args[0], append(slices.Clone(args), "-json", "-")...)
	cmd.Env = append(os.Environ(), env...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 {
		t.Fatalf("%v\n%s", err, &errs)
	}
	return absent.ReplaceAllString(times.ReplaceAllString(out.String(), ""), ""), cmd.ProcessState.ExitCode()
}
