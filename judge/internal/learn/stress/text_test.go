package stress_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokuoj/judge/internal/learn/stress"
	"sudokuoj/judge/internal/model/solution"
	"sudokuoj/judge/internal/testkit/must"
)

// TestChoose returns the named problem, or the one that all programs claim, and the source of its inputs.
func TestChoose(t *testing.T) {
	root := t.TempDir()
	const about = "problem_format_version: 2025-09\nname: {en: P}\nlimits: {time_limit: 1}\n"
	for name, text := range map[string]string{"problems/plain/problem.yaml": about, "problems/made/problem.yaml": about,
		"problems/made/judge.yaml": "gen: gen.py\n", "problems/made/gen.py": "print(1)\n",
		"testdata/plain/secret/1.in": "1\n", "testdata/plain/secret/1.ans": "1\n", "testdata/made/secret/1.in": "1\n",
		"testdata/made/secret/1.ans": "1\n"} {
		file := filepath.Join(root, filepath.FromSlash(name))
		must.Succeed(t, os.MkdirAll(filepath.Dir(file), 0o700))
		must.Succeed(t, os.WriteFile(file, []byte(text), 0o600))
	}
	const ours = "../../../.."
	for _, test := range []struct {
		root, id, gen, claims string // by each program
		want, says            string // the problem and its generator, or the error
	}{
		{root, "", "my.py", "plain", "my.py my.py", ""},
		{root, "plain", "my.py", "made", "plain my.py", ""},
		{root, "made", "", "plain", "made gen.py", ""},
		{root, "made", "my.py", "plain", "made my.py", ""},
		{root, "", "", "plain made, made", "made gen.py", ""},
		{root, "", "", "made plain, plain made", "made gen.py", ""},
		{root, "plain", "", "plain", "", "no inputs can be made up for it"},
		{root, "", "", "plain, made", "", "the programs share no problem"},
		{root, "", "", "plain, ", "", "on which problem?"},
		{root, "", "", "", "", "on which problem?"},
		{root, "none", "", "made", "", "none"},
		{ours, "acwing166", "", "made", "acwing166 ", ""},
		{ours, "leetcode36", "", "made", "leetcode36 ", ""},
	} {
		var programs []solution.Solution
		for one := range strings.SplitSeq(test.claims, ", ") {
			programs = append(programs, solution.Solution{Problems: strings.Fields(one)})
		}
		p, err := stress.Choose(test.root, test.id, test.gen, programs)
		got := p.ID + " " + strings.TrimPrefix(filepath.Base(p.Gen), ".")
		if err == nil && (got != test.want || test.says != "") || err != nil && (test.says == "" || !strings.Contains(err.Error(), test.says)) {
			t.Errorf("%+v: %s, %v", test, got, err)
		}
	}
}
