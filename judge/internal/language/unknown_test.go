package language_test

import (
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/lang"
	"sudokuoj/judge/internal/testkit/samples"
)

// TestUnknown has what compilers say, and code that no compiler knows, and what is told of it.
func TestUnknown(t *testing.T) {
	samples.Told(t, "unknown.txtar", func(name, text string) string {
		text = strings.NewReplacer(`\ufeff`, "\ufeff",
			`\u200b`, "\u200b", `\u00a0`, "\u00a0", `\u2003`, "\u2003", `\u3000`, "\u3000").Replace(text)
		id, about, _ := strings.Cut(name, ", of the ")
		code, output := text, ""
		if strings.HasPrefix(about, "compiler") {
			code, output = "", text
		}
		return lang.Unknown(language.All(), language.Of(id), code, output).String() + "\n"
	})
	for stderr, told := range map[string]bool{
		"EOFError: EOF when reading a line\n": true, "ValueError: x\n": false,
		"Exception in thread \"main\" java.util.NoSuchElementException: No line found\n": true,
	} {
		if got := say.Join(language.Of("python").ReadsOn([]byte(stderr)), language.Of("java").ReadsOn([]byte(stderr))); got.Said() != told {
			t.Errorf("%q: %q", stderr, got)
		}
	}
}
