package command_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sudokuoj/judge/internal/cli/command"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/short"
)

// bugs are planted in copies of a solution of this project, one in each.
var bugs = []struct {
	name     string
	old, new string
	verdict  string
	clues    int // the most clues on the board that shows the bug, if few clues are asked for
	boards   int
	open     string // the blanks of that board if cells are filled in instead
}{
	{"wrong box index", "i/27*3+i%9/3\n", "i/27*3+i%3\n", "RE", 2, 1, "0 open cells"},
	{"missing undo", "return true\n\t\t}\n\t\tflip(i, bit)\n", "return true\n\t\t}\n", "RE", 1, 1, "23 open cells"},
	{"digit table too short", "d < 9; d++ {\n\t\tdigit", "d < 8; d++ {\n\t\tdigit", "WA", 0, 1, "1 open cell"},
	{"no fresh start", "\tfor u := 0; u < 9; u++ {\n\t\trow",
		"\tcount[0]++\n\tfor u := 0; u < 9 && count[0] == 1; u++ {\n\t\trow", "RE", 0, 2, "2 boards with 0 open cells"},
}

// stressTree is a tree with one problem of this project and no solution.
func stressTree(t *testing.T) string {
	t.Helper()
	short.Skip(t)
	root := t.TempDir()
	for _, dir := range []string{"problems/acwing166", "testdata/acwing166/sample", "testdata/acwing166/beyond"} {
		must.Succeed(t, os.CopyFS(filepath.Join(root, dir), os.DirFS(filepath.Join("../../../..", dir))))
	}
	return root
}

// stressed runs judge stress.
func stressed(t *testing.T, want int, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := judge.Run(context.Background(), append([]string{"stress"}, args...), nil, &out, &errs); code != want {
		t.Fatalf("stress %q: exit code %d, want %d\n%s%s", args, code, want, &out, &errs)
	}
	return out.String()
}

var againLine = regexp.MustCompile(`again: \S+ stress (.*)\n`)

func TestPlantedBugs(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("../../../../solutions/lowbit/main.go")
	must.Succeed(t, err)
	root := stressTree(t)
	for _, bug := range bugs {
		t.Run(bug.name, func(t *testing.T) {
			if n := strings.Count(string(source), bug.old); n != 1 {
				t.Fatalf("%q is there %d times, want once", bug.old, n)
			}
			name := strings.ReplaceAll(bug.name, " ", "-")
			dir := filepath.Join(root, "solutions", name)
			must.Succeed(t, os.MkdirAll(dir, 0o755))
			if err := os.WriteFile(filepath.Join(dir, "main.go"), bytes.Replace(source, []byte(bug.old), []byte(bug.new), 1), 0o644); err != nil {
				t.Fatal(err)
			}
			out := stressed(t, command.Unexpected, name, "-root", root, "-n", "5000", "-seed", "3", "-save", "-fewest", "clues")
			must.Contain(t, out, name+" · acwing166: "+bug.verdict+" ", bug.verdict)
			saved, err := filepath.Glob(filepath.Join(root, "testdata/acwing166/secret/*-stress-"+name+".in"))
			if err != nil || len(saved) != 1 {
				t.Fatalf("saved %v, %v", saved, err)
			}
			clues, boards := count(t, saved[0])
			if clues > bug.clues || boards != bug.boards {
				t.Errorf("%d clues on %d boards left, want %d on %d:\n%s", clues, boards, bug.clues, bug.boards, out)
			}

			// By default, the remaining board can be solved by eye: all cells that the bug does not need are filled in.
			filled := stressed(t, command.Unexpected, name, "-root", root, "-n", "5000", "-seed", "3")
			if !strings.Contains(filled, bug.verdict+" ") || !strings.Contains(filled, bug.open) {
				t.Errorf("want %s with %s:\n%s", bug.verdict, bug.open, filled)
			}

			// The command that it prints shows the same failure.
			m := againLine.FindStringSubmatch(out)
			if m == nil {
				t.Fatalf("does not say how to see it again:\n%s", out)
			}
			again := stressed(t, command.Unexpected, strings.Fields(m[1])...)
			for line := range strings.SplitSeq(out, "\n") {
				if strings.Contains(line, "0x") {
					continue // an address in a traceback, which varies
				}
				if strings.HasPrefix(line, "  │") && !strings.Contains(again, line) {
					t.Errorf("again: no line %q in\n%s", line, again)
				}
			}

			// The saved case can be graded.
			var graded, errs bytes.Buffer
			code := judge.Run(context.Background(), []string{name, "-root", root, "-case", "*-stress-" + name, "-q"}, nil, &graded, &errs)
			if code != command.Unexpected || !strings.Contains(graded.String(), "1 result not as expected") {
				t.Errorf("graded on it: exit code %d\n%s%s", code, &graded, &errs)
			}
		})
	}
}

