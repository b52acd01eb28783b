package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sudokuoj/judge/internal/testkit/short"
)

// The puzzle needs no guess: bands and hidden search once, lowbit searches once for each blank and once more.
func TestTable(t *testing.T) {
	short.Skip(t)
	t.Chdir(filepath.Join("..", "..", ".."))
	data := t.TempDir()
	puzzle := "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	if err := os.WriteFile(filepath.Join(data, "one.txt"), []byte(puzzle+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := run([]string{"-data", data, "-rounds", "1", "-baseline", "bands", "bands", "lowbit"}, &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`(?m)^one: 1 puzzles, 1 rounds$`,
		`(?m)^ +bands +[\d.]+ +1\.00 +1\.00 +[\d.]+ +1\.0$`,
		`(?m)^ +lowbit +[\d.]+ +[\d.]+ +[\d.]+ +[\d.]+ +52\.0$`,
	} {
		if !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("no line %s in:\n%s", want, out.String())
		}
	}
	if err := run([]string{"-data", data, "nobody"}, &out); err == nil {
		t.Error("a solution that is not there is benched")
	}
}

func TestLeavesOutWhatIsLate(t *testing.T) {
	short.Skip(t)
	t.Chdir(filepath.Join("..", "..", ".."))
	data := t.TempDir()
	slow := "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
	if err := os.WriteFile(filepath.Join(data, "slow.txt"), []byte(slow), 0o644); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := run([]string{"-data", data, "-rounds", "1", "-patience", "300ms", "-baseline", "naive", "naive"}, &out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "naive: left out, it needs more than 300ms\n") {
		t.Errorf("naive is not left out:\n%s", out.String())
	}
}

// A peer is any program that answers each line. One that does not answer is left out, and ratios have intervals.
func TestPeers(t *testing.T) {
	short.Skip(t)
	t.Chdir(filepath.Join("..", "..", ".."))
	data, peer := t.TempDir(), filepath.Join(t.TempDir(), "peer")
	puzzle := "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	if err := os.WriteFile(filepath.Join(data, "two.txt"), []byte(puzzle+"\n"+puzzle+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-o", peer, "./solutions/lowbit").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var out strings.Builder
	if err := run([]string{"-data", data, "-rounds", "7", "-peer", "other=" + peer, "-baseline", "other", "bands"}, &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`(?m)^ +bands +[\d.]+ +[\d.]+ \([\d.]+–[\d.]+\) +[\d.]+ \([\d.]+–[\d.]+\) +[\d.]+ +1\.0$`,
		`(?m)^ +other +[\d.]+ +1\.00 \(1\.00–1\.00\) +1\.00 \(1\.00–1\.00\) +[\d.]+ +-$`,
	} {
		if !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("no line %s in:\n%s", want, out.String())
		}
	}
	if silent, err := exec.LookPath("true"); err == nil {
		err := run([]string{"-data", data, "-peer", "silent=" + silent, "-baseline", "bands", "bands"}, &out)
		if err == nil || !strings.Contains(err.Error(), "silent on two: 0 lines of 81 digits for 2 puzzles") {
			t.Errorf("who answers nothing is compared: %v", err)
		}
	}
	for _, wrong := range [][]string{{"-peer", "nameless"}, {"-baseline", "nobody", "bands"}} {
		if err := run(append([]string{"-data", data}, wrong...), &out); err == nil {
			t.Errorf("%v is taken", wrong)
		}
	}
}
