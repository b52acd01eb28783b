package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// trial is a room whose test binary holds all its faults.
type trial struct {
	ctx     context.Context // cancelled by Ctrl-C: a test that hangs must not stay
	dir     string          // of the faults
	tests   string          // the folder of the tests
	faults  []fault
	scratch string
	binary  string
	apart   []string       // begins a command in a PID namespace of its own
	short   bool           // tests that -short skips are not run
	reached map[int][]test // by the number of a fault
	broken  map[int]bool   // faults that do not compile
	before  map[string]bool
	left    map[string]bool // among the sources, by tests with faults: whether it was removed again
}

type test struct {
	name string // a pattern for -test.run
	use
}

// compileTests compiles tests with all faults of a room planted. A fault that does not compile is left out.
func compileTests(ctx context.Context, dir, tests string) (*trial, error) {
	t := &trial{ctx: ctx, dir: dir, tests: tests, reached: map[int][]test{}, broken: map[int]bool{}, left: map[string]bool{}}
	t.before = t.list()
	var err error
	if t.scratch, err = os.MkdirTemp("", "mutants"); err != nil {
		return nil, err
	}
	os.Chmod(t.scratch, 0o711) // some tests run as other users
	t.binary = filepath.Join(t.scratch, "room.test")
	t.apart = apart()
	for range 20 {
		var files map[string][]byte
		if t.faults, files, err = plant(dir, t.chosen(), t.visits(), t.broken); err != nil {
			return nil, err
		}
		out, err := t.compile(files)
		if err == nil {
			return t, nil
		}
		if !t.leaveOut(out) {
			return nil, fmt.Errorf("does not compile:\n%s", out)
		}
	}
	return nil, fmt.Errorf("too many faults do not compile")
}

// apart begins a command whose processes see and can signal each other alone, and end with it; nil where that is not
// to be had.
func apart() []string {
	words := []string{"unshare", "--pid", "--fork", "--kill-child", "--mount-proc"}
	if os.Geteuid() != 0 {
		words = append(words, "--user", "--map-current-user")
	}
	if exec.Command(words[0], append(words[1:], "true")...).Run() != nil {
		return nil
	}
	return words
}

// chosen is the file that holds the number of the fault that is on.
func (t *trial) chosen() string { return filepath.Join(t.scratch, "chosen") }

// visits is the file in which each fault has a byte.
func (t *trial) visits() string { return filepath.Join(t.scratch, "visits") }

func (t *trial) close() { os.RemoveAll(t.scratch) }

func (t *trial) compile(files map[string][]byte) (out string, err error) {
	replace := map[string]string{}
	for path, text := range files {
		own := filepath.Join(t.scratch, strconv.Itoa(len(replace))+".go")
		full, err := filepath.Abs(path)
		if err := errors.Join(err, os.WriteFile(own, text, 0o600)); err != nil {
			return "", err
		}
		replace[full] = own
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(t.scratch, "overlay.json")
	if err := os.WriteFile(overlay, text, 0o600); err != nil {
		return "", err
	}
	cmd := exec.Command("go", "test", "-vet=off", "-gcflags=-e", "-overlay", overlay, "-c", "-o", t.binary, "./"+t.tests)
	said, err := cmd.CombinedOutput()
	return string(said), err
}

var complaint = regexp.MustCompile(`(?m)^(\S+\.go):(\d+):\d+: `)

// leaveOut marks the faults on the lines that the compiler complains of, and reports whether there are any.
func (t *trial) leaveOut(out string) bool {
	found := false
	for _, m := range complaint.FindAllStringSubmatch(out, -1) {
		line, _ := strconv.Atoi(m[2])
		for _, f := range t.faults {
			if f.file == filepath.Base(m[1]) && f.line == line && !t.broken[f.id] {
				t.broken[f.id], found = true, true
			}
		}
	}
	return found
}

// visit runs each test that matches a pattern alone and notes how long it takes and which faults it comes by. A test that fails
// even so is left out. Of a long one, its subtests are run instead: the stories of a command, say.
func (t *trial) visit(run string, end time.Time) error {
	if _, err := os.Stat(t.binary); err != nil {
		return nil // a room without tests has none
	}
	var list bytes.Buffer
	if _, _, err := t.run(unbounded, &list, "-test.list", run); err != nil {
		return err
	}
	for _, name := range strings.Fields(list.String()) {
		if strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "Fuzz") {
			for _, part := range t.look("^"+name+"$", end) {
				t.look(part, end)
			}
		}
	}
	return t.ctx.Err()
}