func count(t *testing.T, path string) (clues, boards int) {
	t.Helper()
	r := sudoku.NewReader(string(must.Get(os.ReadFile(path))(t)), sudoku.AcWing)
	for {
		b, err := r.Next()
		if err != nil {
			return clues, boards
		}
		clues, boards = clues+b.Clues(), boards+1
	}
}

// A C++ program may choose an uninitialised cell, since on an empty board no cell has fewer than nine digits.
const uninitialised = `// A solver that keeps the best cell in variables it does not always set.
//judge:problem acwing166
#include <iostream>
#include <string>
#include <cstdlib>
#include <cstring>
using namespace std;
string s;
int r[9], c[9], b[9];
int *place(int i, int k) { return k == 0 ? &r[i / 9] : k == 1 ? &c[i % 9] : &b[i / 27 * 3 + i % 9 / 3]; }
bool search(int left) {
	if (left == 0) return true;
	int fewest = 9, cell;
	memset(&cell, 0x7f, sizeof cell); // what might be in that memory
	for (int i = 0; i < 81; i++) {
		if (s[i] != '.') continue;
		int n = __builtin_popcount(*place(i, 0) & *place(i, 1) & *place(i, 2));
		if (n < fewest) fewest = n, cell = i;
	}
	for (int d = 0; d < 9; d++) {
		int bit = 1 << d;
		if (!(*place(cell, 0) & *place(cell, 1) & *place(cell, 2) & bit)) continue;
		s[cell] = '1' + d;
		for (int k = 0; k < 3; k++) *place(cell, k) ^= bit;
		if (search(left - 1)) return true;
		for (int k = 0; k < 3; k++) *place(cell, k) ^= bit;
	}
	s[cell] = '.';
	return false;
}
int main() {
	while (cin >> s && s != "end") {
		for (int i = 0; i < 9; i++) r[i] = c[i] = b[i] = 511;
		int left = 81;
		for (int i = 0; i < 81; i++) if (s[i] != '.') {
			left--;
			for (int k = 0; k < 3; k++) *place(i, k) ^= 1 << (s[i] - '1');
		}
		search(left);
		cout << s << "\n";
	}
}
`

func TestUninitialisedCellInCpp(t *testing.T) {
	t.Parallel()
	must.Have(t, "g++")
	root := stressTree(t)
	path := filepath.Join(root, "mine.cpp")
	must.Succeed(t, os.WriteFile(path, []byte(uninitialised), 0o644))
	out := stressed(t, command.Unexpected, path, "-root", root, "-n", "5000", "-seed", "3")
	if !strings.Contains(out, "RE runtime error") || !strings.Contains(out, "81 open cells") || !strings.Contains(out, "SIGSEGV") {
		t.Errorf("got\n%s", out)
	}
}

// Different right answers are no failure: two programs that fill a board in different orders agree.
func TestStressAgrees(t *testing.T) {
	t.Parallel()
	root := stressTree(t)
	for _, name := range []string{"lowbit", "dancing"} {
		must.Succeed(t, os.CopyFS(filepath.Join(root, "solutions", name), os.DirFS("../../../../solutions/"+name)))
	}
	out := stressed(t, command.AllExpected, "lowbit", "dancing", "-root", root, "-n", "1500", "-seed", "1")
	must.Contain(t, out, "✓ lowbit, dancing: no failure in 1500 boards of seed 1")
}
