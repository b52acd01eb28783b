package zh

import (
	"fmt"
	"testing"

	"sudokuoj/judge/internal/testkit/must"
)

// Rooms may share a message, but only with the same translation.
func TestOneChineseForOneEnglish(t *testing.T) {
	whole := Catalogue()
	for name, entries := range byFile() {
		for english, own := range entries {
			must.Equal(t, own, whole[english], name, english, "and", "in another file")
		}
	}
}

func TestBrokenCatalogues(t *testing.T) {
	for text, want := range map[string]string{
		"a\n甲\n\na\n乙\n":     `line 4: "a" is there twice`,
		"a\n\nb\n乙\n":        `line 2: no Chinese for "a"`,
		"# note\na\n# 甲\n\n": "<nil>",
	} {
		_, err := parse(text)
		must.Equal(t, want, fmt.Sprint(err), text)
	}
}
