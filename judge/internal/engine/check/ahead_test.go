package check

import (
	"context"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
)

// A way is a kind as a Checker has it.
type way struct {
	c *Checker
	kind
}

// ways are all that have an ahead.
func ways(t testing.TB) map[string]way {
	t.Helper()
	spec := problem.Check{Kind: "float", Absolute: 0.01}
	all, err := New(spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	spec.Ignore = []string{"^a+ [0-9]*$", "b"}
	some, err := New(spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]way{
		"lines": {all, byLines}, "tokens": {all, byTokens}, "exact": {all, byBytes}, "float": {all, all.byNumbers()},
		"lines, ignoring": {some, some.ignoringLines()}, "tokens, ignoring": {some, byTokens}, "float, ignoring": {some, some.byNumbers()},
	}
}

// An outcome is what a walk over two texts comes to: where the cursors stand counts where it ends early.
type outcome struct {
	Equal      bool
	Difference result.Difference
}

func walk(t *testing.T, want, got string, size int, k way) outcome {
	t.Helper()
	w, g := k.c.cursor(strings.NewReader(want), k.kind), k.c.cursor(strings.NewReader(got), k.kind)
	defer w.done()
	defer g.done()
	w.mem, g.mem = w.mem[:size], g.mem[:size]
	if same(context.Background(), w, g, k.kind) {
		return outcome{Equal: true}
	}
	d, err := (&Checker{}).describe(w, g)
	if err != nil {
		t.Fatal(err)
	}
	return outcome{Difference: *d}
}

func aheadOrNot(t *testing.T, name string, k way, want, got string, size int) {
	t.Helper()
	fast := walk(t, want, got, size, k)
	k.ahead = aheadNothing
	slow := walk(t, want, got, size, k)
	if !reflect.DeepEqual(slow, fast) {
		t.Fatalf("%s, blocks of %d: %q and %q: place by place, and ahead:\n%s", name, size, want, got, cmp.Diff(slow, fast))
	}
}

// FuzzAhead: what is passed within the blocks is what is passed place by place, and no more.
func FuzzAhead(f *testing.F) {
	for _, s := range [][2]string{
		{"1\n1\n2\n", "1 \n1 \n3 \n"}, {"1 2 3\n4 5", "1  2\n3 4\n6"}, {"12 3\n12 3", "1 23\n12 3"}, {"x 12\ny", "x 1 2\ny"},
		{"x\na 1\ny\nz\n", "x\na 22\ny\naa \nw\n"}, {"x\nb\nxb\nx1\n", "x\nx1 b\nx1"}, {"x\nyb\n", "x\nya\n"},
		{"x 0.5 1\n2 1e3 7", "x 0.50 1.0\n2 1000 8"}, {"x 1.005 2\n", "x 1.0 2.1\n"}, {" 1.25\n1", " 1.2 5\n1"},
		{" 1\nx b\n12 3", " 1\ny 1 b\n12 3"}, {"\n\n.5 +.5 -0 . - 1.", "\n\n0.5 .5 0 .. -- 1"},
	} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, want, got string) {
		for name, k := range ways(t) {
			for _, size := range []int{5, 16, block} {
				aheadOrNot(t, name, k, want, got, size)
			}
		}
	})
}

// Short texts of few letters, tried at random, are where the kinds have all their cases.
func TestAhead(t *testing.T) {
	r := sudoku.NewRand(1)
	text := func() string {
		b := make([]byte, r.Intn(24))
		for i := range b {
			b[i] = "a1.0b \n\n\r"[r.Intn(9)]
		}
		return string(b)
	}
	all := ways(t)
	for range 10_000 {
		want := text()
		got := text()
		if n := r.Intn(len(want) + 1); r.Intn(4) > 0 {
			got = want[:n] + got[:min(len(got), r.Intn(4))] + want[min(len(want), n+r.Intn(4)):]
		}
		for name, k := range all {
			size := []int{3, 8, 64}[r.Intn(3)]
			aheadOrNot(t, name, k, want, got, size)
		}
	}
}

// FuzzDecimal: decimal reads what it reads as strconv does, to the last bit.
func FuzzDecimal(f *testing.F) {
	for _, s := range []string{"0", "-0", "+1.50", ".5", "5.", ".", "-", "", "1..2", "0.1", "9007199254740991", "9007199254740993",
		"123456789012345678", "0.000000000000000001", "1e5", "1_0", "99999999999999999999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, ok := decimal([]byte(s))
		if !ok {
			return
		}
		want, err := strconv.ParseFloat(s, 64)
		if err != nil || math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("%q: got %v, want %v, %v", s, got, want, err)
		}
	})
}

func TestDecimal(t *testing.T) {
	for _, s := range []string{"0", "-0", "+1.50", ".5", "5.", "0.1", "9007199254740991", "0.33333333333333"} {
		if _, ok := decimal([]byte(s)); !ok {
			t.Errorf("%s is left to strconv", s)
		}
	}
	r := sudoku.NewRand(1)
	for range 100_000 {
		s := strconv.FormatFloat(float64(r.Intn(1<<30))*float64(r.Intn(1<<20))/math.Pow10(r.Intn(12)), 'f', r.Intn(12), 64)
		got, ok := decimal([]byte(s))
		if want, _ := strconv.ParseFloat(s, 64); ok && got != want {
			t.Fatalf("%s: got %v, want %v", s, got, want)
		}
	}
}

// A word that is too long to be a number is not taken for one because its end is.
func TestLongNumber(t *testing.T) {
	long := strings.Repeat("1", longNumber+10)
	if r := checked(t, problem.Check{Kind: "float"}, "", long+"5 \n", long+"5.0 \n"); r.Verdict != result.WA {
		t.Errorf("got %s", r.Verdict)
	}
}
