package language_test

import (
	"strings"
	"testing"

	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/samples"
)

// TestKinds: below each source are the kinds of its bytes: word, number, text, comment.
func TestKinds(t *testing.T) {
	samples.Told(t, "kinds.txtar", func(name, source string) string {
		id, _, _ := strings.Cut(name, ": ")
		var told []byte
		for _, kind := range language.Of(id).Kinds(strings.TrimSuffix(source, "\n")) {
			told = append(told, ".wntc"[kind])
		}
		return string(told) + "\n"
	})
}

func TestCode(t *testing.T) {
	l, _ := language.ByID("c")
	const source, want = "int a; // b\nchar *c = \"d\"; /* e\nf */ 7\n", "int a;     \nchar *c =    ;     \n     7\n"
	must.Equal(t, want, l.Code(source))
}
