package growth_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"sudokuoj/judge/internal/learn/growth"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/grader"
	"sudokuoj/judge/internal/testkit/must"
)

// TestGrowth: programs whose order is known, in six languages, and some that have none.
func TestGrowth(t *testing.T) {
	g := grader.Open(t)
	archive, err := txtar.ParseFile("testdata/programs.txtar")
	must.Succeed(t, err)
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		must.Succeed(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	p := grader.Problem(t, "lines", map[string][2]string{"secret/1": {"3\n1 2 3\n", "x\n"}})
	p.Gen = write("gen.c", grader.Numbers)
	for _, f := range archive.Files {
		name, _, _ := strings.Cut(strings.TrimSuffix(f.Name, filepath.Ext(f.Name)), "+")
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			p := p
			high := "2000\n"
			switch { // what is slow is tried on less
			case strings.HasSuffix(name, "!"):
				high = "9\n"
			case strings.HasSuffix(name, "^n"):
				high = "13\n"
			case name == "n^3":
				high = "200\n"
			case strings.HasSuffix(f.Name, ".java"): // it takes long to start
				high = "128\n"
			case strings.HasSuffix(f.Name, ".py"):
				high = "300\n"
			}
			p.Cases = append(p.Cases[:0:0], problem.Case{Name: "secret/2", In: write(f.Name+".in", high)})
			s := must.Get(solution.Open(write("main"+f.Name, string(f.Data))))(t)
			found, err := (&growth.Meter{Grader: g}).Of(context.Background(), p, s)
			must.Succeed(t, err)
			got := "none"
			if found != nil && found.Order != "" {
				got = strings.ReplaceAll(found.Order, " ", "_")
			}
			if found != nil {
				t.Log(found.Sentence, found.Points)
			}
			must.Equal(t, name, got)
			if found != nil && len(found.Points) > 10 {
				t.Errorf("counted on %d inputs", len(found.Points))
			}
		})
	}
}

// TestByCases: where nothing makes inputs, five cases of different sizes are enough.
func TestByCases(t *testing.T) {
	g := grader.Open(t)
	p := grader.Problem(t, "lines", map[string][2]string{"secret/1": {"10\n", "x\n"}, "secret/2": {"50\n", "x\n"},
		"secret/3": {"100\n", "x\n"},
		"secret/4": {"400\n", "x\n"}, "secret/5": {"200\n", "x\n"}})
	squares := grader.Program(t, "squares.c", `#include <stdio.h>
int main(void) {
	int n, count = 0;
	scanf("%d", &n);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) count++;
	printf("%d\n", count);
}
`)
	found, err := (&growth.Meter{Grader: g}).Of(t.Context(), p, squares)
	must.Succeed(t, err)
	if found == nil || found.Order != "n^2" || found.Promised != 400 || len(found.Points) != 5 {
		t.Errorf("found %+v", found)
	}
}

// TestWithoutBounds: where nothing says how large an argument may be, inputs stay small enough to be made, whatever the
// program does with them.
func TestWithoutBounds(t *testing.T) {
	g := grader.Open(t)
	for signature, program := range map[string]string{
		"int first(int[] nums)":    "class Solution:\n    def first(self, nums):\n        return 1\n",
		"int corner(int[][] grid)": "class Solution:\n    def corner(self, grid):\n        return 1\n",
	} {
		t.Run(signature, func(t *testing.T) {
			t.Parallel()
			asked := must.Get(function.Parse(signature))(t)
			p := grader.Problem(t, "value", nil)
			p.Function = &asked
			found, err := (&growth.Meter{Grader: g}).Of(t.Context(), p, grader.Program(t, "1.py", program))
			must.Succeed(t, err)
			if found == nil || found.Order != "1" {
				t.Errorf("found %+v", found)
			}
		})
	}
}

// TestLargestCase: where nothing says how large an argument may be, its largest case must be solved.
func TestLargestCase(t *testing.T) {
	asked := must.Get(function.Parse("int sum(int n)"))(t)
	p := grader.Problem(t, "value", map[string][2]string{"secret/1": {"90\n", "x\n"}, "secret/2": {"300\n", "x\n"}})
	p.Function = &asked
	program := grader.Program(t, "1.py", "class Solution:\n    def sum(self, n):\n        s = 0\n"+
		"        for i in range(n):\n            s += i\n        return s\n")
	found := must.Get((&growth.Meter{Grader: grader.Open(t)}).Of(t.Context(), p, program))(t)
	must.Equal(t, "n", found.Order)
	must.Equal(t, 300, found.Promised)
}
