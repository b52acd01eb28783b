package zh

import (
	"fmt"
	"testing"

	"sudokuoj/judge/internal/testkit/must"
)

func TestCatalogue(t *testing.T) {
	if len(Catalogue()) == 0 { // it panics where a file is broken
		t.Error("it is empty")
	}
	for text, want := range map[string]string{
		"a\n甲\n\na\n甲\n":     "<nil>",
		"a\n甲\n\na\n乙\n":     `line 5: "a" has another Chinese, too: "甲"`,
		"a\n\nb\n乙\n":        `line 2: no Chinese for "a"`,
		"# note\na\n# 甲\n\n": "<nil>",
	} {
		must.Equal(t, want, fmt.Sprint(parse(text, map[string]string{})), text)
	}
}
