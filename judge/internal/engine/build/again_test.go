package build_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"

	"sudokuoj/judge/internal/engine/build"
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
	if _, ok := errors.AsType[*build.Failed](err); !ok {
		skipIfMissing(t, err)
		t.Errorf("an undeclared variable: %v", err)
	}
}

// TestOlderVersions compiles old C++, which newer versions refuse, as the newest version that takes it. If none does, the
// errors are those of the usual one.
func TestOlderVersions(t *testing.T) {
	t.Parallel()
	b := builder(t, t.TempDir())
	const old = "#include <stdio.h>\nchar s[9]; int main() { gets(s); puts(s); }\n"
	for range 2 { // compiled, and from the cache
		if p := compileIt(t, b, source(t, t.TempDir(), "cpp", "main.cpp", old)); p.As != "C++11" {
			t.Errorf("compiled as %q, want C++11", p.As)
		}
	}
	_, err := b.Compile(context.Background(), source(t, t.TempDir(), "cpp", "main.cpp", strings.Replace(old, "puts(s)", "return c", 1)))
	if failed, ok := errors.AsType[*build.Failed](err); !ok || !strings.Contains(failed.Output, "gets") {
		t.Errorf("an undeclared variable: %v", err)
	}
}
