package problem

import "testing"

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
