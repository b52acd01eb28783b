package problem

import (
	"slices"
	"strings"
	"sudokuoj/judge/internal/testkit/must"
	"testing"
)

func TestNatural(t *testing.T) {
	want := []string{"1", "01", "2", "9", "10", "88", "a", "a1", "a2b", "a2c", "a10", "a10b2", "a10b10", "b"}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, natural)
	must.Be(t, slices.Equal(got, want), "%s, want %s", strings.Join(got, " "), strings.Join(want, " "))
	if natural("x", "x") != 0 || natural("", "x") >= 0 || natural("00000000000000000000000001", "2") >= 0 {
		t.Error("equal, empty or long names")
	}
}

func FuzzNatural(f *testing.F) {
	f.Add("a1", "a01", "a001")
	f.Add("1a", "1", "01a")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		if natural(a, b) != -natural(b, a) || (natural(a, b) == 0) != (a == b) {
			t.Errorf("%q and %q: %d and %d", a, b, natural(a, b), natural(b, a))
		}
		if natural(a, b) <= 0 && natural(b, c) <= 0 && natural(a, c) > 0 {
			t.Errorf("%q, %q and %q are in no order", a, b, c)
		}
	})
}

// TestNoCheckout: far from any problem, where the program knows no tree that it was built in, it says so.
func TestNoCheckout(t *testing.T) {
	defer func(was string) { checkout = was }(checkout)
	t.Chdir(t.TempDir())
	for _, gone := range []string{"", t.TempDir()} {
		checkout = gone
		if got, err := Root(""); err == nil {
			t.Errorf("the checkout is %q: Root() = %q", gone, got)
		}
	}
}
