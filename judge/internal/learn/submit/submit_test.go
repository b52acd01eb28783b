package submit

import (
	"testing"

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
		must.Equal(t, want, undirected(source), source)
	}
	cut, err := Target{Site: Sites[0]}.Cut("a.py", []byte("#judge:problem acwing166\nprint(1)\n"))
	if err != nil || cut.Text != "print(1)\n" || cut.Function {
		t.Errorf("%+v, %v", cut, err)
	}
}
