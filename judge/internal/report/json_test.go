package report

import (
	"encoding/json"
	"strings"
	"testing"

	"sudokuoj/judge/internal/verdict"
)

// TestJSONIsHarmless may be read on a terminal, and says the same.
func TestJSONIsHarmless(t *testing.T) {
	const said = "\u009b31m\u007f\u202e数独\U0001f600\x1b[2J"
	run := verdict.Run{Results: []verdict.Solution{{Solution: said}}}
	var b strings.Builder
	if err := JSON(&b, run); err != nil {
		t.Fatal(err)
	}
	if at := strings.IndexAny(b.String(), "\u009b\u007f\u202e\x1b"); at >= 0 {
		t.Errorf("unescaped: %q", b.String()[at:])
	}
	var out jsonRun
	if err := json.Unmarshal([]byte(b.String()), &out); err != nil || out.Results[0].Solution != said {
		t.Errorf("%v %+v", err, out.Results)
	}
}
