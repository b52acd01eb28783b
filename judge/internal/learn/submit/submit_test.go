package submit_test

import (
	"slices"
	"testing"

	"sudokuoj/judge/internal/learn/submit"
	"sudokuoj/judge/internal/testkit/must"
)

// TestUndirected removes directives, with the empty comment line above them, and nothing else.
func TestUndirected(t *testing.T) {
	for source, want := range map[string]string{
		"//judge:problem a\npackage main\n":                              "package main\n",
		"// Idea.\n//\n//judge:problem a\n//judge:board b\npackage main": "// Idea.\npackage main",
		"# Idea.\n #\n# judge:problem a\nx = 1\n":                        "# Idea.\nx = 1\n",
		"#\n#judge:problem a\nx = 1\n":                                   "x = 1\n",
		"x\n//\ny\n//":                                                   "x\n//\ny\n//",
		"x\n\n//judge:problem a\ny\n":                                    "x\n\ny\n",
		"#\nprint(1)\n# judge:problem x\n#\n":                            "#\nprint(1)\n#\n",
		"# words\n#judge:expect AC\nprint(1) # judge: kept\n":            "# words\nprint(1) # judge: kept\n",
	} {
		cut := must.Get(submit.Target{Site: site(t, "acwing")}.Cut("a.py", []byte(source)))(t)
		must.Equal(t, submit.Cut{Text: want}, cut, source)
	}
}

func site(t *testing.T, name string) submit.Site {
	t.Helper()
	i := slices.IndexFunc(submit.Sites, func(s submit.Site) bool { return s.Name == name })
	return submit.Sites[i]
}