// long is how long a test takes that is taken apart.
const long = 5 * time.Second

var subtest = regexp.MustCompile(`(?m)^ {4}--- (?:PASS|FAIL): [^/]+/(\S+) \(`)

// look runs one test, or returns its parts.
func (t *trial) look(name string, end time.Time) (parts []string) {
	if !end.IsZero() && time.Now().After(end) {
		return nil
	}
	os.Remove(t.chosen())
	if err := errors.Join(os.WriteFile(t.visits(), make([]byte, len(t.faults)+1), 0o600), os.Chmod(t.visits(), 0o666)); err != nil {
		fmt.Println(err)
		return nil
	}
	defer os.Remove(t.visits())
	var out bytes.Buffer
	used, _, err := t.run(unbounded, &out, "-test.v", "-test.run", name)
	if t.ctx.Err() != nil {
		return nil
	}
	one := test{name, used}
	if one.quiet() >= long && !strings.Contains(name, "/") {
		for _, m := range subtest.FindAllSubmatch(out.Bytes(), -1) {
			parts = append(parts, name+"/^"+regexp.QuoteMeta(string(m[1]))+"$")
		}
		if len(parts) > 1 {
			return parts
		}
	}
	if err != nil {
		fmt.Printf("%s: %s fails without a fault and is left out: %v %s\n", t.dir, name, err, lastLine(out.String()))
		return nil
	}
	seen, _ := os.ReadFile(t.visits())
	for _, f := range t.faults {
		if f.id < len(seen) && seen[f.id] != 0 || f.silent {
			t.reached[f.id] = append(t.reached[f.id], one)
		}
	}
	return nil
}

func lastLine(out string) string {
	out = strings.TrimSpace(out)
	return out[strings.LastIndex(out, "\n")+1:]
}

// notices runs the tests that come by a fault until one fails: the quick ones together, then the others one by one. A
// busy machine can fail a test as well, so a failure counts when it comes twice. A test that hangs has noticed the fault
// too, and is no fault of the machine.
func (t *trial) notices(f fault) bool {
	tests := slices.SortedFunc(slices.Values(t.reached[f.id]), func(a, b test) int { return cmp.Compare(a.quiet(), b.quiet()) })
	slow := slices.IndexFunc(tests, func(one test) bool { return one.quiet() >= time.Second })
	if slow < 0 {
		slow = len(tests)
	}
	for _, tests := range append([][]test{tests[:slow]}, slices.Collect(slices.Chunk(tests[slow:], 1))...) {
		failed, hung := t.fails(f, tests)
		if failed && !hung {
			failed, _ = t.fails(f, tests)
		}
		if failed {
			return true
		}
	}
	return false
}

// fails runs these tests with a fault.
func (t *trial) fails(f fault, tests []test) (failed, hung bool) {
	if len(tests) == 0 {
		return false, false
	}
	var sum use
	var names []string
	for _, one := range tests {
		sum, names = sum.plus(one.use), append(names, one.name)
	}
	if err := os.WriteFile(t.chosen(), []byte(strconv.Itoa(f.id)), 0o644); err != nil {
		return false, false
	}
	_, hung, err := t.run(sum.allowed(), nil, "-test.run", strings.Join(names, "|"), "-test.failfast")
	t.sweep()
	if err != nil {
		os.RemoveAll(t.own()) // what the fault left there must not fail the next test
	}
	return err != nil, hung
}

// list is what lies in the folder of the tests.
func (t *trial) list() map[string]bool {
	found := map[string]bool{}
	filepath.WalkDir(t.tests, func(path string, _ fs.DirEntry, _ error) error {
		found[path] = true
		return nil
	})
	return found
}

// sweep removes what tests with a fault left among the sources, and remembers it. A file with an ending may be
// somebody's work of these minutes, so it stays; sources and test data surely are.
func (t *trial) sweep() {
	for _, path := range slices.Backward(slices.Sorted(maps.Keys(t.list()))) { // a folder after what lies in it
		if !t.before[path] && filepath.Ext(path) != ".go" && !strings.HasPrefix(path, filepath.Join(t.tests, "testdata")) {
			t.left[path] = filepath.Ext(path) == "" && os.Remove(path) == nil
		}
	}
}

// own is the folder for what the tests keep: temporary files, caches.
func (t *trial) own() string { return filepath.Join(t.scratch, "own") }

// goCache is the Go tool's own cache, which tests that compile go on using.
var goCache = sync.OnceValue(func() string {
	out, _ := exec.Command("go", "env", "GOCACHE").Output()
	return strings.TrimSpace(string(out))
})
