package java_test

import (
	"testing"

	"sudokuoj/judge/internal/language/java"
	"sudokuoj/judge/internal/testkit/must"
)

func TestPublicType(t *testing.T) {
	for text, want := range map[string]string{
		"public class Foo {}": "Foo.java",
		"import x;\n\npublic final class 数独$ implements X {":              "数独$.java",
		"class A { public static class B {} }\npublic class C {}":         "C.java",
		"class A { public static class B {} }":                            "",
		"public abstract sealed interface I {}":                           "I.java",
		"public record R(int x) {}":                                       "R.java",
		"public enum E { A }":                                             "E.java",
		"class Main { public static void main(String[] a) { int c; } }\n": "",
	} {
		must.Equal(t, want, java.Language.CopyName([]byte(text), false), "the public type of", text)
	}
}

// TestRefused: a site starts the class Main.
func TestRefused(t *testing.T) {
	for class, refused := range map[string]bool{"Main": false, "Sudoku": true} {
		code := "public class " + class + " { public static void main(String[] args) {} }"
		must.Equal(t, refused, java.Language.Refused(code).Said(), class)
	}
	if got := java.Language.Refused("class Solution {}"); got.Said() {
		t.Errorf("no program: %q", got)
	}
}
