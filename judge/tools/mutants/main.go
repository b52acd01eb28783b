// Mutants asks whether the tests of a room would notice a fault: it plants small ones (a comparison turned, < for <=,
// && for ||, a condition denied, continue made break, return true for false), one at a time, and runs the room's own
// tests that reach them. It prints the faults that no test notices. Each is worth a test, or the code is superfluous, or
// the fault changes nothing; then a line in testdata/equivalent.txt of the room says so, with the reason.
//
//	scripts/mutants judge/internal/model/problem                  every fault of a room
//	scripts/mutants -n 40 -seed 7 -time 60s ROOM [ROOM ...]       a random sample, which the seed repeats
//	scripts/mutants -short ROOM                                   without the tests that start compilers
//	scripts/mutants -file 'find*.go,walk.go' ROOM                 the faults of some files
//	scripts/mutants -run 'Table|Fuzz' ROOM                        with some of the tests
//	scripts/mutants -tests judge/internal/cli/whole ROOM          with the tests of another room
//	CHROME=none scripts/mutants ROOM                              without the tests in a browser
//
// Tests hang, and have noticed the fault, when they were idle for 2 s and three times longer than without it. Files that
// they leave in the room's folder are named at the end, and removed if they have no ending.
//
// A function that may call nothing (go:nosplit) cannot tell which tests come by. Its faults are tried with all tests, which
// takes long in the sandbox: -run 'TestRuns|TestStart|TestHelper' names the tests that start programs there.
//
// A fault may signal processes that are not its own, so the tests run in a PID namespace where there is unshare. Where
// there is none, try no fault of the sandbox.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	n := flag.Int("n", 0, "try so many faults of each room; 0 tries all")
	seed := flag.Uint64("seed", 1, "of the sample: the same seed takes the same faults")
	limit := flag.Duration("time", 0, "stop after this time; 0 is never")
	file := flag.String("file", "*.go", "try the faults of the files that one of these patterns matches; commas part them")
	run := flag.String("run", ".", "run the tests that match this pattern")
	tests := flag.String("tests", "", "run the tests of this room, not the tests of the room with the faults")
	short := flag.Bool("short", false, "leave out the tests that start compilers or other programs")
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "mutants: name a room, as judge/internal/model/problem")
		os.Exit(2)
	}
	var end time.Time
	if *limit > 0 {
		end = time.Now().Add(*limit)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	for _, dir := range flag.Args() {
		if err := try(ctx, strings.TrimSuffix(dir, "/"), *tests, *file, *run, *n, *seed, end, *short); err != nil {
			fmt.Fprintf(os.Stderr, "mutants: %s: %v\n", dir, err)
			os.Exit(2)
		}
	}
}

// try tries the faults of one room and prints what nobody noticed.
func try(ctx context.Context, dir, tests, file, run string, n int, seed uint64, end time.Time, short bool) error {
	began := time.Now()
	t, err := compileTests(ctx, dir, cmp.Or(tests, dir))
	if err != nil {
		return err
	}
	defer t.close()
	t.short = short
	if err := t.visit(run, end); err != nil {
		return err
	}
	chosen := choose(slices.DeleteFunc(slices.Clone(t.faults), func(f fault) bool {
		return !slices.ContainsFunc(strings.Split(file, ","), func(pattern string) bool {
			match, _ := filepath.Match(pattern, f.file)
			return match
		})
	}), n, seed)
	known, noticed, tried := equivalent(dir), 0, 0
	for _, f := range chosen {
		if t.broken[f.id] || known[f.name()] {
			continue
		}
		if ctx.Err() != nil || !end.IsZero() && time.Now().After(end) {
			fmt.Printf("%s: stopped, the time is over\n", dir)
			break
		}
		found := t.notices(f)
		if ctx.Err() != nil {
			continue // an interrupt has ended the tests
		}
		tried++
		if found {
			noticed++
			continue
		}
		why := "no test notices"
		if len(t.reached[f.id]) == 0 {
			why = "no test comes by"
		}
		fmt.Printf("%s/%s:%d: %s (%s): %s\n", dir, f.file, f.line, f.what, f.function, why)
	}
	for _, path := range slices.Sorted(maps.Keys(t.left)) {
		advice := "remove it, unless it is yours"
		if t.left[path] {
			advice = "removed"
		}
		fmt.Printf("%s: left by tests with faults: %s\n", path, advice)
	}
	fmt.Printf("%s: %d of %d faults noticed, seed %d, %.0f s\n", dir, noticed, tried, seed, time.Since(began).Seconds())
	return nil
}

// choose takes n faults at random, in the order of the code; 0 takes all.
func choose(all []fault, n int, seed uint64) []fault {
	if n == 0 || n >= len(all) {
		return all
	}
	random := rand.New(rand.NewPCG(seed, 0))
	var chosen []fault
	for _, i := range random.Perm(len(all))[:n] {
		chosen = append(chosen, all[i])
	}
	slices.SortFunc(chosen, func(a, b fault) int { return a.id - b.id })
	return chosen
}

// equivalent reads the faults of a room that change nothing: a fault's name, " # ", and the reason.
func equivalent(dir string) map[string]bool {
	known := map[string]bool{}
	text, err := os.ReadFile(filepath.Join(dir, "testdata", "equivalent.txt"))
	if err != nil {
		return known
	}
	for _, line := range strings.Split(string(text), "\n") {
		if name, _, ok := strings.Cut(line, " # "); ok {
			known[strings.TrimSpace(name)] = true
		}
	}
	return known
}
