package sudoku

import "testing"

func TestSolve(t *testing.T) {
	b, err := ParseLine("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")
	if err != nil {
		t.Fatal(err)
	}
	got, ok := b.Solve()
	if !ok || got.Explain(b) != "" {
		t.Errorf("Solve: %v %s", ok, got.Explain(b))
	}
	if n := b.Count(2); n != 1 {
		t.Errorf("Count(2) = %d, want 1", n)
	}
	if n := Empty().Count(10); n != 10 {
		t.Errorf("the empty grid: Count(10) = %d", n)
	}
}
