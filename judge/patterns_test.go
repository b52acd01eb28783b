package main_test

import (
	"go/ast"
	"regexp"
	"testing"
)

// TestPatterns compiles every regular expression that is compiled only when it is first used.
func TestPatterns(t *testing.T) {
	n := 0
	walkCode(t, func(place string, call *ast.CallExpr, constants map[string]string) {
		if name := calledName(call); name != "match.Lazy" {
			return
		}
		text, ok := constantText(call.Args[0], constants)
		if !ok {
			t.Errorf("%s: a pattern wants a constant text", place)
		}
		if _, err := regexp.Compile(text); err != nil {
			t.Errorf("%s: %v", place, err)
		}
		n++
	})
	if n == 0 {
		t.Error("no patterns were found")
	}
}
