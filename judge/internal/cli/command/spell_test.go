package command

import (
	"testing"

	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/testkit/must"
)

// TestSpell: what a report proposes is a command that can be pasted.
func TestSpell(t *testing.T) {
	two := []string{"a", "my b"}
	for want, todo := range map[string]report.Todo{
		"judge explain a 'my b' -root='the tree' -puzzle 1":                           {Do: "explain", Solutions: two, Puzzle: "1"},
		"judge compare a 'my b' -root='the tree' -problem p":                          {Do: "compare", Solutions: two, Problem: "p"},
		"judge a 'my b' -root='the tree' -problem p -case 'c\\[1]' -html report.html": {Solutions: two, Problem: "p", Case: "c[1]", Page: true},
		"judge -root='the tree' -problem p -case c -v -- -a": {Solutions: []string{"-a"}, Problem: "p",
			Case: "c", Verbose: true},
	} {
		must.Equal(t, want, spell("judge", "the tree")(todo))
	}
}
