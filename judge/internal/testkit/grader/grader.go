// Package grader opens a grader for tests, and makes small problems and programs for it. The tests of package grade
// cannot use it, since it imports that.
package grader

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/engine/lane"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/workshop"
)

func init() { os.Setenv(lane.Crowded, "1") }

// Open opens a grader until the test ends. In a run with -short the test is skipped.
func Open(t testing.TB) *grade.Grader {
	t.Helper()
	box, builder := workshop.Open(t)
	return &grade.Grader{Sandbox: box, Builder: builder}
}

// Problem is a problem called sum. Its cases hold an input and an answer, by their names; its limits are wide, since
// the machine may be busy.
func Problem(t testing.TB, kind string, cases map[string][2]string) problem.Problem {
	t.Helper()
	dir := t.TempDir()
	p := problem.Problem{ID: "sum", Check: problem.Check{Kind: kind}, Limits: problem.Limits{Time: 20 * time.Second, Memory: 256 << 20, Output: 1 << 20}}
	for i, name := range slices.Sorted(maps.Keys(cases)) {
		base := filepath.Join(dir, string(rune('a'+i)))
		c := problem.Case{Name: name, In: base + ".in", Ans: base + ".ans"}
		if os.WriteFile(c.In, []byte(cases[name][0]), 0o644) != nil || os.WriteFile(c.Ans, []byte(cases[name][1]), 0o644) != nil {
			t.Fatal("no files")
		}
		p.Cases = append(p.Cases, c)
	}
	return p
}

// Program is a solution of one file, whose name tells its language.
func Program(t testing.TB, file, text string) solution.Solution {
	t.Helper()
	lang, _ := language.ByFile(file)
	return must.Get(solution.Of(file, lang.ID, language.File{Path: file, Text: text}))(t)
}

// Numbers is a generator in C that prints n and n numbers; n is its second argument.
const Numbers = `#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
	int n = atoi(argv[2]);
	unsigned x = atoi(argv[1]);
	printf("%d\n", n);
	while (n--) printf("%u ", (x = x * 1664525u + 1013904223u) >> 12);
	puts("");
}
`
