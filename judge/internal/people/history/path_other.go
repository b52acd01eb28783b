//go:build !unix

package history

// names is how many hard links lead to a file. Here nobody makes them by hand.
func names(string) int { return 1 }
