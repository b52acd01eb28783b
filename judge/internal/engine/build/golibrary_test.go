package build

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"sudokuoj/judge/internal/model/language"
)

// TestImports is about what reaches a go command outside the sandbox: no more than the library.
func TestImports(t *testing.T) {
	const text = `package main

import (
	"fmt"
	"go/ast"
	"cmd"
	"cmd/compile/internal/base"
	"../fmt"
	"-o/x"
	"all"
	"./..."
	"C"
)
`
	root := t.TempDir()
	for _, folder := range []string{"fmt", "go/ast", "cmd/compile/internal/base"} {
		if err := os.MkdirAll(filepath.Join(root, "src", folder), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	got := imports(language.Toolchain{Roots: []string{root}}, sources{{text: []byte(text)}})
	if want := []string{"runtime", "fmt", "go/ast"}; !slices.Equal(got, want) {
		t.Errorf("want %q, got %q", want, got)
	}
}
