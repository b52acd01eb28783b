// Package must ends a test at the first error that it did not expect.
package must

import "testing"

// Succeed fails the test at the caller's line if there is an error.
func Succeed(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Get returns a value that came without an error: must.Get(os.ReadFile(name))(t). An error fails the test.
func Get[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		Succeed(t, err)
		return v
	}
}
