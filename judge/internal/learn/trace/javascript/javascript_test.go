package javascript

import (
	"errors"
	"strings"
	"testing"

	"sudokuoj/judge/internal/engine/build"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/learn/trace/record"
)

// TestPut: the table stands in our functions, before the user's text. A strict program stays strict.
func TestPut(t *testing.T) {
	for table, strict := range map[string]bool{`{"strict":true}`: true, `{"strict":false}`: false} {
		made := put([]build.Made{{Text: "own"}, {Text: "other"}}, 0, "rewritten", table)
		text := made[0].Text
		if !strings.HasSuffix(text, "rewritten") || strings.HasPrefix(text, "'use strict';") != strict || strings.Count(text, "("+table+")") != 1 || strings.Contains(text, "(TABLE)") || made[1].Text != "other" {
			t.Errorf("%s: %.50s ... %s", table, text, text[len(text)-20:])
		}
	}
}

// TestExplain: what a node without its parser says is told in our words; other faults stay as they are.
func TestExplain(t *testing.T) {
	for _, err := range []error{errors.New("the disk is full"), &build.Failed{Output: "SyntaxError"}} {
		if got := explain(err); got != err {
			t.Errorf("%v became %v", err, got)
		}
	}
	got, ok := errors.AsType[*record.Cannot](explain(&build.Failed{Output: "Error: no parser inside node v9.1.0.\n    at x"}))
	if want := "node 9.1.0 has no acorn inside: its lines are counted, its board is not watched"; !ok || got.Error() != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

func TestTransform(t *testing.T) {
	for blind, want := range map[bool]string{true: "node ./rewrite.js ./input.js out board", false: "node --expose-internals ./rewrite.js ./input.js out board"} {
		args := Recorder{Blind: blind}.transform("", "board").Args(language.Toolchain{Runner: "node"}, "", "out")
		if got := strings.Join(args, " "); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
