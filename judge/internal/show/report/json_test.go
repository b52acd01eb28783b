package report_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/samples"
)

// FuzzParse: whatever was read can be shown, and read again.
func FuzzParse(f *testing.F) {
	var seed strings.Builder
	result.WriteRun(&seed, samples.Mixed())
	f.Add(seed.String())
	for _, text := range []string{"\x1b[31m\x00", "a\u202eb", "%s %d %!", "数独\n\"'"} {
		seed.Reset()
		result.WriteRun(&seed, samples.HostileRun(text))
		f.Add(seed.String())
	}
	f.Add(`{"schema":1,"results":[{"verdict":"TLE","cases":[{"verdict":"SK","cpu_ms":1e300,"message_value":{"format":"%[9]*d"}}]}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		run, err := result.ReadRun(strings.NewReader(text))
		if err != nil {
			return
		}
		var out strings.Builder
		style := terminal.Style{Width: 80, Lang: say.Chinese}
		if err := errors.Join(report.Text(&out, run, report.TextOptions{Style: style, Spell: spelled}), result.WriteRun(&out, run)); err != nil {
			t.Fatal(err)
		}
		again, err := result.ReadRun(strings.NewReader(out.String()[strings.LastIndex(out.String(), "\n{\n \"schema\""):]))
		must.Succeed(t, err)
		if diff := cmp.Diff(run, again, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("-read +read again:\n%s", diff)
		}
	})
}
