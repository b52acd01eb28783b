package growth_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"sudokuoj/judge/internal/learn/growth"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
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
			must.Be(t, found != nil && found.Order == "1", "found %+v", found)
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

func counted(of func(n float64) float64, sizes ...int64) (points []result.Point) {
	for _, n := range sizes {
		points = append(points, result.Point{Size: n, Count: int64(math.Round(of(float64(n))))})
	}
	return points
}

// TestOrders: counts as programs have them, with what lower orders add.
func TestOrders(t *testing.T) {
	double := []int64{16, 32, 64, 128, 256, 512, 1024, 2048}
	steps := []int64{4, 5, 6, 7, 8, 9, 10, 11, 12, 13}
	gap := []int64{8, 16, 30, 31, 32}
	factorial := func(n float64) float64 { return math.Round(math.Gamma(n + 1)) }
	for name, test := range map[string]struct {
		of    func(n float64) float64
		sizes []int64
		order string
		steep bool
	}{
		"a pass":                   {func(n float64) float64 { return 3*n + 20 }, double, "n", false},
		"sorting":                  {func(n float64) float64 { return 2*n*math.Log2(n) + 5*n + 9 }, double, "n log n", false},
		"all pairs":                {func(n float64) float64 { return n*(n-1)/2 + 4*n + 7 }, double, "n^2", true},
		"divisors":                 {func(n float64) float64 { return n*math.Sqrt(n) + 3*n }, double, "n sqrt n", true},
		"three loops":              {func(n float64) float64 { return n*n*n + 2*n*n + 9 }, double, "n^3", true},
		"three loops, small sizes": {func(n float64) float64 { return n*n*n + 2*n*n + 9 }, steps, "n^3", true},
		"naive Fibonacci":          {func(n float64) float64 { return 3 * math.Pow(math.Phi, n) }, steps, "1.62^n", true},
		"Fibonacci with a gap":     {func(n float64) float64 { return 3 * math.Pow(math.Phi, n) }, gap, "1.62^n", true},
		"no order: n 2^n, a gap":   {func(n float64) float64 { return n * math.Pow(2, n) }, gap, "", false},
		"a power with a gap":       {func(n float64) float64 { return n * n * n * n }, gap, "n^4", true},
		"subsets":                  {func(n float64) float64 { return 5*math.Pow(2, n) + 3 }, steps, "2^n", true},
		"subsets, each looked at":  {func(n float64) float64 { return n * math.Pow(2, n) }, steps, "n 2^n", true},
		"permutations":             {func(n float64) float64 { return 2*factorial(n) + 5 }, steps, "n!", true},
		"a search that grows ever": {func(n float64) float64 { return math.Pow(n, n/2) * (1 + 1/n) }, steps, "more than 5.79^n", true},
		"one power between":        {func(n float64) float64 { return 7 * math.Pow(n, 1.4) }, double, "n^1.40", true},
		"no order: it falls":       {func(n float64) float64 { return 1000 - n/3 }, double, "", false},
		"no order: up and down":    {func(n float64) float64 { return n*n + 400*n*math.Abs(math.Sin(n)) }, double, "", false},
		"no order: jumps":          {func(n float64) float64 { return math.Pow(3, math.Floor(math.Log2(n)/2)) * 40 }, double, "", false},
	} {
		f, ok := growth.Of(counted(test.of, test.sizes...), test.sizes[len(test.sizes)-1]*4)
		if ok != (test.order != "") || f.Order != test.order && ok || ok && f.Steep != test.steep {
			t.Errorf("%s: %q (miss %.4f, steep %v) %v, want %q", name, f.Order, f.Miss, f.Steep, ok, test.order)
		}
	}
}

// TestLong: what takes an age is told in its own unit, and a moment not as nothing.
func TestLong(t *testing.T) {
	for ms, want := range map[float64]string{0.001: "less than 0.1 s", 49.9: "less than 0.1 s", 50: "about 0.1 s", 119e3: "about 119.0 s",
		600e3: "about 10 minutes", 36e6: "about 10 hours", 864e6: "about 10 days", 1e12: "years"} {
		must.Equal(t, want, growth.Long(ms).String(), ms)
	}
}
