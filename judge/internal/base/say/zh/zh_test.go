package zh

import (
	"fmt"
	"testing"
)

// Rooms may share a message, but only with the same translation.
func TestOneChineseForOneEnglish(t *testing.T) {
	whole := Catalogue()
	for name, entries := range byFile() {
		for english, own := range entries {
			if whole[english] != own {
				t.Errorf("%s: %q is %q, and %q in another file", name, english, own, whole[english])
			}
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
		if got := fmt.Sprint(err); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
