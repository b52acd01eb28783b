package build

import (
	"context"
	"errors"
	"runtime"
	"testing"
)

// TestLargeData compiles programs with more static data than usual addresses reach. Programs with another fault are
// still refused.
func TestLargeData(t *testing.T) {
	t.Parallel()
	if runtime.GOARCH != "amd64" {
		t.Skip("elsewhere the usual addressing reaches as far as it can")
	}
	b := builder(t, t.TempDir())
	const large = "#include <cstdio>\n#include <iostream>\nint a[600000000]; int b = 7;\nint main() { a[599999999] = 1; printf(\"%d\\n\", a[599999999] + b); }\n"
	p := compileIt(t, b, source(t, t.TempDir(), "cpp", "main.cpp", large))
	if p.Exe == "" {
		t.Error("no program")
	}
	_, err := b.Compile(context.Background(), source(t, t.TempDir(), "cpp", "main.cpp", "int a[600000000]; int main() { return c; }\n"))
	if _, ok := errors.AsType[*Failed](err); !ok {
		skipIfMissing(t, err)
		t.Errorf("an undeclared variable: %v", err)
	}
}
