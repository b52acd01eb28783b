package python

import (
	"strings"
	"testing"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/learn/trace/record"
	"sudokuoj/judge/internal/model/solution"
)

// TestLiteral: any bytes become one line of ASCII that Python reads back.
func TestLiteral(t *testing.T) {
	for text, want := range map[string]string{
		"": "b''", "a 'b' \\n": `b'a \'b\' \\n'`, "\n\t\x00": `b'\x0a\x09\x00'`, " ~": "b' ~'", "\x1f\x7f": `b'\x1f\x7f'`, "数\xff": `b'\xe6\x95\xb0\xff'`,
	} {
		if got := literal(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// TestSources: the user's main file is replaced, and no other one.
func TestSources(t *testing.T) {
	src := build.Source{Language: "python", Files: []language.File{{Path: "a.py", Text: "print(1)\n"}, {Path: "b.py", Text: "own = 2\n"}}}
	all, err := Recorder{}.Sources(t.Context(), nil, solution.Solution{Path: "a.py"}, src, record.Board)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 1 || !strings.Contains(all[0].Made[0].Text, literal("print(1)\n")) || !strings.Contains(all[0].Made[0].Text, literal(watch)) || all[0].Made[1].Text != "own = 2\n" {
		t.Errorf("%+.200v", all)
	}
}
