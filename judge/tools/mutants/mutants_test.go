package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"sudokuoj/judge/internal/testkit/short"
)

const sums = `package sums

import "time"

// Positive sums up what is positive, and stops at nothing.
func Positive(all []int) int {
	sum := 0
	for _, x := range all {
		if x <= 0 {
			continue
		}
		sum += x
	}
	return sum
}

func Between(x, low, high int) bool { return low <= x && x <= high }

func Least(x, y, limit int, strict bool) bool {
	switch {
	case strict:
		return x > limit && !(y < limit)
	}
	return x >= limit
}

func Never() bool { return false }

func Wait(ready bool) {
	for !ready {
		time.Sleep(time.Second)
	}
}

//go:nosplit
func Less(x, y int) bool { return x < y }
`

const sumsTest = `package sums

import (
	"os"
	"os/exec"
	"testing"
)

func TestPositive(t *testing.T) {
	if got := Positive([]int{1, -2, 3}); got != 4 {
		os.MkdirAll("folder", 0o700)
		for _, name := range []string{"folder/stray", "stray.txt", "stray.go"} {
			os.WriteFile(name, nil, 0o600)
		}
		t.Error(got)
	}
}

func TestWait(t *testing.T) { Wait(true) }

func TestBetween(t *testing.T) {
	if Between(0, 1, 3) || !Between(2, 1, 3) || !Between(3, 1, 3) {
		t.Error("0, 2 or 3")
	}
}

func TestLeast(t *testing.T) {
	if Least(3, 3, 3, true) || !Least(4, 3, 3, true) || Least(4, 2, 3, true) || !Least(3, 0, 3, false) || Least(2, 0, 3, false) {
		t.Error("2, 3 or 4")
	}
}

// TestLess asks a process that has none of our variables.
func TestLess(t *testing.T) {
	if os.Getenv("HOME") == "" {
		os.Exit(map[bool]int{true: 3}[Less(1, 2)])
	}
	again := exec.Command(os.Args[0], "-test.run", "^TestLess$")
	again.Env = []string{"TMPDIR=/tmp"}
	again.Run()
	if code := again.ProcessState.ExitCode(); code != 3 {
		t.Error(code)
	}
}
`

// TestTry tries all faults of a small room. Its tests miss those in Never, which nothing calls, and two edges: 0 adds
// nothing to a sum, and no test has the lower limit.
// Less may call nothing, and is tried in a process of its own. Wait hangs. One test leaves a file.
func TestTry(t *testing.T) {
	short.Skip(t)
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module sums\n\ngo 1.26\n", "sums.go": sums, "sums_test.go": sumsTest} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	tried, err := compileTests(t.Context(), ".", ".")
	if err != nil {
		t.Fatal(err)
	}
	defer tried.close()
	if err := tried.visit(".", time.Time{}); err != nil {
		t.Fatal(err)
	}
	var missed, noticed []string
	for _, f := range tried.faults {
		if tried.notices(f) {
			noticed = append(noticed, f.what)
		} else {
			missed = append(missed, f.what)
		}
	}
	if want := []string{"x <= 0: <= becomes <", "low <= x: <= becomes <", "return false becomes return true"}; !slices.Equal(missed, want) {
		t.Errorf("missed %q, want %q", missed, want)
	}
	if want := map[string]bool{"folder": true, "folder/stray": true, "stray.txt": false}; !maps.Equal(tried.left, want) {
		t.Errorf("left %v, want %v", tried.left, want)
	}
	if found, _ := filepath.Glob("[fs]*r*"); !slices.Equal(found, []string{"stray.go", "stray.txt"}) {
		t.Errorf("%q stay", found)
	}
	for _, want := range []string{"continue becomes break", "low <= x && x <= high: && becomes ||", "strict is denied", "!ready is denied", "y < limit: < becomes <=", "x > limit: > becomes >=", "x >= limit: >= becomes >", "x < y: < becomes >="} {
		if !slices.Contains(noticed, want) {
			t.Errorf("%s: not noticed", want)
		}
	}
}

// TestTestsOfAnotherRoom: the faults of one room, tried with the tests of one that uses it.
func TestTestsOfAnotherRoom(t *testing.T) {
	short.Skip(t)
	dir := t.TempDir()
	t.Chdir(dir)
	os.Mkdir("user", 0o700)
	for name, text := range map[string]string{"go.mod": "module m\n\ngo 1.26\n", "m.go": "package m\n\nfunc Less(x, y int) bool { return x < y }\n",
		"user/user_test.go": "package user\n\nimport (\n\t\"m\"\n\t\"testing\"\n)\n\nfunc TestLess(t *testing.T) {\n\tif m.Less(1, 1) {\n\t\tt.Error()\n\t}\n}\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tried, err := compileTests(t.Context(), ".", "user")
	if err != nil {
		t.Fatal(err)
	}
	defer tried.close()
	if err := tried.visit(".", time.Time{}); err != nil {
		t.Fatal(err)
	}
	if len(tried.faults) == 0 || !tried.notices(tried.faults[0]) {
		t.Errorf("of %d faults the first is not noticed", len(tried.faults))
	}
}

func TestChooseIsRepeatable(t *testing.T) {
	all := make([]fault, 50)
	for i := range all {
		all[i].id = i + 1
	}
	if a, b := choose(all, 10, 7), choose(all, 10, 7); len(a) != 10 || !slices.Equal(a, b) || slices.Equal(a, choose(all, 10, 8)) {
		t.Errorf("%v, %v", a, b)
	}
}

func TestEquivalent(t *testing.T) {
	dir := t.TempDir()
	os.Mkdir(filepath.Join(dir, "testdata"), 0o700)
	os.WriteFile(filepath.Join(dir, "testdata", "equivalent.txt"), []byte("no reason\na.go f: x becomes y # it is the same\n"), 0o600)
	if got := equivalent(dir); len(got) != 1 || !got["a.go f: x becomes y"] {
		t.Errorf("%v", got)
	}
}
