package problem_test

import (
	"fmt"
	"strings"
	"testing"

	. "sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/testkit/must"
)

const scored = `
-- problems/p/problem.yaml --
problem_format_version: 2025-09
name: P
type: scoring
-- problems/p/statement/problem.en.md --
P
`

// groupsOf loads a scoring problem from the names of its cases and what its groups say: "secret/a max_score: 4 | secret/b ...".
// A group is written as "name cases how max".
func groupsOf(t *testing.T, described string, cases ...string) (groups []string, err error) {
	t.Helper()
	text := scored
	for _, name := range cases {
		text += "-- testdata/p/" + name + ".in --\n1\n-- testdata/p/" + name + ".ans --\n1\n"
	}
	for one := range strings.SplitSeq(described, " | ") {
		if one == "" {
			continue
		}
		group, yaml, _ := strings.Cut(one, " ")
		text += "-- testdata/p/" + group + "/test_group.yaml --\n" + yaml + "\n"
	}
	p, err := Load(tree(t, text), "p")
	if err != nil {
		return nil, err
	}
	for _, g := range p.Groups {
		most := fmt.Sprint(g.Max)
		if g.Unbounded {
			most = "unbounded"
		}
		groups = append(groups, fmt.Sprint(g.Group, " ", g.Cases, " ", g.How, " ", most))
	}
	for _, w := range p.Warnings {
		_, what, _ := strings.Cut(w.String(), ".yaml: ")
		groups = append(groups, what)
	}
	return groups, nil
}

func TestGroups(t *testing.T) {
	for _, tt := range []struct {
		name      string
		described string
		cases     string
		want      string
	}{
		{"nothing is said", "", "secret/1 secret/2", "secret 2 sum 100"},
		{"samples are in no group", "", "sample/1 secret/1", "secret 1 sum 100"},
		{"folders are groups", "secret/a max_score: 40 | secret/b max_score: 60\nscore_aggregation: min",
			"secret/a/1 secret/a/2 secret/b/1", "secret 3 sum 100; secret/a 2 pass-fail 40; secret/b 1 min 60"},
		{"a folder within a folder is for order", "secret/a max_score: 40",
			"secret/a/x/1 secret/a/x/2", "secret 2 sum 40; secret/a 2 pass-fail 40"},
		{"unless it says more", "secret/a score_aggregation: sum | secret/a/x max_score: 15 | secret/a/y max_score: 5",
			"secret/a/x/1 secret/a/y/1", "secret 2 sum 20; secret/a 2 sum 20; secret/a/x 1 pass-fail 15; secret/a/y 1 pass-fail 5"},
		{"the least of those within", "secret/a score_aggregation: min | secret/a/x max_score: 15 | secret/a/y max_score: 5",
			"secret/a/x/1 secret/a/y/1", "secret 2 sum 5; secret/a 2 min 5; secret/a/x 1 pass-fail 15; secret/a/y 1 pass-fail 5"},
		{"the greatest of those within", "secret/a score_aggregation: max | secret/a/x max_score: 5 | secret/a/y max_score: 15",
			"secret/a/x/1 secret/a/y/1", "secret 2 sum 15; secret/a 2 max 15; secret/a/x 1 pass-fail 5; secret/a/y 1 pass-fail 15"},
		{"no most", "secret/a max_score: unbounded\nscore_aggregation: sum | secret/b max_score: 10",
			"secret/a/1 secret/b/1", "secret 2 sum 100; secret/a 1 sum unbounded; secret/b 1 pass-fail 10"},
		{"the whole says how much", "secret max_score: 50 | secret/a max_score: 10",
			"secret/a/1", "secret 1 sum 50; secret/a 1 pass-fail 10"},
		{"a group that gives nothing", "secret max_score: 50 | secret/a max_score: 10",
			"secret/a/1 secret/b/1", "secret 2 sum 50; secret/a 1 pass-fail 10; secret/b 1 pass-fail unbounded; the group secret/b " +
				"gives no points: set max_score"},
		{"the whole has no most", "secret max_score: unbounded\nscore_aggregation: pass-fail",
			"secret/1", "secret 1 pass-fail unbounded"},
		{"groups behind one within", "secret/a score_aggregation: sum | secret/a/x max_score: 15 | secret/b max_score: 5",
			"secret/a/x/1 secret/b/1", "secret 2 sum 20; secret/a 1 sum 15; secret/a/x 1 pass-fail 15; secret/b 1 pass-fail 5"},
		{"groups before one without a most", "secret/a score_aggregation: sum | secret/a/x max_score: 15 | secret/b score_aggregation: sum",
			"secret/a/x/1 secret/b/1", "secret 2 sum 100; secret/a 1 sum 15; secret/a/x 1 pass-fail 15; secret/b 1 sum unbounded"},
		{"a folder between two groups", "secret/a score_aggregation: sum | secret/a/x/y max_score: 15",
			"secret/a/x/y/1", "secret 1 sum 15; secret/a 1 sum 15; secret/a/x/y 1 pass-fail 15"},
		{"the whole says how alone", "secret score_aggregation: min | secret/a max_score: 10",
			"secret/a/1", "secret 1 min 100; secret/a 1 pass-fail 10"},
	} {
		groups, err := groupsOf(t, tt.described, strings.Fields(tt.cases)...)
		if got := strings.Join(groups, "; "); err != nil || got != tt.want {
			t.Errorf("%s: %s, %v\nwant %s", tt.name, got, err, tt.want)
		}
	}
}

// TestRequires: a group may require the samples and other groups, but not itself, nor a group around it or inside it.
func TestRequires(t *testing.T) {
	for required, ok := range map[string]bool{
		"sample": true, "secret/b": true, "secret/a": false, "secret": false, "secret/a/x": false, "secret/c": false,
	} {
		said := "secret/a max_score: 1\nrequire_pass: [" + required + "] | secret/a/x max_score: 1 | secret/b max_score: 1"
		_, err := groupsOf(t, said, "secret/a/x/1", "secret/b/1")
		why := fmt.Sprintf("require_pass: %q is no group before this one", required)
		if (err == nil) != ok || err != nil && !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v", required, err)
		}
	}
}

func TestPointsThatAreWrong(t *testing.T) {
	for yaml, want := range map[string]string{
		"max_score: -1":          "max_score",
		"score_aggregation: avr": "score_aggregation",
		"max_scores: 3":          "max_scores",
	} {
		_, err := groupsOf(t, "secret/a "+yaml, "secret/a/1")
		if err == nil || !strings.Contains(err.Error(), want) || strings.Count(err.Error(), "test_group.yaml") != 1 {
			t.Errorf("%s: %v", yaml, err)
		}
	}
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
