package problem_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	. "sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/samples"
)

const scored = `
-- problems/p/problem.yaml --
problem_format_version: 2025-09
name: P
type: scoring
-- problems/p/statement/problem.en.md --
P
`

// TestGroups: a group may require the samples and other groups, but not itself, nor a group around it or inside it.
func TestGroups(t *testing.T) {
	home := must.Get(os.Getwd())(t)
	samples.Told(t, "groups.txtar", func(_, said string) (told string) {
		cases, groups, _ := strings.Cut(said, "\n")
		text := scored
		for _, name := range strings.Fields(cases) {
			text += "-- testdata/p/" + name + ".in --\n1\n-- testdata/p/" + name + ".ans --\n1\n"
		}
		for line := range strings.Lines(groups) {
			group, yaml, _ := strings.Cut(line, ": ")
			text += "-- testdata/p/" + group + "/test_group.yaml --\n" + yaml
		}
		t.Chdir(tree(t, text))
		defer t.Chdir(home)
		p, err := Load(".", "p")
		if err != nil {
			return err.Error() + "\n"
		}
		for _, g := range p.Groups {
			most := fmt.Sprint(g.Max)
			if g.Unbounded {
				most = "unbounded"
			}
			told += fmt.Sprintln(g.Group, g.Cases, g.How, most)
		}
		for _, w := range p.Warnings {
			told += w.String() + "\n"
		}
		return told
	})
}

func TestParseComparison(t *testing.T) {
	for _, tt := range []struct{ args, want string }{
		{"", "{false false false 0 0 []}"},
		{"case_sensitive space_change_sensitive", "{true true false 0 0 []}"},
		{"float_tolerance 1e-6", "{false false true 1e-06 1e-06 []}"},
		{"float_relative_tolerance 0.5 float_absolute_tolerance 2", "{false false true 2 0.5 []}"},
		{"float_tolerance 1e9", "{false false true 1e+09 1e+09 []}"},
		{"other 3", "{false false false 0 0 [other 3]}"},
		{"float_tolerance", "output_validator_args: float_tolerance says no number"},
		{"float_tolerance -1", "output_validator_args: float_tolerance: \"-1\" is not a tolerance\nhint: write 1e-6"},
		{"float_tolerance 1e10", "output_validator_args: float_tolerance: \"1e10\" is not a tolerance\nhint: write 1e-6"},
		{"float_tolerance x", "output_validator_args: float_tolerance: \"x\" is not a tolerance\nhint: write 1e-6"},
	} {
		c, err := ParseComparison(strings.Fields(tt.args))
		got := fmt.Sprint(c)
		if err != nil {
			got = err.Error()
		}
		must.Equal(t, tt.want, got, tt.args)
	}
}
