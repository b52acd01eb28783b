package function_test

import (
	"testing"

	"sudokuoj/judge/internal/model/function"
)

// TestLargest: an input has a million items at most, whether they are in a row or in a square.
func TestLargest(t *testing.T) {
	for text, want := range map[string]int64{
		"int first(int[] nums)":       1_000_000,
		"int deepest(TreeNode root)":  1_000_000,
		"int longest(String s)":       1_000_000,
		"int corner(int[][] grid)":    1000,
		"int fib(int n)":              1<<31 - 1,
		"boolean has(int[] a, int n)": 1_000_000,
	} {
		s, err := function.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := s.Largest(); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}
